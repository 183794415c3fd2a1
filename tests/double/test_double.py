"""The double follows the engine's rules and obeys its RAM."""

from __future__ import annotations

import numpy as np
import pytest

from gbatool.core import Buttons, branch
from gbatool.decode.dialog import decode_dialog
from gbatool.decode.exits import decode_exits
from gbatool.decode.map import decode_map_grid
from gbatool.decode.objects import decode_objects
from gbatool.decode.player import Facing, decode_player
from gbatool.decode.scene import Mode, decode_scene
from gbatool.engine import layouts
from gbatool.errors import NotLoadedError, OutOfRegionError, StateFileError, UnprovenSymbolError
from tests.actions.worlds import TOWN, open_double, room_world, talk_world
from tests.double import Double
from tests.double.world import EAST, NORTH, Person, Sign, WarpAt, World

OPEN_ROOM = room_world("#######", "#.....#", "#.....#", "#.....#", "#######")


def tile(double: Double) -> tuple[int, int]:
    player = decode_player(double.live, double.profile())
    return player.local_x, player.local_y


def hold(double: Double, buttons: Buttons, frames: int) -> None:
    double.hold(buttons)
    double.run(frames)
    double.hold(Buttons.NONE)


def poke_collision(double: Double, x: int, y: int, collision: int) -> None:
    """Change the collision bits of a map-local tile in RAM."""
    layout = double.live.record(
        double.profile().address("gBackupMapLayout"), layouts.BACKUP_MAP_LAYOUT
    )
    index = (y + layouts.BORDER) * int(layout["width"]) + x + layouts.BORDER
    address = int(layout["map"]) + 2 * index
    block = double.live.u16(address) & ~layouts.COLLISION_MASK
    double.write(address, (block | collision << layouts.COLLISION_SHIFT).to_bytes(2, "little"))


def test_the_real_decoders_read_it() -> None:
    double = open_double(TOWN)
    ram, profile = double.live, double.profile()
    grid = decode_map_grid(ram, profile)
    assert (grid.width, grid.height) == (7, 4)
    assert decode_player(ram, profile).facing is Facing.SOUTH
    assert [(warp.local_x, warp.local_y) for warp in decode_exits(ram, profile).warps] == [(5, 1)]
    scene = decode_scene(ram, profile)
    assert (scene.mode, scene.input_ready) == (Mode.OVERWORLD, True)


@pytest.mark.parametrize(("frames", "moved"), [(8, False), (9, True)])
def test_a_tap_of_8_frames_turns_and_one_of_9_steps(frames: int, moved: bool) -> None:
    double = open_double(OPEN_ROOM)
    hold(double, Buttons.RIGHT, frames)
    double.run(20)
    assert decode_player(double.live, double.profile()).facing is Facing.EAST
    assert tile(double) == ((2, 1) if moved else (1, 1))


def test_a_step_takes_16_frames_and_shows_its_target_at_once() -> None:
    double = open_double(OPEN_ROOM)
    hold(double, Buttons.DOWN, 1)
    assert tile(double) == (1, 2)
    double.run(14)
    assert decode_player(double.live, double.profile()).moving
    double.run(2)
    assert not decode_player(double.live, double.profile()).moving


def test_a_poked_wall_refuses_the_step_and_a_poked_opening_lets_it_through() -> None:
    double = open_double(OPEN_ROOM)
    poke_collision(double, 1, 2, collision=1)
    hold(double, Buttons.DOWN, 40)
    double.run(40)
    assert tile(double) == (1, 1)
    poke_collision(double, 1, 2, collision=0)
    hold(double, Buttons.DOWN, 2)
    assert tile(double) == (1, 2)


def test_a_poked_person_is_in_the_way() -> None:
    double = open_double(room_world("#####", "#...#", "#...#", "#####", people=(Person(3, 2),)))
    profile = double.profile()
    address = profile.address("gObjectEvents") + layouts.OBJECT_EVENT.itemsize
    where = (1 + layouts.BORDER).to_bytes(2, "little") + (2 + layouts.BORDER).to_bytes(2, "little")
    double.write(address + 0x10, where + where)
    hold(double, Buttons.DOWN, 40)
    assert tile(double) == (1, 1)


