"""The bag and the party menu are opened from a start menu that a script supplied."""

from __future__ import annotations

import pytest

from gbatool.engine.menus import PARTY_CANCEL
from gbatool.errors import ProbeError
from gbatool.scan.lab import screens_explore
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.screens_explore import BAG, PARTY, find_bag, find_party, supply
from gbatool.scan.work.serialize import from_plain, to_plain
from tests.scan.staging import Derived, starting_at


def fresh(lab: Lab) -> Lab:
    """The same knowledge, and no state but the overworld yet."""
    return starting_at(lab, OVERWORLD)


def test_the_bag_is_told_by_a_cursor_that_stops_at_its_last_row(variant: Derived) -> None:
    bag = find_bag(fresh(variant.lab()))
    assert bag.label == BAG
    assert bag.places == tuple(range(len(bag.places)))
    assert bag.callback2 & ~1 == variant.answers["CB2_BagMenuRun"]


def test_the_party_is_told_by_a_cursor_that_comes_round_by_the_button(variant: Derived) -> None:
    lab = fresh(variant.lab())
    party = find_party(lab)
    assert party.label == PARTY
    assert party.places[-1] == PARTY_CANCEL
    assert party.callback2 & ~1 == variant.answers["CB2_UpdatePartyMenu"]
    members = lab.snapshot(supply(lab)).u8(variant.answers["gPlayerPartyCount"])
    assert len(party.places) == members + 1


@pytest.mark.parametrize(("label", "find"), [(BAG, find_bag), (PARTY, find_party)])
def test_a_wrong_label_is_noticed(lab: Lab, label: str, find: screens_explore.Finder) -> None:
    other = fresh(lab)
    other.states[label] = other.states[OVERWORLD]
    with pytest.raises(ProbeError, match=label):
        find(other)


def test_the_bag_is_not_taken_for_the_party(lab: Lab) -> None:
    find_bag(lab)
    other = fresh(lab)
    other.states[PARTY] = lab.states[BAG]
    with pytest.raises(ProbeError, match=PARTY):
        find_party(other)


def test_a_state_that_was_given_is_used(lab: Lab) -> None:
    find_party(lab)
    other = fresh(lab)
    other.states[PARTY] = lab.states[PARTY]
    assert find_party(other).cursors == find_party(lab).cursors
    assert other.states[PARTY] is lab.states[PARTY]
    assert find_party(other).label == PARTY


def test_a_state_is_used_also_where_nothing_can_be_compared_with_it(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_party(lab)
    other = fresh(lab)
    other.states[PARTY] = lab.states[PARTY]
    monkeypatch.setattr(screens_explore, "ENTRIES", 0)
    assert find_party(other).cursors == find_party(lab).cursors


def test_what_is_explored_can_be_kept_in_a_work_folder(lab: Lab) -> None:
    find_party(lab)
    kept = from_plain(to_plain(lab.explorations))
    assert kept.keys() == lab.explorations.keys()


def test_without_an_entry_for_it_no_party_is_found(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens_explore, "ENTRIES", 0)
    with pytest.raises(ProbeError, match="opens the party"):
        find_party(fresh(lab))
