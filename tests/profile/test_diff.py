"""Two profiles are compared symbol by symbol."""

from __future__ import annotations

from dataclasses import replace

from gbatool.profile import Status, Unresolved
from gbatool.profile.diff import ChangeKind, Shift, Side, SymbolChange, diff_profiles
from tests.profile.examples import a_profile, a_rom, a_symbol

MAIN = a_symbol("gMain", 0x03001000)


def test_a_profile_does_not_differ_from_itself() -> None:
    diff = diff_profiles(a_profile(MAIN), a_profile(MAIN))
    assert diff.equal
    assert (diff.same, diff.changes) == (1, ())


def test_says_what_came_and_what_went() -> None:
    diff = diff_profiles(a_profile(MAIN), a_profile(a_symbol("gTasks", 0x03002000, size=0x280)))
    assert diff.changes == (
        SymbolChange("gMain", ChangeKind.REMOVED, Side("0x03001000", 0x43C, Status.VERIFIED), None),
        SymbolChange("gTasks", ChangeKind.ADDED, None, Side("0x03002000", 0x280, Status.VERIFIED)),
    )


def test_says_how_far_a_symbol_moved() -> None:
    diff = diff_profiles(a_profile(MAIN), a_profile(a_symbol("gMain", 0x03000F00)))
    (change,) = diff.changes
    assert (change.change, change.shift) == (ChangeKind.MOVED, -0x100)


def test_a_move_to_another_memory_has_no_distance() -> None:
    diff = diff_profiles(a_profile(MAIN), a_profile(a_symbol("gMain", 0x02001000)))
    (change,) = diff.changes
    assert (change.change, change.shift) == (ChangeKind.MOVED, None)
    assert diff.shifts == ()


def test_says_what_is_known_better() -> None:
    diff = diff_profiles(a_profile(a_symbol(status=Status.IMPORTED)), a_profile(MAIN))
    assert [change.change for change in diff.changes] == [ChangeKind.STATUS]


def test_says_when_only_the_evidence_is_another() -> None:
    diff = diff_profiles(a_profile(MAIN), a_profile(replace(MAIN, note="looked again")))
    assert [change.change for change in diff.changes] == [ChangeKind.DETAILS]


def test_counts_the_distances_by_memory() -> None:
    names = {"gTasks": 0x03002000, "gRngValue": 0x03003000, "gSprites": 0x02001000}
    old = a_profile(*(a_symbol(name, address, size=4) for name, address in names.items()))
    new = a_profile(*(a_symbol(name, address + 0x10, size=4) for name, address in names.items()))
    assert diff_profiles(old, new).shifts == (Shift("IWRAM", 0x10, 2), Shift("EWRAM", 0x10, 1))


def test_tells_profiles_of_two_roms_apart() -> None:
    diff = diff_profiles(a_profile(MAIN), a_profile(MAIN, rom=a_rom(1)))
    assert not diff.same_rom
    assert not diff.equal


def test_tells_what_is_unresolved_in_one_of_the_two_only() -> None:
    old = a_profile(unresolved=(Unresolved("sMenu", "x"), Unresolved("gTasks", "x")))
    new = a_profile(unresolved=(Unresolved("gTasks", "y"), Unresolved("gMain", "y")))
    diff = diff_profiles(old, new)
    assert (diff.unresolved_first, diff.unresolved_second) == (("sMenu",), ("gMain",))
