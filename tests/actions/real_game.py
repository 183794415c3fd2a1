"""A real game in which every outcome of an action is compared with memory that no decoder reads.

Map and position come from the save block, control of the player from the script context and its
lock, NPCs from the object events. Maps are reached by injected scripts, independent of the story.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from benchmarks.places.outcomes import contradictions
from benchmarks.places.raw_game import BUTTONS, LOADS_WITHIN, RawGame
from benchmarks.places.rom_maps import read_map
from benchmarks.places.walk import reachable
from gbatool.actions.blocked_tiles import LocalTile, MapKey
from gbatool.actions.dial import DialOutcome, dial
from gbatool.actions.press import press
from gbatool.actions.route.targets import (
    ObjectEventTarget,
    Target,
    TileTarget,
    WarpTarget,
)
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.actions.walk_to import walk_to
from gbatool.core import Buttons, EmulatorState, branch, open_emulator
from gbatool.decode.map import Tile
from gbatool.decode.player import decode_player
from gbatool.decode.scene import decode_scene
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.errors import ActionError, NotLoadedError
from gbatool.profile.search import find_profile, named_profile
from gbatool.rom import load_rom
from gbatool.scan.lab.autopilot import mint
from gbatool.scan.lab.byte_code import give_mon
from tests.actions.rom_texts import said_by_rom

GROUND = 3 << 2
"""A block without collision on the elevation of ordinary ground."""
STRONG = 150, 100
"""A mon that survives whatever lives in the grass, and its level."""


class RealGame(RawGame):
    """A real game from its first walkable moment on, a strong mon in the party.

    Attributes:
        walks: How each walk ended, and how often; refusals too.
        talks: The same of conversations.
        said: Conversations whose transcript the ROM's own texts say.
        unsaid: Transcripts that they don't.
        maps: Maps on which a walk began.
    """

    def __init__(self) -> None:
        self.rom = load_rom(Path(os.environ["GBATOOL_TEST_ROM"]))
        name = os.environ.get("GBATOOL_TEST_PROFILE")
        found = find_profile(self.rom, None) if name is None else named_profile(name).profile
        super().__init__(open_emulator(self.rom), found)
        self.walks: Counter[str] = Counter()
        self.talks: Counter[str] = Counter()
        self.said = 0
        self.unsaid: list[tuple[tuple[str, ...], ...]] = []
        self.maps: set[MapKey] = set()
        mint(self.emulator)
        self.emulator.draw(enabled=False)
        self.run_script(give_mon(*STRONG))
        self.wait_until_free()
        self.start: EmulatorState = self.emulator.save_state()

    def wait_until_free(self) -> bool:
        """Run frames until a direction is accepted; False if it never is."""
        for _ in range(LOADS_WITHIN):
            self.emulator.run(1)
            if self.is_free() and decode_scene(self.emulator.live, self.profile).input_ready:
                return True
        return False

    def go(self, where: MapKey) -> bool:
        """Warp to a map by an injected script; False if the player can't walk there at once."""
        self.emulator.load_state(self.start)
        self.warp(where, self._standing_room(where))
        return self.wait_until_free() and self.where()[0] == where and self._is_on_the_map()

    def _standing_room(self, where: MapKey) -> LocalTile:
        """Map-local coordinates of open ground near the middle of a map, by the ROM's maps."""
        blocks = read_map(self.emulator.live, self.profile, where).blocks
        height, width = blocks.shape
        ground = [
            (x, y)
            for x in range(width)
            for y in range(height)
            if blocks[y, x] >> layouts.COLLISION_SHIFT == GROUND
        ]
        return min(ground, key=lambda tile: abs(2 * tile[0] - width) + abs(2 * tile[1] - height))

    def _is_on_the_map(self) -> bool:
        """Whether the player stands on a tile of the map."""
        try:
            decode_player(self.emulator.live, self.profile)
        except NotLoadedError:
            return False
        return True

    def reachable(self) -> list[Tile]:
        """Tiles that can be walked to, by the planner."""
        return reachable(self)

    def walk(self, target: Target) -> WalkOutcome | None:
        """Walk, and compare the outcome with raw memory; None when it was refused."""
        before = self.where()
        self.maps.add(before[0])
        try:
            outcome, _ = walk_to(self.emulator, self.profile, target, through=True)
        except ActionError as error:
            self.walks[f"refused: {error.refusal}"] += 1
            assert self.where() == before
            return None
        self.walks[outcome.ended_because] += 1
        assert list(contradictions(self, outcome, target, before)) == []
        return outcome

    def signs(self) -> list[tuple[Tile, Facing]]:
        """Tiles and facings from which a sign can be read, by the map's events."""
        ram = self.emulator.live
        events = ram.u32(self.profile.address("gMapHeader") + 4)
        found = []
        for index in range(ram.u8(events + 3)):
            at = ram.u32(events + 0x10) + 12 * index
            x, y = ram.u16(at) + layouts.BORDER, ram.u16(at + 2) + layouts.BORDER
            if ram.u8(at + 5) in {0, 1}:  # from everywhere, or from below
                found.append(((x, y + 1), Facing.NORTH))
        return found

    def talk(self) -> DialOutcome | None:
        """Press A and dial; the transcript must consist of texts of the ROM."""
        pressed = press(self.emulator, self.profile, [Buttons.A])
        if pressed.input_ready:
            self.talks["nothing to say"] += 1
            return None
        try:
            read = dial(self.emulator, self.profile)
        except ActionError as error:
            self.talks[f"refused: {error.refusal}"] += 1
            return None
        self.talks[read.ended_because] += 1
        if read.ended_because == "dialog_closed":
            assert self.is_free()
        if not read.transcript:
            self.talks["without a text"] += 1
        elif said_by_rom(self.rom.data, read.transcript):
            self.said += 1
        else:
            self.unsaid.append(read.transcript)
        return read

    def talk_to_all(self) -> None:
        """Talk to every object event and read every sign within reach, each from the same state."""
        for local_id in self.npcs():
            with branch(self.emulator):
                outcome = self.walk(ObjectEventTarget(local_id))
                if outcome is not None and outcome.ended_because == "arrived":
                    self.talk()
        near = set(self.reachable())
        for tile, facing in self.signs():
            with branch(self.emulator):
                if tile not in near:
                    continue
                outcome = self.walk(TileTarget(*tile))
                if outcome is None or outcome.ended_because != "arrived" or outcome.warped:
                    continue
                if outcome.facing is not facing:
                    press(self.emulator, self.profile, [BUTTONS[facing]], hold=4)
                if self.is_free():
                    self.talk()

    def take_warp(self, index: int) -> bool:
        """Walk through a warp; returns whether the map changed."""
        outcome = self.walk(WarpTarget(index))
        return outcome is not None and outcome.ended_because == "arrived"
