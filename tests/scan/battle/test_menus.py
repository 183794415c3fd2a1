"""Which of a battle's menus looks at the keys: its handler, not what waits for it to be drawn."""

from __future__ import annotations

import pytest

from gbatool.memory import Address
from gbatool.scan.battle.menus import FUNCTIONS, ActionHandler
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.battle_explore import BATTLE_ACTION
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.lab.pokes import write32
from tests.scan.battle_staging import plant, with_states
from tests.scan.staging import Derived, probe_against, proposals

WAITS = "a function that waits for the menu to be drawn"


@pytest.mark.parametrize(
    ("symbol", "rival"),
    [
        ("HandleInputChooseAction", "HandleChooseActionAfterDma3"),
        ("HandleInputChooseMove", "HandleChooseMoveAfterDma3"),
        ("HandleInputChooseAction", "HandleInputChooseMove"),
        ("HandleInputChooseMove", "HandleInputChooseAction"),
        ("HandleInputChooseMove", "PlayerBufferRunCommand"),
    ],
)
def test_what_waits_or_handles_another_menu_is_refuted(
    base: Derived, lab: Lab, symbol: str, rival: str
) -> None:
    with_states(lab)
    probe = probe_against(symbol, WAITS)
    known, answers = lab.known[symbol], dict(base.answers)
    assert known.address == answers[symbol]
    impostor = Candidate(Address(answers[rival]), known.reason)
    assert probe.run(lab, impostor).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, known).verdict is ProbeVerdict.HELD


def test_what_gave_way_while_keys_were_pressed_is_proposed_beside_the_handler(
    base: Derived, lab: Lab
) -> None:
    with_states(lab)
    answers = dict(base.answers)
    waits = answers["HandleChooseActionAfterDma3"]
    plant(lab, BATTLE_ACTION, write32(lab.address(FUNCTIONS), waits | 1))
    assert set(proposals(lab, ActionHandler())) == {waits, answers["HandleInputChooseAction"]}
