"""The cartridge's timing, measured; ``docs/cartridge.md`` shows the same table.

``python -m tests.cart.figures`` prints it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gbatool.core import Buttons
from tests.cart.play import NORTH, Play
from tests.cart.worlds import world


@dataclass(frozen=True, slots=True)
class Figure:
    """One row: what, what the real engine does, and how to measure the cartridge."""

    behaviour: str
    engine: str
    measure: Callable[[], str]

    def row(self) -> str:
        return f"| {self.behaviour} | {self.engine} | {self.measure()} |"


def walk_one_tile() -> str:
    play = world("bedroom")
    play.turn(Buttons.RIGHT)
    start = play.at
    first = play.frames_until(lambda: play.at != start, Buttons.RIGHT)
    end = first + 1 + play.frames_until(lambda: play.at == play.came_from)
    # Both included: the frame the coordinates change and the last of the step.
    return f"{end - first + 1} frames"


def coordinates_change() -> str:
    play = world("bedroom")
    play.turn(Buttons.RIGHT)
    start = play.at
    return f"frame {play.frames_until(lambda: play.at != start, Buttons.RIGHT)}"


def previous_coordinates_catch_up() -> str:
    play = world("bedroom")
    play.turn(Buttons.RIGHT)
    play.run(1, Buttons.RIGHT)
    return f"frame {1 + play.frames_until(lambda: play.at == play.came_from)}"


def tile_centre() -> str:
    play = world("bedroom")
    play.turn(Buttons.RIGHT)
    play.run(1, Buttons.RIGHT)
    seen = []
    for index in range(1, 24):
        play.run()
        if play.u8("gPlayerAvatar", 3) == 2:
            seen.append(index)
    return "frame " + ", ".join(map(str, seen))


def step_after_turn() -> str:
    play = world("bedroom")
    start = play.at
    return f"frame {play.frames_until(lambda: play.at != start, Buttons.RIGHT)}"


def longest_tap_that_only_turns() -> str:
    longest = 0
    for held in range(1, 13):
        play = world("bedroom")
        start = play.at
        play.run(held, Buttons.RIGHT)
        play.run(30)
        if play.at == start:
            longest = held
    return f"{longest} frames"


def facing_changes() -> str:
    play = world("bedroom")
    facing = play.facing
    return f"frame {play.frames_until(lambda: play.facing != facing, Buttons.RIGHT)}"


def bump() -> str:
    play = world("bedroom")
    play.go(6, 2)
    play.turn(Buttons.UP)
    play.run(1, Buttons.UP)
    ends = []
    for index in range(1, 80):
        play.run(1, Buttons.UP)
        if play.u8("gObjectEvents", play.player) & 0x80:
            ends.append(index)
    return f"{ends[1] - ends[0]} frames"


def ledge() -> str:
    play = world("town")
    play.go(4, 15)
    play.turn(Buttons.DOWN)
    start = play.at
    play.run(1, Buttons.DOWN)
    assert play.at == (start[0], start[1] + 1)
    land = 1 + play.frames_until(lambda: play.at == (start[0], start[1] + 2))
    end = land + 1 + play.frames_until(lambda: play.at == play.came_from)
    return f"{end + 1} frames, landing tile from frame {land}"


def stairs() -> str:
    play = world("bedroom")
    play.go(9, 2)
    play.turn(Buttons.UP)
    width = play.u32("gBackupMapLayout")
    loaded = play.frames_until(lambda: play.u32("gBackupMapLayout") != width, Buttons.RIGHT)
    controls = loaded + 1 + play.frames_until(_has_controls(play))
    return f"map data at frame {loaded}, controls at {controls}"


def _has_controls(play: Play) -> Callable[[], bool]:
    return lambda: play.callback2 == "CB2_Overworld" and not play.locked and not play.fading


def door() -> str:
    play = world("town")
    assert play.at == (12, 15)
    width = play.u32("gBackupMapLayout")
    lock = play.frames_until(lambda: play.locked, Buttons.UP)
    load = lock + 1 + play.frames_until(lambda: play.callback2 == "CB2_LoadMap", Buttons.UP)
    loaded = load + 1 + play.frames_until(lambda: play.u32("gBackupMapLayout") != width)
    controls = loaded + 1 + play.frames_until(_has_controls(play))
    return f"lock at frame {lock}, load at {load}, map data at {loaded}, controls at {controls}"


def mat() -> str:
    play = world("house")
    play.go(3, 9)
    play.turn(Buttons.UP)
    play.go(3, 9)
    width = play.u32("gBackupMapLayout")
    lock = play.frames_until(lambda: play.locked, Buttons.DOWN)
    load = lock + 1 + play.frames_until(lambda: play.callback2 == "CB2_LoadMap")
    loaded = load + 1 + play.frames_until(lambda: play.u32("gBackupMapLayout") != width)
    step = loaded + 1 + play.frames_until(lambda: play.at == (12, 15))
    controls = step + 1 + play.frames_until(_has_controls(play))
    return (
        f"lock at frame {lock}, load at {load}, map data at {loaded}, step south at {step}, "
        f"controls at {controls}"
    )


def lock_within_a_warp() -> str:
    play = world("bedroom")
    play.go(10, 2)
    play.frames_until(lambda: play.locked, Buttons.RIGHT)
    play.frames_until(lambda: not play.locked)
    free = 1 + play.frames_until(lambda: play.locked)
    return f"0 for {free} frames"


def save_pointer_before_key() -> str:
    play = world("bedroom")
    play.go(10, 2)
    play.frames_until(lambda: play.callback2 == "CB2_LoadMap2", Buttons.RIGHT)
    pointer, key = play.u32("gSaveBlock1Ptr"), play.pointed("gSaveBlock2Ptr", 0xF20, 4)
    play.frames_until(lambda: play.u32("gSaveBlock1Ptr") != pointer)
    rekeyed = play.frames_until(lambda: play.pointed("gSaveBlock2Ptr", 0xF20, 4) != key)
    return f"{rekeyed + 1} frame"


def _open_mother(play: Play) -> None:
    play.go(7, 5)
    play.turn(Buttons.RIGHT)
    play.run(1, Buttons.A)
    play.frames_until(lambda: play.printer_state == 0)


def _glyph_frames(speed: int) -> int:
    play = world("house")
    block = play.u32("gSaveBlock2Ptr") + 0x14
    play.emulator.write(block, bytes([speed]))
    _open_mother(play)
    steps = []
    shown = play.u32("sTextPrinters")
    for index in range(80):
        play.run()
        if play.u32("sTextPrinters") != shown:
            shown = play.u32("sTextPrinters")
            steps.append(index)
    return steps[3] - steps[2]


def text_speeds() -> str:
    return " / ".join(str(_glyph_frames(speed)) for speed in (0, 1, 2))


def held_since_before() -> str:
    play = world("house")
    play.go(7, 5)
    play.turn(Buttons.RIGHT)
    play.frames_until(lambda: play.printer_state == 0, Buttons.A)
    play.run(4, Buttons.A)
    before = play.u32("sTextPrinters")
    play.run(16, Buttons.A)
    return f"{16 // (play.u32('sTextPrinters') - before)} frames a glyph"


def held_after_press() -> str:
    play = world("house")
    _open_mother(play)
    play.run(4)
    play.frames_until(lambda: play.u8("sTextPrinters", 0x1E) == 2)
    play.run(2, Buttons.A)
    before = play.u32("sTextPrinters")
    play.run(6, Buttons.A)
    fast = play.u32("sTextPrinters") - before
    return f"{6 // fast} frame a glyph"


def scroll() -> str:
    play = world("town")
    play.go(11, 11)
    play.turn(Buttons.RIGHT)
    play.run(1, Buttons.A)
    play.frames_until(lambda: play.printer_state == 3)
    play.run(2)
    play.frames_until(lambda: play.printer_state == 4, Buttons.A)
    return f"{1 + play.frames_until(lambda: play.printer_state == 0)} frames for 15 pixels"


def sign_contact() -> str:
    play = world("town")
    play.go(10, 9)
    play.turn(Buttons.UP)
    start = play.at
    play.run(1, Buttons.UP)
    assert play.at[1] == start[1] - 1
    lock = 1 + play.frames_until(lambda: play.locked, Buttons.UP)
    assert play.facing == NORTH
    return f"script from frame {lock}"


def _leaves_the_sign(wait: int) -> bool:
    play = world("town")
    play.go(10, 8)
    play.turn(Buttons.UP)
    if not play.locked:
        play.frames_until(lambda: play.locked, Buttons.UP)
    play.run(wait, Buttons.UP)
    play.run(1, Buttons.LEFT)
    return not play.locked


def sign_walk_away() -> str:
    wait = next(wait for wait in range(1, 30) if _leaves_the_sign(wait))
    return f"after {wait} frames"


def start_menu() -> str:
    play = world("bedroom")
    play.run(1, Buttons.START)
    assert play.locked
    ready = 1 + play.frames_until(lambda: "Task_StartMenuHandleInput" in play.tasks)
    return f"lock at frame 0, task at frame {ready}"


def fanfare() -> str:
    play = world("town")
    play.go(21, 14)
    play.turn(Buttons.UP)
    for index in range(2000):
        play.run(1, Buttons.A if index % 20 == 0 else Buttons.NONE)
        if play.native == "WaitForFanfareFinish":
            break
    held = 1 + play.frames_until(lambda: play.native != "WaitForFanfareFinish", Buttons.A)
    return f"{held} frames"


def yes_no_delay() -> str:
    play = world("town")
    play.go(17, 7)
    play.turn(Buttons.UP)
    play.run(1, Buttons.A)
    play.frames_until(lambda: "Task_YesNoMenu_HandleInput" in play.tasks)
    state = play.save()
    for wait in range(20):
        play.load(state)
        play.run(wait)
        play.run(1, Buttons.DOWN)
        play.run(20)
        if play.u8("sMenu", 2) == 1:
            # The frame that made the menu is one of those that it ignored.
            return f"{wait + 1} frames"
    raise AssertionError("the cursor does not move")


def talk_phases() -> str:
    play = world("house")
    play.go(7, 5)
    play.turn(Buttons.RIGHT)
    play.run(1, Buttons.A)
    freeze = play.native
    box = 1 + play.frames_until(lambda: play.u8("sMessageBoxType") == 2)
    return f"{freeze} at frame 0, box and printer at frame {box}"


def finished_box() -> str:
    play = world("town")
    play.go(6, 12)
    play.turn(Buttons.DOWN)
    play.run(1, Buttons.A)
    play.frames_until(lambda: play.u8("sMessageBoxType") == 2)
    play.frames_until(lambda: play.u8("sMessageBoxType") == 0)
    wait = 1 + play.frames_until(lambda: play.native == "WaitForAorBPress")
    return f"box byte 0, {wait} frames later WaitForAorBPress"


def crossing() -> str:
    play = world("town")
    play.go(14, 0)
    before = (play.at, play.u32("gSaveBlock1Ptr"))
    play.turn(Buttons.LEFT)
    play.turn(Buttons.UP)
    if play.place == (3, 0):
        play.frames_until(lambda: play.place == (3, 1), Buttons.UP)
    moved = play.u32("gSaveBlock1Ptr") != before[1]
    return f"{before[0]} to {play.at}, lock {int(play.locked)}, save blocks {'' if moved else 'not '}moved"


FIGURES = (
    Figure("walk one tile", "16 frames", walk_one_tile),
    Figure("coordinates change, facing that way already", "frame 0", coordinates_change),
    Figure("previousCoords catch up", "frame 15", previous_coordinates_catch_up),
    Figure("tileTransitionState 2 after a step", "one frame, frame 16", tile_centre),
    Figure("coordinates change when a turn comes first", "frame 8", step_after_turn),
    Figure("longest tap that only turns", "8 frames", longest_tap_that_only_turns),
    Figure("facing changes in a turn", "frame 0", facing_changes),
    Figure("bump, same key held", "32 frames", bump),
    Figure("ledge jump", "32 frames, landing tile from about frame 15", ledge),
    Figure("stairs after a turn and a step", "map data at frame 64, controls at 94", stairs),
    Figure("door", "lock at frame 1, load at 81, map data at 86, controls at 116", door),
    Figure(
        "arrow mat, and out of the door",
        "lock at frame 1, load at 24, map data at 29, step south at 82, controls at 117",
        mat,
    ),
    Figure("lock within a warp", "0 for some frames", lock_within_a_warp),
    Figure("save block pointer moves before the key", "1 frame", save_pointer_before_key),
    Figure("frames a glyph, slow / mid / fast", "8 / 4 / 1", text_speeds),
    Figure("A held since before the box", "4 frames a glyph (mid)", held_since_before),
    Figure("A held after a new press", "1 frame a glyph", held_after_press),
    Figure("scroll of a line at mid", "9 frames for 15 pixels", scroll),
    Figure("sign, walked into facing N", "script on the frame the step ends (16)", sign_contact),
    Figure("a sign's text closes by walking away", "once 6 frames have passed", sign_walk_away),
    Figure("start menu", "lock at frame 0, task at frame 11", start_menu),
    Figure("fanfare holds the script", "depends on the fanfare", fanfare),
    Figure("yes/no ignores input", "5 frames", yes_no_delay),
    Figure(
        "talk",
        "IsFreezeSelectedObjectAndPlayerFinished at frame 0, box and printer at frame 2",
        talk_phases,
    ),
    Figure("text finished", "box byte 0, then WaitForAorBPress after 2 frames", finished_box),
    Figure("over a map connection", "no lock, save blocks stay", crossing),
)


if __name__ == "__main__":
    for figure in FIGURES:
        print(figure.row())  # noqa: T201
