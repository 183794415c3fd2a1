"""Generated pages are fresh, what pages name exists, and printed documents keep to their schemas."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gbatool
from gbatool.commands.decode import OF_A_STATE
from gbatool.docgen import pages as docgen
from gbatool.docgen.__main__ import main
from gbatool.docgen.schemas import OUTCOMES
from tests.commands.demo import demo_folder, demo_template, run_json
from tests.docgen.schemas import check, validator
from tests.test_house import FLOORS, SCAN_FLOORS

__all__ = ["demo_folder", "demo_template"]

PACKAGE = Path(gbatool.__file__).parent
ROOT = docgen.DOCS.parent
FILE_FORMATS = {"evidence", "profile", "recipe", "recipe-book", "session", "work"}
"""Schemas of files, which no command prints as a document."""
SCHEMA_FILES = sorted((docgen.DOCS / docgen.SCHEMAS).glob("*.json"))
FOLDERS = ("docs", "savestates", "profiles", "benchmarks")
PAGES = sorted(
    [*ROOT.glob("*.md"), *(page for name in FOLDERS for page in (ROOT / name).rglob("*.md"))]
)
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
PLACEHOLDERS = {"FOLDER", "SYMBOL", "NAME", "VERB", "VIEW"}
"""Stand for a name of the reader's choice where a page says which files to write."""
ELSEWHERE = {"gbatool/profiles/", "gbatool/shipped_profiles"}
"""Folders of an installed package and of a user's configuration."""
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
    named = set(re.findall(r'"gbatool/([a-z_-]+)/[0-9]+"', source_of(PACKAGE)))
    assert named >= FILE_FORMATS
    assert named - FILE_FORMATS == {path.stem for path in SCHEMA_FILES} - OUTCOMES.keys() - {
        "common"
    }


def inline_code(page: Path) -> Iterator[str]:
    """The texts between single backticks, blocks of code left out."""
    text = re.sub(
        r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    yield from re.findall(r"`([^`\n]+)`", text)


def anchors(page: Path) -> list[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def exists(dotted: str) -> bool:
    """Whether a dotted name is a module of the package, or something that one defines."""
    parts = dotted.split(".")
    found = importlib.import_module(parts[0])
    for number, part in enumerate(parts[1:], 2):
        path = ROOT.joinpath(*parts[:number])
        if path.is_dir() or path.with_suffix(".py").is_file():
            found = importlib.import_module(".".join(parts[:number]))
        elif hasattr(found, part):
            found = getattr(found, part)
        else:
            return False
    return True


@every_page
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    path = re.compile(r"(?<![\w/.~-])(?:gbatool|tests|cart|docs|benchmarks)/[\w./*-]*")
    named = {found for code in inline_code(page) for found in path.findall(code)}
    kinds = {name for name in named if re.fullmatch(r"gbatool/[\w-]+/\d", name)}
    placed = {name for name in named if PLACEHOLDERS & set(re.split(r"[/_.]", name))}
    wrong = [
        name for name in sorted(named - kinds - placed - ELSEWHERE) if not any(ROOT.glob(name))
    ]
    assert wrong == []


@every_page
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"\bgbatool(?:\.[A-Za-z_]\w*)+", page.read_text(encoding="utf-8")))
    assert [name for name in sorted(named) if not exists(name)] == []


@every_page
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if link.startswith("https://"):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)
    assert wrong == []


def test_the_contributors_guide_names_every_part_of_the_package() -> None:
    guide = set(inline_code(ROOT / "CONTRIBUTING.md"))
    rooms = {room for floor in (*FLOORS, *SCAN_FLOORS) for room in floor} - {"__init__"}
    assert [room for room in sorted(rooms) if not {room, f"{room}/"} & guide] == []


COMMANDS = [
    *(("decode", what.value) for what in OF_A_STATE),
    *(("decode", what.value, "--state", "talking.ss0") for what in OF_A_STATE),
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
