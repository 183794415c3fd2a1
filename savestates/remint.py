"""Make the demo cartridge's pinned state again: ``python savestates/remint.py``.

To be run whenever the cartridge changed. ``--check`` writes nothing, and ends with status 1 if the
recipe gives another state than the one that is shipped.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from gbatool.core import open_emulator
from gbatool.demo import BEDROOM, load_demo_rom
from gbatool.states.container import Container, SavedState, encode_state, read_state
from gbatool.states.load import capture
from gbatool.states.recipe import run_recipe
from gbatool.states.recipe_file import read_recipe

RECIPE = Path(__file__).parent / "recipes" / "demo-bedroom.yaml"


def minted() -> SavedState:
    """What the recipe gives on a console that was just switched on."""
    emulator = open_emulator(load_demo_rom())
    run_recipe(emulator, read_recipe(RECIPE))
    return capture(emulator, Container.PNG)


def main(arguments: list[str]) -> int:
    """Write the state, or with ``--check`` compare it; the exit status."""
    state = minted()
    if arguments == ["--check"]:
        # the picture's bytes depend on the zlib that packed them, what is in the file does not
        same = BEDROOM.is_file() and replace(read_state(BEDROOM), picture=None) == replace(
            state, picture=None
        )
        verdict = "is what the recipe gives" if same else "differs: run savestates/remint.py"
        sys.stdout.write(f"{BEDROOM.name} {verdict}\n")
        return 0 if same else 1
    if arguments:
        sys.stderr.write("usage: python savestates/remint.py [--check]\n")
        return 2
    BEDROOM.write_bytes(encode_state(state))
    sys.stdout.write(f"{BEDROOM.name}: frame {state.frame}, RAM SHA-256 {state.ram_sha256}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
