"""Watch what decoders read while frames run, on a branch that is forgotten afterwards.

Reading changes nothing, and watching neither: the frames run on a copy of the present, so that a
session, a savestate and the next command are where they were.
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
"""What stays, what always runs, and what only follows something that is told anyway."""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value of a document that is another one now.

    Attributes:
        path: Where it stands: ``player.x``, ``objects[2].facing``. A list that became longer or
            shorter is one value.
        before: What it was; null also where it was not there.
        after: What it is now; null also where it is not there any more.
    """

    path: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class FrameChanges:
    """All that changed from one frame to the next.

    Attributes:
        frame: The frame after which it is so.
    """

    frame: int
    differences: tuple[ValueChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchDocument:
    """``decode --watch``.

    Attributes:
        frame: Where watching began.
        what: The part that was watched.
        frames: How many frames were run.
        changes: Oldest first; frames without any are left out.
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
    """Run frames and yield what changed, as it changes; afterwards the emulator is as before.

    Args:
        emulator: The console, in the state to watch from.
        profile: Of its ROM.
        what: What ``read`` reads, which is null in a frame that the game doesn't let it be read.
        read: Makes the document, see ``gbatool.decode.state``.
        frames: How many frames to run.
        held: Buttons that are held meanwhile.

    Raises:
        DecodeError: A structure holds something that the game can't have.
        UnprovenSymbolError: The profile can't tell it in the first frame.
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
    """The document without its frame, which always changes.

    That the profile can't tell is refused at once, but may come up later: not every frame takes the
    same symbols.
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
    """Where two documents differ, value by value.

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
    """A path as people and scripts read it."""
    parts = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(parts).removeprefix(".")
