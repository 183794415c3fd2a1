"""gStringVar1, gStringVar2 and gStringVar3: texts that scripts and menus put into messages.

Scripts fill them with names; messages show them through placeholders. A text that was written into
the true one is what the next message shows in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gbatool.engine.families import ENGINES
from gbatool.errors import ProbeError
from gbatool.memory import Snapshot
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import where_text
from gbatool.scan.kernel.rom_tables import TEXT_END
from gbatool.scan.lab import stages
from gbatool.scan.lab.buffers import SPECIES_NAME, VARIABLES, buffer_name, expanded, is_plain
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.laboratory import Lab, measurement
from gbatool.scan.lab.pokes import Write
from gbatool.scan.locator import Locator, LocatorDoc, Probe

SPECIES = (1, 2, 3)
LETTER_RUNS = (bytes(range(0xBB, 0xC7)), bytes(range(0xE8, 0xDA, -1)))
"""Letters in an order that no name has."""


@measurement
def _filled(lab: Lab) -> list[tuple[Snapshot, list[bytes]]]:
    """RAM and the variables' texts, with the same names in them in two orders."""
    found = []
    for turn in (0, 1):
        order = SPECIES[turn:] + SPECIES[:turn]
        code = b"".join(buffer_name(SPECIES_NAME, i, species) for i, species in enumerate(order))
        after, texts = expanded(lab, code)
        if len({*texts}) != VARIABLES or not all(text and is_plain(text) for text in texts):
            raise ProbeError("scripts can't put the names of three species into a message")
        found.append((after, texts))
    return found


@dataclass(frozen=True, slots=True)
class ShowPoked(Probe):
    """A text written there is what the next message shows for that variable.

    Attributes:
        variable: Which one, from 0.
    """

    variable: int
    name = "poke-text"
    stage = stages.WAITING
    predicted = (
        "a text written there is what a message shows in this variable's place, and no other"
    )
    observed = "{} of {} texts were"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write texts, and let the engine expand a message with the variable's placeholder."""
        others = (i for i in range(VARIABLES) if i != self.variable)
        code = b"".join(buffer_name(SPECIES_NAME, i, SPECIES[i]) for i in others)
        held = 0
        for text in LETTER_RUNS:
            poke = Write(candidate.address, text + bytes((TEXT_END,)))
            _, texts = expanded(lab, code, poke)
            held += [index for index, shown in enumerate(texts) if shown == text] == [self.variable]
        return self.tally(held, len(LETTER_RUNS))


class _StringVar(Locator):
    """One of the three variables."""

    variable: ClassVar[int]
    size = min(size for engine in ENGINES.values() for size in engine.scripts.string_var_sizes)
    requires = ("sGlobalScriptContext", "gStringVar4")
    stage = stages.WAITING

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every RAM address that held the names that scripts put into the variable."""
        places = set.intersection(
            *(
                set(where_text(snapshot, texts[self.variable] + bytes((TEXT_END,))))
                for snapshot, texts in _filled(lab)
            )
        )
        reason = "held the names of two species that scripts put into the variable"
        return [Candidate(address, reason, self._fields(lab)) for address in places]

    def _fields(self, lab: Lab) -> dict[str, int]:
        """The size that the family has; 0, for not known, without a family."""
        try:
            return {"size": find_family(lab).scripts.string_var_sizes[self.variable]}
        except ProbeError:
            return {"size": 0}


def _doc(number: int) -> LocatorDoc:
    return LocatorDoc(
        summary=f"Text number {number} of those that messages can show.",
        rivals={
            "a copy of the variable": "poke-text",
            "another of the string variables": "poke-text",
        },
        references=(
            "pret/pokefirered: src/string_util.c, GetExpandedPlaceholder",
            "pret/pokefirered: src/scrcmd.c, sScriptStringVars",
        ),
        limitations=("Its size is the family's; the scan can't see where it ends.",),
    )


class StringVar1(_StringVar):
    """Placeholder 2 of messages."""

    symbol, variable, doc = "gStringVar1", 0, _doc(1)
    probes = (ShowPoked(0),)


class StringVar2(_StringVar):
    """Placeholder 3 of messages."""

    symbol, variable, doc = "gStringVar2", 1, _doc(2)
    probes = (ShowPoked(1),)


class StringVar3(_StringVar):
    """Placeholder 4 of messages."""

    symbol, variable, doc = "gStringVar3", 2, _doc(3)
    probes = (ShowPoked(2),)
