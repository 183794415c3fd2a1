"""Check an evidence log by playing it: the recorded inputs must give the recorded digests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gbatool.core import Buttons, Emulator, EmulatorState
from gbatool.documents import RomRef
from gbatool.session.evidence import Entry, broken

MAX_STATES = 128
"""States to go on from that are kept: more than a session can undo."""
MAX_FRAMES = 1_000_000
"""Of one input; no action takes as many."""


@dataclass(frozen=True, slots=True)
class EvidenceCheck:
    """The document of ``evidence verify``: the chain of digests holds.

    Attributes:
        file: The log's name.
        entries: The number of lines.
        last: Digest of the last line.
        replayed: The number of lines whose inputs gave the recorded digest again; None if none were
            to be played.
        not_replayed: Lines, counted from 1, that begin in a state that neither the given one nor
            an earlier line leads to.
    """

    schema: str
    rom: RomRef | None
    file: str
    entries: int
    last: str
    replayed: int | None = None
    not_replayed: tuple[int, ...] = ()


def replay(entries: Sequence[Entry], path: Path, emulator: Emulator) -> tuple[int, tuple[int, ...]]:
    """Play every action of a log from the state that it began in.

    Args:
        entries: The lines, whose chain holds.
        path: The log's name in messages.
        emulator: A core in the state that the first line began in.

    Returns:
        How many were played, and the lines that could not be: no state that they begin in is known.

    Raises:
        DigestMismatchError: A line's inputs lead elsewhere; names the first.
    """
    known: dict[str, EmulatorState] = {emulator.live.ram_sha256(): emulator.save_state()}
    replayed, left = 0, []
    for number, entry in enumerate(entries, 1):
        played = entry.played
        if played is None:
            continue
        if played.before not in known:
            left.append(number)
            continue
        emulator.load_state(known[played.before])
        for held in played.inputs:
            _play(emulator, held, path, number)
        observed = emulator.live.ram_sha256()
        if observed != played.after:
            raise broken(
                path, number, f"its inputs lead to RAM with SHA-256 {observed}", played.after
            )
        replayed += 1
        known[observed] = emulator.save_state()
        if len(known) > MAX_STATES:
            del known[next(iter(known))]
    return replayed, tuple(left)


def _play(emulator: Emulator, held: tuple[int, ...], path: Path, number: int) -> None:
    if len(held) != 2 or not 0 <= held[0] <= 0x3FF or not 0 < held[1] <= MAX_FRAMES:
        raise broken(path, number, f"an input is {list(held)}", "[buttons, frames]")
    buttons, frames = held
    emulator.hold(Buttons(buttons))
    emulator.run(frames)
