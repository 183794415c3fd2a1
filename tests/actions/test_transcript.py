"""Every box is in the transcript once, also when it seems closed for a moment."""

from __future__ import annotations

from gbatool.actions.transcript import Transcript
from gbatool.decode.message import Message

BOXES = (("one",), ("two",))
TEXT = b"one two"


def message(*, active: bool, boxes: int, text: bytes = TEXT) -> Message:
    """A message of which ``count`` boxes were shown."""
    return Message(
        active=active,
        position=boxes,
        current=boxes - 1,
        boxes=BOXES,
        shown=BOXES[:boxes],
        text=text,
    )


def seen(*frames: Message | None) -> tuple[tuple[str, ...], ...]:
    transcript = Transcript()
    for frame in (None, *frames):
        transcript.see(frame)
    return transcript.boxes


def test_boxes_are_written_down_in_order() -> None:
    first, second = message(active=True, boxes=1), message(active=True, boxes=2)
    assert seen(first, second, None) == BOXES


def test_a_box_that_seems_closed_for_a_frame_is_not_a_new_one() -> None:
    printed, waits = message(active=True, boxes=2), message(active=False, boxes=2)
    assert seen(printed, None, waits, None) == BOXES


def test_the_same_text_printed_again_is_a_new_message() -> None:
    printed, again = message(active=True, boxes=2), message(active=True, boxes=1)
    assert seen(printed, None, again, printed, None) == BOXES + BOXES


def test_another_text_that_appears_at_once_is_a_new_message() -> None:
    other = message(active=False, boxes=2, text=b"other")
    assert seen(message(active=True, boxes=2), None, other, None) == BOXES + BOXES


def finished(*frames: Message) -> tuple[tuple[str, ...], ...]:
    """The transcript when the first frame shows a box and no later one can be decoded."""
    transcript = Transcript()
    transcript.see(None)
    transcript.see(frames[0])
    for frame in frames[1:]:
        transcript.finish(frame)
    return transcript.boxes


def test_a_text_that_ended_unseen_is_whole() -> None:
    printing = message(active=True, boxes=1)
    assert finished(printing, message(active=True, boxes=2)) == BOXES[:1]
    assert finished(printing, message(active=False, boxes=2)) == BOXES


def test_a_stale_text_is_not_written_down() -> None:
    stale = message(active=False, boxes=2, text=b"stale")
    assert finished(message(active=True, boxes=1), stale) == BOXES[:1]
