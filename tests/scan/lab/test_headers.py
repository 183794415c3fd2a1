"""Map headers: where one could be in RAM, and what its ROM data says of the loaded map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.engine.layouts import (
    DYNAMIC_WARP,
    MAP_CONNECTION,
    MAP_CONNECTIONS,
    MAP_EVENTS,
    MAP_HEADER,
    ROM_LAYOUT,
    WARP_EVENT,
)
from gbatool.memory import EWRAM, IWRAM, ROM, Address, Snapshot
from gbatool.scan.lab.headers import (
    MAX_CONNECTIONS,
    Destination,
    by_warp,
    counts,
    destinations,
    find_headers,
)
from tests.ram import RamBuilder

AT = Address(0x02001000)
LAYOUT, EVENTS, WARPS, CONNECTIONS, EDGES, TILES = (
    Address(ROM.base + offset) for offset in (0x100, 0x200, 0x300, 0x400, 0x500, 0x800)
)
WIDTH, HEIGHT = 24, 20
POINTERS = {"layout": LAYOUT, "events": EVENTS, "connections": CONNECTIONS}
DATA = {"map": TILES, "border": TILES, "primary_tileset": TILES, "secondary_tileset": TILES}


def world(
    header: dict[str, int] | None = None,
    layout: dict[str, int] | None = None,
    *,
    at: int = AT,
    warps: Sequence[Destination] = (),
    edges: Sequence[Destination] = (),
    **events: Any,
) -> Snapshot:
    """RAM with a map header, and a ROM with what it points at."""
    ram = RamBuilder(rom_size=0x1000)
    ram.record(at, MAP_HEADER, **{**POINTERS, **(header or {})})
    size = {"width": WIDTH, "height": HEIGHT}
    ram.record(LAYOUT, ROM_LAYOUT, **{**size, **DATA, **(layout or {})})
    ram.record(EVENTS, MAP_EVENTS, **{"warp_count": len(warps), "warps": WARPS, **events})
    for number, there in enumerate(warps):
        place = {"map_group": there.group, "map_num": there.num, "warp_id": there.warp_id}
        ram.record(WARPS + 8 * number, WARP_EVENT, **place)
    ram.record(CONNECTIONS, MAP_CONNECTIONS, count=len(edges), connections=EDGES)
    for number, there in enumerate(edges):
        place = {"map_group": there.group, "map_num": there.num}
        ram.record(EDGES + 12 * number, MAP_CONNECTION, **place)
    return ram.build()


def headers_in(snapshot: Snapshot) -> list[Address]:
    return find_headers(snapshot, [(WIDTH, HEIGHT), (1, 1)])


@pytest.mark.parametrize(
    "at", [EWRAM.base, AT, EWRAM.end - MAP_HEADER.itemsize, IWRAM.end - MAP_HEADER.itemsize]
)
def test_a_header_is_found_by_the_size_of_its_layout(at: int) -> None:
    snapshot = world(at=at)
    assert headers_in(snapshot) == [at]
    assert find_headers(snapshot, [(HEIGHT, WIDTH), (WIDTH, HEIGHT + 1)]) == []


@pytest.mark.parametrize("pointer", ["scripts", "connections"])
def test_a_map_may_lack_scripts_and_connections(pointer: str) -> None:
    assert headers_in(world({pointer: 0})) == [AT]


@pytest.mark.parametrize("pointer", ["layout", "events", "scripts", "connections"])
@pytest.mark.parametrize("leads_to", [EWRAM.base, ROM.base + 0x1000, ROM.base + 0xFFC, 1])
def test_a_pointer_out_of_the_rom_makes_it_no_header(pointer: str, leads_to: int) -> None:
    assert headers_in(world({pointer: leads_to})) == []


@pytest.mark.parametrize("pointer", ["layout", "events"])
def test_a_header_needs_a_layout_and_events(pointer: str) -> None:
    assert headers_in(world({pointer: 0})) == []


@pytest.mark.parametrize("pointer", list(DATA))
def test_a_layout_needs_its_data(pointer: str) -> None:
    assert headers_in(world(layout={pointer: 0})) == []


def test_the_end_of_memory_holds_no_header_in_part() -> None:
    ram = RamBuilder.of(world()).put(EWRAM.end - 8, "II", LAYOUT, EVENTS).build()
    assert headers_in(ram) == [AT]


PLACES = st.builds(
    Destination, st.sampled_from((0, 3, DYNAMIC_WARP)), st.integers(0, 3), st.integers(0, 2)
)


@settings(deadline=None, max_examples=40)
@given(st.lists(PLACES, max_size=5), st.lists(PLACES, max_size=MAX_CONNECTIONS))
def test_a_map_leads_where_its_warps_and_then_its_edges_lead(
    warps: list[Destination], edges: list[Destination]
) -> None:
    snapshot = world(warps=warps, edges=edges)
    found = destinations(snapshot, AT)
    static = [there for there in warps if there.group != DYNAMIC_WARP]
    joined = [Destination(there.group, there.num, 0) for there in edges]
    assert by_warp(snapshot, AT) == warps
    assert set(found) == {*static, *joined}
    assert len(set(found)) == len(found)
    assert [there for there in found if there in static] == list(
        dict.fromkeys(there for there in (*static, *joined) if there in static)
    )


def test_connections_that_can_not_be_lead_nowhere() -> None:
    edges = [Destination(3, 1, 0)]
    assert destinations(world(edges=edges), AT) == edges
    assert destinations(world(edges=edges * (MAX_CONNECTIONS + 1)), AT) == []
    assert destinations(world({"connections": 0}, edges=edges), AT) == []


def test_events_are_counted_by_kind() -> None:
    warps = [Destination(0, 0, 0)]
    assert counts(world(object_count=3, bg_count=2, coord_count=9, warps=warps), AT) == (3, 2, 1)


def test_events_out_of_memory_count_for_nothing() -> None:
    lost = world({"events": ROM.base + 0x2000}, warps=[Destination(0, 0, 0)])
    assert counts(lost, AT) == (0, 0, 0)
    assert by_warp(lost, AT) == []
    far = world(warps=[Destination(0, 0, 0)], warp_count=1)
    assert by_warp(RamBuilder.of(far).put(EVENTS + 8, "I", 0x0A000000).build(), AT) == []
