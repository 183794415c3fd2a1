"""Profiles, their differences and imports as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.profile import Evidence, PinnedState, Profile, Status, Trait
from gbatool.profile.diff import ChangeKind, ProfileDiff, SymbolChange, diff_profiles
from gbatool.profile.documents import ProfileDocument, SymbolRow, UnresolvedRow
from gbatool.profile.merge import rom_label
from gbatool.profile.search import BrokenProfile, FoundProfile
from gbatool.profile.transfer import ImportReport
from gbatool.render.aligned_table import AlignedTable

SHOWN_NAMES = 8
AS_THE_BASE = "as its base"

STATUS_STYLE = {Status.VERIFIED: "green", Status.CORROBORATED: "cyan", Status.IMPORTED: "yellow"}
CHANGE_MARK = {
    ChangeKind.ADDED: ("+", "green"),
    ChangeKind.REMOVED: ("-", "red"),
    ChangeKind.MOVED: ("~", "yellow"),
    ChangeKind.STATUS: ("~", "cyan"),
    ChangeKind.DETAILS: ("~", "dim"),
}
CHANGE_WORDS = {
    ChangeKind.ADDED: "added",
    ChangeKind.REMOVED: "removed",
    ChangeKind.MOVED: "moved",
    ChangeKind.STATUS: "with another status",
    ChangeKind.DETAILS: "with another size, evidence or note",
}


def profile_view(document: ProfileDocument) -> RenderableType:
    """Name, ROM and engine; symbols by address; unresolved symbols; pinned savestates."""
    counts = ", ".join(
        f"{n} {status.value}"
        for status in Status
        if (n := sum(symbol.status is status for symbol in document.symbols))
    )
    parts: list[RenderableType] = [
        Text(f"profile {document.rom.profile}", style="bold"),
        Text(f"ROM      {rom_label(document.identity)}, {document.identity.size} bytes"),
        Text(f"sha1     {document.rom.sha1}"),
        Text(f"engine   {_engine(document)}"),
        Text(f"symbols  {counts or 'none'}, {len(document.unresolved)} unresolved"),
    ]
    if document.note:
        parts.append(Text(document.note, style="italic"))
    if document.symbols:
        parts += [Text(), _symbols(document.symbols)]
    if document.traits:
        parts += [Text(), _traits(document.traits)]
    if document.unresolved:
        parts += [Text(), Text("unresolved", style="bold"), *map(_unresolved, document.unresolved)]
    if document.savestates:
        parts += [Text(), Text("savestates", style="bold"), *map(_state, document.savestates)]
    return Group(*parts)


def _engine(document: ProfileDocument) -> str:
    counted = f", changed: {len(document.traits)} traits" if document.traits else ""
    return f"{document.engine}{counted}"


def _symbols(symbols: tuple[SymbolRow, ...]) -> AlignedTable:
    grid = AlignedTable("address", "size", "symbol", "status", "evidence")
    for symbol in symbols:
        grid.add_row(
            _address(symbol),
            f"0x{symbol.size:X}" if symbol.size else "",
            symbol.name,
            Text(symbol.status.value, style=STATUS_STYLE[symbol.status]),
            Text(_evidence(symbol.evidence) or symbol.note or "", style="dim"),
        )
    return grid


def _traits(traits: tuple[Trait, ...]) -> AlignedTable:
    """How the engine differs from its base family."""
    grid = AlignedTable("trait", "value", "status", "evidence")
    for trait in traits:
        status = Text(trait.status.value, style=STATUS_STYLE[trait.status])
        evidence = Text(_evidence(trait.evidence) or trait.note or "", style="dim")
        grid.add_row(trait.name, trait.value, status, evidence)
    return grid


def _address(symbol: SymbolRow) -> str:
    """A bus address; in ROM with the offset in the file, since the two are easily confused."""
    return f"{symbol.address} (file {symbol.file_offset})" if symbol.file_offset else symbol.address


def _evidence(evidence: tuple[Evidence, ...]) -> str:
    return ", ".join(f"{item.kind} {item.held}" for item in evidence)


def _unresolved(item: UnresolvedRow) -> Text:
    text = Text(f"  {item.name}: {item.reason}")
    if item.candidates:
        text.append(f"; left: {', '.join(item.candidates)}")
    if item.would_decide:
        text.append(f"; would decide: {item.would_decide}")
    return text


def _state(state: PinnedState) -> Text:
    where = f", player at {state.player[0]},{state.player[1]}" if state.player else ""
    return Text(f"  {state.label}: {state.made}, frame {state.frame}{where}, mGBA {state.core}")


def diff_view(diff: ProfileDiff) -> RenderableType:
    """One line a symbol that differs, then the counts and the shifts."""
    parts: list[RenderableType] = [
        Text(f"{diff.rom.profile} -> {diff.other.profile}", style="bold"),
    ]
    if not diff.same_rom:
        parts.append(Text("they belong to different ROMs"))
    if not diff.same_engine:
        parts.append(Text("they belong to different engine families"))
    if diff.equal:
        parts.append(Text(f"no difference in {diff.same} symbols"))
        return Group(*parts)
    if diff.changes:
        grid = AlignedTable("", "symbol", "address", "shift", "status")
        for change in diff.changes:
            grid.add_row(*_change(change))
        parts += [Text(), grid, Text()]
    parts += _differing_traits(diff)
    parts.append(Text(_counted(diff)))
    for name, names in (
        (diff.rom.profile, diff.unresolved_first),
        (diff.other.profile, diff.unresolved_second),
    ):
        if names:
            parts.append(Text(f"unresolved in {name} only: {', '.join(names)}"))
    if diff.shifts:
        shifts = ", ".join(
            f"{shift.region} {shift.bytes:+#x} ({shift.symbols})" for shift in diff.shifts[:6]
        )
        more = f", and {len(diff.shifts) - 6} more" if len(diff.shifts) > 6 else ""
        parts.append(Text(f"shifts (a proposal, no proof): {shifts}{more}", style="dim"))
    return Group(*parts)


def moved_view(relative: Profile, derived: Profile) -> RenderableType:
    """What is elsewhere than in the profile of a relative, and what is no longer proven."""
    diff = diff_profiles(relative, derived)
    moved = [change for change in diff.changes if change.change is ChangeKind.MOVED]
    lost = [name for name in relative.symbols if name not in derived.symbols]
    same = len(relative.symbols) - len(moved) - len(lost)
    parts: list[RenderableType] = []
    if moved:
        grid = AlignedTable("", "symbol", "address", "shift", "status")
        for change in moved:
            grid.add_row(*_change(change))
        parts += [grid]
    parts += _differing_traits(diff)
    parts.append(Text(f"compared with {relative.name}: {same} where they were, {len(moved)} moved"))
    if lost:
        parts.append(Text(f"proven in {relative.name} only: {', '.join(lost)}", style="yellow"))
    return Group(*parts)


def _differing_traits(diff: ProfileDiff) -> list[RenderableType]:
    if not diff.traits:
        return []
    grid = AlignedTable("trait", diff.rom.profile or "first", diff.other.profile or "second")
    for trait in diff.traits:
        grid.add_row(trait.name, trait.first or AS_THE_BASE, trait.second or AS_THE_BASE)
    return [Text(), grid, Text()]


def _counted(diff: ProfileDiff) -> str:
    counts = Counter(change.change for change in diff.changes)
    parts = [f"{counts[kind]} {words}" for kind, words in CHANGE_WORDS.items() if counts[kind]]
    return ", ".join([*parts, f"{diff.same} the same"])


def _change(change: SymbolChange) -> tuple[Text, ...]:
    mark, style = CHANGE_MARK[change.change]
    first, second = change.first, change.second
    address = " -> ".join(
        dict.fromkeys(side.address for side in (first, second) if side is not None)
    )
    status = " -> ".join(
        dict.fromkeys(side.status.value for side in (first, second) if side is not None)
    )
    if change.change is ChangeKind.DETAILS:
        status += f" ({CHANGE_WORDS[change.change]})"
    shift = f"{change.shift:+#x}" if change.shift is not None else ""
    return (
        Text(mark, style=style),
        Text(change.name, style=style),
        Text(address),
        Text(shift),
        Text(status),
    )


def import_view(report: ImportReport) -> RenderableType:
    """The counts of imported symbols, and of those left out with the reason."""
    parts = [
        Text(f"{report.file} -> profile {report.rom.profile}", style="bold"),
        Text(f"{len(report.imported)} symbols imported, unproven", style="green"),
    ]
    groups = (
        ("at several addresses, so unresolved", report.ambiguous),
        ("impossible", report.impossible),
        ("not in the file", report.absent),
        ("left out", report.left_out),
    )
    parts += [
        Text(f"{len(names)} {what}: {_shortened(names)}", style="yellow")
        for what, names in groups
        if names
    ]
    parts.append(Text(f"{report.unused} other symbols of the file were not taken", style="dim"))
    return Group(*parts)


def _shortened(names: Sequence[str]) -> str:
    more = len(names) - SHOWN_NAMES
    tail = f" and {more} more (--json has them all)" if more > 0 else ""
    return ", ".join(names[:SHOWN_NAMES]) + tail


def profiles_view(
    found: tuple[FoundProfile, ...], broken: tuple[BrokenProfile, ...]
) -> RenderableType:
    """Every profile in the search path, one line each."""
    problems = [Text(f"not valid: {item.reason}", style="red") for item in broken]
    if not found:
        return Group(Text("no profiles"), *problems)
    grid = AlignedTable("profile", "symbols", "file", "ROM")
    for item in found:
        profile = item.profile
        cells = (profile.name, len(profile.symbols), item.path, rom_label(profile.rom))
        grid.add_row(*map(str, cells))
    return Group(grid, *problems)
