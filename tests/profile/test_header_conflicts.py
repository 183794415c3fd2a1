"""The game header against the profile: only what is proven contradicts it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gbatool.engine.rom_header import GameHeader
from gbatool.memory import ROM, Address
from gbatool.profile import Profile, Unresolved
from gbatool.profile.header_conflicts import HeaderConflict, header_conflicts
from gbatool.profile.model import Status, Trait
from gbatool.profile.reader import load_profile
from gbatool.profile.stock_headers import stock_games
from gbatool.rom import Rom
from tests.engine.headers import rom_image

HEADER = stock_games()[0].header
PROFILE = load_profile(Path(__file__).parents[2] / "profiles/firered-us-1.0.yaml")
MOVES = Address(ROM.base + 0x9E1BA5)
ELSEWHERE = Trait("save_block1.flags", "u8@0xEE4", Status.VERIFIED, ())


def conflicts(header: GameHeader, profile: Profile = PROFILE) -> tuple[HeaderConflict, ...]:
    return header_conflicts(Rom(rom_image(header, size=0x1000000), "test.gba"), profile)


def test_the_stock_header_agrees_with_the_stock_profile() -> None:
    assert conflicts(HEADER) == ()


@pytest.mark.parametrize(
    ("header", "field", "proven_by"),
    [
        (
            replace(HEADER, tables=replace(HEADER.tables, moves=MOVES)),
            "tables.moves",
            "gBattleMoves",
        ),
        (
            replace(HEADER, save=replace(HEADER.save, trainer_id=0xC)),
            "save.trainer_id",
            "save_block2.player_trainer_id",
        ),
        (
            replace(HEADER, capacities=replace(HEADER.capacities, pc=31)),
            "capacities.pc",
            "save_block1.pc_items",
        ),
    ],
)
def test_a_field_that_says_otherwise_is_named_with_both_values(
    header: GameHeader, field: str, proven_by: str
) -> None:
    (conflict,) = conflicts(header)
    assert (conflict.header_field, conflict.proven_by) == (field, proven_by)
    assert conflict.header != conflict.proven
    assert conflict.text == (
        f"the game header says {conflict.header} for {field};"
        f" the running game has {conflict.proven} ({proven_by})"
    )


def test_a_trait_contradicts_a_header_that_was_left_as_it_was() -> None:
    moved = replace(PROFILE, traits={ELSEWHERE.name: ELSEWHERE})
    (conflict,) = conflicts(HEADER, moved)
    assert (conflict.header, conflict.proven) == ("0xEE0", "0xEE4")


def test_what_is_not_proven_contradicts_nothing() -> None:
    header = replace(
        HEADER,
        tables=replace(HEADER.tables, moves=MOVES),
        save=replace(HEADER.save, trainer_id=0xC),
    )
    symbols = {name: one for name, one in PROFILE.symbols.items() if name != "gBattleMoves"}
    trait = "save_block2.player_trainer_id"
    unresolved = {trait: Unresolved(trait, "all candidates were refuted")}
    assert conflicts(header, replace(PROFILE, symbols=symbols, unresolved=unresolved)) == ()
    assert conflicts(header, replace(PROFILE, symbols={})) == ()


def test_a_rom_without_the_header_has_no_conflict() -> None:
    assert header_conflicts(Rom(bytes(0x1000000), "test.gba"), PROFILE) == ()
