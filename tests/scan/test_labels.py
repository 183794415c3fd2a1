"""Labelled states: a right label is believed, a wrong one is named with what was seen."""

from __future__ import annotations

from functools import cache

import pytest

from gbatool.core import Buttons, EmulatorState, press
from gbatool.core.mgba_core import core_version
from gbatool.errors import ExitCode
from gbatool.scan import talk
from gbatool.scan.derive import derive, open_lab
from gbatool.scan.explore import START_MENU, label_start_menu
from gbatool.scan.lab import OVERWORLD
from gbatool.scan.labels import LABELS, PROMISES, WrongLabelError, check_label, check_screens
from gbatool.scan.talk import CLOSED, DIALOG, FACING, PRINTING, WAITING, find_talk
from gbatool.scan.warp import FADING, find_warp
from tests.actions.worlds import open_double, room_world, talk_world
from tests.scan.staging import Derived, derived

OPEN_FRAMES = 150
POWER_ON = "power_on"


@cache
def staged() -> dict[str, EmulatorState]:
    """States of the demo cartridge, by what they are."""
    base = derived("base")
    lab = base.lab()
    for explore in (find_talk, label_start_menu, find_warp):
        explore(lab)
    labels = (OVERWORLD, FACING, PRINTING, WAITING, CLOSED, START_MENU, FADING)
    found = {label: lab.states[label] for label in labels}
    found[POWER_ON] = base.power_on().save_state()
    for entry in range(2):  # the party and the bag
        with lab.at(START_MENU) as emulator:
            for _ in range(entry):
                press(emulator, Buttons.DOWN, 2, 6)
            press(emulator, Buttons.A, 2, OPEN_FRAMES)
            found[f"entry_{entry}"] = emulator.save_state()
    return found


def check(base: Derived, label: str, kind: str) -> None:
    lab = base.bare_lab()
    lab.states[label] = staged()[kind]
    check_label(lab, label)


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        (DIALOG, PRINTING),
        (DIALOG, WAITING),
        (START_MENU, START_MENU),
        ("party", "entry_0"),
        ("bag", "entry_1"),
    ],
)
def test_a_right_label_is_believed(base: Derived, label: str, kind: str) -> None:
    check(base, label, kind)


@pytest.mark.parametrize(
    ("label", "kind", "seen"),
    [
        (DIALOG, FACING, "walks the player about"),
        (DIALOG, CLOSED, "walks the player about"),
        (DIALOG, START_MENU, "follows the arrow keys"),
        (DIALOG, FADING, "no text prints"),
        (START_MENU, OVERWORLD, "walks the player about"),
        (START_MENU, PRINTING, "does not follow UP and DOWN"),
        (START_MENU, "entry_1", "does not give control back"),
        ("yesno", PRINTING, "does not follow UP and DOWN"),
        ("yesno", START_MENU, "START closes it"),
        ("bag", PRINTING, "does not follow the arrow keys"),
        ("party", OVERWORLD, "walks the player about"),
        ("naming", START_MENU, "does not follow LEFT and RIGHT"),
        ("battle_action", START_MENU, "B leads back"),
        ("battle_action", PRINTING, "does not follow"),
        ("battle_move", POWER_ON, "follows neither"),
        ("battle_text", START_MENU, "follows the arrow keys"),
        ("battle_text", FADING, "no text prints"),
    ],
)
def test_a_wrong_label_is_named_with_what_was_seen(
    base: Derived, label: str, kind: str, seen: str
) -> None:
    with pytest.raises(WrongLabelError, match=f"labelled {label} is not .*{seen}") as raised:
        check(base, label, kind)
    error = raised.value
    assert error.exit_code is ExitCode.FAILED_CLOSED
    assert error.detail["state"] == label
    assert error.detail["expected"] == PROMISES[label].expected
    assert seen in str(error.detail["observed"])


@pytest.mark.parametrize(
    ("label", "kind"),
    [("battle_text", PRINTING), ("bag", START_MENU), (DIALOG, "entry_1"), (START_MENU, "entry_1")],
)
def test_what_behaves_alike_is_told_apart_by_the_screens_own_function(
    base: Derived, label: str, kind: str
) -> None:
    lab = base.bare_lab()
    lab.states[label] = staged()[kind]
    with pytest.raises(WrongLabelError, match=f"labelled {label} is not .*on the map"):
        check_screens(lab, base.solved.address("gMain") + 4)


def test_states_that_are_where_they_say_pass(base: Derived) -> None:
    lab = base.bare_lab()
    lab.states |= {DIALOG: staged()[WAITING], "bag": staged()["entry_1"]}
    check_screens(lab, base.solved.address("gMain") + 4)


def test_every_label_has_its_promise() -> None:
    assert (OVERWORLD, *PROMISES) == LABELS
    assert all(promise.expected for promise in PROMISES.values())


def test_a_wrong_label_ends_a_derivation(base: Derived) -> None:
    states = {OVERWORLD: staged()[OVERWORLD], "battle_text": staged()[PRINTING]}
    with pytest.raises(WrongLabelError, match=r"labelled battle_text .*on the map"):
        derive(
            base.rom,
            base.power_on,
            name="demo",
            core_version=core_version(),
            states=states,
            symbols=("gMain",),
        )


def test_a_given_conversation_is_the_one_that_is_used(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From where the player stands at first nobody answers, and nothing is known of the map yet."""
    lab = base.bare_lab()
    lab.states[DIALOG] = staged()[PRINTING]
    monkeypatch.setattr(talk, "approaches", None)
    assert find_talk(lab).start == base.answers["gStringVar4"]
    player = base.answers["gObjectEvents"] + 0x10
    beside = base.lab().snapshot(FACING)
    assert lab.snapshot(FACING).u32(player) == beside.u32(player)


def test_a_given_start_menu_is_the_one_that_is_used(base: Derived) -> None:
    lab = base.bare_lab()
    lab.states[START_MENU] = staged()[START_MENU]
    assert label_start_menu(lab) == START_MENU
    assert lab.states[START_MENU] is staged()[START_MENU]


def test_on_the_double_a_conversation_is_one_and_an_empty_room_is_none() -> None:
    emulator = open_double(talk_world("wordy"))
    overworld = emulator.save_state()
    press(emulator, Buttons.A, 2, 4)
    talking = emulator.save_state()
    open_lab(emulator, {OVERWORLD: overworld, DIALOG: talking})
    with pytest.raises(WrongLabelError, match=r"labelled dialog .*walks the player about"):
        open_lab(emulator, {OVERWORLD: overworld, DIALOG: overworld})


def test_on_the_double_where_start_opens_nothing_that_shows_there_is_no_menu() -> None:
    emulator = open_double(room_world("#####", "#...#", "#...#", "#####"))
    overworld = emulator.save_state()
    with pytest.raises(WrongLabelError, match="labelled start_menu"):
        open_lab(emulator, {OVERWORLD: overworld, START_MENU: overworld})
