"""Which core runs: the first that works, or the one that ``GBATOOL_CORE`` names.

In this order: the compiled bindings of the ``mgba`` package (``bindings``), the shared library
through ABI mode (``libmgba``), a libretro core (by its path, or the one that the system's package
manager installed). They run the same emulation and exchange states; see docs/adr/0016.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gbatool.core.console import Console
from gbatool.errors import EmulatorUnavailableError
from gbatool.files import is_file
from gbatool.rom import Rom

VARIABLE = "GBATOOL_CORE"
BINDINGS, LIBMGBA, LIBRETRO = "bindings", "libmgba", "libretro"
ORDER = (BINDINGS, LIBMGBA, LIBRETRO)


@dataclass(frozen=True, slots=True)
class Core:
    """A core that was loaded and checked.

    Attributes:
        name: ``bindings``, ``libmgba`` or ``libretro``.
        version: Of mGBA in it, such as ``0.10.1``.
        path: Its file, if it was found by one.
        start: Starts a console with a ROM and save memory in it.
    """

    name: str
    version: str
    path: str | None
    start: Callable[[Rom, bytes], Console]

    def power_on(self, rom: Rom, save: bytes = b"") -> Console:
        """Start a console; ``save`` is what is in the cartridge's save memory."""
        return self.start(rom, save)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The look for one kind of core: what was found, or why there is none."""

    name: str
    core: Core | None
    reason: str = ""


def asked_for() -> str | None:
    """The value of ``GBATOOL_CORE``, None if it is not set."""
    return os.environ.get(VARIABLE) or None


def core() -> Core:
    """The core that runs in this process.

    Raises:
        EmulatorUnavailableError: None works, or not the one that ``GBATOOL_CORE`` names.
    """
    return _chosen(asked_for())


@cache
def _chosen(asked: str | None) -> Core:
    if asked is not None:
        return load(asked)
    reasons = []
    for attempt in attempts():
        if attempt.core is not None:
            return attempt.core
        reasons.append(f"{attempt.name}: {attempt.reason}")
    from gbatool.core.libmgba import INSTALL, LIBRARY

    raise EmulatorUnavailableError(
        f"no mGBA core works here; install the library {LIBRARY} with {INSTALL}"
        " (`gbatool doctor` says what was tried)",
        missing=LIBRARY,
        tried=tuple(reasons),
    )


def attempts() -> Iterator[Attempt]:
    """Try each kind of core, in order; a generator, so that a caller can stop at the first that runs."""
    for name in ORDER:
        try:
            yield Attempt(name, load(name))
        except EmulatorUnavailableError as error:
            yield Attempt(name, None, error.message)


@cache
def load(name: str) -> Core:
    """Load and check a core.

    Args:
        name: One of ``ORDER``, or the path of a libretro core or of libmgba.

    Raises:
        EmulatorUnavailableError: It is missing, or it isn't mGBA 0.10.
    """
    if name == LIBRETRO:
        return _libretro(None)
    if name not in ORDER:
        path = Path(name)
        if not is_file(path):
            raise EmulatorUnavailableError(
                f"{VARIABLE} is {name}, which is neither {BINDINGS} nor {LIBMGBA} nor {LIBRETRO}"
                " nor the path of a file; name one of these, or unset it",
                missing=name,
            )
        # the loader looks for a name without a folder elsewhere
        path = path.resolve()
        return _libretro(path) if is_libretro(path) else _libmgba(str(path))
    return _bindings() if name == BINDINGS else _libmgba(None)


def is_libretro(path: Path) -> bool:
    """Whether a library is a libretro core, by the functions that it has.

    Raises:
        EmulatorUnavailableError: It can't be loaded.
    """
    from gbatool.core._abi import ffi

    try:
        lib = ffi.dlopen(str(path))
    except OSError as error:
        raise EmulatorUnavailableError(
            f"{VARIABLE} is {path}, which can't be loaded ({error})", missing=str(path)
        ) from error
    try:
        return bool(lib.retro_api_version)
    except ffi.error:  # a symbol that it does not have
        return False


def _bindings() -> Core:
    from gbatool.core.bindings import load_bindings
    from gbatool.core.mgba_core import MgbaCore

    library = load_bindings()
    return Core(BINDINGS, library.version, None, lambda rom, save: MgbaCore(rom, library, save))


def _libmgba(path: str | None) -> Core:
    from gbatool.core.libmgba import load_library
    from gbatool.core.mgba_core import MgbaCore

    library = load_library(path)
    return Core(LIBMGBA, library.version, path, lambda rom, save: MgbaCore(rom, library, save))


def _libretro(path: Path | None) -> Core:
    from gbatool.core.libretro import FILE_NAME, LibretroCore, check_libretro, installed_core

    path = path or installed_core()
    if path is None:
        raise EmulatorUnavailableError(
            f"no {FILE_NAME} is installed; `apt-get install libretro-mgba` has one, or name a libretro core"
            f" with {VARIABLE}",
            missing=FILE_NAME,
        )
    file = check_libretro(path)
    return Core(LIBRETRO, file.version, str(path), lambda rom, save: LibretroCore(rom, file, save))
