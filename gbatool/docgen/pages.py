"""Every generated page of ``docs/``: its text, writing it, and whether it is stale."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from gbatool.docgen.addresses import addresses_page
from gbatool.docgen.cli import cli_page
from gbatool.docgen.errors import errors_page
from gbatool.docgen.locators import locators_page
from gbatool.docgen.schemas import schema_pages
from gbatool.docgen.verification import read_subjects, verification_page
from gbatool.profile.reader import load_profile

DOCS = Path(__file__).parents[2] / "docs"
SCHEMAS = "schemas"
MEASUREMENTS = DOCS / "measurements"
PROFILES = DOCS.parent / "profiles"
DEMO = "demo"


def pages() -> Mapping[str, str]:
    """Every generated page: path below ``docs/`` -> its text."""
    profiles = [load_profile(path) for path in sorted(PROFILES.glob("*.yaml"))]
    made = {
        "addresses.md": addresses_page([one for one in profiles if one.name != DEMO]),
        "cli.md": cli_page(),
        "errors.md": errors_page(),
        "locators.md": locators_page(),
        "verification.md": verification_page(profiles, read_subjects(MEASUREMENTS)),
    }
    for name, schema in schema_pages().items():
        text = json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
        made[f"{SCHEMAS}/{name}.json"] = text
    return made


def stale(docs: Path = DOCS) -> Iterator[str]:
    """The pages below ``docs`` that differ from what would be written, and leftovers."""
    made = pages()
    for name, text in made.items():
        path = docs / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield name
    for path in sorted((docs / SCHEMAS).glob("*.json")):
        name = f"{SCHEMAS}/{path.name}"
        if name not in made:
            yield name


def write(docs: Path = DOCS) -> None:
    """Write every page, and remove schemas that nothing has any more."""
    (docs / SCHEMAS).mkdir(parents=True, exist_ok=True)
    made = pages()
    for path in (docs / SCHEMAS).glob("*.json"):
        if f"{SCHEMAS}/{path.name}" not in made:
            path.unlink()
    for name, text in made.items():
        (docs / name).write_text(text, encoding="utf-8")
