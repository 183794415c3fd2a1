"""Names that stand in the records of another table: those of species and moves, in expansions."""

from __future__ import annotations

from dataclasses import replace

from gbatool.engine.traits import NAMES
from gbatool.errors import ProbeError
from gbatool.scan.findings import Candidate
from gbatool.scan.kernel.rom_tables import FIRST_CODE
from gbatool.scan.lab.buffers import names
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.tables.forms import KINDS, Table, find_tables, table_of
from gbatool.scan.tables.name_tables import compare, known_names, spread, texts_of

SPREAD = 12


def find_inner(lab: Lab, command: int, symbol: str, start: int, stride: int) -> Table | None:
    """The names in a table's records, as far as scripts can show them; None where it has none.

    Args:
        lab: The laboratory.
        command: The script command that shows them.
        symbol: The table's.
        start: Offset of the record with index 0.
        stride: Bytes of a record.
    """
    if "gStringVar4" not in lab.known:
        return None
    try:
        known = known_names(lab, command)
    except ProbeError:
        return None
    for table in find_tables(lab, KINDS[command], known):
        if (table.start, table.form.stride) == (start, stride):
            return replace(table, form=replace(table.form, symbol=symbol))
    return None


def compare_inner(lab: Lab, candidate: Candidate, command: int) -> tuple[int, int]:
    """How many names in the records the engine shows, and of how many; none where there are none."""
    kind = KINDS[command]
    if f"{NAMES}.{kind}" not in candidate.traits:
        return 0, 0
    table = table_of(candidate, kind)
    texts = texts_of(lab.emulator.live.rom, table, spread(table.count, SPREAD))
    plain = {i: text for i, text in texts.items() if text and max(text) < FIRST_CODE}
    return compare(plain, names(lab, command, [*plain]))
