"""Moves that scripts teach, and the PP that the engine gives them.

The command is 0x7B in the retail games and in most expansions of the engine, and 0x7A in
``cawtds/pokefirered-expansion`` (``data/script_cmd_table.inc`` of each).
"""

from __future__ import annotations

from collections.abc import Sequence

from gbatool.engine.pokemon import PARTY_SIZE
from gbatool.errors import ProbeError
from gbatool.scan.lab.byte_code import SET_MON_MOVE, set_mon_move
from gbatool.scan.lab.gift import find_gift
from gbatool.scan.lab.inject import SCRIPT_FRAMES, after_script
from gbatool.scan.lab.laboratory import Lab, exploration
from gbatool.scan.overworld.party import SPECIES
from gbatool.scan.tables.given_mons import GivenMon, read_given_mon

SLOTS = 4
COMMANDS = (SET_MON_MOVE, SET_MON_MOVE - 1)
TRIED = (1, 2, 3, 4)
"""Moves that the mon does not know."""
LOW_LEVEL, LOW_FRAMES = 5, 16
"""A low level, and the frames in which every engine has made a mon of it."""


def given(lab: Lab, code: bytes, count: int, frames: int) -> list[GivenMon | None]:
    """The mons that a script gives into an empty party; None for an empty record.

    Args:
        lab: The laboratory; ``gPlayerParty`` must be proven.
        code: The script.
        count: How many it gives.
        frames: Frames that each of them takes.
    """
    frames = SCRIPT_FRAMES + frames * (count - 1)
    snapshot = after_script(lab, code, frames, empty_party=True)
    first = lab.address("gPlayerParty")
    engine = lab.structures
    size = engine.mon.itemsize
    return [read_given_mon(snapshot, first + size * slot, engine) for slot in range(count)]


@exploration
def find_teaching(lab: Lab) -> int:
    """The script command that teaches a move.

    Raises:
        ProbeError: None of the known ones does.
    """
    for command in COMMANDS:
        code = find_gift(lab).mon(SPECIES, LOW_LEVEL)
        for slot, move in enumerate(TRIED):
            code += set_mon_move(0, slot, move, command)
        [mon] = given(lab, code, 1, LOW_FRAMES)
        if mon is not None and mon.moves == TRIED:
            return command
    raise ProbeError("scripts can't teach moves with different PP")


def pp_of(lab: Lab, moves: Sequence[int]) -> dict[int, int]:
    """The PP of these moves as the engine teaches them; moves that it did not teach are left out.

    Raises:
        ProbeError: Scripts can't teach moves.
    """
    command = find_teaching(lab)
    found: dict[int, int] = {}
    for start in range(0, len(moves), SLOTS * PARTY_SIZE):
        taught = moves[start : start + SLOTS * PARTY_SIZE]
        count = -(-len(taught) // SLOTS)
        code = find_gift(lab).mon(SPECIES, LOW_LEVEL) * count
        for i, move in enumerate(taught):
            code += set_mon_move(i // SLOTS, i % SLOTS, move, command)
        for mon in given(lab, code, count, LOW_FRAMES):
            if mon is not None:
                found.update(zip(mon.moves, mon.pp, strict=True))
    return {move: found[move] for move in moves if move in found}
