"""Overworld states that a user gave: each a place of the game at which a derivation can be tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gbatool.core import Emulator, EmulatorState
from gbatool.errors import JsonValue, NoPlayerControlError
from gbatool.scan.lab.autopilot import Walking, standing_here
from gbatool.scan.lab.laboratory import OVERWORLD


@dataclass(frozen=True, slots=True)
class GivenPlace:
    """A state that was given as ``overworld``.

    Attributes:
        state: The state.
        file: Its file as messages name it; None where the label alone tells which state it is.
    """

    state: EmulatorState
    file: str | None = None


def given_places(
    states: Mapping[str, EmulatorState], more_places: Sequence[GivenPlace]
) -> tuple[GivenPlace, ...]:
    """Every given overworld state, the one to begin with first.

    Args:
        states: Labelled states; one of them may be ``overworld``.
        more_places: Overworld states besides that one.
    """
    first = (GivenPlace(states[OVERWORLD]),) if OVERWORLD in states else ()
    return (*first, *more_places)


def walk_from(emulator: Emulator, place: GivenPlace) -> Walking:
    """Load a given overworld state, and find out what follows the player's steps there.

    Raises:
        NoPlayerControlError: No direction key moves or turns the player.
    """
    emulator.load_state(place.state)
    walking = standing_here(emulator)
    if walking is None:
        where = f"{place.file}, the state" if place.file else "the state"
        file: dict[str, JsonValue] = {"file": place.file} if place.file else {}
        raise NoPlayerControlError(
            f"in {where} labelled overworld, no direction key moves or turns the player; give one"
            " in which the player can walk, or none at all",
            state=OVERWORLD,
            **file,
        )
    return walking
