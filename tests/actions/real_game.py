"""A real game in which every outcome of an action is compared with memory that no decoder reads.

Map and position come from the save block, control of the player from the script context and its
lock, NPCs from the object events. Maps are reached by injected scripts, independent of the story.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from gbatool.actions.blocked_tiles import BlockedTiles, LocalTile, MapKey
from gbatool.actions.dial import DialOutcome, dial
from gbatool.actions.press import press
from gbatool.actions.route.field import view_field
from gbatool.actions.route.planner import reachable_tiles
from gbatool.actions.route.targets import (
    EdgeTarget,
    ObjectEventTarget,
    Target,
    TileTarget,
    WarpTarget,
)
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.actions.walk_to import walk_to
from gbatool.core import Buttons, Emulator, EmulatorState, branch, open_emulator
from gbatool.decode.map import Tile
from gbatool.decode.player import decode_player
from gbatool.decode.scene import decode_scene
from gbatool.engine import layouts
from gbatool.engine.directions import Facing
from gbatool.errors import ActionError, NotLoadedError
from gbatool.profile import Profile
from gbatool.profile.search import find_profile, named_profile
from gbatool.rom import load_rom
from gbatool.scan.lab.autopilot import mint
from gbatool.scan.lab.byte_code import END, RELEASE_ALL, WAIT_STATE, give_mon
from gbatool.scan.lab.scratch import unused_ewram
from tests.actions.rom_texts import said_by_rom

WARP, NO_WARP, SCRIPT_ROOM, LOADS_WITHIN = 0x39, 0xFF, 0x40, 1200
GROUND = 3 << 2
"""A block without collision on the elevation of ordinary ground."""
BATTLE_BEGINS_WITHIN = 300
STRONG = 150, 100
"""A mon that survives whatever lives in the grass, and its level."""
OBJECT_SIZE = layouts.OBJECT_EVENT.itemsize
BUTTONS = {
    Facing.SOUTH: Buttons.DOWN,
    Facing.NORTH: Buttons.UP,
    Facing.WEST: Buttons.LEFT,
    Facing.EAST: Buttons.RIGHT,
}
FACINGS = {1: Facing.SOUTH, 2: Facing.NORTH, 3: Facing.WEST, 4: Facing.EAST}


class RealGame:
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
        self.profile: Profile = found
        self.emulator: Emulator = open_emulator(self.rom)
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

    def where(self) -> tuple[MapKey, Tile]:
        """Map and buffer coordinates by the save block alone."""
        ram, name = self.emulator.live, "gSaveBlock1Ptr"
        moves = self.profile.has(name)
        block = ram.u32(self.profile.address(name)) if moves else self.profile.address(name[:-3])
        x, y = ram.s16(block) + layouts.BORDER, ram.s16(block + 2) + layouts.BORDER
        return (ram.s8(block + 4), ram.s8(block + 5)), (x, y)

    def is_free(self) -> bool:
        """Whether the player has control, by raw memory."""
        ram, profile = self.emulator.live, self.profile
        callback = ram.u32(profile.address("gMain") + 4)
        return (
            profile.is_function(callback, "CB2_Overworld")
            and ram.u8(profile.address("sLockFieldControls")) == 0
            and ram.u8(profile.address("sGlobalScriptContextStatus"))
            == layouts.SCRIPT_STATUS_SHUT_DOWN
        )

    def is_in_battle(self) -> bool:
        """The ``inBattle`` bit of gMain."""
        offset = 0x43D if self.profile.engine == "rs" else 0x439
        return bool(self.emulator.live.u8(self.profile.address("gMain") + offset) & 2)

    def wait_until_free(self) -> bool:
        """Run frames until a direction is accepted; False if it never is."""
        for _ in range(LOADS_WITHIN):
            self.emulator.run(1)
            if self.is_free() and decode_scene(self.emulator.live, self.profile).input_ready:
                return True
        return False

    def run_script(self, code: bytes) -> None:
        """Make the game's script engine run injected byte code."""
        profile, context = self.profile, self.profile.address("sGlobalScriptContext")
        room = unused_ewram([self.emulator.snapshot()], SCRIPT_ROOM)
        self.emulator.write(room, code + bytes((RELEASE_ALL, END)))
        self.emulator.write(context + 8, int(room).to_bytes(4, "little"))
        self.emulator.write(context, bytes((0, layouts.SCRIPT_BYTECODE)))
        self.emulator.write(profile.address("sGlobalScriptContextStatus"), bytes(1))
        self.emulator.write(profile.address("sLockFieldControls"), b"\1")

    def go(self, where: MapKey) -> bool:
        """Warp to a map by an injected script; False if the player can't walk there at once."""
        self.emulator.load_state(self.start)
        at = b"".join(n.to_bytes(2, "little") for n in self._standing_room(where))
        self.run_script(bytes((WARP, *where, NO_WARP)) + at + bytes((WAIT_STATE,)))
        self.emulator.run(60)
        return self.wait_until_free() and self.where()[0] == where and self._is_on_the_map()

    def _standing_room(self, where: MapKey) -> LocalTile:
        """Map-local coordinates of open ground near the middle of a map, by the ROM's maps."""
        ram = self.emulator.live
        group = ram.u32(self.profile.address("gMapGroups") + 4 * where[0])
        layout = ram.u32(ram.u32(group + 4 * where[1]))
        width, height, blocks = ram.u32(layout), ram.u32(layout + 4), ram.u32(layout + 0xC)
        ground = [
            (x, y)
            for x in range(width)
            for y in range(height)
            if ram.u16(blocks + 2 * (y * width + x)) >> layouts.COLLISION_SHIFT == GROUND
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
        field = view_field(self.emulator.live, self.profile, BlockedTiles())
        return sorted(reachable_tiles(field.terrain, field.spot))

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
        self._check(outcome, target, before)
        return outcome

    def _check(self, outcome: WalkOutcome, target: Target, before: tuple[MapKey, Tile]) -> None:
        here, tile = self.where()
        if outcome.input_ready:
            assert outcome.position is not None
            assert (outcome.position.x, outcome.position.y) == tile
            assert outcome.position.map is None or self._key(outcome.position.map) == here
        if outcome.ended_because == "arrived":
            assert self.is_free()
            self._check_arrival(outcome, target, before)
        elif outcome.ended_because == "blocked":
            self._check_block(outcome, tile)
        elif outcome.ended_because == "script_took_over":
            assert not self.is_free()
            assert not self.is_in_battle()
        elif outcome.ended_because == "battle_started":
            with branch(self.emulator):
                self.emulator.run(BATTLE_BEGINS_WITHIN)
                assert self.is_in_battle()
        elif outcome.ended_because in {"warp_on_the_way", "edge_crossed"}:
            with branch(self.emulator):
                assert self.is_free() or self.wait_until_free()
                assert self.where()[0] != before[0] or outcome.warped is not None
                assert not self.is_in_battle()
        elif outcome.ended_because == "carried_away":
            assert not isinstance(target, TileTarget) or tile != (target.x, target.y)

    def _check_arrival(
        self, outcome: WalkOutcome, target: Target, before: tuple[MapKey, Tile]
    ) -> None:
        here, tile = self.where()
        if isinstance(target, ObjectEventTarget):
            assert self._stands_before(target.local_id, tile)
        elif isinstance(target, EdgeTarget):
            assert here != before[0]
        elif outcome.warped is not None:
            assert outcome.warped.to_map is not None
            assert self._key(outcome.warped.to_map) == here
            assert (here, tile) != before
        elif isinstance(target, TileTarget):
            assert (here, tile) == (before[0], (target.x, target.y))

    def _check_block(self, outcome: WalkOutcome, tile: Tile) -> None:
        """Check that a tile reported as blocked refuses a held direction as well."""
        at = outcome.blocked_at
        assert at is not None
        facing = next((f for f in Facing if (tile[0] + f.dx, tile[1] + f.dy) == (at.x, at.y)), None)
        if facing is None or outcome.blocked_because == "person":
            return  # people move on meanwhile
        with branch(self.emulator):
            self.emulator.hold(BUTTONS[facing])
            self.emulator.run(24)
            assert self.where()[1] == tile

    @staticmethod
    def _key(where: object) -> MapKey:
        group, num = getattr(where, "group"), getattr(where, "num")  # noqa: B009 - MapId or None
        return group, num

    def people(self) -> dict[int, tuple[Tile, Facing]]:
        """Local id -> tile and facing of every object event but the player's, by raw records."""
        ram, base = self.emulator.live, self.profile.address("gObjectEvents")
        found = {}
        for slot in range(1, layouts.OBJECT_EVENT_COUNT):
            at = base + slot * OBJECT_SIZE
            if ram.u8(at) & 1:
                tile = ram.s16(at + 0x10), ram.s16(at + 0x12)
                found[ram.u8(at + 8)] = tile, FACINGS[ram.u8(at + 0x18) & 0xF]
        return found

    def _stands_before(self, local_id: int, tile: Tile) -> bool:
        """Whether the player faces the object event, over a counter at most."""
        base = self.profile.address("gObjectEvents")
        facing = FACINGS[self.emulator.live.u8(base + 0x18) & 0xF]
        (x, y), _ = self.people()[local_id]
        return any((tile[0] + n * facing.dx, tile[1] + n * facing.dy) == (x, y) for n in (1, 2))

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
        for local_id in self.people():
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
