"""Write down what was said: every box once, in order, as shown."""

from __future__ import annotations

from dataclasses import replace

from gbatool.decode.message import Message

Box = tuple[str, ...]


class Transcript:
    """Follows the printer frame by frame."""

    def __init__(self) -> None:
        self._boxes: list[Box] = []
        self._message: Message | None = None
        self._written: bytes | None = None
        self._first = 0
        self._started = False

    def begin(self, message: Message | None, *, fresh: bool) -> None:
        """Take note of the first frame.

        Args:
            message: What is on screen.
            fresh: The box on screen is still to be read on from. Otherwise it has been left
                behind, as a question that was answered, and is not written down.
        """
        self.see(message)
        if not fresh and message is not None:
            self._first = len(message.boxes)

    def count_current(self) -> None:
        """The box on screen is to be written down after all: something was pressed for it."""
        if self._message is not None:
            self._first = min(self._first, self._message.current)

    def see(self, message: Message | None) -> None:
        """Take note of one frame; None when no box is open."""
        before = self._message
        if message is None:
            self._close()
        elif before is None and not message.active and message.text == self._written:
            pass  # between its last character and the wait for a press, a box can seem closed
        elif before is None:
            # Boxes that were gone when the reading began are not part of it.
            self._first = 0 if self._started else message.current
            self._message = message
        elif message.text != before.text or message.position < before.position:
            # Text that changes while no printer runs is another use of the same buffer.
            if message.active:
                self._close()
                self._message, self._first = message, 0
        else:
            self._message = message
        self._started = True

    def finish(self, message: Message) -> None:
        """Take note of a text that has ended, if it is the one that was being read."""
        reading = self._message
        if reading is not None and reading.text == message.text and not message.active:
            self.see(message)

    def _close(self) -> None:
        message = self._message
        if message is None:
            return
        self._message, self._written = None, message.text
        if message.active and message.is_in_last_box:
            # The printer comes to the end and goes inactive in one and the same frame.
            message = replace(message, active=False, shown=message.boxes)
        self._boxes += _nonempty(message.shown[self._first :])

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What was written down, without a box that is still being printed."""
        message = self._message
        open_boxes = message.shown[self._first :] if message is not None else ()
        return (*self._boxes, *_nonempty(open_boxes))


def _nonempty(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Boxes with something in them, without the empty lines at their ends."""
    trimmed = []
    for box in boxes:
        lines = list(box)
        while lines and not lines[-1].strip():
            lines.pop()
        if lines:
            trimmed.append(tuple(lines))
    return tuple(trimmed)
