"""Write the generated pages of ``docs/`` again, or tell which of them are stale.

``python -m gbatool.docgen`` writes; with ``--check`` it only compares. Needs the development
extra: schemas are made by pydantic.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from gbatool.docpages.cli import cli_page
from gbatool.docpages.errors import errors_page
from gbatool.docpages.locators import locators_page
from gbatool.docpages.schemas import schema_pages

DOCS = Path(__file__).parent.parent / "docs"
SCHEMAS = "schemas"


def pages() -> Mapping[str, str]:
    """Every generated page: path below ``docs/`` -> its text."""
    made = {
        "cli.md": cli_page(),
        "errors.md": errors_page(),
        "locators.md": locators_page(),
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


def main(arguments: list[str]) -> int:
    """Write, or with ``--check`` compare; 1 when a page is stale."""
    if arguments != ["--check"]:
        write()
        return 0
    found = list(stale())
    for name in found:
        sys.stderr.write(f"docs/{name} is stale; run ./run docs\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
