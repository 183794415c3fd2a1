"""gBattlescriptCurrInstr and gBattleCommunication: where a battle's script stands, and its notes.

The script of a battle is byte code, and a pointer leads through it: turned to jumps of our own, it
follows them. Each command keeps its own step in the first byte of some notes; the commands that ask
yes or no keep their cursor in the second one. The game's scripts set the step to 0 before they ask,
so the ROM names the place; a question of our own shows that it is the one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons, EmulatorState
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.battle_explore import BATTLE_TEXT, NEEDED, find_text, tap
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write, write8, write32
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.locator import Locator, LocatorDoc, Probe

GO_TO, SET_BYTE, ASK = 0x28, 0x2E, 0x67
QUESTIONS = (0x5A, 0x5B, 0x67)
"""Commands that ask: whether to learn a move, whether to stop learning it, and anything else."""
SCRIPT = "gBattlescriptCurrInstr"
CODE_ROOM, JUMP = 0x40, 0x10
SAMPLES, SAMPLE_FRAMES = 24, 12
JUMP_FRAMES, ASK_FRAMES = 6, 40
DEAF_FRAMES = 8
TOGGLES = (Buttons.DOWN, Buttons.UP, Buttons.DOWN)
CURSORS = (0, 1, 0, 1)
ASKING = 1
"""The command's own step while it looks at keys."""


def _watched(lab: Lab) -> list[Snapshot]:
    """RAM now and then while a turn's texts go by."""
    find_text(lab)
    taken = []
    with lab.at(BATTLE_TEXT) as emulator:
        for _ in range(SAMPLES):
            taken.append(emulator.snapshot())
            emulator.run(SAMPLE_FRAMES)
    return taken


def _candidates(lab: Lab) -> list[Address]:
    """Words that lead into the ROM all through a turn, and not always to one place."""
    trace = lab.measured(_watched)
    end = ROM.base + len(trace[0].rom)
    found = []
    for region in RAM_REGIONS:
        words = np.stack([snapshot.words(region) for snapshot in trace])
        hits = ((words >= ROM.base) & (words < end)).all(0) & (words != words[0]).any(0)
        found += [Address(region.base + 4 * i) for i in np.flatnonzero(hits).tolist()]
    return found


def _about_to_change(lab: Lab) -> dict[Address, EmulatorState]:
    """For each of them the state of the frame before it changes by itself: no text holds it up."""
    found: dict[Address, EmulatorState] = {}
    left = {address: lab.snapshot(BATTLE_TEXT).u32(address) for address in _candidates(lab)}
    with lab.at(BATTLE_TEXT) as emulator:
        for _ in range(SAMPLES * SAMPLE_FRAMES):
            before = emulator.save_state()
            emulator.run()
            changed = [at for at, value in left.items() if emulator.live.u32(at) != value]
            found |= dict.fromkeys(changed, before)
            left = {at: value for at, value in left.items() if at not in found}
    return found


def _room(lab: Lab) -> Address:
    """Where a script of our own can stand."""
    return unused_ewram(lab.measured(_watched), CODE_ROOM)


def _go_to(address: int) -> bytes:
    return bytes((GO_TO,)) + address.to_bytes(4, "little")


@dataclass(frozen=True, slots=True)
class TurnScript:
    """Turned to jumps of our own, the pointer follows them, and goes round where they do."""

    name: str = "poke-script"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While a text of the battle is shown."""
        find_text(lab)
        return BATTLE_TEXT

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Lead it over one jump, and over two, to a jump to itself."""
        held = 0
        ready = lab.measured(_about_to_change).get(candidate.address)
        if ready is None:
            return Finding("the pointer changes again", "it did not", 0, 1)
        for jumps in (1, 2):
            code = _room(lab)
            end = code + jumps * JUMP
            with lab.at(BATTLE_TEXT) as emulator:
                emulator.load_state(ready)
                for at in range(code, end, JUMP):
                    Write(at, _go_to(at + JUMP))(emulator)
                Write(end, _go_to(end))(emulator)
                write32(candidate.address, code)(emulator)
                emulator.run(JUMP_FRAMES)
                held += emulator.live.u32(candidate.address) == end
        return Finding(
            "turned to jumps of our own, the pointer stands at their end some frames later",
            f"it did {held} of 2 times",
            held,
            2,
        )


