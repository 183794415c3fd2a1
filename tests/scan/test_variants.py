"""The main job on every cartridge: from power-on to the answer key, past every decoy."""

from __future__ import annotations

from gbatool.engine.families import FRLG
from gbatool.profile import Status
from gbatool.scan import LOCATORS
from tests.scan.staging import LACKED, LOCATED, Derived

DECIDED_BY_PROBES = 2
"""At the least so many symbols have a decoy among their scan's proposals, in every variant."""


def test_every_address_is_the_one_that_the_linker_gave(variant: Derived) -> None:
    symbols = variant.derivation.profile.symbols
    found = {name: symbol.address for name, symbol in symbols.items()}
    assert found == {name: variant.answers[name] for name in found}


def test_every_symbol_of_ram_has_the_size_that_the_linker_gave(variant: Derived) -> None:
    symbols = [s for s in variant.derivation.profile.symbols.values() if s.size]
    sizes = {symbol.address: symbol.size for symbol in variant.cartridge.symbols.values()}
    assert {s.name: s.size for s in symbols} == {s.name: sizes[s.address] for s in symbols}


def test_nothing_that_the_cartridge_has_is_unresolved(variant: Derived) -> None:
    profile = variant.derivation.profile
    expected = {locator.symbol for locator in LOCATED}
    assert expected <= variant.answers.keys()
    had = {name: why.reason for name, why in profile.unresolved.items() if name in expected}
    assert had == {}
    assert set(profile.symbols) == expected


def test_the_cartridge_has_all_of_the_catalogue_but_what_its_engine_lacks() -> None:
    symbols = {s.symbol for s in LOCATORS.locators if FRLG.has(s.symbol) and not s.is_of_trait}
    assert symbols - {locator.symbol for locator in LOCATED} <= LACKED


def test_every_trait_of_the_family_is_proven_but_what_the_cartridge_lacks(variant: Derived) -> None:
    profile = variant.derivation.profile
    assert profile.unresolved.keys() <= LACKED
    assert profile.traits == {}


def test_every_symbol_is_verified_with_proof_that_the_game_was_made_to_behave(
    variant: Derived,
) -> None:
    for symbol in variant.derivation.profile.symbols.values():
        assert symbol.status is Status.VERIFIED, symbol.name
        scan, *proofs = symbol.evidence
        assert scan.kind == "scan", symbol.name
        assert {proof.kind for proof in proofs} & {"bump", "poke", "key"}, symbol.name
        assert proofs[-1].left == 1, symbol.name


def test_no_decoy_is_ever_verified(variant: Derived) -> None:
    symbols = variant.derivation.profile.symbols.values()
    assert variant.decoys
    assert [s.name for s in symbols if variant.decoy_at(s.address) is not None] == []


def test_only_the_probes_keep_decoys_out(variant: Derived) -> None:
    fooled = {
        story.symbol
        for story in variant.eliminations
        if any(variant.decoy_at(candidate.address) for candidate in story.proposed)
    }
    assert len(fooled) >= DECIDED_BY_PROBES
    assert {"gBackupMapLayout", "gObjectEvents", "sLockFieldControls"} <= fooled


def test_the_truth_is_among_the_proposals_of_every_scan(variant: Derived) -> None:
    for story in variant.eliminations:
        proposed = {int(candidate.address) for candidate in story.proposed}
        assert variant.answers[story.symbol] in proposed, story.symbol


def test_the_crowded_variant_has_a_decoy_for_nearly_every_scan(crowded: Derived) -> None:
    fooled = {
        story.symbol
        for story in crowded.eliminations
        if any(crowded.decoy_at(candidate.address) for candidate in story.proposed)
    }
    assert fooled >= {
        "gAbilityNames",
        "gBackupMapLayout",
        "gBattleMoves",
        "gMain",
        "gMapHeader",
        "gMoveNames",
        "gObjectEvents",
        "gPlayerAvatar",
        "gSaveBlock1Ptr",
        "gSaveBlock2Ptr",
        "gSpeciesInfo",
        "gSpeciesNames",
        "gTypeNames",
        "sGlobalScriptContext",
        "sLockFieldControls",
        "sMapNames",
        "sMessageBoxType",
        "sTextPrinters",
    }
