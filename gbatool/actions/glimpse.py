"""Look at the player while an action runs: as much of a frame as a step needs, and no error."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.actions.input_driver import InputDriver
from gbatool.decode.map import Tile
from gbatool.decode.object_events import decode_facing, find_player
from gbatool.decode.objects import decode_objects
from gbatool.decode.player import Facing, MapId, decode_map_id
from gbatool.decode.save import Location, decode_location
from gbatool.decode.scene import Mode, Scene, decode_scene
from gbatool.decode.script import decode_lock, decode_script
from gbatool.errors import DecodeError


@dataclass(frozen=True, slots=True)
class Glimpse:
    """As much of one frame as a step needs.

    Attributes:
        tile: Where the player is or is going to.
        settled: The player stands on it: no step is under way.
    """

    tile: Tile
    settled: bool
    facing: Facing
    map: MapId | None


def glimpse(driver: InputDriver) -> Glimpse | None:
    """Look at the player; None when there is none now, as while a map loads."""
    try:
        record = find_player(driver.ram, driver.profile)
        facing = decode_facing(record)
        where = _map_of(decode_location(driver.ram, driver.profile))
    except DecodeError:
        return None
    tile = record["current_x"], record["current_y"]
    before = record["previous_x"], record["previous_y"]
    return Glimpse(tile, tile == before, facing, where)


def look_at_map(driver: InputDriver) -> MapId | None:
    """The loaded map with its name; None while it can't be told."""
    try:
        return decode_map_id(driver.ram, driver.profile)
    except DecodeError:
        return None


def _map_of(location: Location | None) -> MapId | None:
    """A map without its name, which need not be looked up in every frame."""
    return None if location is None else MapId(location.group, location.num)


def is_locked(driver: InputDriver) -> bool:
    """Whether something took the controls; False when the profile can't tell."""
    try:
        if decode_lock(driver.ram, driver.profile):
            return True
        script = decode_script(driver.ram, driver.profile)
    except DecodeError:
        return True
    return script is not None and script.running


def same_map(one: MapId | None, other: MapId | None) -> bool:
    """Whether two are the same map; True where one of them is not known."""
    if one is None or other is None:
        return True
    return (one.group, one.num) == (other.group, other.num)


def scene_now(driver: InputDriver) -> Scene:
    """What the game is doing; UNKNOWN where it can't be told."""
    try:
        return decode_scene(driver.ram, driver.profile)
    except DecodeError as error:
        return Scene(
            Mode.UNKNOWN, input_ready=False, waiting_for_advance=False, because=error.message
        )


def mode_now(driver: InputDriver) -> Mode:
    """The scene's mode."""
    return scene_now(driver).mode


def input_is_back(driver: InputDriver) -> bool:
    """Whether the player would take a direction now."""
    return scene_now(driver).input_ready


def is_occupied(driver: InputDriver, tile: Tile) -> bool:
    """Whether an object event other than the player is on a tile or is leaving it."""
    try:
        objects = decode_objects(driver.ram, driver.profile)
    except DecodeError:
        return False
    return any(event.blocks(*tile) for event in objects)
