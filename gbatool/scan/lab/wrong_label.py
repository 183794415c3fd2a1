"""The error for a given state that is not what its label says."""

from __future__ import annotations

from collections.abc import Mapping

from gbatool.errors import FailedClosedError

EXPECTED: Mapping[str, str] = {
    "dialog": "a text prints or waits for A",
    "yesno": "a script asks yes or no",
    "start_menu": "the start menu is open",
    "bag": "the bag is open, two items or more in one of its pockets",
    "party": "the party is shown",
    "naming": "a name is entered, with room for two letters",
    "battle_action": "a battle asks for an action",
    "battle_move": "a battle asks for a move, of two or more",
    "battle_text": "a text of a battle prints",
}
"""Label -> what it says of a state."""
LABELS = ("overworld", *EXPECTED)
"""Every label that a state can be given under."""


class WrongLabelError(FailedClosedError):
    """A given state is not what its label says."""

    code = "wrong_label"


def wrong_label(label: str, observed: str) -> WrongLabelError:
    """The error, from what was seen instead of what the label says."""
    expected = EXPECTED[label]
    return WrongLabelError(
        f"the state labelled {label} is not what its label says: expected one in which {expected},"
        f" but {observed}; give another state or another label",
        state=label,
        expected=expected,
        observed=observed,
    )


def check_same_screen(label: str, given: int, own: int, what: str) -> None:
    """Compare the callback2 of a given state with that of the screen that was brought about.

    Args:
        label: Of the given state.
        given: Its callback2.
        own: Callback2 of the screen that was brought about.
        what: That screen, for the message.

    Raises:
        WrongLabelError: They differ.
    """
    if given != own:
        raise wrong_label(label, f"another function runs it than {what}")
