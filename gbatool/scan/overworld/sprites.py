"""gSprites: the sprites that are drawn, the player's among them.

Layout (``struct Sprite``, 0x44 bytes, 64 and a dummy): a callback at +0x1C, inUse in bit 0 of
the byte at +0x3E. The scan rests on the sprite ids of the object events: each must name a record in
use, with a callback. The array that they index is the one in which the player's can be taken out of
use. Where in an object event the sprite id stands is told along with the array: at +4, or, where a
graphics id of 16 bits takes its place, in the last byte.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.engine.layouts import (
    OBJECT_EVENT_COUNT,
    SPRITE,
    SPRITE_COUNT,
    Dtype,
    entry_address,
    field_address,
    offset_of,
)
from gbatool.engine.traits import with_traits
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, ROM, THUMB_BIT, Address, Snapshot, is_thumb_pointer
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.autopilot import HOLD_FRAMES
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke
from gbatool.scan.lab.pokes import Write, write8, write32, writes
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import empty_function

SPRITE_SIZE = SPRITE.itemsize
SPRITES = SPRITE_COUNT + 1  # and the dummy
CALLBACK, FLAGS = (offset_of(SPRITE, name) for name in ("callback", "flags"))
OAM_BYTES = 0x400
DRAW_FRAMES = 4
ACTION, MARK = offset_of(SPRITE, "data", 2), 0x55AA
NARROW_GRAPHICS = {"object_event.sprite_id": "u8@0x4", "object_event.graphics_id": "u8@0x5"}
WIDE_GRAPHICS = {"object_event.sprite_id": "u8@0x23", "object_event.graphics_id": "u16@0x4"}
FORMS = (NARROW_GRAPHICS, WIDE_GRAPHICS)
"""Traits of object events by where the sprite id stands."""


def object_sprites(snapshot: Snapshot, objects: int, layout: Dtype) -> dict[int, int]:
    """Object event slot -> sprite id, of the active ones."""
    slots = snapshot.array(objects, layout, OBJECT_EVENT_COUNT)
    active = slots["flags"] & layouts.OBJECT_ACTIVE != 0
    return {int(i): int(slots[i]["sprite_id"]) for i in np.flatnonzero(active)}


class HideSprite(Probe):
    """With the player's sprite taken out of use, less is drawn."""

    name = "poke-in-use"
    stage = stages.OVERWORLD

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Take it out of use and compare the sprites that are drawn; then without its callback."""
        sprite = candidate.fields["player_sprite"]
        flags = lab.snapshot(OVERWORLD).u8(sprite + FLAGS)
        alone = lab.measured(_drawn)
        hidden = _drawn(lab, write8(sprite + FLAGS, flags & ~layouts.SPRITE_IN_USE))
        if hidden == alone:
            return ProbeFinding("out of use, the player is not drawn", "it was", 0, 1)
        still = not lab.moves(
            OVERWORLD,
            lab.open_directions(OVERWORLD)[0],
            write32(sprite + CALLBACK, empty_function(lab.snapshot(OVERWORLD))),
        )
        return ProbeFinding(
            "out of use, the player is not drawn; without its callback, it does not step",
            "both" if still else "it was not drawn, but it stepped",
            1 + int(still),
            2,
        )


def _drawn(lab: Lab, poke: Poke | None = None) -> bytes:
    """What is drawn as sprites some frames after a poke."""
    lab.run_after(OVERWORLD, [(Buttons.NONE, DRAW_FRAMES)], poke)
    return lab.emulator.video_memory()[-OAM_BYTES:]


class TurnSpriteId(Probe):
    """A step restarts the animation of the sprite that the player's object event names.

    A step sets ``data[2]`` of that sprite to 0 (``ObjectEventSetHeldMovement``); the mark in a sprite
    that is not in use stays unless the id in the object event is its own.
    """

    name = "poke-sprite-id"
    stage = stages.OVERWORLD
    predicted = "a step begins the animation of the sprite that the player's object event names"
    observed = "it did in {} of {} directions"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Name a sprite that is not in use, mark it, and press each open direction."""
        spare = _spare_sprite(lab.snapshot(OVERWORLD), candidate.address)
        mark = candidate.address + SPRITE_SIZE * spare + ACTION
        poke = writes(
            write8(candidate.fields["sprite_id_at"], spare), Write(mark, MARK.to_bytes(2, "little"))
        )
        ways = lab.open_directions(OVERWORLD)
        inputs = [(way, HOLD_FRAMES) for way in ways]
        after = [lab.run_after(OVERWORLD, [pressed], poke).u16(mark) for pressed in inputs]
        return self.tally(sum(value != MARK for value in after), len(ways))


