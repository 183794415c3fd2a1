"""The shared library of mGBA 0.10 through cffi's ABI mode: no compiled wheel, any CPython.

``struct mCore`` begins with members whose size depends on how the library was built (``PATH_MAX``,
``USE_DEBUGGERS``), followed by its function table. So the table is found at run time: in a core
that was just created it is the one run of that length whose pointers ``dladdr`` places inside the
library itself. What was found is used only if every check holds: the version, the length of the run, the
platform, the screen's size, the size of a state, and the clock that stands before the table.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from gbatool.core.protocol import RAW_STATE_SIZE, SCREEN_HEIGHT, SCREEN_WIDTH
from gbatool.errors import EmulatorUnavailableError

SERIES = "0.10"
"""The only series whose states and structures are known here."""
LIBRARY = "libmgba.0.10.dylib" if sys.platform == "darwin" else "libmgba.so.0.10"
NAMES = (LIBRARY, f"/opt/homebrew/lib/{LIBRARY}", f"/usr/local/lib/{LIBRARY}")
"""Names for the loader; Homebrew's folders are in no search path."""
INSTALL = (
    "`apt-get install libmgba0.10` (Debian, Ubuntu), `dnf install mgba-libs` (Fedora with RPM"
    " Fusion), `pacman -S libmgba` (Arch) or `brew install mgba` (macOS)"
)

SEARCHED_WORDS = 1024
"""8 KiB: beyond every offset that PATH_MAX gives, inside what a core allocates."""
NO_FUNCTION = 26
"""Place of ``selectBIOS`` in the table, which a Game Boy Advance core does not have."""
TABLES = ("struct mCoreWithDebuggers", "struct mCoreWithoutDebuggers")
PLATFORM_GBA = 0


@dataclass(frozen=True, slots=True)
class Library:
    """A library that was checked.

    Attributes:
        ffi: cffi's interface to its types.
        lib: Its functions.
        version: Such as ``0.10.1``.
        table: The C type of its function table; None if a core is that itself.
        offset: Where the table begins in a core, in bytes.
    """

    ffi: Any
    lib: Any
    version: str
    table: str | None = None
    offset: int = 0

    def calls(self, core: Any) -> Any:  # noqa: ANN401 - cffi objects have no types
        """The function table of a core."""
        if self.table is None:
            return core
        return self.ffi.cast(f"{self.table} *", self.ffi.cast("char *", core) + self.offset)

    def clock(self, core: Any) -> Any:  # noqa: ANN401
        """The core's ``struct mRTCGenericSource``, which stands right before the table."""
        if self.table is None:
            return core.rtc
        before = self.offset - self.ffi.sizeof("struct mRTCGenericSource")
        return self.ffi.cast("struct mRTCGenericSource *", self.ffi.cast("char *", core) + before)

    def free(self, memory: Any) -> None:  # noqa: ANN401
        """Free memory that the library allocated."""
        lib = self.lib if self.table is None else self.ffi.dlopen(None)
        lib.free(memory)


def load_library(path: str | None = None) -> Library:
    """Load the library, check it, and silence its log.

    Args:
        path: A file; None to let the loader find the system's own.

    Raises:
        EmulatorUnavailableError: It is missing, or it is not what this module knows.
    """
    from gbatool.core._abi import ffi

    problems = []
    for name in (path,) if path else NAMES:
        try:
            lib = ffi.dlopen(name)
            break
        except OSError as error:
            problems.append(str(error))
    else:
        raise EmulatorUnavailableError(
            f"the library {path or LIBRARY} can't be loaded ({problems[0]}); install it with"
            f" {INSTALL}",
            missing=path or LIBRARY,
        )
    library = _checked(ffi, lib, path or LIBRARY)
    silence(ffi, lib)
    return library


def _checked(ffi: Any, lib: Any, name: str) -> Library:  # noqa: ANN401
    try:
        version = ffi.string(lib.projectVersion).decode("ascii", "replace")
        create = lib.GBACoreCreate
    except ffi.error as error:  # a symbol that it does not have
        raise _refused(name, "it has neither projectVersion nor GBACoreCreate") from error
    check_version(version, name)
    core = create()
    try:
        offset, table = _find_table(ffi, lib, core, name)
        library = Library(ffi, lib, version, table, offset)
        _check_core(library, core, name)
    except BaseException:
        ffi.dlopen(None).free(core)
        raise
    library.calls(core).deinit(core)
    return library


