"""``docs/schemas/``: a JSON schema for every document that ``--json`` prints.

Definitions that several documents use stand once, in ``common.json``; the others refer to them by a
relative reference, which resolves beside the file that has it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter

from gbatool.actions.dial import DialOutcome
from gbatool.actions.documents import RunDocument, ScreenshotDocument
from gbatool.actions.outcomes import Outcome
from gbatool.actions.press import PressOutcome
from gbatool.actions.select import SelectOutcome
from gbatool.actions.type_text import TypeOutcome
from gbatool.actions.wait import WaitOutcome
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.compare.diff import DiffDocument
from gbatool.compare.documents import SearchDocument
from gbatool.compare.watch import WatchDocument
from gbatool.decode.documents import DECODE_DOCUMENTS
from gbatool.documents import RomRef
from gbatool.health import HealthReport
from gbatool.profile.diff import ProfileDiff
from gbatool.profile.documents import ProfileDocument, ProfileListDocument
from gbatool.profile.rom_info import RomInfo
from gbatool.profile.transfer import ImportReport
from gbatool.saves.document import SaveDocument
from gbatool.scan.documents import ProbeDocument, ScanDocument, VerifyDocument
from gbatool.session.log import SessionLog, SessionStatus
from gbatool.session.replay import EvidenceCheck
from gbatool.states.reports import StateChecks, StateList, StateReport

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
COMMON = "common"
LOCAL_REF = "#/$defs/"
OUTCOMES: dict[str, type[Outcome]] = {
    "press": PressOutcome,
    "wait": WaitOutcome,
    "walk_to": WalkOutcome,
    "dial": DialOutcome,
    "select": SelectOutcome,
    "type": TypeOutcome,
}
OTHERS: dict[str, type[Any]] = {
    "rom": RomInfo,
    "savestate": StateReport,
    "savestates": StateList,
    "savestate-checks": StateChecks,
    "save": SaveDocument,
    "scan": ScanDocument,
    "probe": ProbeDocument,
    "profile-document": ProfileDocument,
    "profile-list": ProfileListDocument,
    "profile-diff": ProfileDiff,
    "profile-import": ImportReport,
    "profile-verify": VerifyDocument,
    "doctor": HealthReport,
    "session-status": SessionStatus,
    "session-log": SessionLog,
    "evidence-check": EvidenceCheck,
    "diff": DiffDocument,
    "search": SearchDocument,
    "screenshot": ScreenshotDocument,
    "run": RunDocument,
    "watch": WatchDocument,
}


def schema_pages() -> dict[str, Schema]:
    """Kind of document, as in its ``schema`` key -> its JSON schema; ``common`` -> what they share."""
    made = {_kind(document): _schema(document) for document in DECODE_DOCUMENTS}
    made |= {kind: _schema(document) for kind, document in OTHERS.items()}
    made |= {kind: _outcome_schema(kind, outcome) for kind, outcome in OUTCOMES.items()}
    made["error"] = _error_schema()
    for kind, schema in made.items():
        schema["$schema"] = DRAFT
        schema["title"] = f"gbatool/{kind}/1"
        schema["properties"]["schema"] = {"const": f"gbatool/{kind}/1"}
        schema["required"] = sorted({"schema", *schema["properties"]})
    return {COMMON: move_shared_definitions(made)} | made


def move_shared_definitions(documents: dict[str, Schema]) -> Schema:
    """Take the definitions that several documents have out of them; return the schema that has these.

    Whatever a shared definition refers to occurs in the same documents, and so is shared as well.

    Raises:
        ValueError: Two different types have one name.
    """
    owners = Counter(name for schema in documents.values() for name in schema.get("$defs", ()))
    shared: Schema = {}
    for schema in documents.values():
        definitions = schema.pop("$defs", {})
        common = {name: definitions.pop(name) for name in list(definitions) if owners[name] > 1}
        for name, definition in common.items():
            if shared.setdefault(name, definition) != definition:
                raise ValueError(f"two different types are called {name}")
        if definitions:
            schema["$defs"] = definitions
        _refer_to_common(schema, common)
    return {"$schema": DRAFT, "title": "Definitions that several documents use", "$defs": shared}


def _refer_to_common(node: object, common: Schema) -> None:
    """Point the references to these definitions at ``common.json``."""
    for part in _objects(node):
        reference = part.get("$ref", "")
        if reference.removeprefix(LOCAL_REF) in common:
            part["$ref"] = f"{COMMON}.json{reference}"


def _objects(node: object) -> Iterator[Schema]:
    """Every JSON object of a schema, itself included."""
    if isinstance(node, dict):
        yield node
    for child in (
        node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    ):
        yield from _objects(child)


def _kind(document: type[Any]) -> str:
    """``gbatool/map/1`` -> ``map``."""
    default = next(f.default for f in dataclasses.fields(document) if f.name == "schema")
    return str(default).split("/")[1]


def _schema(document: type[Any]) -> Schema:
    schema = TypeAdapter(document).json_schema(mode="serialization")
    _shorten_descriptions(schema)
    return schema


def _shorten_descriptions(schema: Schema) -> None:
    """Keep the first paragraph of each docstring: the rest is for readers of the source."""
    for part in _objects(schema):
        description = part.get("description")
        if isinstance(description, str):
            part["description"] = " ".join(description.split("\n\n")[0].split())


def _outcome_schema(kind: str, outcome: type[Outcome]) -> Schema:
    """An outcome's fields, and the three that its document adds."""
    schema = _schema(outcome)
    rom = _schema(RomRef)
    schema.setdefault("$defs", {})["RomRef"] = rom
    schema["properties"] |= {
        "rom": {"$ref": "#/$defs/RomRef"},
        "frame": {"type": "integer"},
        "action": {"const": kind},
    }
    return schema


def _error_schema() -> Schema:
    return {
        "type": "object",
        "properties": {
            "error": {
                "type": "object",
                "properties": {
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                    "detail": {"type": "object"},
                },
                "required": ["code", "message", "detail"],
            }
        },
    }
