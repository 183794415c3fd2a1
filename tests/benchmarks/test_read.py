"""What is decoded on every map is right, and the comparison sees what is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.places.raw_game import RawGame
from benchmarks.places.read import Reading, compare_document, compare_steps, read_places
from benchmarks.places.store import Places
from gbatool.decode.documents import PartError, StateDocument
from gbatool.decode.state import decode_state
from gbatool.decode.surroundings import Refusal

Change = Callable[[StateDocument], StateDocument]


def test_every_map_is_read_without_a_fault(places: Places, game: RawGame) -> None:
    readings = list(read_places(places, game.profile, game.emulator))
    assert {reading.name: reading.faults for reading in readings} == {
        place.name: [] for place in places.all
    }
    for what in ("blocks", "warps", "joined edges", "object events", "names", "steps"):
        assert sum(reading.counted[what] for reading in readings), what


def moved_player(document: StateDocument) -> StateDocument:
    assert document.player is not None
    return replace(document, player=replace(document.player, x=document.player.x + 1))


def renamed_map(document: StateDocument) -> StateDocument:
    assert document.player is not None
    assert document.player.map is not None
    there = replace(document.player.map, name="ELSEWHERE")
    return replace(document, player=replace(document.player, map=there))


def changed_cell(rows: str) -> Change:
    def change(document: StateDocument) -> StateDocument:
        assert document.map is not None
        first, *others = getattr(document.map, rows)
        changed: dict[str, Any] = {rows: ((first[0] + 1, *first[1:]), *others)}
        return replace(document, map=replace(document.map, **changed))

    return change


def moved_object(document: StateDocument) -> StateDocument:
    assert document.objects
    first, *others = document.objects
    return replace(document, objects=(replace(first, x=first.x + 1), *others))


def one_object_less(document: StateDocument) -> StateDocument:
    assert document.objects
    return replace(document, objects=document.objects[1:])


def other_edge(document: StateDocument) -> StateDocument:
    assert document.exits is not None
    first, *others = document.exits.connections
    connections = (replace(first, offset=first.offset + 1), *others)
    return replace(document, exits=replace(document.exits, connections=connections))


def stronger_mon(document: StateDocument) -> StateDocument:
    assert document.party
    mon = document.party[0]
    return replace(document, party=(replace(mon, level=mon.level + 1),))


def no_bag(document: StateDocument) -> StateDocument:
    return replace(document, bag=None, unavailable={"bag": "it is hidden"})


def damaged_bag(document: StateDocument) -> StateDocument:
    return replace(document, bag=None, errors={"bag": PartError("decode", "a bad slot", {})})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (moved_player, "player: at "),
        (renamed_map, "player: 3.1 is called 'ELSEWHERE'"),
        (changed_cell("collision"), "map: collision of 1 blocks, first at local 0, 0"),
        (changed_cell("elevation"), "map: elevation of 1 blocks"),
        (changed_cell("metatile"), "map: metatile of 1 blocks"),
        (changed_cell("behavior"), "map: behaviour of 1 blocks"),
        (moved_object, "objects: slot "),
        (one_object_less, "objects: slot "),
        (other_edge, "exits: joined edges "),
        (stronger_mon, "party: level and HP "),
        (no_bag, "bag: it is hidden"),
        (damaged_bag, "bag: a bad slot"),
    ],
)
def test_what_is_not_so_is_a_fault(game: RawGame, change: Change, fault: str) -> None:
    ram = game.emulator.snapshot()
    reading = Reading("3.1")
    compare_document(reading, change(decode_state(ram, game.profile)), ram, game.profile)
    assert [line[: len(fault)] for line in reading.faults] == [fault]


def test_a_warp_that_leads_elsewhere_is_a_fault(places: Places, game: RawGame) -> None:
    town = next(place for place in places.all if place.key == (3, 0))
    ram = places.state(town).snapshot(places.rom)
    document = decode_state(ram, game.profile)
    assert document.exits is not None
    first, *others = document.exits.warps
    warps = (replace(first, to=replace(first.to, warp_id=first.to.warp_id + 1)), *others)
    wrong = replace(document, exits=replace(document.exits, warps=warps))
    reading = Reading("3.0")
    compare_document(reading, wrong, ram, game.profile)
    assert [line[:12] for line in reading.faults] == ["exits: warp "]


def test_a_tile_called_open_that_is_not_is_a_fault(game: RawGame) -> None:
    document = decode_state(game.emulator.snapshot(), game.profile)
    around = document.surroundings
    assert around is not None
    right, wrong = Reading("3.1"), Reading("3.1")
    compare_steps(right, document, game)
    turned = not around.north.open
    north = replace(around.north, open=turned, because=None if turned else Refusal.WALL)
    compare_steps(wrong, replace(document, surroundings=replace(around, north=north)), game)
    assert (len(right.faults), len(wrong.faults)) == (0, 1)
