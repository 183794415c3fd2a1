"""Decode who plays: name, ids, money, badges, play time and options, from the save blocks."""

from __future__ import annotations

from dataclasses import dataclass

from gbatool.decode.bag import read_key
from gbatool.decode.fields import check_range, read_array, read_u8, read_u32
from gbatool.decode.header import is_japanese
from gbatool.decode.names import fixed_text
from gbatool.decode.save import loaded_save_block
from gbatool.engine import save_layouts as layout
from gbatool.errors import DecodeError
from gbatool.memory import Snapshot
from gbatool.profile import Profile


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
    """Who plays.

    Attributes:
        gender: ``male`` or ``female``.
        trainer_id: The number on the trainer card.
        secret_id: The half of the id that is not shown.
        badges: Numbers of the badges that were won, 1 to 8.
    """

    name: str
    gender: str
    trainer_id: int
    secret_id: int
    money: int
    coins: int
    badges: tuple[int, ...]
    play_time: PlayTime
    options: Options


def decode_trainer(ram: Snapshot, profile: Profile) -> Trainer:
    """Read who plays.

    Raises:
        NotLoadedError: No game was begun or loaded yet.
        DecodeError: A value is none that the game can have.
        UnprovenSymbolError: The profile can't tell where the save blocks are.
    """
    one, two = (loaded_save_block(ram, profile, number) for number in (1, 2))
    save, key = profile.family.save, read_key(ram, profile)
    name = read_array(ram, "SaveBlock2.playerName", two, "u1", layout.NAME_SIZE).tobytes()
    gender = _u8(ram, "playerGender", two + layout.GENDER, len(layout.GENDERS))
    identity = read_u32(ram, "SaveBlock2.playerTrainerId", two + layout.TRAINER_ID)
    at = one + save.money
    money = read_u32(ram, "SaveBlock1.money", at) ^ key
    coins = int(read_array(ram, "SaveBlock1.coins", at + 4, "<u2", 1)[0]) ^ key & 0xFFFF
    return Trainer(
        name=fixed_text(name, "SaveBlock2.playerName", two, japanese=is_japanese(profile)),
        gender=layout.GENDERS[gender],
        trainer_id=identity & 0xFFFF,
        secret_id=identity >> 16,
        money=check_range("SaveBlock1.money", at, money, 0, layout.MOST_MONEY),
        coins=check_range("SaveBlock1.coins", at + 4, coins, 0, layout.MOST_COINS),
        badges=_badges(ram, profile, one),
        play_time=_play_time(ram, two + layout.PLAY_TIME),
        options=_options(ram, profile, two),
    )


def _u8(ram: Snapshot, name: str, address: int, count: int) -> int:
    field = f"SaveBlock2.{name}"
    return check_range(field, address, read_u8(ram, field, address), 0, count - 1)


def _badges(ram: Snapshot, profile: Profile, block: int) -> tuple[int, ...]:
    save = profile.family.save
    first, bit = divmod(save.first_badge, 8)
    at = block + save.flags + first
    flags = int(read_array(ram, "SaveBlock1.flags", at, "<u2", 1)[0]) >> bit
    return tuple(badge + 1 for badge in range(layout.BADGES) if flags >> badge & 1)


def _play_time(ram: Snapshot, at: int) -> PlayTime:
    hours = int(read_array(ram, "SaveBlock2.playTimeHours", at, "<u2", 1)[0])
    return PlayTime(
        hours=check_range("SaveBlock2.playTimeHours", at, hours, 0, layout.MOST_HOURS),
        minutes=_u8(ram, "playTimeMinutes", at + 2, layout.MINUTES),
        seconds=_u8(ram, "playTimeSeconds", at + 3, layout.SECONDS),
        frames=_u8(ram, "playTimeVBlanks", at + 4, layout.FRAMES),
    )


def _options(ram: Snapshot, profile: Profile, block: int) -> Options:
    save = profile.family.save
    mode = _u8(ram, "optionsButtonMode", block + layout.BUTTON_MODE, len(save.button_modes))
    at = block + layout.OPTIONS
    bits = int(read_array(ram, "SaveBlock2.options", at, "<u2", 1)[0])
    speed, frame = bits & 7, bits >> 3 & 0x1F
    if speed >= len(layout.TEXT_SPEEDS):
        raise DecodeError("SaveBlock2.optionsTextSpeed", at, observed=speed, expected="0, 1 or 2")
    return Options(
        text_speed=layout.TEXT_SPEEDS[speed],
        battle_style=layout.BATTLE_STYLES[bits >> 9 & 1],
        battle_scene=not bits >> 10 & 1,
        sound=layout.SOUNDS[bits >> 8 & 1],
        button_mode=save.button_modes[mode],
        window_frame=check_range(
            "SaveBlock2.optionsWindowFrameType", at, frame, 0, save.window_frames - 1
        ),
    )
