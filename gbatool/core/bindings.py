"""The compiled bindings of the ``mgba`` package, where its wheel exists."""

from __future__ import annotations

from gbatool.core.libmgba import INSTALL, LIBRARY, Library, check_version, silence
from gbatool.errors import EmulatorUnavailableError


def load_bindings() -> Library:
    """Import the bindings' cffi pair, check the library's version, and silence its log.

    Only the pair is used: importing the package's classes around it imports an image library and
    asyncio, which takes longer than most commands.

    Raises:
        EmulatorUnavailableError: The package or the library it needs is missing, or another one.
    """
    try:
        import mgba
        from mgba._pylib import ffi, lib
    except ImportError as error:
        if "libmgba" in str(error):
            raise EmulatorUnavailableError(
                f"the library {LIBRARY} is missing; install it with {INSTALL}", missing=LIBRARY
            ) from error
        raise EmulatorUnavailableError(
            f"the Python package mgba can't be imported ({error}); `pip install mgba==0.10.2` has"
            " it for CPython 3.10 and 3.11 on x86-64 Linux",
            missing="mgba",
        ) from error
    version = str(mgba.__version__)
    check_version(version, "the mgba package's library")
    silence(ffi, lib)
    return Library(ffi, lib, version)
