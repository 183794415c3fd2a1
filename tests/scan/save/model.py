"""A game of little more than its save blocks, laid out as a test wants: it runs scripts.

The cartridge of this project has few of the script commands that tell how save blocks are laid out,
and one layout. This has all of them, and any layout; what it lacks is everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from gbatool.core import Buttons, EmulatorState
from gbatool.engine.families import FRLG
from gbatool.engine.layouts import BORDER, OBJECT_EVENT, SCRIPT_CONTEXT, offset_of
from gbatool.memory import RAM_REGIONS, ROM, Address, Snapshot
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import Candidate, Elimination, ProbeVerdict
from gbatool.scan.lab import family
from gbatool.scan.lab.autopilot import STEPS, Walking
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import FACING, WAITING, find_talk
from tests.ram import RamBuilder
from tests.scan.staging import probe_against

ONE, TWO, POCKETS, STRING, PARTY = 0x02010000, 0x02008000, 0x02004000, 0x02030000, 0x02031000
POINTERS = {"gSaveBlock1Ptr": 0x03001000, "gSaveBlock2Ptr": 0x03001004}
CONTEXT, OBJECTS, HEADER, POSITION = 0x03000100, 0x02032000, 0x02033000, 0x03001100
ADDRESSES = {
    **POINTERS,
    "sGlobalScriptContext": CONTEXT,
    "gStringVar4": STRING,
    "gPlayerParty": PARTY,
    "gObjectEvents": OBJECTS,
    "gMapHeader": HEADER,
}
RESULT, KEY, NAME = 0x800D, 0x3C5A_7E91, bytes((0xBB, 0xBE, 0xBB, 0xFF))
OTHER_BAG = 0x02038000
ROOM, STEP_FRAMES = range(2, 7), 17
BALLS, KINDS = (1, 2, 3, 4), 5
Number = tuple[int, int, int]
"""Offset of a half-word, a first bit and a number of bits in it."""


@dataclass
class Layout:
    """Where the game keeps what, FireRed's way by default; offsets are those in the save blocks.

    Attributes:
        key: Of the encryption key; None where nothing is encrypted.
        coins: Offset, and how many bits they have; -1 if they are outside the block.
        pc: Offset, and slots.
        pockets: Slots of each pocket; the third has the balls.
        capacity: Trait of what a table of pockets says.
        hours: The time's parts, likewise minutes and seconds.
        limit: Of the hours.
        mirrors: Start, other start and size of what is copied in each frame.
    """

    money: int = 0x290
    key: int | None = 0xF20
    coins: tuple[int, int] = (0x294, 16)
    flags: int = 0xEE0
    variables: int = 0x1000
    pc: tuple[int, int] = (0x298, 30)
    pockets: tuple[int, ...] = (42, 30, 13, 58, 43)
    capacity_mask: int = 0xFF
    pocket_numbers: bool = False
    position: int = 0
    location: int = 4
    dynamic_warp: int = 0x14
    layout_id: int = 0x32
    name: int = 0
    gender: int = 8
    trainer_id: int = 0xA
    hours: Number = (0xE, 0, 16)
    minutes: Number = (0x10, 0, 8)
    seconds: Number = (0x10, 8, 8)
    frames: int = 0x12
    limit: int | None = 999
    mirrors: list[tuple[int, int, int]] = field(default_factory=list)


class Model:
    """The game as an emulator that a laboratory can use."""

    def __init__(self, layout: Layout, key: int = KEY) -> None:
        self.layout, self.frame = layout, 0
        self.ram = RamBuilder()
        self.ram.put(ROM.base + 0x200, "I", POCKETS)
        for pointer, block in zip(POINTERS.values(), (ONE, TWO), strict=True):
            self.ram.put(pointer, "I", block).put(ROM.base + pointer % 0x100 + 0x300, "I", pointer)
        self.held, self.cooldown = Buttons.NONE, 0
        self._stand(3, 4)
        if layout.key is not None:
            self.ram.put(TWO + layout.key, "I", key)
        self.ram.put(ONE + layout.money, "I", 3000 ^ self.key)
        self._put_coins(0)
        self.ram.write(TWO + layout.name, NAME).put(TWO + layout.trainer_id, "I", 0x1A2B3C4D)
        self.ram.put(ONE + layout.pc[0], "2H", 13, 1)
        self.ram.put(HEADER + 0x12, "H", 7)
        self._warp(3, 1)
        start = ONE + 0x2000
        for index, slots in enumerate(layout.pockets):
            above = index << 10 if layout.pocket_numbers else 0
            self.ram.put(POCKETS + 8 * index, "IH", start, slots | above)
            start += 4 * slots

    @property
    def live(self) -> Snapshot:
        """What memory holds, not copied."""
        ewram, iwram, rom = (self.ram._bytes[region] for region in (*RAM_REGIONS, ROM))
        return Snapshot(ewram, iwram, rom, self.frame)

    def snapshot(self) -> Snapshot:
        """What memory holds now."""
        return self.ram.build(self.frame)

    def write(self, address: int, data: bytes) -> None:
        """Write into memory."""
        self.ram.write(address, data)

    def hold(self, buttons: Buttons) -> None:
        """Hold a direction, to walk."""
        self.held = buttons

    def draw(self, *, enabled: bool) -> None:
        """Nothing is drawn."""

    def save_state(self) -> EmulatorState:
        """All of it."""
        return cast("EmulatorState", self.snapshot())

    def load_state(self, state: EmulatorState) -> None:
        """Back to a state."""
        self.ram, self.cooldown = RamBuilder.of(cast("Snapshot", state)), 0

    def run(self, frames: int = 1) -> None:
        """Run what a script asks for, and let time pass."""
        for _ in range(frames):
            self.frame += 1
            if self._u8(CONTEXT + offset_of(SCRIPT_CONTEXT, "mode")) == 1:
                self._run_script(self._u32(CONTEXT + offset_of(SCRIPT_CONTEXT, "script")))
                self.ram.put(CONTEXT + offset_of(SCRIPT_CONTEXT, "mode"), "B", 0)
            self._count()
            self._walk()
            for start, other, size in self.layout.mirrors:
                self.ram.write(other, self._read(start, size))

    def _walk(self) -> None:
        """Take a step in the direction that is held, inside the room."""
        self.cooldown = max(0, self.cooldown - 1)
        if self.cooldown or self.held not in STEPS:
            return
        (dx, dy), at = STEPS[self.held], self.one + self.layout.position
        x, y = self._u16(at) + dx, self._u16(at + 2) + dy
        if x in ROOM and y in ROOM:
            self.cooldown = STEP_FRAMES
            self._stand(x, y)

    def _stand(self, x: int, y: int) -> None:
        self.ram.put(POSITION, "hh", BORDER + x, BORDER + y)
        self.ram.put(self.one + self.layout.position, "hh", x, y)

    def _read(self, address: int, size: int) -> bytes:
        region = next(one for one in (*RAM_REGIONS, ROM) if one.holds(address))
        data = self.ram._bytes[region]
        offset = address - region.base
        return data[offset : offset + size].tobytes()

    def _number(self, address: int, size: int) -> int:
        return int.from_bytes(self._read(address, size), "little")

    def _u8(self, address: int) -> int:
        return self._number(address, 1)

    def _u16(self, address: int) -> int:
        return self._number(address, 2)

    def _u32(self, address: int) -> int:
        return self._number(address, 4)

    @property
    def one(self) -> int:
        """Where SaveBlock1 is."""
        return self._u32(POINTERS["gSaveBlock1Ptr"])

    @property
    def two(self) -> int:
        """Where SaveBlock2 is."""
        return self._u32(POINTERS["gSaveBlock2Ptr"])

    @property
    def key(self) -> int:
        """What money is encrypted with."""
        return 0 if self.layout.key is None else self._u32(self.two + self.layout.key)

    def _part(self, part: Number) -> int:
        offset, first, count = part
        return self._u16(self.two + offset) >> first & ((1 << count) - 1)

    def _put_part(self, part: Number, value: int) -> None:
        offset, first, count = part
        mask = ((1 << count) - 1) << first
        word = self._u16(self.two + offset) & ~mask | value << first & mask
        self.ram.put(self.two + offset, "H", word)

    def _count(self) -> None:
        """``PlayTimeCounter_Update``."""
        layout = self.layout
        at = self.two + layout.frames
        self.ram.put(at, "B", (self._u8(at) + 1) & 0xFF)
        if self._u8(at) < 60:
            return
        self.ram.put(at, "B", 0)
        for part in (layout.seconds, layout.minutes):
            number = (self._part(part) + 1) & ((1 << part[2]) - 1)
            self._put_part(part, number if number < 60 else 0)
            if number < 60:
                return
        hours = self._part(layout.hours) + 1 & (1 << layout.hours[2]) - 1
        if self.layout.limit is None or hours <= self.layout.limit:
            self._put_part(layout.hours, hours)

    def _run_script(self, at: int) -> None:
        """Run commands until one is not known, or ends the script."""
        for _ in range(100):
            size = _COMMANDS.get(self._u8(at))
            if size is None:
                return
            size[1](self, self._read(at + 1, size[0]))
            at += 1 + size[0]

    def _variable(self, number: int) -> int:
        if number == RESULT:
            return CONTEXT + 0x80
        return self.one + self.layout.variables + 2 * (number - 0x4000)

    def set_var(self, data: bytes) -> None:
        """``setvar``."""
        self.ram.write(self._variable(_half(data)), data[2:])

    def add_var(self, data: bytes) -> None:
        """``addvar``."""
        at = self._variable(_half(data))
        self.ram.put(at, "H", self._u16(at) + _half(data, 2) & 0xFFFF)

    def copy_var(self, data: bytes) -> None:
        """``copyvar``."""
        self.ram.put(self._variable(_half(data)), "H", self._u16(self._variable(_half(data, 2))))

    def set_flag(self, data: bytes) -> None:
        """``setflag``."""
        at, bit = self._flag(_half(data))
        self.ram.put(at, "B", self._u8(at) | 1 << bit)

    def clear_flag(self, data: bytes) -> None:
        """``clearflag``."""
        at, bit = self._flag(_half(data))
        self.ram.put(at, "B", self._u8(at) & ~(1 << bit))

    def check_flag(self, data: bytes) -> None:
        """``checkflag``."""
        at, bit = self._flag(_half(data))
        self.ram.put(CONTEXT + 2, "B", self._u8(at) >> bit & 1)

    def _flag(self, number: int) -> tuple[int, int]:
        return self.one + self.layout.flags + number // 8, number % 8

    def add_money(self, data: bytes) -> None:
        """``addmoney``."""
        at = self.one + self.layout.money
        money = self._u32(at) ^ self.key
        self.ram.put(at, "I", min(money + int.from_bytes(data[:4], "little"), 999999) ^ self.key)

    def _coins_at(self) -> int:
        offset = self.layout.coins[0]
        return OTHER_BAG + 0x800 if offset < 0 else self.one + offset

    def _put_coins(self, coins: int) -> None:
        mask = (1 << self.layout.coins[1]) - 1
        at = self._coins_at()
        key = 0 if self.layout.coins[0] < 0 else self.key
        self.ram.put(at, "H", self._u16(at) & ~mask | (coins ^ key) & mask)

    def add_coins(self, data: bytes) -> None:
        """``addcoins``."""
        mask = (1 << self.layout.coins[1]) - 1
        key = 0 if self.layout.coins[0] < 0 else self.key
        coins = (self._u16(self._coins_at()) ^ key) & mask
        if coins < 9999:
            self._put_coins(min(coins + _half(data), 9999))

    def add_pc_item(self, data: bytes) -> None:
        """``addpcitem``."""
        offset, slots = self.layout.pc
        self._add(self.one + offset, slots, data, 0)

    def add_item(self, data: bytes) -> None:
        """``additem``."""
        item = _half(data)
        pocket = 2 if item in BALLS else item % len(self.layout.pockets)
        at = POCKETS + 8 * pocket
        slots = self._u16(at + 4) & self.layout.capacity_mask
        self._add(self._u32(at), slots, data, self.key & 0xFFFF)

    def _add(self, start: int, slots: int, data: bytes, key: int) -> None:
        item, quantity = _half(data), _half(data, 2)
        places = range(start, start + 4 * slots, 4)
        had = [at for at in places if self._u16(at) == item]
        free = [at for at in places if self._u16(at) == 0]
        for at in (had or free)[:1]:
            before = self._u16(at + 2) ^ key if had else 0
            self.ram.put(at, "2H", item, (before + quantity) ^ key)

    def set_dynamic_warp(self, data: bytes) -> None:
        """``setdynamicwarp``."""
        at = self.one + self.layout.dynamic_warp
        self.ram.write(at, data[:3] + b"\0" + data[3:])

    def set_layout(self, data: bytes) -> None:
        """``setmaplayoutindex``."""
        self.ram.write(self.one + self.layout.layout_id, data)

    def check_gender(self, _: bytes) -> None:
        """``checkplayergender``."""
        self.ram.put(self._variable(RESULT), "H", self._u8(self.two + self.layout.gender))

    def warp(self, data: bytes) -> None:
        """``warp``."""
        self._warp(data[0], data[1])

    def _warp(self, group: int, num: int) -> None:
        self.ram.put(self.one + self.layout.location, "BB", group, num)
        self.ram.put(OBJECTS + offset_of(OBJECT_EVENT, "map_num"), "BB", num, group)

    def message(self, data: bytes) -> None:
        """``message`` with the placeholder of the player's name, and nothing else."""
        if self._read(int.from_bytes(data, "little"), 3) == b"\xfd\x01\xff":
            self.ram.write(STRING, self._read(self.two + self.layout.name, 8))

    def give_mon(self, _: bytes) -> None:
        """``givemon``: nothing but its trainer's id."""
        self.ram.write(PARTY + 4, self._read(self.two + self.layout.trainer_id, 4))

    def nothing(self, _: bytes) -> None:
        """A command without effect here."""


