"""gBattleOutcome and gBattleTypeFlags: how a battle ends, and of which kind it is.

The outcome is 4 once the player ran. Just before the battle is left it decides where that leads: a
defeat leads elsewhere than a victory. The kind is a set of flags; one of them is that the other side
is a trainer, from whom nobody runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons
from gbatool.memory import RAM_REGIONS, Address, is_thumb_pointer
from gbatool.scan.battle.cursors import TO_RUN
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab.battle_explore import (
    BATTLE_ACTION,
    BATTLE_BEGINS,
    BATTLE_ENDS,
    BATTLE_MOVE,
    BATTLE_TEXT,
    HOME,
    INTRO_HOLD,
    INTRO_PERIOD,
    NEEDED,
    callback2,
    find_text,
    label_action,
    label_end,
    named_by_rom,
    tap,
)
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write8, write16
from gbatool.scan.locator import Locator, LocatorDoc, Probe

WON, LOST, RAN = 1, 2, 4
TRAINER, MASTER, LINK = 1 << 3, 1 << 2, 1 << 1
AFTER_FRAMES = 40
RUN_FRAMES, REFUSE_FRAMES, REFUSE_CHECKS = 60, 60, 5


def _afterwards(lab: Lab, poke: Poke | None) -> list[int]:
    """The callbacks that follow one another as the battle is left, after a poke."""
    with lab.at(BATTLE_ENDS) as emulator:
        if poke is not None:
            poke(emulator)
        seen = [callback2(lab)]
        for _ in range(AFTER_FRAMES):
            emulator.run()
            if callback2(lab) != seen[-1]:
                seen.append(callback2(lab))
    return seen


def _left_alone(lab: Lab) -> list[int]:
    return _afterwards(lab, None)


@dataclass(frozen=True, slots=True)
class PokeOutcome:
    """Written as a defeat, it makes the battle lead elsewhere; written as a victory, not."""

    name: str = "poke-outcome"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """Just before the battle is left."""
        return label_end(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write it, and compare the callbacks that follow."""
        alone = lab.measured(_left_alone)
        lost = _afterwards(lab, write8(candidate.address, LOST))
        rom_size = len(lab.emulator.live.rom)
        led = lost[1:]  # a game that the write brought to a stop is led nowhere
        held = int(lost != alone and bool(led) and all(is_thumb_pointer(v, rom_size) for v in led))
        if held:
            held += int(_afterwards(lab, write8(candidate.address, WON)) == alone)
        return Finding(
            "a defeat written leads elsewhere than having run, a victory written does not",
            f"{held} of 2 outcomes agreed",
            held,
            2,
        )


class BattleOutcome(Locator):
    """How the battle ended."""

    symbol = "gBattleOutcome"
    size = 1
    requires: ClassVar[tuple[str, ...]] = NEEDED
    probes: ClassVar[tuple[Probe, ...]] = (PokeOutcome(),)
    scan_state = BATTLE_ENDS
    doc = LocatorDoc(
        summary="0 while the battle runs, then 1 won, 2 lost, 3 drawn, 4 ran, 7 caught.",
        rivals={"another byte that becomes 4": "poke-outcome"},
        references=("pret/pokefirered: include/constants/battle.h",),
        limitations=("It is looked for at addresses that the ROM names.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is 0 in the battle and 4 once the player ran, if the ROM names it."""
        find_text(lab)
        labels = (label_action(lab), BATTLE_MOVE, BATTLE_TEXT, label_end(lab))
        trace = [lab.snapshot(label) for label in labels]
        places = named_by_rom(trace[0], where_bytes(trace, (0, 0, 0, RAN)))
        reason = "0 while the battle runs, 4 once the player ran, and named by the ROM"
        return [Candidate(address, reason) for address in places]


@dataclass(frozen=True, slots=True)
class PokeTrainer:
    """With the trainer's flag written nobody runs: the menu asks again."""

    name: str = "poke-trainer"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While an action is chosen."""
        return label_action(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Run away with the flag, and with the same flags written back."""
        flags = candidate.fields["flags"]
        held = int(_asks_again(lab, write16(candidate.address, flags | TRAINER)))
        if held:
            held += int(not _asks_again(lab, write16(candidate.address, flags)))
        return Finding(
            "with the trainer's flag written running is refused and the menu asks again",
            f"{held} of 2 runs agreed",
            held,
            2,
        )


def _asks_again(lab: Lab, poke: Poke) -> bool:
    """Choose to run; whether the outcome stays open and the action menu takes keys again."""
    outcome, cursor = lab.address("gBattleOutcome"), lab.address("gActionSelectionCursor")
    with lab.at(BATTLE_ACTION) as emulator:
        tap(lab, *HOME, *TO_RUN)
        poke(emulator)
        tap(lab, Buttons.A)
        for _ in range(RUN_FRAMES):
            emulator.run()
            if emulator.live.u8(outcome):
                return False
        for _ in range(REFUSE_CHECKS):
            for frame in range(REFUSE_FRAMES):
                emulator.hold(Buttons.B if frame % INTRO_PERIOD < INTRO_HOLD else Buttons.NONE)
                emulator.run()
            emulator.hold(Buttons.NONE)
            if emulator.live.u8(outcome):
                return False
            before = emulator.live.u8(cursor)
            tap(lab, *HOME)
            if before and emulator.live.u8(cursor) == 0:
                return True
    return False


class BattleTypeFlags(Locator):
    """What kind of battle it is."""

    symbol = "gBattleTypeFlags"
    size = 4
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gBattleOutcome", "gActionSelectionCursor")
    probes: ClassVar[tuple[Probe, ...]] = (PokeTrainer(),)
    scan_state = BATTLE_ACTION
    doc = LocatorDoc(
        summary="Flags: 0 double, 1 link, 2 master, 3 trainer, 7 Safari, 9 old man.",
        rivals={"another word with the same bits": "poke-trainer"},
        references=("pret/pokefirered: include/constants/battle.h",),
        limitations=(
            "It is looked for at addresses that the ROM names, in a wild battle.",
            "In Ruby and Sapphire only the first half-word belongs to it.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every word with the master's flag and not the trainer's; no other in a battle of our own."""
        find_text(lab)
        labels = (label_action(lab), BATTLE_MOVE, BATTLE_TEXT)
        first, *others = (lab.snapshot(label) for label in labels)
        places: dict[Address, int] = {}
        for region in RAM_REGIONS:
            words = first.words(region)
            hits = words & (TRAINER | MASTER | LINK) == MASTER
            if BATTLE_BEGINS in lab.states:
                hits &= words & 0xFFFF == MASTER
            for other in others:
                hits &= words == other.words(region)
            for i in np.flatnonzero(hits).tolist():
                places[Address(region.base + 4 * i)] = int(words[i]) & 0xFFFF
        reason = "the flag that every battle has and not the trainer's, named by the ROM"
        return [
            Candidate(address, reason, {"flags": places[address]})
            for address in named_by_rom(first, list(places))
        ]
