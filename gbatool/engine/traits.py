"""Traits: how an engine differs from its base family, each one name and one value.

A changed game keeps most layouts of the family that it was made from. What differs is said field by
field: ``object_event.sprite_id`` is ``u8@0x23``, ``mon.size`` is ``0x68``, ``mon.encryption`` is
``none``. An engine with traits is an ordinary :class:`~gbatool.engine.engine.Engine` in which these
values are replaced, so that what reads it need not know of traits.

======================== ==================================== ==============================
name                     value                                says
======================== ==================================== ==============================
``LAYOUT.FIELD``         ``u16@0x4``, ``7*u8@0x14``,          format and offset of a field;
                         ``u32@0x0[11..20]``, ``none``,       some bits of it; it lacks it;
                         ``unknown``                          it is not where the family has it
``LAYOUT.size``          ``0x68``                             bytes of the structure
``names.KIND``           ``gSpeciesInfo[0x108] 13*u8@0x2C``   where names of a kind stand
``text.control_codes``   ``0 1 1 1 3 none 1``                 argument bytes, by code; there
                                                               is no such code
``battle_script.KIND``   ``0x28``, ``0x5A 0x5B 0x67``         numbers of commands
``bag.pockets``          ``items key_items balls``            the bag's pockets, in order
``mon.encryption``, ...  ``none``                             one word of a few
======================== ==================================== ==============================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

import numpy as np

from gbatool.engine.battle import ScriptCommands
from gbatool.engine.engine import (
    ARRAY,
    BY_PERSONALITY,
    FIXED_ORDER,
    LIST,
    NONE,
    SUM,
    UNKNOWN,
    WINDOWS,
    XOR,
    Engine,
    Structures,
)
from gbatool.engine.layouts import Dtype, bits, bits_of, has_field, offset_of, struct
from gbatool.engine.pokemon import NameTable

Some = TypeVar("Some", bound=Structures)

SIZE, NAMES, CONTROL_CODES = "size", "names", "text.control_codes"
BATTLE_SCRIPT = "battle_script"
COMMANDS = tuple(f"{BATTLE_SCRIPT}.{field.name}" for field in fields(ScriptCommands))
STORAGE = "text_printer.storage"
POCKETS = "bag.pockets"
"""Ids of the bag's pockets in the engine's order: a family's, so of no engine of an unknown one."""
WORDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "mon.encryption": ("mon_encryption", (XOR, NONE)),
    "mon.checksum": ("mon_checksum", (SUM, NONE)),
    "mon.order": ("mon_order", (BY_PERSONALITY, FIXED_ORDER)),
    STORAGE: ("text_printers", (ARRAY, LIST, WINDOWS)),
}
"""Name of a trait -> the engine's attribute, and the values that it can have."""
_FORMATS = {"u8": "u1", "u16": "<u2", "u32": "<u4", "s8": "i1", "s16": "<i2", "s32": "<i4"}
_CODES = {np.dtype(code): name for name, code in _FORMATS.items()}
_NUMBER = r"0x[0-9A-F]+"
_FIELD = re.compile(
    rf"(?:(?P<count>[1-9][0-9]*)\*)?(?P<kind>[us](?:8|16|32))@(?P<at>{_NUMBER})"
    r"(?:\[(?P<first>[0-9]+)\.\.(?P<last>[0-9]+)\])?"
)
_TABLE = re.compile(rf"(?P<symbol>[A-Za-z_]\w*)\[(?P<stride>{_NUMBER})\] (?P<field>\S+)")
LAYOUTS = tuple(field.name for field in fields(Engine) if field.type == "Dtype")
"""The structures whose fields are traits."""
MOST_SIZE = 0x10000


class TraitError(ValueError):
    """A trait has no such name, or can't have such a value; the message says what is expected."""


