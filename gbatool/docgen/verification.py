"""``docs/verification.md``: what the shipped profiles rest on, and what was measured on real games.

The first part is counted in the profiles. The second renders ``docs/measurements/*.yaml``, one file a
subject: a later measurement is an entry there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from gbatool.docgen.tables import table
from gbatool.profile import Evidence, Profile, Status

HEAD = """\
# Verification

Generated from `profiles/*.yaml` and `docs/measurements/*.yaml` by `./run docs`; don't edit it by hand.

What the shipped profiles rest on, counted in them, and what was measured on real games, each with the command that
repeats it. [derivation.md](derivation.md) says how an address is derived, [locators.md](locators.md) what decides
about each symbol, [addresses.md](addresses.md) lists the addresses. How the demo cartridge's timing compares with the
engine's is in [cartridge.md](cartridge.md#does-it-behave-like-the-engine).

## Shipped profiles

Symbols by status, and pieces of evidence by kind with the predictions that held. `gbatool profile verify NAME --rom
FILE` proves every symbol of a profile again.

"""

PER_SYMBOL = """
### Evidence of each symbol

Predictions that held, of those that were made, in probes of every kind; scans propose candidates and are left out.

"""


@dataclass(frozen=True, slots=True)
class Measurement:
    """Figures that were taken by hand or by a test with a real game.

    Attributes:
        title: Heading.
        what: What was done, and what the outcome was compared with.
        builds: The games that it was done on.
        repeat: Command that repeats it; None if nothing in the repository does.
        recorded: When the figures were recorded.
        commits: The commits that recorded them.
        columns: Headings of the table; none where ``what`` says everything.
        rows: Cells of the table, as many in each row as there are columns.
        notes: Paragraphs behind the table.
    """

    title: str
    what: str
    builds: str
    repeat: str | None
    recorded: date
    commits: tuple[str, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[int | float | str, ...], ...] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.title}: {len(self.columns)} columns, but a row is {row}")


@dataclass(frozen=True, slots=True)
class Subject:
    """One file of measurements: a part of the tool, and the guide that describes it."""

    title: str
    guide: str
    measurements: tuple[Measurement, ...]
    not_checked: tuple[str, ...] = ()


def read_subjects(folder: Path) -> list[Subject]:
    """The measurements of a folder, by file name.

    Raises:
        pydantic.ValidationError: A file lacks a field, or a row has too many or too few cells.
    """
    adapter = TypeAdapter(Subject)
    files = sorted(folder.glob("*.yaml"))
    return [adapter.validate_python(yaml.safe_load(path.read_text("utf-8"))) for path in files]


def verification_page(profiles: Sequence[Profile], subjects: Iterable[Subject]) -> str:
    """The page."""
    lines = [*_by_profile(profiles), PER_SYMBOL.rstrip(), "", *_by_symbol(profiles)]
    for subject in subjects:
        lines += _subject(subject)
    return HEAD + "\n".join(lines) + "\n"


def _by_profile(profiles: Sequence[Profile]) -> Iterator[str]:
    kinds = sorted({e.kind for profile in profiles for e in _evidence(profile)})
    columns = ["profile", "engine", *(status.value for status in Status), "unresolved", *kinds]
    rows = []
    for profile in profiles:
        by_status = Counter(symbol.status for symbol in profile.symbols.values())
        by_kind = {kind: [e for e in _evidence(profile) if e.kind == kind] for kind in kinds}
        cells = (f"{len(found)} ({_held(found)})" if found else "" for found in by_kind.values())
        counts = (by_status[status] for status in Status)
        unresolved = len(profile.unresolved)
        rows.append([f"`{profile.name}`", profile.engine, *counts, unresolved, *cells])
    yield from [*table(columns, rows), "", "Unresolved:", ""]
    for profile in profiles:
        for name, why in profile.unresolved.items():
            yield f"- `{name}` in `{profile.name}`: {why.reason}"


def _by_symbol(profiles: Sequence[Profile]) -> Iterator[str]:
    names = sorted({name for one in profiles for name in (*one.symbols, *one.unresolved)})
    columns = ["symbol", *(f"`{profile.name}`" for profile in profiles)]
    rows = [[f"`{name}`", *(_probed(profile, name) for profile in profiles)] for name in names]
    yield from table(columns, rows)


def _probed(profile: Profile, name: str) -> str:
    if name not in profile.symbols:
        return "unresolved" if name in profile.unresolved else ""
    found = [e for e in profile.symbols[name].evidence if e.kind != "scan"]
    kinds = dict.fromkeys(e.kind for e in found)
    return ", ".join(f"{kind} {_held([e for e in found if e.kind == kind])}" for kind in kinds)


def _evidence(profile: Profile) -> Iterator[Evidence]:
    for symbol in profile.symbols.values():
        yield from symbol.evidence


def _held(evidence: Iterable[Evidence]) -> str:
    """``19/19``: predictions that held, of those that were made, summed over ``7/7`` and ``12/12``."""
    counts = [tuple(map(int, piece.held.split("/"))) for piece in evidence]
    return "/".join(str(sum(column)) for column in zip(*counts, strict=True))


def _subject(subject: Subject) -> Iterator[str]:
    yield from ["", f"## {subject.title}", "", f"The guide is [{subject.guide}]({subject.guide})."]
    for measurement in subject.measurements:
        yield from _measurement(measurement)
    if subject.not_checked:
        yield from ["", "### Not checked on a real engine", ""]
        yield from (f"- {what}" for what in subject.not_checked)


def _measurement(measurement: Measurement) -> Iterator[str]:
    repeat = f"`{measurement.repeat}`" if measurement.repeat else "no command of the repository"
    commits = ", ".join(f"`{commit}`" for commit in measurement.commits)
    yield from ["", f"### {measurement.title}", "", measurement.what, ""]
    yield f"- Builds: {measurement.builds}"
    yield f"- Repeated by: {repeat}"
    yield f"- Recorded: {measurement.recorded.isoformat()}, in {commits}"
    if measurement.columns:
        yield from ["", *table(measurement.columns, measurement.rows)]
    for note in measurement.notes:
        yield from ["", note]
