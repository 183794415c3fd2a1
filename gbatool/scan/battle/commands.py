"""gBattleBufferA and gBattleControllerExecFlags: the controllers' commands, and which are busy.

The battle engine writes a command's number to the start of the battler's buffer (0x200 bytes each)
and sets the battler's flag; an idle controller polls both. While a flag is set the battle waits.
The player's idle controller function is seen right after a move was chosen.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.errors import ProbeError
from gbatool.memory import RAM_REGIONS, Address, Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses, where_bytes
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    BATTLE_ACTION,
    BATTLE_MOVE,
    BATTLE_TEXT,
    HOME,
    KEY_HOLD,
    NEEDED,
    battle_modes,
    label_move,
    named_by_rom,
    tap,
)
from gbatool.scan.lab.laboratory import Lab, Poke, measurement, pressed
from gbatool.scan.lab.pokes import write8, write32
from gbatool.scan.locator import Locator, LocatorDoc, Probe

CHOOSE_ACTION, CHOOSE_MOVE = 18, 20
"""Numbers of commands (``enum`` of ``include/battle_controllers.h``), the same in every family."""
BUFFERS, BUFFER_SIZE = 4, 0x200
IDLE_FRAMES, MENU_FRAMES = 20, 30
ABSENT = 1 << 2
"""The flag of the third battler, absent in a single battle: nothing clears it."""
ALL = 0xF
STAY_FRAMES, GO_ON_FRAMES, LATER_FRAMES = 10, 600, (20, 60)
SHOWN = 8


@measurement
def after_choice(lab: Lab) -> Snapshot:
    """RAM right after a move was chosen, while the player's controller is idle.

    Raises:
        ProbeError: The controller function does not change.
    """
    funcs = lab.address("gBattlerControllerFuncs")
    with lab.at(label_move(lab)) as emulator:
        tap(lab, *HOME)
        before = emulator.live.u32(funcs)
        for _ in pressed(emulator, Buttons.A, KEY_HOLD, IDLE_FRAMES):
            if emulator.live.u32(funcs) != before:
                return emulator.snapshot()
    raise ProbeError("choosing a move does not change the player's controller function")


class PokeCommand(Probe):
    """Written for an idle controller, a command opens its menu."""

    name = "poke-command"
    stage = stages.BATTLE_ACTION
    predicted = "an idle controller opens the menu whose command was written"
    observed = "it did {} of {} times"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write each menu's command in each menu, the controller's flag still set."""
        label_move(lab)
        opens = {
            CHOOSE_ACTION: self._function(lab, BATTLE_ACTION),
            CHOOSE_MOVE: self._function(lab, BATTLE_MOVE),
        }
        held = tried = 0
        for label in (BATTLE_ACTION, BATTLE_MOVE):
            for command, function in opens.items():
                poke = write8(candidate.address, command)
                held += self._opened(lab, label, poke) == function
                tried += 1
        return self.tally(held, tried)

    @staticmethod
    def _function(lab: Lab, label: str) -> int:
        return lab.snapshot(label).u32(lab.address("gBattlerControllerFuncs"))

    @staticmethod
    def _opened(lab: Lab, label: str, poke: Poke) -> int:
        """The controller function some frames after it was set to the idle one, with a poke."""
        funcs = lab.address("gBattlerControllerFuncs")
        idle = write32(funcs, after_choice(lab).u32(funcs))
        with lab.at(label) as emulator:
            idle(emulator)
            poke(emulator)
            emulator.run(MENU_FRAMES)
            return emulator.live.u32(funcs)


