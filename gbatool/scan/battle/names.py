"""gTypeNames and gAbilityNames: the names that a battle's move menu and messages show.

The move menu composes the type's name of a move in the buffer of battle messages. A message names
the ability of an opponent that prevents running; it reads the ability when it is expanded, so that
a write between the choice and the message decides which name is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from gbatool.core import Buttons
from gbatool.engine.layouts import has_field, number_of
from gbatool.engine.pokemon import NAME_TABLES
from gbatool.engine.traits import trait_value, with_traits
from gbatool.errors import ProbeError
from gbatool.memory import ROM
from gbatool.scan.battle.cursors import TO_RUN
from gbatool.scan.battle.displayed_string import TEXT_SIZE
from gbatool.scan.battle.mons import battler_field
from gbatool.scan.battle.move_types import OLDEST, type_field
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.rom_tables import TEXT_END
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import BATTLE_ACTION, HOME, NEEDED, label_action, tap
from gbatool.scan.lab.buffers import is_plain
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import Write, writes
from gbatool.scan.locator import LocatorDoc, Probe
from gbatool.scan.tables.forms import Table, table_of
from gbatool.scan.tables.name_tables import compare, spread, texts_of
from gbatool.scan.tables.text_tables import TextTable

SLOTS = 4
SOME_PP, MENU_FRAMES = 5, 45
SHADOW_TAG, REFUSAL_FRAMES = 23, 40
"""An ability that prevents running, the same in every family."""
FIRST_ABILITIES, ABILITIES_ASKED = range(1, 13), 16
FIRST_TYPES, TYPES_ASKED = 6, 32
ENOUGH = 4
FONT = re.compile(rb"\xfc\x06.", re.DOTALL)
"""Control code before a name that is too wide for the usual font."""
EVERY, MOVE_TYPE = 3, "battle_move.type"
"""One of so many of the oldest moves shows its type."""
UNBROKEN, NEW_LINE, SPACE = b"\x39", b"\xfe", b"\0"
"""What some expansions show instead of a space inside a name, so that no line ends there."""

Names = Callable[[Lab, Sequence[int]], Mapping[int, bytes]]


def _common(texts: Sequence[bytes]) -> bytes:
    """The longest prefix of all texts: as far as the least and the greatest agree."""
    least, most = min(texts), max(texts)
    agree = takewhile(lambda pair: pair[0] == pair[1], zip(least, most, strict=False))
    return bytes(character for character, _ in agree)


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds a name in a text that the game composes."""

    before: bytes
    behind: bytes

    @classmethod
    def of(cls, texts: Iterable[bytes]) -> Frame:
        """The longest prefix and the longest suffix that some texts share."""
        texts = [*texts]
        before = _common(texts)
        rest = [text[len(before) :][::-1] for text in texts]
        return cls(before, _common(rest)[::-1])

    def name(self, text: bytes) -> bytes:
        """The name in such a text; the whole text where the frame does not fit.

        >>> Frame.of([b"a FAST one", b"a SLOW one"]).name(b"a NEW one")
        b'NEW'
        """
        if not (text.startswith(self.before) and text.endswith(self.behind)):
            return text
        return text[len(self.before) : len(text) - len(self.behind)]


def _displayed(lab: Lab) -> bytes:
    data = lab.emulator.live.read(lab.address("gDisplayedStringBattle"), TEXT_SIZE).tobytes()
    return data.partition(bytes((TEXT_END,)))[0]


@measurement
def type_trait(lab: Lab) -> str:
    """Where a move's type stands in its record: a trait of the form in which these are.

    Raises:
        ProbeError: It can't be told.
    """
    layout = lab.structures.battle_move
    if has_field(layout, "type"):
        return trait_value(lab.structures, MOVE_TYPE)
    label_action(lab)
    shown = {move: _type_text(lab, move) for move in range(1, OLDEST, EVERY)}
    start = lab.address("gBattleMoves") - ROM.base
    return type_field(lab.emulator.live.rom, start, layout.itemsize, shown)


def move_types(lab: Lab) -> list[int]:
    """The type of each move.

    Raises:
        ProbeError: Where it stands in the records can't be told.
    """
    table = lab.known["gBattleMoves"]
    layout = with_traits(lab.structures, {MOVE_TYPE: type_trait(lab)}).battle_move
    moves = lab.emulator.live.array(table.address, layout, table.fields["count"])
    return [number_of(layout, "type", word) for word in moves["type"].tolist()]


