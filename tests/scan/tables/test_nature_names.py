"""Names of natures: the summary's pointer follows the personality that was written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gbatool.engine.pokemon import NATURES
from gbatool.errors import ProbeError
from gbatool.memory import Address, Snapshot
from gbatool.scan.findings import Candidate
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.screens_explore import find_party
from gbatool.scan.tables import nature_names
from gbatool.scan.tables.given_mons import read_given_mon
from gbatool.scan.tables.nature_names import NatureNamePointers, summary_of, with_nature
from tests.scan.rom_staging import with_table
from tests.scan.staging import Derived, check_told_apart, proposals, words

NATURE = "gNatureNamePointers"
PLACE, OTHER = 0x100, 0x200


def tables(at: int, changed: int) -> tuple[bytes, int, int]:
    """Names, pointers to them, and pointers of which one differs; the offsets of both tables."""
    texts = b"".join(bytes((0xBB + i, 0xC1, 0xFF, 0)) for i in range(NATURES))
    pointers = [at + 4 * i for i in range(NATURES)]
    first = words(*pointers)
    other = words(*pointers[:changed], at, *pointers[changed + 1 :])
    return texts + first + other, len(texts), len(texts) + len(first)


def staged(base: Derived, monkeypatch: pytest.MonkeyPatch) -> tuple[Lab, Address, Address]:
    """A cartridge with both tables, and summaries that point at the names of the first one."""
    _, at = with_table(base, b"")
    data, truth, rival = tables(int(at), changed=11)
    lab, again = with_table(base, data)
    assert again == at
    monkeypatch.setattr(nature_names, "summary_of", lambda lab, n: summary(lab, int(at) + 4 * n))
    return lab, at + truth, at + rival


def summary(lab: Lab, pointer: int) -> Snapshot:
    """RAM with a pointer in it, and one that leads nowhere."""
    before = lab.snapshot("overworld")
    ewram = before.ewram.copy()
    ewram[PLACE : PLACE + 4] = list(words(pointer))
    ewram[OTHER : OTHER + 4] = list(words(pointer + 2))
    return replace(before, ewram=ewram)


def test_a_table_of_which_one_pointer_differs_is_refuted(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, truth, rival = staged(base, monkeypatch)
    lab.known[NATURE] = Candidate(truth, "the true one")
    check_told_apart(lab, NATURE, "a table that has some of the same pointers", rival)


def test_a_summary_that_points_nowhere_proposes_nothing(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, _, _ = staged(base, monkeypatch)
    monkeypatch.setattr(nature_names, "summary_of", lambda lab, _: summary(lab, 0))
    assert proposals(lab, NatureNamePointers()) == {}


@pytest.mark.parametrize("nature", [0, 7, 24])
def test_a_record_of_another_nature_is_the_same_mon(lab: Lab, nature: int) -> None:
    snapshot = lab.snapshot(find_party(lab).label)
    party = lab.address("gPlayerParty")
    before = read_given_mon(snapshot, party)
    record = with_nature(snapshot.read(party, 100).tobytes(), nature)
    personality = int.from_bytes(record[:4], "little")
    ewram, offset = snapshot.ewram.copy(), party & 0xFFFFFF
    ewram[offset : offset + 100] = list(record)
    after = read_given_mon(replace(snapshot, ewram=ewram), party)
    assert personality % NATURES == nature
    assert before is not None
    assert after == replace(before, nature_modified=after.nature_modified if after else frozenset())


def test_a_party_whose_first_record_is_no_mon_is_refused(lab: Lab) -> None:
    party = lab.known["gPlayerParty"]
    find_party(lab)
    lab.known["gPlayerParty"] = Candidate(party.address + 4, party.reason, party.fields)
    with pytest.raises(ProbeError, match="no mon"):
        summary_of(lab, 3)


def test_with_the_summary_open_ram_is_another_than_in_the_party(lab: Lab) -> None:
    label = find_party(lab).label
    assert summary_of(lab, 3).ram_sha256() != lab.snapshot(label).ram_sha256()
