"""The work folder of a derivation: what is done so far, so that an interrupted one can be resumed.

``work.json`` has the request, the labelled states' names, the explorations and the finished
eliminations. The states are beside it, each under its own digest, so that no file is ever changed:
whenever a run is interrupted, ``work.json`` is whole and the files that it names are there. A
resumed run gives the profile that an uninterrupted one gives, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gbatool.core import Buttons, Emulator, EmulatorState
from gbatool.core.protocol import RAW_STATE_SIZE
from gbatool.errors import (
    ExitCode,
    FailedClosedError,
    FileProblemError,
    GbatoolError,
    JsonValue,
)
from gbatool.files import (
    MAX_RECORDS,
    MAX_STATE,
    child,
    exists,
    make_folder,
    read_file,
    write_atomically,
)
from gbatool.memory import Address
from gbatool.reading import inflate, read_json
from gbatool.scan.lab.autopilot import Walking
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.places.given import GivenPlace
from gbatool.scan.places.survey import Attempt, Survey
from gbatool.scan.work.serialize import from_plain, to_plain

SCHEMA = "gbatool/work/3"
INDEX, WHAT = "work.json", "index of a work folder"
SEAL = "sha256"
"""Digest of the rest of the index: whatever was changed in it since, it is found."""
COMPRESSION = 1  # a state is mostly zeros, and the fastest level is enough for those


class WorkFolderError(FailedClosedError):
    """A work folder holds something that can't be continued from."""

    code = "work_folder"


class DerivationInterruptedError(GbatoolError):
    """A derivation was interrupted; the message says what is kept, and how to go on."""

    code = "derivation_interrupted"
    exit_code = ExitCode.INTERRUPTED


def interrupted(folder: Path | None, symbols: int) -> DerivationInterruptedError:
    """The error for an interrupted derivation.

    Args:
        folder: Its work folder, if it has one.
        symbols: How many it derives.
    """
    if folder is None:
        return DerivationInterruptedError(
            "interrupted; no profile was written, and nothing of the derivation is kept: with"
            " --work DIR the next one can be interrupted and go on"
        )
    done = finished_in(folder)
    if done is None:
        return DerivationInterruptedError(
            f"interrupted; no profile was written, and the work folder {folder} keeps nothing yet:"
            " the player could not walk so far",
            folder=folder.name,
        )
    return DerivationInterruptedError(
        f"interrupted; no profile was written, but the work folder {folder} keeps {done} of"
        f" {symbols} symbols and the states they rest on: the same command goes on from there",
        folder=folder.name,
        done=done,
        symbols=symbols,
    )


def finished_in(folder: Path) -> int | None:
    """How many symbols a work folder has finished; None where it keeps nothing that can be read."""
    try:
        record = read_json(read_file(folder / INDEX, WHAT, MAX_RECORDS))
        places = record["places"]
        return max(len(place["eliminations"]) for place in places)
    except (FileProblemError, ValueError, KeyError, TypeError):
        return None


@dataclass(frozen=True, slots=True)
class DerivationRequest:
    """What is derived; a work folder continues no other.

    Attributes:
        rom: SHA-1 of the ROM.
        core: Version of the emulator.
        tool: Digest of the code that scans and probes.
        symbols: In the order in which they are derived.
        states: Label of each given state -> its digest; further overworld states are numbered.
    """

    rom: str
    core: str
    tool: str
    symbols: tuple[str, ...]
    states: Mapping[str, str]


def request(
    rom: str,
    core: str,
    symbols: tuple[str, ...],
    states: Mapping[str, EmulatorState],
    places: Sequence[GivenPlace] = (),
) -> DerivationRequest:
    """Describe a derivation with the code as it is now.

    Args:
        rom: SHA-1 of the ROM.
        core: Version of the emulator.
        symbols: What is derived, in order.
        states: The states that were given.
        places: The given overworld states, in the order in which they are tried.
    """
    given = {label: _digest(state) for label, state in sorted(states.items())}
    for number, place in enumerate(places, start=1):
        given[OVERWORLD if number == 1 else f"{OVERWORLD} {number}"] = _digest(place.state)
    return DerivationRequest(rom, core, code_digest(), symbols, given)


