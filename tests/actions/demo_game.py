"""Actions on the demo cartridge for tests. Coordinates are map-local."""

from __future__ import annotations

from cart.world.dialogue import TEXTS
from gbatool.actions.dial import DialOutcome, dial
from gbatool.actions.press import PressOutcome, parse_buttons, press
from gbatool.actions.route.targets import ObjectEventTarget, Target, TileTarget
from gbatool.actions.select import SelectOutcome, select
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.actions.walk_to import walk_to
from gbatool.core import Emulator
from gbatool.decode.map import decode_map_grid
from gbatool.decode.player import decode_player
from gbatool.decode.scene import Mode
from gbatool.engine import layouts
from gbatool.profile import Profile

B = layouts.BORDER
PLAYER = "ROWAN"
GATEKEEPER, WANDERER, QUESTION, GIFT, CHOOSER, STORYTELLER, FORGETFUL = range(1, 8)


class Game:
    """The cartridge in a state that a test may change."""

    def __init__(self, emulator: Emulator, profile: Profile) -> None:
        self.emulator, self.profile = emulator, profile

    def walk(self, target: Target, *, through: bool = True) -> WalkOutcome:
        outcome, _ = walk_to(self.emulator, self.profile, target, through=through)
        return outcome

    def to(self, x: int, y: int) -> WalkOutcome:
        """Walk to a map-local tile."""
        return self.walk(TileTarget(x + B, y + B))

    def press(self, *buttons: str) -> PressOutcome:
        return press(self.emulator, self.profile, [parse_buttons(name) for name in buttons])

    def dial(self) -> DialOutcome:
        return dial(self.emulator, self.profile)

    def select(self, entry: str) -> SelectOutcome:
        return select(self.emulator, self.profile, entry)

    def talk_to(self, local_id: int) -> DialOutcome:
        assert self.walk(ObjectEventTarget(local_id)).ended_because == "arrived"
        assert self.press("a").mode is Mode.DIALOG
        return self.dial()

    @property
    def tile(self) -> tuple[int, int]:
        player = decode_player(self.emulator.live, self.profile)
        return player.local_x, player.local_y

    @property
    def map(self) -> tuple[int, int]:
        where = decode_player(self.emulator.live, self.profile).map
        assert where is not None
        return where.group, where.num

    def close(self, x: int, y: int) -> None:
        """Put collision on a map-local tile of the live map."""
        grid = decode_map_grid(self.emulator.live, self.profile)
        header = self.emulator.live.record(
            self.profile.address("gBackupMapLayout"), layouts.BACKUP_MAP_LAYOUT
        )
        index = (y + B) * int(header["width"]) + x + B
        block = int(grid.blocks[y + B, x + B]) | 1 << layouts.COLLISION_SHIFT
        self.emulator.write(int(header["map"]) + 2 * index, block.to_bytes(2, "little"))


def boxes(name: str) -> tuple[tuple[str, ...], ...]:
    """The boxes of a text of the cartridge, as a transcript lists them."""
    text = TEXTS[name].replace("{PLAYER}", PLAYER)
    for code in ("{PAUSE 30}", "{PAUSE 20}"):
        text = text.replace(code, "")
    paragraphs = text.replace("\\l", "\n").split("\\p")
    return tuple(tuple(paragraph.split("\n")) for paragraph in paragraphs)
