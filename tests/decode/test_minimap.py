"""The minimap: one character a tile, object events over warps over ground."""

from __future__ import annotations

from gbatool.decode.exits import decode_exits
from gbatool.decode.map import decode_map_grid
from gbatool.decode.minimap import (
    DOOR,
    GROUND,
    LEDGE,
    LEGEND,
    OPEN,
    PERSON,
    PLAYER,
    STAIRS,
    WALL,
    WARP,
    WATER,
    Point,
    draw_minimap,
)
from gbatool.decode.objects import decode_objects
from gbatool.decode.player import decode_player
from gbatool.engine.families import FRLG
from tests.decode.world import PROFILE, World


def draw(world: World) -> tuple[str, ...]:
    ram = world.build()
    drawn = draw_minimap(
        decode_map_grid(ram, PROFILE),
        FRLG,
        player=decode_player(ram, PROFILE),
        objects=decode_objects(ram, PROFILE),
        exits=decode_exits(ram, PROFILE),
    )
    assert drawn.origin == Point(7, 7)
    return drawn.rows


def test_draws_ground_people_and_the_player() -> None:
    assert draw(World()) == ("#####", "#o<.#", "#.~.#", "#####")


def test_draws_warps_that_can_be_entered_by_kind() -> None:
    world = World().person(10, 8, flags=1 | 1 << 13).tile(10, 9, 0x0403).behavior(3, 0x69)
    world.tile(8, 8, 0x3004).behavior(4, 0x6F)
    assert draw(world) == ("#####", "#S<.#", "#.~D#", "#####")


def test_draws_ledges_by_direction_and_tall_grass() -> None:
    world = World().person(10, 9).tile(8, 8, 0x0404).behavior(4, 0x3B)
    world.tile(10, 8, 0x3005)
    world.ram.put(0x08004100 + 20, "I", 0x02)
    assert draw(world)[1] == '#_<"#'


def test_draws_the_ground_alone() -> None:
    ram = World().build()
    assert draw_minimap(decode_map_grid(ram, PROFILE), FRLG).rows[1] == "#...#"


def test_the_legend_names_every_character() -> None:
    drawn = {WALL, OPEN, PERSON, WARP, WATER, DOOR, STAIRS}
    drawn |= {*PLAYER.values(), *LEDGE.values(), *GROUND.values()}
    assert sorted(drawn) == sorted("".join(LEGEND))
