"""Deriving a profile: whole, repeatable, limited on request, and confirmed on a fresh core."""

from __future__ import annotations

import pytest

from gbatool.core import Emulator, core_version
from gbatool.engine.engine import Engine
from gbatool.engine.families import UNKNOWN_FAMILY
from gbatool.errors import (
    ExitCode,
    NoPlayerControlError,
    ProbeError,
    UnprovenSymbolError,
    UsageError,
)
from gbatool.profile import Profile, RomIdentity
from gbatool.profile.reader import parse_profile
from gbatool.profile.writer import format_profile
from gbatool.scan import LOCATORS
from gbatool.scan.derive import (
    Derivation,
    derive,
    known_symbols,
    why_not,
)
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.overworld.player_avatar import PreventStep
from gbatool.scan.overworld.save_blocks import SaveBlock1Ptr
from tests.scan.staging import Derived, derived

ALONE = ("gRngValue", "gPaletteFade", "gSaveBlock2Ptr", "gMapGroups", "Task_StartMenuHandleInput")
"""Between them these need every exploration: talk, warp, start menu, wall, and none."""
MAP, HEADER, AVATAR, OBJECTS = "gBackupMapLayout", "gMapHeader", "gPlayerAvatar", "gObjectEvents"


def again(base: Derived, **options: object) -> Derivation:
    """Derive from the overworld state that is already there, to spare the autopilot."""
    states = {OVERWORLD: base.derivation.states[OVERWORLD]}
    given: dict[str, object] = {"name": "demo-base", "states": states, **options}
    return derive(base.rom, base.power_on, core_version=core_version(), **given)  # type: ignore[arg-type]


def test_the_same_rom_gives_the_same_bytes_from_power_on(base: Derived) -> None:
    second = derive(base.rom, base.power_on, name="demo-base", core_version=core_version())
    first = format_profile(base.derivation.profile)
    assert format_profile(second.profile) == first
    assert first.count("status: verified") == len(base.derivation.profile.symbols)


def test_the_profile_belongs_to_the_rom_and_knows_its_family(variant: Derived) -> None:
    profile = variant.derivation.profile
    assert profile.rom == RomIdentity.of(variant.rom)
    assert profile.engine == "frlg"


def test_the_pinned_states_are_the_ones_that_it_gives(base: Derived) -> None:
    profile = base.derivation.profile
    used = {piece.savestate for s in profile.symbols.values() for piece in s.evidence}
    assert set(profile.savestates) == set(base.derivation.states) == used | {OVERWORLD}
    emulator = base.power_on()
    player = base.answers[OBJECTS] + 0x10
    for label, pinned in profile.savestates.items():
        emulator.load_state(base.derivation.states[label])
        assert emulator.snapshot().ram_sha256() == pinned.ram_sha256, label
        assert emulator.frame == pinned.frame, label
        live = emulator.live
        assert pinned.player == (live.s16(player), live.s16(player + 2)), label
    made = {label: pinned.made for label, pinned in profile.savestates.items()}
    assert made.pop(OVERWORLD) == "autopilot"
    assert set(made.values()) == {"exploration"}


def test_a_given_overworld_state_spares_the_autopilot(base: Derived) -> None:
    told: list[str] = []
    found = again(base, symbols=(MAP,), on_progress=told.append)
    assert "autopilot" not in told
    assert found.profile.savestates[OVERWORLD].made == "file"
    assert found.profile.symbols[MAP] == base.derivation.profile.symbols[MAP]


def test_progress_is_told_from_the_autopilot_to_the_confirmation(base: Derived) -> None:
    told: list[str] = []
    derive(
        base.rom,
        base.power_on,
        name="demo",
        core_version=core_version(),
        symbols=(AVATAR,),
        on_progress=told.append,
    )
    assert told == ["autopilot", OBJECTS, AVATAR, MAP, HEADER, "confirm"]


def test_a_limited_derivation_takes_what_is_required_along(base: Derived) -> None:
    found = again(base, symbols=("gMapObjects", "gSaveBlock1Ptr"))
    assert set(found.profile.symbols) == {OBJECTS, MAP, HEADER, "gSaveBlock1Ptr"}
    assert found.profile.unresolved == {}


@pytest.mark.parametrize("symbol", ALONE)
def test_one_symbol_alone_is_proven_as_well_as_all_together(base: Derived, symbol: str) -> None:
    found = again(base, symbols=(symbol,))
    assert found.profile.symbols[symbol] == base.derivation.profile.symbols[symbol]


def test_an_unknown_symbol_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="no locator for gMoon") as raised:
        known_symbols(("gBackupMapLayout", "gMoon"))
    assert raised.value.exit_code is ExitCode.USAGE
    known = [locator.symbol for locator in LOCATORS.locators]
    assert raised.value.detail == {"symbol": "gMoon", "known": sorted(known)}


