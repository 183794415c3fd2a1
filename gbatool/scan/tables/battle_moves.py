"""gBattleMoves: the ROM table of moves.

A script teaches moves, and the engine gives them the PP of their records. So a byte that is right for
each move is looked for at any distance. The records of expansions are wider and begin with a pointer
to the name (``gMovesInfo``); what else is in them is packed in other ways and not told here, so that
the engine's layout lacks it. In the retail games a script also teaches moves far behind the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gbatool.engine.engine import NONE, UNKNOWN
from gbatool.engine.layouts import Dtype, offset_of
from gbatool.engine.pokemon import BATTLE_MOVE, MOST_PP
from gbatool.engine.traits import field_value, with_traits
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Bytes
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.name_places import is_named, start_of
from gbatool.scan.kernel.record_places import byte_places
from gbatool.scan.kernel.rom_tables import rows, run_length, table_length
from gbatool.scan.lab import stages
from gbatool.scan.lab.buffers import MOVE_NAME
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.records import MOST_SPECIES
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.tables.forms import trait_of
from gbatool.scan.tables.inner_names import compare_inner, find_inner
from gbatool.scan.tables.name_tables import spread
from gbatool.scan.tables.teaching import SLOTS, pp_of

SYMBOL = "gBattleMoves"
MOVE_SIZE, PP = BATTLE_MOVE.itemsize, offset_of(BATTLE_MOVE, "pp")
FIRST_MOVES, MOVES_SPREAD, MOVES_FAR, FAR_GAP = range(1, 17), 24, 24, 64
TYPES = 32  # hacks have more types than the engine
PP_AGREE = "{} of {} moves had"
OTHERS = tuple(field for field in BATTLE_MOVE.names or () if field != "pp")


@measurement
def first_pp(lab: Lab) -> dict[int, int]:
    """The PP of the first moves.

    Raises:
        ProbeError: Scripts can't teach them, or they have too few different PP.
    """
    pp = pp_of(lab, FIRST_MOVES)
    if len(pp) < len(FIRST_MOVES) or len(set(pp.values())) < SLOTS:
        raise ProbeError("scripts can't teach moves with different PP")
    return pp


def layout_of(lab: Lab, candidate: Candidate) -> Dtype:
    """The layout of a candidate's records."""
    return with_traits(lab.structures, candidate.traits).battle_move


