"""Merging never loses a symbol and never silently replaces a proven address."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbatool.engine.families import ENGINES
from gbatool.errors import ProfileError, WrongRomError
from gbatool.memory import Address
from gbatool.profile import Evidence, Status, Symbol, Unresolved
from gbatool.profile.merge import merge, rom_label
from tests.profile.examples import a_profile, a_rom, a_state, a_symbol

HERE, THERE = 0x03001000, 0x03002000
VERIFIED, CORROBORATED, IMPORTED = Status.VERIFIED, Status.CORROBORATED, Status.IMPORTED


def test_keeps_symbols_that_the_new_derivation_did_not_touch() -> None:
    old = a_profile(a_symbol("gMain"), a_symbol("gTasks", THERE, IMPORTED))
    merged = merge(old, a_profile(a_symbol("gRngValue", 0x03003000)))
    assert sorted(merged.profile.symbols) == ["gMain", "gRngValue", "gTasks"]
    assert merged.notices == ()


def test_takes_fresh_evidence_and_keeps_the_note() -> None:
    fresh = replace(a_symbol(), evidence=(Evidence("poke", "obeys", "4/4", 1, "town"),), size=0)
    old = a_symbol(note="mind the gap")
    symbol = merge(a_profile(old), a_profile(fresh)).profile.symbols["gMain"]
    assert symbol.evidence == fresh.evidence
    assert symbol.note == "mind the gap"
    assert symbol.size == old.size


@pytest.mark.parametrize("status", [CORROBORATED, IMPORTED])
def test_a_verified_address_stays_verified_and_says_so(status: Status) -> None:
    old = a_symbol()
    merged = merge(a_profile(old), a_profile(a_symbol(status=status)))
    assert merged.profile.symbols["gMain"] == old
    assert merged.notices == (f"gMain stays verified, though it is only {status.value} this time",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (VERIFIED, VERIFIED),
        (VERIFIED, CORROBORATED),
        (VERIFIED, IMPORTED),
        (CORROBORATED, CORROBORATED),
        (CORROBORATED, IMPORTED),
        (IMPORTED, IMPORTED),
    ],
)
def test_a_contradiction_stops_and_shows_both(old: Status, new: Status) -> None:
    with pytest.raises(ProfileError) as caught:
        merge(a_profile(a_symbol("gMain", HERE, old)), a_profile(a_symbol("gMain", THERE, new)))
    assert (
        f"gMain is 0x03001000 ({old.value}) in the profile and 0x03002000 ({new.value}) now"
        in str(caught.value)
    )
    assert caught.value.detail["expected"] == "0x03001000"
    assert caught.value.detail["observed"] == "0x03002000"


def test_a_contradiction_carries_the_evidence_of_both() -> None:
    with pytest.raises(ProfileError) as caught:
        merge(a_profile(a_symbol()), a_profile(a_symbol("gMain", THERE)))
    shown = str(caught.value.detail["contradictions"])
    assert shown.count("key on bedroom: held_keys follows each of 10 buttons") == 2


def test_many_contradictions_hint_at_another_build() -> None:
    names = ["gMain", "gTasks", "gRngValue", "gSprites", "gObjectEvents"]
    old = a_profile(*(a_symbol(name, HERE, IMPORTED, 4) for name in names))
    new = a_profile(*(a_symbol(name, THERE, IMPORTED, 4) for name in names))
    with pytest.raises(ProfileError, match=r"and 2 more symbols.*another build"):
        merge(old, new)


@pytest.mark.parametrize("old", [CORROBORATED, IMPORTED])
def test_a_proof_replaces_a_weaker_claim_and_says_so(old: Status) -> None:
    merged = merge(a_profile(a_symbol("gMain", HERE, old)), a_profile(a_symbol("gMain", THERE)))
    assert merged.profile.address("gMain") == THERE
    assert merged.notices == (
        f"gMain was 0x03001000 ({old.value}) and is now 0x03002000 (verified)",
    )


@pytest.mark.parametrize("status", [VERIFIED, CORROBORATED])
def test_unresolved_never_replaces_a_proven_address(status: Status) -> None:
    lost = Unresolved("gMain", "2 candidates were left", (Address(HERE), Address(THERE)))
    merged = merge(a_profile(a_symbol(status=status)), a_profile(unresolved=(lost,)))
    assert merged.profile.symbols["gMain"].status is status
    assert merged.profile.unresolved == {}
    assert merged.notices == (
        f"gMain keeps 0x03001000 ({status.value}), though this time: 2 candidates were left",
    )


def test_an_imported_address_and_what_the_derivation_left_are_both_kept() -> None:
    lost = Unresolved("gMain", "2 candidates were left", (Address(HERE), Address(THERE)))
    merged = merge(a_profile(a_symbol(status=IMPORTED)), a_profile(unresolved=(lost,)))
    assert merged.profile.symbols["gMain"].address == HERE
    assert merged.profile.unresolved == {"gMain": lost}


def test_a_symbol_that_was_found_is_no_longer_unresolved() -> None:
    old = a_profile(unresolved=(Unresolved("gMain", "no state"), Unresolved("sMenu", "no menu")))
    merged = merge(old, a_profile(a_symbol()))
    assert list(merged.profile.unresolved) == ["sMenu"]
    assert merged.notices == ()


def test_profiles_of_two_roms_are_not_mixed() -> None:
    old, new = a_profile(), a_profile(rom=a_rom(1))
    with pytest.raises(WrongRomError) as caught:
        merge(old, new)
    assert old.rom.sha1 in str(caught.value)
    assert new.rom.sha1 in str(caught.value)


def test_engine_families_are_not_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "other", ENGINES["frlg"])
    with pytest.raises(ProfileError, match="a ROM has one engine family"):
        merge(a_profile(), replace(a_profile(), engine="other"))


def test_names_symbols_whose_evidence_is_from_a_savestate_that_was_pinned_again() -> None:
    again = replace(a_state(), ram_sha256="12" * 32)
    new = replace(a_profile(a_symbol("gTasks", THERE)), savestates={"bedroom": again})
    merged = merge(a_profile(a_symbol("gMain")), new)
    assert merged.profile.savestates == {"bedroom": again}
    assert merged.notices == (
        "savestate bedroom was pinned again; the evidence of gMain was gathered on the former one",
    )


def test_savestates_and_the_note_are_kept() -> None:
    old = replace(a_profile(), note="mine", savestates={"town": a_state("town")})
    merged = merge(old, a_profile())
    assert sorted(merged.profile.savestates) == ["bedroom", "town"]
    assert merged.profile.note == "mine"


def test_a_header_of_a_hack_can_not_speak_to_the_terminal() -> None:
    junk = replace(a_profile().rom, title="\x1b[2JHA", code="\x00BCE")
    assert rom_label(junk) == "?[2JHA, code ?BCE, language letter E, revision 0"


RANK = {Status.IMPORTED: 0, Status.CORROBORATED: 1, Status.VERIFIED: 2}
symbols = st.lists(
    st.builds(
        a_symbol,
        st.sampled_from(["gMain", "gTasks", "gRngValue"]),
        st.sampled_from([HERE, THERE]),
        st.sampled_from(Status),
    ),
    max_size=3,
).map(lambda items: {item.name: item for item in items}.values())


@settings(deadline=None)
@given(symbols, symbols)
def test_no_merge_loses_a_symbol_or_moves_a_verified_one(
    old: list[Symbol], new: list[Symbol]
) -> None:
    before, known = a_profile(*old), {symbol.name: symbol for symbol in old}
    moved = [s for s in new if s.name in known and known[s.name].address != s.address]
    if any(RANK[s.status] <= RANK[known[s.name].status] for s in moved):
        with pytest.raises(ProfileError, match="Nothing was written"):
            merge(before, a_profile(*new))
        return
    after = merge(before, a_profile(*new)).profile
    assert after.symbols.keys() == before.symbols.keys() | {symbol.name for symbol in new}
    for symbol in old:
        if symbol.status is VERIFIED:
            assert after.symbols[symbol.name].address == symbol.address
            assert after.symbols[symbol.name].status is VERIFIED


@settings(deadline=None)
@given(symbols)
def test_merging_a_profile_with_itself_changes_nothing(items: list[Symbol]) -> None:
    profile = a_profile(*items)
    merged = merge(profile, profile)
    assert merged.profile == profile
    assert merged.notices == ()
