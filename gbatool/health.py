"""Check whether everything that the tool needs is installed and works."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from gbatool import __version__
from gbatool.errors import EmulatorUnavailableError, GbatoolError

PACKAGES = ("numpy", "pillow", "pyyaml", "rich", "typer")
SUPPORTED_PYTHONS = ((3, 10), (3, 11))
INSTALL_LIBRARY = "sudo apt-get install libmgba0.10"
INSTALL_BINDINGS = "pip install mgba==0.10.2"


@dataclass(frozen=True, slots=True)
class Check:
    """The check of one requirement.

    Attributes:
        name: The requirement.
        ok: Whether it is installed and works.
        found: What was found, such as a version.
        fix: How to fix it; None if it is ok.
    """

    name: str
    ok: bool
    found: str
    fix: str | None = None


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The document of ``doctor``; ``healthy`` if every check passed."""

    schema: str
    version: str
    healthy: bool
    checks: tuple[Check, ...]


def examine() -> HealthReport:
    """Run all checks. A failed check is part of the report, never an exception."""
    checks = (
        _python(),
        *(_package(name) for name in PACKAGES),
        _guarded("mgba bindings", _bindings),
        _guarded("demo cartridge", _demo),
    )
    healthy = all(check.ok for check in checks)
    return HealthReport("gbatool/doctor/1", __version__, healthy, checks)


def _python() -> Check:
    ok = sys.version_info[:2] in SUPPORTED_PYTHONS and sys.implementation.name == "cpython"
    found = f"{platform.python_implementation()} {platform.python_version()}"
    fix = None if ok else "use CPython 3.10 or 3.11: the mGBA bindings are built for no other"
    return Check("Python", ok, found, fix)


def _package(name: str) -> Check:
    try:
        return Check(name, ok=True, found=version(name))
    except PackageNotFoundError:
        return Check(name, ok=False, found="not installed", fix=f"pip install {name}")


def _guarded(name: str, check: Callable[[], str]) -> Check:
    try:
        return Check(name, ok=True, found=check())
    except EmulatorUnavailableError as error:
        library = "libmgba" in str(error.detail.get("missing", ""))
        fix = INSTALL_LIBRARY if library else INSTALL_BINDINGS
        return Check(name, ok=False, found=f"missing: {error.detail.get('missing')}", fix=fix)
    except GbatoolError as error:
        return Check(name, ok=False, found=error.message, fix="install gbatool again")


def _bindings() -> str:
    from gbatool.core.mgba_core import core_version

    return f"library {core_version()}"


def _demo() -> str:
    """Boot the demo cartridge for a frame."""
    from gbatool.core import open_emulator
    from gbatool.demo import load_demo_rom

    rom = load_demo_rom()
    open_emulator(rom).run(1)
    return f"{rom.title}, {len(rom.data)} bytes, boots"
