"""Traits in a profile: read, written, merged, compared, and what they make of the engine."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbatool.engine.engine import Engine
from gbatool.engine.families import ENGINES, FRLG, UNKNOWN_FAMILY
from gbatool.engine.layouts import bits_of, offset_of
from gbatool.engine.traits import TraitError, trait_names, trait_value, with_traits
from gbatool.errors import ProfileError, UnprovenSymbolError
from gbatool.profile import Profile, Status, Trait, Unresolved
from gbatool.profile.diff import TraitChange, diff_profiles
from gbatool.profile.merge import merge
from gbatool.profile.reader import parse_profile
from gbatool.profile.writer import format_profile
from tests.profile.examples import PROVEN, a_profile

SPRITE_ID = "object_event.sprite_id"


def a_trait(name: str = SPRITE_ID, value: str = "u8@0x23", **changes: object) -> Trait:
    return replace(Trait(name, value, Status.VERIFIED, PROVEN), **changes)  # type: ignore[arg-type]


def with_some(*traits: Trait, engine: str = "frlg") -> Profile:
    return replace(a_profile(), engine=engine, traits={trait.name: trait for trait in traits})


def test_a_profile_with_traits_reads_as_it_was_written() -> None:
    profile = with_some(a_trait(), a_trait("mon.size", "0x68", note="four bytes more"))
    assert parse_profile(format_profile(profile), "x.yaml") == profile


def test_a_file_of_version_1_is_read_and_has_no_traits() -> None:
    text = format_profile(a_profile()).replace("profile/2", "profile/1")
    assert parse_profile(text, "x.yaml") == a_profile()


def test_the_engine_is_the_familys_with_the_traits_put_in() -> None:
    engine = with_some(a_trait(), a_trait("save_block1.money", "u32@0x4A8")).family
    assert offset_of(engine.object_event, "sprite_id") == 0x23
    assert offset_of(engine.save_block1, "money") == 0x4A8
    assert offset_of(engine.object_event, "local_id") == 8
    assert engine.tileset == FRLG.tileset


def test_without_a_known_family_shared_layouts_have_traits_too() -> None:
    profile = with_some(a_trait(), a_trait("save_block1.money", "u32@0x4A8"), engine=UNKNOWN_FAMILY)
    assert offset_of(profile.structures.object_event, "sprite_id") == 0x23
    with pytest.raises(UnprovenSymbolError, match="the engine family of profile test-game is"):
        assert profile.family


def test_an_imported_trait_counts_only_where_imports_are_trusted() -> None:
    profile = with_some(a_trait(status=Status.IMPORTED, evidence=()))
    assert offset_of(profile.structures.object_event, "sprite_id") == 4
    trusting = profile.trusting_imported()
    assert offset_of(trusting.structures.object_event, "sprite_id") == 0x23


def test_what_rests_on_an_unresolved_trait_is_refused_with_the_reason() -> None:
    open_trait = Unresolved("battle_mon.hp", "no battle could be begun")
    profile = a_profile(unresolved=(open_trait,))
    profile.require("save_block1.money", "battle_mon.h")
    for asked in ("battle_mon.hp", "battle_mon."):
        with pytest.raises(UnprovenSymbolError, match="no battle could be begun"):
            profile.require(asked)


@pytest.mark.parametrize(
    ("trait", "says"),
    [
        (a_trait("object_event.sprite_id", "byte 4"), "'byte 4' is no field; expected a form such"),
        (a_trait("object_event.sprite_id", "u8@0x23[3..9]"), "has no bits 3 to 9"),
        (a_trait("object_events.sprite_id"), "'object_events.sprite_id' is no trait"),
        (a_trait("gMain", "1"), "'gMain' is no trait"),
        (a_trait("mon.size", "104"), "'104' is no size in hex"),
        (a_trait("mon.encryption", "rot13"), "'rot13' is none of xor, none"),
        (a_trait("text.control_codes", "0 1 a"), "is no list of numbers"),
        (a_trait("names.species", "gSpeciesInfo"), "'gSpeciesInfo' is no table of names"),
        (a_trait(status=Status.VERIFIED, evidence=()), "verified needs evidence"),
    ],
)
def test_a_trait_that_can_not_be_is_refused_with_its_place(trait: Trait, says: str) -> None:
    with pytest.raises(ProfileError) as caught:
        parse_profile(format_profile(with_some(trait)), "x.yaml")
    assert f"traits.{trait.name}" in str(caught.value)
    assert says in str(caught.value)


def test_merging_keeps_traits_and_stops_at_a_contradiction() -> None:
    old, new = with_some(a_trait()), with_some(a_trait("mon.size", "0x68"))
    assert set(merge(old, new).profile.traits) == {SPRITE_ID, "mon.size"}
    with pytest.raises(ProfileError, match=r"sprite_id is u8@0x23 \(verified\) in the profile and"):
        merge(old, with_some(a_trait(value="u8@0x22")))


def test_a_proven_trait_is_no_longer_unresolved() -> None:
    old = a_profile(unresolved=(Unresolved(SPRITE_ID, "no sprite moved"),))
    assert merge(old, with_some(a_trait())).profile.unresolved == {}


def test_traits_that_differ_are_compared() -> None:
    diff = diff_profiles(with_some(a_trait()), with_some(a_trait("mon.size", "0x68")))
    assert diff.traits == (
        TraitChange("mon.size", None, "0x68"),
        TraitChange(SPRITE_ID, "u8@0x23", None),
    )
    assert not diff.equal


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_an_engine_with_its_own_traits_is_itself(engine: Engine) -> None:
    values = {name: trait_value(engine, name) for name in trait_names(engine)}
    again = with_traits(engine, values)
    assert {name: trait_value(again, name) for name in trait_names(again)} == values


@given(
    kind=st.sampled_from(("u8", "u16", "u32", "s8", "s16", "s32")),
    at=st.integers(0, 0x400),
    count=st.integers(1, 40),
)
def test_every_field_reads_back_as_it_was_set(kind: str, at: int, count: int) -> None:
    value = f"{count}*{kind}@0x{at:X}" if count > 1 else f"{kind}@0x{at:X}"
    engine = with_traits(FRLG, {"save_block1.pc_items": value})
    assert trait_value(engine, "save_block1.pc_items") == value


@given(first=st.integers(0, 31), last=st.integers(0, 31))
def test_bits_read_back_or_are_refused(first: int, last: int) -> None:
    value = f"u32@0x8[{first}..{last}]"
    if first > last:
        with pytest.raises(TraitError, match="has no bits"):
            with_traits(FRLG, {"mon_parts.item": value})
        return
    engine = with_traits(FRLG, {"mon_parts.item": value})
    assert bits_of(engine.mon_parts, "item") == (first, last - first + 1)
    assert trait_value(engine, "mon_parts.item") == value


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_text_is_taken_for_a_trait_by_accident(name: str, value: str) -> None:
    try:
        with_traits(FRLG, {name: value})
    except TraitError:
        return
    assert trait_value(FRLG, name) is not None
