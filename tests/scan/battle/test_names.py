"""Names of types and abilities: what the battle shows for them is what stands in the table."""

from __future__ import annotations

import pytest

from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.battle import names as battle_names
from gbatool.scan.battle.names import AbilityNames, Frame, TypeNames, moves_by_type
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.tables.text_tables import TextTable
from tests.scan.rom_staging import with_table
from tests.scan.staging import Derived, check_told_apart

RIVAL = "a table that begins with the same names"
KINDS = 18
ABILITIES = 40
TABLES: dict[str, tuple[TextTable, int]] = {
    "gTypeNames": (TypeNames(), KINDS),
    "gAbilityNames": (AbilityNames(), ABILITIES),
}


def name(index: int) -> bytes:
    """A name of its own for each index."""
    return bytes((0xBB + index % 20, 0xC1, 0xD5 + index // 20, 0xD5 + index % 7))


def table(width: int, count: int, changed: int | None = None) -> bytes:
    """Records of names, one of them with its neighbour's name, and something that is no name."""
    names = [name(index - 1 if index == changed else index) for index in range(count)]
    records = b"".join((text + b"\xff").ljust(width, b"\0") for text in names)
    return records + bytes((0xFE,)) * width


def staged(
    base: Derived, monkeypatch: pytest.MonkeyPatch, symbol: str
) -> tuple[Lab, Address, Address]:
    """A cartridge with a table and a rival, and a battle that shows the first one's names."""
    locator, count = TABLES[symbol]
    first = table(locator.table.stride, count)
    first = first.ljust(-(-len(first) // 4) * 4, b"\0")
    lab, at = with_table(base, first + table(locator.table.stride, count, changed=count - 1))
    kinds = {index: 100 + index for index in range(count)}
    monkeypatch.setattr(battle_names, "moves_by_type", lambda _: kinds)
    monkeypatch.setattr(battle_names, "_type_text", lambda _, move: b"kind " + name(move - 100))
    monkeypatch.setattr(
        battle_names, "_ability_text", lambda _, index: b"its " + name(index) + b" holds"
    )
    return lab, at, at + len(first)


@pytest.mark.parametrize("symbol", TABLES)
def test_a_table_that_ends_otherwise_is_refuted(
    base: Derived, monkeypatch: pytest.MonkeyPatch, symbol: str
) -> None:
    assert RIVAL == "a table that begins with the same names"
    lab, truth, rival = staged(base, monkeypatch, symbol)
    lab.known[symbol] = Candidate(truth, "the true one")
    check_told_apart(lab, symbol, RIVAL, rival)
    story = eliminate(lab, TABLES[symbol][0])
    assert story.survivor is not None
    locator, count = TABLES[symbol]
    assert story.survivor.fields["size"] == count * locator.table.stride


def test_texts_without_the_names_prove_nothing(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle_names, "_type_text", lambda *_: b"a kind")
    monkeypatch.setattr(battle_names, "_ability_text", lambda *_: b"it holds")
    fresh = lab.on(lab.emulator)
    with pytest.raises(ProbeError, match="does not compose the names of types"):
        TypeNames().scan(fresh)
    with pytest.raises(ProbeError, match="does not follow the ability"):
        AbilityNames().scan(fresh)


def test_a_battle_that_says_nothing_is_said_to(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle_names, "REFUSAL_FRAMES", 0)
    with pytest.raises(ProbeError, match="no message follows running"):
        AbilityNames().scan(lab.on(lab.emulator))


def test_each_type_has_the_first_move_of_it(lab: Lab) -> None:
    moves = moves_by_type(lab)
    table = lab.known["gBattleMoves"]
    types = [
        lab.emulator.live.u8(table.address + 12 * move + 2) for move in range(table.fields["count"])
    ]
    assert len(moves) > 1
    assert all(types.index(kind, 1) == move for kind, move in moves.items())


@pytest.mark.parametrize(
    ("texts", "before", "behind"),
    [
        ([b"a FAST one", b"a SLOW one"], b"a ", b" one"),
        ([b"FAST", b"SLOW"], b"", b""),
        ([b"one", b"one"], b"one", b""),
    ],
)
def test_what_stands_around_a_name_is_what_all_texts_share(
    texts: list[bytes], before: bytes, behind: bytes
) -> None:
    assert Frame.of(texts) == Frame(before, behind)


def test_another_text_has_no_name_to_cut_out() -> None:
    assert Frame(b"a ", b" one").name(b"something else") == b"something else"
