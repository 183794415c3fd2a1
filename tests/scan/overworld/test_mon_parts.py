"""mon_parts: which words of a mon's substructures hold what, told by what scripts give and show."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gbatool.errors import ProbeError
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.overworld import mon_parts
from gbatool.scan.overworld.mon_parts import PACKED, WHOLE, MonParts
from tests.scan.staging import lab_of, probe_against, proposals

SYMBOL = "mon_parts.species"
ELSEWHERE = "a form whose item stands elsewhere"
OTHER_BITS = "a form with fewer or more bits for the species"


def verdicts(lab: Lab, rival: str) -> list[ProbeVerdict]:
    """What a rival's probe says of words of their own, of packed ones, and of one word for both."""
    probe = probe_against(SYMBOL, rival)
    return [
        probe.run(lab, candidate).verdict
        for _, candidate in sorted(proposals(lab, MonParts()).items())
    ]


def packed() -> Lab:
    """A cartridge whose engine packs them, everything needed proven."""
    return lab_of("engines/packed", SYMBOL)


def traits_of(lab: Lab) -> Mapping[str, str]:
    return lab.known[SYMBOL].traits


def test_words_of_their_own_are_told_from_shared_ones() -> None:
    assert traits_of(lab_of("base", SYMBOL)) == WHOLE
    assert traits_of(packed()) == PACKED


def test_an_item_that_stands_elsewhere_is_refuted_by_items_that_are_given() -> None:
    assert verdicts(packed(), ELSEWHERE) == [
        ProbeVerdict.REFUTED,
        ProbeVerdict.HELD,
        ProbeVerdict.REFUTED,
    ]


def test_where_scripts_give_no_item_all_forms_have_none(lab: Lab) -> None:
    assert verdicts(lab, ELSEWHERE) == [ProbeVerdict.HELD] * 3


def test_more_bits_for_the_species_are_refuted_by_the_name_that_stays() -> None:
    assert verdicts(packed(), OTHER_BITS) == [
        ProbeVerdict.REFUTED,
        ProbeVerdict.HELD,
        ProbeVerdict.HELD,
    ]


def test_fewer_bits_are_refuted_by_a_mon_of_another_bit_that_is_counted(lab: Lab) -> None:
    """The base cartridge's scripts can't show the first member's species, but count the party."""
    assert verdicts(lab, OTHER_BITS) == [
        ProbeVerdict.HELD,
        ProbeVerdict.REFUTED,
        ProbeVerdict.REFUTED,
    ]


def test_scripts_that_show_neither_judge_nothing(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mon_parts, "LEAD_SPECIES_NAME", 0x01)
    monkeypatch.setattr(mon_parts, "COUNT_PARTY", 0x01)
    with pytest.raises(ProbeError, match="neither"):
        verdicts(lab, OTHER_BITS)