def _spare_sprite(snapshot: Snapshot, sprites: int) -> int:
    """The last sprite that is not in use.

    Raises:
        ProbeError: All of them are.
    """
    for index in reversed(range(SPRITE_COUNT)):
        if not snapshot.u8(sprites + SPRITE_SIZE * index + FLAGS) & layouts.SPRITE_IN_USE:
            return index
    raise ProbeError("every sprite is in use")


class Sprites(Locator):
    """The array of sprites."""

    symbol = "gSprites"
    anywhere = True
    start_is_inferred = True
    size = SPRITE_SIZE * SPRITES
    requires = ("gObjectEvents",)
    teaches = tuple(WIDE_GRAPHICS)
    probes = (HideSprite(), TurnSpriteId())
    doc = LocatorDoc(
        summary="65 sprites; object events name theirs by index.",
        rivals={
            "another array of records with callbacks": "poke-in-use",
            "another byte of the object events that is a sprite's number": "poke-sprite-id",
        },
        references=("pret/pokefirered: include/sprite.h, struct Sprite",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every array in which the object events' sprites are in use and have callbacks."""
        snapshot = lab.snapshot(OVERWORLD)
        return [one for traits in FORMS for one in self._indexed(lab, snapshot, traits)]

    def _indexed(self, lab: Lab, snapshot: Snapshot, traits: dict[str, str]) -> list[Candidate]:
        """Those that are indexed by object events in which the sprite id stands there."""
        objects = lab.known["gObjectEvents"]
        layout = with_traits(lab.structures, traits).object_event
        sprites = object_sprites(snapshot, objects.address, layout)
        player = sprites[objects.fields["player_slot"]]
        # a hack may give hidden object events a number that no sprite has
        shown = [sprite for sprite in sprites.values() if sprite < SPRITES]
        if player not in shown:
            return []
        found = []
        for region in RAM_REGIONS:
            callbacks = snapshot.words(region)
            hits = (callbacks >= ROM.base) & (callbacks < ROM.base + len(snapshot.rom))
            hits &= callbacks & THUMB_BIT == THUMB_BIT
            for callback in addresses(region, hits):
                base = callback - CALLBACK - SPRITE_SIZE * player
                if region.holds(base, self.size) and _all_in_use(snapshot, base, shown):
                    at = entry_address(objects.address, layout, objects.fields["player_slot"])
                    fields = {
                        "player_sprite": base + SPRITE_SIZE * player,
                        "sprite_id_at": field_address(at, layout, "sprite_id"),
                    }
                    reason = "the object events' sprites are in use and have callbacks"
                    found.append(Candidate(Address(base), reason, fields, traits))
        return found


def _all_in_use(snapshot: Snapshot, base: int, sprites: list[int]) -> bool:
    return all(
        snapshot.u8(base + SPRITE_SIZE * sprite + FLAGS) & layouts.SPRITE_IN_USE
        and is_thumb_pointer(
            snapshot.u32(base + SPRITE_SIZE * sprite + CALLBACK), len(snapshot.rom)
        )
        for sprite in sprites
    )
