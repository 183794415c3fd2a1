"""Moves: mons that scripts teach show which records the engine reads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.tables import battle_moves, teaching
from gbatool.scan.tables.battle_moves import BattleMoves
from tests.scan.rom_staging import loads, rom_bytes_at, with_table
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

MOVES = "gBattleMoves"
MOVE_SIZE, MOVE_COUNT = 12, 40
NO_COMMAND = 0x9A


def move_table(points: Sequence[int]) -> bytes:
    """Moves of which nothing is known but their points."""
    return b"".join(bytes((0, 40, 0, 100, value, 0, 0, 0, 0, 0, 0, 0)) for value in points)


POINTS = [5 * (1 + i * i * i // 5 % 8) for i in range(MOVE_COUNT)]


class Engine:
    """Teaches moves by the table at an address, and not by the cartridge's own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, truth: int) -> None:
        self.truth = truth
        monkeypatch.setattr(battle_moves, "pp_of", self.pp_of)

    def pp_of(self, lab: Lab, moves: Sequence[int]) -> dict[int, int]:
        rom, offset = lab.emulator.live.rom, self.truth - ROM.base + 4
        return {move: int(rom[offset + MOVE_SIZE * move]) for move in moves}


def moves_and_rival(
    base: Derived, monkeypatch: pytest.MonkeyPatch, rival: Sequence[int]
) -> tuple[Lab, Address]:
    """A laboratory with two tables of moves, the first of which an engine uses."""
    gap = bytes(np.arange(1, 0xFD, dtype=np.uint8))  # what stands far behind differs
    lab, at = with_table(base, move_table(POINTS) + gap + move_table(rival))
    Engine(monkeypatch, at)
    lab.known[MOVES] = Candidate(at, "the true one", {"count": MOVE_COUNT, "size": 0})
    return lab, Address(at + MOVE_SIZE * MOVE_COUNT + len(gap))


def test_moves_that_begin_alike_are_refuted_by_other_moves(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [*POINTS[:20], *(value + 1 for value in POINTS[20:])]
    lab, rival = moves_and_rival(base, monkeypatch, others)
    check_told_apart(lab, MOVES, "a table that begins with the same moves", rival)


def test_a_copy_of_the_moves_is_refuted_by_what_stands_far_behind_it(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, rival = moves_and_rival(base, monkeypatch, POINTS)
    check_told_apart(lab, MOVES, "a copy of the table", rival)


def test_moves_end_where_records_stop_looking_like_moves(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, at = with_table(base, move_table(POINTS) + b"\xbb" * 24)
    Engine(monkeypatch, at)
    [candidate] = proposals(lab, BattleMoves()).values()
    assert candidate.address == at
    assert candidate.fields == {"count": MOVE_COUNT, "size": MOVE_SIZE * MOVE_COUNT}


def test_a_copy_of_the_cartridges_moves_is_refuted_by_what_stands_far_behind_it(
    base: Derived,
) -> None:
    size = base.cartridge.symbols[MOVES].size
    lab, at = with_table(base, rom_bytes_at(base, base.answers[MOVES], size))
    check_told_apart(lab, MOVES, "a copy of the table", at)


def test_an_engine_that_teaches_no_moves_proposes_none(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "set_mon_move", lambda *_: bytes((NO_COMMAND,)))
    with pytest.raises(ProbeError, match="can't teach moves"):
        BattleMoves().scan(lab)


def test_a_table_of_moves_at_the_end_of_the_rom_has_nothing_far_behind_it(
    base: Derived, lab: Lab
) -> None:
    probe = probe_against(MOVES, "a copy of the table")
    at = Address(ROM.base + len(base.rom.data) - 480)
    with pytest.raises(ProbeError, match="too few different bytes"):
        probe.run(lab, Candidate(at, "at the end", {"count": MOVE_COUNT}))


WIDE, WIDE_PP = 0x18, 5


def wide_moves(count: int = MOVE_COUNT) -> bytes:
    """Moves in wider records of which nothing is known but their points."""
    return b"".join(
        bytes((0xF0,)) * WIDE_PP + bytes((value,)) + bytes((0xF0,)) * (WIDE - WIDE_PP - 1)
        for value in POINTS[:count]
    )


class WideEngine:
    """Teaches moves by wider records at an address, none far behind them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, truth: int) -> None:
        self.truth = truth
        monkeypatch.setattr(battle_moves, "pp_of", self.pp_of)

    def pp_of(self, lab: Lab, moves: Sequence[int]) -> dict[int, int]:
        rom, offset = lab.emulator.live.rom, self.truth - ROM.base + WIDE_PP
        return {move: int(rom[offset + WIDE * move]) for move in moves if move < MOVE_COUNT}


def with_wide(base: Derived, monkeypatch: pytest.MonkeyPatch, behind: bytes) -> tuple[Lab, Address]:
    """A laboratory whose engine has wider records of moves, and something behind them."""
    gap = bytes(np.arange(1, 0xFD, dtype=np.uint8)) * 8 * WIDE
    table = wide_moves() + gap
    _, at = with_table(base, table)
    lab, _ = with_table(base, table + loads(at, 9) + behind)
    WideEngine(monkeypatch, at)
    fresh = lab.on(lab.emulator)
    del fresh.known["gMoveNames"]
    return fresh, at


def test_wider_records_tell_where_the_points_stand_and_nothing_else(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, at = with_wide(base, monkeypatch, b"")
    [candidate] = proposals(lab, BattleMoves()).values()
    assert candidate.address == at
    assert candidate.traits["battle_move.size"] == f"0x{WIDE:X}"
    assert candidate.traits["battle_move.pp"] == "u8@0x5"
    others = {value for name, value in candidate.traits.items() if name[-2:] not in ("ze", "pp")}
    assert others == {"unknown"}


def test_an_engine_that_checks_the_index_has_its_points_in_one_table(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, at = with_wide(base, monkeypatch, b"")
    candidate = proposals(lab, BattleMoves())[at]
    probe = probe_against(MOVES, "a copy of the table")
    assert probe.run(lab, candidate).verdict is ProbeVerdict.HELD


def test_a_copy_that_code_names_leaves_moves_open_where_the_index_is_checked(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, at = with_wide(base, monkeypatch, b"")
    size = len(wide_moves()) + 0xFC * 8 * WIDE + 8 * 9
    copy = at + size
    lab, _ = with_wide(base, monkeypatch, wide_moves() + loads(copy, 9))
    candidate = proposals(lab, BattleMoves())[at]
    probe = probe_against(MOVES, "a copy of the table")
    assert probe.run(lab, candidate).verdict is ProbeVerdict.INCONCLUSIVE


def test_wider_records_that_no_code_names_are_said_to_be_there(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, at = with_table(base, wide_moves() + b"\xee" * WIDE)
    WideEngine(monkeypatch, at)
    with pytest.raises(ProbeError, match=r"\[24\] bytes apart"):
        BattleMoves().scan(lab.on(lab.emulator))
