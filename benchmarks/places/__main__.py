"""``python -m benchmarks.places``: try gbatool on every map of a game."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.places.mint import FULL_PARTY, mint, profile_of
from benchmarks.places.store import Places
from gbatool.errors import GbatoolError
from gbatool.rom import load_rom

PARTIES = {"one": 1, "full": FULL_PARTY}


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.places", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("mint", help="make a state on every map")
    command.add_argument("--rom", type=Path, required=True)
    command.add_argument("--profile", type=Path, help="by the ROM's digest, else derived")
    command.add_argument("--out", type=Path, required=True, help="folder for the states")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--party", choices=PARTIES, default="one", help="mons in the party")
    command.set_defaults(run=run_mint)
    return parser.parse_args(arguments)


def run_mint(given: argparse.Namespace) -> int:
    """Make the states, and say which maps have none and why."""
    rom = load_rom(given.rom)
    profile = profile_of(rom, given.profile)
    show(mint(rom, profile, given.out, seed=given.seed, party=PARTIES[given.party]))
    return 0


def show(places: Places) -> None:
    """How many maps there are, on how many the player walks, and why not on the others."""
    print(f"{len(places.all)} maps, on {len(places.usable)} of them the player walks")
    for place in places.all:
        if place.why is not None:
            print(f"  {place.name:8} {place.why}")
    for why, count in Counter(place.why for place in places.all if place.why).most_common():
        print(f"{count:4} {why}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; its exit status."""
    given = parse(arguments)
    try:
        status: int = given.run(given)
    except GbatoolError as error:
        print(error.message, file=sys.stderr)
        return error.exit_code
    return status


if __name__ == "__main__":
    sys.exit(main())
