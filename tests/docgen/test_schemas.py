"""The published schemas: valid, with what several of them use in one place, and usable as their README says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator, ValidationError
from referencing import Resource

from gbatool.docgen.pages import DOCS
from gbatool.docgen.schemas import move_shared_definitions
from tests.docgen.schemas import FOLDER, REGISTRY, load

FILES = sorted(path.name for path in FOLDER.glob("*.json"))


def references(node: object) -> Iterator[str]:
    """Every ``$ref`` of a schema."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield str(node["$ref"])
        for child in node.values():
            yield from references(child)
    elif isinstance(node, list):
        for child in node:
            yield from references(child)


@pytest.mark.parametrize("file", FILES)
def test_a_schema_is_valid_and_its_references_lead_somewhere(file: str) -> None:
    schema = load(file.removesuffix(".json"))
    Draft202012Validator.check_schema(schema)
    resolver = REGISTRY.with_resource(file, Resource.from_contents(schema)).resolver(file)
    for reference in references(schema):
        assert resolver.lookup(reference).contents["type"], reference


def test_no_definition_stands_in_two_files_and_none_is_unused() -> None:
    everywhere = {file: load(file.removesuffix(".json")) for file in FILES}
    counted = Counter(name for schema in everywhere.values() for name in schema.get("$defs", ()))
    assert [name for name, count in counted.items() if count > 1] == []
    used = {ref.rpartition("/")[2] for schema in everywhere.values() for ref in references(schema)}
    assert counted.keys() == used


def test_two_types_of_one_name_are_noticed() -> None:
    one, other = (
        {"properties": {}, "$defs": {"Tile": {"type": kind}}} for kind in ("object", "string")
    )
    with pytest.raises(ValueError, match="two different types are called Tile"):
        move_shared_definitions({"one": one, "other": other})


def test_the_example_of_the_readme_works(monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text("utf-8"), re.S)
    monkeypatch.chdir(DOCS.parent)
    program = compile(example, "docs/schemas/README.md", "exec")
    error = {"schema": "gbatool/error/1", "error": {"code": "", "message": "", "detail": {}}}
    exec(program, {"document": error})
    rom = {"sha1": "0" * 40, "profile": "demo"}
    screenshot = {"schema": "gbatool/screenshot/1", "rom": rom, "frame": 1, "width": 2, "height": 3}
    exec(program, {"document": screenshot})
    del rom["sha1"]  # what RomRef requires is read from common.json
    with pytest.raises(ValidationError, match="sha1"):
        exec(program, {"document": screenshot})
