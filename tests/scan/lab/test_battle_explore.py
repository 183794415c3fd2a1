"""A battle is brought about by a script, and each of its states recognised by what it does."""

from __future__ import annotations

import pytest

from gbatool.errors import ProbeError
from gbatool.scan.lab import battle_explore
from gbatool.scan.lab.battle_explore import (
    ACTIONS,
    BATTLE_ACTION,
    BATTLE_ENDS,
    BATTLE_MOVE,
    BATTLE_TEXT,
    WALK,
    begin_battle,
    find_text,
    followers,
    grid_walk,
    label_action,
    label_end,
    label_move,
    named_by_rom,
    walk,
)
from gbatool.scan.lab.callbacks import callback2
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.wrong_label import WrongLabelError
from tests.scan.staging import Derived, starting_at


def fresh(lab: Lab) -> Lab:
    """The same knowledge, and no state but the overworld yet."""
    return starting_at(lab, OVERWORLD)


def test_the_walk_visits_every_entry_and_comes_back() -> None:
    cursors = grid_walk(ACTIONS)
    assert len(cursors) == len(WALK) + 1
    assert set(cursors) == set(range(ACTIONS))
    assert cursors[0] == cursors[-1] == 0


def test_a_grid_with_a_gap_is_walked_in_another_way() -> None:
    walks = {tuple(grid_walk(entries)) for entries in (4, 3, 2)}
    assert len(walks) == 3
    assert max(grid_walk(3)) == 2


def test_a_script_begins_a_battle_that_asks_for_an_action(variant: Derived) -> None:
    lab = fresh(variant.lab())
    with lab.at(label_action(lab)):
        assert variant.answers["gActionSelectionCursor"] in followers(walk(lab), ACTIONS)
    assert lab.snapshot(BATTLE_ACTION).u8(variant.answers["gBattlersCount"]) == 2


def test_before_the_battle_no_battler_is_counted(variant: Derived) -> None:
    lab = fresh(variant.lab())
    assert lab.snapshot(begin_battle(lab)).u8(variant.answers["gBattlersCount"]) == 0


def test_choosing_to_fight_asks_for_a_move(variant: Derived) -> None:
    lab = fresh(variant.lab())
    label_move(lab)
    cursor = variant.answers["gMoveSelectionCursor"]
    assert lab.snapshot(BATTLE_MOVE).u8(cursor) == 0
    with lab.at(BATTLE_MOVE):
        assert any(cursor in followers(walk(lab), entries) for entries in (4, 3, 2))


def test_a_text_is_found_where_it_prints_from(variant: Derived) -> None:
    lab = fresh(variant.lab())
    text = find_text(lab)
    assert variant.answers["gDisplayedStringBattle"] in text.starts
    assert BATTLE_TEXT in lab.states


def test_running_leads_out_of_the_battle(variant: Derived) -> None:
    lab = fresh(variant.lab())
    with lab.at(label_end(lab)) as emulator:
        battle = callback2(lab)
        emulator.run(battle_explore.BEFORE_END + 1)
        assert callback2(lab) != battle


@pytest.mark.parametrize("label", [BATTLE_ACTION, BATTLE_MOVE, BATTLE_TEXT])
def test_a_wrong_label_is_noticed(lab: Lab, label: str) -> None:
    other = fresh(lab)
    other.states[label] = other.states[OVERWORLD]
    find = {BATTLE_ACTION: label_action, BATTLE_MOVE: label_move, BATTLE_TEXT: find_text}[label]
    with pytest.raises(WrongLabelError, match="another function runs it"):
        find(other)


@pytest.mark.parametrize("label", [BATTLE_ACTION, BATTLE_MOVE, BATTLE_TEXT])
def test_where_no_battle_can_be_compared_a_state_must_still_behave(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    other = fresh(lab)
    other.states[label] = other.states[OVERWORLD]
    monkeypatch.setattr(battle_explore, "wild_battle", lambda *_: b"")
    find = {BATTLE_ACTION: label_action, BATTLE_MOVE: label_move, BATTLE_TEXT: find_text}[label]
    with pytest.raises(ProbeError):
        find(other)


def test_a_state_that_was_given_is_used(lab: Lab) -> None:
    label_action(lab)
    other = fresh(lab)
    other.states[BATTLE_ACTION] = lab.states[BATTLE_ACTION]
    assert label_action(other) == BATTLE_ACTION
    assert other.states[BATTLE_ACTION] is lab.states[BATTLE_ACTION]
    assert BATTLE_ENDS not in other.states
    label_end(other)


def test_a_script_that_begins_nothing_costs_little_and_says_so(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(battle_explore, "wild_battle", lambda *_: b"")
    other = fresh(lab)
    with pytest.raises(ProbeError, match="does not leave the overworld"):
        label_action(other)
    assert set(other.states).isdisjoint({BATTLE_ACTION, BATTLE_MOVE})


def test_the_rom_names_its_globals_and_not_what_lies_within_them(base: Derived, lab: Lab) -> None:
    there = base.answers["gBattleOutcome"]
    addresses = [base.solved.known["gBattleOutcome"].address, lab.known["gBattleMons"].address + 3]
    assert named_by_rom(lab.snapshot(OVERWORLD), addresses) == [there]
