"""Bring about a battle, and label its states: choosing an action, choosing a move, a text, the end.

An injected script gives the player a mon and begins a wild battle. From there only keys are
pressed. Each state is recognised by its behaviour: in a menu some byte follows the arrow keys over
a grid of two by two, a text has a position that advances, the end is when callback2 leaves the
battle. States given under these labels are recognised in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gbatool.core import Buttons, Emulator, press
from gbatool.engine.text import END
from gbatool.errors import ProbeError
from gbatool.memory import ROM, Address, Snapshot
from gbatool.scan.kernel.memory_scan import literal_counts, where_bytes
from gbatool.scan.lab.byte_code import wild_battle
from gbatool.scan.lab.callbacks import callback2, callback2_in
from gbatool.scan.lab.gift import find_gift
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import Lab, exploration
from gbatool.scan.lab.talk import WAITING, TextPosition, find_text_positions
from gbatool.scan.lab.wrong_label import check_same_screen

BATTLE_BEGINS, BATTLE_TEXT = "battle_begins", "battle_text"
BATTLE_ACTION, BATTLE_MOVE, BATTLE_ENDS = "battle_action", "battle_move", "battle_ends"
NEEDED = ("gMain", "sGlobalScriptContext")
"""Symbols that beginning a battle needs; every locator of the battle requires them."""

OWN_SPECIES, OWN_LEVEL = 1, 10
WILD_SPECIES, WILD_LEVEL = 4, 5
"""The player's mon is the faster one, and both survive a turn. Up to level 10 a mon obeys without a badge
in every engine."""
BEGIN_FRAMES, LEAVE_FRAMES = 24, 200
INTRO_CHECKS = (360, 520, 640, 760, 960, 1280, 1800)
INTRO_PERIOD, INTRO_HOLD = 8, 2
KEY_HOLD, KEY_RELEASE = 4, 4
MENU_CHECKS = (10, 20, 40)
TEXT_SAMPLES, TEXT_STEP, TEXT_FRAMES = 8, 5, 240
LONGEST_TEXT, JUST_BEGUN = 300, 12
END_FRAMES = 600
BEFORE_END = 2

FIGHT, RUN, ACTIONS, MOVES = 0, 3, 4, (4, 3, 2)
GRID = {Buttons.LEFT: ~1, Buttons.RIGHT: 1, Buttons.UP: ~2, Buttons.DOWN: 2}
WALK = (
    *(Buttons.RIGHT, Buttons.DOWN, Buttons.LEFT, Buttons.UP),
    *(Buttons.DOWN, Buttons.RIGHT, Buttons.UP, Buttons.LEFT),
)
HOME = (Buttons.LEFT, Buttons.UP)


def grid_step(cursor: int, button: Buttons, entries: int) -> int:
    """Where an arrow key leads in a grid of two columns.

    >>> grid_step(0, Buttons.RIGHT, 4), grid_step(1, Buttons.DOWN, 4), grid_step(1, Buttons.DOWN, 3)
    (1, 3, 1)
    """
    mask = GRID[button]
    there = cursor & mask if mask < 0 else cursor | mask
    return there if there < entries else cursor


def grid_walk(entries: int) -> list[int]:
    """The cursor from the first entry on, and after each key of the walk."""
    cursors = [FIGHT]
    for button in WALK:
        cursors.append(grid_step(cursors[-1], button, entries))
    return cursors


def tap(lab: Lab, *buttons: Buttons) -> None:
    """Press keys in the emulator's present state, one after the other."""
    for button in buttons:
        press(lab.emulator, button, KEY_HOLD, KEY_RELEASE)


def mash_b(emulator: Emulator, frame: int) -> None:
    """Run one frame of many in which B is pressed again and again: it passes texts, and cancels."""
    emulator.hold(Buttons.B if frame % INTRO_PERIOD < INTRO_HOLD else Buttons.NONE)
    emulator.run()


