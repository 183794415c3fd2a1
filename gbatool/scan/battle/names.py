"""gTypeNames and gAbilityNames: the names that a battle's move menu and messages show.

The move menu composes the type's name of a move in the buffer of battle messages. A message names
the ability of an opponent that prevents running; it reads the ability when it is expanded, so that
a write between the choice and the message decides which name is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from gbatool.core import Buttons
from gbatool.engine.pokemon import BATTLE_MOVE, NAME_TABLES
from gbatool.errors import ProbeError
from gbatool.scan.battle.cursors import TO_RUN
from gbatool.scan.battle.displayed_string import TEXT_SIZE
from gbatool.scan.battle.mons import battler_field
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.rom_tables import TEXT_END, Stride
from gbatool.scan.lab import stages
from gbatool.scan.lab.battle_explore import BATTLE_ACTION, HOME, NEEDED, label_action, tap
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import Write, write8, writes
from gbatool.scan.locator import LocatorDoc, Probe
from gbatool.scan.tables.name_tables import TextTable, compare, spread, texts_of

SLOTS = 4
SOME_PP, MENU_FRAMES = 5, 45
SHADOW_TAG, REFUSAL_FRAMES = 23, 40
"""An ability that prevents running, the same in every family."""
FIRST_ABILITIES, ABILITIES_ASKED = range(1, 13), 16
FIRST_TYPES, TYPES_ASKED = 6, 32
ENOUGH = 4

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


def moves_by_type(lab: Lab) -> dict[int, int]:
    """Type -> the first move of that type in the proven table."""
    table = lab.known["gBattleMoves"]
    found: dict[int, int] = {}
    moves = lab.emulator.live.array(table.address, BATTLE_MOVE, table.fields["count"])
    for move, kind in list(enumerate(moves["type"].tolist()))[1:]:
        found.setdefault(kind, move)
    return found


def _type_text(lab: Lab, move: int) -> bytes:
    """The buffer's text once the menu has opened for a mon that knows this move alone."""
    knows = Write(battler_field(lab, 0, "moves"), SLOTS * move.to_bytes(2, "little"))
    with lab.at(BATTLE_ACTION) as emulator:
        writes(knows, Write(battler_field(lab, 0, "pp"), bytes((SOME_PP,)) * SLOTS))(emulator)
        tap(lab, *HOME, Buttons.A)
        emulator.run(MENU_FRAMES)
        return _displayed(lab)


@measurement
def _shown_types(lab: Lab) -> dict[int, bytes]:
    label_action(lab)
    texts = {kind: _type_text(lab, move) for kind, move in moves_by_type(lab).items()}
    if len({*texts.values()}) < ENOUGH:
        raise ProbeError("the move menu does not compose the names of types in the battle's buffer")
    frame = Frame.of(texts.values())
    return {kind: frame.name(text) for kind, text in texts.items()}


def type_names(lab: Lab, types: Sequence[int]) -> dict[int, bytes]:
    """The names that the menu shows for these types; types that no move has are left out.

    Raises:
        ProbeError: Its texts do not follow the type.
    """
    shown = _shown_types(lab)
    return {kind: shown[kind] for kind in types if kind in shown}


def _ability_texts(lab: Lab, ability: int | None, at: int | None) -> list[bytes]:
    """The buffer's text in each frame after running from an opponent with Shadow Tag.

    Args:
        lab: The laboratory.
        ability: An ability that is written over it.
        at: The frame after the choice in which it is written; the last one.
    """
    place = battler_field(lab, 1, "ability")
    texts = []
    with lab.at(label_action(lab)) as emulator:
        tap(lab, *HOME, *TO_RUN)
        write8(place, SHADOW_TAG)(emulator)
        texts.append(_displayed(lab))
        for frame in range(REFUSAL_FRAMES if at is None else at + 1):
            if frame == at and ability is not None:
                write8(place, ability)(emulator)
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
    return _ability_texts(lab, ability, _refusal_frame(lab))[-1]


@measurement
def _ability_frame(lab: Lab) -> Frame:
    texts = [_ability_text(lab, ability) for ability in FIRST_ABILITIES]
    if len({*texts}) < ENOUGH:
        raise ProbeError("the message that the player can't run does not follow the ability")
    return Frame.of(texts)


def ability_names(lab: Lab, abilities: Sequence[int]) -> dict[int, bytes]:
    """The names of these abilities in the message that the player can't run; any byte is one."""
    frame = _ability_frame(lab)
    return {ability: frame.name(_ability_text(lab, ability)) for ability in abilities}


@dataclass(frozen=True, slots=True)
class PredictShown(Probe):
    """Names throughout the table are those that the battle shows.

    Attributes:
        names: Makes the battle show the names of some indices.
        asked: How many indices it is asked for, at the most.
    """

    names: Names
    asked: int
    name = "predict-names"
    stage = stages.BATTLE_ACTION
    predicted = "the names throughout the table are those that the battle shows for their indices"
    observed = "{} of {} were shown"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Read the names in the ROM, then let the battle show them."""
        shown = self.names(lab, spread(candidate.fields["count"], self.asked))
        return self.tally(*compare(texts_of(lab.emulator.live.rom, candidate, [*shown]), shown))


RIVALS = {"a table that begins with the same names": "predict-names"}
LIMITS = ("A whole copy of the table leaves two candidates, so it is unresolved then.",)


class TypeNames(TextTable):
    """Names of the types, one a record."""

    symbol = "gTypeNames"
    table, alone = NAME_TABLES.types, True
    requires = (*NEEDED, "gBattleMons", "gDisplayedStringBattle", "gBattleMoves")
    probes = (PredictShown(type_names, TYPES_ASKED),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="ROM table of the names of types, 7 bytes each, indexed by type.",
        rivals=RIVALS,
        references=(
            "pret/pokefirered: src/battle_controller_player.c, MoveSelectionDisplayMoveType",
        ),
        limitations=(*LIMITS, "The menu must compose the text in the battle's buffer."),
    )

    def known(self, lab: Lab) -> Mapping[int, bytes]:
        """The names that the menu shows for the first types that moves have."""
        return type_names(lab, sorted(moves_by_type(lab))[:FIRST_TYPES])

    def count(self, lab: Lab, stride: Stride, run: int) -> int:  # noqa: ARG002 - as its base
        """As many as moves have types: code names single records of this table."""
        return min(max(moves_by_type(lab)) + 1, run)


class AbilityNames(TextTable):
    """Names of the abilities, one a record."""

    symbol = "gAbilityNames"
    table, alone = NAME_TABLES.abilities, True
    requires = (*NEEDED, "gBattleMons", "gDisplayedStringBattle")
    probes = (PredictShown(ability_names, ABILITIES_ASKED),)
    stage = stages.BATTLE_ACTION
    doc = LocatorDoc(
        summary="ROM table of the names of abilities, 13 bytes each, indexed by ability.",
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
