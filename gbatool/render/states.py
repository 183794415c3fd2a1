"""Savestates as lines and tables: one in full, a list, and the results of checking pins."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.render.aligned_table import AlignedTable
from gbatool.states.catalog import PinStatus, StateEntry
from gbatool.states.reports import StateCheckResult, StateChecks, StateList, StateReport

PIN_STATUS_STYLES = {
    PinStatus.PINNED: "green",
    PinStatus.CHANGED: "bold red",
    PinStatus.MISSING: "yellow",
    PinStatus.UNPINNED: "",
}
CONTAINER_NAMES = {"raw": "raw mGBA state", "png": "PNG state"}


def state_lines(report: StateReport) -> RenderableType:
    """One savestate, a property a line."""
    game = f"{report.title} ({report.game_code}), ROM CRC-32 {report.rom_crc32}"
    kind = CONTAINER_NAMES[report.container.value]
    beside = [f"save data ({report.save_data_size} bytes)"] if report.save_data_size else []
    beside += [*report.extras, *(["picture"] if report.has_picture else [])]
    pinned = f"as {report.pinned_as} (made: {report.made})" if report.pinned_as else "no"
    rows = [
        ("kind", f"{kind}, format version {report.format_version}"),
        ("game", game if report.this_rom else f"{game}; not the ROM at hand"),
        ("frame", str(report.frame)),
        ("player", _player(report)),
        ("pinned", pinned),
        ("with it", ", ".join(beside) or "nothing"),
        ("file", f"SHA-256 {report.file_sha256}"),
        ("RAM", f"SHA-256 {report.ram_sha256}"),
    ]
    lines = [Text(report.file, style="bold")]
    lines += [Text.assemble((f"{name:8}", "dim"), text) for name, text in rows]
    return Group(*lines)


def _player(report: StateReport) -> str:
    player = report.player
    if player is None:
        return f"can't be read: {report.unavailable['player']}"
    where = (
        f" on {player.map.name or f'map {player.map.group}.{player.map.num}'}" if player.map else ""
    )
    return (
        f"({player.x}, {player.y}){where}, facing {player.facing.value};"
        f" map-local ({player.local_x}, {player.local_y})"
    )


def states_table(states: StateList) -> RenderableType:
    """One line a state; the problem of a file that can't be used is on the line below."""
    if not states.states:
        return Text("no savestates here; make one with `gbatool state mint LABEL --autopilot`")
    table = AlignedTable("label", "standing", "frame", "player", "made", "file", "game")
    for entry in states.states:
        table.add_row(*(Text(cell, PIN_STATUS_STYLES[entry.standing]) for cell in _cells(entry)))
    heading, *rows = table.lines()
    lines = [heading]
    for entry, row in zip(states.states, rows, strict=True):
        lines.append(row)
        if entry.problem:
            lines.append(Text(f"  {entry.problem}", style="bold red"))
    return Group(*lines)


def _cells(entry: StateEntry) -> tuple[str, ...]:
    game = f"{entry.title} ({entry.game_code})" if entry.title is not None else ""
    return (
        entry.label,
        entry.standing.value,
        str(entry.frame) if entry.frame is not None else "",
        f"({entry.player[0]}, {entry.player[1]})" if entry.player else "",
        entry.made or "",
        entry.file or "",
        f"{game}, not this ROM" if entry.this_rom is False else game,
    )


def checks_lines(checks: StateChecks) -> RenderableType:
    """One line a pinned state; on the line below what is wrong and what to do."""
    if not checks.checks:
        return Text("this profile pins no savestate")
    width = max(len(check.label) for check in checks.checks)
    lines: list[Text] = []
    for check in checks.checks:
        ok = check.finding is StateCheckResult.HOLDS
        mark, style = ("ok", "green") if ok else ("--", "bold red")
        found = f"{check.label:{width}}  {check.finding.value.replace('_', ' ')}"
        where = f"  ({check.file})" if check.file else ""
        lines.append(Text.assemble((f"{mark:4}", style), f"{found}{where}"))
        if check.message:
            lines.append(Text(f"    {check.message}", style="yellow"))
    return Group(*lines)
