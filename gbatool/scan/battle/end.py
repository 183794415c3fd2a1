"""gBattleOutcome and gBattleTypeFlags: how a battle ends, and of which kind it is.

The outcome is 4 once the player ran. It is read as the battle ends: a defeat leads to other
callbacks than a victory. The kind is a set of flags; with the trainer flag set, the player can't
run.
"""

from __future__ import annotations

import numpy as np

from gbatool.core import Buttons
from gbatool.memory import RAM_REGIONS, Address, is_thumb_pointer
from gbatool.scan.battle.cursors import TO_RUN
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_bytes
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    BATTLE_ACTION,
    BATTLE_BEGINS,
    BATTLE_ENDS,
    HOME,
    NEEDED,
    battle_modes,
    mash_b,
    named_by_rom,
    tap,
)
from gbatool.scan.lab.callbacks import callback2
from gbatool.scan.lab.laboratory import Lab, Poke, measurement
from gbatool.scan.lab.pokes import write8, write16
from gbatool.scan.locator import Locator, LocatorDoc, Probe

WON, LOST, RAN = 1, 2, 4
TRAINER, MASTER, LINK = 1 << 3, 1 << 2, 1 << 1
BY_SCRIPT = 1 << 14
"""The expansion that was made for FireRed sets it in a wild battle that a script begins."""
AFTER_FRAMES = 40
RUN_FRAMES, REFUSE_FRAMES, REFUSE_CHECKS = 60, 60, 20
"""Some engines ask whether to give up, and print the question letter by letter."""


def _afterwards(lab: Lab, poke: Poke | None) -> list[int]:
    """The values of callback2 as the battle is left, after a poke, in their order."""
    with lab.at(BATTLE_ENDS) as emulator:
        if poke is not None:
            poke(emulator)
        seen = [callback2(lab)]
        for _ in range(AFTER_FRAMES):
            emulator.run()
            if callback2(lab) != seen[-1]:
                seen.append(callback2(lab))
    return seen


@measurement
def _left_alone(lab: Lab) -> list[int]:
    return _afterwards(lab, None)


class PokeOutcome(Probe):
    """Written as a defeat, it changes the callbacks that follow; written as a victory, it does not."""

    name = "poke-outcome"
    stage = stages.BATTLE_ENDS
    predicted = "a defeat written leads to other callbacks than having run, a victory does not"
    observed = "{} of {} outcomes agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write it, and compare the callbacks that follow."""
        alone = _left_alone(lab)
        lost = _afterwards(lab, write8(candidate.address, LOST))
        rom_size = len(lab.emulator.live.rom)
        led = lost[1:]  # none if the write stopped the game
        held = int(lost != alone and bool(led) and all(is_thumb_pointer(v, rom_size) for v in led))
        if held:
            held += int(_afterwards(lab, write8(candidate.address, WON)) == alone)
        return self.tally(held, 2)


class BattleOutcome(Locator):
    """How the battle ended."""

    symbol = "gBattleOutcome"
    size = 1
    requires = NEEDED
    probes = (PokeOutcome(),)
    stage = stages.BATTLE_ENDS
    doc = LocatorDoc(
        summary="0 while the battle runs, then 1 won, 2 lost, 3 drawn, 4 ran, 7 caught.",
        rivals={"another byte that becomes 4": "poke-outcome"},
        references=("pret/pokefirered: include/constants/battle.h",),
        limitations=("It is looked for at addresses that the ROM names.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is 0 in the battle and 4 once the player ran, if the ROM names it."""
        trace = [*battle_modes(lab), lab.snapshot(BATTLE_ENDS)]
        places = named_by_rom(trace[0], where_bytes(trace, (0, 0, 0, RAN)))
        reason = "0 while the battle runs, 4 once the player ran, and named by the ROM"
        return [Candidate(address, reason) for address in places]


class PokeTrainer(Probe):
    """With the trainer flag written the player can't run: the menu asks again."""

    name = "poke-trainer"
    stage = stages.BATTLE_ACTION
    predicted = "with the trainer flag written running is refused and the menu asks again"
    observed = "{} of {} runs agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Run away with the flag, and with the same flags written back."""
        flags = candidate.fields["flags"]
        held = int(_asks_again(lab, write16(candidate.address, flags | TRAINER)))
        if held:
            held += int(not _asks_again(lab, write16(candidate.address, flags)))
        return self.tally(held, 2)


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
                mash_b(emulator, frame)
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
    requires = (*NEEDED, "gBattleOutcome", "gActionSelectionCursor")
    probes = (PokeTrainer(),)
    stage = stages.BATTLE_ACTION
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
        """Every word with the master flag and not the trainer flag; if injected, with one more at most."""
        first, *others = battle_modes(lab)
        places: dict[Address, int] = {}
        for region in RAM_REGIONS:
            words = first.words(region)
            hits = words & (TRAINER | MASTER | LINK) == MASTER
            if BATTLE_BEGINS in lab.states:
                hits &= words & (0xFFFF ^ BY_SCRIPT) == MASTER
            for other in others:
                hits &= words == other.words(region)
            for i in np.flatnonzero(hits).tolist():
                places[Address(region.base + 4 * i)] = int(words[i]) & 0xFFFF
        reason = "the master flag and not the trainer flag through the battle, named by the ROM"
        return [
            Candidate(address, reason, {"flags": places[address]})
            for address in named_by_rom(first, list(places))
        ]
