"""Write a profile as YAML in a form that reads well in a diff.

The text depends only on the profile: symbols by address, then by name, savestates and
unresolved symbols by name, one line a piece of evidence, lines never folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml

from gbatool.profile.model import (
    SCHEMA,
    Evidence,
    PinnedState,
    Profile,
    RomIdentity,
    Symbol,
    Trait,
    Unresolved,
)

ENDLESS = 1 << 30
_STR, _INT = "tag:yaml.org,2002:str", "tag:yaml.org,2002:int"
_MAP, _SEQ = "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"
_NUMBER_IN_YAML_1_2 = re.compile(r"[-+]?[0-9.]+[eE][-+]?[0-9]+|0o[0-7]+")
"""Scalars that are texts in YAML 1.1, which PyYAML implements, and numbers in YAML 1.2."""
_BREAKS_SOME_READERS = re.compile("[^\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\U00010000-\U0010ffff]")
"""Control characters and the line breaks of Unicode, which are written as escapes."""
Pairs = Iterable[tuple[str, yaml.Node | None]]


def format_profile(profile: Profile) -> str:
    """The YAML text of a profile; :func:`gbatool.profile.reader.parse_profile` reads it back."""
    root = _mapping(
        [
            ("schema", _text(SCHEMA)),
            ("name", _text(profile.name)),
            ("rom", _rom(profile.rom)),
            ("engine", _text(profile.engine)),
            ("note", _text(profile.note)),
            (
                "traits",
                _mapping((name, _trait(trait)) for name, trait in sorted(profile.traits.items())),
            ),
            (
                "savestates",
                _mapping(
                    (label, _state(state)) for label, state in sorted(profile.savestates.items())
                ),
            ),
            (
                "symbols",
                _mapping((symbol.name, _symbol(symbol)) for symbol in by_address(profile)),
            ),
            (
                "unresolved",
                _mapping(
                    (name, _unresolved(item)) for name, item in sorted(profile.unresolved.items())
                ),
            ),
        ]
    )
    return str(yaml.serialize(root, Dumper=_Dumper, width=ENDLESS, allow_unicode=True))


def by_address(profile: Profile) -> list[Symbol]:
    """The symbols of a profile in the order of the file: by address, then by name."""
    return sorted(profile.symbols.values(), key=lambda symbol: (symbol.address, symbol.name))


class _Dumper(yaml.SafeDumper):
    """PyYAML's dumper, with the entries of a list indented below its key."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:  # noqa: ANN401, ARG002, FBT001, FBT002 - the signature is PyYAML's
        return super().increase_indent(flow, indentless=False)


def _text(value: str | None) -> yaml.Node | None:
    """A text: plain where every YAML reader agrees, a block where it has several lines."""
    if value is None:
        return None
    style = None
    if _BREAKS_SOME_READERS.search(value):
        style = '"'
    elif "\n" in value:
        style = "|"
    elif _NUMBER_IN_YAML_1_2.fullmatch(value):
        style = "'"
    return yaml.ScalarNode(_STR, value, style=style)


def _whole(value: int) -> yaml.Node:
    return yaml.ScalarNode(_INT, str(value))


def _hex(value: int, digits: int = 1) -> yaml.Node:
    return yaml.ScalarNode(_INT, f"0x{value:0{digits}X}")


def _mapping(pairs: Pairs, *, inline: bool = False) -> yaml.Node | None:
    """A mapping without the pairs that have no value; None when nothing is left."""
    nodes = [(yaml.ScalarNode(_STR, key), value) for key, value in pairs if value is not None]
    return yaml.MappingNode(_MAP, nodes, flow_style=inline) if nodes else None


def _list(items: Iterable[yaml.Node | None], *, inline: bool = False) -> yaml.Node | None:
    nodes = [item for item in items if item is not None]
    return yaml.SequenceNode(_SEQ, nodes, flow_style=inline) if nodes else None


def _rom(rom: RomIdentity) -> yaml.Node | None:
    return _mapping(
        [
            ("title", _text(rom.title)),
            ("code", _text(rom.code)),
            ("maker", _text(rom.maker)),
            ("revision", _whole(rom.revision)),
            ("size", _whole(rom.size)),
            ("sha1", _text(rom.sha1)),
            ("sha256", _text(rom.sha256)),
            ("base_sha1", _text(rom.base_sha1)),
        ]
    )


def _state(state: PinnedState) -> yaml.Node | None:
    x_y = state.player
    player = None
    if x_y is not None:
        player = _mapping([("x", _whole(x_y[0])), ("y", _whole(x_y[1]))], inline=True)
    return _mapping(
        [
            ("made", _text(state.made)),
            ("core", _text(state.core)),
            ("frame", _whole(state.frame)),
            ("ram_sha256", _text(state.ram_sha256)),
            ("file_sha256", _text(state.file_sha256)),
            ("player", player),
            ("note", _text(state.note)),
        ]
    )


def _symbol(symbol: Symbol) -> yaml.Node | None:
    return _mapping(
        [
            ("address", _hex(symbol.address, 8)),
            ("size", _hex(symbol.size) if symbol.size else None),
            ("status", _text(symbol.status.value)),
            ("evidence", _list(map(_evidence, symbol.evidence))),
            ("note", _text(symbol.note)),
        ]
    )


def _trait(trait: Trait) -> yaml.Node | None:
    return _mapping(
        [
            ("value", _text(trait.value)),
            ("status", _text(trait.status.value)),
            ("evidence", _list(map(_evidence, trait.evidence))),
            ("note", _text(trait.note)),
        ]
    )


def _evidence(evidence: Evidence) -> yaml.Node | None:
    return _mapping(
        [
            ("kind", _text(evidence.kind)),
            ("savestate", _text(evidence.savestate)),
            ("predicted", _text(evidence.predicted)),
            ("held", _text(evidence.held)),
            ("left", _whole(evidence.left)),
        ],
        inline=True,
    )


def _unresolved(unresolved: Unresolved) -> yaml.Node | None:
    candidates = (_hex(address, 8) for address in unresolved.candidates)
    return _mapping(
        [
            ("reason", _text(unresolved.reason)),
            ("needs", _list(map(_text, unresolved.needs), inline=True)),
            ("candidates", _list(candidates, inline=True)),
            ("would_decide", _text(unresolved.would_decide)),
        ]
    )
