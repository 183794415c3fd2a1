"""``python -m benchmarks.places``: try gbatool on every map of a game."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.places.derive import compare, derive_places, read_key
from benchmarks.places.mint import FULL_PARTY, mint, profile_of
from benchmarks.places.read import read_places
from benchmarks.places.store import open_places
from benchmarks.places.walk import walk_places
from gbatool.core import Emulator, open_emulator
from gbatool.errors import ExitCode, GbatoolError
from gbatool.rom import Rom, load_rom

PARTIES = {"one": 1, "full": FULL_PARTY}


def _part(text: str) -> tuple[int, int]:
    number, _, parts = text.partition("/")
    if not 0 <= int(number) < int(parts):
        raise ValueError(text)
    return int(number), int(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.places", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, run, about in (
        ("mint", run_mint, "make a state on every map"),
        ("derive", run_derive, "derive the overworld part from many of them"),
        ("read", run_read, "decode each, and compare it with ROM and raw memory"),
        ("walk", run_walk, "walk at random, and compare outcomes with raw memory"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("--rom", type=Path, required=True)
        command.set_defaults(run=run)
        if name == "mint":
            command.add_argument("--out", type=Path, required=True, help="folder for the states")
            command.add_argument("--party", choices=PARTIES, default="one", help="mons in it")
        else:
            command.add_argument("states", type=Path, help="folder of states that mint made")
        if name != "derive":
            command.add_argument("--profile", type=Path, help="by the ROM's digest, else derived")
        if name != "read":
            command.add_argument("--seed", type=int, default=1, help="chooses places and tiles")
        if name in {"derive", "walk"}:
            command.add_argument("--count", type=int, default=100, help="places")
        if name == "walk":
            command.add_argument("--walks", type=int, default=3, help="on each place")
        if name == "derive":
            command.add_argument("--sym", type=Path, help="the answer key: what nm prints")
            command.add_argument("--part", type=_part, default=(0, 1), metavar="N/PARTS")
            command.add_argument(
                "--json", type=Path, help="JSON lines, appended to and gone on with"
            )
    return parser


def run_mint(given: argparse.Namespace) -> int:
    """Make the states, and say which maps have none and why."""
    rom = load_rom(given.rom)
    profile = profile_of(rom, given.profile)
    places = mint(rom, profile, given.out, seed=given.seed, party=PARTIES[given.party])
    print(f"{len(places.all)} maps, on {len(places.usable)} of them the player walks")
    for place in places.all:
        if place.why is not None:
            print(f"  {place.name:8} {place.why}")
    for why, count in Counter(place.why for place in places.all if place.why).most_common():
        print(f"{count:4} {why}")
    return ExitCode.OK


def run_derive(given: argparse.Namespace) -> int:
    """Derive, a row for each place that lacks something, then the totals; 5 if any does."""
    places = open_places(given.states, load_rom(given.rom))
    key = {} if given.sym is None else read_key(given.sym)
    results = derive_places(
        places, count=given.count, seed=given.seed, part=given.part, results=given.json
    )
    from_power_on = next(results)
    known = len(from_power_on.proven.keys() & key.keys())
    print(
        f"from power-on: {len(from_power_on.proven)} proven, {from_power_on.seconds:.1f} s;"
        f" the answer key has {known} of them"
    )
    rows = [compare(from_power_on, from_power_on, key)]
    for derived in results:
        row = compare(derived, from_power_on, key)
        rows.append(row)
        if not row.is_complete:
            print(
                f"{derived.place:8} {derived.tile!s:10} {len(derived.proven):3} proven,"
                f" wrong: {', '.join(row.wrong) or 'none'}; missing: {', '.join(row.missing)}"
            )
            for cause in (*derived.causes, *filter(None, [derived.error])):
                print(f"{'':8} {cause}")
    seconds = [row.derived.seconds for row in rows[1:]] or [0.0]
    complete = sum(row.is_complete for row in rows[1:])
    print(
        f"complete: {complete} of {len(rows) - 1}; wrong: {sum(bool(row.wrong) for row in rows)};"
        f" CPU seconds: median {statistics.median(seconds):.1f}, most {max(seconds):.1f}"
    )
    whole = all(row.is_complete for row in rows)
    return ExitCode.OK if whole else ExitCode.ENDED_SHORT


def _console(rom: Rom) -> Emulator:
    emulator = open_emulator(rom)
    emulator.draw(enabled=False)
    return emulator


def run_read(given: argparse.Namespace) -> int:
    """Decode, a line for each fault, then what was compared; 5 if there is a fault."""
    rom = load_rom(given.rom)
    places = open_places(given.states, rom)
    profile = profile_of(rom, given.profile)
    compared: Counter[str] = Counter()
    remarks: Counter[str] = Counter()
    read = faulty = 0
    for reading in read_places(places, profile, _console(rom)):
        read += 1
        faulty += bool(reading.faults)
        compared += reading.counted
        remarks += reading.remarks
        for fault in reading.faults:
            print(f"{reading.name:8} {fault}")
    print(f"{read} maps read, {faulty} of them with a fault")
    for title, counts in (("compared", compared), ("not as in the ROM, or not tried", remarks)):
        print(f"{title}: " + ", ".join(f"{number} {what}" for what, number in counts.items()))
    return ExitCode.ENDED_SHORT if faulty else ExitCode.OK


def run_walk(given: argparse.Namespace) -> int:
    """Walk, a line for each outcome that memory contradicts, then the ends; 5 if there is one."""
    rom = load_rom(given.rom)
    places = open_places(given.states, rom)
    profile = profile_of(rom, given.profile)
    ends: Counter[str] = Counter()
    steps = wrong = 0
    for walked in walk_places(
        places, profile, _console(rom), count=given.count, walks=given.walks, seed=given.seed
    ):
        ends[walked.ended] += 1
        steps += walked.steps
        wrong += bool(walked.faults)
        for fault in walked.faults:
            print(f"{walked.place:8} to {walked.target}: {walked.ended}: {fault}")
    print(f"{ends.total()} walks, {steps} steps, {wrong} outcomes that memory contradicts")
    print(", ".join(f"{count} {end}" for end, count in ends.most_common()))
    return ExitCode.ENDED_SHORT if wrong else ExitCode.OK


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; its exit status."""
    given = _parser().parse_args(arguments)
    try:
        status: int = given.run(given)
    except GbatoolError as error:
        print(error.message, file=sys.stderr)
        return error.exit_code
    return status


if __name__ == "__main__":
    sys.exit(main())