class BattleScriptPointer(Locator):
    """Where the battle's script stands."""

    symbol = SCRIPT
    size = 4
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gBattlerControllerFuncs")
    probes: ClassVar[tuple[Probe, ...]] = (TurnScript(),)
    scan_state = BATTLE_TEXT
    doc = LocatorDoc(
        summary="Pointer to the command at which a battle's script stands.",
        rivals={"another pointer into the ROM that changes during a turn": "poke-script"},
        references=("pret/pokefirered: src/battle_script_commands.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every word that leads into the ROM all through a turn, and not always to one place."""
        reason = "leads into the ROM all through a turn, and not always to one place"
        return [Candidate(address, reason) for address in _candidates(lab)]


@dataclass(frozen=True, slots=True)
class AskQuestion:
    """A question of our own has its step and its cursor there."""

    name: str = "poke-question"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While a text of the battle is shown."""
        find_text(lab)
        return BATTLE_TEXT

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Ask and move the cursor; write the step back to 0; write a step that there is not."""
        step, cursor = candidate.address, candidate.address + 1
        with lab.at(BATTLE_TEXT) as emulator:
            _ask(lab, candidate)
            cursors = [emulator.live.u8(cursor)]
            for button in TOGGLES:
                tap(lab, button)
                cursors.append(emulator.live.u8(cursor))
            follows = tuple(cursors) == CURSORS and emulator.live.u8(step) == ASKING
            asked = emulator.save_state()
            write8(step, 0)(emulator)
            emulator.run(DEAF_FRAMES)
            anew = (emulator.live.u8(step), emulator.live.u8(cursor)) == (ASKING, 0)
            emulator.load_state(asked)
            write8(step, ASKING + 1)(emulator)
            tap(lab, Buttons.UP)
            deaf = emulator.live.u8(cursor) == CURSORS[-1]
        return Finding(
            "a question of our own has its cursor there; with its step written to 0 it is asked"
            " anew, and with a step that there is not it looks at no key",
            f"{int(follows) + int(anew) + int(deaf)} of 3 held",
            int(follows) + int(anew) + int(deaf),
            3,
        )


def _ask(lab: Lab, candidate: Candidate) -> None:
    """Where the battle's script goes on next: ask yes or no, and then go round."""
    code = _room(lab)
    notes = int(candidate.address).to_bytes(4, "little")
    again = code + 7
    script = bytes((SET_BYTE,)) + notes + bytes((0, ASK)) + _go_to(again)
    emulator = lab.emulator
    emulator.load_state(lab.measured(_about_to_change)[lab.address(SCRIPT)])
    Write(code, script)(emulator)
    write32(lab.address(SCRIPT), code)(emulator)
    emulator.hold(Buttons.NONE)
    emulator.run(ASK_FRAMES)


class BattleCommunication(Locator):
    """What the battle's commands note for themselves."""

    symbol = "gBattleCommunication"
    size = 8
    requires: ClassVar[tuple[str, ...]] = (SCRIPT,)
    probes: ClassVar[tuple[Probe, ...]] = (AskQuestion(),)
    scan_state = BATTLE_TEXT
    doc = LocatorDoc(
        summary="Notes of the battle's commands: a step, and the cursor of yes and no.",
        rivals={"another byte that scripts set to 0 before they ask": "poke-question"},
        references=("pret/pokefirered: src/battle_script_commands.c, Cmd_yesnobox",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every place in RAM that byte code of the ROM sets to 0 and then asks."""
        rom = lab.snapshot(BATTLE_TEXT).rom
        hits = (rom[:-6] == SET_BYTE) & (rom[5:-1] == 0) & np.isin(rom[6:], QUESTIONS)
        found: dict[int, int] = {}
        for i in np.flatnonzero(hits).tolist():
            at = int.from_bytes(rom[i + 1 : i + 5].tobytes(), "little")
            if any(region.holds(at, self.size) for region in RAM_REGIONS):
                found[at] = found.get(at, 0) + 1
        return [
            Candidate(Address(at), f"{times} scripts of the ROM set it to 0 and then ask")
            for at, times in found.items()
        ]
