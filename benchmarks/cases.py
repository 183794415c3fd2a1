"""What is measured: derivation, scans, the seam, decoding, and a one-shot command."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bare import BareCore
from benchmarks.clock import Meter, MeteredEmulator, cost
from gbatool.actions.route.targets import TileTarget
from gbatool.actions.walk_to import walk_to
from gbatool.core import Emulator, EmulatorState, branch, core_version, open_emulator
from gbatool.decode.player import decode_player
from gbatool.decode.state import decode_state
from gbatool.documents import to_json
from gbatool.errors import GbatoolError
from gbatool.profile import Profile
from gbatool.rom import Rom
from gbatool.scan import LOCATORS
from gbatool.scan.derive import Derivation, derive
from gbatool.scan.lab.laboratory import OVERWORLD
from gbatool.scan.lab.map_layouts import find_map_layouts

OVERWORLD_PART = (
    *("gMain", "gBackupMapLayout", "gMapHeader", "gObjectEvents", "gPlayerAvatar"),
    *("gSaveBlock1Ptr", "gSaveBlock2Ptr", "gSaveBlock1", "gSaveBlock2", "gTasks", "gSprites"),
    *("sTextPrinters", "gFieldMessageBoxWindow", "gStringVar4", "sMessageBoxType"),
    *("sGlobalScriptContext", "sGlobalScriptContextStatus", "sLockFieldControls"),
    *("gSpecialVar_Result", "sStartMenuCursorPos", "sNumStartMenuItems", "sStartMenuOrder"),
    *("sMenu", "gPaletteFade", "gRngValue", "gPlayerParty", "gPlayerPartyCount"),
    *("CB1_Overworld", "CB2_Overworld", "WaitForAorBPress", "Task_StartMenuHandleInput"),
    "gMapGroups",
)
"""The catalogue's symbols that need no battle and are no table of names."""

BARE_FRAMES, WALK_ROUNDS, NEAR = 3000, 9, range(4, 9)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Attributes:
        what: What was measured.
        value: With its unit.
        bare: The same of the bare core, or what it is compared with; empty if there is none.
        ratio: The one to the other.
        wanted: What it should be; empty if nothing was set.
        good: Whether it is; None if nothing was set.
    """

    what: str
    value: str
    bare: str = ""
    ratio: float | None = None
    wanted: str = ""
    good: bool | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Where everything but the derivation starts from: what that found."""

    rom: Rom
    rom_path: Path
    profile: Profile
    state: EmulatorState


def derivation(rom: Rom) -> tuple[list[Figure], Derivation]:
    """Derive the overworld part from power-on, every emulator metered."""
    meter = Meter()

    def power_on() -> Emulator:
        return MeteredEmulator(open_emulator(rom), meter)

    symbols = tuple(name for name in OVERWORLD_PART if name in LOCATORS)
    wall, cpu = time.perf_counter(), time.process_time()
    found = derive(rom, power_on, name="bench", core_version=core_version(), symbols=symbols)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    bare_frame = frame_of_bare_core(rom, found.states[OVERWORLD])
    share, bare = meter.inside / cpu, meter.frames * bare_frame
    verified, unresolved = len(found.profile.symbols), len(found.profile.unresolved)
    return [
        Figure("derive: symbols verified", f"{verified} of {verified + unresolved}"),
        Figure("derive: wall", f"{wall:.2f} s"),
        Figure("derive: CPU", f"{cpu:.2f} s", f"{bare:.2f} s", cpu / bare, "<= 10 s", cpu <= 10),
        Figure(
            "derive: share of CPU inside the emulator",
            f"{100 * share:.0f} %",
            wanted=">= 80 %",
            good=share >= 0.8,
        ),
        Figure("derive: frames", str(meter.frames)),
        Figure(
            "derive: frames a CPU second",
            f"{meter.frames / cpu:.0f}",
            f"{1 / bare_frame:.0f}",
            meter.frames / cpu * bare_frame,
        ),
        Figure("derive: states saved or loaded", str(meter.saves)),
        Figure("derive: RAM copied", f"{meter.copies} times, {meter.copying:.2f} s"),
    ], found


