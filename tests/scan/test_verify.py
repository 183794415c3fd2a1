"""Re-proving a profile: a good one holds, a moved address is refuted, and so on from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from gbatool.core import Emulator, open_emulator
from gbatool.memory import EWRAM, Address
from gbatool.profile import Profile, Status, Symbol
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.lab.autopilot import Walking
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.scout import scout
from gbatool.scan.overworld.object_events import PokePhantom
from gbatool.scan.overworld.player_avatar import PreventStep
from gbatool.scan.overworld.rng import RngValue
from gbatool.scan.places import survey
from gbatool.scan.verify import Reproof, ReproofResult, verify_profile
from tests.cartridges import answer_profile, cartridge
from tests.scan.staging import Derived

AVATAR, OBJECTS, MAP, HEADER = "gPlayerAvatar", "gObjectEvents", "gBackupMapLayout", "gMapHeader"


def verify(base: Derived, profile: Profile, *symbols: str) -> dict[str, Reproof]:
    """By symbol, from the overworld state that is already there."""
    states = {OVERWORLD: base.derivation.states[OVERWORLD]}
    found = verify_profile(base.power_on, profile, states=states, symbols=symbols or None)
    return {reproof.name: reproof for reproof in found}


def moved(profile: Profile, symbol: str, address: int) -> Profile:
    changed = replace(profile.symbols[symbol], address=Address(address))
    return replace(profile, symbols={**profile.symbols, symbol: changed})


def limit_scout(monkeypatch: pytest.MonkeyPatch, most: int) -> list[Walking]:
    """Let at most so many other places be found; the places that they were looked for from."""
    begun: list[Walking] = []

    def look(emulator: Emulator, start: Walking) -> Iterator[Walking]:
        begun.append(start)
        return islice(scout(emulator, start), most)

    monkeypatch.setattr(survey, "scout", look)
    return begun


def needing(symbol: str) -> set[str]:
    """The symbols whose locators can't run without this one, directly or not."""
    found = {symbol}
    for locator in LOCATORS.in_order(None):
        if found & set(locator.requires):
            found.add(locator.symbol)
    return found - {symbol}


def test_a_good_profile_holds_everywhere_from_power_on(base: Derived) -> None:
    told: list[str] = []
    profile = base.derivation.profile
    found = verify_profile(base.power_on, profile, on_progress=told.append)
    assert {r.name: (r.standing, r.why) for r in found} == dict.fromkeys(
        profile.symbols, (ReproofResult.HOLDS, "")
    )
    assert {r.name: r.fact for r in found} == {
        name: symbol.address for name, symbol in profile.symbols.items()
    }
    assert [name for name in told if "." not in name] == ["autopilot", *(r.name for r in found)]


