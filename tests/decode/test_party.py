"""Party records: decryption, checks, names, and every refusal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.decode.mon import AbilitySlot, KnownMove, Mon, Owner, Spread, StatusCondition
from gbatool.decode.names import Named
from gbatool.decode.party import decode_party
from gbatool.engine.engine import SHARED
from gbatool.engine.traits import trait_value
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from tests.decode.records import SLOTS, mon, party_world
from tests.decode.world import ADDRESSES, PROFILE, World, profile_of, profile_without
from tests.ram import RamBuilder


def read(*records: bytes) -> tuple[Mon, ...]:
    return decode_party(party_world(*records).build(), PROFILE)


def test_reads_everything_of_a_record() -> None:
    (member,) = read(mon(item=13, boosts=0b0111, ivs=31 | 3 << 10 | 1 << 31))
    assert member.species == Named(1, "SEED")
    assert (member.nickname, member.level, member.hp, member.slot) == ("SPROUT", 7, 20, 0)
    assert member.stats == Spread(23, 11, 12, 13, 14, 15)
    assert member.moves == (
        KnownMove(0, 33, "NUDGE", 35, 35 + 21),
        KnownMove(1, 45, "HUM", 40, 40 + 8),
    )
    assert member.item == Named(13, "TONIC")
    assert member.status == StatusCondition("none", 0)
    assert (member.experience, member.friendship) == (236, 70)
    assert member.nature == Named((24 * 1000 + 3) % 25, "MELLOW")
    assert member.ability == AbilitySlot(1, 9, "SPARKS")
    assert member.gender == "male"
    assert member.ivs == Spread(31, 0, 3, 0, 0, 0)
    assert member.evs == Spread(1, 2, 3, 4, 5, 6)
    assert member.owner == Owner("ADA", 1, 2)
    assert (member.language, member.egg, member.shiny) == ("english", False, False)


def test_a_name_that_fills_its_field_has_no_terminator() -> None:
    assert [member.nickname for member in decode_party(party_world().build(), PROFILE)] == [
        "SPROUT",
        "PEBBLEPEBB",
    ]


def test_no_mon_is_an_empty_party_and_gaps_are_left_out() -> None:
    assert decode_party(World().build(), PROFILE) == ()
    assert [member.slot for member in read(mon(), bytes(100), mon())] == [0, 2]


def test_nothing_held_is_none_and_unknown_tables_leave_ids() -> None:
    tables = ("gSpeciesNames", "gMoveNames", "gItems", "gNatureNamePointers", "gSpeciesInfo")
    lean = profile_without(*tables, "gBattleMoves")
    (member,) = decode_party(party_world(mon()).build(), lean)
    assert member.item is None
    assert member.species == Named(1, None)
    assert member.moves[0] == KnownMove(0, 33, None, 35, None)
    assert (member.gender, member.ability) == (None, AbilitySlot(0, None, None))
    assert member.nature.name is None


@pytest.mark.parametrize("trait", ["mon.size", "mon_parts.pp", "species_info.friendship"])
def test_which_ability_is_not_told_where_mons_or_species_have_another_form(trait: str) -> None:
    of_mons = profile_of(**{trait: trait_value(SHARED, trait)})
    (member,) = decode_party(party_world(mon(ivs=1 << 31)).build(), of_mons)
    assert member.ability == AbilitySlot(None, None, None)


@pytest.mark.parametrize("order", range(24))
def test_reads_every_order_of_the_substructures(order: int) -> None:
    (member,) = read(mon(personality=24 * 5 + order, species=2))
    assert SLOTS[order]
    assert (member.species.id, member.experience, member.evs.speed) == (2, 236, 4)


@pytest.mark.parametrize(
    ("status", "condition"),
    [
        (3, StatusCondition("sleep", 3)),
        (1 << 3, StatusCondition("poison", 0)),
        (1 << 4, StatusCondition("burn", 0)),
        (1 << 5, StatusCondition("freeze", 0)),
        (1 << 6, StatusCondition("paralysis", 0)),
        (1 << 7 | 4 << 8, StatusCondition("bad_poison", 4)),
    ],
)
def test_reads_the_status_condition(status: int, condition: StatusCondition) -> None:
    (member,) = read(mon(status=status))
    assert member.status == condition


@pytest.mark.parametrize(
    ("personality", "shiny"), [(0x00030000, True), (0x00070000, True), (0x00080000, False)]
)
@pytest.mark.parametrize("owner", [5 << 16 | 5, 0x12345678])
def test_is_shiny_when_the_halves_of_both_ids_nearly_cancel(
    personality: int, shiny: bool, owner: int
) -> None:
    halves = owner ^ owner >> 16
    (member,) = read(mon(personality=personality ^ halves & 0xFFFF, owner=owner))
    assert member.shiny is shiny


@pytest.mark.parametrize(
    ("species", "personality", "gender"), [(1, 30, "female"), (1, 31, "male"), (2, 30, "none")]
)
def test_tells_the_gender_by_the_species_ratio(species: int, personality: int, gender: str) -> None:
    (member,) = read(mon(species=species, personality=personality))
    assert member.gender == gender


def test_a_mon_without_experience_is_read() -> None:
    (member,) = read(mon(experience=0, hp=(0, 23)))
    assert (member.experience, member.hp) == (0, 0)


def test_an_egg_has_the_species_that_will_hatch() -> None:
    (member,) = read(mon(flags=6, ivs=1 << 30))
    assert member.egg
    assert member.species.id == 1


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (mon(flags=0), r"gPlayerParty\[0\]\.flags"),
        (mon(flags=3), r"gPlayerParty\[0\]\.flags"),
        (mon(flags=6), r"gPlayerParty\[0\]\.isEgg"),
        (mon(species=0), r"gPlayerParty\[0\]\.species at .* is 0; expected 1 to 411"),
        (mon(species=412), r"\.species at .* is 412"),
        (mon(moves=((355, 5),)), r"\.moves\[0\] at .* is 355; expected 0 to 354"),
        (mon(moves=((33, 36),)), r"\.pp\[0\] at .* is 36; expected 0 to 35"),
        (mon(item=400), r"\.item at .* is 400"),
        (mon(level=0), r"\.level at .* is 0; expected 1 to 100"),
        (mon(level=101), r"\.level"),
        (mon(hp=(24, 23)), r"\.hp at .* is 24; expected 0 to 23"),
        (mon(hp=(0, 0)), r"\.maxHP"),
        (mon(evs=bytes([255, 255, 1, 0, 0, 0])), r"\.evs at .* is 511; expected 0 to 510"),
        (mon(language=0), r"\.language at .* is 0; expected 1 to 7"),
        (mon(status=1 << 3 | 1 << 4), r"\.status at .* expected one condition"),
        (mon(status=3 | 1 << 6), r"\.status"),
        (mon(status=1 << 8), r"\.status"),
        (mon(status=1 << 12), r"\.status"),
        (mon(experience=2000000), r"\.experience"),
    ],
)
def test_refuses_what_no_member_can_have(record: bytes, says: str) -> None:
    with pytest.raises(DecodeError, match=says) as caught:
        read(record)
    assert not isinstance(caught.value, NotLoadedError)


def test_names_the_member_whose_checksum_is_wrong() -> None:
    world = party_world()
    world.put("gPlayerParty", 100 + 0x1C, "H", 0)
    with pytest.raises(DecodeError, match=r"gPlayerParty\[1\]\.checksum at .* is 0x0000; expected"):
        decode_party(world.build(), PROFILE)


def test_refuses_a_count_that_no_party_has() -> None:
    with pytest.raises(DecodeError, match=r"gPlayerPartyCount .* is 7; expected 0 to 6"):
        decode_party(party_world().put("gPlayerPartyCount", 0, "B", 7).build(), PROFILE)


def test_believes_the_records_and_not_the_count() -> None:
    world = party_world().put("gPlayerPartyCount", 0, "B", 0)
    assert len(decode_party(world.build(), PROFILE)) == 2


def test_a_frame_whose_work_is_not_done_can_not_be_read() -> None:
    world = party_world().put("gMain", 0x1C, "H", 1)
    with pytest.raises(NotLoadedError, match="still at work; expected 0: look again a frame later"):
        decode_party(world.build(), PROFILE)


def test_an_unproven_party_is_refused() -> None:
    with pytest.raises(UnprovenSymbolError, match="gPlayerParty"):
        decode_party(party_world().build(), profile_without("gPlayerParty"))


@given(offset=st.integers(0x20, 0x4F), change=st.integers(1, 255))
@settings(max_examples=200, deadline=None)
def test_every_damaged_byte_of_the_encrypted_data_is_noticed(offset: int, change: int) -> None:
    good = party_world(mon()).build()
    at = ADDRESSES["gPlayerParty"] + offset
    damaged = RamBuilder.of(good).put(at, "B", good.u8(at) ^ change).build()
    with pytest.raises(DecodeError, match="checksum"):
        decode_party(damaged, PROFILE)


@given(
    personality=st.integers(1, 2**32 - 1),
    owner=st.integers(1, 2**32 - 1),
    level=st.integers(1, 100),
    ivs=st.integers(0, 2**30 - 1),
)
@settings(max_examples=100, deadline=None)
def test_reads_back_whatever_was_encrypted(
    personality: int, owner: int, level: int, ivs: int
) -> None:
    (member,) = read(mon(personality=personality, owner=owner, level=level, ivs=ivs))
    assert (member.personality, member.level) == (personality, level)
    assert (member.owner.secret_id << 16 | member.owner.trainer_id) == owner
    values = (member.ivs.hp, member.ivs.attack, member.ivs.defense, member.ivs.speed)
    assert values == tuple(ivs >> 5 * stat & 31 for stat in range(4))
