"""The text windows of another family, staged in what the scan and probe read.

No cartridge has one. A window that counts along is planted into the states of a conversation, or of
a battle; the game does not obey it, so it is what a copy of the window would be.
"""

from __future__ import annotations

import pytest

from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.battle_explore import BATTLE_TEXT, BattleText
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.talk import PRINTING, WAITING, Talk, TextPosition
from gbatool.scan.text.text_window import (
    INDEX,
    STATE,
    TEXT,
    WINDOW_SIZE,
    BattleTextWindow,
    FieldMessageBoxWindow,
)
from tests.scan.battle_staging import with_states
from tests.scan.staging import probe_against, proposals, unused

SYMBOL = "gFieldMessageBoxWindow"
RIVAL = "a copy of the window that follows it"


@pytest.fixture
def window(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> Address:
    """A window beside the game's printer, printing and then done."""
    at = unused(lab, WINDOW_SIZE)
    text = lab.address("gStringVar4")
    for label, state, index in ((PRINTING, 2, 4), (WAITING, 0, 9)):
        with lab.at(label) as emulator:
            emulator.write(at + STATE, state.to_bytes(2, "little"))
            emulator.write(at + INDEX, index.to_bytes(2, "little"))
            emulator.write(at + TEXT, int(text).to_bytes(4, "little"))
            lab.keep(label)
    talk = Talk((TextPosition(at + INDEX, indexed=True),), text)
    monkeypatch.setattr("gbatool.scan.text.text_window.find_talk", lambda _: talk)
    return at


def test_a_copy_of_the_window_is_proposed_and_refuted_by_its_index(
    lab: Lab, window: Address
) -> None:
    candidate = proposals(lab, FieldMessageBoxWindow())[window]
    assert probe_against(SYMBOL, RIVAL).run(lab, candidate).verdict is ProbeVerdict.REFUTED


def test_a_window_that_the_game_obeys_holds(
    lab: Lab, window: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The printer's own end stands in: its active flag is what the state is read from."""
    run_after = lab.run_after
    end = 0

    def obey(label: str, inputs: object, poke: object) -> object:
        after = run_after(label, inputs, poke)  # type: ignore[arg-type]
        nonlocal end
        if poke is not None:
            end = after.u16(window + INDEX)
            after.read(window + STATE, 2)[:] = 0
        return after

    monkeypatch.setattr(lab, "run_after", obey)
    candidate = Candidate(window, "planted")
    assert probe_against(SYMBOL, RIVAL).run(lab, candidate).verdict is ProbeVerdict.HELD
    text = lab.address("gStringVar4")
    assert lab.snapshot(PRINTING).u8(text + end) == 0xFF


def test_a_text_that_ends_too_soon_says_nothing(lab: Lab, window: Address) -> None:
    lab.states[PRINTING] = lab.states[WAITING]
    with pytest.raises(ProbeError, match="ends too soon"):
        probe_against(SYMBOL, RIVAL).run(lab, Candidate(window, "planted"))


@pytest.mark.parametrize(("label", "state"), [(PRINTING, 0), (WAITING, 2)])
def test_a_window_whose_state_does_not_end_with_the_text_is_not_proposed(
    lab: Lab, window: Address, label: str, state: int
) -> None:
    assert window in proposals(lab, FieldMessageBoxWindow())
    with lab.at(label) as emulator:
        emulator.write(window + STATE, state.to_bytes(2, "little"))
        lab.keep(label)
    assert window not in proposals(lab, FieldMessageBoxWindow())


@pytest.fixture
def battle_window(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> Address:
    """A window beside the game's printer while a text of the battle prints."""
    with_states(lab)
    at, text = unused(lab, WINDOW_SIZE), lab.address("gDisplayedStringBattle")
    with lab.at(BATTLE_TEXT) as emulator:
        for field, value, size in ((STATE, 2, 2), (INDEX, 4, 2), (TEXT, int(text), 4)):
            emulator.write(at + field, value.to_bytes(size, "little"))
        lab.keep(BATTLE_TEXT)
    found = BattleText(TextPosition(Address(at + INDEX), indexed=True), (text,))
    monkeypatch.setattr("gbatool.scan.text.text_window.find_text", lambda _: found)
    return at


def test_a_window_that_counts_along_in_a_battle_is_proposed_and_a_copy_refuted(
    lab: Lab, battle_window: Address
) -> None:
    proposed = {found.address: found for found in BattleTextWindow().scan(lab)}
    assert proposed.keys() == {battle_window}
    (probe,) = BattleTextWindow.probes
    assert probe.run(lab, proposed[battle_window]).verdict is ProbeVerdict.REFUTED


def test_a_window_that_is_over_while_the_battle_prints_is_not_proposed(
    lab: Lab, battle_window: Address
) -> None:
    with lab.at(BATTLE_TEXT) as emulator:
        emulator.write(battle_window + STATE, bytes(2))
        lab.keep(BATTLE_TEXT)
    assert BattleTextWindow().scan(lab) == []


def test_a_printer_that_counts_no_characters_is_no_window(
    lab: Lab, battle_window: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = BattleText(TextPosition(Address(battle_window + INDEX), indexed=False), ())
    monkeypatch.setattr("gbatool.scan.text.text_window.find_text", lambda _: found)
    assert BattleTextWindow().scan(lab) == []