def walk(lab: Lab) -> list[Snapshot]:
    """On a branch from the present state: RAM at the first entry and after each key of the walk."""
    with lab.aside() as emulator:
        tap(lab, *HOME)
        taken = [emulator.snapshot()]
        for button in WALK:
            tap(lab, button)
            taken.append(emulator.snapshot())
    return taken


def followers(trace: list[Snapshot], entries: int) -> set[Address]:
    """Every byte that is the cursor of such a grid over the walk."""
    return set(where_bytes(trace, grid_walk(entries)))


@exploration
def begin_battle(lab: Lab) -> str:
    """Label the state in which both mons are made and the battle is about to begin.

    Raises:
        ProbeError: The script's commands begin no battle.
    """
    code = 2 * find_gift(lab).mon(OWN_SPECIES, OWN_LEVEL) + wild_battle(WILD_SPECIES, WILD_LEVEL)
    begin = inject(lab, code, empty_party=True)
    with lab.at(WAITING) as emulator:
        field = {callback2(lab)}
        begin(emulator)
        emulator.run(BEGIN_FRAMES)
        field.add(callback2(lab))
        begun = emulator.save_state()
        emulator.run(LEAVE_FRAMES)
        if callback2(lab) in field:
            raise ProbeError("a script that begins a wild battle does not leave the overworld")
    lab.states[BATTLE_BEGINS] = begun
    return BATTLE_BEGINS


def check_given(lab: Lab, label: str) -> None:
    """Compare a given state's callback2 with that of a battle begun by an injected script.

    Raises:
        WrongLabelError: They differ.
    """
    try:
        own = _own_callback2(lab)
    except ProbeError:  # no battle can be begun, so there is nothing to compare with
        return
    given = callback2_in(lab, lab.snapshot(label))
    check_same_screen(label, given, own, "a battle that a script begins")


@exploration
def _own_callback2(lab: Lab) -> int:
    with lab.at(begin_battle(lab)) as emulator:
        emulator.run(LEAVE_FRAMES)
        for frame in range(INTRO_CHECKS[0]):
            mash_b(emulator, frame)
        return callback2(lab)


@exploration
def label_action(lab: Lab) -> str:
    """Label a state in which the action menu takes input.

    Raises:
        ProbeError: No battle gets there, or the state given shows no such menu.
    """
    if BATTLE_ACTION in lab.states:
        check_given(lab, BATTLE_ACTION)
        with lab.at(BATTLE_ACTION):
            if followers(walk(lab), ACTIONS):
                return BATTLE_ACTION
        raise ProbeError("in the state labelled battle_action no byte follows the arrow keys")
    begin_battle(lab)
    with lab.at(BATTLE_BEGINS) as emulator:
        done = 0
        for frames in INTRO_CHECKS:
            for frame in range(done, frames):
                mash_b(emulator, frame)
            done = frames
            emulator.hold(Buttons.NONE)
            if followers(walk(lab), ACTIONS):
                lab.keep(BATTLE_ACTION)
                return BATTLE_ACTION
    raise ProbeError(f"within {INTRO_CHECKS[-1]} frames no battle asks for an action")


@exploration
def label_move(lab: Lab) -> str:
    """Label a state in which the move menu takes input, the cursor on the first move.

    Raises:
        ProbeError: Choosing to fight opens no such menu, or the state given shows none.
    """
    if BATTLE_MOVE in lab.states:
        check_given(lab, BATTLE_MOVE)
        with lab.at(BATTLE_MOVE):
            if any(followers(walk(lab), entries) for entries in MOVES):
                return BATTLE_MOVE
        raise ProbeError("in the state labelled battle_move no byte follows the arrow keys")
    with lab.at(label_action(lab)) as emulator:
        actions = followers(walk(lab), ACTIONS)
        tap(lab, *HOME, Buttons.A)
        for frames in MENU_CHECKS:
            emulator.run(frames)
            trace = walk(lab)
            if any(followers(trace, entries) - actions for entries in MOVES):
                tap(lab, *HOME)
                lab.keep(BATTLE_MOVE)
                return BATTLE_MOVE
    raise ProbeError("choosing to fight does not ask for a move")


