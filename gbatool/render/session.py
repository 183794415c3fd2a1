"""A session's status and evidence log as lines."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.render.aligned_table import AlignedTable
from gbatool.render.counted import counted
from gbatool.session.log import SessionLog, SessionStatus
from gbatool.session.replay import EvidenceCheck


def session_lines(folder: Path, status: SessionStatus) -> RenderableType:
    """Frame, state file, and the actions that can be undone, latest first."""
    lines = [
        Text(f"session {folder}", style="bold"),
        Text(f"frame {status.frame}, after {status.actions[-1] if status.actions else 'start'}"),
        Text(f"state file {folder / status.file}", style="dim"),
    ]
    if status.actions:
        latest = ", ".join(reversed(status.actions[-10:]))
        more = len(status.actions) - 10
        tail = f" and {more} before" if more > 0 else ""
        lines.append(Text(f"can be undone, latest first: {latest}{tail}"))
    else:
        lines.append(Text("nothing to undo"))
    return Group(*lines)


def log_lines(log: SessionLog) -> RenderableType:
    """One line an action, oldest first."""
    grid = AlignedTable("", "action", "ended because", "presses", "frames")
    for number, entry in enumerate(log.entries, 1):
        ended = entry.ended_because or f"{counted(entry.steps or 0, 'action')} undone"
        presses, frames = (
            "" if count is None else str(count) for count in (entry.presses, entry.frames)
        )
        grid.add_row(str(number), entry.action, ended.replace("_", " "), presses, frames)
    return grid


def check_lines(check: EvidenceCheck) -> RenderableType:
    """What of a log was checked, and what could not be."""
    count = counted(check.entries, "entry", "entries")
    lines = [Text(f"{count}; the chain of digests holds, up to {check.last[:16]}", style="green")]
    if check.replayed is not None:
        played = counted(check.replayed, "action")
        lines.append(Text(f"{played} played again: every digest came out again", style="green"))
    if check.not_replayed:
        numbers = ", ".join(map(str, check.not_replayed))
        where = "give the state that it began in with --state"
        lines.append(Text(f"not played, of lines that begin elsewhere: {numbers}; {where}"))
    return Group(*lines)


def chain_line(log: SessionLog) -> RenderableType:
    """The number of entries, and the digest up to which the chain was checked."""
    count = counted(len(log.entries), "entry", "entries")
    return Text(f"{count}; the chain of digests holds, up to {log.last[:16]}", style="green")
