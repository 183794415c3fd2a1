"""A record of the party, decrypted: shuffled substructures, ivs, and stats by the formula."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.engine.pokemon import MON
from gbatool.memory import Address, Snapshot
from gbatool.scan.overworld.party import with_party
from gbatool.scan.tables.given_mons import GivenMon, read_given_mon
from tests.ram import RamBuilder
from tests.scan.staging import Derived

AT = Address(0x02001000)
IVS = (1, 2, 3, 4, 5, 31)
STATS = (20, 11, 12, 13, 14, 15)


def built(personality: int, *, wrong: int = 0) -> Snapshot:
    """RAM with one record, shuffled and encrypted as the personality wants it."""
    growth = np.array([25, 0, 0, 0, 70 << 8, 0], "<u2").tobytes()
    moves = np.array([33, 45, 0, 0, 35 | 40 << 8, 0], "<u2").tobytes()
    ivs = sum(iv << (5 * i) for i, iv in enumerate(IVS))
    misc = bytes(4) + ivs.to_bytes(4, "little") + bytes(4)
    parts = {"G": growth, "A": moves, "E": bytes(12), "M": misc}
    order = list(permutations("GAEM"))[personality % 24]
    data = b"".join(parts[part] for part in order)
    checksum = (int(np.frombuffer(data, "<u2").sum(dtype=np.uint32)) + wrong) & 0xFFFF
    secret = (np.frombuffer(data, "<u4") ^ np.uint32(personality ^ 0x1234)).tobytes()
    record = personality.to_bytes(4, "little") + (0x1234).to_bytes(4, "little")
    record = record.ljust(0x1C, b"\0") + checksum.to_bytes(4, "little") + secret
    record = record.ljust(0x54, b"\0") + bytes((12, 0, 20, 0)) + np.array(STATS, "<u2").tobytes()
    return RamBuilder().write(AT, record.ljust(MON.itemsize, b"\0")).build()


@given(personality=st.integers(min_value=1, max_value=0xFFFFFFFF))
def test_what_was_written_is_read_in_every_order(personality: int) -> None:
    mon = read_given_mon(built(personality), AT)
    if personality == 0x1234:
        assert mon is None  # such a record looks empty
        return
    assert mon is not None
    assert (mon.species, mon.friendship, mon.level) == (25, 70, 12)
    assert mon.moves == (33, 45, 0, 0)
    assert mon.pp == (35, 40, 0, 0)
    assert mon.ivs == IVS
    assert mon.stats == STATS


def test_a_wrong_checksum_and_an_empty_record_are_nobody() -> None:
    assert read_given_mon(built(77), AT) is not None
    assert read_given_mon(built(77, wrong=1), AT) is None
    assert read_given_mon(RamBuilder().build(), AT) is None


@pytest.mark.parametrize(
    ("nature", "modified"), [(0, set()), (1, {1, 2}), (5, {1, 2}), (8, {2, 4}), (24, set())]
)
def test_a_nature_modifies_two_stats_or_none(nature: int, modified: set[int]) -> None:
    mon = read_given_mon(built(1000 * 25 + nature), AT)
    assert mon is not None
    assert mon.nature_modified == modified
    assert mon.unmodified() == [i for i in range(6) if i not in modified]


def grown(level: int, stats: tuple[int, ...] = STATS) -> GivenMon:
    """Somebody of a level."""
    return GivenMon(25, level, 70, (0,) * 4, (0,) * 4, IVS, stats, frozenset())


def test_stats_follow_the_formula() -> None:
    """The public formula, worked out by hand."""
    assert grown(100).stat(0, 45) == 2 * 45 + 1 + 100 + 10
    assert grown(100).stat(5, 65) == 2 * 65 + 31 + 5
    assert grown(7).stat(1, 49) == (2 * 49 + 2) * 7 // 100 + 5


def test_a_species_of_one_point_says_nothing_of_its_base_stat() -> None:
    assert 0 in grown(50).unmodified()
    assert 0 not in grown(50, (1, *STATS[1:])).unmodified()


def test_mons_that_the_engine_gives_are_read(variant: Derived) -> None:
    lab = variant.lab()
    had = lab.known["gPlayerParty"].fields["had"]
    after = with_party(lab, 1)
    mon = read_given_mon(after, variant.answers["gPlayerParty"] + MON.itemsize * had)
    assert mon is not None
    assert mon.species == 1
    assert mon.stats[0] > mon.level
    assert all(0 <= iv <= 31 for iv in mon.ivs)
    assert mon.moves[0]
    assert mon.pp[0]
