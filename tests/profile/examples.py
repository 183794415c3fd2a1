"""Profiles of ROMs that do not exist, for the tests of this folder."""

from __future__ import annotations

from dataclasses import replace

from gbatool.memory import Address
from gbatool.profile import (
    Evidence,
    PinnedState,
    Profile,
    RomIdentity,
    Status,
    Symbol,
    Unresolved,
)
from gbatool.rom import Rom

PROVEN = (
    Evidence("scan", "callback1 and callback2 point to Thumb code", "1/1", 3, "bedroom"),
    Evidence("key", "held_keys follows each of 10 buttons", "10/10", 1, "bedroom"),
)
SCANNED = (Evidence("scan", "16 tasks, one list", "2/2", 1, "bedroom"),)


def a_rom(filling: int = 0, *, code: str = "ABCE", revision: int = 0, size: int = 0x1000) -> Rom:
    """A ROM of 4 KiB with a header and nothing to run."""
    data = bytearray([filling]) * size
    data[0xA0:0xB2] = f"{'TEST GAME':\0<12}{code}01".encode()
    data[0xB2], data[0xBC] = 0x96, revision
    return Rom(bytes(data), "test.gba")


def a_symbol(
    name: str = "gMain",
    address: int = 0x03001000,
    status: Status = Status.VERIFIED,
    size: int = 0x43C,
    note: str | None = None,
) -> Symbol:
    evidence = {Status.VERIFIED: PROVEN, Status.CORROBORATED: SCANNED, Status.IMPORTED: ()}
    return Symbol(name, Address(address), size, status, evidence[status], note)


def a_profile(
    *symbols: Symbol, rom: Rom | None = None, unresolved: tuple[Unresolved, ...] = ()
) -> Profile:
    """A profile with the given symbols and the savestate that their evidence names."""
    return Profile(
        name="test-game",
        rom=RomIdentity.of(rom or a_rom()),
        engine="frlg",
        savestates={"bedroom": a_state()},
        symbols={symbol.name: symbol for symbol in symbols},
        unresolved={item.name: item for item in unresolved},
    )


def a_state(label: str = "bedroom") -> PinnedState:
    return PinnedState(label, "autopilot", "ab" * 32, "0.10.2", 1234, player=(13, 13))


def full_profile() -> Profile:
    """One of everything that a profile file can hold."""
    profile = a_profile(
        a_symbol("gTasks", 0x03002000, Status.CORROBORATED, 0x280),
        a_symbol(note="the only candidate: 2 copies were refuted"),
        a_symbol("CB2_Overworld", 0x08000200, Status.IMPORTED, 0),
        unresolved=(
            Unresolved(
                "sMenu",
                "no menu was open in any savestate",
                (Address(0x02001234), Address(0x02001240)),
                "a savestate with the start menu open",
            ),
            Unresolved("gSprites", "this needs gObjectEvents", needs=("gObjectEvents",)),
            Unresolved("gObjectEvents", "it was never looked for"),
        ),
    )
    town = replace(a_state("town"), player=None, file_sha256="cd" * 32, note="first line\nsecond")
    return replace(profile, note="made by hand", savestates={"town": town, **profile.savestates})
