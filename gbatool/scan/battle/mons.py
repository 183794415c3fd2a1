"""gBattleMons and gEnemyParty: the creatures that fight, and the other side's party.

Layout (``struct BattlePokemon``, 0x58 bytes, 4 of them): moves at +0xC, their points at +0x24, hit
points at +0x28, the level at +0x2A, the greatest hit points at +0x2C, personality and trainer id of
the party's record at +0x48 and +0x54. The scan rests on those two words. The controllers' buffers
hold copies; what the game counts hit points and power points down in is the true array.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.findings import Candidate, Finding
from gbatool.scan.lab.battle_explore import (
    BATTLE_ACTION,
    BATTLE_BEGINS,
    BATTLE_MOVE,
    HOME,
    NEEDED,
    begin_battle,
    label_action,
    label_move,
    tap,
)
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import Write, write8, write16, writes
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import MON_SIZE, PARTY_SIZE, has_right_checksum

BATTLER_SIZE, BATTLERS = 0x58, 4
MOVES, POINTS, HP, LEVEL, MAX_HP, PERSONALITY, TRAINER = 0xC, 0x24, 0x28, 0x2A, 0x2C, 0x48, 0x54
MOST_HP, MOST_LEVEL = 999, 100
TURN_FRAMES = 800
ATTEMPTS = (
    (0, (), 0),
    (3, (Buttons.RIGHT, Buttons.DOWN), 0),
    (0, (), 7),
    (2, (Buttons.DOWN,), 0),
    (1, (Buttons.RIGHT,), 0),
)
"""Moves, the keys that lead to them, frames to wait: the first one, others where it does no harm or
misses; what misses now hits some frames later."""
LOAD_FRAMES = 400


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn did: hit points of the other one and points of the move, before and after."""

    hp: int
    points: int


def _turn(
    lab: Lab, mons: int, keys: tuple[Buttons, ...], slot: int, wait: int, poke: Poke | None
) -> Turn:
    """Choose a move; what its points and the other one's hit points were when those changed."""
    hp, points = mons + BATTLER_SIZE + HP, mons + POINTS + slot
    with lab.at(BATTLE_MOVE) as emulator:
        if poke is not None:
            poke(emulator)
        before = emulator.live.u16(hp)
        emulator.run(wait)
        tap(lab, *HOME, *keys, Buttons.A)
        for _ in range(TURN_FRAMES):
            emulator.run()
            if emulator.live.u16(hp) != before:
                break
        return Turn(emulator.live.u16(hp), emulator.live.u8(points))


