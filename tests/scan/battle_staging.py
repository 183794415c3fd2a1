"""Ways to stage in a battle what no cartridge has: plants in its states, copies that follow."""

from __future__ import annotations

from typing import Any

from gbatool.memory import Address
from gbatool.scan.lab.battle_explore import (
    BATTLE_ACTION,
    BATTLE_BEGINS,
    BATTLE_ENDS,
    BATTLE_MOVE,
    BATTLE_TEXT,
    find_text,
    label_end,
    named_by_rom,
)
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import Write
from gbatool.scan.lab.scratch import unused_ewram

STATES = (BATTLE_BEGINS, BATTLE_ACTION, BATTLE_MOVE, BATTLE_TEXT, BATTLE_ENDS)


def with_states(lab: Lab) -> Lab:
    """The laboratory with every state of the battle brought about."""
    find_text(lab)
    label_end(lab)
    return lab


def plant(lab: Lab, label: str, *writes: Write) -> None:
    """Write into a labelled state."""
    with lab.at(label) as emulator:
        for write in writes:
            write(emulator)
        lab.keep(label)


def unused_in_battle(lab: Lab, size: int) -> Address:
    """EWRAM that is zero in every state of the battle."""
    return unused_ewram([lab.snapshot(label) for label in STATES], size)


def spare_named(lab: Lab, answers: dict[str, int], *names: str) -> Address:
    """The first of some variables that the ROM names."""
    addresses = [Address(answers[name]) for name in names]
    return named_by_rom(lab.snapshot(BATTLE_ACTION), addresses)[0]


class Mirror:
    """An emulator on which some byte is a copy of another one, written again in each frame."""

    def __init__(self, emulator: Any, source: int, target: int) -> None:
        self._emulator, self._source, self._target = emulator, source, target

    def run(self, frames: int = 1) -> None:
        """Run frame by frame and copy after each."""
        for _ in range(frames):
            self._emulator.run()
            self._emulator.write(self._target, bytes((self._emulator.live.u8(self._source),)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._emulator, name)


def with_mirror(lab: Lab, source: int, target: int) -> Lab:
    """The same laboratory on such an emulator."""
    emulator: Any = Mirror(lab.emulator, source, target)
    return lab.on(emulator)
