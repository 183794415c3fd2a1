"""Records of mons in RAM, in the forms that engines keep them in.

The retail games encrypt a record with its personality and trainer id, shuffle its four substructures
by the personality, and store a checksum (``src/pokemon.c`` of ``pret/pokefirered``). Some changed
engines keep it in plain text, with or without the checksum, and then in a fixed order (CFRU:
``bytereplacement``, "Decryption").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from gbatool.engine.engine import BY_PERSONALITY, NONE, SHARED, XOR, Structures
from gbatool.engine.layouts import offset_of
from gbatool.engine.mon import decrypt_mon
from gbatool.engine.pokemon import (
    MON,
    MOST_EXPERIENCE,
    MOST_LEVEL,
    MOST_PP,
    MOST_STAT,
    ORDERS,
    PART_SIZE,
)
from gbatool.engine.traits import with_traits
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.kernel.memory_scan import addresses

PLAIN = {"mon.encryption": "none"}
PLAIN_UNCHECKED = {**PLAIN, "mon.checksum": "none", "mon.order": "fixed"}
FORMS: tuple[Mapping[str, str], ...] = ({}, PLAIN, PLAIN_UNCHECKED)
"""Traits of the records, the retail form first."""
LEVEL, HP, MAX_HP = (offset_of(MON, name) for name in ("level", "hp", "max_hp"))
MOST_SPECIES = 0x7FF
"""Engines with so many species pack other bits above them."""


def is_record(
    snapshot: Snapshot, address: int, engine: Structures = SHARED, species: int | None = None
) -> bool:
    """Whether a mon's record is at an address, in the form that an engine keeps it in.

    Args:
        snapshot: RAM.
        address: Of the record.
        engine: Says the form; without a checksum, every value must be a possible one.
        species: What it must be of; None for any species.
    """
    record = snapshot.record(address, engine.mon)
    if int(record["personality"]) == int(record["ot_id"]):
        return False
    decrypted = decrypt_mon(record, engine)
    if not decrypted.holds:
        return False
    of = int(decrypted.parts["species"]) & MOST_SPECIES
    if species is not None and of != species:
        return False
    if engine.mon_checksum != NONE:
        return True
    return (
        1 <= of <= MOST_SPECIES
        and 1 <= int(record["level"]) <= MOST_LEVEL
        and int(record["hp"]) <= int(record["max_hp"]) <= MOST_STAT
        and 0 < int(decrypted.parts["experience"]) <= MOST_EXPERIENCE
        and 0 < int(decrypted.parts["moves"][0]) <= MOST_SPECIES
        and bool((decrypted.parts["pp"] <= MOST_PP).all())
    )


def find_records(
    snapshot: Snapshot, level: int, engine: Structures = SHARED, species: int | None = None
) -> list[Address]:
    """Every record in RAM of a mon with a level; the other arguments as for :func:`is_record`."""
    found = []
    for region in RAM_REGIONS:
        levels: npt.NDArray[np.uint8] = snapshot.region(region)[LEVEL::4]
        for address in addresses(region, levels == level):
            if region.holds(address, MON.itemsize) and is_record(
                snapshot, address, engine, species
            ):
                found.append(address)
    return found


def find_any_records(
    snapshot: Snapshot, level: int, species: int
) -> Iterable[tuple[Address, Mapping[str, str]]]:
    """Records of a mon with this level and species, in any form; each with the form's traits."""
    for traits in FORMS:
        for address in find_records(snapshot, level, with_traits(SHARED, traits), species):
            yield address, traits


def find_all_records(snapshot: Snapshot) -> list[Address]:
    """Every record in RAM that is of a possible mon, in any form, by address."""
    found: set[Address] = set()
    engines = [with_traits(SHARED, traits) for traits in FORMS]
    for region in RAM_REGIONS:
        halves = snapshot.region(region).view("<u2")
        count = (len(halves) - MON.itemsize // 2) // 2 + 1
        level, hp, most = (halves[at // 2 :: 2][:count] for at in (LEVEL, HP, MAX_HP))
        hits = (level & 0xFF >= 1) & (level & 0xFF <= MOST_LEVEL)
        hits &= (hp <= most) & (most >= 1) & (most <= MOST_STAT)
        found |= {
            at
            for at in addresses(region, hits)
            if any(is_record(snapshot, at, engine) for engine in engines)
        }
    return sorted(found)


def rewritten(record: bytes, engine: Structures, *, status: int = 0, **parts: int) -> bytes:
    """A record with other values, encrypted and summed up again.

    Args:
        record: As it stands in RAM.
        engine: Says its form.
        status: The lasting condition.
        parts: Fields of the substructures, whole words of the layout ``engine.mon_parts``.
    """
    values = np.frombuffer(record, engine.mon)[0].copy()
    values["status"] = status
    personality = int(values["personality"])
    key = np.uint32(personality ^ int(values["ot_id"]) if engine.mon_encryption == XOR else 0)
    order = ORDERS[personality % len(ORDERS)] if engine.mon_order == BY_PERSONALITY else range(4)
    words = (values["data"] ^ key).reshape(4, PART_SIZE // 4)
    plain = words[[list(order).index(part) for part in range(4)]].reshape(-1)
    inside = plain.view(engine.mon_parts)
    for field, value in parts.items():
        inside[field] = value
    shuffled = plain.reshape(4, PART_SIZE // 4)[list(order)].reshape(-1)
    if engine.mon_checksum != NONE:
        values["checksum"] = int(plain.view("<u2").sum(dtype=np.uint32)) & 0xFFFF
    values["data"] = shuffled ^ key
    return bytes(values.tobytes())
