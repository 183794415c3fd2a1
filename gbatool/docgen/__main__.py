"""Write the generated pages of ``docs/``, or list those that are stale.

``python -m gbatool.docgen`` writes; with ``--check`` it only compares. Needs the development
extra: schemas are made by pydantic.
"""

from __future__ import annotations

import sys

from gbatool.docgen.pages import stale, write


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
