"""A session chains commands, goes back, keeps a second writer out, and survives an interruption."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gbatool.errors import (
    DigestMismatchError,
    FileProblemError,
    SessionBusyError,
    SessionError,
    UsageError,
    WrongRomError,
)
from gbatool.rom import Rom
from gbatool.session.evidence import FIRST, append_evidence
from gbatool.session.log import status_of
from gbatool.session.store import UNDO_STEPS, Session

ROM = Rom(bytes(0xC0), "some.gba")
OTHER_ROM = Rom(bytes(0xC4), "other.gba")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = Session(tmp_path / "folder" / "session")
    with made.writing():
        made.start(ROM, b"first", 10)
    return made


def commit(session: Session, state: bytes, action: str = "press", blocked: object = None) -> None:
    with session.writing():
        session.commit(state, action, 20, blocked, FIRST)  # type: ignore[arg-type]


def test_a_new_session_is_in_the_state_that_it_was_started_from(session: Session) -> None:
    assert session.state() == b"first"
    assert session.record().undo_steps == 0


def test_a_commit_makes_the_new_state_the_present(session: Session) -> None:
    commit(session, b"second", "walk_to")
    assert session.state() == b"second"
    assert status_of(session).actions == ("walk_to",)


def test_the_memory_of_blocked_tiles_goes_back_with_the_state(session: Session) -> None:
    commit(session, b"second", blocked=[{"group": 3, "num": 0, "tiles": [[1, 2]]}])
    commit(session, b"third", blocked=[])
    with session.writing():
        session.undo(1, FIRST)
    assert session.record().now.blocked == [{"group": 3, "num": 0, "tiles": [[1, 2]]}]


def test_undo_goes_back_several_actions_at_once(session: Session) -> None:
    for state in (b"1", b"2", b"3"):
        commit(session, state)
    target = session.before(2)
    with session.writing():
        session.undo(2, FIRST)
    assert session.state() == b"1"
    assert session.record().now == target


def test_undo_reaches_back_at_least_fifty_actions(session: Session) -> None:
    for number in range(60):
        commit(session, b"%d" % number)
    with session.writing():
        session.undo(50, FIRST)
    assert session.state() == b"9"


def test_old_states_are_dropped_and_the_folder_stays_bounded(session: Session) -> None:
    for number in range(UNDO_STEPS + 20):
        commit(session, b"%d" % number)
    assert len(list(session.folder.glob("state-*"))) == UNDO_STEPS + 1


@pytest.mark.parametrize("steps", [0, -1, 2])
def test_undo_refuses_to_go_further_than_the_history(session: Session, steps: int) -> None:
    commit(session, b"second")
    with session.writing(), pytest.raises(UsageError, match="can go back 1 action"):
        session.undo(steps, FIRST)
    assert session.state() == b"second"


def test_a_state_file_is_never_written_twice_under_one_name(session: Session) -> None:
    for state in (b"second", b"third"):
        commit(session, state)
    with session.writing():
        session.undo(1, FIRST)
    for state in (b"other third", b"fourth"):
        commit(session, state)
    moments = session.record().moments
    assert [moment.serial for moment in moments] == [0, 1, 3, 4]
    kept = {moment.file: (session.folder / moment.file).read_bytes() for moment in moments}
    assert list(kept.values()) == [b"first", b"second", b"other third", b"fourth"]


def test_a_second_writer_is_kept_out(session: Session) -> None:
    with (
        session.writing(),
        pytest.raises(SessionBusyError, match="another command is writing"),
        Session(session.folder).writing(),
    ):
        pytest.fail("two writers")


def test_a_reader_is_not_kept_out_by_a_writer(session: Session) -> None:
    with session.writing():
        assert Session(session.folder).state() == b"first"


def test_the_lock_is_free_again_after_an_error(session: Session) -> None:
    with pytest.raises(ZeroDivisionError), session.writing():
        raise ZeroDivisionError
    with session.writing():
        pass


def test_an_interruption_before_the_commit_changes_nothing(session: Session) -> None:
    before = session.record()

    def act() -> None:
        with session.writing():
            session.log.write_text('{"half": "an entry"}\n')
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        act()
    assert session.record() == before
    with session.writing():
        assert session.log.read_text() == ""


def test_the_log_keeps_the_entries_that_were_committed(session: Session) -> None:
    with session.writing():
        chain = append_evidence(session.log, {"action": "press"})
        session.commit(b"second", "press", 20, None, chain.last)
    with session.log.open("a") as log:
        log.write("an entry whose action was interrupted\n")
    with session.writing():
        assert len(session.log.read_text().splitlines()) == 1


def test_a_state_file_that_was_changed_is_refused(session: Session) -> None:
    (session.folder / session.record().now.file).write_bytes(b"changed")
    with pytest.raises(DigestMismatchError, match="not the state that the session wrote"):
        session.state()


def test_a_state_file_that_is_gone_is_named(session: Session) -> None:
    (session.folder / session.record().now.file).unlink()
    with pytest.raises(FileProblemError, match="there is no session's savestate at"):
        session.state()


def test_another_rom_is_refused_and_both_are_named(session: Session) -> None:
    session.check_rom(ROM)
    with pytest.raises(WrongRomError) as refused:
        session.check_rom(OTHER_ROM)
    assert refused.value.detail == {"observed": OTHER_ROM.sha1, "expected": ROM.sha1}


def test_the_state_that_it_was_started_from_may_be_given_again(session: Session) -> None:
    commit(session, b"second")
    session.check_start(b"first")
    with pytest.raises(UsageError, match="started from another savestate"):
        session.check_start(b"something else")


def test_a_folder_without_a_session_says_how_to_start_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="gbatool session start"):
        Session(tmp_path).record()


def test_a_file_in_the_folders_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(FileProblemError, match="can't make the folder"),
        Session(tmp_path / "file").writing(),
    ):
        pytest.fail("a file is no folder")


@pytest.mark.parametrize("name", ["state-000001", "evidence.jsonl", "lock", "session.json"])
def test_a_link_in_a_strangers_session_is_not_followed(
    session: Session, tmp_path: Path, name: str
) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes((session.folder / "session.json").read_bytes())
    before = victim.read_bytes()
    (session.folder / name).unlink(missing_ok=True)
    (session.folder / name).symlink_to(victim)
    with pytest.raises(FileProblemError, match="symbolic link"):
        commit_with_evidence(session)
    assert victim.read_bytes() == before


def commit_with_evidence(session: Session) -> None:
    with session.writing():
        chain = append_evidence(session.log, {"action": "press"}, follow=False)
        session.commit(b"second", "press", 20, None, chain.last)


def test_a_damaged_record_is_refused(session: Session) -> None:
    record = session.folder / "session.json"
    good = json.loads(record.read_text())
    first = good["moments"][0]
    damaged = (
        "{",
        "[]",
        "null",
        json.dumps({**good, "schema": "gbatool/session/9"}),
        json.dumps({**good, "moments": []}),
        json.dumps({**good, "moments": [{**first, "file": "../elsewhere"}]}),
        json.dumps({**good, "moments": [{"serial": 0}]}),
        json.dumps({**good, "unknown": 1}),
        json.dumps({"schema": good["schema"]}),
        "[" * 5000,
        '{"schema": "gbatool/session/2", "schema": 1}',
        json.dumps({**good, "rom_sha1": None}),
        json.dumps({**good, "next_serial": "1"}),
        json.dumps({**good, "next_serial": 0}),
        json.dumps({**good, "log_size": -1}),
        json.dumps({**good, "log_size": 1.5}),
        json.dumps({**good, "moments": {"0": first}}),
        *(
            json.dumps({**good, "moments": [{**first, "file": file}]})
            for file in (3, "..", "", "lock", "session.json", "state-000000\n")
        ),
        json.dumps({**good, "moments": [{**first, "frame": "0"}]}),
    )
    for text in damaged:
        record.write_text(text)
        with pytest.raises(SessionError, match="is not a session record"):
            session.record()
