"""Engines that keep things in another form: all is found there, the form included, and read alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from gbatool.core import core_version, open_emulator
from gbatool.decode.battle_state import Battle
from gbatool.decode.documents import StateDocument
from gbatool.decode.mon import AbilitySlot, Mon
from gbatool.decode.state import decode_state
from gbatool.memory import ROM, THUMB_BIT
from gbatool.profile import Profile, Status, Unresolved, canonical_name
from gbatool.scan.derive import Derivation, derive
from gbatool.scan.lab.gift import calling
from gbatool.scan.lab.laboratory import OVERWORLD
from gbatool.scan.overworld.mon_parts import PACKED
from gbatool.scan.overworld.player_avatar import WITH_STATE
from gbatool.scan.verify import ReproofResult, verify_profile
from tests.cartridges import ENGINES, KeySymbol, answer_profile, cartridge
from tests.decode.demo_states import Game, demo_states, play_through
from tests.scan.staging import DECOY, LACKED, LOCATED

TRAITS: Mapping[str, Mapping[str, str]] = {
    "engines/changed": {
        "battle_mon.ability": "u16@0x20",
        "battle_mon.experience": "u32@0x48",
        "battle_mon.hp": "u16@0x2A",
        "battle_mon.item": "u16@0x30",
        "battle_mon.level": "u8@0x2C",
        "battle_mon.max_hp": "u16@0x2E",
        "battle_mon.nickname": "13*u8@0x32",
        "battle_mon.ot_id": "u32@0x58",
        "battle_mon.personality": "u32@0x4C",
        "battle_mon.pp": "4*u8@0x25",
        "battle_mon.pp_ups": "u8@0x3F",
        "battle_mon.size": "0x60",
        "battle_mon.status1": "u32@0x50",
        "battle_mon.status2": "none",
        "battle_mon.types": "3*u8@0x22",
        "mon.checksum": "none",
        "mon.encryption": "none",
        "mon.order": "fixed",
        "object_event.graphics_id": "u16@0x4",
        "object_event.sprite_id": "u8@0x23",
        "palette_fade.active": "u8@0xF[7..7]",
        "player_avatar.flags": "none",
        "player_avatar.forced": "u8@0x2[0..0]",
        "player_avatar.gender": "u8@0x8",
        "player_avatar.object_event_id": "u8@0x6",
        "player_avatar.prevent_step": "u8@0x7",
        "player_avatar.running_state": "u8@0x3[0..6]",
        "player_avatar.size": "0x24",
        "player_avatar.sprite_id": "u8@0x5",
        "player_avatar.state": "u8@0x0",
        "player_avatar.tile_transition_state": "u8@0x4",
        "player_avatar.transition_flags": "none",
        "save_block1.coins": "u16@0x13A4",
        "save_block1.flags": "288*u8@0x1280",
        "save_block1.money": "u32@0x13A0",
        "save_block1.pc_items": "30*u32@0xF20",
        "save_block1.registered_item": "unknown",
        "save_block1.vars": "256*u16@0x680",
        "save_block2.encryption_key": "none",
    },
    "engines/packed": {
        "mon_parts.experience": "u32@0x4[0..20]",
        "mon_parts.item": "u16@0x2[0..9]",
        "mon_parts.moves": "4*u16@0xC[0..10]",
        "mon_parts.pp": "4*u8@0x14[0..6]",
        "mon_parts.species": "u16@0x0[0..10]",
    },
}
"""What each engine keeps in another form than the base cartridge's, and nothing else."""
every_engine = pytest.mark.parametrize("engine", ENGINES)


@cache
def derivation_of(engine: str) -> Derivation:
    """What ``derive`` gives, from power-on with nothing but the ROM."""
    rom = cartridge(engine).load()
    return derive(rom, lambda: open_emulator(rom), name="engine", core_version=core_version())


def profile_of(engine: str) -> Profile:
    return derivation_of(engine).profile


def key_of(engine: str) -> dict[str, KeySymbol]:
    """Canonical name -> where and how large it truly is."""
    return {canonical_name(symbol.name): symbol for symbol in cartridge(engine).symbols.values()}


def test_every_engine_has_its_traits_named() -> None:
    assert set(ENGINES) == set(TRAITS)


@every_engine
def test_all_that_the_base_cartridge_proves_is_proven_at_its_true_address(engine: str) -> None:
    key, found = key_of(engine), profile_of(engine).symbols
    assert set(found) == {locator.symbol for locator in LOCATED}
    assert profile_of(engine).unresolved.keys() <= LACKED
    assert {n: s.address for n, s in found.items()} == {n: key[n].address for n in found}
    assert not [name for name in found if name.startswith(DECOY)]
    assert {symbol.status for symbol in found.values()} == {Status.VERIFIED}


@every_engine
def test_every_size_of_ram_is_the_linkers(engine: str) -> None:
    key = key_of(engine)
    found = {
        name: symbol.size
        for name, symbol in profile_of(engine).symbols.items()
        if symbol.size and not ROM.holds(symbol.address)
    }
    assert found == {name: key[name].size for name in found}