def field_value(kind: str, at: int, count: int = 1, part: tuple[int, int] | None = None) -> str:
    """The value of a field's trait.

    Args:
        kind: ``u8``, ``u16``, ``u32``, ``s8``, ``s16`` or ``s32``.
        at: Its offset.
        count: How many of them.
        part: First bit and number of bits, where it does not have all of them.

    >>> field_value("u8", 0x2C, 13), field_value("u32", 0, part=(11, 10))
    ('13*u8@0x2C', 'u32@0x0[11..20]')
    """
    many = f"{count}*" if count > 1 else ""
    some = f"[{part[0]}..{part[0] + part[1] - 1}]" if part else ""
    return f"{many}{kind}@0x{at:X}{some}"


def trait_value(engine: Structures, name: str) -> str:
    """What a trait is in an engine.

    Raises:
        TraitError: There is no such trait.
    """
    if name in WORDS:
        return str(getattr(engine, WORDS[name][0]))
    if name == CONTROL_CODES:
        counts = engine.control_arguments
        return " ".join(NONE if count is None else str(count) for count in counts)
    if name in COMMANDS:
        numbers = getattr(engine.battle_script, name.removeprefix(f"{BATTLE_SCRIPT}."))
        return command_numbers(*numbers if isinstance(numbers, tuple) else (numbers,))
    if name == POCKETS:
        return " ".join(engine.save.pockets) if isinstance(engine, Engine) else NONE
    owner, _, field = name.partition(".")
    if owner == NAMES and hasattr(engine.names, field):
        table: NameTable = getattr(engine.names, field)
        kind, count = ("u8", table.width) if table.width else ("u32", 1)
        place = field_value(kind, table.offset, count)
        return f"{table.symbol}[0x{table.stride:X}] {place}"
    layout = _layout(engine, name)
    if field == SIZE:
        return f"0x{layout.itemsize:X}"
    if not has_field(layout, field):
        return NONE
    form, part = layout[field], bits_of(layout, field)
    return field_value(
        _CODES[form.base], offset_of(layout, field), form.itemsize // form.base.itemsize, part
    )


def with_traits(engine: Some, traits: Mapping[str, str]) -> Some:
    """An engine in which these traits are replaced.

    Traits of structures that are not known without a family are passed over where it has none.

    Raises:
        TraitError: There is no such trait, or it can't have such a value.
    """
    for name, value in sorted(traits.items(), key=lambda item: not item[0].endswith(f".{SIZE}")):
        engine = _with_trait(engine, name, value)
    return engine


def trait_names(engine: Structures) -> Iterator[str]:
    """Every trait that an engine has a value for."""
    yield from WORDS
    yield CONTROL_CODES
    yield from COMMANDS
    yield POCKETS
    yield from (f"{NAMES}.{field.name}" for field in fields(engine.names))
    for owner in LAYOUTS:
        if hasattr(engine, owner):
            yield f"{owner}.{SIZE}"
            yield from (f"{owner}.{field}" for field in getattr(engine, owner).names or ())


def differing(engine: Structures, traits: Mapping[str, str]) -> Mapping[str, str]:
    """Those traits that say something else than the engine."""
    return {name: value for name, value in traits.items() if trait_value(engine, name) != value}


def _with_trait(engine: Some, name: str, value: str) -> Some:
    if name in WORDS:
        attribute, choices = WORDS[name]
        if value not in choices:
            raise TraitError(f"{value!r} is none of {', '.join(choices)}")
        return _replaced(engine, attribute, value)
    if name == CONTROL_CODES:
        if not re.fullmatch(r"([0-9]|none)( ([0-9]|none))*", value):
            raise TraitError(f"{value!r} is no list of numbers or none, such as 0 1 1 1 3 none 1")
        counts = (None if word == NONE else int(word) for word in value.split())
        return replace(engine, control_arguments=tuple(counts))
    if name in COMMANDS:
        return replace(engine, battle_script=_with_commands(engine.battle_script, name, value))
    if name == POCKETS:
        return _with_pockets(engine, value)
    owner, _, field = name.partition(".")
    if owner == NAMES and hasattr(engine.names, field):
        table = _name_table(value, getattr(engine.names, field))
        return replace(engine, names=replace(engine.names, **{field: table}))
    if owner in LAYOUTS and not hasattr(engine, owner):
        return engine
    return _replaced(engine, owner, _with_field(_layout(engine, name), field, value))


