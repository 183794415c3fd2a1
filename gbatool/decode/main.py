"""Read gMain and the palette fade: which screen runs, and whether a battle does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gbatool.decode.fields import read_symbol
from gbatool.engine import layouts
from gbatool.errors import DecodeError, NotLoadedError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

OVERWORLD = "CB2_Overworld"


@dataclass(frozen=True, slots=True)
class MainState:
    """What the main loop calls (stored Thumb pointers), and whether a battle runs."""

    callback1: int
    callback2: int
    in_battle: bool


def decode_main(ram: Snapshot, profile: Profile) -> MainState | None:
    """Read ``gMain``; None when the profile lacks it."""
    if not profile.has("gMain"):
        return None
    record = read_symbol(ram, profile, "gMain", profile.family.main)
    return MainState(
        callback1=record["callback1"],
        callback2=record["callback2"],
        in_battle=bool(record["flags"] & layouts.MAIN_IN_BATTLE),
    )


def is_at_work(ram: Snapshot, profile: Profile) -> bool:
    """Whether the main loop has not come to its end; False when the profile lacks ``gMain``.

    Most work fits into a frame. Loading a map or making up a wild mon does not: then frames pass in
    which the game looks at no button.
    """
    if not profile.has("gMain"):
        return False
    record = read_symbol(ram, profile, "gMain", profile.family.main)
    return bool(record["intr_check"] & layouts.MAIN_VBLANK_CAME)


def refuse_unfinished_work(ram: Snapshot, profile: Profile) -> None:
    """Refuse a frame in which the main loop had not come to its end.

    While the game loads something, its work takes longer than a frame. Then records are decrypted
    in place, and save blocks half moved. Nothing is refused when the profile lacks ``gMain``.

    Raises:
        NotLoadedError: The main loop was still at work.
    """
    if is_at_work(ram, profile):
        raise read_symbol(ram, profile, "gMain", profile.family.main).error(
            "intr_check",
            "1, the main loop is still at work",
            "0: look again a frame later",
            kind=NotLoadedError,
        )


@contextmanager
def excusing_unfinished_work(ram: Snapshot, profile: Profile) -> Iterator[None]:
    """Take what looks like damage for work in progress in a frame whose work was not done.

    While a map is loaded, one frame shows an object event that has no direction yet.

    Raises:
        NotLoadedError: In place of a :class:`DecodeError`, if the main loop was still at work.
    """
    try:
        yield
    except NotLoadedError:
        raise
    except DecodeError:
        refuse_unfinished_work(ram, profile)
        raise


def is_in_battle(ram: Snapshot, profile: Profile) -> bool:
    """Whether a battle runs; False when the profile lacks ``gMain``."""
    main = decode_main(ram, profile)
    return main is not None and main.in_battle


def is_on_field(ram: Snapshot, profile: Profile) -> bool | None:
    """Whether the overworld is what the main loop runs; None when the profile can't tell."""
    main = decode_main(ram, profile)
    if main is None or not profile.has(OVERWORLD):
        return None
    return not main.in_battle and profile.is_function(main.callback2, OVERWORLD)


def is_fading(ram: Snapshot, profile: Profile) -> bool | None:
    """Whether a palette fade runs; None when the profile lacks ``gPaletteFade``."""
    if not profile.has("gPaletteFade"):
        return None
    return bool(
        read_symbol(ram, profile, "gPaletteFade", profile.structures.palette_fade)["active"]
    )