@pytest.mark.parametrize("symbol", [MAP, HEADER, AVATAR])
def test_a_moved_address_is_refuted_and_what_needs_it_is_not_proven(
    base: Derived, symbol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit_scout(monkeypatch, 1)
    profile = base.derivation.profile
    found = verify(base, moved(profile, symbol, profile.symbols[symbol].address + 4))
    assert found[symbol].standing is ReproofResult.REFUTED
    assert found[symbol].why == "the scan no longer proposes it"
    not_proven = {name for name, r in found.items() if r.standing is ReproofResult.NOT_PROVEN}
    assert not_proven >= needing(symbol) & set(profile.symbols)
    held = {name for name, r in found.items() if r.standing is ReproofResult.HOLDS}
    assert held == set(profile.symbols) - {symbol} - not_proven


def test_what_is_not_proven_says_what_it_needs(base: Derived) -> None:
    profile = base.derivation.profile
    spoiled = moved(profile, OBJECTS, profile.symbols[OBJECTS].address + 4)
    found = verify(base, spoiled, AVATAR)
    assert found[AVATAR].standing is ReproofResult.NOT_PROVEN
    assert found[AVATAR].why == f"this needs {OBJECTS}, which is not proven"


def test_a_decoys_address_is_refuted_by_what_the_game_did(base: Derived) -> None:
    profile = moved(base.derivation.profile, MAP, base.answers["sDecoyMapLayout"])
    found = verify(base, profile, MAP)
    assert found[MAP].standing is ReproofResult.REFUTED
    assert "tile closed in its buffer refuses the step" in found[MAP].why
    assert "obeyed" in found[MAP].why


def test_imported_addresses_are_put_to_the_same_proof(base: Derived) -> None:
    profile = base.derivation.profile
    imported = {
        name: Symbol(name, symbol.address, symbol.size, Status.IMPORTED)
        for name, symbol in profile.symbols.items()
        if name in (OBJECTS, AVATAR)
    }
    found = verify(base, replace(profile, symbols=imported))
    assert {name: r.standing for name, r in found.items()} == {
        OBJECTS: ReproofResult.HOLDS,
        AVATAR: ReproofResult.HOLDS,
    }


def test_a_limited_verification_takes_what_is_required_along(base: Derived) -> None:
    assert set(verify(base, base.derivation.profile, AVATAR)) == {OBJECTS, AVATAR}


def test_a_symbol_without_a_locator_is_told_and_not_passed_over(base: Derived) -> None:
    profile = base.derivation.profile
    other = Symbol("gUnknown", Address(0x02000000), 4, Status.IMPORTED)
    found = verify(base, replace(profile, symbols={"gUnknown": other}))
    assert [(r.name, r.standing) for r in found.values()] == [
        ("gUnknown", ReproofResult.NO_LOCATOR)
    ]


def test_a_probe_without_an_answer_proves_nothing(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PreventStep, "run", lambda *_: ProbeFinding("ignores input", "?", 0, 0))
    found = verify(base, base.derivation.profile, AVATAR)
    assert found[AVATAR].standing is ReproofResult.NOT_PROVEN
    assert found[AVATAR].why == "no probe was conclusive"


def test_a_scan_that_is_led_out_of_memory_proves_nothing_and_ends_nothing(
    base: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    def led_out(_self: RngValue, lab: Lab) -> list[Candidate]:
        lab.emulator.live.u8(EWRAM.end)
        return []

    monkeypatch.setattr(RngValue, "scan", led_out)
    found = verify(base, base.derivation.profile, "gRngValue", MAP)
    assert found[MAP].standing is ReproofResult.HOLDS
    assert found["gRngValue"].standing is ReproofResult.NOT_PROVEN
    assert "read outside memory" in found["gRngValue"].why
    story = eliminate(base.lab(), RngValue())
    assert (story.proposed, story.proven) == ((), False)
    assert "read outside memory" in story.problems[0].reason


ISLET = "places/islet"


def verify_islet(profile: Profile, *symbols: str) -> dict[str, Reproof]:
    """By symbol, from power-on: the player stands where no direction is open."""
    rom = cartridge(ISLET).load()
    found = verify_profile(lambda: open_emulator(rom), profile, symbols=symbols)
    return {reproof.name: reproof for reproof in found}


def test_a_true_profile_whose_first_place_fails_holds_through_another_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = limit_scout(monkeypatch, 1)
    found = verify_islet(answer_profile(ISLET), MAP, OBJECTS, AVATAR)
    assert {r.name: (r.standing, r.why) for r in found.values()} == dict.fromkeys(
        (MAP, OBJECTS, AVATAR), (ReproofResult.HOLDS, "")
    )
    assert len(begun) == 1


def test_where_no_other_place_is_found_the_first_one_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = limit_scout(monkeypatch, 0)
    found = verify_islet(answer_profile(ISLET), MAP, OBJECTS)
    assert {r.standing for r in found.values()} == {ReproofResult.NOT_PROVEN}
    assert found[MAP].why.startswith("bump: no solid tile was met in any direction")
    assert len(begun) == 1


def test_a_wrong_address_holds_at_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = limit_scout(monkeypatch, 1)
    profile = answer_profile(ISLET)
    truth = profile.symbols[OBJECTS].address
    found = verify_islet(moved(profile, OBJECTS, truth + 0x24), MAP, OBJECTS)
    assert found[MAP].standing is ReproofResult.HOLDS
    assert found[OBJECTS].standing is ReproofResult.REFUTED
    assert len(begun) == 1


def test_one_place_that_refutes_a_symbol_and_two_that_prove_it_hold_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where an NPC happens to step out of the phantom's way at the first one."""
    labs: list[Lab] = []

    def refuted_first(probe: PokePhantom, lab: Lab, candidate: Candidate) -> ProbeFinding:
        if lab not in labs:
            labs.append(lab)
        if lab is labs[0]:
            return ProbeFinding("it blocks the step", "it did not", 0, 1)
        return run(probe, lab, candidate)

    run = PokePhantom.run
    monkeypatch.setattr(PokePhantom, "run", refuted_first)
    rom = cartridge("places/town").load()
    found = verify_profile(
        lambda: open_emulator(rom), answer_profile("places/town"), symbols=(OBJECTS,)
    )
    assert [(r.name, r.standing) for r in found] == [(OBJECTS, ReproofResult.HOLDS)]
    assert len(labs) == 3
