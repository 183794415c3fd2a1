"""The battle's text buffer, told from copies and from where it does not begin; and who is called wild."""

from __future__ import annotations

from gbatool.scan import LOCATORS
from gbatool.scan.battle.displayed_string import TEXT_SIZE
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.battle_explore import BATTLE_MOVE, BATTLE_TEXT
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write
from tests.scan.battle_staging import plant, unused_in_battle, with_states
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

STRING, POSITIONS = "gDisplayedStringBattle", "gBattlerPositions"
WITHIN = "an address within the text that the ROM happens to name"


def test_a_copy_of_the_text_is_refuted_by_what_is_drawn(lab: Lab) -> None:
    with_states(lab)
    at = unused_in_battle(lab, TEXT_SIZE)
    for label in (BATTLE_MOVE, BATTLE_TEXT):
        copied = lab.snapshot(label).read(lab.address(STRING), TEXT_SIZE).tobytes()
        plant(lab, label, Write(at, copied))
    check_told_apart(lab, STRING, "a copy of the text", at)


def test_a_place_within_the_text_is_refuted_by_where_the_next_one_begins(variant: Derived) -> None:
    lab = with_states(variant.lab())
    truth = lab.known[STRING]
    probe = probe_against(STRING, "an address within the text that the ROM happens to name")
    assert probe.run(lab, truth).verdict is ProbeVerdict.HELD
    for distance in (-4, -3, -2, -1, 1, 2, 3):
        impostor = Candidate(truth.address + distance, truth.reason, truth.fields)
        assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED, distance


def test_every_other_address_that_the_rom_names_is_refuted(variant: Derived) -> None:
    lab = with_states(variant.lab())
    probe = probe_against(STRING, WITHIN)
    proposed = proposals(lab, LOCATORS[STRING])
    assert variant.answers[STRING] in proposed
    for address, candidate in proposed.items():
        expected = address == variant.answers[STRING]
        assert (probe.run(lab, candidate).verdict is ProbeVerdict.HELD) is expected


def test_the_scan_alone_does_not_decide(base: Derived) -> None:
    assert len(proposals(with_states(base.lab()), LOCATORS[STRING])) > 1


def test_of_all_zeros_with_a_one_behind_only_the_positions_word_the_text(variant: Derived) -> None:
    lab = with_states(variant.lab())
    proposed = proposals(lab, LOCATORS[POSITIONS])
    assert variant.answers[POSITIONS] in proposed
    probe = probe_against(POSITIONS, "another 0 with a 1 behind it")
    for address, candidate in proposed.items():
        expected = address == variant.answers[POSITIONS]
        assert (probe.run(lab, candidate).verdict is ProbeVerdict.HELD) is expected