def test_a_ledge_is_jumped_one_way_only() -> None:
    double = open_double(room_world("###", "#.#", "#v#", "#.#", "###"))
    hold(double, Buttons.DOWN, 2)
    double.run(40)
    assert tile(double) == (1, 3)
    hold(double, Buttons.UP, 40)
    double.run(40)
    assert tile(double) == (1, 3)


def test_elevations_that_differ_refuse_a_step_and_a_transition_joins_them() -> None:
    double = open_double(room_world("#####", "#.4.#", "#.04#", "#####"))
    hold(double, Buttons.RIGHT, 40)
    double.run(40)
    assert tile(double) == (1, 1)
    for button in (Buttons.DOWN, Buttons.RIGHT, Buttons.RIGHT):
        hold(double, button, 10)
        double.run(40)
    assert tile(double) == (3, 2)


@pytest.mark.parametrize("start", [(5, 2), (6, 2)])
def test_a_warp_moves_the_save_blocks_and_gives_the_controls_back(start: tuple[int, int]) -> None:
    world = room_world(
        "########", "#......#", "#.....s#", "########", at=start, warps=(WarpAt(6, 2, "other", 0),)
    )
    double = open_double(world)
    profile = double.profile()
    before = double.live.u32(profile.address("gSaveBlock1Ptr"))
    if start == (5, 2):
        hold(double, Buttons.RIGHT, 10)
        double.run(20)
    hold(double, Buttons.DOWN, 12)
    assert decode_scene(double.live, profile).mode is Mode.TRANSITION
    double.run(200)
    assert decode_scene(double.live, profile).input_ready
    assert tile(double) == (2, 2)
    player = decode_player(double.live, profile)
    assert player.map is not None
    assert player.map.num == 1
    assert double.live.u32(profile.address("gSaveBlock1Ptr")) != before


def test_leaving_through_a_door_walks_the_player_out() -> None:
    double = open_double(TOWN)
    hold(double, Buttons.UP, 10)
    double.run(20)
    for _ in range(3):
        hold(double, Buttons.RIGHT, 10)
        double.run(20)
    hold(double, Buttons.LEFT, 12)
    double.run(200)
    assert decode_player(double.live, double.profile()).map is not None
    hall = decode_player(double.live, double.profile())
    assert hall.map is not None
    assert hall.map.num == 1


def test_a_walker_walks_and_stops_during_a_dialog() -> None:
    people = (Person(2, 1, "hello"), Person(4, 2, path="EW", pace=4))
    world = room_world("########", "#......#", "#......#", "########", facing=EAST, people=people)
    double = open_double(world)
    seen = set()
    for _ in range(60):
        double.run(1)
        seen.add(decode_objects(double.live, double.profile())[1].local_x)
    assert seen == {4, 5}
    hold(double, Buttons.A, 2)
    double.run(40)
    before = decode_objects(double.live, double.profile())[1]
    double.run(60)
    assert decode_objects(double.live, double.profile())[1] == before


def test_people_far_from_the_screen_are_not_in_memory() -> None:
    row = "." * 38
    world = room_world("#" * 40, f"#{row}#", "#" * 40, people=(Person(30, 1),))
    double = open_double(world)
    assert decode_objects(double.live, double.profile()) == ()
    hold(double, Buttons.RIGHT, 24 * 16)
    assert [who.local_x for who in decode_objects(double.live, double.profile())] == [30]


def test_text_prints_at_4_frames_a_character_and_held_a_makes_it_four_times_as_fast() -> None:
    frames = []
    for held in (Buttons.NONE, Buttons.A):
        double = open_double(talk_world("wordy"))
        hold(double, Buttons.A, 1)
        double.run(5)
        double.hold(held)
        count = 0
        dialog = decode_dialog(double.live, double.profile())
        while dialog is None or not dialog.waiting:
            double.run(1)
            count += 1
            dialog = decode_dialog(double.live, double.profile())
        frames.append(count)
    assert frames[0] > 3 * frames[1]


