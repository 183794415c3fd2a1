"""What locators of ROM tables of names have in common, whatever shows the names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from gbatool.engine.pokemon import NameTable
from gbatool.errors import ProbeError
from gbatool.scan.findings import Candidate
from gbatool.scan.kernel.name_places import find_places
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator
from gbatool.scan.tables.forms import Table, find_tables, rom_bytes, trait_of


class TextTable(Locator):
    """A ROM table of equally wide records with texts, or with pointers to them.

    Attributes:
        kind: Whose names they are: a field of :class:`~gbatool.engine.pokemon.NameTables`.
        table: Its form in the retail games.
        instead: Symbol of the table whose records have the names in other engines; None where they
            stay in the table itself.
    """

    kind: ClassVar[str]
    table: ClassVar[NameTable]
    instead: ClassVar[str | None] = None
    size = 0

    @abstractmethod
    def known(self, lab: Lab) -> Mapping[int, bytes]:
        """Index -> the text that the game shows for it, at least two.

        Raises:
            ProbeError: It shows fewer.
        """

    def scan(self, lab: Lab) -> list[Candidate]:
        """Every ROM table in which the names that the engine shows are a record apart."""
        known = self.known(lab)
        tables = find_tables(lab, self.kind, known)
        if not tables:
            self._explain(lab, known)
        if self.instead is not None:
            live = lab.emulator.live
            elsewhere = [table for table in tables if not table.is_of_names_alone(live)]
            tables = [table for table in tables if table not in elsewhere]
            if elsewhere and not tables:
                raise ProbeError(
                    f"its names are in records of {elsewhere[0].form.stride} bytes, as those of"
                    f" {self.instead}"
                )
        return [self._candidate(lab, table) for table in tables]

    def count(self, lab: Lab, table: Table) -> int:  # noqa: ARG002 - for others that know better
        """How many records the table has."""
        return table.count

    def traits(self, lab: Lab, table: Table) -> dict[str, str]:  # noqa: ARG002 - for others
        """What the engine is like if this is the table."""
        return trait_of(self.kind, table.form)

    def _candidate(self, lab: Lab, table: Table) -> Candidate:
        count = max(self.count(lab, table), 2)
        stride = table.form.stride
        fields = {"count": count, "width": stride, "size": count * stride}
        reason = f"{count} names at equal distances, those that the engine shows included"
        return Candidate(table.address, reason, fields, self.traits(lab, table))

    def _explain(self, lab: Lab, known: Mapping[int, bytes]) -> None:
        """Say why there is no candidate, where something is known of it."""
        places = find_places(rom_bytes(lab), known)
        if places:
            widths = ", ".join(sorted({str(place.stride) for place in places}))
            raise ProbeError(
                f"its names are {widths} bytes apart, but code does not tell where a table of them"
                " begins"
            )
