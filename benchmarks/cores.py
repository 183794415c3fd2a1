"""``python -m benchmarks.cores``: the emulator cores beside each other, in the same run.

Rounds of the cores take turns, so that whatever else the machine does slows all of them.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from gbatool.core import Buttons, press
from gbatool.core.console import Console
from gbatool.core.cores import attempts
from gbatool.demo import demo_rom_path
from gbatool.rom import load_rom

ROUNDS, FRAMES, STATES, BEFORE = 9, 150, 30, 400
KINDS = ("frame, drawn", "frame, not drawn", "save a state", "load a state")


def costs(console: Console) -> list[float]:
    """CPU microseconds of one of each of ``KINDS``."""
    state = console.save_state()

    def timed(times: int, call: Callable[[], object]) -> float:
        begun = time.process_time_ns()
        for _ in range(times):
            call()
        return (time.process_time_ns() - begun) / times / 1000

    def frames(*, drawn: bool) -> float:
        console.load_state(state)
        console.draw(drawn)
        return timed(FRAMES, lambda: console.run(1))

    try:
        return [
            frames(drawn=True),
            frames(drawn=False),
            timed(STATES, console.save_state),
            timed(STATES, lambda: console.load_state(state)),
        ]
    finally:
        console.draw(True)  # noqa: FBT003 - the protocol's own switch
        console.load_state(state)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cores", description=__doc__)
    parser.add_argument("--rom", type=Path, default=demo_rom_path(), help="the demo cartridge")
    rom = load_rom(parser.parse_args().rom)
    cores = [attempt.core for attempt in attempts() if attempt.core is not None]
    consoles = [core.power_on(rom) for core in cores]
    for _ in range(BEFORE // 8):
        for console in consoles:
            press(console, Buttons.A, 2, 6)
    digests = {console.live.ram_sha256() for console in consoles}
    same = f"the same in {len(cores)} cores" if len(digests) == 1 else "NOT the same in all cores"
    sys.stdout.write(f"RAM after {consoles[0].frame} frames is {same}\n")
    rounds = [[costs(console) for console in consoles] for _ in range(ROUNDS)]
    for at, kind in enumerate(KINDS):
        medians = [
            statistics.median(one[index][at] for one in rounds) for index in range(len(cores))
        ]
        shown = (
            f"{core.name} {median:.0f} us ({median / medians[0]:.2f})"
            for core, median in zip(cores, medians, strict=True)
        )
        sys.stdout.write(f"{kind:18}{', '.join(shown)}\n")


if __name__ == "__main__":
    main()