class PredictPP(Probe):
    """Moves throughout the table have the PP of their records."""

    name = "predict-points"
    stage = stages.WAITING
    predicted = (
        "moves taught by a script have the PP of their records, and the names if these have any"
    )
    observed = PP_AGREE

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Read the PP in the ROM, then teach the moves."""
        moves = spread(candidate.fields["count"], MOVES_SPREAD)
        held, tried = _compare_pp(lab, candidate, moves)
        named, of = compare_inner(lab, candidate, MOVE_NAME)
        return self.tally(held + named, tried + of)


class PredictFarPP(Probe):
    """A move far behind the table has the byte there as its PP.

    An engine that checks the index gives none of them. Then no other table may have the PP.
    """

    name = "predict-far"
    stage = stages.WAITING
    predicted = (
        "a move far behind the table has the byte there as its PP, or the engine checks the index"
        " and there is no other table with the PP"
    )
    observed = PP_AGREE

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Choose indices with different bytes, and teach those."""
        rom, layout = lab.emulator.live.rom, layout_of(lab, candidate)
        first = candidate.fields["count"] + FAR_GAP
        offset = candidate.address - ROM.base + offset_of(layout, "pp")
        size = layout.itemsize
        last = min(_most_move(lab), (len(rom) - offset) // size)
        bytes_there = rom[offset + size * np.arange(first, max(first, last))] & _pp_mask(lab)
        values, where = np.unique(bytes_there, return_index=True)
        where = where[values <= _most_pp(lab)]
        if len(where) < MOVES_FAR:
            raise ProbeError("there are too few different bytes behind the table at its distance")
        moves = [first + int(where[i]) for i in spread(len(where), MOVES_FAR)]
        taught = pp_of(lab, moves)
        if len(set(taught.values())) < 2:
            return self._checked(lab, candidate)
        return self.tally(*_agree(lab, candidate, moves, taught))

    def _checked(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """The engine checks the index: is there another table with the PP of the first moves?"""
        live, own = lab.emulator.live, candidate.address - ROM.base
        others = [
            (first, stride)
            for first, stride in byte_places(live.rom, first_pp(lab))
            if not 0 <= first - own < stride and is_named(live, first, stride)
        ]
        if others:
            return ProbeFinding(self.predicted, "the engine checks the index", 0, 0)
        seen = "the engine checks the index, and no other table has the PP"
        return ProbeFinding(self.predicted, seen, 1, 1)


def _most_move(lab: Lab) -> int:
    """Behind the greatest number of a move that a mon's record can hold.

    A record without a checksum is told by its possible values.
    """
    held = 1 << _bits(lab, "moves", 16)
    return min(held, MOST_SPECIES + 1) if lab.structures.mon_checksum == NONE else held


def _most_pp(lab: Lab) -> int:
    return MOST_PP if lab.structures.mon_checksum == NONE else 0xFF


def _pp_mask(lab: Lab) -> int:
    return (1 << _bits(lab, "pp", 8)) - 1


def _bits(lab: Lab, field: str, whole: int) -> int:
    metadata = lab.structures.mon_parts[field].base.metadata
    return int(metadata["bits"][1]) if metadata else whole


def _compare_pp(lab: Lab, candidate: Candidate, moves: Sequence[int]) -> tuple[int, int]:
    """How many moves have the PP of their records once they are taught, and of how many."""
    return _agree(lab, candidate, moves, pp_of(lab, moves))


def _agree(
    lab: Lab, candidate: Candidate, moves: Sequence[int], taught: dict[int, int]
) -> tuple[int, int]:
    layout = layout_of(lab, candidate)
    rom, offset = lab.emulator.live.rom, candidate.address - ROM.base + offset_of(layout, "pp")
    mask = _pp_mask(lab)
    held = sum(
        taught.get(move) == int(rom[offset + layout.itemsize * move]) & mask for move in moves
    )
    return held, len(moves)


@dataclass(frozen=True, slots=True)
class _Records:
    """Where records of moves are: the start, their size, the offset of the PP."""

    start: int
    size: int
    pp: int


class BattleMoves(Locator):
    """Effect, power, type, accuracy and PP of each move."""

    symbol = SYMBOL
    size = 0
    requires = ("sGlobalScriptContext", "gPlayerParty")
    prefers = ("gStringVar4", "gMoveNames", "mon_parts.species")
    teaches = (
        "names.moves",
        "battle_move.size",
        "battle_move.pp",
        *(f"battle_move.{field}" for field in OTHERS),
    )
    probes = (PredictPP(), PredictFarPP())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="ROM table of moves, 12 bytes each in the retail games, indexed by move.",
        rivals={
            "a table that begins with the same moves": "predict-points",
            "a copy of the table": "predict-far",
        },
        references=(
            "pret/pokefirered: include/pokemon.h, struct BattleMove",
            "pret/pokefirered: src/pokemon.c, SetMonMoveSlot",
            "rh-hideout/pokeemerald-expansion: include/move.h, struct MoveInfo",
        ),
        limitations=(
            "Where the engine checks the index, another table with the same PP leaves it"
            " unresolved.",
            "Of records in another form, PP and names are told and nothing else.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every address at which the PP that the engine gives are at equal distances."""
        found, unknown = [], []
        for first, size in byte_places(lab.emulator.live.rom, first_pp(lab)):
            if size == MOVE_SIZE and first >= PP:
                found.append(self._candidate(lab, _Records(first - PP, size, PP)))
                continue
            start = start_of(lab.emulator.live, first, size)
            if start is None:
                unknown.append(size)
            else:
                found.append(self._candidate(lab, _Records(start, size, first - start)))
        if unknown and not found:
            raise ProbeError(
                f"its PP are {unknown} bytes apart, but code does not tell where a table of them"
                " begins"
            )
        return found

    def _candidate(self, lab: Lab, records: _Records) -> Candidate:
        start, size = records.start, records.size
        inner = find_inner(lab, MOVE_NAME, SYMBOL, start, size)
        traits = {
            "battle_move.size": f"0x{size:X}",
            "battle_move.pp": field_value("u8", records.pp),
        }
        if (size, records.pp) != (MOVE_SIZE, PP):
            traits |= {f"battle_move.{field}": UNKNOWN for field in OTHERS}
        if inner is not None:
            traits |= trait_of("moves", inner.form)
        count = inner.count if inner is not None else self._count(lab, records)
        fields = {"count": count, "size": count * size}
        reason = f"{count} records whose PP are those of the moves that scripts teach"
        return Candidate(Address(ROM.base + start), reason, fields, traits)

    def _count(self, lab: Lab, records: _Records) -> int:
        """How many records there are: at least as many as there are names, if these are known."""
        live = lab.emulator.live
        there = rows(live.rom, records.start, records.size)
        fits = _like_moves(there) if records.size == MOVE_SIZE else there[:, records.pp] <= MOST_PP
        run = max(run_length(fits), SLOTS)
        count = table_length(live, records.start, records.size, run)
        names = lab.known.get("gMoveNames")
        named = names.fields["count"] if names is not None else 0
        return max(count, named) if records.size == MOVE_SIZE or not named else named


def _like_moves(records: Bytes) -> npt.NDArray[np.bool_]:
    moves = records.view(BATTLE_MOVE)[:, 0]
    fits: npt.NDArray[np.bool_] = (moves["type"] < TYPES) & (moves["pp"] <= MOST_PP)
    fits &= (moves["accuracy"] <= 100) & (moves["effect_chance"] <= 100)
    fits &= (moves["priority"] > -8) & (moves["priority"] < 8) & (moves["unused"] == 0).all(1)
    return fits
