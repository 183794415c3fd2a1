"""The generated pages are fresh, and every document that is printed keeps to its schema."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gbatool
from gbatool.commands.decode import What
from gbatool.docgen import pages as docgen
from gbatool.docgen.__main__ import main
from gbatool.docgen.schemas import OUTCOMES
from tests.commands.demo import demo_folder, demo_template, run_json
from tests.docgen.schemas import check, validator

__all__ = ["demo_folder", "demo_template"]

PACKAGE = Path(gbatool.__file__).parent
ROOT = docgen.DOCS.parent
FILE_FORMATS = {"evidence", "profile", "recipe", "recipe-book", "session", "work"}
"""Schemas of files, which no command prints as a document."""
SCHEMA_FILES = sorted((docgen.DOCS / docgen.SCHEMAS).glob("*.json"))
Output = pytest.CaptureFixture[str]


def test_no_generated_page_is_stale() -> None:
    assert list(docgen.stale()) == []


def test_the_check_of_the_pages_fails_on_a_stale_one(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    assert main(["--check"]) == 0
    monkeypatch.setattr("gbatool.docgen.__main__.stale", lambda: iter(["cli.md"]))
    assert main(["--check"]) == 1
    assert capsys.readouterr().err == "docs/cli.md is stale; run ./run docs\n"


def test_what_the_run_script_starts_can_be_started() -> None:
    started = re.findall(r"python -m (gbatool[\w.]*)", (ROOT / "run").read_text(encoding="utf-8"))
    assert started
    for name in started:
        path = ROOT.joinpath(*name.split("."))
        source = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
        assert "__main__" in source.read_text(encoding="utf-8"), name


def test_a_page_that_was_edited_and_a_leftover_schema_are_found(tmp_path: Path) -> None:
    docgen.write(tmp_path)
    assert list(docgen.stale(tmp_path)) == []
    (tmp_path / "cli.md").write_text("edited")
    (tmp_path / "schemas/old.json").write_text("{}")
    assert list(docgen.stale(tmp_path)) == ["cli.md", "schemas/old.json"]
    docgen.write(tmp_path)
    assert list(docgen.stale(tmp_path)) == []


def source_of(package: Path) -> str:
    """The text of every module in a package."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py")))


def test_every_kind_of_document_has_a_schema() -> None:
    named = set(re.findall(r'"gbatool/([a-z_-]+)/1"', source_of(PACKAGE)))
    assert named >= FILE_FORMATS
    assert named - FILE_FORMATS == {path.stem for path in SCHEMA_FILES} - OUTCOMES.keys() - {
        "common"
    }


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