def check_version(version: str, name: str) -> None:
    """Refuse every series but 0.10.

    Raises:
        EmulatorUnavailableError: Names the version.
    """
    if not f"{version}.".startswith(f"{SERIES}."):
        raise EmulatorUnavailableError(
            f"{name} is mGBA {version}; gbatool knows {SERIES} only: install that series with"
            f" {INSTALL}",
            missing=f"mGBA {SERIES}",
            observed=version,
        )


def _refused(name: str, why: str) -> EmulatorUnavailableError:
    return EmulatorUnavailableError(
        f"{name} is not an mGBA {SERIES} that gbatool knows: {why}; install another build with"
        f" {INSTALL}, or name a libretro core with GBATOOL_CORE",
        missing=f"mGBA {SERIES}",
        found=why,
    )


def _find_table(ffi: Any, lib: Any, core: Any, name: str) -> tuple[int, str]:  # noqa: ANN401
    """Where the function table begins, and its type."""
    system, info = ffi.dlopen(None), ffi.new("Dl_info *")
    system.dladdr(ffi.cast("void *", ffi.addressof(lib, "GBACoreCreate")), info)
    base, words = info.dli_fbase, ffi.cast("uintptr_t *", core)

    def inside(word: int) -> bool:
        return bool(system.dladdr(ffi.cast("void *", word), info)) and info.dli_fbase == base

    leads_inside = [bool(words[at]) and inside(words[at]) for at in range(SEARCHED_WORDS)]
    word = ffi.sizeof("void *")
    for table in TABLES:
        length = ffi.sizeof(table) // word
        # What the core has not set yet is whatever the heap had there, old pointers included.
        starts = [
            start
            for start in range(SEARCHED_WORDS - length)
            if all(leads_inside[start + at] for at in range(length) if at != NO_FUNCTION)
        ]
        if len(starts) == 1:
            return starts[0] * word, table
    raise _refused(name, "the function table of its core was not found")


def _check_core(library: Library, core: Any, name: str) -> None:  # noqa: ANN401
    """Compare what the table answers with what mGBA 0.10 answers."""
    ffi, calls = library.ffi, library.calls(core)
    platform = calls.platform(core)
    if platform != PLATFORM_GBA:
        raise _refused(name, f"its core has platform {platform}, a Game Boy Advance has 0")
    if not calls.init(core):
        raise _refused(name, "its core can't be initialised")
    library.lib.mCoreInitConfig(core, ffi.NULL)
    width, height = ffi.new("unsigned *"), ffi.new("unsigned *")
    calls.desiredVideoDimensions(core, width, height)
    if (width[0], height[0]) != (SCREEN_WIDTH, SCREEN_HEIGHT):
        raise _refused(name, f"its screen has {width[0]}x{height[0]} pixels")
    size = calls.stateSize(core)
    if size != RAW_STATE_SIZE:
        raise _refused(name, f"its states have {size} bytes, those of 0.10 have {RAW_STATE_SIZE}")
    if library.clock(core).p != core:
        raise _refused(name, "no clock stands before the function table of its core")


_quiet: list[Any] = []


def silence(ffi: Any, lib: Any) -> None:  # noqa: ANN401
    """Make a library drop its log messages in C.

    The bindings' own way calls Python for each message, several times a frame, and a
    ``KeyboardInterrupt`` in such a call is lost: cffi prints it and continues.
    """
    logger, drops_all = ffi.new("struct mLogger *"), ffi.new("struct mLogFilter *")
    lib.mLogFilterInit(drops_all)
    drops_all.defaultLevels = 0
    logger.filter = drops_all  # with it, its ``log``, which is NULL, is never called
    lib.mLogSetDefaultLogger(logger)
    _quiet.append((logger, drops_all))  # C keeps pointers to both as long as the process runs
