"""The JSON document of ``profile verify``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gbatool.documents import RomRef
from gbatool.profile import Profile, Status
from gbatool.scan.verify import Reproof, Standing


@dataclass(frozen=True, slots=True)
class ReproofRow:
    """One symbol, tried again.

    Attributes:
        symbol: Its name.
        address: In hex, as the profile has it.
        status: What the profile says of it.
        standing: What came out this time.
        why: What happened, where it does not hold.
    """

    symbol: str
    address: str
    status: Status
    standing: Standing
    why: str | None

    @property
    def breaks(self) -> bool:
        """Whether the profile claims more than could be shown: refuted, or no proof any more."""
        if self.standing is Standing.REFUTED:
            return True
        return self.standing is Standing.NOT_PROVEN and self.status is Status.VERIFIED


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyDocument:
    """``profile verify``: every symbol that was tried again.

    Attributes:
        sound: Nothing was refuted, and everything that is called verified was proven again, as
            far as there is a locator for it.
    """

    schema: Literal["gbatool/profile-verify/1"] = "gbatool/profile-verify/1"
    rom: RomRef
    frame: None = None
    sound: bool
    symbols: tuple[ReproofRow, ...]


def verify_document(profile: Profile, reproofs: Iterable[Reproof]) -> VerifyDocument:
    """The results as a document, in the order in which they were tried."""
    rows = tuple(
        ReproofRow(
            symbol=item.symbol,
            address=str(item.address),
            status=profile.symbols[item.symbol].status,
            standing=item.standing,
            why=item.why or None,
        )
        for item in reproofs
    )
    return VerifyDocument(
        rom=RomRef(profile.rom.sha1, profile.name),
        sound=not any(row.breaks for row in rows),
        symbols=rows,
    )
