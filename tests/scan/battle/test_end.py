"""gBattleOutcome decides where the battle leads, gBattleTypeFlags whether the player may run."""

from __future__ import annotations

from gbatool.scan import LOCATORS
from gbatool.scan.battle.end import MASTER
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.battle_explore import BATTLE_ACTION, BATTLE_ENDS, BATTLE_MOVE, BATTLE_TEXT
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write8, write32
from tests.scan.battle_staging import plant, spare_named, with_states
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

OUTCOME, FLAGS = "gBattleOutcome", "gBattleTypeFlags"
SPARE_WORDS = ("gPokemonStoragePtr", "gTextFlags")
SPARE = ("gBattleWeather", "gAbsentBattlerFlags", "gBattleTerrain")


def test_another_byte_that_becomes_4_is_refuted_by_where_the_battle_leads(
    base: Derived, lab: Lab
) -> None:
    with_states(lab)
    at = spare_named(lab, dict(base.answers), *SPARE)
    plant(lab, BATTLE_ENDS, write8(at, 4))
    check_told_apart(lab, OUTCOME, "another byte that becomes 4", at)


def test_of_all_words_with_these_flags_only_the_true_one_prevents_running(variant: Derived) -> None:
    lab = with_states(variant.lab())
    probe = probe_against(FLAGS, "another word with the same bits")
    proposed = proposals(lab, LOCATORS[FLAGS])
    assert variant.answers[FLAGS] in proposed
    for address, candidate in proposed.items():
        expected = address == variant.answers[FLAGS]
        assert (probe.run(lab, candidate).verdict is ProbeVerdict.HELD) is expected


def test_a_word_that_the_game_never_reads_is_refuted_though_it_has_the_flags(
    base: Derived, lab: Lab
) -> None:
    with_states(lab)
    at = spare_named(lab, dict(base.answers), *SPARE_WORDS)
    for label in (BATTLE_ACTION, BATTLE_MOVE, BATTLE_TEXT):
        plant(lab, label, write32(at, MASTER))
    check_told_apart(lab, FLAGS, "another word with the same bits", at)