def frame_of_bare_core(rom: Rom, state: EmulatorState) -> float:
    """CPU seconds of a frame that is not drawn, from a state on."""
    bare = BareCore(rom.data, draw=False)
    bare.boot(state.data.tobytes())
    return cost(lambda: bare.run(1), BARE_FRAMES // 7)


def seam(start: Start) -> Iterator[Figure]:
    """What the seam adds to a frame, to saving and to loading."""
    emulator, bare = open_emulator(start.rom), BareCore(start.rom.data)
    emulator.load_state(start.state)
    bare.boot(start.state.data.tobytes())
    saved = emulator.save_state()
    for what, ours, theirs, times in (
        ("frame, drawn", lambda: emulator.run(1), lambda: bare.run(1), 200),
        ("save a state", emulator.save_state, bare.save, 500),
        ("load a state", lambda: emulator.load_state(saved), bare.load, 500),
    ):
        mine, its = cost(ours, times), cost(theirs, times)
        yield Figure(f"seam: {what}", _micro(mine), _micro(its), mine / its)


def scan(start: Start, bare_frame: float) -> Iterator[Figure]:
    """A structure scan over all of RAM, in frames of the bare core."""
    emulator = open_emulator(start.rom)
    emulator.load_state(start.state)
    taken = cost(lambda: find_map_layouts(emulator.live), 50)
    yield Figure(
        "scan: map layouts over 288 KiB", _micro(taken), _micro(bare_frame), taken / bare_frame
    )


def decode(start: Start, bare_frame: float) -> Iterator[Figure]:
    """``decode state`` as JSON, beyond the snapshot."""
    emulator = open_emulator(start.rom)
    emulator.load_state(start.state)
    snapshot = emulator.snapshot()
    taken = cost(lambda: json.dumps(to_json(decode_state(snapshot, start.profile))), 20)
    yield Figure(
        "decode state, as JSON",
        _micro(taken),
        _micro(bare_frame),
        taken / bare_frame,
        "< 5 ms",
        taken < 5e-3,
    )


def _near_tile(start: Start) -> tuple[int, int, int]:
    """A tile some steps away that a walk reaches, and the frames that it takes."""
    emulator = open_emulator(start.rom)
    emulator.load_state(start.state)
    here = decode_player(emulator.live, start.profile)
    for distance in NEAR:
        for dx in range(-distance, distance + 1):
            for dy in {distance - abs(dx), abs(dx) - distance}:
                with branch(emulator):
                    try:
                        there = TileTarget(here.x + dx, here.y + dy)
                        outcome, _ = walk_to(emulator, start.profile, there)
                    except GbatoolError:
                        continue
                    if outcome.ended_because == "arrived":
                        return here.x + dx, here.y + dy, outcome.frames
    raise SystemExit("no tile nearby can be walked to")


def _environment(folder: Path) -> dict[str, str]:
    """As ours, but with compiled modules kept, as every installed program has them."""
    left = ("GBATOOL_", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left)}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder)}


def _child(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Wall and CPU seconds of a process."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, used


def one_shot(start: Start, folder: Path) -> Iterator[Figure]:
    """``walk-to`` as a process of its own, against the bare script that runs as many frames."""
    from gbatool.profile.store import save_profile

    state, profile = folder / "start.state", folder / "bench.yaml"
    state.write_bytes(start.state.data.tobytes())
    save_profile(profile, start.profile, lambda _: None)
    x, y, frames = _near_tile(start)
    rom = str(start.rom_path)
    ours = [sys.executable, "-m", "gbatool", "walk-to", str(x), str(y), "--json"]
    ours += ["--rom", rom, "--profile", str(profile), "--state", str(state)]
    script = str(Path(__file__).with_name("bare.py"))
    theirs = [sys.executable, script, rom, str(state), str(frames)]
    environment = _environment(folder / "compiled")
    runs = [
        (_child(ours, environment), _child(theirs, environment)) for _ in range(WALK_ROUNDS + 1)
    ][1:]
    for clock, name in enumerate(("wall", "CPU")):
        mine = statistics.median(run[0][clock] for run in runs)
        its = statistics.median(run[1][clock] for run in runs)
        more = mine - its
        good, wanted = (more <= 0.15, "<= 0.15 s more") if name == "CPU" else (None, "")
        value = f"{mine:.3f} s ({more:+.3f})"
        what = f"one-shot walk-to, {frames} frames: {name}"
        yield Figure(what, value, f"{its:.3f} s", mine / its, wanted, good)


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} us"