@every_engine
def test_the_traits_are_exactly_what_differs_from_the_family(engine: str) -> None:
    profile = profile_of(engine)
    assert profile.engine == "frlg"
    assert {name: trait.value for name, trait in profile.traits.items()} == TRAITS[engine]
    assert {trait.status for trait in profile.traits.values()} == {Status.VERIFIED}
    assert all(trait.evidence for trait in profile.traits.values())


def test_the_engines_are_in_the_forms_that_locators_know() -> None:
    assert WITH_STATE.items() <= TRAITS["engines/changed"].items()
    assert TRAITS["engines/packed"] == PACKED


@every_engine
def test_every_address_and_trait_holds_again(engine: str) -> None:
    profile, rom = profile_of(engine), cartridge(engine).load()
    states = {OVERWORLD: derivation_of(engine).states[OVERWORLD]}
    asked = None if engine == "engines/changed" else tuple(TRAITS[engine])
    proofs = verify_profile(lambda: open_emulator(rom), profile, states=states, symbols=asked)
    assert {one.name for one in proofs} >= TRAITS[engine].keys()
    assert [one for one in proofs if one.standing is not ReproofResult.HOLDS] == []


@every_engine
def test_the_routine_that_gives_a_mon_is_told_by_the_scripts_that_call_it(engine: str) -> None:
    found = cartridge(engine)
    [gift] = calling(np.frombuffer(found.load().data, np.uint8))
    routine = found.key["ScrCmd_createmon"] | THUMB_BIT
    assert gift.call == "23" + routine.to_bytes(4, "little").hex() + "0006"


def playing(engine: str) -> Game:
    """A game of an engine, decoded with its key's addresses and the traits that were derived."""
    derived = profile_of(engine)
    unknown = {name: why for name, why in derived.unresolved.items() if "." in name}
    profile = replace(answer_profile(engine), traits=derived.traits, unresolved=unknown)
    return Game(engine, profile)


def parts(document: StateDocument) -> dict[str, object]:
    """What is read of a state, without addresses and what no engine of the cartridges proves."""
    bag, trainer, scene = document.bag, document.trainer, document.scene
    return {
        "scene": scene and (scene.mode, scene.input_ready, scene.waiting_for_advance),
        "player": document.player,
        "map": document.map,
        "exits": document.exits,
        "objects": document.objects,
        "dialog": document.dialog,
        "menu": document.menu,
        "party": document.party and [_without_ability(mon) for mon in document.party],
        "bag": bag and bag.pockets,
        "trainer": trainer and (trainer.name, trainer.money, trainer.badges, trainer.play_time),
        "battle": _without_volatile(document.battle),
        "errors": document.errors,
        "unavailable": sorted(document.unavailable),
    }


def _without_ability(mon: Mon) -> Mon:
    return replace(mon, ability=AbilitySlot(None, None, None))


def _without_volatile(battle: Battle | None) -> Battle | None:
    if battle is None or battle.battlers is None:
        return battle
    return replace(battle, battlers=tuple(replace(one, volatile=None) for one in battle.battlers))


def test_a_whole_play_through_a_changed_engine_is_read_as_on_the_base_cartridge() -> None:
    game, base = playing("engines/changed"), answer_profile()
    for name in play_through(game):
        found = decode_state(game.emulator.snapshot(), game.profile)
        assert parts(found) == parts(decode_state(demo_states()[name], base)), name
    assert name == "battle move"
    assert found.battle is not None
    assert found.battle.battlers is not None
    assert {one.volatile for one in found.battle.battlers} == {None}


def test_packed_mons_are_read_as_on_the_base_cartridge() -> None:
    game = playing("engines/packed")
    found = decode_state(game.emulator.snapshot(), game.profile)
    assert parts(found) == parts(decode_state(demo_states()["bedroom"], answer_profile()))
    assert found.party


def open_again(profile: Profile, *names: str) -> Profile:
    """The same profile with these traits unresolved."""
    return replace(
        profile,
        traits={name: one for name, one in profile.traits.items() if name not in names},
        unresolved={**profile.unresolved, **{n: Unresolved(n, "several are left") for n in names}},
    )


@pytest.mark.parametrize(
    ("engine", "state", "trait", "part"),
    [
        ("engines/packed", OVERWORLD, "mon_parts.species", "party"),
        ("engines/changed", "explored_battle_action", "battle_mon.hp", "battle"),
    ],
)
def test_what_rests_on_an_unresolved_trait_is_unavailable_with_its_reason(
    engine: str, state: str, trait: str, part: str
) -> None:
    derivation = derivation_of(engine)
    emulator = open_emulator(cartridge(engine).load())
    emulator.load_state(derivation.states[state])
    ram = emulator.snapshot()
    known = decode_state(ram, derivation.profile)
    assert getattr(known, part) is not None
    unknown = decode_state(ram, open_again(derivation.profile, trait))
    assert getattr(unknown, part) is None
    assert f"does not know the trait {trait}: several are left" in unknown.unavailable[part]