def moves_by_type(lab: Lab) -> dict[int, int]:
    """Type -> the first move of that type in the proven table.

    Raises:
        ProbeError: Where it stands in the records can't be told.
    """
    found: dict[int, int] = {}
    for move, kind in list(enumerate(move_types(lab)))[1:]:
        found.setdefault(kind, move)
    return found


def _type_text(lab: Lab, move: int) -> bytes:
    """The buffer's text once the menu has opened for a mon that knows this move alone."""
    knows = Write(battler_field(lab, 0, "moves"), SLOTS * move.to_bytes(2, "little"))
    with lab.at(BATTLE_ACTION) as emulator:
        writes(knows, Write(battler_field(lab, 0, "pp"), bytes((SOME_PP,)) * SLOTS))(emulator)
        tap(lab, *HOME, Buttons.A)
        emulator.run(MENU_FRAMES)
        return FONT.sub(b"", _displayed(lab))


@measurement
def _type_texts(lab: Lab) -> dict[int, bytes]:
    label_action(lab)
    texts = {kind: _type_text(lab, move) for kind, move in moves_by_type(lab).items()}
    frame = Frame.of(texts.values())
    names = {name for text in texts.values() if (name := frame.name(text)) and is_plain(name)}
    if len(names) < ENOUGH:
        raise ProbeError("the move menu does not compose the names of types in the battle's buffer")
    return texts


def _type_frame(lab: Lab) -> Frame:
    return Frame.of(_type_texts(lab).values())


def type_names(lab: Lab, types: Sequence[int]) -> dict[int, bytes]:
    """The names that the menu shows for these types; types that no move has are left out.

    Raises:
        ProbeError: Its texts do not follow the type.
    """
    texts, frame = _type_texts(lab), _type_frame(lab)
    return {kind: frame.name(texts[kind]) for kind in types if kind in texts}


def ability_width(lab: Lab) -> int:
    """Bytes of a battler's ability."""
    return int(lab.structures.battle_mon["ability"].itemsize)


def _ability_texts(lab: Lab, ability: int | None, at: int | None) -> list[bytes]:
    """The buffer's text in each frame after running from an opponent with Shadow Tag.

    Args:
        lab: The laboratory.
        ability: An ability that is written over it.
        at: The frame after the choice in which it is written; the last one.
    """
    place, width = battler_field(lab, 1, "ability"), ability_width(lab)
    texts = []
    with lab.at(label_action(lab)) as emulator:
        tap(lab, *HOME, *TO_RUN)
        Write(place, SHADOW_TAG.to_bytes(width, "little"))(emulator)
        texts.append(_displayed(lab))
        for frame in range(REFUSAL_FRAMES if at is None else at + 1):
            if frame == at and ability is not None:
                Write(place, ability.to_bytes(width, "little"))(emulator)
            emulator.hold(Buttons.A if frame < 2 else Buttons.NONE)
            emulator.run()
            texts.append(_displayed(lab))
    return texts


@measurement
def _refusal_frame(lab: Lab) -> int:
    """The frame after the choice in which the message that the player can't run is expanded.

    Raises:
        ProbeError: There is no such message.
    """
    label_action(lab)
    texts = _ability_texts(lab, None, None)
    for frame in range(REFUSAL_FRAMES):
        if texts[frame + 1] != texts[0]:
            return frame
    raise ProbeError("no message follows running from an opponent whose ability prevents it")


def _ability_text(lab: Lab, ability: int) -> bytes:
    """The message with an ability in it, all on one line: engines that break lines do it by length."""
    text = _ability_texts(lab, ability, _refusal_frame(lab))[-1]
    return text.replace(UNBROKEN, SPACE).replace(NEW_LINE, SPACE)


@measurement
def _ability_frame(lab: Lab) -> Frame:
    texts = [_ability_text(lab, ability) for ability in FIRST_ABILITIES]
    if len({*texts}) < ENOUGH:
        raise ProbeError("the message that the player can't run does not follow the ability")
    return Frame.of(texts)


def ability_names(lab: Lab, abilities: Sequence[int]) -> dict[int, bytes]:
    """The names of these abilities in the message that the player can't run.

    Any number is one that a battler's record has room for; others are left out.
    """
    frame, most = _ability_frame(lab), 1 << 8 * ability_width(lab)
    return {
        ability: frame.name(_ability_text(lab, ability)) for ability in abilities if ability < most
    }


