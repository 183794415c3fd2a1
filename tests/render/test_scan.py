"""A derivation's table: proven and unresolved symbols, and none of other engine families."""

from __future__ import annotations

from rich.console import Console

from gbatool.memory import Address
from gbatool.profile import Unresolved
from gbatool.render.scan import derivation_table, story_lines
from gbatool.scan.derive import Derivation
from gbatool.scan.findings import Candidate, Elimination, ProbeFinding, Problem, Trial
from tests.profile.examples import a_profile, a_symbol

TRUE, RIVAL = Candidate(Address(0x03001000), "three words"), Candidate(Address(0x03002000), "same")
HELD = ProbeFinding("the step is refused", "it was refused", held=3, tried=3)
FAILED = ProbeFinding("the step is refused", "it happened", held=0, tried=3)


def shown(renderable: object) -> list[str]:
    console = Console(width=200, no_color=True, highlight=False, soft_wrap=True)
    with console.capture() as capture:
        console.print(renderable)
    return [line.rstrip() for line in capture.get().splitlines()]


def an_elimination(symbol: str = "gMain") -> Elimination:
    trial = Trial("poke", "poke", "overworld", ((TRUE, HELD), (RIVAL, FAILED)), (TRUE,))
    return Elimination(symbol, (TRUE, RIVAL), frozenset({"poke"}), (trial,))


def test_the_table_tells_proven_from_open_and_leaves_other_families_out() -> None:
    profile = a_profile(
        a_symbol("gMain", TRUE.address),
        unresolved=(Unresolved("gTasks", "2 of 2 candidates are left"),),
    )
    names = ("gMain", "gTasks", "gOfAnotherFamily")
    lines = shown(derivation_table(Derivation(profile, tuple(map(an_elimination, names)), {})))
    assert lines[1].split() == ["gMain", "0x03001000", "verified", "2", ">", "1"]
    assert lines[2].split() == ["gTasks", "unresolved", "2", ">", "1"]
    assert lines[3] == "1 root cause for 1 unresolved symbol:"
    assert lines[4] == "  gTasks: 2 of 2 candidates are left"
    assert lines[5].startswith("1 of 2 symbols proven")
    assert not any("gOfAnotherFamily" in line for line in lines)


def test_the_story_tells_who_went_out_and_why() -> None:
    assert shown(story_lines(an_elimination())) == [
        "gMain",
        "The scan proposed 2 candidates: 0x03001000, 0x03002000.",
        "poke (poke, on overworld) left 1 candidate.",
        "  stays: 0x03001000",
        "    predicted: the step is refused",
        "    happened: it was refused",
        "  out: 0x03002000",
        "    predicted: the step is refused",
        "    happened: it happened",
        "0x03001000 alone is left, and every rival is ruled out.",
    ]


def test_the_story_says_when_nothing_is_proven() -> None:
    alone = Elimination(
        "gMain", (TRUE,), frozenset({"poke"}), problems=(Problem("no NPC walks", probe="poke"),)
    )
    assert shown(story_lines(alone))[-2:] == [
        "Could not run: poke: no NPC walks.",
        "Not proven: 1 candidate left: 0x03001000.",
    ]
