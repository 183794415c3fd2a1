"""Read a profile file; a problem is reported with line, column, field and what is expected.

The whole file is checked before it is refused, so one run reports every problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from gbatool.engine.engine import Structures
from gbatool.engine.families import ENGINES, UNKNOWN_FAMILY
from gbatool.engine.traits import TraitError, with_traits
from gbatool.errors import JsonValue, ProfileError
from gbatool.files import read_file
from gbatool.memory import ROM, Address
from gbatool.profile.addresses import address_problem
from gbatool.profile.model import (
    READABLE_SCHEMAS,
    SCHEMA,
    STATIC_KINDS,
    Evidence,
    PinnedState,
    Profile,
    RomIdentity,
    Status,
    Symbol,
    Trait,
    Unresolved,
)
from gbatool.profile.names import canonical_name
from gbatool.reading import Node, Problem, Report, read_document
from gbatool.rom import HEADER_SIZE

SHOWN_PROBLEMS = 12
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
NAME_OR_TRAIT = re.compile(r"[A-Za-z_][A-Za-z0-9_.$]*")
NOT_A_STATUS = ("unresolved", "candidate", "ambiguous", "absent", "unknown")
Entry = TypeVar("Entry", Symbol, Unresolved)


def load_profile(path: Path) -> Profile:
    """Read a profile file.

    Raises:
        FileProblemError: It can't be read.
        ProfileError: It is not a valid profile.
    """
    return parse_profile(read_file(path, "profile"), str(path))


def parse_profile(data: bytes | str, source: str) -> Profile:
    """Read a profile from its text.

    Args:
        data: The YAML document.
        source: Its name in messages: the file's path.

    Raises:
        ProfileError: It is not a valid profile; ``detail["problems"]`` lists file, line, column,
            field and message of every problem.
    """
    report = Report()
    empty = f"a profile begins `schema: {SCHEMA}`"
    profile = report.attempt(lambda: _Reader(report).profile(read_document(data, empty)))
    if report.problems or profile is None:
        raise _error(report.problems, source)
    return profile


def _error(problems: list[Problem], source: str) -> ProfileError:
    problems = sorted(problems, key=lambda problem: (problem.line, problem.column))
    lines = [problem.shown(source) for problem in problems[:SHOWN_PROBLEMS]]
    if len(problems) > SHOWN_PROBLEMS:
        lines.append(f"... and {len(problems) - SHOWN_PROBLEMS} more")
    detail: list[JsonValue] = [
        {
            "line": problem.line,
            "column": problem.column,
            "field": problem.field,
            "message": problem.message,
        }
        for problem in problems
    ]
    return ProfileError("\n".join(lines), file=source, problems=detail)


def _matching_key(node: Node, key: str, pattern: re.Pattern[str], expected: str) -> None:
    if not pattern.fullmatch(key):
        raise node.refusal(f"{key!r} is not {expected}")


def _matching(node: Node, pattern: re.Pattern[str], expected: str) -> str:
    text = node.text()
    if not pattern.fullmatch(text):
        raise node.refusal(f"{text!r} is not {expected}")
    return text


def _digest(node: Node, digits: int) -> str:
    return _matching(node, re.compile(f"[0-9a-f]{{{digits}}}"), f"{digits} lower-case hex digits")


def _needed(node: Node) -> str:
    return canonical_name(_matching(node, NAME_OR_TRAIT, "the name of a symbol"))


def _text_or_none(node: Node | None) -> str | None:
    return None if node is None or node.is_null else node.text()


class _Reader:
    """Reads each part of the document; problems go to the report."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.rom_size = ROM.size

    def profile(self, root: Node) -> Profile | None:
        """The whole document; None when a required part is not valid."""
        _check_schema(root)
        fields = root.fields(
            self.report,
            ("schema", "name", "rom", "engine"),
            ("note", "traits", "savestates", "symbols", "unresolved"),
        )
        attempt = self.report.attempt
        rom = attempt(lambda: self._rom(fields["rom"]))
        if rom is not None:
            self.rom_size = rom.size
        name = attempt(lambda: _matching(fields["name"], NAME, "a name, such as firered-us-1.0"))
        engine = attempt(lambda: _engine(fields["engine"]))
        note = attempt(lambda: _text_or_none(fields.get("note")))
        traits = self._traits(fields.get("traits"), engine)
        savestates = self._states(fields.get("savestates"))
        symbols = self._named(fields.get("symbols"), self._symbol)
        unresolved = self._named(fields.get("unresolved"), self._unresolved)
        self._check_sections(fields.get("unresolved"), symbols, unresolved)
        if name is None or rom is None or engine is None:
            return None
        return Profile(name, rom, engine, savestates, symbols, unresolved, note, traits=traits)

    def _traits(self, node: Node | None, engine: str | None) -> dict[str, Trait]:
        """The traits; sizes first, since a field must lie inside its structure."""
        traits: dict[str, Trait] = {}
        base: Structures = ENGINES.get(engine or "", Structures())
        pairs = sorted(self._pairs(node), key=lambda pair: not pair[1].endswith(".size"))
        for key_node, name, value in pairs:
            trait = self.report.attempt(partial(self._trait, name, value))
            if trait is None:
                continue
            try:
                base = with_traits(base, {name: trait.value})
            except TraitError as error:
                at = key_node if str(error).startswith(repr(name)) else value
                self.report.problems.append(at.refusal(str(error)).problem)
            traits[name] = trait
        return traits

    def _trait(self, name: str, node: Node) -> Trait:
        fields = node.fields(self.report, ("value", "status"), ("evidence", "note"))
        evidence = tuple(
            map(self._evidence, fields["evidence"].items() if "evidence" in fields else [])
        )
        status = _status(fields["status"], evidence)
        note = _text_or_none(fields.get("note"))
        return Trait(name, fields["value"].text(), status, evidence, note)

    def _rom(self, node: Node) -> RomIdentity:
        fields = node.fields(
            self.report,
            ("title", "code", "maker", "revision", "size", "sha1", "sha256"),
            ("base_sha1",),
        )
        return RomIdentity(
            title=fields["title"].text(),
            code=fields["code"].text(),
            maker=fields["maker"].text(),
            revision=fields["revision"].whole(0, 0xFF),
            size=fields["size"].whole(HEADER_SIZE, ROM.size),
            sha1=_digest(fields["sha1"], 40),
            sha256=_digest(fields["sha256"], 64),
            base_sha1=_digest(fields["base_sha1"], 40) if "base_sha1" in fields else None,
        )

    def _states(self, node: Node | None) -> dict[str, PinnedState]:
        states: dict[str, PinnedState] = {}
        for key_node, label, value in self._pairs(node):
            state = self.report.attempt(partial(self._state, key_node, label, value))
            if state is not None:
                states[label] = state
        return states

    def _state(self, key_node: Node, label: str, node: Node) -> PinnedState:
        _matching_key(key_node, label, NAME, "a label, such as bedroom")
        fields = node.fields(
            self.report,
            ("made", "ram_sha256", "core", "frame"),
            ("file_sha256", "player", "note"),
        )
        return PinnedState(
            label=label,
            made=fields["made"].text(),
            ram_sha256=_digest(fields["ram_sha256"], 64),
            core=fields["core"].text(),
            frame=fields["frame"].whole(),
            file_sha256=_digest(fields["file_sha256"], 64) if "file_sha256" in fields else None,
            player=self._player(fields["player"]) if "player" in fields else None,
            note=_text_or_none(fields.get("note")),
        )

    def _player(self, node: Node) -> tuple[int, int]:
        fields = node.fields(self.report, ("x", "y"))
        return fields["x"].whole(), fields["y"].whole()

    def _named(self, node: Node | None, read: Callable[[str, Node], Entry]) -> dict[str, Entry]:
        """The entries of ``symbols`` or ``unresolved`` by canonical name."""
        found: dict[str, Entry] = {}
        first: dict[str, tuple[str, int]] = {}
        for key_node, name, value in self._pairs(node):
            canonical = canonical_name(name)
            entry = self.report.attempt(partial(_read_named, key_node, name, value, read))
            if canonical in first:
                other, line = first[canonical]
                self.report.attempt(
                    partial(_check_synonym, key_node, found.get(canonical), entry, other, line)
                )
                continue
            first[canonical] = (name, key_node.line)
            if entry is not None:
                found[canonical] = entry
        return found

    def _symbol(self, name: str, node: Node) -> Symbol:
        fields = node.fields(self.report, ("address", "status"), ("size", "evidence", "note"))
        size = fields["size"].whole() if "size" in fields else 0
        address = self._address(canonical_name(name), fields["address"], size)
        evidence = tuple(
            map(self._evidence, fields["evidence"].items() if "evidence" in fields else [])
        )
        status = _status(fields["status"], evidence)
        note = _text_or_none(fields.get("note"))
        return Symbol(canonical_name(name), address, size, status, evidence, note)

    def _address(self, name: str, node: Node, size: int = 0) -> Address:
        address = node.hexadecimal()
        problem = address_problem(name, address, size, self.rom_size)
        if problem is not None:
            raise node.refusal(problem)
        return Address(address)

    def _evidence(self, node: Node) -> Evidence:
        fields = node.fields(self.report, ("kind", "savestate", "predicted", "held", "left"))
        return Evidence(
            kind=fields["kind"].text(),
            predicted=fields["predicted"].text(),
            held=fields["held"].text(),
            left=fields["left"].whole(),
            savestate=fields["savestate"].text(),
        )

    def _unresolved(self, name: str, node: Node) -> Unresolved:
        fields = node.fields(self.report, ("reason",), ("needs", "candidates", "would_decide"))
        name = canonical_name(name)
        candidates = fields["candidates"].items() if "candidates" in fields else []
        needs = fields["needs"].items() if "needs" in fields else []
        return Unresolved(
            name=name,
            reason=fields["reason"].text(),
            candidates=tuple(self._address(name, candidate) for candidate in candidates),
            would_decide=_text_or_none(fields.get("would_decide")),
            needs=tuple(map(_needed, needs)),
        )

    def _check_sections(
        self,
        node: Node | None,
        symbols: Mapping[str, Symbol],
        unresolved: Mapping[str, Unresolved],
    ) -> None:
        """Report proven symbols that are listed under ``unresolved`` too; imported ones may be."""
        for key_node, name, _ in self._pairs(node, Report()):
            symbol = symbols.get(canonical_name(name))
            if symbol is None or symbol.status is Status.IMPORTED or not unresolved:
                continue
            refusal = key_node.refusal(
                f"is also listed under `symbols` as {symbol.status.value}; remove one of the two"
            )
            self.report.problems.append(refusal.problem)

    def _pairs(
        self, node: Node | None, report: Report | None = None
    ) -> Iterator[tuple[Node, str, Node]]:
        """The pairs of an optional mapping."""
        if node is None:
            return
        report = report if report is not None else self.report
        pairs = report.attempt(lambda: list(node.pairs(report)))
        yield from pairs or ()