def test_a_misspelled_symbol_gets_the_nearest_names() -> None:
    with pytest.raises(UsageError, match=r"did you mean gObjectEvents( or \w+)*\?") as raised:
        known_symbols(("gObjectEvent",))
    assert len(raised.value.message) < 200


def test_synonyms_and_repetitions_are_one_symbol() -> None:
    assert known_symbols(("VMap", MAP, AVATAR)) == (MAP, AVATAR)
    assert known_symbols(()) is None
    assert known_symbols(None) is None


def test_an_unknown_symbol_is_refused_before_anything_runs(base: Derived) -> None:
    def power_on() -> Emulator:
        pytest.fail("the emulator was started")

    with pytest.raises(UsageError):
        derive(base.rom, power_on, name="demo", core_version="", symbols=("gMoon",))


def test_a_state_in_which_the_player_cannot_walk_is_refused_by_its_label(base: Derived) -> None:
    states = {OVERWORLD: base.power_on().save_state()}
    with pytest.raises(NoPlayerControlError, match="labelled overworld") as raised:
        again(base, states=states)
    assert raised.value.detail == {"state": OVERWORLD}
    assert raised.value.exit_code is ExitCode.FAILED_CLOSED


def test_what_a_fresh_core_refutes_is_not_verified(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    cores: list[Emulator] = []

    def power_on() -> Emulator:
        cores.append(base.power_on())
        return cores[-1]

    real_run = PreventStep.run

    def fickle(probe: PreventStep, lab: Lab, candidate: Candidate) -> ProbeFinding:
        if lab.emulator is cores[0]:
            return real_run(probe, lab, candidate)
        return ProbeFinding("with preventStep set no direction is obeyed", "it was", 0, 1)

    monkeypatch.setattr(PreventStep, "run", fickle)
    states = {OVERWORLD: base.derivation.states[OVERWORLD]}
    profile = derive(
        base.rom, power_on, name="demo", core_version="0", states=states, symbols=(AVATAR,)
    ).profile
    assert len(cores) == 2
    assert AVATAR not in profile.symbols
    assert OBJECTS in profile.symbols
    unresolved = profile.unresolved[AVATAR]
    assert unresolved.reason == "it was proven once, but not again on a fresh core"
    assert unresolved.candidates == (base.answers[AVATAR],)


def test_what_nothing_proposes_is_unresolved_with_the_reason(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SaveBlock1Ptr, "scan", lambda *_: [])
    profile = again(base, symbols=("gSaveBlock1Ptr",)).profile
    unresolved = profile.unresolved["gSaveBlock1Ptr"]
    assert unresolved.reason == "the scan proposed no candidate"
    assert unresolved.candidates == ()


def unresolved_of(
    base: Derived, monkeypatch: pytest.MonkeyPatch, finding: ProbeFinding
) -> tuple[str, int, str | None]:
    """What becomes of an avatar about which its probe says this."""
    monkeypatch.setattr(PreventStep, "run", lambda *_: finding)
    profile: Profile = again(base, symbols=(AVATAR,)).profile
    unresolved = profile.unresolved[AVATAR]
    return unresolved.reason, len(unresolved.candidates), unresolved.would_decide


def test_a_candidate_that_was_refuted_is_not_kept(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason, left, _ = unresolved_of(
        base, monkeypatch, ProbeFinding("ignores input", "accepts input", 0, 1)
    )
    assert reason.startswith("all ")
    assert reason.endswith("candidates were refuted")
    assert left == 0


def test_a_candidate_that_no_probe_could_judge_is_kept_as_a_candidate(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason, left, would_decide = unresolved_of(
        base, monkeypatch, ProbeFinding("ignores input", "?", 0, 0)
    )
    assert "could not be proven" in reason
    assert left == 1
    assert would_decide == "a state in which poke-prevent-step can run"


def test_several_that_are_left_are_all_told() -> None:
    story = derived("crowded").eliminations
    several = next(s for s in story if len(s.proposed) > 1)
    unresolved = why_not(type(several)(several.symbol, several.proposed, several.decisive))
    count = len(several.proposed)
    assert unresolved.reason == f"{count} of {count} candidates are left"
    assert unresolved.candidates == tuple(c.address for c in several.proposed)


def test_a_game_of_no_known_family_gets_its_addresses_and_no_layouts(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_family(_lab: Lab) -> Engine:
        raise ProbeError("tilesets are read in a form of none of the known families")

    monkeypatch.setattr("gbatool.scan.derive.find_family", no_family)
    profile = again(base, symbols=(MAP,)).profile
    assert profile.engine == UNKNOWN_FAMILY
    assert profile.address(MAP) == base.answers[MAP]
    assert profile.note is not None
    assert "none of the known families" in profile.note
    assert parse_profile(format_profile(profile), "x.yaml") == profile
    with pytest.raises(UnprovenSymbolError, match="its addresses can be used"):
        _ = profile.family
