"""gSpecialVar_Result: the variable that injected scripts set, told from its neighbours."""

from __future__ import annotations

import pytest

from gbatool.memory import Address
from gbatool.scan.findings import Candidate, ProbeVerdict
from gbatool.scan.lab.byte_code import set_var
from gbatool.scan.lab.inject import after_script
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.text.special_var import RESULT, SpecialVarResult
from tests.scan.staging import Derived, check_told_apart, probe_against, proposals

SYMBOL = "gSpecialVar_Result"


def test_another_special_variable_is_refuted_by_scripts(base: Derived, lab: Lab) -> None:
    probe = probe_against(SYMBOL, "another special variable")
    others = [
        address
        for name, address in base.answers.items()
        if name.startswith("gSpecialVar_") and name != SYMBOL
    ]
    assert others
    for address in others:
        candidate = Candidate(Address(address), "another one")
        assert probe.run(lab, candidate).verdict is ProbeVerdict.REFUTED
    assert probe.run(lab, lab.known[SYMBOL]).verdict is ProbeVerdict.HELD


def test_a_copy_that_follows_is_refuted_by_what_a_script_compares(
    aliased: Derived, aliased_lab: Lab
) -> None:
    rival = "a copy that follows the variable"
    check_told_apart(aliased_lab, SYMBOL, rival, aliased.answers["sDecoySameResult"])


def test_where_any_script_writes_is_refuted(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """A half-word that gets the value of whichever variable is set."""
    probe = probe_against(SYMBOL, "another special variable")
    real = after_script
    monkeypatch.setattr(
        "gbatool.scan.text.special_var.after_script",
        lambda lab, code: real(lab, set_var(RESULT, int.from_bytes(code[3:5], "little"))),
    )
    assert probe.run(lab, lab.known[SYMBOL]).verdict is ProbeVerdict.REFUTED


def test_the_scan_finds_it_in_every_variant(variant: Derived) -> None:
    assert variant.answers[SYMBOL] in proposals(variant.lab(), SpecialVarResult())