def _check_schema(root: Node) -> None:
    """Check the schema first: another schema has other keys, each of which would be a problem."""
    schema = next((value for _, key, value in root.pairs(Report()) if key == "schema"), None)
    if schema is None:
        raise root.refusal(f"is not a profile: it has no `schema: {SCHEMA}`")
    if schema.text() not in READABLE_SCHEMAS:
        raise schema.refusal(
            f"{schema.text()!r} is not a schema that this version reads; expected {SCHEMA}"
        )


def _engine(node: Node) -> str:
    name = node.text()
    if name not in (*ENGINES, UNKNOWN_FAMILY):
        known = ", ".join((*ENGINES, UNKNOWN_FAMILY))
        raise node.refusal(f"{name!r} is not an engine family; known are {known}")
    return name


def _status(node: Node, evidence: tuple[Evidence, ...]) -> Status:
    text = node.text()
    if text not in [status.value for status in Status]:
        known = ", ".join(status.value for status in Status)
        hint = "; such symbols go under `unresolved`" if text in NOT_A_STATUS else ""
        raise node.refusal(f"{text!r} is not a status; expected one of {known}{hint}")
    status = Status(text)
    if status is Status.VERIFIED and all(item.kind in STATIC_KINDS for item in evidence):
        raise node.refusal(
            "verified needs evidence of the game behaving as predicted (kind bump, poke, key, ...);"
            " list it under `evidence`, or write `status: imported`"
        )
    if status is Status.CORROBORATED and not evidence:
        raise node.refusal(
            "corroborated needs the scans that left this address alone; list them under"
            " `evidence`, or write `status: imported`"
        )
    return status


def _read_named(key_node: Node, name: str, node: Node, read: Callable[[str, Node], Entry]) -> Entry:
    _matching_key(key_node, name, NAME_OR_TRAIT, "the name of a symbol")
    return read(name, node)


def _check_synonym(
    key_node: Node, former: object, entry: object, former_name: str, former_line: int
) -> None:
    """Refuse two names of one symbol; the message has both addresses when they differ."""
    addresses = [item.address for item in (former, entry) if isinstance(item, Symbol)]
    where = f"another name of {former_name} (line {former_line})"
    if len(set(addresses)) == 2:
        raise key_node.refusal(
            f"is {where}, and yet has another address: {addresses[1]} here, {addresses[0]} there;"
            " keep the one that is proven"
        )
    raise key_node.refusal(f"is {where}; keep one of the two")