@dataclass(frozen=True, slots=True)
class CountDown:
    """An attack takes hit points and power points away from what was written."""

    name: str = "poke-points"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """While a move is chosen."""
        return label_move(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Attack, once as it is and once with other points written."""
        mons, snapshot = candidate.address, lab.snapshot(BATTLE_MOVE)
        other = mons + BATTLER_SIZE + HP
        hp = snapshot.u16(other)
        for slot, keys, wait in ATTEMPTS:
            points = snapshot.u8(mons + POINTS + slot)
            if points < 2:
                continue
            alone = _turn(lab, mons, keys, slot, wait, None)
            if not 0 < alone.hp < hp - 1:
                continue
            poke = writes(write16(other, hp - 1), write8(mons + POINTS + slot, points - 1))
            poked = _turn(lab, mons, keys, slot, wait, poke)
            expected = Turn(alone.hp - 1, points - 2)
            held = int(alone.points == points - 1) + int(poked == expected)
            return Finding(
                "an attack takes its points and the other one's hit points from what was written",
                f"{poked.hp} hit points and {poked.points} points were left, {expected.hp} and"
                f" {expected.points} were to be",
                held,
                2,
            )
        return Finding("an attack takes the other one's hit points away", "none was taken", 0, 1)


def members(snapshot: Snapshot, party: int) -> dict[tuple[int, int], int]:
    """Personality and trainer id of each of a party's creatures -> its place."""
    records = [party + MON_SIZE * slot for slot in range(PARTY_SIZE)]
    return {
        (snapshot.u32(at), snapshot.u32(at + 4)): slot
        for slot, at in reversed(list(enumerate(records)))
        if has_right_checksum(snapshot, at)
    }


def identity(snapshot: Snapshot, mons: int, battler: int) -> tuple[int, int]:
    """Personality and trainer id of a battler."""
    at = mons + BATTLER_SIZE * battler
    return snapshot.u32(at + PERSONALITY), snapshot.u32(at + TRAINER)


def _fits(snapshot: Snapshot, at: int) -> bool:
    """Whether level and hit points are possible ones."""
    hp, most = snapshot.u16(at + HP), snapshot.u16(at + MAX_HP)
    return 0 < snapshot.u8(at + LEVEL) <= MOST_LEVEL and 0 < hp <= most <= MOST_HP


class BattleMons(Locator):
    """The four creatures that fight."""

    symbol = "gBattleMons"
    size = BATTLER_SIZE * BATTLERS
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gPlayerParty")
    probes: ClassVar[tuple[Probe, ...]] = (CountDown(),)
    scan_state = BATTLE_ACTION
    doc = LocatorDoc(
        summary="Four records of 0x58 bytes: the creatures that fight, in the order of battlers.",
        rivals={"a copy of the records in a controller's buffer": "poke-points"},
        references=("pret/pokefirered: include/pokemon.h, struct BattlePokemon",),
        limitations=("An attack must hit and leave the other one standing.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every record that a creature of the player's party is in, another record behind it."""
        snapshot = lab.snapshot(label_action(lab))
        found = []
        for personality, trainer in members(snapshot, lab.address("gPlayerParty")):
            for region in RAM_REGIONS:
                words = snapshot.words(region)
                distance = (TRAINER - PERSONALITY) // 4
                hits = (words[:-distance] == personality) & (words[distance:] == trainer)
                for i in np.flatnonzero(hits).tolist():
                    base = Address(region.base + 4 * i - PERSONALITY)
                    if not snapshot.holds(base, self.size):
                        continue
                    if _fits(snapshot, base) and _fits(snapshot, base + BATTLER_SIZE):
                        reason = "identity of a member of the party, possible level and hit points"
                        found.append(Candidate(base, reason))
        return found


def load(lab: Lab, poke: Poke | None) -> Snapshot:
    """From the battle's beginning, after a poke: RAM once both creatures' data is loaded.

    Raises:
        ProbeError: It never is.
    """
    mons = lab.address("gBattleMons")
    with lab.at(begin_battle(lab)) as emulator:
        if poke is not None:
            poke(emulator)
        stale = [identity(emulator.live, mons, battler) for battler in (0, 1)]
        for _ in range(LOAD_FRAMES):
            emulator.run()
            now = [identity(emulator.live, mons, battler) for battler in (0, 1)]
            if all(a not in (b, (0, 0)) for a, b in zip(now, stale, strict=True)):
                emulator.run(2)
                return emulator.snapshot()
    raise ProbeError("the battle does not load its creatures")


@dataclass(frozen=True, slots=True)
class Impostor:
    """Another creature's record, written before the battle begins, is what the player meets."""

    name: str = "poke-record"
    kind: str = "poke"

    def state(self, lab: Lab) -> str:
        """Just before the battle."""
        return begin_battle(lab)

    def run(self, lab: Lab, candidate: Candidate) -> Finding:
        """Write the player's own creature there, and compare with a battle that is left alone."""
        mons = lab.address("gBattleMons")
        own = lab.snapshot(BATTLE_BEGINS).read(lab.address("gPlayerParty"), MON_SIZE).tobytes()
        alone = lab.measured(_left_alone)
        poked = load(lab, Write(candidate.address, own))
        meets = identity(poked, mons, 1)
        wanted = int.from_bytes(own[:4], "little"), int.from_bytes(own[4:8], "little")
        held = int(meets == wanted != identity(alone, mons, 1))
        return Finding(
            "with the player's own creature written there, that is what the player meets",
            "it was" if held else "it was another one",
            held,
            1,
        )


def _left_alone(lab: Lab) -> Snapshot:
    return load(lab, None)


class EnemyParty(Locator):
    """The other side's six records."""

    symbol = "gEnemyParty"
    size = MON_SIZE * PARTY_SIZE
    requires: ClassVar[tuple[str, ...]] = (*NEEDED, "gPlayerParty", "gBattleMons")
    probes: ClassVar[tuple[Probe, ...]] = (Impostor(),)
    scan_state = BATTLE_BEGINS
    doc = LocatorDoc(
        summary="Six records of the other side's party, laid out as the player's.",
        rivals={"a copy of the record": "poke-record"},
        references=("pret/pokefirered: include/pokemon.h, struct Pokemon",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every record of the creature that is met, before the battle and in it."""
        before, battle = lab.snapshot(begin_battle(lab)), lab.measured(_left_alone)
        who = identity(battle, lab.address("gBattleMons"), 1)
        found = []
        for region in RAM_REGIONS:
            words = before.words(region)
            for i in np.flatnonzero((words[:-1] == who[0]) & (words[1:] == who[1])).tolist():
                at = Address(region.base + 4 * i)
                if all(
                    s.holds(at, self.size) and has_right_checksum(s, at) for s in (before, battle)
                ):
                    found.append(Candidate(at, "the record of the creature that is met"))
        return found
