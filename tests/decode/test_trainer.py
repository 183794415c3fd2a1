"""The trainer: every field of the save blocks that the trainer card and the options show."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.trainer import Options, PlayTime, decode_trainer
from gbatool.errors import DecodeError, UnprovenSymbolError
from tests.decode.records import FLAGS, KEY, MONEY, SAVE1, SAVE2, trainer_world
from tests.decode.world import ADDRESSES, PROFILE, profile_without


def test_reads_who_plays() -> None:
    trainer = decode_trainer(trainer_world().build(), PROFILE)
    assert (trainer.name, trainer.gender) == ("ADA", "female")
    assert (trainer.trainer_id, trainer.secret_id) == (7132, 15315)
    assert (trainer.money, trainer.coins, trainer.badges) == (3000, 50, (1, 3, 8))
    assert trainer.play_time == PlayTime(12, 34, 56, 7)


def test_reads_the_options() -> None:
    options = decode_trainer(trainer_world().build(), PROFILE).options
    assert options == Options(
        text_speed="fast",
        battle_style="shift",
        battle_scene=False,
        sound="stereo",
        button_mode="lr",
        window_frame=3,
    )


@pytest.mark.parametrize(
    ("engine", "flag", "mode"),
    [("emerald", 0x1270 + 0x867 // 8, "normal"), ("rs", 0x1220 + 0x807 // 8, "normal")],
)
def test_badges_and_button_modes_differ_by_family(engine: str, flag: int, mode: str) -> None:
    profile = dataclasses.replace(PROFILE, engine=engine)
    world = trainer_world()
    block = SAVE1 if engine == "emerald" else ADDRESSES["gSaveBlock1"]
    world.ram.write(block, bytes(0x3A00)).put(SAVE2 + 0x13, "B", 0).put(SAVE2 + 0xAC, "I", 0)
    world.ram.put(block + flag, "H", 0b10000001 << 7).put(block + 0x490, "IH", 12345, 9)
    trainer = decode_trainer(world.build(), profile)
    assert (trainer.badges, trainer.options.button_mode) == ((1, 8), mode)
    assert (trainer.money, trainer.coins) == (12345, 9)


@pytest.mark.parametrize(
    ("at", "code", "value", "says"),
    [
        (SAVE2 + 8, "B", 2, r"SaveBlock2\.playerGender at .* is 2; expected 0 to 1"),
        (SAVE1 + MONEY, "I", 1000000 ^ KEY, r"SaveBlock1\.money at .* is 1000000"),
        (SAVE1 + MONEY + 4, "H", 10000 ^ KEY & 0xFFFF, r"SaveBlock1\.coins at .* is 10000"),
        (SAVE2 + 0xE, "H", 1000, r"playTimeHours at .* is 1000; expected 0 to 999"),
        (SAVE2 + 0x10, "B", 60, "playTimeMinutes"),
        (SAVE2 + 0x11, "B", 60, "playTimeSeconds"),
        (SAVE2 + 0x12, "B", 60, "playTimeVBlanks"),
        (SAVE2 + 0x13, "B", 3, "optionsButtonMode at .* expected 0 to 2"),
        (SAVE2 + 0x14, "B", 3, "optionsTextSpeed at .* is 3"),
        (SAVE2 + 0x14, "B", 10 << 3, "optionsWindowFrameType at .* is 10; expected 0 to 9"),
    ],
)
def test_refuses_impossible_values(at: int, code: str, value: int, says: str) -> None:
    world = trainer_world()
    world.ram.put(at, code, value)
    with pytest.raises(DecodeError, match=says):
        decode_trainer(world.build(), PROFILE)


def test_flags_beside_the_badges_are_not_badges() -> None:
    world = trainer_world()
    world.ram.put(SAVE1 + FLAGS + 0x820 // 8 - 1, "3B", 0xFF, 0, 0xFF)
    assert decode_trainer(world.build(), PROFILE).badges == ()


def test_an_unproven_block_is_refused() -> None:
    with pytest.raises(UnprovenSymbolError, match="gSaveBlock1Ptr"):
        decode_trainer(trainer_world().build(), profile_without("gSaveBlock1Ptr"))
