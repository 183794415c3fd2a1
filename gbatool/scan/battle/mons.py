"""gBattleMons and gEnemyParty: the battling mons, and the opponent's party.

Layout (``struct BattlePokemon``, 0x58 bytes, 4 of them): moves at +0xC, their PP at +0x24, HP at
+0x28, the level at +0x2A, maximum HP at +0x2C, personality and trainer id of the party's record at
+0x48 and +0x54. The scan rests on those two words. The controllers' buffers hold copies; the true
array is the one in which the game decrements HP and PP.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.core import Buttons
from gbatool.engine.battle import BATTLE_MON, MOST_BATTLERS
from gbatool.engine.layouts import offset_of
from gbatool.engine.pokemon import MON, MOST_LEVEL, MOST_STAT, PARTY_SIZE
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    BATTLE_BEGINS,
    BATTLE_MOVE,
    HOME,
    NEEDED,
    begin_battle,
    tap,
)
from gbatool.scan.lab.laboratory import Lab, Poke, measurement
from gbatool.scan.lab.pokes import Write, write8, write16, writes
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import MON_SIZE, has_right_checksum

BATTLER_SIZE = BATTLE_MON.itemsize
PP, HP = (offset_of(BATTLE_MON, name) for name in ("pp", "hp"))
PERSONALITY, TRAINER = (offset_of(BATTLE_MON, name) for name in ("personality", "ot_id"))
TURN_FRAMES = 800
ATTEMPTS = (
    (0, (), 0),
    (3, (Buttons.RIGHT, Buttons.DOWN), 0),
    (0, (), 7),
    (2, (Buttons.DOWN,), 0),
    (1, (Buttons.RIGHT,), 0),
)
"""Move slot, the keys that lead to it, frames to wait. The first move may do no damage, or miss:
then others are tried, and the first one again some frames later, with other random numbers."""
LOAD_FRAMES = 400


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn left: the opponent's HP, and the PP of the move."""

    hp: int
    pp: int


def _turn(
    lab: Lab, mons: int, keys: tuple[Buttons, ...], slot: int, wait: int, poke: Poke | None
) -> Turn:
    """Choose a move; its PP and the opponent's HP as soon as the HP changed."""
    hp, pp = mons + BATTLER_SIZE + HP, mons + PP + slot
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
        return Turn(emulator.live.u16(hp), emulator.live.u8(pp))


class CountDown(Probe):
    """An attack subtracts HP and PP from what was written."""

    name = "poke-points"
    stage = stages.BATTLE_MOVE
    predicted = "an attack takes its PP and the opponent's HP from what was written"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Attack, once as it is and once with other HP and PP written."""
        mons, snapshot = candidate.address, lab.snapshot(BATTLE_MOVE)
        opponent = mons + BATTLER_SIZE + HP
        hp = snapshot.u16(opponent)
        for slot, keys, wait in ATTEMPTS:
            pp = snapshot.u8(mons + PP + slot)
            if pp < 2:
                continue
            alone = _turn(lab, mons, keys, slot, wait, None)
            if not 0 < alone.hp < hp - 1:
                continue
            poke = writes(write16(opponent, hp - 1), write8(mons + PP + slot, pp - 1))
            poked = _turn(lab, mons, keys, slot, wait, poke)
            expected = Turn(alone.hp - 1, pp - 2)
            held = int(alone.pp == pp - 1) + int(poked == expected)
            return ProbeFinding(
                self.predicted,
                f"{poked.hp} HP and {poked.pp} PP were left, expected {expected.hp} and {expected.pp}",
                held,
                2,
            )
        return ProbeFinding("an attack takes HP from the opponent", "it took none", 0, 1)


def members(snapshot: Snapshot, party: int) -> dict[tuple[int, int], int]:
    """Personality and trainer id of each of a party's mons -> its slot."""
    return {
        (int(record["personality"]), int(record["ot_id"])): slot
        for slot, record in reversed(list(enumerate(snapshot.array(party, MON, PARTY_SIZE))))
        if has_right_checksum(snapshot, party + MON_SIZE * slot)
    }


