"""Validating documents against the published schemas."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from gbatool.docgen.pages import DOCS, SCHEMAS

FOLDER = DOCS / SCHEMAS
Schema = dict[str, Any]


def load(name: str) -> Schema:
    schema: Schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return schema


REGISTRY: Registry[Any] = Registry().with_resource(
    "common.json", Resource.from_contents(load("common"))
)


def validator(kind: str) -> Draft202012Validator:
    """What a document of a kind is checked with."""
    return Draft202012Validator(load(kind), registry=REGISTRY)


def check(document: dict[str, Any]) -> None:
    """A document against the schema that it names."""
    validator(document["schema"].split("/")[1]).validate(document)
