"""gBattlescriptCurrInstr and gBattleCommunication: a battle script's pointer and work bytes.

A battle script is byte code with a pointer to its current command: turned to injected jumps, the
pointer follows them. Commands keep their step in the first work byte; those that ask yes or no keep
their cursor in the second. The game's scripts set the step to 0 before they ask, so the ROM names
the address; an injected question shows that it is the one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gbatool.core import Buttons, EmulatorState
from gbatool.engine.battle import ScriptCommands
from gbatool.engine.traits import COMMANDS, command_numbers, with_traits
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import BATTLE_TEXT, NEEDED, find_text, tap
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import Write, write8, write32
from gbatool.scan.lab.scratch import unused_ewram
from gbatool.scan.locator import Locator, LocatorDoc, Probe

FORMS = (
    ScriptCommands(),
    ScriptCommands(0x23, 0x29, 0x66, 0x61, (0x54, 0x55, 0x61, 0xC7)),
    ScriptCommands(0x27, 0x2D, 0x6B, 0x66, (0x59, 0x5A, 0x66, 0xD5)),
)
"""Numbers of the commands: of the retail games, of ``rh-hideout/pokeemerald-expansion`` from release
1.16 on, and of ``cawtds/pokefirered-expansion`` (``include/constants/battle_script_commands.h``)."""
TAUGHT = COMMANDS
SCRIPT = "gBattlescriptCurrInstr"
CODE_ROOM, JUMP = 0x40, 0x10
SAMPLES, SAMPLE_FRAMES = 24, 12
JUMP_FRAMES, ASK_FRAMES = 16, 40
REPEAT_FRAMES = 8
TOGGLES = (Buttons.DOWN, Buttons.UP, Buttons.DOWN)
CURSORS = (0, 1, 0, 1)
ASKING = 1
"""The command's own step while it looks at keys."""


@measurement
def _watched(lab: Lab) -> list[Snapshot]:
    """RAM at intervals during a turn's texts."""
    find_text(lab)
    taken = []
    with lab.at(BATTLE_TEXT) as emulator:
        for _ in range(SAMPLES):
            taken.append(emulator.snapshot())
            emulator.run(SAMPLE_FRAMES)
    return taken


def _candidates(lab: Lab) -> list[Address]:
    """Words that point into the ROM all through a turn, and not always to one address."""
    trace = _watched(lab)
    end = ROM.base + len(trace[0].rom)
    found: list[Address] = []
    for region in RAM_REGIONS:
        words = np.stack([snapshot.words(region) for snapshot in trace])
        hits = ((words >= ROM.base) & (words < end)).all(0) & (words != words[0]).any(0)
        found += addresses(region, hits)
    return found


@measurement
def _about_to_change(lab: Lab) -> dict[Address, EmulatorState]:
    """For each of them the state one frame before it changes by itself: then no text delays it."""
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
    """Unused RAM for an injected script."""
    return unused_ewram(_watched(lab), CODE_ROOM)


def _go_to(commands: ScriptCommands, address: int) -> bytes:
    return bytes((commands.go_to,)) + address.to_bytes(4, "little")


def _commands(lab: Lab, traits: Mapping[str, str]) -> ScriptCommands:
    return with_traits(lab.structures, traits).battle_script


def _traits(commands: ScriptCommands) -> Mapping[str, str]:
    return {
        "battle_script.go_to": command_numbers(commands.go_to),
        "battle_script.set_byte": command_numbers(commands.set_byte),
        "battle_script.level_up": command_numbers(commands.level_up),
        "battle_script.ask": command_numbers(commands.ask),
        "battle_script.questions": command_numbers(*commands.questions),
    }


class TurnScript(Probe):
    """Turned to injected jumps, the pointer follows them to their end, a jump to itself."""

    name = "poke-script"
    stage = stages.BATTLE_TEXT
    predicted = "turned to injected jumps, the pointer is at their end some frames later"
    observed = "it did {} of {} times"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Turn it to one jump, and to two, that end in a jump to itself."""
        ready = _about_to_change(lab).get(candidate.address)
        if ready is None:
            return ProbeFinding("the pointer changes again", "it did not", 0, 1)
        commands = _commands(lab, candidate.traits)
        held = int(_follows(lab, candidate.address, commands, 2))
        if held:
            held += _follows(lab, candidate.address, commands, 1)
        return self.tally(held, 2)


def _follows(lab: Lab, pointer: Address, commands: ScriptCommands, jumps: int) -> bool:
    """Whether the script's pointer follows so many injected jumps to the one that jumps to itself."""
    ready = _about_to_change(lab).get(pointer)
    if ready is None:
        return False
    code = _room(lab)
    end = code + jumps * JUMP
    with lab.at(BATTLE_TEXT) as emulator:
        emulator.load_state(ready)
        for at in range(code, end, JUMP):
            Write(at, _go_to(commands, at + JUMP))(emulator)
        Write(end, _go_to(commands, end))(emulator)
        write32(pointer, code)(emulator)
        emulator.run(JUMP_FRAMES)
        return emulator.live.u32(pointer) == end


