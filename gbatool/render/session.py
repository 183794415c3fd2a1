"""A session's status, for people."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.session import SessionStatus


def session_lines(folder: Path, status: SessionStatus) -> RenderableType:
    """Where it stands, and the actions that can be undone, latest first."""
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
