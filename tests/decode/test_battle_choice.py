"""A battle asks when command, busy bit and scroll agree, and not before."""

from __future__ import annotations

import dataclasses

import pytest

from gbatool.decode.battle_choice import decode_battle_choice
from gbatool.memory import Address
from gbatool.profile import Profile, Status, Symbol
from tests.decode.world import World, profile_without

COMMAND, BUSY, SCROLL = 0x02003000, 0x02003800, 0x02003804


def battle_profile(*names: str) -> Profile:
    places = {
        "gBattleBufferA": COMMAND,
        "gBattleControllerExecFlags": BUSY,
        "gBattle_BG0_Y": SCROLL,
    }
    known = {
        name: Symbol(name, Address(places[name]), 0, Status.VERIFIED) for name in names or places
    }
    base = profile_without("gBattlerControllerFuncs")
    return dataclasses.replace(base, symbols={**base.symbols, **known})


@pytest.mark.parametrize(
    ("command", "busy", "scroll", "choice"),
    [
        (18, 1, 160, "action"),
        (20, 1, 320, "move"),
        (18, 1, 0, None),
        (18, 0, 160, None),
        (18, 2, 160, None),
        (16, 1, 160, None),
        (20, 1, 160, None),
    ],
)
def test_all_three_signs_must_agree(
    command: int, busy: int, scroll: int, choice: str | None
) -> None:
    world = World()
    world.ram.put(COMMAND, "B", command).put(BUSY, "I", busy).put(SCROLL, "H", scroll)
    assert decode_battle_choice(world.build(), battle_profile()) == choice


def test_a_profile_that_lacks_one_of_them_can_not_tell() -> None:
    world = World()
    world.ram.put(COMMAND, "B", 18).put(BUSY, "I", 1).put(SCROLL, "H", 160)
    lean = battle_profile("gBattleBufferA", "gBattleControllerExecFlags")
    assert decode_battle_choice(world.build(), lean) is None
