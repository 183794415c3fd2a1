"""Decode the battle that is on: who fights, what kind of battle it is, whose turn, what was said.

Flags, outcome and records keep their values after a battle, so nothing is read unless
``gMain.inBattle`` is 1; and at its beginning that is 1 before any mon was loaded.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.battle import OUTCOMES, battle_text, decode_outcome, type_flags
from gbatool.decode.battle_choice import Asked, Choice, decode_asked
from gbatool.decode.battlers import (
    MONS,
    Battler,
    battlers_count,
    decode_battlers,
    position_of,
)
from gbatool.decode.dialog import is_box_drawn
from gbatool.decode.fields import check_range, read_u8, read_u16, read_u32
from gbatool.decode.main import decode_main, refuse_unfinished_work
from gbatool.decode.names import Named, read_named
from gbatool.decode.printer import find_printer, knows_printers
from gbatool.engine import battle as layout
from gbatool.memory import Snapshot
from gbatool.profile import Profile

WEATHER = "gBattleWeather"
ATTACKER, MOVE, PHASE = "gBattlerAttacker", "gCurrentMove", "gBattleMainFunc"
ACTS = "RunTurnActionsFunctions"
ORDER, ROUND, ACTION = "gBattlerByTurnOrder", "gCurrentTurnActionNumber", "gChosenActionByBattler"
USE_MOVE = 0
SAFARI = "safari"


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that is on. What the profile has no symbol for is None.

    Attributes:
        type_flags: Names of the flags that are set: ``trainer``, ``double``, ...
        outcome: ``running``, or how it has ended: ``won``, ``lost``, ``caught``, ...
        battlers: Those who are on the field.
        asks: ``action`` or ``move`` while the player is asked for one.
        turn: Number of the battler who is asked, or whose action is carried out.
        move: The move that is being used, while an action is carried out.
        weather: ``rain``, ``sandstorm``, ``sun``, ``hail``; empty for none.
        message: Lines of the text that its box shows, names put in, or that asks for an action; empty
            while the box is not on screen. Where that can't be told: of the text put together last.
    """

    type_flags: tuple[str, ...] | None
    outcome: str | None
    battlers: tuple[Battler, ...]
    asks: Choice | None
    turn: int | None
    move: Named | None
    weather: tuple[str, ...] | None
    message: tuple[str, ...] | None


def decode_battle(ram: Snapshot, profile: Profile) -> Battle | None:
    """Read the battle; None when none is on.

    Raises:
        NotLoadedError: It is being set up, or a mon is being sent out.
        DecodeError: A value is none that the game can have.
        UnprovenSymbolError: ``gMain``, ``gBattlersCount`` or ``gBattleMons`` is not proven.
    """
    main = decode_main(ram, profile)
    if main is None:
        profile.address("gMain")
    if main is None or not main.in_battle:
        return None
    refuse_unfinished_work(ram, profile)
    count = battlers_count(ram, profile)
    profile.address(MONS)
    flags = type_flags(ram, profile)
    asked = decode_asked(ram, profile)
    acting = _acting(ram, profile, count) if asked is None else None
    return Battle(
        type_flags=flags,
        outcome=_outcome(ram, profile),
        battlers=decode_battlers(ram, profile, without=_never_there(ram, profile, flags, count)),
        asks=asked.choice if asked is not None else None,
        turn=asked.battler if asked is not None else acting,
        move=_move(ram, profile, acting) if acting is not None else None,
        weather=_weather(ram, profile),
        message=_message(ram, profile, asked),
    )


def _message(ram: Snapshot, profile: Profile, asked: Asked | None) -> tuple[str, ...] | None:
    """The text of the message box, or of the menu of actions.

    The buffer keeps the last battle's text until the first one of this battle, and menus and health
    boxes put their texts together in it, too.
    """
    if asked is not None:
        return battle_text(ram, profile) if asked.choice == "action" else ()
    printing = knows_printers(profile) and find_printer(ram, profile).active
    hidden = ram.screen is not None and is_box_drawn(ram, profile) is False
    return () if hidden and not printing else battle_text(ram, profile)


def _never_there(
    ram: Snapshot, profile: Profile, flags: tuple[str, ...] | None, count: int
) -> frozenset[int]:
    """In the Safari Zone no mon fights on the player's side."""
    if flags is None or SAFARI not in flags:
        return frozenset()
    side = layout.FOE_SIDE
    return frozenset(n for n in range(count) if not position_of(ram, profile, n) & side)


def _outcome(ram: Snapshot, profile: Profile) -> str | None:
    outcome = decode_outcome(ram, profile)
    return None if outcome is None else OUTCOMES[outcome].replace(" ", "_")


def _acting(ram: Snapshot, profile: Profile, count: int) -> int | None:
    """Whose action is carried out now; None in every other phase, and when the round is over."""
    if not all(profile.has(name) for name in (PHASE, ORDER, ROUND)):
        return None
    phase = read_u32(ram, PHASE, profile.address(PHASE))
    number = read_u8(ram, ROUND, profile.address(ROUND))
    if not profile.is_function(phase, ACTS) or number >= count:
        return None
    at = profile.address(ORDER) + number
    field = f"{ORDER}[{number}]"
    return check_range(field, at, read_u8(ram, field, at), 0, count - 1)


def _move(ram: Snapshot, profile: Profile, turn: int) -> Named | None:
    """The move that is used.

    The one of an earlier action stays until then, and no other kind of action changes it.
    """
    if not all(profile.has(name) for name in (MOVE, ATTACKER, ACTION)):
        return None
    action = read_u8(ram, ACTION, profile.address(ACTION) + turn)
    attacker = read_u8(ram, ATTACKER, profile.address(ATTACKER))
    at = profile.address(MOVE)
    move = read_u16(ram, MOVE, at)
    if action != USE_MOVE or attacker != turn or not move:
        return None
    return read_named(ram, profile, profile.structures.names.moves, move, field=MOVE, address=at)


def _weather(ram: Snapshot, profile: Profile) -> tuple[str, ...] | None:
    if not profile.has(WEATHER):
        return None
    at = profile.address(WEATHER)
    value = read_u16(ram, WEATHER, at)
    check_range(WEATHER, at, value, 0, layout.WEATHER_BITS)
    return layout.named_bits(value, profile.structures.weather).names
