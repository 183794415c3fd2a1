"""Compare decoded object events with their raw records and with the ROM's templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.places.raw_game import (
    BORDER,
    FACINGS,
    OBJECT_EVENTS,
    OBJECT_SIZE,
    save_block,
    where,
)
from benchmarks.places.rom_maps import RomMap, RomObject
from gbatool.decode.objects import ObjectEvent
from gbatool.memory import Snapshot
from gbatool.profile import Profile

ACTIVE, INVISIBLE, IS_PLAYER = 1 << 0, 1 << 13, 1 << 16
VARIABLE_GRAPHICS = 0xF0
"""Graphics of templates from here on are taken from a variable."""
FLAGS = {"frlg": 0xEE0, "emerald": 0x1270, "rs": 0x1220}
TEMPLATES, MOST_TEMPLATES = {"frlg": 0x8E0, "emerald": 0xC70, "rs": 0xC20}, 64
SPAWNED_X, SPAWNED_Y = range(-9, 11), range(-7, 10)
"""Where object events are in memory, from the player on: ``TrySpawnObjectEvents``."""


@dataclass(slots=True)
class Compared:
    """Faults, and what scripts changed: kind -> how many."""

    faults: list[str] = field(default_factory=list)
    remarks: Counter[str] = field(default_factory=Counter)


def compare(
    objects: Sequence[ObjectEvent], rom_map: RomMap, ram: Snapshot, profile: Profile
) -> Compared:
    """Every object event with its record, and with the template that it was made from."""
    found = Compared()
    said = {one.slot: _said(one) for one in objects}
    raw = dict(_records(ram, profile))
    found.faults += [
        f"objects: slot {slot} is {said.get(slot)}, not {raw.get(slot)}"
        for slot in sorted(said.keys() | raw.keys())
        if said.get(slot) != raw.get(slot)
    ]
    key, _ = where(ram, profile)
    here = {one.local_id: one for one in objects if (one.map.group, one.map.num) == key}
    templates = {template.local_id: template for template in rom_map.objects}
    base = profile.address("gObjectEvents")
    for local_id, one in here.items():
        if local_id not in templates:
            if local_id in _live_templates(ram, profile):
                found.remarks["object events that a script made"] += 1
            else:
                found.faults.append(f"objects: no template has the local id {local_id}")
            continue
        at = base + OBJECT_SIZE * one.slot
        found.remarks += _changed(one, templates[local_id], ram, at)
    missing = [
        t for t in rom_map.objects if _should_be_there(t, ram, profile) and t.local_id not in here
    ]
    found.remarks["object events in sight that a script hides or moved"] += len(missing)
    return found


def _live_templates(ram: Snapshot, profile: Profile) -> set[int]:
    """Local ids of the templates in the save block, which scripts change and add to."""
    first = save_block(ram, profile) + TEMPLATES[profile.engine]
    return {ram.u8(first + 0x18 * index) for index in range(MOST_TEMPLATES)}


def _said(one: ObjectEvent) -> tuple[object, ...]:
    return (
        *(one.local_id, one.graphics_id, one.movement_type, (one.map.group, one.map.num)),
        *(one.x, one.y, one.previous_x, one.previous_y, one.elevation, one.facing),
        *(one.range_x, one.range_y, one.invisible),
    )


def _records(ram: Snapshot, profile: Profile) -> Iterator[tuple[int, tuple[object, ...]]]:
    for slot in range(OBJECT_EVENTS):
        at = profile.address("gObjectEvents") + OBJECT_SIZE * slot
        flags = ram.u32(at)
        if flags & ACTIVE and not flags & IS_PLAYER:
            yield (
                slot,
                (
                    *(ram.u8(at + 8), ram.u8(at + 5), ram.u8(at + 6)),
                    (ram.u8(at + 0xA), ram.u8(at + 9)),
                    *(ram.s16(at + 0x10), ram.s16(at + 0x12)),
                    *(ram.s16(at + 0x14), ram.s16(at + 0x16)),
                    *(ram.u8(at + 0xB) & 0xF, FACINGS[ram.u8(at + 0x18) & 0xF]),
                    *(ram.u8(at + 0x19) & 0xF, ram.u8(at + 0x19) >> 4, bool(flags & INVISIBLE)),
                ),
            )


def _changed(one: ObjectEvent, template: RomObject, ram: Snapshot, at: int) -> Counter[str]:
    """What of an object event is not as its template has it."""
    initial = ram.s16(at + 0xC) - BORDER, ram.s16(at + 0xE) - BORDER
    own = template.graphics_id < VARIABLE_GRAPHICS and not template.clone
    changes = {
        "object events with other graphics": own and one.graphics_id != template.graphics_id,
        "object events that began elsewhere": initial != (template.x, template.y),
        "object events with another movement": one.movement_type != template.movement_type,
    }
    return Counter({change: 1 for change, happened in changes.items() if happened})


def _should_be_there(template: RomObject, ram: Snapshot, profile: Profile) -> bool:
    """Whether a template is near enough to be in memory, and no flag hides it."""
    _, (x, y) = where(ram, profile)
    near = template.x + BORDER - x in SPAWNED_X and template.y + BORDER - y in SPAWNED_Y
    at = save_block(ram, profile) + FLAGS[profile.engine] + template.flag // 8
    hidden = template.flag and ram.u8(at) >> template.flag % 8 & 1
    return near and not hidden
