"""The error classes: each error names what is wrong, what was expected and what to do.

Each error stores the parts of its message, so that the command line can print one line and
``--json`` the same parts under ``error.detail``. The exit status is an attribute of the class; only
``cli.main`` turns an error into a status.

An error that a single module raises may be defined there. ``docs/errors.md`` lists every code.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import ClassVar, TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | tuple[JsonValue, ...] | dict[str, JsonValue] | None"


class ExitCode(IntEnum):
    """Exit statuses of the command line."""

    OK = 0
    FAULT = 1
    USAGE = 2
    FAILED_CLOSED = 3
    REFUSED = 4
    ENDED_SHORT = 5
    INTERRUPTED = 130


def did_you_mean(text: str, known: Iterable[str], most: int = 1) -> str:
    """A question to append to a message about an unknown name; empty if none of those known is near.

    >>> did_you_mean("gMian", ["gMain", "gTasks"])
    ' (did you mean gMain?)'
    """
    from difflib import get_close_matches

    near = get_close_matches(text, list(known), most)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


class GbatoolError(Exception):
    """Base of every error that the tool raises on purpose.

    Attributes:
        code: Stable machine-readable name, printed as ``error.code``.
        exit_code: Exit status of a command that ends with this error.
        detail: The parts of the message (symbol, address, observed, expected, ...).
    """

    code: ClassVar[str] = "error"
    exit_code: ClassVar[ExitCode] = ExitCode.FAULT

    def __init__(self, message: str, **detail: JsonValue) -> None:
        super().__init__(message)
        self.message = message
        self.detail: dict[str, JsonValue] = detail


class UsageError(GbatoolError):
    """The command line or an input file is not valid."""

    code = "usage"
    exit_code = ExitCode.USAGE


class FileProblemError(UsageError):
    """A file can't be read or written."""

    code = "file_problem"


class FailedClosedError(GbatoolError):
    """Base of refusals to guess: identity, digest, undecodable state, unproven symbol."""

    code = "failed_closed"
    exit_code = ExitCode.FAILED_CLOSED


class EmulatorUnavailableError(FailedClosedError):
    """The emulator can't be started on this machine."""

    code = "emulator_unavailable"


class EmulatorFaultError(FailedClosedError):
    """The emulator failed to do what it was asked to do."""

    code = "emulator_fault"


class NotARomError(FailedClosedError):
    """The file is not a Game Boy Advance ROM."""

    code = "not_a_rom"


class PatchError(FailedClosedError):
    """A patch is damaged, was made for another ROM, or its result is not what it promises."""

    code = "patch"


class SaveFileError(FailedClosedError):
    """A game's save file can't be read: wrong size, or nothing valid in it."""

    code = "save_file"


class WrongRomError(FailedClosedError):
    """A profile or savestate belongs to another ROM."""

    code = "wrong_rom"


class StateFileError(FailedClosedError):
    """A savestate can't be read: wrong kind of file, truncated, other core version."""

    code = "state_file"


class DigestMismatchError(FailedClosedError):
    """A pinned savestate or its RAM is not the one that was pinned."""

    code = "digest_mismatch"


class ProfileError(FailedClosedError):
    """A profile file is not valid; names file, line and field."""

    code = "profile"


class NoProfileError(ProfileError):
    """No profile belongs to the ROM; one has to be derived."""

    code = "no_profile"


class UnprovenSymbolError(FailedClosedError):
    """A symbol is missing from the profile or its status is not good enough."""

    code = "unproven_symbol"


class OutOfRegionError(FailedClosedError):
    """An address range is outside readable or writable memory."""

    code = "out_of_region"


class DecodeError(FailedClosedError):
    """A structure holds a value that the game can't produce.

    Args:
        field: Symbol or ``symbol.field`` that was read.
        address: Bus address of the value.
        observed: The value.
        expected: The acceptable values.
    """

    code = "undecodable"

    def __init__(self, field: str, address: int, *, observed: object, expected: str) -> None:
        self.field, self.address = field, address
        self.observed, self.expected = str(observed), expected
        super().__init__(
            f"{field} at 0x{address:08X} is {observed}; expected {expected}",
            field=field,
            address=f"0x{address:08X}",
            observed=self.observed,
            expected=expected,
        )


class NotLoadedError(DecodeError):
    """The part is not loaded in this frame, as the game allows (no map during a battle)."""

    code = "not_loaded"


class NoCandidateError(FailedClosedError):
    """A scan found no candidate at all."""

    code = "no_candidate"


class ProbeError(FailedClosedError):
    """A probe could not run, which is no evidence for or against the candidate."""

    code = "probe"


class NoPlayerControlError(FailedClosedError):
    """No state in which the player can walk: neither the one given as ``overworld``, nor by autopilot."""

    code = "no_player_control"


class ActionError(GbatoolError):
    """An action was refused before anything was pressed.

    Args:
        code: The refusal's own code (``walk_target_outside_map``, ...).
        message: What would have to be different.
        detail: The parts of the message.
    """

    code = "action_refused"
    exit_code = ExitCode.REFUSED

    def __init__(self, code: str, message: str, **detail: JsonValue) -> None:
        super().__init__(message, **detail)
        self.refusal = code


class SessionError(FailedClosedError):
    """A session folder holds something that can't be continued from."""

    code = "session"


class SessionBusyError(SessionError):
    """Another process is writing to the session."""

    code = "session_busy"
