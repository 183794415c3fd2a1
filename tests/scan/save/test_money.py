"""Money, its key and coins: wherever they are, and whatever looks like them."""

from __future__ import annotations

import pytest

from gbatool.scan import LOCATORS
from tests.scan.save.model import KEY, OTHER_BAG, Layout, check_refuted, found, lab_of

MONEY, COINS, ENCRYPTION = "save_block1.money", "save_block1.coins", "save_block2.encryption_key"


@pytest.mark.parametrize(
    ("layout", "key", "traits"),
    [
        (Layout(), KEY, ("u32@0x290", "u32@0xF20", "u16@0x294")),
        (
            Layout(money=0x490, key=0xAC, coins=(0x494, 16)),
            KEY,
            ("u32@0x490", "u32@0xAC", "u16@0x494"),
        ),
        (Layout(key=0x4C), 0, ("u32@0x290", "u32@0x4C", "u16@0x294")),
        (
            Layout(money=0x302C, key=None, coins=(0x3030, 14)),
            KEY,
            ("u32@0x302C", "none", "u16@0x3030[0..13]"),
        ),
        (Layout(coins=(-1, 16)), 0, ("u32@0x290", "u32@0xF20", "none")),
    ],
)
def test_both_are_found_wherever_they_are(
    layout: Layout, key: int, traits: tuple[str, str, str]
) -> None:
    """A key that is 0 is found because the game reads it, too."""
    shown = found(lab_of(layout, key=key), MONEY, COINS)
    assert shown == dict(zip((MONEY, ENCRYPTION, COINS), traits, strict=True))


def test_a_copy_of_the_money_is_refuted() -> None:
    layout = Layout(mirrors=[(0x02010290, 0x02010A00, 4)])
    impostor = {MONEY: "u32@0xA00"}
    check_refuted(lab_of(layout), MONEY, "a copy of the money", impostor)


def test_a_word_like_the_key_is_refuted() -> None:
    layout = Layout(mirrors=[(0x02008F20, 0x02008A00, 4)])
    lab = lab_of(layout)
    lab.run_after("overworld", [], None)
    with lab.at("overworld") as emulator:
        emulator.write(0x02008A00, KEY.to_bytes(4, "little"))
        lab.keep("talk_waiting")
    rival = "a word that is the same as the key"
    check_refuted(lab, MONEY, rival, {ENCRYPTION: "u32@0xA00"})


def test_a_copy_of_the_coins_is_refuted() -> None:
    layout = Layout(mirrors=[(0x02010294, 0x02010A00, 2)])
    lab = lab_of(layout)
    with lab.at("overworld") as emulator:
        emulator.run()
        lab.keep("talk_waiting")
    found(lab, MONEY)
    check_refuted(lab, COINS, "a copy of the coins", {COINS: "u16@0xA00"})


def test_a_form_with_other_bits_is_refuted() -> None:
    lab = lab_of(Layout(coins=(0x294, 14), key=None))
    found(lab, MONEY)
    check_refuted(lab, COINS, "a form with more or fewer bits", {COINS: "u16@0x294"})


def test_where_scripts_give_no_money_nothing_is_proposed() -> None:
    lab = lab_of(Layout(money=0x5000))
    assert LOCATORS[MONEY].scan(lab) == []
    assert OTHER_BAG
