"""Byte code that gives a mon, in whatever form the engine's scripts have it.

The retail games have a command for it (0x79). Expansions of the engine call a routine instead, with
the arguments behind the call: ``callnative`` and the routine's address, a side and a slot (6 is the
first free one), the species, the level, and a word that says which further arguments follow. The
routine is found by the scripts in the ROM that call it so, and shown by what it does. Sources:
``pret/pokefirered`` ``asm/macros/event.inc``; ``rh-hideout/pokeemerald-expansion``, likewise,
``givemon`` of releases 1.8 to 1.16.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gbatool.core import Buttons
from gbatool.engine.pokemon import MON, PARTY_SIZE
from gbatool.errors import ProbeError
from gbatool.memory import Address, Bytes, Snapshot
from gbatool.scan.lab.byte_code import CALL_NATIVE, give_mon
from gbatool.scan.lab.inject import SCRIPT_FRAMES, inject
from gbatool.scan.lab.laboratory import Lab, exploration, measurement
from gbatool.scan.lab.pokes import Write, writes
from gbatool.scan.lab.records import find_all_records, find_any_records
from gbatool.scan.lab.talk import WAITING, find_talk

FIRST_FREE = b"\x00\x06"
"""The player's side, and a slot behind the last one."""
ITEM, FIRST_MOVE = 1 << 0, 17
"""Bits of the word that says which arguments follow: the item, and the four moves from bit 17 on."""
CALLS = re.compile(
    rb"\x23(?P<routine>...[\x08-\x0b])(?P<place>\x00\x06)?.[\x00-\x07][\x01-\x64]\x00...[\x00-\x01]",
    re.DOTALL,
)
LEAST_CALLS, MOST_ROUTINES = 3, 4
STRIDES = (MON.itemsize, *(size for size in range(0x40, 0x90, 4) if size != MON.itemsize))
"""Sizes of a record: that of the retail games, and others."""
ROOM, KEPT = 3, 2
"""So many mons are given at most; so many are kept where that has no room."""
SPECIES, LEVEL = 1, 19
GIVE_FRAMES = 5 * SCRIPT_FRAMES


@measurement
def full_parties(lab: Lab) -> list[tuple[Address, int]]:
    """Where so many records follow one another that three more have no room: start and stride."""
    find_talk(lab)
    found = set(find_all_records(lab.snapshot(WAITING)))
    full = []
    for stride in STRIDES:
        starts = sorted(at for at in found if at - stride not in found)
        last = stride * (PARTY_SIZE - ROOM)
        full += [(at, stride) for at in starts if set(range(at, at + last + 1, stride)) <= found]
    return full


def room_made(full: list[tuple[Address, int]]) -> list[Write]:
    """What removes all but the first mons of parties in which three more have no room."""
    return [Write(at + size * KEPT, bytes(size * (PARTY_SIZE - KEPT))) for at, size in full]


@dataclass(frozen=True, slots=True)
class Gift:
    """How a script gives a mon.

    Attributes:
        call: The call of the routine, and what comes before the species, in hex; empty where the
            engine has a command.
    """

    call: str = ""

    def mon(self, species: int, level: int, item: int = 0) -> bytes:
        """Byte code that gives one.

        Args:
            species: A number, or a variable that holds one.
            level: 1 to 100.
            item: What it holds; 0 for nothing.
        """
        if not self.call:
            return give_mon(species, level, item)
        words = species.to_bytes(2, "little") + level.to_bytes(2, "little")
        flags = ITEM if item else 0
        held = item.to_bytes(2, "little") if item else b""
        return bytes.fromhex(self.call) + words + flags.to_bytes(4, "little") + held


@exploration
def find_gift(lab: Lab) -> Gift:
    """How scripts of this engine give a mon.

    Raises:
        ProbeError: In none of the known forms.
    """
    for gift in (Gift(), *calling(lab.emulator.live.rom)):
        if _gives(lab, gift):
            return gift
    raise ProbeError("scripts give a mon in none of the known forms")


def calling(rom: Bytes) -> Iterator[Gift]:
    """Routines that scripts of the ROM seem to call for it, the most frequent first."""
    counted = Counter(
        (found["routine"], found["place"] or b"") for found in CALLS.finditer(rom.tobytes())
    )
    odd = [(call, count) for call, count in counted.items() if call[0][0] & 1]
    odd.sort(key=lambda item: (not item[0][1], -item[1]))
    for place in (FIRST_FREE, b""):
        often = [call for call, count in odd if call[1] == place and count >= LEAST_CALLS]
        for routine, _ in often[:MOST_ROUTINES]:
            yield Gift((bytes((CALL_NATIVE,)) + routine + place).hex())


def _gives(lab: Lab, gift: Gift) -> bool:
    """Whether a record with the level appears that was not there before."""
    # the first mon given makes the count right after others were removed
    full = full_parties(lab)
    script = inject(lab, (1 + bool(full)) * gift.mon(SPECIES, LEVEL))
    poke = writes(*room_made(full), script)
    after = lab.run_after(WAITING, [(Buttons.NONE, GIVE_FRAMES)], poke)
    before = set(_records(lab.snapshot(WAITING)))
    return any(at not in before for at in _records(after))


def _records(snapshot: Snapshot) -> list[int]:
    return [int(at) for at, _ in find_any_records(snapshot, LEVEL, SPECIES)]