def _half(data: bytes, at: int = 0) -> int:
    return int.from_bytes(data[at : at + 2], "little")


_COMMANDS: dict[int, tuple[int, Callable[[Model, bytes], None]]] = {
    0x16: (4, Model.set_var),
    0x17: (4, Model.add_var),
    0x19: (4, Model.copy_var),
    0x29: (2, Model.set_flag),
    0x2A: (2, Model.clear_flag),
    0x2B: (2, Model.check_flag),
    0x39: (7, Model.warp),
    0x3F: (7, Model.set_dynamic_warp),
    0x44: (4, Model.add_item),
    0x49: (4, Model.add_pc_item),
    0x67: (4, Model.message),
    0x6B: (0, Model.nothing),
    0x79: (14, Model.give_mon),
    0x90: (5, Model.add_money),
    0xA0: (0, Model.check_gender),
    0xA7: (2, Model.set_layout),
    0xB4: (2, Model.add_coins),
}


def lab_of(layout: Layout | None = None, *, key: int = KEY) -> Lab:
    """A laboratory with the game, in which all is known that save blocks are found by."""
    model: Any = Model(layout or Layout(), key)
    state = model.save_state()
    lab = Lab(model, Walking(state, (Address(POSITION),), (), presses=0, frames=0))
    lab.states |= {WAITING: state, FACING: state}
    lab.known |= {
        symbol: Candidate(Address(at), "given", {"player_slot": 0})
        for symbol, at in ADDRESSES.items()
    }
    lab._explored[find_talk] = None  # its states are there
    lab._measured[family._find_family] = FRLG
    return lab


def found(lab: Lab, *symbols: str) -> dict[str, str]:
    """The traits that the locators of these symbols prove, in this order."""
    traits: dict[str, str] = {}
    for symbol in symbols:
        story = eliminate(lab, LOCATORS[symbol])
        assert story.proven, (symbol, story.left, story.problems)
        assert story.survivor is not None
        traits |= story.survivor.traits
    return traits


def check_refuted(lab: Lab, symbol: str, rival: str, impostor: dict[str, str]) -> None:
    """The scan proposes an impostor with these traits, and the rival's probe refutes it."""
    proposed = LOCATORS[symbol].scan(lab)
    candidate = next(one for one in proposed if impostor.items() <= one.traits.items())
    check_probe(lab, symbol, rival, candidate)
    story: Elimination = eliminate(lab, LOCATORS[symbol])
    assert story.proven
    assert story.survivor is not None
    assert not impostor.items() <= story.survivor.traits.items()


def check_probe(lab: Lab, symbol: str, rival: str, candidate: Candidate) -> None:
    """The rival's probe refutes a candidate."""
    assert probe_against(symbol, rival).run(lab, candidate).verdict is ProbeVerdict.REFUTED
