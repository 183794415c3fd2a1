"""BattleMainCB2, gBattlerControllerFuncs and gBattlersCount: what runs a battle frame by frame.

callback2 draws and prints. callback1 calls the battle's main function and then, for each battler up
to the count, its controller function, which waits for a command or a key. With the player's
controller function or the count cleared the menu ignores input; with callback2 cleared texts stop.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine.battle import MOST_BATTLERS
from gbatool.engine.layouts import MAIN, field_address
from gbatool.memory import RAM_REGIONS, ROM, THUMB_BIT, Address, is_thumb_pointer
from gbatool.scan.battle.cursors import right_moves
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses, where_bytes
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import (
    BATTLE_ACTION,
    BATTLE_BEGINS,
    BATTLE_MOVE,
    BATTLE_TEXT,
    FIGHT,
    HOME,
    KEY_HOLD,
    KEY_RELEASE,
    NEEDED,
    TEXT_SAMPLES,
    TEXT_STEP,
    battle_modes,
    find_text,
    label_move,
    named_by_rom,
    tap,
)
from gbatool.scan.lab.callbacks import CALLBACK2, callback2_in
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import write8, write32
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.tasks import empty_function

CURSOR = "gActionSelectionCursor"
COUNTS = (2, 4)
PRINT_FRAMES = TEXT_SAMPLES * TEXT_STEP // 2


class StopText(Probe):
    """With callback2 cleared, the text stops."""

    name = "poke-callback2"
    stage = stages.BATTLE_TEXT
    predicted = "with the callback zeroed the battle's text stops, with it back it goes on"
    observed = "{} of {} runs agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Zero it, and compare with a run in which the same value was written back."""
        at, position = candidate.fields["main"] + CALLBACK2, find_text(lab).position
        before = lab.snapshot(BATTLE_TEXT)
        wait = [(Buttons.NONE, PRINT_FRAMES)]
        stopped = lab.run_after(BATTLE_TEXT, wait, write32(at, 0))
        going = lab.run_after(BATTLE_TEXT, wait, write32(at, int(candidate.address) | THUMB_BIT))
        held = int(position.next_character(stopped) == position.next_character(before))
        held += int(position.next_character(going) > position.next_character(before))
        return self.tally(held, 2)


