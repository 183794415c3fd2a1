"""gSprites: the sprites that are drawn, the player's among them.

Layout (``struct Sprite``, 0x44 bytes, 64 and a dummy): a callback at +0x1C, inUse in bit 0 of
the byte at +0x3E. The scan rests on the sprite ids of the object events: each must name a record in
use, with a callback. The array that they index is the one in which the player's can be taken out of
use.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.engine import layouts
from gbatool.engine.layouts import OBJECT_EVENT, OBJECT_EVENT_COUNT, SPRITE, SPRITE_COUNT, offset_of
from gbatool.memory import RAM_REGIONS, ROM, THUMB_BIT, Address, Snapshot, is_thumb_pointer
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.laboratory import OVERWORLD, Lab, Poke
from gbatool.scan.lab.pokes import write8, write32
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import empty_function

SPRITE_SIZE = SPRITE.itemsize
SPRITES = SPRITE_COUNT + 1  # and the dummy
CALLBACK, FLAGS = (offset_of(SPRITE, name) for name in ("callback", "flags"))
OAM_BYTES = 0x400
DRAW_FRAMES = 4


def object_sprites(snapshot: Snapshot, objects: int) -> dict[int, int]:
    """Object event slot -> sprite id, of the active ones."""
    slots = snapshot.array(objects, OBJECT_EVENT, OBJECT_EVENT_COUNT)
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


class Sprites(Locator):
    """The array of sprites."""

    symbol = "gSprites"
    anywhere = True
    start_is_inferred = True
    size = SPRITE_SIZE * SPRITES
    requires = ("gObjectEvents",)
    probes = (HideSprite(),)
    doc = LocatorDoc(
        summary="65 sprites; object events name theirs by index.",
        rivals={"another array of records with callbacks": "poke-in-use"},
        references=("pret/pokefirered: include/sprite.h, struct Sprite",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every array in which the object events' sprites are in use and have callbacks."""
        snapshot = lab.snapshot(OVERWORLD)
        objects = lab.known["gObjectEvents"]
        sprites = object_sprites(snapshot, objects.address)
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
                    fields = {"player_sprite": base + SPRITE_SIZE * player}
                    reason = "the object events' sprites are in use and have callbacks"
                    found.append(Candidate(Address(base), reason, fields))
        return found


def _all_in_use(snapshot: Snapshot, base: int, sprites: list[int]) -> bool:
    return all(
        snapshot.u8(base + SPRITE_SIZE * sprite + FLAGS) & layouts.SPRITE_IN_USE
        and is_thumb_pointer(
            snapshot.u32(base + SPRITE_SIZE * sprite + CALLBACK), len(snapshot.rom)
        )
        for sprite in sprites
    )
