"""Outcomes of actions as lines: how it ended, then position, mode, open message box and menu."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.actions.dial import DialOutcome
from gbatool.actions.outcomes import Outcome
from gbatool.actions.run_plan import StepResult
from gbatool.actions.walk_outcome import WalkOutcome
from gbatool.errors import ExitCode
from gbatool.render.counted import counted
from gbatool.render.menu import menu_lines
from gbatool.render.parts import (
    dialog_box,
    expected_words,
    map_name,
    missing_lines,
    place,
    text_box,
)


def outcome_lines(outcome: Outcome, *, local: bool) -> RenderableType:
    """How it ended, presses and frames, the player's position, and the open message box or menu."""
    ended = outcome.ended_because.replace("_", " ")
    good = outcome.exit_code == ExitCode.OK
    cost = f", {counted(outcome.presses, 'press', 'presses')}, {outcome.frames} frames"
    parts: list[RenderableType] = [
        Text.assemble(
            f"{outcome.action.replace('_', '-')}: ",
            (ended, "bold green" if good else "bold red"),
            cost,
        )
    ]
    if isinstance(outcome, WalkOutcome):
        parts += _walk_lines(outcome, local=local)
    if isinstance(outcome, DialOutcome):
        parts += [text_box(box) for box in outcome.transcript]
    parts.append(_where(outcome, local=local))
    told = {part: why for part, why in outcome.unavailable.items() if part in ("player", "scene")}
    if told:
        parts.append(missing_lines(told))
    if outcome.dialog is not None:
        parts.append(dialog_box(outcome.dialog))
    if outcome.menu is not None:
        parts.append(menu_lines(outcome.menu))
    return Group(*parts)


def _walk_lines(outcome: WalkOutcome, *, local: bool) -> list[RenderableType]:
    lines: list[RenderableType] = []
    steps = f"{outcome.steps} of {counted(outcome.planned_steps, 'step')}"
    lines.append(Text(f"{steps} to {place(outcome.target, local=local)}"))
    if outcome.blocked_at is not None:
        because = (outcome.blocked_because or "refused").replace("_", " ")
        lines.append(
            Text(f"blocked at {place(outcome.blocked_at, local=local)}: {because}", style="yellow")
        )
    if outcome.forced_movement == "planned_through":
        lines.append(Text("ice or spinners moved the player on the way"))
    if outcome.warped is not None:
        origin, arrival = map_name(outcome.warped.from_map), map_name(outcome.warped.to_map)
        lines.append(Text(f"went from {origin} to {arrival}"))
    return lines


def _where(outcome: Outcome, *, local: bool) -> Text:
    """The player's tile and facing, the mode, and what the game waits for."""
    mode = outcome.mode.value if outcome.mode is not None else "unknown"
    ready = expected_words(outcome.after.scene)
    if outcome.position is None or outcome.facing is None:
        return Text(f"now: {mode}, {ready}")
    where = map_name(outcome.position.map)
    tile = place(outcome.position, local=local)
    return Text(f"now at {tile} on {where}, facing {outcome.facing.value}; {mode}, {ready}")


def step_lines(result: StepResult, *, local: bool) -> RenderableType:
    """One step of a plan: its outcome, or why it was refused or left out."""
    head = f"{result.number}. "
    if result.refusal is not None:
        return Text(f"{head}{result.name}: refused: {result.refusal.message}", style="bold red")
    if result.outcome is None:
        return Text(f"{head}{result.name}: left out, its condition does not hold", style="dim")
    return Group(Text(head, end=""), outcome_lines(result.outcome, local=local))
