"""Labelled states: a right label is believed, a wrong one is named with what was seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from gbatool.core import Buttons, EmulatorState, core_version, press
from gbatool.errors import ExitCode
from gbatool.scan.derive import derive, open_lab
from gbatool.scan.lab import talk
from gbatool.scan.lab.battle_explore import (
    MOVES,
    find_text,
    followers,
    label_action,
    label_move,
    walk,
)
from gbatool.scan.lab.explore import START_MENU, label_start_menu
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.screens_explore import find_bag, find_party
from gbatool.scan.lab.talk import CLOSED, DIALOG, FACING, PRINTING, WAITING, find_talk
from gbatool.scan.lab.warp import FADING, find_warp
from gbatool.scan.lab.wrong_label import EXPECTED, LABELS, WrongLabelError
from gbatool.scan.labels import screens as label_screens
from gbatool.scan.labels.checks import PROMISES, check_label, check_screens
from gbatool.scan.menus.naming import find_naming
from tests.actions.worlds import open_double, room_world, talk_world
from tests.scan.battle_staging import with_states
from tests.scan.staging import Derived, derived, with_dead_buttons

OPEN_FRAMES = 150
POWER_ON = "power_on"
YES_NO = bytes((0x6E, 20, 8))
CHOICES = {"bag_choice": ("bag", [Buttons.A]), "party_choice": ("party", [Buttons.A])}
"""Boxes that A opens in a screen: where it is asked what to do with what was chosen."""
COMPARED: dict[str, Callable[[Lab], object]] = {
    "bag": find_bag,
    "party": find_party,
    "naming": find_naming,
    "battle_action": label_action,
    "battle_move": label_move,
    "battle_text": find_text,
}
"""Labels whose states are compared with screens that an injected script brings about."""
TRUE_LABELS = {
    OVERWORLD: OVERWORLD,
    FACING: OVERWORLD,
    CLOSED: OVERWORLD,
    FADING: None,
    POWER_ON: None,
    PRINTING: DIALOG,
    WAITING: DIALOG,
    "yesno": "yesno",
    START_MENU: START_MENU,
    "bag": "bag",
    "bag_choice": None,
    "party": "party",
    "party_choice": None,
    "naming": "naming",
    "battle_action": "battle_action",
    "battle_move": "battle_move",
    "battle_text": "battle_text",
}
"""What a state is -> the only label that it may be given under."""


@cache
def staged() -> dict[str, EmulatorState]:
    """States of the demo cartridge, by what they are."""
    base = derived("base")
    lab = base.lab()
    for explore in (find_talk, label_start_menu, find_warp, find_bag, find_party, find_naming):
        explore(lab)
    with_states(lab)
    labels = (OVERWORLD, FACING, PRINTING, WAITING, CLOSED, START_MENU, FADING)
    screens = ("bag", "party", "naming", "battle_action", "battle_move", "battle_text")
    found = {label: lab.states[label] for label in (*labels, *screens)}
    found[POWER_ON] = base.power_on().save_state()
    with lab.at(WAITING) as emulator:
        inject(lab, YES_NO)(emulator)
        emulator.run(OPEN_FRAMES)
        found["yesno"] = emulator.save_state()
    for kind, (start, buttons) in CHOICES.items():
        lab.states[kind] = found[start]
        with lab.at(kind) as emulator:
            for button in buttons:
                press(emulator, button, 2, OPEN_FRAMES)
            found[kind] = emulator.save_state()
    return found


def check(base: Derived, label: str, kind: str) -> None:
    lab = base.bare_lab()
    lab.states[label] = staged()[kind]
    check_label(lab, label)


def knowing_main(lab: Lab, base: Derived) -> Lab:
    """The laboratory once gMain is proven."""
    lab.known["gMain"] = base.solved.known["gMain"]
    return lab


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        (DIALOG, PRINTING),
        (DIALOG, WAITING),
        (START_MENU, START_MENU),
        ("party", "party"),
        ("bag", "bag"),
    ],
)
def test_a_right_label_is_believed(base: Derived, label: str, kind: str) -> None:
    check(base, label, kind)


@pytest.mark.parametrize("kind", TRUE_LABELS)
def test_no_state_passes_under_another_label_than_its_own(base: Derived, kind: str) -> None:
    """Every pair: by what the state does, on which map, or by the function that runs its screen."""
    passed = {label for label in PROMISES if is_believed(base, label, kind)}
    assert passed == {TRUE_LABELS[kind]} - {None, OVERWORLD}


def is_believed(base: Derived, label: str, kind: str) -> bool:
    """Whether nothing is noticed from the first look to the first locator that uses the state."""
    lab = base.bare_lab()
    lab.states[label] = staged()[kind]
    try:
        check_label(lab, label)
        check_screens(knowing_main(lab, base))
        if label in COMPARED:
            COMPARED[label](unexplored(base, label, kind))
    except WrongLabelError:
        return False
    return True


def unexplored(base: Derived, label: str, kind: str) -> Lab:
    """A laboratory that was given a state, in which everything is proven and nothing explored."""
    lab = base.lab()
    lab._explored.clear()
    for name in (*COMPARED, "battle_begins", "battle_ends"):
        lab.states.pop(name, None)
    lab.states[label] = staged()[kind]
    return lab


@pytest.mark.parametrize(
    ("label", "kind", "seen"),
    [
        (DIALOG, FACING, "moves the player"),
        (DIALOG, CLOSED, "moves the player"),
        (DIALOG, START_MENU, "follows the arrow keys"),
        (DIALOG, FADING, "no text prints"),
        (START_MENU, OVERWORLD, "moves the player"),
        (START_MENU, PRINTING, "does not follow UP and DOWN"),
        (START_MENU, "bag", "does not give control back"),
        ("yesno", PRINTING, "does not follow UP and DOWN"),
        ("yesno", START_MENU, "START closes it"),
        ("yesno", "party", "more than two answers"),
        ("bag", PRINTING, "in no pocket"),
        ("bag", "party", "wraps around by way of a button below"),
        ("party", OVERWORLD, "moves the player"),
        ("party", "bag", "does not lead from slot to slot"),
        ("naming", START_MENU, "types no letter"),
        ("battle_action", START_MENU, "no cursor follows"),
        ("battle_action", "battle_move", "no cursor follows"),
        ("battle_move", POWER_ON, "no cursor follows"),
        ("battle_move", "battle_action", "B does not lead back"),
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
    assert error.detail["expected"] == EXPECTED[label]
    assert seen in str(error.detail["observed"])


@pytest.mark.parametrize(
    ("label", "kind"),
    [("battle_text", PRINTING), ("bag", START_MENU), (DIALOG, "bag"), (START_MENU, "bag")],
)
def test_what_behaves_alike_is_told_apart_by_the_screens_own_function(
    base: Derived, label: str, kind: str
) -> None:
    lab = base.bare_lab()
    lab.states[label] = staged()[kind]
    with pytest.raises(WrongLabelError, match=f"labelled {label} is not .*on the map"):
        check_screens(knowing_main(lab, base))


def test_states_that_are_where_they_say_pass(base: Derived) -> None:
    lab = base.bare_lab()
    lab.states |= {DIALOG: staged()[WAITING], "bag": staged()["bag"]}
    check_screens(knowing_main(lab, base))


def test_a_screen_that_another_function_runs_is_named(base: Derived) -> None:
    """At power-on a text prints off the map, as in a battle."""
    lab = unexplored(base, "battle_text", POWER_ON)
    with pytest.raises(WrongLabelError, match="another function runs it than a battle"):
        find_text(lab)


@pytest.mark.parametrize(
    ("label", "seen"),
    [("bag", "B leads back to a list"), ("battle_move", "B does not lead back")],
)
def test_where_b_does_not_lead_where_it_should_the_label_is_wrong(
    base: Derived, label: str, seen: str
) -> None:
    lab = with_dead_buttons(base.lab(), Buttons.B)
    lab.states[label] = staged()[label]
    with pytest.raises(WrongLabelError, match=seen):
        check_label(lab, label)


def test_a_choice_of_four_moves_is_told_from_one_of_actions_by_b(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = base.bare_lab()
    lab.states["battle_move"] = staged()["battle_move"]
    with lab.at("battle_move"):
        trace = walk(lab)
    [entries] = [count for count in MOVES if followers(trace, count)]
    monkeypatch.setattr(label_screens, "ACTIONS", entries)  # as many as the mon has moves
    with pytest.raises(WrongLabelError, match="B leads back, as it does where a move is chosen"):
        check(base, "battle_action", "battle_move")


def test_every_label_has_its_promise() -> None:
    assert (OVERWORLD, *PROMISES) == LABELS
    assert PROMISES.keys() == EXPECTED.keys()


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
    """No NPC is beside the player at first, and nothing is known of the map yet."""
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
    with pytest.raises(WrongLabelError, match=r"labelled dialog .*moves the player"):
        open_lab(emulator, {OVERWORLD: overworld, DIALOG: overworld})


def test_on_the_double_where_start_opens_nothing_that_shows_there_is_no_menu() -> None:
    emulator = open_double(room_world("#####", "#...#", "#...#", "#####"))
    overworld = emulator.save_state()
    with pytest.raises(WrongLabelError, match="labelled start_menu"):
        open_lab(emulator, {OVERWORLD: overworld, START_MENU: overworld})
