"""Who plays, in SaveBlock2: name, gender, trainer id and options.

Messages show the name, a script asks for the gender, and a mon that is given has the player's id: with
other values written there, these change.
"""

from __future__ import annotations

from gbatool.core import Buttons
from gbatool.engine.layouts import offset_of
from gbatool.engine.rom_header import read_game_header
from gbatool.engine.save_layouts import SAVE_BLOCK2
from gbatool.engine.text import END
from gbatool.engine.traits import field_of, field_value
from gbatool.memory import Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import find_all
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import CHECK_GENDER
from gbatool.scan.lab.gift import GIVE_FRAMES, find_gift
from gbatool.scan.lab.inject import inject
from gbatool.scan.lab.laboratory import Lab, Poke, measurement
from gbatool.scan.lab.pokes import Write, write8, writes
from gbatool.scan.lab.save_data import base_block, data_of, then
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe
from gbatool.scan.overworld.save_blocks import (
    FAST,
    OPTIONS,
    SPEED_MASK,
    TextSpeedProbe,
    other_letter,
    shown_name,
)
from gbatool.scan.save.event_data import FIRST_VARIABLE, VARIABLES

NAME, GENDER, TRAINER_ID, OPTION_BITS = (
    f"save_block2.{field}"
    for field in ("player_name", "player_gender", "player_trainer_id", "options")
)
NAME_BYTES = SAVE_BLOCK2["player_name"].itemsize
NEAR = 0x20
"""Bytes before and behind the name in which the gender is looked for."""
COPY_VAR, RESULT, SCRATCH = 0x19, 0x800D, 5
"""Command that copies a variable, the one with a command's result, and a saved one's index."""
SPECIES, LEVEL = 1, 17
IDS = (b"\x12\x34\x56\x78", b"\xa1\x07\x5e\x93")
OT_ID = 4
"""Offset of the id in a mon's record."""
OWNERS = ("gSaveBlock2Ptr", "gSaveBlock2")


