"""The JSON documents of actions: an outcome's fields beside ``schema``, ``rom`` and ``frame``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gbatool.documents import RomRef, to_json
from gbatool.profile.reference import rom_ref

if TYPE_CHECKING:
    from gbatool.actions.outcomes import Outcome
    from gbatool.actions.run_plan import StepResult
    from gbatool.errors import JsonValue
    from gbatool.profile import Profile


def outcome_document(outcome: Outcome, profile: Profile, frame: int) -> dict[str, JsonValue]:
    """The document of an action.

    Args:
        outcome: What the action tells.
        profile: The profile that was used.
        frame: Frames since power-on when the action ended.
    """
    fields = to_json(outcome)
    if not isinstance(fields, dict):
        raise TypeError(f"{type(outcome).__name__} is no outcome")
    return {
        "schema": f"gbatool/{outcome.action}/1",
        "rom": to_json(rom_ref(profile)),
        "frame": frame,
        **fields,
    }


@dataclass(frozen=True, slots=True)
class StepError:
    """Why a step was refused."""

    code: str
    message: str
    detail: dict[str, object]


@dataclass(frozen=True, slots=True)
class RunStep:
    """What came of one step: its outcome, or why it was refused, or neither when left out.

    Attributes:
        number: Counts from 1.
        action: The action's name.
        skipped: Its condition did not hold.
        outcome: The action's document, without ``schema``, ``rom`` and ``frame``.
        error: The refusal.
    """

    number: int
    action: str
    skipped: bool
    outcome: dict[str, object] | None
    error: StepError | None


@dataclass(frozen=True, slots=True)
class RunDocument:
    """``run``: every step that was reached."""

    schema: Literal["gbatool/run/1"]
    rom: RomRef
    frame: int
    steps: tuple[RunStep, ...]


def run_document(results: Sequence[StepResult], profile: Profile, frame: int) -> RunDocument:
    """The document of a list of actions."""
    return RunDocument(
        schema="gbatool/run/1",
        rom=rom_ref(profile),
        frame=frame,
        steps=tuple(_run_step(result) for result in results),
    )


def _run_step(result: StepResult) -> RunStep:
    refusal, fields = result.refusal, to_json(result.outcome)
    return RunStep(
        number=result.number,
        action=result.name,
        skipped=result.skipped,
        outcome=dict(fields) if isinstance(fields, dict) else None,
        error=StepError(refusal.refusal, refusal.message, dict(refusal.detail))
        if refusal is not None
        else None,
    )


@dataclass(frozen=True, slots=True)
class ScreenshotDocument:
    """``screenshot``: the size of the picture that was written, in pixels."""

    schema: Literal["gbatool/screenshot/1"]
    rom: RomRef
    frame: int
    width: int
    height: int