def test_a_held_button_never_answers_a_box() -> None:
    double = open_double(talk_world("hello"))
    hold(double, Buttons.A, 1)
    double.run(4)
    double.hold(Buttons.A)
    double.run(300)
    dialog = decode_dialog(double.live, double.profile())
    assert dialog is not None
    assert dialog.waiting


def test_holding_north_into_a_signpost_reads_it() -> None:
    world = room_world(
        "#!#", "#.#", "#.#", "###", at=(1, 2), facing=NORTH, signs=(Sign(1, 0, "sign"),)
    )
    double = open_double(world)
    hold(double, Buttons.UP, 20)
    double.run(10)
    dialog = decode_dialog(double.live, double.profile())
    assert dialog is not None
    assert dialog.box == ("A sign.",)


def test_the_start_menu_opens_moves_and_closes() -> None:
    double = open_double(OPEN_ROOM)
    hold(double, Buttons.START, 2)
    double.run(2)
    assert decode_scene(double.live, double.profile()).mode is Mode.MENU
    hold(double, Buttons.B, 2)
    double.run(2)
    assert decode_scene(double.live, double.profile()).input_ready


def test_a_state_brings_everything_back() -> None:
    double = open_double(TOWN)
    with branch(double):
        hold(double, Buttons.RIGHT, 30)
        first = double.snapshot().ram_sha256()
    assert tile(double) == (2, 2)
    hold(double, Buttons.RIGHT, 30)
    assert double.snapshot().ram_sha256() == first


def test_the_same_inputs_give_the_same_ram() -> None:
    digests = set()
    for _ in range(2):
        double = Double(TOWN)
        for button in (Buttons.RIGHT, Buttons.DOWN, Buttons.A, Buttons.START):
            hold(double, button, 11)
            double.run(7)
        digests.add(double.snapshot().ram_sha256())
    assert len(digests) == 1


def test_it_can_refuse_a_step_that_its_ram_allows() -> None:
    double = open_double(OPEN_ROOM)
    double.refuse_steps(1)
    hold(double, Buttons.DOWN, 10)
    double.run(40)
    assert tile(double) == (1, 1)
    hold(double, Buttons.DOWN, 2)
    assert tile(double) == (1, 2)


def test_it_can_freeze() -> None:
    double = open_double(OPEN_ROOM)
    double.freeze()
    before, frame = double.snapshot(), double.frame
    hold(double, Buttons.DOWN, 30)
    assert double.frame == frame + 30
    assert np.array_equal(double.live.ewram, before.ewram)


def test_its_profile_can_lack_symbols() -> None:
    double = Double(TOWN, leave_out=("gMapHeader",))
    with pytest.raises(UnprovenSymbolError, match="gMapHeader"):
        double.profile().address("gMapHeader")


def test_a_write_outside_ram_is_refused() -> None:
    double = open_double(OPEN_ROOM)
    with pytest.raises(OutOfRegionError):
        double.write(0x0203FFFF, b"ab")


def test_a_state_of_another_size_is_refused() -> None:
    double = open_double(OPEN_ROOM)
    state = double.save_state()
    short = type(state)(state.data[:-1])
    with pytest.raises(StateFileError, match="bytes"):
        double.load_state(short)


def test_over_an_edge_the_objects_coordinates_follow_a_frame_after_the_map() -> None:
    double = open_double(World(TOWN.rooms, ("town", 6, 0, NORTH), TOWN.scripts))
    hold(double, Buttons.UP, 1)
    assert decode_map_grid(double.live, double.profile()).height == 5
    with pytest.raises(NotLoadedError):
        decode_player(double.live, double.profile())
    double.run(1)
    assert tile(double) == (6, 4)
