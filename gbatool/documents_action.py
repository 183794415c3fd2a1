"""The JSON documents of actions: an outcome's fields beside ``schema``, ``rom`` and ``frame``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gbatool.actions.outcomes import Outcome
from gbatool.documents import RomRef, to_json
from gbatool.errors import JsonValue
from gbatool.profile import Profile
from gbatool.profile.reference import rom_ref


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
class ScreenshotDocument:
    """``screenshot``: the size of the picture that was written, in pixels."""

    schema: Literal["gbatool/screenshot/1"]
    rom: RomRef
    frame: int
    width: int
    height: int