class WriteName(Probe):
    """Messages show the name that was written there."""

    name = "poke-name"
    stage = stages.WAITING
    predicted = "messages show the name that was written there"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write another first letter."""
        at = base_block(lab, 2) + field_of(candidate.traits[NAME])[0]
        letter = other_letter(shown_name(lab))
        shown = shown_name(lab, Write(at, letter))
        return self.single(held=shown[:1] == letter, yes="they did", no="they showed the old one")


class PlayerName(Locator):
    """The player's name."""

    symbol = NAME
    size = 0
    requires = ("sGlobalScriptContext", "gStringVar4")
    after = OWNERS
    teaches = (NAME,)
    probes = (WriteName(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock2 the player's name is.",
        rivals={"a copy of the name": "poke-name"},
        references=("pret/pokefirered: src/string_util.c, ExpandPlaceholder_PlayerName",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every place in the block with the name that messages show."""
        name = shown_name(lab)
        data = data_of(lab, lab.snapshot(WAITING), 2).tobytes()
        reason = "the name that messages show is there"
        return [
            Candidate(Address(at), reason, traits={NAME: field_value("u8", at, NAME_BYTES)})
            for at in (find_all(data, name + bytes((END,))) if name else ())
        ]


class WriteGender(Probe):
    """A script that asks for the gender is told the one that was written there."""

    name = "poke-gender"
    stage = stages.WAITING
    predicted = "a script is told the gender that was written there"
    observed = "{} of {} were"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write either, and ask."""
        at = base_block(lab, 2) + field_of(candidate.traits[GENDER])[0]
        held = sum(_gender(lab, write8(at, gender)) == gender for gender in (0, 1))
        return self.tally(held, 2)


def _gender(lab: Lab, poke: Poke) -> int:
    """The player's gender as scripts are told it, after a poke."""
    scratch = FIRST_VARIABLE + SCRATCH
    copy = bytes((COPY_VAR, *scratch.to_bytes(2, "little"), *RESULT.to_bytes(2, "little")))
    at = base_block(lab) + offset_of(lab.structures.save_block1, "vars") + 2 * SCRATCH
    after = then(lab, bytes((CHECK_GENDER,)) + copy, poke, Write(at, b"\xff\xff"))
    return after.u16(at)


class PlayerGender(Locator):
    """The player's gender."""

    symbol = GENDER
    size = 0
    requires = ("sGlobalScriptContext", NAME, VARIABLES)
    teaches = (GENDER,)
    probes = (WriteGender(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock2 the player's gender is.",
        rivals={"another byte that is 0 or 1": "poke-gender"},
        references=("pret/pokefirered: src/scrcmd.c, ScrCmd_checkplayergender",),
        limitations=("It is looked for near the name and where the ROM's header has it.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Bytes that are 0 or 1, near the name or where the header of the ROM says."""
        snapshot = lab.snapshot(WAITING)
        data = data_of(lab, snapshot, 2)
        name = offset_of(lab.structures.save_block2, "player_name")
        header = read_game_header(snapshot.rom.tobytes())
        places = set(range(max(0, name - NEAR), min(len(data), name + NEAR)))
        places |= {header.save.player_gender} if header is not None else set()
        reason = "a byte that is 0 or 1"
        return [
            Candidate(Address(at), reason, traits={GENDER: field_value("u8", at)})
            for at in sorted(places)
            if at < len(data) and data[at] <= 1
        ]


class WriteTrainerId(Probe):
    """A mon that is given has the id that was written there."""

    name = "poke-id"
    stage = stages.WAITING
    predicted = "a mon that is given has the trainer id that was written there"
    observed = "{} of {} had"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write two ids."""
        at = base_block(lab, 2) + field_of(candidate.traits[TRAINER_ID])[0]
        return self.tally(sum(_id_of_gift(lab, Write(at, one)) == one for one in IDS), len(IDS))


@measurement
def _own_id(lab: Lab) -> bytes:
    return _id_of_gift(lab)


def _id_of_gift(lab: Lab, poke: Poke | None = None) -> bytes:
    """The trainer id of a mon that a script gave into an empty party."""
    script = inject(lab, find_gift(lab).mon(SPECIES, LEVEL), empty_party=True)
    whole = script if poke is None else writes(poke, script)
    after = lab.run_after(WAITING, [(Buttons.NONE, GIVE_FRAMES)], whole)
    return after.read(lab.address("gPlayerParty") + OT_ID, 4).tobytes()


class PlayerTrainerId(Locator):
    """The player's trainer id."""

    symbol = TRAINER_ID
    size = 0
    requires = ("sGlobalScriptContext", "gPlayerParty")
    after = OWNERS
    teaches = (TRAINER_ID,)
    probes = (WriteTrainerId(),)
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock2 the player's trainer id is.",
        rivals={"a copy of the id": "poke-id"},
        references=("pret/pokefirered: src/pokemon.c, CreateBoxMon",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every place in the block with the id of a mon that is given."""
        data = data_of(lab, lab.snapshot(WAITING), 2).tobytes()
        reason = "the id of a mon that is given is there"
        return [
            Candidate(Address(at), reason, traits={TRAINER_ID: field_value("u32", at)})
            for at in find_all(data, _own_id(lab))
        ]


class WriteTextSpeed(TextSpeedProbe):
    """Text prints at the speed that was written there."""

    predicted = "text prints at the speed that was written"

    def write_speed(self, candidate: Candidate, speed: int) -> Poke:
        """Write the speed into the options."""
        return write8(candidate.fields["at"], speed)


class Options(Locator):
    """The options."""

    symbol = OPTION_BITS
    size = 0
    after = OWNERS
    teaches = (OPTION_BITS,)
    probes = (WriteTextSpeed(),)
    stage = stages.FACING
    doc = LocatorDoc(
        summary="Whether the options are where every retail game has them.",
        rivals={"another byte of the block": "poke-text-speed"},
        references=("pret/pokefirered: include/global.h, struct SaveBlock2",),
        limitations=("Engines that keep them elsewhere are told, but not where.",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """The retail games' place, if a text speed is there."""
        at = base_block(lab, 2) + OPTIONS
        if lab.snapshot(WAITING).u8(at) & SPEED_MASK > FAST:
            return []
        traits = {OPTION_BITS: field_value("u16", OPTIONS)}
        reason = "a text speed is where the retail games have it"
        return [Candidate(Address(OPTIONS), reason, {"at": at}, traits)]
