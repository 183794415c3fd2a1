"""The generated pages are fresh, and every document that is printed keeps to its schema."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gbatool
from gbatool.commands.decode import What
from gbatool.docgen import pages as docgen
from gbatool.profile.reader import load_profile
from tests.commands.demo import demo_folder, demo_template, run_json
from tests.docgen.schemas import check, validator

__all__ = ["demo_folder", "demo_template"]

PACKAGE = Path(gbatool.__file__).parent
FILE_FORMATS = {"evidence", "profile", "recipe", "recipe-book", "session", "work"}
"""Schemas of files, which no command prints as a document."""
Output = pytest.CaptureFixture[str]


def test_no_generated_page_is_stale() -> None:
    assert list(docgen.stale()) == []


def test_a_page_that_was_edited_and_a_leftover_schema_are_found(tmp_path: Path) -> None:
    docgen.write(tmp_path)
    assert list(docgen.stale(tmp_path)) == []
    (tmp_path / "cli.md").write_text("edited")
    (tmp_path / "schemas/old.json").write_text("{}")
    assert list(docgen.stale(tmp_path)) == ["cli.md", "schemas/old.json"]
    docgen.write(tmp_path)
    assert list(docgen.stale(tmp_path)) == []


def test_every_kind_of_document_has_a_schema() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    printed = set(re.findall(r'"gbatool/([a-z_-]+)/1"', "\n".join(sources)))
    schemas = {path.stem for path in (docgen.DOCS / docgen.SCHEMAS).glob("*.json")}
    assert printed - FILE_FORMATS <= schemas


def test_the_page_of_addresses_has_what_the_profiles_have() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", (docgen.DOCS / "addresses.md").read_text(), re.M)
    told = {name: re.findall(r"`(0x\w+)`", cells) for name, cells in rows}
    names = ("firered-us-1.0", "firered-us-1.1", "leafgreen-us-1.0", "leafgreen-us-1.1")
    profiles = [load_profile(docgen.DOCS.parent / f"profiles/{name}.yaml") for name in names]
    assert {name for profile in profiles for name in profile.symbols} == told.keys()
    for name, addresses in told.items():
        assert addresses == [str(profile.symbols[name].address) for profile in profiles]


COMMANDS = [
    *(("decode", what.value) for what in What),
    *(("decode", what.value, "--state", "talking.ss0") for what in What),
    ("decode", "--state", "power-on"),
    ("decode", "dialog", "--watch", "--frames", "60", "--state", "talking.ss0"),
    ("press", "start"),
    ("wait", "1"),
    ("walk-to", "--warp", "0", "--through"),
    ("dial", "--state", "talking.ss0"),
    ("select", "exit", "--state", "menu.ss0"),
    ("type", "Moss", "--state", "naming.ss0"),
    ("run", "plan.yaml"),
    ("screenshot", "x.png"),
    ("doctor",),
    ("session", "status", "--session", "out/walk"),
    ("session", "log", "--session", "out/walk"),
    ("rom", "info"),
    ("state", "list"),
    ("state", "show", "game.ss1"),
    ("state", "verify"),
    ("profile", "show"),
    ("diff", "bedroom", "talking.ss0"),
    ("search", "exact", "12", "--session", "out/walk"),
    ("profile", "diff", "demo", "demo"),
]


@pytest.mark.usefixtures("demo_folder")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_document_keeps_to_its_schema(arguments: tuple[str, ...], capsys: Output) -> None:
    check(run_json(capsys, *arguments))


@pytest.mark.usefixtures("demo_folder")
@pytest.mark.parametrize(
    ("arguments", "status"), [(("walk-to", "0", "0"), 4), (("decode", "mpa"), 2)]
)
def test_a_refusal_keeps_to_its_schema(
    arguments: tuple[str, ...], status: int, capsys: Output
) -> None:
    check(run_json(capsys, *arguments, status=status))


@pytest.mark.usefixtures("demo_folder")
def test_a_schema_refuses_a_document_that_lacks_something(capsys: Output) -> None:
    document = run_json(capsys, "decode", "player")
    for name in document:
        broken = {key: value for key, value in document.items() if key != name}
        assert not validator("player").is_valid(broken), name
