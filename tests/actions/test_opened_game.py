"""An opened game: a frame in which the game is at work is looked at a few frames later, on a branch."""

from __future__ import annotations

import pytest

from gbatool.core import Emulator
from gbatool.decode.main import is_at_work
from gbatool.decode.party import decode_party
from gbatool.decode.state import battle_document
from gbatool.engine.layouts import MAIN, offset_of
from gbatool.errors import ExitCode, NotLoadedError
from gbatool.game import Game, Start
from gbatool.memory import Snapshot
from gbatool.profile import Profile
from gbatool.states.container import encode_state
from gbatool.states.load import capture
from tests.actions.demo_game import Game as Played
from tests.cartridges import answer_profile, cartridge
from tests.decode.records import battle_world
from tests.decode.world import PROFILE


def opened(emulator: Emulator) -> Game:
    """A game that starts where a console is now."""
    saved = capture(emulator)
    rom = cartridge("base").load()
    return Game(rom, answer_profile("base"), Start("now", encode_state(saved), saved), None)


def test_work_that_is_not_done_is_waited_for_on_a_branch(bedroom: Played) -> None:
    at = bedroom.profile.address("gMain") + offset_of(MAIN, "intr_check")
    bedroom.emulator.write(at, b"\1")
    game, notices = opened(bedroom.emulator), list[str]()
    with pytest.raises(NotLoadedError, match="still at work"):
        decode_party(game.snapshot, game.profile)
    settled = game.settled_snapshot(notices.append)
    assert decode_party(settled, game.profile)
    assert notices == ["the game was still at work: this is a frame later, on a branch"]
    assert settled.frame == game.snapshot.frame + 1
    assert is_at_work(game.snapshot, game.profile)  # the game itself stays where it is


def test_what_is_settled_is_read_at_once(bedroom: Played) -> None:
    game, notices = opened(bedroom.emulator), list[str]()
    assert game.settled_snapshot(notices.append).frame == bedroom.emulator.frame
    assert notices == []
    assert "emulator" not in vars(game)  # it was not even started


def test_what_is_not_loaded_yet_is_waited_for_too(bedroom: Played) -> None:
    game, notices, began = opened(bedroom.emulator), list[str](), bedroom.emulator.frame

    def set_up(ram: Snapshot, _: Profile) -> None:
        if ram.frame < began + 5:
            raise NotLoadedError(
                "gBattlersCount", 0, observed=0, expected="a battle that is set up"
            )

    assert game.settled_snapshot(notices.append, set_up).frame == began + 5
    assert notices == ["the game was still at work: this is 5 frames later, on a branch"]


def test_what_can_never_be_read_is_not_waited_for(bedroom: Played) -> None:
    game, notices = opened(bedroom.emulator), list[str]()

    def unproven(_: Snapshot, profile: Profile) -> None:
        profile.address("gNoSuchSymbol")

    game.settled_snapshot(notices.append, unproven)
    assert notices == []


def test_a_battle_that_is_being_set_up_is_not_none() -> None:
    """Neither in the document nor in the command, whose status is that of what can't be read."""
    world = battle_world().put("gBattlersCount", 0, "B", 0)
    with pytest.raises(NotLoadedError, match="a battle that is set up"):
        battle_document(world.build(), PROFILE)
    assert NotLoadedError.exit_code is ExitCode.FAILED_CLOSED
