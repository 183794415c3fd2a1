"""Japanese text: the ROM's language decides for the game's texts, a mon's own for its nickname."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.battle_state import decode_battle
from gbatool.decode.dialog import decode_dialog
from gbatool.decode.menu import decode_menu
from gbatool.decode.message import decode_message
from gbatool.decode.party import decode_party
from gbatool.decode.player import decode_map_id
from gbatool.decode.state import decode_state
from gbatool.decode.trainer import decode_trainer
from gbatool.errors import UnprovenSymbolError
from gbatool.profile import Profile
from tests.decode.records import KEY, battle_world, mon, party_world, trainer_world
from tests.decode.screens import naming_screen
from tests.decode.world import ADDRESSES, PROFILE, World

JAPANESE = dataclasses.replace(PROFILE, rom=dataclasses.replace(PROFILE.rom, code="TESJ"))
NAME, WORDS = bytes.fromhex("53 9B 61 FF"), bytes.fromhex("0A 46 FE 5A A1 AB FF")
SWITCHED = bytes.fromhex("FC 16 BB FC 15 01 FF")


def talking() -> World:
    world = trainer_world().message(WORDS).printer(len(WORDS) - 1, state=0).window(drawn=True)
    return world.script(mode=2, status=0, native="IsFieldMessageBoxHidden").lock(1)


def named(world: World) -> World:
    world.ram.write(ADDRESSES["gSaveBlock2"], NAME)
    return world


def test_a_message_is_read_by_the_roms_own_characters() -> None:
    ram = talking().build()
    dialog = decode_dialog(ram, JAPANESE)
    assert dialog is not None
    assert dialog.lines == ("こば", "コ０！")
    assert decode_message(ram, JAPANESE).boxes == (("こば", "コ０！"),)
    latin = decode_state(ram, PROFILE)
    assert latin.dialog is None
    assert latin.errors["dialog"].detail["observed"] == "0A"


def test_latin_letters_may_stand_among_them() -> None:
    ram = talking().message(SWITCHED).printer(len(SWITCHED) - 1).build()
    dialog = decode_dialog(ram, JAPANESE)
    assert dialog is not None
    assert dialog.lines == ("Aあ",)


def test_names_that_the_player_gave_are_read_so_too() -> None:
    world = named(trainer_world())
    assert decode_trainer(world.build(), JAPANESE).name == "ウパチ"
    menu = decode_menu(named(World().start_menu((3, 6))).build(), JAPANESE)
    assert menu is not None
    assert menu.entries[0].label == "ウパチ"


def test_the_places_and_questions_of_the_rom() -> None:
    world = World().menu(0, 1).task("Task_YesNoMenu_HandleInput")
    world.ram.write(ADDRESSES["gText_YesNo"], bytes.fromhex("1A 02 FE 02 02 04 FF"))
    world.ram.write(ADDRESSES["sMapNames"] + 0x200, NAME)
    menu = decode_menu(world.build(), JAPANESE)
    assert menu is not None
    assert [entry.label for entry in menu.entries] == ["はい", "いいえ"]
    place = decode_map_id(world.build(), JAPANESE)
    assert place is not None
    assert place.name == "ウパチ"


def test_what_a_battle_says() -> None:
    world = battle_world()
    world.ram.write(ADDRESSES["gDisplayedStringBattle"], WORDS)
    battle = decode_battle(world.build(), JAPANESE)
    assert battle is not None
    assert battle.message == ("こば", "コ０！")


@pytest.mark.parametrize("profile", [PROFILE, JAPANESE], ids=["latin", "japanese"])
def test_a_nickname_is_in_the_language_of_the_game_it_was_given_in(profile: Profile) -> None:
    record = bytearray(mon(language=1))
    record[8:18] = NAME.ljust(10, b"\xff")
    record[0x14:0x1B] = NAME.ljust(7, b"\xff")
    world = party_world(bytes(record), mon(language=2, nickname="SEED", personality=KEY))
    foreign, own = decode_party(world.build(), profile)
    assert (foreign.nickname, foreign.owner.name, foreign.language) == (
        "ウパチ",
        "ウパチ",
        "japanese",
    )
    assert (own.nickname, own.language) == ("SEED", "english")


def test_ids_stand_alone_since_the_tables_have_other_records() -> None:
    first, _ = decode_party(party_world().build(), JAPANESE)
    assert (first.species.id, first.species.name) == (1, None)
    assert [move.name for move in first.moves] == [None, None]


def test_the_keyboard_is_another_one_and_not_guessed() -> None:
    with pytest.raises(UnprovenSymbolError, match="Japanese"):
        decode_menu(naming_screen().build(), JAPANESE)