def code_digest() -> str:
    """Digest of the code in ``scan``, ``engine`` and ``core``, which decides what is derived."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for folder in ("core", "engine", "scan"):
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()


class WorkFolder:
    """One folder for one derivation.

    Args:
        folder: Where it lies; made if need be.
        wanted: What is derived.
    """

    def __init__(self, folder: Path, wanted: DerivationRequest) -> None:
        self._folder = folder
        self._wanted = wanted
        self._kept: dict[int, tuple[EmulatorState, str]] = {}
        self._finished: dict[int, list[JsonValue]] = {}

    def resume(self, emulator: Emulator) -> Survey | None:
        """What an earlier run left, on a core just switched on; None where there was none.

        Raises:
            WorkFolderError: It belongs to another derivation, or is damaged.
        """
        path = self._folder / INDEX
        if not exists(path):
            return None
        emulator.draw(enabled=False)
        try:
            record = read_json(read_file(path, WHAT, MAX_RECORDS))
            self._check(record)
            attempts = [self._attempt(place, emulator) for place in record["places"]]
            settled = None if record["settled"] is None else int(record["settled"])
        except (ValueError, KeyError, TypeError, AttributeError, FileProblemError) as error:
            raise WorkFolderError(
                f"the work folder {self._folder.name} is damaged ({error}); remove it, or name"
                " another one",
                folder=self._folder.name,
            ) from error
        places = enumerate(record["places"])
        self._finished = {number: list(place["eliminations"]) for number, place in places}
        return Survey(attempts, settled)

    def _attempt(self, place: Mapping[str, Any], emulator: Emulator) -> Attempt:
        states = {label: self._state(*entry) for label, entry in place["states"].items()}
        eliminations = [from_plain(plain) for plain in place["eliminations"]]
        known, explored = from_plain(place["known"]), from_plain(place["explorations"])
        positions = tuple(Address(position) for position in place["positions"])
        walking = Walking(states.pop(OVERWORLD), positions, (), 0, 0)
        given = {label: states[label] for label in self._wanted.states if label in states}
        lab = Lab(emulator, walking, given)
        lab.states |= states
        lab.recall(known, explored)
        return Attempt(lab, str(place["made"]), eliminations)

    def save(self, survey: Survey) -> None:
        """Write down where the derivation is.

        Args:
            survey: It continues that of earlier calls.

        Raises:
            FileProblemError: The disk refused.
        """
        make_folder(self._folder)
        record: JsonValue = {
            "schema": SCHEMA,
            "request": _comparable(self._wanted),
            "settled": survey.settled,
            "places": [self._place(*place) for place in enumerate(survey.attempts)],
        }
        text = json.dumps(record)
        sealed = f'{{"{SEAL}": "{_sha256(text.encode())}", {text[1:]}'
        write_atomically(self._folder / INDEX, sealed.encode())

    def _place(self, number: int, attempt: Attempt) -> JsonValue:
        lab, finished = attempt.lab, self._finished.setdefault(number, [])
        finished += [to_plain(story) for story in attempt.eliminations[len(finished) :]]
        return {
            "made": attempt.made,
            "positions": [int(position) for position in lab.positions],
            "states": {
                label: [self._keep(state), int(state.held)] for label, state in lab.states.items()
            },
            "known": to_plain(lab.known),
            "explorations": to_plain(lab.explorations),
            "eliminations": finished,
        }

    def _check(self, record: dict[str, Any]) -> None:
        if record["schema"] != SCHEMA:
            raise ValueError(f"its schema is {record['schema']}, not {SCHEMA}")
        if record.pop(SEAL) != _sha256(json.dumps(record).encode()):
            raise ValueError("it is not what was written")
        was, wanted = record["request"], _comparable(self._wanted)
        if was == wanted:
            return
        had = was if isinstance(was, dict) else {}
        differs = ", ".join(name for name in wanted if had.get(name) != wanted[name])
        raise WorkFolderError(
            f"the work folder {self._folder.name} belongs to another derivation (other {differs});"
            " name another one, or remove it",
            folder=self._folder.name,
            differs=differs,
        )

    def _keep(self, state: EmulatorState) -> str:
        """Write a state under its digest, if it is not there yet."""
        kept = self._kept.get(id(state))
        if kept is not None:
            return kept[1]
        digest = _digest(state)
        path = self._folder / f"{digest}.z"
        if not exists(path):
            write_atomically(path, zlib.compress(state.data.tobytes(), COMPRESSION))
        self._kept[id(state)] = state, digest  # which keeps the state, and so its id, in use
        return digest

    def _state(self, digest: str, held: int) -> EmulatorState:
        packed = read_file(child(self._folder, f"{digest}.z"), "kept state", MAX_STATE)
        data = np.frombuffer(inflate(packed, RAW_STATE_SIZE), np.uint8)
        state = EmulatorState(data, Buttons(held))
        if _digest(state) != digest:
            raise ValueError(f"the state {digest[:8]} is not what was written")
        return state


def _digest(state: EmulatorState) -> str:
    return _sha256(state.data.tobytes())


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _comparable(wanted: DerivationRequest) -> dict[str, JsonValue]:
    plain: dict[str, JsonValue] = json.loads(json.dumps(asdict(wanted)))
    return plain