def command_numbers(*numbers: int) -> str:
    """The value of a trait of battle script commands.

    >>> command_numbers(0x5A, 0x5B)
    '0x5A 0x5B'
    """
    return " ".join(f"0x{number:02X}" for number in numbers)


def _with_commands(commands: ScriptCommands, name: str, value: str) -> ScriptCommands:
    field = name.removeprefix(f"{BATTLE_SCRIPT}.")
    many = isinstance(getattr(commands, field), tuple)
    if not re.fullmatch(r"0x[0-9A-F]{2}( 0x[0-9A-F]{2})*" if many else r"0x[0-9A-F]{2}", value):
        raise TraitError(f"{value!r} is no number of a command, such as 0x28")
    numbers = tuple(int(number, 16) for number in value.split())
    changes: dict[str, Any] = {field: numbers if many else numbers[0]}
    return replace(commands, **changes)


def _with_pockets(engine: Some, value: str) -> Some:
    pockets = tuple(value.split())
    if not pockets or len(set(pockets)) < len(pockets):
        raise TraitError(f"{value!r} is no list of pockets, such as items key_items balls")
    if not isinstance(engine, Engine):
        return engine
    return _replaced(engine, "save", replace(engine.save, pockets=pockets))


def _replaced(engine: Some, attribute: str, value: object) -> Some:
    changes: dict[str, Any] = {attribute: value}
    return replace(engine, **changes)


def _layout(engine: Structures, name: str) -> Dtype:
    owner = name.partition(".")[0]
    if owner not in LAYOUTS or "." not in name:
        raise TraitError(f"{name!r} is no trait, such as mon.size or object_event.sprite_id")
    layout: Dtype | None = getattr(engine, owner, None)
    return layout if layout is not None else struct(MOST_SIZE)


def _with_field(layout: Dtype, field: str, value: str) -> Dtype:
    kept = {name: (offset_of(layout, name), layout[name]) for name in layout.names or ()}
    if field == SIZE:
        if not re.fullmatch(_NUMBER, value) or not 0 < int(value, 16) <= MOST_SIZE:
            raise TraitError(f"{value!r} is no size in hex, such as 0x68")
        size = int(value, 16)
        fitting = {n: one for n, one in kept.items() if one[0] + one[1].itemsize <= size}
        return struct(size, **fitting)
    if value in (NONE, UNKNOWN):
        kept.pop(field, None)
        return struct(layout.itemsize, **kept)
    at, form = field_of(value)
    if at + form.itemsize > MOST_SIZE:
        raise TraitError(f"{value} lies further in than any structure is long")
    size = max(layout.itemsize, at + form.itemsize)
    return struct(size, **{**kept, field: (at, form)})


def field_of(value: str) -> tuple[int, Dtype]:
    """Offset and format of a field, from the value of its trait.

    Raises:
        TraitError: It is no field.

    >>> field_of("u16@0x12")
    (18, dtype('uint16'))
    """
    match = _FIELD.fullmatch(value)
    if match is None:
        raise TraitError(
            f"{value!r} is no field; expected a form such as u8@0x23, 7*u8@0x14 or u32@0x0[11..20]"
        )
    code, count = _FORMATS[match["kind"]], int(match["count"] or 1)
    form: Dtype = np.dtype(code)
    if match["first"]:
        first, last = int(match["first"]), int(match["last"])
        if not first <= last < 8 * form.itemsize:
            raise TraitError(f"{value!r} has no bits {first} to {last}")
        form = bits(code, first, last - first + 1)
    return int(match["at"], 16), np.dtype((form, (count,))) if count > 1 else form


def _name_table(value: str, table: NameTable) -> NameTable:
    match = _TABLE.fullmatch(value)
    if match is None:
        raise TraitError(f"{value!r} is no table of names, such as gSpeciesInfo[0x108] 13*u8@0x2C")
    at, form = field_of(match["field"])
    width = 0 if form == np.dtype("<u4") else form.itemsize
    return replace(
        table, symbol=match["symbol"], stride=int(match["stride"], 16), width=width, offset=at
    )