class BattleScriptPointer(Locator):
    """The battle script's current command."""

    symbol = SCRIPT
    size = 4
    requires = (*NEEDED, "gBattlerControllerFuncs")
    teaches = TAUGHT
    probes = (TurnScript(),)
    stage = stages.BATTLE_TEXT
    doc = LocatorDoc(
        summary="Pointer to a battle script's current command.",
        rivals={"another pointer into the ROM that changes during a turn": "poke-script"},
        references=("pret/pokefirered: src/battle_script_commands.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every word that points into the ROM all through a turn, and not always to one address."""
        reason = "points into the ROM all through a turn, and not always to one address"
        found = _candidates(lab)
        retail, *others = FORMS
        forms = [retail] if any(_follows(lab, at, retail, 2) for at in found) else others
        return [Candidate(at, reason, traits=_traits(form)) for form in forms for at in found]


class AskQuestion(Probe):
    """An injected question keeps its step and its cursor there."""

    name = "poke-question"
    stage = stages.BATTLE_TEXT
    predicted = (
        "an injected question keeps its cursor there; with its step written to 0 it is asked"
        " again, and with an undefined step it ignores input"
    )
    observed = "{} of {} held"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Ask and move the cursor; write the step back to 0; write an undefined step."""
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
            emulator.run(REPEAT_FRAMES)
            again = (emulator.live.u8(step), emulator.live.u8(cursor)) == (ASKING, 0)
            emulator.load_state(asked)
            write8(step, ASKING + 1)(emulator)
            tap(lab, Buttons.UP)
            ignores = emulator.live.u8(cursor) == CURSORS[-1]
        return self.tally(int(follows) + int(again) + int(ignores), 3)


def _ask(lab: Lab, candidate: Candidate) -> None:
    """Make the battle script ask yes or no when it next goes on, and then loop."""
    code, commands = _room(lab), lab.structures.battle_script
    step = int(candidate.address).to_bytes(4, "little")
    again = code + 7
    ask = bytes((commands.set_byte,)) + step + bytes((0, commands.ask))
    script = ask + _go_to(commands, again)
    emulator = lab.emulator
    emulator.load_state(_about_to_change(lab)[lab.address(SCRIPT)])
    Write(code, script)(emulator)
    write32(lab.address(SCRIPT), code)(emulator)
    emulator.hold(Buttons.NONE)
    emulator.run(ASK_FRAMES)


class BattleCommunication(Locator):
    """The work bytes of battle script commands."""

    symbol = "gBattleCommunication"
    size = 8
    requires = (SCRIPT,)
    probes = (AskQuestion(),)
    stage = stages.BATTLE_TEXT
    doc = LocatorDoc(
        summary="Work bytes of battle script commands: a step, and the cursor of yes and no.",
        rivals={"another byte that scripts set to 0 before they ask": "poke-question"},
        references=("pret/pokefirered: src/battle_script_commands.c, Cmd_yesnobox",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every RAM address that byte code in the ROM sets to 0 just before it asks."""
        rom, commands = lab.snapshot(BATTLE_TEXT).rom, lab.structures.battle_script
        hits = (rom[:-6] == commands.set_byte) & (rom[5:-1] == 0)
        hits &= np.isin(rom[6:], commands.questions[:3])
        found: dict[int, int] = {}
        for i in np.flatnonzero(hits).tolist():
            at = int.from_bytes(rom[i + 1 : i + 5].tobytes(), "little")
            if any(region.holds(at, self.size) for region in RAM_REGIONS):
                found[at] = found.get(at, 0) + 1
        return [
            Candidate(Address(at), f"{times} scripts of the ROM set it to 0 and then ask")
            for at, times in found.items()
        ]
