"""The trainer: every field of the save blocks that the trainer card and the options show."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.trainer import Options, PlayTime, decode_trainer
from gbatool.errors import DecodeError, UnprovenSymbolError
from tests.decode.records import FLAGS, KEY, MONEY, SAVE1, SAVE2, trainer_world
from tests.decode.world import ADDRESSES, PROFILE, profile_of, profile_without, text


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
    assert trainer.options is not None
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


def test_reads_by_the_traits_of_a_changed_engine() -> None:
    profile = profile_of(
        save_block1__money="u32@0x302C",
        save_block1__coins="u16@0x3030[0..13]",
        save_block2__encryption_key="none",
        save_block2__player_name="8*u8@0xB24",
        save_block2__play_time_hours="u16@0xB20[0..9]",
        save_block2__play_time_minutes="u8@0xB21[2..7]",
    )
    world = trainer_world()
    world.ram.put(SAVE1 + 0x302C, "IH", 65000, 77 | 3 << 14)
    world.ram.write(SAVE2 + 0xB24, text("LIN") + b"\xff").put(SAVE2 + 0xB20, "H", 123 | 45 << 10)
    trainer = decode_trainer(world.build(), profile)
    assert (trainer.name, trainer.money, trainer.coins) == ("LIN", 65000, 77)
    assert trainer.play_time == PlayTime(123, 45, 56, 7)
    assert trainer.unavailable == {}


@pytest.mark.parametrize(
    ("trait", "part"),
    [
        ("save_block1.money", "money"),
        ("save_block1.coins", "coins"),
        ("save_block1.flags", "badges"),
        ("save_block2.player_name", "name"),
        ("save_block2.player_gender", "gender"),
        ("save_block2.player_trainer_id", "trainer_id"),
        ("save_block2.play_time_hours", "play_time"),
        ("save_block2.options", "options"),
    ],
)
def test_a_part_whose_trait_is_not_proven_is_left_out(trait: str, part: str) -> None:
    trainer = decode_trainer(trainer_world().build(), profile_of(trait))
    assert getattr(trainer, part) is None
    assert list(trainer.unavailable) == [part]
    assert f"does not know the trait {trait}: it was refuted" in trainer.unavailable[part]
    whole = decode_trainer(trainer_world().build(), PROFILE)
    known = {one.name for one in dataclasses.fields(whole)} - {part, "secret_id", "unavailable"}
    assert all(getattr(trainer, name) == getattr(whole, name) for name in known)


def test_what_the_block_lacks_is_left_out() -> None:
    trainer = decode_trainer(trainer_world().build(), profile_of(save_block1__coins="none"))
    assert trainer.coins is None
    assert trainer.money == 3000
    assert "SaveBlock1 has no coins" in trainer.unavailable["coins"]
