"""Check whether everything that the tool needs is installed and works."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from gbatool import __version__
from gbatool.errors import EmulatorUnavailableError, GbatoolError

if TYPE_CHECKING:
    from gbatool.core.cores import Core

PACKAGES = ("cffi", "numpy", "pillow", "pyyaml", "rich", "typer")
OLDEST_PYTHON = (3, 10)


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
class CoreReport:
    """One kind of emulator core.

    Attributes:
        name: ``bindings``, ``libmgba`` or ``libretro``.
        runs: Whether commands run on it; at most one does.
        works: Whether it could.
        found: Its version, and its file where it has one; or why it can't be used.
        passed_over: Why it does not run although it works; None if it runs or does not work.
    """

    name: str
    runs: bool
    works: bool
    found: str
    passed_over: str | None = None


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The document of ``doctor``; ``healthy`` if every check passed.

    Attributes:
        checks: The requirements.
        cores: The emulator cores, in the order in which they are looked for.
    """

    schema: str
    version: str
    healthy: bool
    checks: tuple[Check, ...]
    cores: tuple[CoreReport, ...]


def examine() -> HealthReport:
    """Run all checks. A failed check is part of the report, never an exception."""
    checks = (
        _python(),
        *(_package(name) for name in PACKAGES),
        _guarded("mGBA core", _core),
        _guarded("demo cartridge", _demo),
    )
    healthy = all(check.ok for check in checks)
    return HealthReport("gbatool/doctor/1", __version__, healthy, checks, _cores())


def _python() -> Check:
    ok = sys.version_info[:2] >= OLDEST_PYTHON and sys.implementation.name == "cpython"
    found = f"{platform.python_implementation()} {platform.python_version()}"
    return Check("Python", ok, found, None if ok else "use CPython 3.10 or newer")


def _package(name: str) -> Check:
    try:
        return Check(name, ok=True, found=version(name))
    except PackageNotFoundError:
        return Check(name, ok=False, found="not installed", fix=f"pip install {name}")


def _guarded(name: str, check: Callable[[], str]) -> Check:
    try:
        return Check(name, ok=True, found=check())
    except EmulatorUnavailableError as error:
        found, _, fix = error.message.partition("; ")
        return Check(name, ok=False, found=found, fix=fix)
    except GbatoolError as error:
        return Check(name, ok=False, found=error.message, fix="install gbatool again")


def _core() -> str:
    from gbatool.core.cores import core

    chosen = core()
    return f"{chosen.name}, {_described(chosen)}"


def _described(core: Core) -> str:
    return f"mGBA {core.version}" + (f", {core.path}" if core.path else "")


def _cores() -> tuple[CoreReport, ...]:
    """Every kind of core: the one that runs, and why the others don't."""
    from gbatool.core import cores

    try:
        chosen = cores.core()
    except EmulatorUnavailableError:
        chosen = None
    reports, asked = [], cores.asked_for()
    for attempt in cores.attempts():
        if attempt.core is None:
            found = attempt.reason.partition("; ")[0]
            reports.append(CoreReport(attempt.name, runs=False, works=False, found=found))
            continue
        runs = attempt.core == chosen
        why = None
        if not runs:
            first = chosen.name if chosen else ""
            why = f"{cores.VARIABLE} is {asked}" if asked else f"{first} comes first"
        found = _described(attempt.core)
        reports.append(
            CoreReport(attempt.name, runs=runs, works=True, found=found, passed_over=why)
        )
    if chosen is not None and not any(report.runs for report in reports):
        own = CoreReport(chosen.name, runs=True, works=True, found=_described(chosen))
        reports.insert(0, own)
    return tuple(reports)


def _demo() -> str:
    """Boot the demo cartridge for a frame."""
    from gbatool.core import open_emulator
    from gbatool.demo import load_demo_rom

    rom = load_demo_rom()
    open_emulator(rom).run(1)
    return f"{rom.title}, {len(rom.data)} bytes, boots"
