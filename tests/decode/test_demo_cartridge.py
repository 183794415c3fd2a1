"""The demo cartridge in the real core: every decoder, in every situation that it can stage.

The snapshots are those that users of ``gba_snapshot`` get. A part that reads as in the situation
before is named under ``unchanged`` and not repeated. After a change of the cartridge:
``pytest tests/decode --snapshot-update``, and review what changed.
"""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter
from syrupy.assertion import SnapshotAssertion

from gbatool.decode.documents import StateDocument
from gbatool.decode.map import decode_map_grid
from gbatool.decode.minimap import draw_minimap
from gbatool.decode.scene import decode_scene
from gbatool.decode.state import decode_state
from gbatool.documents import to_json
from gbatool.profile import Profile
from tests.cartridges import VARIANTS, answer_profile
from tests.decode.demo_states import Game, demo_states

SITUATIONS = (
    "bedroom",
    "start menu",
    "party",
    "member's actions",
    "bag",
    "stairs fade",
    "house",
    "mother prints",
    "mother waits",
    "town",
    "question",
    "list of choices",
    "fanfare",
    "naming",
    "route",
    "battle begins",
    "battle text",
    "battle asks",
    "battle move",
)
DERIVED = [
    "gBackupMapLayout",
    "gObjectEvents",
    "gPlayerAvatar",
    "gMapHeader",
    "gMain",
    "CB1_Overworld",
    "CB2_Overworld",
    "sLockFieldControls",
    "sTextPrinters",
    "gStringVar4",
    "sGlobalScriptContext",
    "WaitForAorBPress",
    "sGlobalScriptContextStatus",
    "sMessageBoxType",
    "gSaveBlock1Ptr",
    "gSaveBlock2Ptr",
    "gPaletteFade",
]
"""What a derivation proves at least; nothing else is known to :func:`lean`."""
WANDER = 2
ADDRESS = re.compile(r"0x[0-9A-F]{8}")
"""Addresses move with every build of the cartridge, so they are not compared."""


def lean() -> Profile:
    full = answer_profile()
    symbols = {name: full.symbols[name] for name in DERIVED}
    return dataclasses.replace(full, symbols=symbols)


DRAWN = {
    "personality",
    "trainer_id",
    "secret_id",
    "ivs",
    "nature",
    "gender",
    "shiny",
    "stats",
    "hp",
    "play_time",
}
"""What the cartridge draws at random or counts, so that it changes with every build; the HP that the
party's menu shows belong to it."""


def steady(data: Any) -> Any:
    """JSON data without what changes with every build."""
    if isinstance(data, dict):
        drawn = DRAWN | {"amount", "most"} if str(data.get("id", "")).startswith("slot_") else DRAWN
        return {key: "..." if key in drawn else steady(item) for key, item in data.items()}
    if isinstance(data, list):
        return [steady(item) for item in data]
    return ADDRESS.sub("0x........", data) if isinstance(data, str) else data


def decoded(situation: str) -> dict[str, Any]:
    """The parts of a situation's state that stay the same from build to build.

    Object events that wander are left out: their tiles change with every build of the cartridge.
    """
    ram, profile = demo_states()[situation], answer_profile()
    document = decode_state(ram, profile)
    settled = tuple(event for event in document.objects or () if event.movement_type != WANDER)
    minimap = draw_minimap(
        decode_map_grid(ram, profile),
        profile.engine,
        player=document.player,
        objects=settled,
        exits=document.exits,
    )
    parts: dict[str, Any] = steady(to_json(dataclasses.replace(document, objects=settled)))
    parts["map"] = to_json(minimap)
    return {part: value for part, value in parts.items() if part not in {"rom", "frame"}}


def test_the_play_through_stages_every_situation() -> None:
    assert tuple(demo_states()) == SITUATIONS


@pytest.mark.parametrize(
    "number", range(len(SITUATIONS)), ids=[f"{n:02} {name}" for n, name in enumerate(SITUATIONS)]
)
def test_every_situation_decodes_as_reviewed(number: int, gba_snapshot: SnapshotAssertion) -> None:
    now, before = decoded(SITUATIONS[number]), decoded(SITUATIONS[number - 1]) if number else {}
    changed = {part: now[part] for part in now if part not in before or now[part] != before[part]}
    unchanged = ", ".join(sorted(now.keys() - changed.keys())) or "nothing"
    assert {"unchanged": unchanged, **changed} == gba_snapshot


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_situation_is_a_document_of_the_published_form(situation: str) -> None:
    document = decode_state(demo_states()[situation], answer_profile())
    data = json.loads(json.dumps(to_json(document)))
    jsonschema.validate(data, TypeAdapter(StateDocument).json_schema())


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_derived_profile_tells_the_same_of_input_and_prompts(situation: str) -> None:
    ram = demo_states()[situation]
    full, derived = decode_scene(ram, answer_profile()), decode_scene(ram, lean())
    assert derived.input_ready == full.input_ready
    assert derived.waiting_for_advance == full.waiting_for_advance


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_decodes_to_the_same_bedroom(variant: str) -> None:
    game = Game(variant)
    seen = decode_state(game.emulator.snapshot(), game.profile)
    base = decode_state(demo_states()["bedroom"], answer_profile())
    same = dataclasses.replace(seen, rom=base.rom, frame=base.frame)
    assert steady(to_json(same)) == steady(to_json(base))
