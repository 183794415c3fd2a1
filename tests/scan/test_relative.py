"""What a relative's profile proposes is tried first, proves nothing, and can't mislead."""

from __future__ import annotations

from dataclasses import replace

from gbatool.core import core_version
from gbatool.memory import Address
from gbatool.profile import Profile, Status, Trait
from gbatool.scan.derive import Derivation, derive
from gbatool.scan.lab.laboratory import OVERWORLD
from tests.scan.staging import Derived

ASKED = ("gObjectEvents", "gSprites", "gPlayerAvatar", "gMain", "CB2_Overworld")


def like(build: Derived, relative: Profile) -> Derivation:
    """Derive some symbols of a build with the help of a relative's profile."""
    states = {OVERWORLD: build.derivation.states[OVERWORLD]}
    return derive(
        build.rom,
        build.power_on,
        name="rebuilt",
        core_version=core_version(),
        states=states,
        symbols=ASKED,
        like=relative,
    )


def moved(profile: Profile, distance: int) -> Profile:
    """The same profile, all addresses so many bytes further."""
    symbols = {
        name: replace(symbol, address=Address(symbol.address + distance))
        for name, symbol in profile.symbols.items()
    }
    return replace(profile, name="moved", symbols=symbols)


def addresses(derivation: Derivation) -> dict[str, int]:
    return {name: int(symbol.address) for name, symbol in derivation.profile.symbols.items()}


def truth(build: Derived, derivation: Derivation) -> dict[str, int]:
    return {name: build.answers[name] for name in derivation.profile.symbols}


def kinds(derivation: Derivation, symbol: str) -> list[str]:
    return [one.kind for one in derivation.profile.symbols[symbol].evidence]


def test_what_stayed_is_proven_by_the_same_probes(base: Derived) -> None:
    derivation = like(base, base.derivation.profile)
    assert set(ASKED) <= set(derivation.profile.symbols)
    assert addresses(derivation) == truth(base, derivation)
    for symbol in ASKED:
        assert kinds(derivation, symbol)[:2] == ["scan", "like"]
        assert kinds(derivation, symbol)[2:]
    objects = derivation.profile.symbols["gObjectEvents"].evidence[1]
    assert objects.predicted == "it is where profile demo-base has it"
    assert objects.left == 1


def test_what_moved_with_its_neighbours_is_found_by_them(base: Derived) -> None:
    derivation = like(base, moved(base.derivation.profile, -0x40))
    assert addresses(derivation) == truth(base, derivation)
    said = [one.predicted for one in derivation.profile.symbols["gSprites"].evidence]
    assert "it is where profile moved has it, moved by +0x40 as its neighbours are" in said


def test_another_builds_profile_gives_the_addresses_of_this_one(
    base: Derived, crowded: Derived
) -> None:
    derivation = like(crowded, base.derivation.profile)
    assert set(ASKED) <= set(derivation.profile.symbols)
    assert addresses(derivation) == truth(crowded, derivation)


def test_traits_that_the_game_does_not_have_are_not_taken_over(base: Derived) -> None:
    profile = base.derivation.profile
    wrong = Trait("object_event.sprite_id", "u8@0x23", Status.IMPORTED)
    relative = replace(profile, traits={wrong.name: wrong}, trust_imported=True)
    derivation = like(base, relative)
    assert derivation.profile.traits == {}
    assert addresses(derivation) == truth(base, derivation)
    assert "like" not in kinds(derivation, "gSprites")
