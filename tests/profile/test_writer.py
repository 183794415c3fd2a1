"""A profile file reads well, is always the same text, and is read back as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from gbatool.engine.families import ENGINES
from gbatool.memory import EWRAM, IWRAM, ROM, Address, Region
from gbatool.profile import Evidence, PinnedState, Profile, RomIdentity, Status, Symbol, Unresolved
from gbatool.profile.names import KNOWN_NAMES, Place, facts_of
from gbatool.profile.reader import parse_profile
from gbatool.profile.writer import format_profile
from tests.profile.examples import a_profile, a_symbol, full_profile

ROM_SIZE = 0x100000
texts = st.text(max_size=40)
names = st.sampled_from([*KNOWN_NAMES, "sOther", "thenan.3", "gNew_Thing"])
digests = st.text("0123456789abcdef", min_size=64, max_size=64)


def places(region: Region, size: int) -> st.SearchStrategy[Address]:
    """Addresses in a region, aligned for every type, with room for 0x80 bytes."""
    words = st.integers(region.base // 4, (region.base + size - 0x80) // 4)
    return words.map(lambda word: Address(4 * word))


IN_RAM = st.one_of(places(EWRAM, EWRAM.size), places(IWRAM, IWRAM.size))
IN_ROM = places(ROM, ROM_SIZE)
IN = {Place.RAM: IN_RAM, Place.ROM: IN_ROM, Place.ANYWHERE: st.one_of(IN_RAM, IN_ROM)}
evidence = st.builds(Evidence, texts, texts, texts, st.integers(0, 10**6), texts)
proof = st.builds(Evidence, st.just("poke"), texts, texts, st.just(1), texts)


@st.composite
def symbols(draw: st.DrawFn) -> Symbol:
    name = draw(names)
    status = draw(st.sampled_from(Status))
    items = draw(st.lists(evidence, max_size=3))
    if status is not Status.IMPORTED:
        items.append(draw(proof))
    size, note = draw(st.integers(0, 0x80)), draw(st.none() | texts)
    return Symbol(name, draw(IN[facts_of(name).place]), size, status, tuple(items), note)


@st.composite
def unresolved_symbols(draw: st.DrawFn) -> Unresolved:
    name = draw(names)
    candidates = tuple(draw(st.lists(IN[facts_of(name).place], max_size=4)))
    needs = tuple(draw(st.lists(names, max_size=2)))
    return Unresolved(name, draw(texts), candidates, draw(st.none() | texts), needs)


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    labels = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]*", fullmatch=True)
    state = st.builds(
        PinnedState,
        label=st.just(""),
        made=texts,
        ram_sha256=digests,
        core=texts,
        frame=st.integers(0, 10**9),
        file_sha256=st.none() | digests,
        player=st.none() | st.tuples(st.integers(0, 999), st.integers(0, 999)),
        note=st.none() | texts,
    )
    rom = st.builds(
        RomIdentity,
        title=texts,
        code=texts,
        maker=texts,
        revision=st.integers(0, 255),
        size=st.just(ROM_SIZE),
        sha1=digests.map(lambda digest: digest[:40]),
        sha256=digests,
    )
    known = {symbol.name: symbol for symbol in draw(st.lists(symbols(), max_size=5))}
    open_ones = {item.name: item for item in draw(st.lists(unresolved_symbols(), max_size=3))}
    for name in known:
        open_ones.pop(name, None)
    return Profile(
        name=draw(labels),
        rom=draw(rom),
        engine=draw(st.sampled_from(sorted(ENGINES))),
        savestates={
            label: replace(item, label=label)
            for label, item in draw(st.dictionaries(labels, state, max_size=3)).items()
        },
        symbols=known,
        unresolved=open_ones,
        note=draw(st.none() | texts),
    )


@settings(max_examples=60, deadline=None)
@given(profiles())
def test_what_was_written_is_read_back_as_it_was(profile: Profile) -> None:
    text = format_profile(profile)
    read = parse_profile(text, "x.yaml")
    assert read == profile
    assert format_profile(read) == text


@settings(max_examples=30, deadline=None)
@given(profiles())
def test_the_text_does_not_depend_on_the_order_of_things(profile: Profile) -> None:
    turned = replace(
        profile,
        savestates=dict(reversed(list(profile.savestates.items()))),
        symbols=dict(reversed(list(profile.symbols.items()))),
        unresolved=dict(reversed(list(profile.unresolved.items()))),
    )
    assert format_profile(turned) == format_profile(profile)


@settings(max_examples=30, deadline=None)
@given(profiles())
def test_another_yaml_reader_finds_the_same_values(profile: Profile) -> None:
    plain = yaml.safe_load(format_profile(profile))
    assert plain["rom"]["sha1"] == profile.rom.sha1
    assert plain["rom"]["title"] == profile.rom.title
    for name, symbol in profile.symbols.items():
        assert plain["symbols"][name]["address"] == symbol.address
        assert plain["symbols"][name].get("note") == symbol.note


@given(st.text())
def test_any_text_survives_as_a_note(note: str) -> None:
    profile = replace(a_profile(), note=note)
    assert parse_profile(format_profile(profile), "x.yaml").note == note


def test_a_profile_looks_as_its_documentation_says(snapshot: SnapshotAssertion) -> None:
    assert format_profile(full_profile()) == snapshot


def test_letters_of_every_language_are_written_as_they_are() -> None:
    note = "ピカチュウ, naïve"
    assert f"note: {note}\n" in format_profile(replace(a_profile(), note=note))


def test_symbols_stand_in_the_order_of_their_addresses() -> None:
    lines = format_profile(full_profile()).splitlines()
    order = [line for line in lines if line in ("  gMain:", "  gTasks:", "  CB2_Overworld:")]
    assert order == ["  gMain:", "  gTasks:", "  CB2_Overworld:"]


def test_two_names_of_one_address_are_both_kept() -> None:
    profile = a_profile(a_symbol("sB", 0x02000010), a_symbol("sA", 0x02000010))
    read = parse_profile(format_profile(profile), "x.yaml")
    assert {name: int(symbol.address) for name, symbol in read.symbols.items()} == {
        "sA": 0x02000010,
        "sB": 0x02000010,
    }


def test_one_piece_of_evidence_is_one_line() -> None:
    long = Evidence("poke", "a closed tile refuses the step, " * 20, "4/4", 1, "bedroom")
    profile = a_profile(replace(a_symbol(), evidence=(long,)))
    lines = [line for line in format_profile(profile).splitlines() if "kind:" in line]
    assert len(lines) == 1
    assert lines[0].startswith("      - {kind: poke, savestate: bedroom, predicted: ")


@pytest.mark.parametrize("digest", ["1" * 40, "5e" + "1" * 38, "0" * 39 + "e"])
def test_a_digest_that_looks_like_a_number_is_quoted(digest: str) -> None:
    profile = full_profile()
    profile = replace(profile, rom=replace(profile.rom, sha1=digest))
    line = next(line for line in format_profile(profile).splitlines() if "sha1:" in line)
    quoted = digest.isdigit() or digest[1] == "e"
    assert line == (f"  sha1: '{digest}'" if quoted else f"  sha1: {digest}")