class BattleCallback2(Locator):
    """The callback2 that draws a battle and prints its texts."""

    symbol = "BattleMainCB2"
    size = 0
    requires = (*NEEDED, "CB2_Overworld")
    probes = (StopText(),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="callback2 in a battle.",
        rivals={"a callback that has nothing to do with the battle": "poke-callback2"},
        references=("pret/pokefirered: src/battle_main.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """GMain's callback2 in each of the battle's states, if it is the same one."""
        main = lab.address("gMain")
        values = {callback2_in(lab, snapshot) for snapshot in battle_modes(lab)}
        functions = {value & ~THUMB_BIT for value in values} - {lab.address("CB2_Overworld")}
        if len(values) != 1:
            return []
        reason = "gMain's callback2 in every state of the battle, not the overworld's"
        return [Candidate(Address(at), reason, {"main": int(main)}) for at in functions]


def _ignores_input_until(lab: Lab, poke: Poke, back: Poke) -> bool:
    """Whether RIGHT moves no cursor after a poke, and moves it again after another one.

    The second half excludes a game that a write has stopped; where the battle went on meanwhile, so
    that the menu is gone, it is enough that the main loop still reads the key.
    """
    cursor, keys = lab.address(CURSOR), field_address(lab.address("gMain"), MAIN, "held_keys")
    with lab.at(BATTLE_ACTION) as emulator:
        tap(lab, *HOME)
        write8(cursor, FIGHT)(emulator)
        poke(emulator)
        tap(lab, Buttons.RIGHT)
        ignored = emulator.live.u8(cursor) == FIGHT
        back(emulator)
        emulator.hold(Buttons.RIGHT)
        emulator.run(KEY_HOLD)
        read = emulator.live.u16(keys) == Buttons.RIGHT.value
        emulator.hold(Buttons.NONE)
        emulator.run(KEY_RELEASE)
        return ignored and (emulator.live.u8(cursor) == FIGHT + 1 or read)


class PokeController(Probe):
    """With an empty function there the menu ignores input; in the move menu it is the action menu."""

    name = "poke-controller"
    stage = stages.BATTLE_ACTION
    predicted = "RIGHT moves the action cursor exactly where the action menu's function was written"
    observed = "{} of {} presses agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Press RIGHT in both menus, with each function in its place and out of it."""
        label_move(lab)
        at, snapshot = candidate.address, lab.snapshot(BATTLE_ACTION)
        action, move = snapshot.u32(at), lab.snapshot(BATTLE_MOVE).u32(at)
        held = int(
            _ignores_input_until(lab, write32(at, empty_function(snapshot)), write32(at, action))
        )
        held += int(right_moves(lab, BATTLE_ACTION, CURSOR, write32(at, action)))
        held += int(right_moves(lab, BATTLE_MOVE, CURSOR, write32(at, action)))
        held += int(not right_moves(lab, BATTLE_MOVE, CURSOR, write32(at, move)))
        return self.tally(held, 4)


class BattlerControllerFuncs(Locator):
    """Each battler's controller function."""

    symbol = "gBattlerControllerFuncs"
    size = 4 * MOST_BATTLERS
    requires = (*NEEDED, CURSOR)
    probes = (PokeController(),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="Four Thumb pointers: what each battler's controller runs in every frame.",
        rivals={"a function pointer that changes with the menus": "poke-controller"},
        references=("pret/pokefirered: src/battle_controllers.c",),
        limitations=("The player is taken to be the first battler, as in a battle of two.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every Thumb pointer that differs from menu to menu and text, another one behind it."""
        action, move, text = battle_modes(lab)
        end = ROM.base + len(action.rom)
        found = []
        for region in RAM_REGIONS:
            first, second, third = (snapshot.words(region) for snapshot in (action, move, text))
            hits = (first != second) & (first != third) & (second != third)
            for words in (first, second, third):
                hits &= (words >= ROM.base) & (words < end) & (words & THUMB_BIT == 1)
            for at in addresses(region, hits):
                if action.holds(at, self.size) and is_thumb_pointer(action.u32(at + 4), end):
                    reason = "a Thumb pointer that differs from menu to menu and in a text"
                    found.append(Candidate(at, reason))
        return found


class PokeBattlerCount(Probe):
    """With no battler counted the menu ignores input; with the player's alone it does not."""

    name = "poke-count"
    stage = stages.BATTLE_ACTION
    predicted = "RIGHT moves the action cursor with one or two battlers counted, and not with none"
    observed = "{} of {} numbers agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write numbers and press RIGHT."""
        at = candidate.address
        held = int(_ignores_input_until(lab, write8(at, 0), write8(at, COUNTS[0])))
        if held:
            held += int(right_moves(lab, BATTLE_ACTION, CURSOR, write8(at, 1)))
            held += int(right_moves(lab, BATTLE_ACTION, CURSOR, write8(at, 2)))
        return self.tally(held, 3)


class BattlersCount(Locator):
    """How many battlers there are."""

    symbol = "gBattlersCount"
    size = 1
    requires = (*NEEDED, CURSOR)
    probes = (PokeBattlerCount(),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="Number of battlers: 2, or 4 in a double battle.",
        rivals={"another byte of that value": "poke-count"},
        references=("pret/pokefirered: src/battle_main.c",),
        limitations=("It is looked for at addresses that the ROM names.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every byte that is 2 or 4 through the battle and was not before, if the ROM names it."""
        modes = battle_modes(lab)
        before = lab.snapshot(BATTLE_BEGINS) if BATTLE_BEGINS in lab.states else None
        found = []
        for count in COUNTS:
            places = named_by_rom(modes[0], where_bytes(modes, [count] * len(modes)))
            reason = f"{count} through the battle, not before it, and named by the ROM"
            found += [
                Candidate(at, reason) for at in places if before is None or before.u8(at) != count
            ]
        return found
