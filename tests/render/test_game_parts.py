"""Party, bag, trainer and battle as formatted text."""

from __future__ import annotations

import pytest
from rich.console import Console, RenderableType
from syrupy.assertion import SnapshotAssertion

from gbatool.decode import state
from gbatool.errors import NotLoadedError
from gbatool.render.parts import document_gaps, document_parts
from tests.decode.records import battle_world, mon, party_world, trainer_world
from tests.decode.world import PROFILE, World, profile_without


def drawn(parts: list[RenderableType]) -> str:
    """What is printed, without colours, on a wide terminal."""
    console = Console(width=200, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(*parts, sep="\n")
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def shown(document: object) -> str:
    return drawn([*document_parts(document, local=False), *document_gaps(document)])


def test_shows_a_party(snapshot: SnapshotAssertion) -> None:
    ill = mon(status=1 << 7 | 2 << 8, item=13, flags=6, ivs=1 << 30, hp=(1, 23))
    shiny = mon(personality=0x00030000, owner=5 << 16 | 5, moves=())
    document = state.party_document(party_world(ill, shiny).build(), PROFILE)
    assert shown(document) == snapshot


def test_shows_ids_where_names_are_not_known() -> None:
    lean = profile_without("gSpeciesNames", "gMoveNames", "gNatureNamePointers", "gSpeciesInfo")
    text = shown(state.party_document(party_world(mon()).build(), lean))
    assert "#1" in text
    assert "#33 35/35" in text
    assert "slot 0" in text


def test_says_that_the_party_is_empty() -> None:
    assert shown(state.party_document(World().build(), PROFILE)) == "the party is empty"


def test_shows_a_bag(snapshot: SnapshotAssertion) -> None:
    assert shown(state.bag_document(trainer_world().build(), PROFILE)) == snapshot


def test_shows_who_plays(snapshot: SnapshotAssertion) -> None:
    assert shown(state.trainer_document(trainer_world().build(), PROFILE)) == snapshot


def test_shows_a_battle(snapshot: SnapshotAssertion) -> None:
    world = battle_world().put("gBattleMons", 0x50, "I", 1 << 24).put("gBattleWeather", 0, "H", 1)
    assert shown(state.battle_document(world.build(), PROFILE)) == snapshot


def test_tells_a_battle_that_is_being_set_up_from_none() -> None:
    world = battle_world().put("gBattlersCount", 0, "B", 0)
    with pytest.raises(NotLoadedError, match="expected a battle that is set up"):
        state.battle_document(world.build(), PROFILE)
    text = shown(state.battle_document(battle_world().build(), PROFILE))
    assert "battle running" in text
    assert shown(state.battle_document(World().build(), PROFILE)) == "no battle is on"
