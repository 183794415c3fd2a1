"""A folder of states: one file for each map, and an index that says how they were made.

The files are mGBA's own PNG states, so that each shows its place and can be given to
``gbatool --state``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from gbatool.actions.blocked_tiles import LocalTile, MapKey
from gbatool.errors import UsageError
from gbatool.files import MAX_RECORDS, read_file, write_atomically
from gbatool.rom import Rom
from gbatool.states.container import SavedState, read_state, write_state
from gbatool.states.load import check_rom

SCHEMA, INDEX = "gbatool/benchmarks/places/1", "places.json"


@dataclass(frozen=True, slots=True)
class Place:
    """One map, and where on it the player stands.

    Attributes:
        key: Group and number of the map.
        tile: Map-local coordinates; None where no state was made.
        why: Why none was made; None where one was.
    """

    key: MapKey
    tile: LocalTile | None = None
    why: str | None = None

    @property
    def name(self) -> str:
        """Group and number, as file names and tables have them."""
        return f"{self.key[0]}.{self.key[1]}"


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a ROM.

    Attributes:
        folder: Where the files are.
        rom: The ROM; only its SHA-1 is kept.
        seed: What the tiles were chosen by.
        party: How many mons are in the party.
        all: Every map of the ROM, in order.
    """

    folder: Path
    rom: Rom
    seed: int
    party: int
    all: tuple[Place, ...]

    @property
    def usable(self) -> tuple[Place, ...]:
        """Those with a state."""
        return tuple(place for place in self.all if place.why is None)

    def choose(self, count: int, seed: int) -> list[Place]:
        """So many places with a state, by seed; all of them if there are fewer."""
        usable = self.usable
        return sorted(
            Random(seed).sample(usable, min(count, len(usable))), key=lambda place: place.key
        )

    def state(self, place: Place) -> SavedState:
        """A place's state.

        Raises:
            FileProblemError: There is no such file.
            FailedClosedError: It is damaged, or was made with another ROM.
        """
        path = self.folder / file_name(place)
        state = read_state(path)
        check_rom(state, self.rom, path.name)
        return state

    def states(self) -> Iterator[tuple[Place, SavedState]]:
        """Every place with its state."""
        for place in self.usable:
            yield place, self.state(place)

    def save(self) -> None:
        """Write the index."""
        document = {
            "schema": SCHEMA,
            "rom": self.rom.sha1,
            "seed": self.seed,
            "party": self.party,
            "places": [asdict(place) for place in self.all],
        }
        write_atomically(self.folder / INDEX, (json.dumps(document, indent=1) + "\n").encode())


def file_name(place: Place) -> str:
    """The name of a place's file."""
    return f"{place.name}.ss0"


def keep_state(folder: Path, place: Place, state: SavedState) -> None:
    """Write a place's state into the folder."""
    write_state(folder / file_name(place), state)


def open_places(folder: Path, rom: Rom) -> Places:
    """The places in a folder.

    Raises:
        FileProblemError: The folder has no index.
        UsageError: The index is of another form, or the states are of another ROM.
    """
    document = json.loads(read_file(folder / INDEX, "index of states", MAX_RECORDS))
    if document.get("schema") != SCHEMA or document["rom"] != rom.sha1:
        raise UsageError(f"{folder / INDEX} is not an index of states of this ROM")
    places = (
        Place(
            (entry["key"][0], entry["key"][1]),
            (entry["tile"][0], entry["tile"][1]) if entry["tile"] else None,
            entry["why"],
        )
        for entry in document["places"]
    )
    return Places(folder, rom, document["seed"], document["party"], tuple(places))
