"""An engine as one value: families that capabilities tell apart, and changed engines made of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from gbatool.decode.objects import decode_objects
from gbatool.decode.player import decode_player
from gbatool.engine.engine import Engine, Structures
from gbatool.engine.families import DEFAULT_FAMILY, ENGINES, FRLG, UNKNOWN_FAMILY
from gbatool.engine.layouts import offset_of, struct
from gbatool.errors import DecodeError, UnprovenSymbolError
from gbatool.scan import LOCATORS
from tests.decode.world import ADDRESSES, PERSON_SLOT, PLAYER_SLOT, PROFILE, World

MOVED = struct(
    0x24,
    flags=(0, "<u4"),
    graphics_id=(4, "<u2"),
    movement_type=(6, "u1"),
    trainer_type=(7, "u1"),
    local_id=(8, "u1"),
    map_num=(9, "u1"),
    map_group=(0xA, "u1"),
    elevation=(0xB, "u1"),
    current_x=(0x10, "<i2"),
    current_y=(0x12, "<i2"),
    previous_x=(0x14, "<i2"),
    previous_y=(0x16, "<i2"),
    directions=(0x18, "u1"),
    range=(0x19, "u1"),
    trainer_range=(0x1D, "u1"),
    sprite_id=(0x23, "u1"),
)
"""An object event with a wider graphics id, as some hacks have it."""
MOVED_AVATAR = struct(
    0x24,
    flags=(0, "u1"),
    running_state=(3, "u1"),
    tile_transition_state=(4, "u1"),
    object_event_id=(6, "u1"),
    prevent_step=(7, "u1"),
)
ENTRY = ADDRESSES["gObjectEvents"] + PERSON_SLOT * 0x24


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """The world's engine, with object events and the avatar laid out in another way."""
    engine = replace(FRLG, object_event=MOVED, player_avatar=MOVED_AVATAR)
    monkeypatch.setitem(ENGINES, DEFAULT_FAMILY, engine)
    return engine


def test_every_family_stands_under_its_own_name() -> None:
    assert {name: engine.name for name, engine in ENGINES.items()} == {n: n for n in ENGINES}
    assert DEFAULT_FAMILY in ENGINES
    assert UNKNOWN_FAMILY not in ENGINES


def test_what_can_be_measured_tells_the_families_apart() -> None:
    told = Counter(
        (offset_of(e.tileset, "attributes"), e.attribute, e.prints_by_printers)
        for e in ENGINES.values()
    )
    assert set(told.values()) == {1}


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_what_a_family_lacks_are_symbols_that_can_be_located(engine: Engine) -> None:
    assert [symbol for symbol in engine.absent if symbol not in LOCATORS] == []
    assert not engine.has(next(iter(engine.absent)))
    assert engine.has("gMain")


def test_a_changed_engine_is_read_by_its_own_layouts(changed: Engine) -> None:
    world = World()
    world.ram.put(ENTRY + 4, "H", 0x4123)
    world.put("gPlayerAvatar", 0, "8B", 1, 0, 0, 1, 0, 0, PLAYER_SLOT, 0)
    person = decode_objects(world.build(), PROFILE)[0]
    assert person.graphics_id == 0x4123
    assert decode_player(world.build(), PROFILE).turning is True
    assert changed.save is FRLG.save


@pytest.mark.usefixtures("changed")
def test_errors_name_the_addresses_of_a_changed_engine() -> None:
    world = World()
    world.ram.put(ENTRY + 0x23, "B", 65)
    world.put("gPlayerAvatar", 4, "3B", 3, 0, PLAYER_SLOT)
    with pytest.raises(DecodeError) as sprite:
        decode_objects(world.build(), PROFILE)
    assert (sprite.value.field, sprite.value.address) == ("gObjectEvents[5].spriteId", ENTRY + 0x23)
    with pytest.raises(DecodeError) as avatar:
        decode_player(world.build(), PROFILE)
    assert avatar.value.field == "gPlayerAvatar.tileTransitionState"
    assert avatar.value.address == ADDRESSES["gPlayerAvatar"] + 4


def test_of_an_unknown_family_only_what_all_have_is_read() -> None:
    unknown = replace(PROFILE, engine=UNKNOWN_FAMILY)
    assert unknown.structures == Structures()
    assert decode_objects(World().build(), unknown) == decode_objects(World().build(), PROFILE)
    with pytest.raises(UnprovenSymbolError, match="the engine family of profile world is unknown"):
        decode_player(World().build(), unknown)
