"""Injected scripts: run by the game's engine, on a branch, and only where it is proven."""

from __future__ import annotations

import pytest

from gbatool.engine.pokemon import MON, PARTY_SIZE
from gbatool.errors import ProbeError
from gbatool.memory import Snapshot
from gbatool.scan.lab.byte_code import give_mon, set_var
from gbatool.scan.lab.inject import SCRIPT_FRAMES, SCRIPT_ROOM, after_script, inject
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import write32
from gbatool.scan.lab.sign import EVENTS
from gbatool.scan.lab.talk import WAITING
from tests.scan.staging import Derived


def test_a_script_does_what_it_says_and_gives_control_back(variant: Derived) -> None:
    lab = variant.lab()
    after = after_script(lab, set_var(0x800D, 0xBEE))
    assert after.u16(variant.answers["gSpecialVar_Result"]) == 0xBEE
    assert after.u8(variant.answers["sLockFieldControls"]) == 0


def test_nothing_of_it_stays_in_the_state(lab: Lab) -> None:
    before = lab.snapshot(WAITING).ram_sha256()
    after_script(lab, give_mon(1, 5))
    assert lab.snapshot(WAITING).ram_sha256() == before


def test_its_room_is_unused_in_both_states(lab: Lab) -> None:
    script = inject(lab, set_var(0x800D, 1))
    for label in (OVERWORLD, WAITING):
        assert not lab.snapshot(label).read(script.room, SCRIPT_ROOM).any()


def test_a_script_without_room_is_refused(lab: Lab) -> None:
    with pytest.raises(ProbeError, match=f"has no room in {SCRIPT_ROOM}"):
        inject(lab, set_var(0x800D, 1) * SCRIPT_ROOM)


def test_without_the_context_no_script_runs(lab: Lab) -> None:
    del lab.known["sGlobalScriptContext"]
    with pytest.raises(ProbeError, match="needs sGlobalScriptContext"):
        inject(lab, set_var(0x800D, 1))


def test_after_a_script_the_map_has_its_own_events_again(variant: Derived) -> None:
    """The conversation that a script takes over is with an injected sign."""
    lab = variant.lab()
    events = variant.answers["gMapHeader"] + EVENTS
    own = lab.snapshot(OVERWORLD).u32(events)
    assert lab.snapshot(WAITING).u32(events) != own
    assert after_script(lab, set_var(0x800D, 1)).u32(events) == own


def test_a_conversation_with_the_maps_own_events_has_nothing_to_give_back(lab: Lab) -> None:
    events = lab.address("gMapHeader") + EVENTS
    own = lab.snapshot(OVERWORLD).u32(events)
    with lab.at(WAITING) as emulator:
        write32(events, own)(emulator)
        lab.keep(WAITING)
    assert inject(lab, set_var(0x800D, 1)).before == ()


def levels_of(base: Derived, snapshot: Snapshot) -> list[int]:
    """Levels of the mons in the party, by its records."""
    records = snapshot.array(base.answers["gPlayerParty"], MON, PARTY_SIZE)
    return [int(record["level"]) for record in records if record["personality"]]


def test_mons_given_to_an_emptied_party_are_its_first(base: Derived, lab: Lab) -> None:
    count = base.answers["gPlayerPartyCount"]
    had = levels_of(base, lab.snapshot(WAITING))
    assert had
    code = give_mon(1, 31) + give_mon(1, 32)
    after = after_script(lab, code, 2 * SCRIPT_FRAMES)
    assert (levels_of(base, after), after.u8(count)) == ([*had, 31, 32], len(had) + 2)
    after = after_script(lab, code, 2 * SCRIPT_FRAMES, empty_party=True)
    assert (levels_of(base, after), after.u8(count)) == ([31, 32], 2)
    after = after_script(lab, set_var(0x800D, 1), empty_party=True)
    assert (levels_of(base, after), after.u8(count)) == ([], 0)


def test_a_party_that_is_not_proven_stays_as_it_is(base: Derived, lab: Lab) -> None:
    had = levels_of(base, lab.snapshot(WAITING))
    for symbol in ("gPlayerParty", "gPlayerPartyCount"):
        del lab.known[symbol]
    after = after_script(lab, give_mon(1, 31), 2 * SCRIPT_FRAMES, empty_party=True)
    assert levels_of(base, after) == [*had, 31]
