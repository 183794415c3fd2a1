"""gBattleMons and gEnemyParty: the battling mons, and the opponent's party.

Layout (``struct BattlePokemon``, 0x58 bytes, 4 of them): species, stats and moves at the start, then
PP, HP, level and maximum HP, nickname, personality and trainer id of the party's record. The scan
rests on these values of a member of the party; where each of them stands, and how far behind the
opponent's record is, is the engine's (:mod:`gbatool.scan.battle.mon_layout`). The controllers' buffers
hold copies; the true array is the one in which the game decrements HP and PP.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.core import Buttons
from gbatool.engine.battle import BATTLE_MON, MOST_BATTLERS
from gbatool.engine.engine import Structures
from gbatool.engine.layouts import Dtype, entry_address, field_address
from gbatool.engine.pokemon import MON, PARTY_SIZE
from gbatool.engine.traits import with_traits
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.battle.mon_layout import TAUGHT, battle_records
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
from gbatool.scan.lab.records import is_record
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.party import mon_size

TURN_FRAMES = 800
TACKLE = 33
ATTEMPTS = (
    (0, (), 0, None),
    (3, (Buttons.RIGHT, Buttons.DOWN), 0, None),
    (0, (), 7, None),
    (2, (Buttons.DOWN,), 0, None),
    (1, (Buttons.RIGHT,), 0, None),
    *((0, (), wait, TACKLE) for wait in (7, 8, 11, 18)),
)
"""Move slot, the keys that lead to it, frames to wait, and a move that is written there. The first
move may do no damage, or miss: then others are tried, and the first one again some frames later,
with other random numbers; at last a move that does damage in most games."""
LOAD_FRAMES = 400


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn left: the opponent's HP, and the PP of the move."""

    hp: int
    pp: int


def battler_field(lab: Lab, battler: int, field: str, element: int = 0) -> Address:
    """Where a field of a battler's record stands; ``gBattleMons`` must be proven."""
    return _field(lab.address("gBattleMons"), lab.structures.battle_mon, battler, field, element)


def _field(mons: int, layout: Dtype, battler: int, field: str, element: int = 0) -> Address:
    return field_address(entry_address(mons, layout, battler), layout, field, element)


def _turn(
    lab: Lab, hp: Address, pp: Address, keys: tuple[Buttons, ...], wait: int, poke: Poke | None
) -> Turn:
    """Choose a move; its PP and the opponent's HP as soon as the HP changed."""
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
        """Attack, once as it is and once with other HP and PP written.

        Where the opponent's choice depends on its HP, the two turns differ for that reason: then it
        is tried with other random numbers.
        """
        mons, snapshot = candidate.address, lab.snapshot(BATTLE_MOVE)
        layout = with_traits(lab.structures, candidate.traits).battle_mon
        opponent = _field(mons, layout, 1, "hp")
        hp = snapshot.u16(opponent)
        found = ProbeFinding("an attack takes HP from the opponent", "it took none", 0, 1)
        for slot, keys, wait, move in ATTEMPTS:
            at = _field(mons, layout, 0, "pp", slot)
            pp = snapshot.u8(at)
            if pp < 2:
                continue
            moves = _field(mons, layout, 0, "moves", slot)
            knows = () if move is None else (write16(moves, move),)
            alone = _turn(lab, opponent, at, keys, wait, writes(*knows))
            if not 0 < alone.hp < hp - 1:
                continue
            poke = writes(*knows, write16(opponent, hp - 1), write8(at, pp - 1))
            poked = _turn(lab, opponent, at, keys, wait, poke)
            expected = Turn(alone.hp - 1, pp - 2)
            held = int(alone.pp == pp - 1) + int(poked == expected)
            found = ProbeFinding(
                self.predicted,
                f"{poked.hp} HP and {poked.pp} PP were left, expected {expected.hp} and {expected.pp}",
                held,
                2,
            )
            if held == found.tried:
                break
        return found


def members(snapshot: Snapshot, party: int, engine: Structures) -> dict[tuple[int, int], int]:
    """Personality and trainer id of each of a party's mons -> its slot."""
    records = snapshot.array(party, engine.mon, PARTY_SIZE)
    return {
        (int(record["personality"]), int(record["ot_id"])): slot
        for slot, record in reversed(list(enumerate(records)))
        if is_record(snapshot, entry_address(party, engine.mon, slot), engine)
    }


def identity(snapshot: Snapshot, mons: int, battler: int, layout: Dtype) -> tuple[int, int]:
    """Personality and trainer id of a battler."""
    record = snapshot.record(entry_address(mons, layout, battler), layout)
    return int(record["personality"]), int(record["ot_id"])


class BattleMons(Locator):
    """The four battling mons."""

    symbol = "gBattleMons"
    size = BATTLE_MON.itemsize * MOST_BATTLERS
    requires = (*NEEDED, "gPlayerParty")
    prefers = ("mon_parts.species",)
    teaches = TAUGHT
    probes = (CountDown(),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="Four records of the battling mons, in the order of battlers; 0x58 bytes each in the"
        " retail games.",
        rivals={"a copy of the records in a controller's buffer": "poke-points"},
        references=(
            "pret/pokefirered: include/pokemon.h, struct BattlePokemon",
            "rh-hideout/pokeemerald-expansion: include/pokemon.h, struct BattlePokemon",
        ),
        limitations=("An attack must hit, and the opponent must survive it.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every record of a member of the player's party, with another record behind it."""
        reason = "identity of a member of the party, possible level and HP"
        found = []
        for address, traits in battle_records(lab, self.stage.label):
            size = with_traits(lab.structures, traits).battle_mon.itemsize
            found.append(Candidate(address, reason, {"size": size * MOST_BATTLERS}, traits))
        return found


def load(lab: Lab, poke: Poke | None) -> Snapshot:
    """From the battle's beginning, after a poke: RAM once both mons' data is loaded.

    Raises:
        ProbeError: It never is.
    """
    mons, layout = lab.address("gBattleMons"), lab.structures.battle_mon
    with lab.at(begin_battle(lab)) as emulator:
        if poke is not None:
            poke(emulator)
        stale = [identity(emulator.live, mons, battler, layout) for battler in (0, 1)]
        for _ in range(LOAD_FRAMES):
            emulator.run()
            now = [identity(emulator.live, mons, battler, layout) for battler in (0, 1)]
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
        mons, layout = lab.address("gBattleMons"), lab.structures.battle_mon
        party = lab.address("gPlayerParty")
        own = lab.snapshot(BATTLE_BEGINS).read(party, mon_size(lab)).tobytes()
        alone = loaded(lab)
        poked = load(lab, Write(candidate.address, own))
        opponent = identity(poked, mons, 1, layout)
        wanted = int.from_bytes(own[:4], "little"), int.from_bytes(own[4:8], "little")
        return self.single(
            held=opponent == wanted != identity(alone, mons, 1, layout),
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
    size = MON.itemsize * PARTY_SIZE
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
        engine = lab.structures
        wild = identity(battle, lab.address("gBattleMons"), 1, engine.battle_mon)
        size, found = mon_size(lab) * PARTY_SIZE, []
        for region in RAM_REGIONS:
            words = before.words(region)
            hits = (words[:-1] == wild[0]) & (words[1:] == wild[1])
            for at in addresses(region, hits):
                # before the battle, an engine may not have filled all of the record yet
                if battle.holds(at, size) and is_record(battle, at, engine):
                    found.append(Candidate(at, "the record of the wild mon", {"size": size}))
        return found
