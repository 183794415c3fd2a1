"""gBattleOutcome decides where the battle leads; what nothing reads can't be proven to be the kind."""

from __future__ import annotations

from gbatool.scan import LOCATORS
from gbatool.scan.battle_explore import BATTLE_ENDS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Verdict
from gbatool.scan.lab import Lab
from gbatool.scan.pokes import write8
from tests.scan.battle_staging import plant, spare_named, with_states
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

OUTCOME, FLAGS = "gBattleOutcome", "gBattleTypeFlags"
SPARE = ("gBattleWeather", "gAbsentBattlerFlags", "gBattleTerrain")


def test_another_byte_that_becomes_4_is_refuted_by_where_the_battle_leads(
    base: Derived, lab: Lab
) -> None:
    with_states(lab)
    at = spare_named(lab, dict(base.answers), *SPARE)
    plant(lab, BATTLE_ENDS, write8(at, 4))
    check_told_apart(lab, OUTCOME, "another byte that becomes 4", at)


def test_flags_that_no_code_reads_are_refuted_and_so_left_unresolved(variant: Derived) -> None:
    """The cartridge writes its flags and lets the player run from whom they like."""
    lab = with_states(variant.lab())
    proposed = proposals(lab, LOCATORS[FLAGS])
    assert variant.answers[FLAGS] in proposed
    probe = probe_against(FLAGS, "another word with the same bits")
    verdicts = {probe.run(lab, candidate).verdict for candidate in proposed.values()}
    assert verdicts == {Verdict.REFUTED}
    story = eliminate(lab, LOCATORS[FLAGS])
    assert not story.proven
    assert story.left == ()