@dataclass(frozen=True, slots=True)
class PredictShown(Probe):
    """Names throughout the table are those that the battle shows.

    Attributes:
        whose: A field of :class:`~gbatool.engine.pokemon.NameTables`.
        names: Makes the battle show the names of some indices.
        asked: How many indices it is asked for, at the most.
    """

    whose: str
    names: Names
    asked: int
    name = "predict-names"
    stage = stages.BATTLE_ACTION
    predicted = "the names throughout the table are those that the battle shows for their indices"
    observed = "{} of {} were shown"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Read the names in the ROM, then let the battle show them."""
        rom, table = lab.emulator.live.rom, table_of(candidate, self.whose)
        indices = spread(table.count, self.asked)
        shown = self.names(lab, [i for i in indices if table.has_name(rom, i)])
        return self.tally(*compare(texts_of(rom, table, [*shown]), shown))


class PredictTypes(PredictShown):
    """The same; where the place of a move's type was told by some moves, others have it there, too."""

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Read the names in the ROM, then let the battle show them, also for moves not asked yet."""
        names = super().run(lab, candidate)
        if has_field(lab.structures.battle_move, "type"):
            return names
        rom, table, kinds = lab.emulator.live.rom, table_of(candidate, self.whose), move_types(lab)
        frame, others = _type_frame(lab), range(1 + EVERY // 2, OLDEST, 4 * EVERY)
        shown = {kinds[move]: frame.name(_type_text(lab, move)) for move in others}
        held, tried = compare(texts_of(rom, table, [*shown]), shown)
        return self.tally(names.held + held, names.tried + tried)


RIVALS = {"a table that begins with the same names": "predict-names"}
LIMITS = ("A whole copy of the table leaves two candidates, so it is unresolved then.",)


class TypeNames(TextTable):
    """Names of the types, one a record."""

    symbol, kind = "gTypeNames", "types"
    table = NAME_TABLES.types
    teaches = ("names.types", MOVE_TYPE)
    requires = (*NEEDED, "gBattleMons", "gDisplayedStringBattle", "gBattleMoves")
    probes = (PredictTypes("types", type_names, TYPES_ASKED),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="ROM table of the names of types, 7 bytes each in the retail games, indexed by type.",
        rivals=RIVALS,
        references=(
            "pret/pokefirered: src/battle_controller_player.c, MoveSelectionDisplayMoveType",
        ),
        limitations=(*LIMITS, "The menu must compose the text in the battle's buffer."),
    )

    def known(self, lab: Lab) -> Mapping[int, bytes]:
        """The names that the menu shows for the first types that moves have."""
        return type_names(lab, sorted(moves_by_type(lab))[:FIRST_TYPES])

    def count(self, lab: Lab, table: Table) -> int:
        """As many as moves have types: code names single records of this table."""
        if table.form.stride != self.table.stride:
            return table.count
        return min(max(moves_by_type(lab)) + 1, table.run)

    def traits(self, lab: Lab, table: Table) -> dict[str, str]:
        """The names' place, and the place of a move's type that they told."""
        return {**super().traits(lab, table), MOVE_TYPE: type_trait(lab)}


class AbilityNames(TextTable):
    """Names of the abilities, one a record."""

    symbol, kind = "gAbilityNames", "abilities"
    table = NAME_TABLES.abilities
    teaches = ("names.abilities",)
    requires = (*NEEDED, "gBattleMons", "gDisplayedStringBattle")
    probes = (PredictShown("abilities", ability_names, ABILITIES_ASKED),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="ROM table of the names of abilities, 13 bytes each in the retail games, indexed by"
        " ability.",
        rivals=RIVALS,
        references=(
            "pret/pokefirered: src/battle_main.c, IsRunningFromBattleImpossible",
            "pret/pokefirered: src/battle_message.c, B_TXT_SCR_ACTIVE_ABILITY",
        ),
        limitations=(*LIMITS, "Ability 23 must prevent running, as in every game of the families."),
    )

    def known(self, lab: Lab) -> Mapping[int, bytes]:
        """The names that the battle shows for the first abilities."""
        return ability_names(lab, FIRST_ABILITIES)