@dataclass(frozen=True, slots=True)
class BattleText:
    """A battle message that prints.

    Attributes:
        position: The position that advances with it.
        starts: Addresses at which it could begin: those that the ROM names, ascending.
    """

    position: TextPosition
    starts: tuple[Address, ...]


@exploration
def find_text(lab: Lab) -> BattleText:
    """Label a state in which a battle message prints.

    Raises:
        ProbeError: No text prints after a move was chosen, or in the state given.
    """
    given = BATTLE_TEXT in lab.states
    if given:
        check_given(lab, BATTLE_TEXT)
    with lab.at(BATTLE_TEXT if given else label_move(lab)) as emulator:
        if not given:
            tap(lab, *HOME, Buttons.A)
        samples, states = [emulator.snapshot()], [emulator.save_state()]
        for _ in range(TEXT_FRAMES // TEXT_STEP):
            emulator.run(TEXT_STEP)
            samples.append(emulator.snapshot())
            states.append(emulator.save_state())
            if len(samples) < TEXT_SAMPLES:
                continue
            for position in find_text_positions(samples[-TEXT_SAMPLES:]):
                seen = position.next_character(samples[-TEXT_SAMPLES])
                starts = _text_starts(samples[-1], seen, LONGEST_TEXT if given else JUST_BEGUN)
                if starts:
                    if not given:
                        lab.states[BATTLE_TEXT] = states[-TEXT_SAMPLES]
                    return BattleText(position, starts)
    raise ProbeError("no text prints from a buffer that the ROM names")


def _text_starts(snapshot: Snapshot, here: int, most: int) -> tuple[Address, ...]:
    """Every address that the ROM names at most ``most`` characters before a position in a text."""
    if not snapshot.holds(here - LONGEST_TEXT, 2 * LONGEST_TEXT):
        return ()
    text = snapshot.read(here - LONGEST_TEXT, 2 * LONGEST_TEXT)
    ends = np.flatnonzero(text == END) + here - LONGEST_TEXT
    if not (ends >= here).any():
        return ()
    begin = max([here - most, *(ends[ends < here] + 1).tolist()])
    words = snapshot.words(ROM)
    named = np.unique(words[(words >= begin) & (words <= here)])
    return tuple(Address(at) for at in named.tolist())


def battle_modes(lab: Lab) -> tuple[Snapshot, Snapshot, Snapshot]:
    """RAM in the action menu, in the move menu, and while a message prints.

    Raises:
        ProbeError: One of them can't be brought about.
    """
    find_text(lab)
    labels = label_action(lab), label_move(lab), BATTLE_TEXT
    action, move, text = (lab.snapshot(label) for label in labels)
    return action, move, text


@exploration
def label_end(lab: Lab) -> str:
    """Label a state in which the player ran and callback2 is about to leave the battle.

    Raises:
        ProbeError: The battle can't be left by running.
    """
    if BATTLE_ENDS in lab.states:
        return BATTLE_ENDS
    with lab.at(label_action(lab)) as emulator:
        battle = callback2(lab)
        tap(lab, *HOME, Buttons.RIGHT, Buttons.DOWN, Buttons.A)
        states = [emulator.save_state()] * (BEFORE_END + 1)
        for frame in range(END_FRAMES):
            mash_b(emulator, frame)
            if callback2(lab) != battle:
                lab.states[BATTLE_ENDS] = states[0]
                return BATTLE_ENDS
            states = [*states[1:], emulator.save_state()]
    raise ProbeError("running does not end the battle")


def named_by_rom(snapshot: Snapshot, addresses: Iterable[Address]) -> list[Address]:
    """The addresses that are in the ROM as a word, as every global's address is."""
    counts = literal_counts(snapshot, addresses)
    return [address for address in addresses if counts.get(address)]
