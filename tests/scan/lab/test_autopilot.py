"""The autopilot: from power-on to a player who walks, and the error where no state has one."""

from __future__ import annotations

from typing import cast

import pytest

from gbatool.core import Buttons, Emulator
from gbatool.engine import layouts
from gbatool.errors import ExitCode, NoPlayerControlError
from gbatool.memory import Address
from gbatool.scan.kernel.memory_scan import SizedPointer
from gbatool.scan.lab import autopilot
from gbatool.scan.lab.attempts import MAP_GAP, Attempts
from gbatool.scan.lab.autopilot import find_walker, mint, walking_here
from gbatool.scan.lab.laboratory import OVERWORLD
from gbatool.scan.lab.map_layouts import find_map_layouts, holds_position
from tests.actions.worlds import TOWN, open_double, room_world
from tests.ram import RamBuilder
from tests.scan.staging import Derived

COORDINATES = 0x10
LAYOUT = SizedPointer(Address(0x03000000), 27, 23, Address(0x02010000))


def test_from_power_on_it_finds_the_players_own_coordinates(variant: Derived) -> None:
    emulator = variant.power_on()
    walking = mint(emulator)
    assert variant.answers["gObjectEvents"] + COORDINATES in walking.positions
    layouts_found = [layout.address for layout in walking.layouts]
    assert variant.answers["gBackupMapLayout"] in layouts_found
    assert walking.frames == emulator.frame
    assert walking.presses > 0


def test_it_finds_the_same_state_each_time(base: Derived) -> None:
    emulator = base.power_on()
    mint(emulator)
    digest = emulator.snapshot().ram_sha256()
    assert digest == base.derivation.profile.savestates[OVERWORLD].ram_sha256


def test_it_leaves_the_emulator_at_rest_in_the_state_it_gives(base: Derived) -> None:
    emulator = base.power_on()
    walking = mint(emulator)
    before = emulator.snapshot()
    emulator.load_state(walking.state)
    assert emulator.snapshot().ram_sha256() == before.ram_sha256()
    assert emulator.live.u16(base.answers["gPlayerAvatar"] + 2) == 0
    assert emulator.live.u8(base.answers["sLockFieldControls"]) == 0


def test_previous_coordinates_come_after_the_ones_that_change_first(base: Derived) -> None:
    with base.lab().at(OVERWORLD) as emulator:
        walking = walking_here(emulator)
    assert walking is not None
    current = base.answers["gObjectEvents"] + COORDINATES
    order = [address for address in walking.positions if address in (current, current + 4)]
    assert order == [current, current + 4]


def test_too_few_presses_end_with_what_to_do_instead(base: Derived) -> None:
    with pytest.raises(NoPlayerControlError, match="within 3 presses") as raised:
        mint(base.power_on(), max_presses=3)
    assert raised.value.detail["presses"] == 3
    assert raised.value.exit_code is ExitCode.FAILED_CLOSED
    assert "--state overworld=FILE" in raised.value.message


def test_looking_for_a_walker_changes_nothing(base: Derived) -> None:
    with base.lab().at(OVERWORLD) as emulator:
        before = emulator.snapshot()
        assert find_walker(emulator)
        assert emulator.snapshot().ram_sha256() == before.ram_sha256()
        assert emulator.frame == before.frame


def test_no_player_walks_before_the_game_has_begun(base: Derived) -> None:
    emulator = base.power_on()
    emulator.run(30)
    assert find_walker(emulator) == ()
    assert walking_here(emulator) is None


def test_no_player_walks_in_an_open_menu(base: Derived) -> None:
    with base.lab().at("start_menu") as emulator:
        assert find_map_layouts(emulator.live)
        assert walking_here(emulator) is None


def test_it_works_on_the_double() -> None:
    double = open_double(TOWN)
    walking = mint(double)
    symbols = double.profile().symbols
    assert walking.positions[0] == symbols["gObjectEvents"].address + COORDINATES


def test_a_player_who_is_walled_in_does_not_walk() -> None:
    with pytest.raises(NoPlayerControlError):
        mint(open_double(room_world("###", "#.#", "###")), max_presses=12)


class Shown:
    """RAM that shows something like a layout, and when an attempt to walk is due there."""

    def __init__(self, *, border: bool) -> None:
        width, height = 27, 23
        block = layouts.UNDEFINED_BLOCK if border else 0x0001
        blocks = [block] * width + [0x0001] * width * (height - 1)
        ram = RamBuilder().put(LAYOUT.address, "iiI", width, height, int(LAYOUT.pointer))
        self.snapshot = ram.put(LAYOUT.pointer, f"{len(blocks)}H", *blocks).build()
        self.due = Attempts()

    def presses(self, until: int) -> list[int]:
        return [n for n in range(1, until + 1) if self.due.is_due(n, self.snapshot)]


def test_where_no_map_shows_attempts_get_rarer_but_never_stop() -> None:
    assert Shown(border=False).presses(300) == [4, 20, 52, 116, 244]


def test_where_no_map_shows_what_is_open_is_closed_only_in_the_rare_attempts() -> None:
    shown = Shown(border=False)
    thorough = {n: shown.due.thorough for n in range(1, 400) if shown.due.is_due(n, shown.snapshot)}
    assert thorough == {4: False, 20: False, 52: False, 116: True, 244: True, 372: True}


def test_where_a_map_shows_attempts_are_as_frequent_as_at_first() -> None:
    assert Shown(border=True).presses(60) == [4, 16, 28, 40, 52]


def test_a_map_that_comes_into_view_is_tried_at_once() -> None:
    stale, loaded = Shown(border=False), Shown(border=True)
    assert stale.presses(60) == [4, 20, 52]
    assert stale.due.is_due(64, loaded.snapshot)
    assert not stale.due.is_due(68, loaded.snapshot)


@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [
        (7, 7, True),
        (18, 15, True),
        (6, 7, False),
        (7, 6, False),
        (19, 15, False),
        (18, 16, False),
        (-1, -1, False),
    ],
)
def test_the_border_is_not_part_of_the_map(x: int, y: int, *, inside: bool) -> None:
    assert holds_position(LAYOUT, x, y) is inside
    assert layouts.BORDER == 7


class Recorder:
    """Hands everything on to a core, keeps the buttons that were held, and shows what it is told."""

    def __init__(self, emulator: Emulator, *, changing: bool) -> None:
        self.emulator, self.changing = emulator, changing
        self.seen: set[Buttons] = set()
        self.looks = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.emulator, name)

    def hold(self, buttons: Buttons) -> None:
        self.seen.add(buttons)
        self.emulator.hold(buttons)

    def video_memory(self) -> bytes:
        self.looks += self.changing
        return bytes((self.looks,))


@pytest.mark.parametrize("changing", [False, True])
def test_other_buttons_are_tried_only_where_nothing_changes(*, changing: bool) -> None:
    frozen = open_double(room_world("###", "#.#", "###"))
    frozen.freeze()
    recorder = Recorder(frozen, changing=changing)
    with pytest.raises(NoPlayerControlError):
        mint(cast("Emulator", recorder), max_presses=40)
    assert (Buttons.R in recorder.seen) is not changing


def test_a_player_who_only_turns_is_accepted_after_some_attempts_to_walk() -> None:
    walled_in = open_double(room_world("###", "#.#", "###"))
    assert walking_here(walled_in) is None
    walking = mint(walled_in, max_presses=100)
    assert walking.presses >= MAP_GAP * (autopilot.PATIENCE_ON_A_MAP - 1)
    live = walled_in.live
    assert {(live.s16(at), live.s16(at + 2)) for at in walking.positions} == {(8, 8)}