class BattleBufferA(Locator):
    """The command buffers of the battlers' controllers."""

    symbol = "gBattleBufferA"
    size = BUFFERS * BUFFER_SIZE
    requires = (*NEEDED, "gBattleMons", "gActionSelectionCursor", "gBattlerControllerFuncs")
    probes = (PokeCommand(),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="Four buffers of 0x200 bytes: each battler's command, its number first.",
        rivals={"a copy of the command's number": "poke-command"},
        references=("pret/pokefirered: src/battle_controllers.c, PrepareBufferDataTransfer",),
        limitations=("The player is taken to be the first battler, as in a battle of two.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte with the command of either menu in that menu, if the ROM names it."""
        trace = [lab.snapshot(BATTLE_ACTION), lab.snapshot(label_move(lab))]
        places = named_by_rom(trace[0], where_bytes(trace, (CHOOSE_ACTION, CHOOSE_MOVE)))
        reason = "the number of the command that opens the menu, in either menu"
        return [Candidate(at, reason) for at in places if trace[0].holds(at, self.size)]


def _until_next_text(lab: Lab, poke: Poke | None, back_at: int, back: Poke | None) -> int | None:
    """Frames until another text is in the battle's buffer; None if none follows.

    Args:
        lab: The laboratory.
        poke: A write at the start.
        back_at: The frame of a second write.
        back: The second write.
    """
    shown = lab.address("gDisplayedStringBattle")
    with lab.at(BATTLE_TEXT) as emulator:
        if poke is not None:
            poke(emulator)
        before = emulator.live.read(shown, SHOWN).tobytes()
        for frame in range(back_at + GO_ON_FRAMES):
            if frame == back_at and back is not None:
                back(emulator)
            emulator.run()
            if emulator.live.read(shown, SHOWN).tobytes() != before:
                return frame
    return None


@measurement
def _alone(lab: Lab) -> int:
    frames = _until_next_text(lab, None, 0, None)
    if frames is None:
        raise ProbeError("no other text follows the one that prints")
    return frames


class PokeFlags(Probe):
    """Cleared in a menu, they let the battle go on without a key; an extra one stops it."""

    name = "poke-flags"
    stage = stages.BATTLE_TEXT
    predicted = (
        "cleared in the move menu the battle goes on by itself; with an absent battler's set it"
        " waits until that is cleared"
    )
    observed = "{} of {} runs agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write flags in the menu and see whether another command comes; then during a text."""
        label_move(lab)
        at = candidate.address
        held = int(not self._stays(lab, at, 0)) + int(self._stays(lab, at, 1))
        if held == 2:
            flags, alone = lab.snapshot(BATTLE_TEXT).u32(at), _alone(lab)
            stall, back = write32(at, flags | ABSENT), write32(at, 0)
            ends = [alone + later for later in LATER_FRAMES]
            nexts = [_until_next_text(lab, stall, end, back) for end in ends]
            held += sum(n is not None and n >= end for n, end in zip(nexts, ends, strict=True))
        return self.tally(held, 2 + len(LATER_FRAMES))

    @staticmethod
    def _stays(lab: Lab, at: int, value: int) -> bool:
        """Whether the player's command is still the move menu's some frames after flags were written."""
        after = lab.run_after(BATTLE_MOVE, [(Buttons.NONE, STAY_FRAMES)], write32(at, value))
        if "gBattleBufferA" in lab.known:
            return after.u8(lab.address("gBattleBufferA")) == CHOOSE_MOVE
        return after.u32(at) == value  # what goes on sets flags again


class BattleControllerExecFlags(Locator):
    """Which battlers' controllers still carry out a command."""

    symbol = "gBattleControllerExecFlags"
    size = 4
    requires = (
        *NEEDED,
        "gBattleMons",
        "gActionSelectionCursor",
        "gBattlerControllerFuncs",
        "gDisplayedStringBattle",
    )
    prefers = ("gBattleBufferA",)
    probes = (PokeFlags(),)
    stage = stages.BATTLE_TEXT
    doc = LocatorDoc(
        summary="A flag for each battler whose controller is busy: 0 to 3.",
        rivals={"another word that is 1 while the battle waits": "poke-flags"},
        references=("pret/pokefirered: include/battle_controllers.h",),
        limitations=(
            "It is looked for at addresses that the ROM names, in a battle without a link.",
        ),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every word that is 1 in the menus, 0 right after a choice, some flags in a text."""
        *menus, text = battle_modes(lab)
        free = after_choice(lab)
        places: list[Address] = []
        for region in RAM_REGIONS:
            hits = (free.words(region) == 0) & (text.words(region) <= ALL)
            hits &= text.words(region) > 0
            for menu in menus:
                hits &= menu.words(region) == 1
            places += addresses(region, hits)
        reason = "1 in the menus, 0 right after a choice, not 0 in a text, and named by the ROM"
        return [Candidate(at, reason) for at in named_by_rom(text, places)]
