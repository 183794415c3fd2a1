"""Watch a decoded document while frames run.

The frames run on a branch that is dropped afterwards, so the emulator and the session stay as they
were.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from gbatool.core import Buttons, Emulator, branch
from gbatool.documents import RomRef, to_json
from gbatool.errors import JsonValue, NotLoadedError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

Decoder = Callable[[Snapshot, Profile], Any]

LEFT_OUT = (("schema",), ("rom",), ("frame",), ("trainer", "play_time"), ("map", "minimap"))
"""Paths that are not compared: constant ones, counters, and the minimap, which repeats other parts."""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value of a document that changed.

    Attributes:
        path: ``player.x``, ``objects[2].facing``. A list whose length changed is one value.
        before: The old value; also null if the key did not exist.
        after: The new value; also null if the key does not exist any more.
    """

    path: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class FrameChanges:
    """The values that changed from one frame to the next.

    Attributes:
        frame: The later of the two.
    """

    frame: int
    differences: tuple[ValueChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchDocument:
    """The document of ``decode --watch``.

    Attributes:
        frame: The frame at which watching began.
        what: The part that was watched.
        frames: The number of frames run.
        changes: Oldest first; frames without a change are left out.
    """

    schema: Literal["gbatool/watch/1"] = "gbatool/watch/1"
    rom: RomRef
    frame: int
    what: str
    frames: int
    changes: tuple[FrameChanges, ...]


def watch(
    emulator: Emulator,
    profile: Profile,
    what: str,
    read: Decoder,
    *,
    frames: int,
    held: Buttons = Buttons.NONE,
) -> Iterator[FrameChanges]:
    """Run frames on a branch and yield the changes of each frame.

    Args:
        emulator: The console, in the state to watch from.
        profile: Of its ROM.
        what: Name of the part that ``read`` decodes; null in frames in which it is not loaded.
        read: Makes the document, see ``gbatool.decode.state``.
        frames: The number of frames to run.
        held: Buttons that are held meanwhile.

    Raises:
        DecodeError: A structure holds something that the game can't have.
        UnprovenSymbolError: The profile lacks a symbol that the first frame needs.
    """
    with branch(emulator):
        emulator.hold(held)
        document = _read(emulator.live, profile, what, read)
        known = to_json(document)
        for _ in range(frames):
            emulator.run(1)
            seen = _read(emulator.live, profile, what, read, begun=True)
            if seen == document:
                continue
            before, document, known = known, seen, to_json(seen)
            found = tuple(differences(before, known))
            if found:
                yield FrameChanges(emulator.frame, found)


def _read(
    ram: Snapshot,
    profile: Profile,
    what: str,
    read: Decoder,
    *,
    begun: bool = False,
) -> object:
    """The document with frame 0, since its own always changes.

    A missing symbol is an error in the first frame only: later frames may need other symbols.
    """
    try:
        document = read(ram, profile)
    except (NotLoadedError, UnprovenSymbolError) as error:
        if isinstance(error, UnprovenSymbolError) and not begun:
            raise
        return {what: None, "unavailable": {what: error.message}}
    return dataclasses.replace(document, frame=0)


def differences(
    before: JsonValue, after: JsonValue, path: tuple[str | int, ...] = ()
) -> Iterator[ValueChange]:
    """The values in which two documents differ.

    >>> [d.path for d in differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})]
    ['a[1].b']
    >>> list(differences({"a": [1]}, {"a": [1, 2]}))
    [ValueChange(path='a', before=[1], after=[1, 2])]
    """
    if before == after or path in LEFT_OUT:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from differences(before.get(key), after.get(key), (*path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, (*path, index))
    else:
        yield ValueChange(_words(path), before, after)


def _words(path: tuple[str | int, ...]) -> str:
    """A path as text: ``objects[2].facing``."""
    parts = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(parts).removeprefix(".")
