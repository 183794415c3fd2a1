"""A battler's command and whether it is done: each told by what the controller and the battle do."""

from __future__ import annotations

import pytest

from gbatool.errors import ProbeError
from gbatool.scan.battle import commands as battle_commands
from gbatool.scan.battle.commands import BattleBufferA, BattleControllerExecFlags, after_choice
from gbatool.scan.lab.battle_explore import BATTLE_MOVE
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write8, write32
from tests.scan.battle_staging import plant, spare_named, with_mirror, with_states
from tests.scan.staging import Derived, check_told_apart, proposals

BUFFER, FLAGS = "gBattleBufferA", "gBattleControllerExecFlags"
SPARE = ("gBattleWeather", "gBattle_BG0_X", "gBattleTerrain", "gAbsentBattlerFlags")


def test_a_copy_of_the_commands_number_is_refuted(base: Derived, lab: Lab) -> None:
    with_states(lab)
    at = spare_named(lab, dict(base.answers), *SPARE)
    for label in ("battle_action", BATTLE_MOVE):
        command = lab.snapshot(label).u8(lab.address(BUFFER))
        plant(lab, label, write8(at, command))
    check_told_apart(lab, BUFFER, "a copy of the command's number", at)


def test_a_word_that_follows_the_flags_is_refuted(base: Derived, lab: Lab) -> None:
    with_states(lab)
    spare = {name: at for name, at in base.answers.items() if at % 4 == 0}
    at = spare_named(lab, spare, *(name for name in SPARE if name in spare))
    for label in ("battle_action", BATTLE_MOVE, "battle_text"):
        plant(lab, label, write32(at, lab.snapshot(label).u32(lab.address(FLAGS))))
    mirrored = with_mirror(lab, lab.address(FLAGS), at)
    rival = "another word that is 1 while the battle waits"
    check_told_apart(mirrored, FLAGS, rival, at)


def test_in_menus_with_other_commands_nothing_is_proposed(lab: Lab) -> None:
    with_states(lab)
    plant(lab, BATTLE_MOVE, write8(lab.address(BUFFER), 0x7F))
    assert lab.address(BUFFER) not in proposals(lab, BattleBufferA())


def test_a_word_that_is_not_0_after_a_choice_is_not_proposed(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_states(lab)
    monkeypatch.setattr(battle_commands, "after_choice", lambda lab: lab.snapshot(BATTLE_MOVE))
    assert proposals(lab, BattleControllerExecFlags()) == {}


def test_a_controller_that_a_choice_does_not_free_is_said_to_be_busy(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_states(lab)
    monkeypatch.setattr(battle_commands, "IDLE_FRAMES", 0)
    with pytest.raises(ProbeError, match="does not change the player's controller function"):
        after_choice(lab.on(lab.emulator))


def test_without_a_next_text_nothing_is_said_of_flags(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_states(lab)
    monkeypatch.setattr(battle_commands, "GO_ON_FRAMES", 1)
    with pytest.raises(ProbeError, match="no other text follows"):
        battle_commands._alone(lab)
