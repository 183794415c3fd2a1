"""Decode who plays: name, ids, money, badges, play time and options, from the save blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from gbatool.decode.bag import read_key
from gbatool.decode.fields import Record, read_record, read_u16
from gbatool.decode.header import text_form
from gbatool.decode.names import fixed_text
from gbatool.decode.save import check_fields, loaded_save_block
from gbatool.engine import save_layouts as layout
from gbatool.engine.layouts import field_address
from gbatool.errors import UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class PlayTime:
    """Time played; ``frames`` are 60ths of a second."""

    hours: int
    minutes: int
    seconds: int
    frames: int


@dataclass(frozen=True, slots=True)
class Options:
    """The options screen.

    Attributes:
        text_speed: ``slow``, ``mid`` or ``fast``.
        battle_style: ``shift`` or ``set``.
        battle_scene: Whether moves are animated.
        sound: ``mono`` or ``stereo``.
        button_mode: ``help`` or ``normal`` (by family), ``lr``, ``l_equals_a``.
        window_frame: Number of the frame that is drawn around text, from 0.
    """

    text_speed: str
    battle_style: str
    battle_scene: bool
    sound: str
    button_mode: str
    window_frame: int


@dataclass(frozen=True, slots=True)
class Trainer:
    """Who plays. A part is None where it is not known how the engine keeps it.

    Attributes:
        gender: ``male`` or ``female``.
        trainer_id: The number on the trainer card.
        secret_id: The half of the id that is not shown.
        badges: Numbers of the badges that were won, 1 to 8.
        unavailable: Part that can't be read -> why.
    """

    name: str | None
    gender: str | None
    trainer_id: int | None
    secret_id: int | None
    money: int | None
    coins: int | None
    badges: tuple[int, ...] | None
    play_time: PlayTime | None
    options: Options | None
    unavailable: Mapping[str, str] = field(default_factory=dict)


def decode_trainer(ram: Snapshot, profile: Profile) -> Trainer:
    """Read who plays.

    Raises:
        NotLoadedError: No game was begun or loaded yet.
        DecodeError: A value is none that the game can have.
        UnprovenSymbolError: The profile can't tell where the save blocks are.
    """
    blocks = [loaded_save_block(ram, profile, number) for number in (1, 2)]
    wallet = read_record(ram, "SaveBlock1", blocks[0], profile.family.save_block1)
    trainer = read_record(ram, "SaveBlock2", blocks[1], profile.family.save_block2)
    unavailable: dict[str, str] = {}

    def part(name: str, read: Callable[[], Part]) -> Part | None:
        try:
            return read()
        except UnprovenSymbolError as error:
            unavailable[name] = error.message
            return None

    trainer_id = part("trainer_id", lambda: _trainer_id(profile, trainer))
    return Trainer(
        name=part("name", lambda: _name(profile, trainer)),
        gender=part("gender", lambda: _gender(profile, trainer)),
        trainer_id=None if trainer_id is None else trainer_id & 0xFFFF,
        secret_id=None if trainer_id is None else trainer_id >> 16,
        money=part("money", lambda: _money(ram, profile, wallet)),
        coins=part("coins", lambda: _coins(ram, profile, wallet)),
        badges=part("badges", lambda: _badges(ram, profile, blocks[0])),
        play_time=part("play_time", lambda: _play_time(profile, trainer)),
        options=part("options", lambda: _options(profile, trainer)),
        unavailable=unavailable,
    )


def _name(profile: Profile, trainer: Record) -> str:
    check_fields(profile, 2, "player_name")
    name = trainer.data("player_name"), trainer.called("player_name"), trainer.at("player_name")
    return fixed_text(*name, text_form(profile))


def _gender(profile: Profile, trainer: Record) -> str:
    check_fields(profile, 2, "player_gender")
    return layout.GENDERS[trainer.check("player_gender", 0, len(layout.GENDERS) - 1)]


def _trainer_id(profile: Profile, trainer: Record) -> int:
    check_fields(profile, 2, "player_trainer_id")
    return trainer["player_trainer_id"]


def _money(ram: Snapshot, profile: Profile, wallet: Record) -> int:
    check_fields(profile, 1, "money")
    money = wallet["money"] ^ read_key(ram, profile)
    return wallet.check_value("money", money, 0, layout.MOST_MONEY)


def _coins(ram: Snapshot, profile: Profile, wallet: Record) -> int:
    check_fields(profile, 1, "coins")
    coins = wallet["coins"] ^ read_key(ram, profile) & 0xFFFF
    return wallet.check_value("coins", coins, 0, layout.MOST_COINS)


def _play_time(profile: Profile, trainer: Record) -> PlayTime:
    check_fields(profile, 2, *(f"play_time_{one}" for one in ("hours", "minutes", "seconds")))
    return PlayTime(
        hours=trainer.check("play_time_hours", 0, layout.MOST_HOURS),
        minutes=trainer.check("play_time_minutes", 0, layout.MINUTES - 1),
        seconds=trainer.check("play_time_seconds", 0, layout.SECONDS - 1),
        frames=trainer.check("play_time_v_blanks", 0, layout.FRAMES - 1),
    )


def _badges(ram: Snapshot, profile: Profile, block: int) -> tuple[int, ...]:
    check_fields(profile, 1, "flags")
    engine = profile.family
    first, bit = divmod(engine.save.first_badge, 8)
    at = field_address(block, engine.save_block1, "flags") + first
    flags = read_u16(ram, "SaveBlock1.flags", at) >> bit
    return tuple(badge + 1 for badge in range(layout.BADGES) if flags >> badge & 1)


def _options(profile: Profile, trainer: Record) -> Options:
    check_fields(profile, 2, "options", "options_button_mode")
    save = profile.family.save
    mode = trainer.check("options_button_mode", 0, len(save.button_modes) - 1)
    bits = trainer["options"]
    speed, frame = bits & 7, bits >> 3 & 0x1F
    if speed >= len(layout.TEXT_SPEEDS):
        raise trainer.error("options", speed, "0, 1 or 2", called="optionsTextSpeed")
    return Options(
        text_speed=layout.TEXT_SPEEDS[speed],
        battle_style=layout.BATTLE_STYLES[bits >> 9 & 1],
        battle_scene=not bits >> 10 & 1,
        sound=layout.SOUNDS[bits >> 8 & 1],
        button_mode=save.button_modes[mode],
        window_frame=trainer.check_value(
            "options", frame, 0, save.window_frames - 1, called="optionsWindowFrameType"
        ),
    )
