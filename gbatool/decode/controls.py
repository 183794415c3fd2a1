"""Tell what keeps the player from taking a direction although the field is not locked."""

from __future__ import annotations

from gbatool.decode.fields import read_symbol, read_u8
from gbatool.decode.object_events import AVATAR, find_player, is_forced
from gbatool.engine import layouts
from gbatool.errors import NotLoadedError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

QUEST_LOG, PLAYBACK = "gQuestLogState", (2, 3)


def held_by(ram: Snapshot, profile: Profile) -> str | None:
    """What holds the player, in words; None when nothing does.

    Raises:
        DecodeError: The player's records can't be right.
    """
    if profile.has(QUEST_LOG):
        state = read_u8(ram, QUEST_LOG, profile.address(QUEST_LOG))
        if state in PLAYBACK:
            return f"{QUEST_LOG} is {state}: it plays back"
    if not profile.has("gObjectEvents"):
        return f"profile {profile.name} has no gObjectEvents to find the player in"
    try:
        player = find_player(ram, profile)
    except NotLoadedError as error:
        return f"{error.field}: {error.observed}"
    here = (player["current_x"], player["current_y"])
    if here != (player["previous_x"], player["previous_y"]):
        return "the player is between two tiles"
    return _held_avatar(ram, profile) if profile.has(AVATAR) else None


def _held_avatar(ram: Snapshot, profile: Profile) -> str | None:
    avatar = read_symbol(ram, profile, AVATAR, profile.structures.player_avatar)
    if avatar["prevent_step"]:
        return f"{AVATAR}.preventStep is {avatar['prevent_step']}"
    if is_forced(avatar):
        return f"{AVATAR} is forced: the tile moves the player"
    if avatar["tile_transition_state"] == layouts.TILE_BETWEEN:
        return "the player is between two tiles"
    if avatar["running_state"] == layouts.RUNNING_TURN:
        return "the player turns in place"
    return None
