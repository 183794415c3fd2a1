"""``python -m benchmarks``: measure, and print a table or JSON."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from benchmarks import cases
from benchmarks.cases import Figure, Start
from gbatool.core import core_version
from gbatool.demo import demo_rom_path
from gbatool.rom import load_rom
from gbatool.scan.lab.laboratory import OVERWORLD


def measure(rom_path: Path) -> list[Figure]:
    """Every figure, in the order of the table."""
    rom = load_rom(rom_path)
    figures, found = cases.derivation(rom)
    start = Start(rom, rom_path, found.profile, found.states[OVERWORLD])
    frame = cases.frame_of_bare_core(rom, start.state)
    figures.append(Figure("bare core: a frame on the map, not drawn", f"{frame * 1e6:.0f} us"))
    figures += cases.seam(start)
    figures += cases.scan(start, frame)
    figures += cases.decode(start, frame)
    with tempfile.TemporaryDirectory() as folder:
        figures += cases.one_shot(start, Path(folder))
    return figures


def table(figures: list[Figure]) -> str:
    """The figures as lines of columns."""
    rows = [("what", "measured", "bare core", "ratio", "wanted", "")]
    for figure in figures:
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        good = {None: "", True: "yes", False: "NO"}[figure.good]
        rows.append((figure.what, figure.value, figure.bare, ratio, figure.wanted, good))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "\n".join(lines) + "\n"


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rom", type=Path, default=demo_rom_path(), help="the demo cartridge")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    given = parser.parse_args()
    figures = measure(given.rom)
    if given.json:
        document = {
            "schema": "gbatool/benchmarks/1",
            "python": sys.version.split()[0],
            "core": core_version(),
            "figures": [asdict(figure) for figure in figures],
        }
        sys.stdout.write(json.dumps(document, indent=2) + "\n")
        return
    sys.stdout.write(table(figures))


if __name__ == "__main__":
    main()
