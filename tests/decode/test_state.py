"""The state document: every part is decoded, or null with a reason or an error."""

from __future__ import annotations

import json

import jsonschema
import pytest
from pydantic import TypeAdapter

from gbatool.decode import state
from gbatool.decode.documents import DECODE_DOCUMENTS, StateDocument
from gbatool.documents import to_json
from gbatool.errors import DecodeError, NotLoadedError
from tests.decode.records import bag_world, battle_world
from tests.decode.test_dialog import finished, talking
from tests.decode.world import PROFILE, World, profile_without


def missing(document: StateDocument) -> set[str]:
    return set(document.unavailable)


def test_decodes_every_part_of_a_free_player() -> None:
    document = state.decode_state(World().build(), PROFILE)
    assert missing(document) == set()
    assert document.schema == "gbatool/state/1"
    assert (document.frame, document.rom.profile) == (7, "world")
    assert document.map is not None
    assert document.map.minimap.rows == ("#####", "#o<.#", "#.~.#", "#####")
    assert document.map.collision[0] == (1, 1, 1, 1, 1)
    assert document.map.elevation[2] == (0, 3, 1, 3, 0)
    assert document.map.behavior is not None
    assert document.map.behavior[2][2] == 0x10
    assert document.objects is not None
    assert len(document.objects) == 1


def test_no_box_and_no_menu_are_null_without_a_reason() -> None:
    document = state.decode_state(World().build(), PROFILE)
    assert (document.dialog, document.menu) == (None, None)
    assert not {"dialog", "menu"} & set(document.unavailable)


def test_no_people_is_an_empty_list_and_an_unproven_table_is_null() -> None:
    world = World().person(8, 8, flags=0)
    assert state.decode_state(world.build(), PROFILE).objects == ()
    lean = state.decode_state(world.build(), profile_without("gObjectEvents"))
    assert lean.objects is None
    assert {"objects", "player", "surroundings"} <= missing(lean)


def test_a_part_that_can_not_be_read_does_not_spoil_the_others() -> None:
    lean = state.decode_state(
        finished().build(), profile_without("gBackupMapLayout", "gStringVar4")
    )
    assert missing(lean) == {"map", "exits", "surroundings", "dialog"}
    assert "gbatool derive --symbols gBackupMapLayout" in lean.unavailable["map"]
    assert lean.scene is not None
    assert lean.player is not None


def test_a_map_that_is_being_loaded_is_a_reason_not_an_error() -> None:
    world = World().put("gBackupMapLayout", 0, "i", 21)
    document = state.decode_state(world.build(), PROFILE)
    assert document.map is None
    assert "being loaded" in document.unavailable["map"]


def test_damage_is_an_error_of_its_part_and_not_a_reason() -> None:
    document = state.decode_state(World().person(8, 8, directions=0x1F).build(), PROFILE)
    assert document.objects is None
    assert set(document.errors) == {"objects"}
    error = document.errors["objects"]
    assert (error.code, error.detail["field"]) == (
        "undecodable",
        "gObjectEvents[5].facingDirection",
    )
    assert error.detail["observed"] == "15"
    assert "facingDirection" in error.message
    assert missing(document) == {"surroundings"}
    assert document.unavailable["surroundings"] == f"objects is damaged: {error.message}"
    assert document.map is not None
    assert document.player is not None


def test_whatever_is_damaged_the_other_parts_are_read() -> None:
    worlds = {
        "player": World().player(9, 8, directions=0x3F),
        "map": World().put("gBackupMapLayout", 8, "I", 0x08000000),
        "dialog": talking(0).put("sTextPrinters", 0, "I", 0x02000000),
        "menu": World().menu(2, 1).task("Task_YesNoMenu_HandleInput"),
        "scene": World().put("sLockFieldControls", 0, "B", 2),
        "party": World().put("gPlayerPartyCount", 0, "B", 7),
        "bag": bag_world().put("gSaveBlock1", 8 + 0x310, "H", 999),
        "trainer": World().put("gSaveBlock2", 8, "B", 2),
        "battle": battle_world().put("gBattlersCount", 0, "B", 3),
    }
    for part, world in worlds.items():
        document = state.decode_state(world.build(), PROFILE)
        assert set(document.errors) == {part, "exits"} if part == "map" else {part}
        read = {"player", "party", "trainer", "objects"} - {part}
        assert {name for name in (*read, part) if getattr(document, name) is None} == {part}
        data = json.loads(json.dumps(to_json(document)))
        jsonschema.validate(data, TypeAdapter(StateDocument).json_schema())


def test_a_document_of_one_part_refuses_damage() -> None:
    ram = World().person(8, 8, directions=0x1F).build()
    for read in (state.objects_document, state.map_document, state.player_document):
        with pytest.raises(DecodeError) as caught:
            read(ram, PROFILE)
        assert not isinstance(caught.value, NotLoadedError)


def test_the_document_is_plain_json_that_its_schema_accepts() -> None:
    document = state.decode_state(finished().build(), PROFILE)
    data = json.loads(json.dumps(to_json(document)))
    jsonschema.validate(data, TypeAdapter(StateDocument).json_schema())
    assert data["player"]["facing"] == "west"
    assert data["scene"]["mode"] == "dialog"
    assert data["map"]["bounds"] == {"left": 7, "top": 7, "right": 11, "bottom": 10}
    assert data["map"]["buffer"] == {"width": 20, "height": 18}
    assert data["exits"]["warps"][0]["to"]["map"] == {"group": 4, "num": 1, "name": "HOME"}


def test_decoding_twice_gives_the_same_document() -> None:
    ram = finished().build()
    assert state.decode_state(ram, PROFILE) == state.decode_state(ram, PROFILE)


@pytest.mark.parametrize(
    "read",
    [
        state.player_document,
        state.map_document,
        state.scene_document,
        state.dialog_document,
        state.menu_document,
        state.exits_document,
        state.objects_document,
        state.party_document,
        state.bag_document,
        state.trainer_document,
        state.battle_document,
    ],
)
def test_each_part_has_a_document_with_a_schema_of_its_own(read: object) -> None:
    assert callable(read)
    document = read(World().build(), PROFILE)
    data = json.loads(json.dumps(to_json(document)))
    kind = data["schema"].split("/")[1]
    assert kind in data
    assert data["rom"]["profile"] == "world"
    jsonschema.validate(data, TypeAdapter(type(document)).json_schema())


def test_every_document_names_its_own_schema() -> None:
    names = [document.__dataclass_fields__["schema"].default for document in DECODE_DOCUMENTS]
    assert len(set(names)) == len(DECODE_DOCUMENTS)
