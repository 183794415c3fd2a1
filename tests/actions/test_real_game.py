"""The actions on a real game, checked against its save block. Needs ``GBATOOL_TEST_ROM``.

The game must have a profile in the search path (``profiles/firered-us-1.0.yaml``, say). Nothing that
it says is kept: texts are compared with what the game holds in memory at that moment.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gbatool.actions.dial import dial
from gbatool.actions.field import view_field
from gbatool.actions.planner import reachable_tiles
from gbatool.actions.press import press
from gbatool.actions.targets import PersonTarget, Target, TileTarget, WarpTarget
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.actions.walk_to import walk_to
from gbatool.core import Buttons, Emulator, EmulatorState, branch, open_emulator
from gbatool.decode.exits import Enter, decode_exits
from gbatool.decode.objects import decode_objects
from gbatool.decode.scene import decode_scene
from gbatool.engine import layouts
from gbatool.errors import ActionError
from gbatool.memory_of_blocks import BlockedTiles
from gbatool.profile import Profile
from gbatool.profile.search import find_profile
from gbatool.rom import load_rom
from gbatool.scan.autopilot import mint

pytestmark = pytest.mark.rom

SEED = 20
TARGETS_PER_MAP = 8
MOST_MAPS = 8
MapKey = tuple[int, int]


class RealGame:
    """A real game from its first walkable moment on."""

    def __init__(self) -> None:
        rom = load_rom(Path(os.environ["GBATOOL_TEST_ROM"]))
        self.emulator: Emulator = open_emulator(rom)
        self.profile: Profile = find_profile(rom, None)
        mint(self.emulator)
        self.start: EmulatorState = self.emulator.save_state()
        self.counts: Counter[str] = Counter()
        self.maps: Counter[MapKey] = Counter()

    def where(self) -> tuple[MapKey, tuple[int, int]]:
        """Map and buffer coordinates by the save block alone."""
        ram = self.emulator.live
        block = ram.u32(self.profile.address("gSaveBlock1Ptr"))
        x, y = ram.s16(block) + layouts.BORDER, ram.s16(block + 2) + layouts.BORDER
        return (ram.s8(block + 4), ram.s8(block + 5)), (x, y)

    def walk(self, target: Target) -> WalkOutcome | None:
        """Walk, and hold the outcome against the save block; None when it was refused."""
        before = self.where()
        try:
            outcome, _ = walk_to(self.emulator, self.profile, target, through=True)
        except ActionError as error:
            self.counts[error.refusal] += 1
            assert self.where() == before
            return None
        here, tile = self.where()
        self.counts[outcome.ended_because] += 1
        self.maps[here] += 1
        if outcome.position is not None:
            assert (outcome.position.x, outcome.position.y) == tile
        if outcome.ended_because == "arrived":
            assert decode_scene(self.emulator.live, self.profile).input_ready
            if outcome.warped is not None:
                to = outcome.warped.to_map
                assert to is not None
                assert (to.group, to.num) == here
            elif isinstance(target, TileTarget):
                assert (target.x, target.y) == tile
        return outcome

    def walk_about(self, chance: Random, walks: int) -> None:
        """Walk to random tiles that can be reached."""
        for _ in range(walks):
            if not decode_scene(self.emulator.live, self.profile).input_ready:
                return
            field = view_field(self.emulator.live, self.profile, BlockedTiles())
            tiles = sorted(reachable_tiles(field.terrain, field.spot))
            self.walk(TileTarget(*chance.choice(tiles)))

    def talk_to_everybody(self) -> None:
        """Read whoever can be reached; the game goes back to where it was each time."""
        for who in decode_objects(self.emulator.live, self.profile):
            with branch(self.emulator):
                outcome = self.walk(PersonTarget(who.local_id))
                if outcome is None or outcome.ended_because != "arrived":
                    continue
                press(self.emulator, self.profile, [Buttons.A])
                try:
                    read = dial(self.emulator, self.profile)
                except ActionError as error:
                    self.counts[f"dial: {error.refusal}"] += 1
                    continue
                self.counts[f"dial: {read.ended_because}"] += 1
                assert read.transcript
                assert read.stalled_presses == 0
                if read.ended_because == "dialog_closed":
                    assert read.input_ready

    def explore(self, chance: Random) -> None:
        """From the first map through every warp that leads to a map not seen yet."""
        seen: set[MapKey] = set()
        states = [self.start]
        while states and len(seen) < MOST_MAPS:
            self.emulator.load_state(states.pop(0))
            here, _ = self.where()
            if here in seen:
                continue
            seen.add(here)
            self.talk_to_everybody()
            for warp in decode_exits(self.emulator.live, self.profile).warps:
                with branch(self.emulator):
                    outcome = (
                        None if warp.enter is Enter.NEVER else self.walk(WarpTarget(warp.index))
                    )
                    if outcome is not None and outcome.ended_because == "arrived":
                        states.append(self.emulator.save_state())
            self.walk_about(chance, TARGETS_PER_MAP)


@pytest.fixture(scope="module")
def game() -> RealGame:
    return RealGame()


def test_every_outcome_agrees_with_the_save_block(
    game: RealGame, record_property: Callable[[str, object], None]
) -> None:
    game.explore(Random(SEED))
    record_property("outcomes", dict(game.counts))
    record_property("maps", len(game.maps))
    tiles = sum(n for end, n in game.counts.items() if not end.startswith("dial"))
    assert tiles >= 40
    assert len(game.maps) >= 5
    assert game.counts["arrived"] > 0.8 * tiles
    assert sum(n for end, n in game.counts.items() if end.startswith("dial")) >= 5


def test_the_same_walk_twice_gives_the_same_ram(game: RealGame) -> None:
    digests = set()
    for _ in range(2):
        game.emulator.load_state(game.start)
        game.walk_about(Random(1), 3)
        digests.add(game.emulator.snapshot().ram_sha256())
    assert len(digests) == 1