def identity(snapshot: Snapshot, mons: int, battler: int) -> tuple[int, int]:
    """Personality and trainer id of a battler."""
    at = mons + BATTLER_SIZE * battler
    return snapshot.u32(at + PERSONALITY), snapshot.u32(at + TRAINER)


def _fits(snapshot: Snapshot, at: int) -> bool:
    """Whether level and HP are possible ones."""
    mon = snapshot.record(at, BATTLE_MON)
    level, hp, most = (int(mon[name]) for name in ("level", "hp", "max_hp"))
    return 0 < level <= MOST_LEVEL and 0 < hp <= most <= MOST_STAT


class BattleMons(Locator):
    """The four battling mons."""

    symbol = "gBattleMons"
    size = BATTLER_SIZE * MOST_BATTLERS
    requires = (*NEEDED, "gPlayerParty")
    probes = (CountDown(),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="Four records of 0x58 bytes: the battling mons, in the order of battlers.",
        rivals={"a copy of the records in a controller's buffer": "poke-points"},
        references=("pret/pokefirered: include/pokemon.h, struct BattlePokemon",),
        limitations=("An attack must hit, and the opponent must survive it.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every record of a member of the player's party, with another record behind it."""
        snapshot = lab.snapshot(self.stage.label)
        found = []
        for personality, trainer in members(snapshot, lab.address("gPlayerParty")):
            for region in RAM_REGIONS:
                words = snapshot.words(region)
                distance = (TRAINER - PERSONALITY) // 4
                hits = (words[:-distance] == personality) & (words[distance:] == trainer)
                for address in addresses(region, hits):
                    base = address + -PERSONALITY
                    if not snapshot.holds(base, self.size):
                        continue
                    if _fits(snapshot, base) and _fits(snapshot, base + BATTLER_SIZE):
                        reason = "identity of a member of the party, possible level and HP"
                        found.append(Candidate(base, reason))
        return found


def load(lab: Lab, poke: Poke | None) -> Snapshot:
    """From the battle's beginning, after a poke: RAM once both mons' data is loaded.

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
    raise ProbeError("the battle does not load its mons")


class ReplaceOpponent(Probe):
    """Another mon's record, written before the battle begins, becomes the opponent."""

    name = "poke-record"
    stage = stages.BATTLE_BEGINS
    predicted = "with the player's own mon written there, that is the opponent"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write the player's own mon there, and compare with a battle without a write."""
        mons = lab.address("gBattleMons")
        own = lab.snapshot(BATTLE_BEGINS).read(lab.address("gPlayerParty"), MON_SIZE).tobytes()
        alone = loaded(lab)
        poked = load(lab, Write(candidate.address, own))
        opponent = identity(poked, mons, 1)
        wanted = int.from_bytes(own[:4], "little"), int.from_bytes(own[4:8], "little")
        return self.single(
            held=opponent == wanted != identity(alone, mons, 1),
            yes="it was",
            no="it was another one",
        )


@measurement
def loaded(lab: Lab) -> Snapshot:
    """RAM once both mons' data is loaded, without a poke."""
    return load(lab, None)


class EnemyParty(Locator):
    """The six records of the opponent's party."""

    symbol = "gEnemyParty"
    size = MON_SIZE * PARTY_SIZE
    requires = (*NEEDED, "gPlayerParty", "gBattleMons")
    probes = (ReplaceOpponent(),)
    stage = stages.BATTLE_BEGINS
    doc = LocatorDoc(
        summary="Six records of the opponent's party, laid out as the player's.",
        rivals={"a copy of the record": "poke-record"},
        references=("pret/pokefirered: include/pokemon.h, struct Pokemon",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every record of the opponent, before the battle and in it."""
        before, battle = lab.snapshot(BATTLE_BEGINS), loaded(lab)
        wild = identity(battle, lab.address("gBattleMons"), 1)
        found = []
        for region in RAM_REGIONS:
            words = before.words(region)
            hits = (words[:-1] == wild[0]) & (words[1:] == wild[1])
            for at in addresses(region, hits):
                if all(
                    s.holds(at, self.size) and has_right_checksum(s, at) for s in (before, battle)
                ):
                    found.append(Candidate(at, "the record of the wild mon"))
        return found
