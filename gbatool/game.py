"""Open what a command works on: ROM, profile, starting state and session.

Without a ROM that is the demo cartridge in its bedroom. The emulator is started only when frames
must run: decoding a savestate needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gbatool.actions.blocked_tiles import BlockedTiles
from gbatool.core import Emulator, Played, branch, inputs_since, open_emulator
from gbatool.decode.main import is_at_work
from gbatool.demo import BEDROOM, load_demo_rom
from gbatool.engine.families import DEFAULT_FAMILY, ENGINES
from gbatool.errors import (
    FailedClosedError,
    NoProfileError,
    NotLoadedError,
    SessionError,
    UsageError,
)
from gbatool.files import MAX_STATE, read_file
from gbatool.memory import Snapshot
from gbatool.profile import Profile, RomIdentity
from gbatool.profile.search import find_profile
from gbatool.rom import Rom, load_rom
from gbatool.saves.file import read_save
from gbatool.states.container import (
    SavedState,
    encode_state,
    parse_state,
)
from gbatool.states.load import (
    capture,
    check_file_digest,
    check_ram_digest,
    check_rom,
    load_state,
)

if TYPE_CHECKING:
    from gbatool.session.evidence import Replayable
    from gbatool.session.store import Session

POWER_ON = "power-on"
"""The ``--state`` of a console that was just switched on."""
MOST_WORK_FRAMES = 300
"""Frames after which the main loop is taken to be at work for good."""
NO_PROFILE = "none"
"""Name of the empty profile that is used where a command needs none and none was found."""

Notice = Callable[[str], None]
Reading = Callable[[Snapshot, Profile], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The options that select a game, see ``gbatool.commands.options.GameOptions``.

    Attributes:
        rom: A ROM file; None for the demo cartridge.
        profile: A profile's name or file; None to find it by the ROM's digest.
        state: A savestate's file or label, or ``power-on``.
        session: A session folder.
        trust_imported: Use imported symbols, which are unproven.
        patch: A patch for the ROM, applied in memory.
        save: The game's own save file, in the cartridge at power-on.
    """

    rom: Path | None = None
    profile: str | None = None
    state: str | None = None
    session: Path | None = None
    trust_imported: bool = False
    patch: Path | None = None
    save: Path | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """A state to start from.

    Attributes:
        name: Its name in messages.
        file: Content of its file; for power-on, of a file made from that state.
        saved: The state in it.
    """

    name: str
    file: bytes
    saved: SavedState

    @property
    def frame(self) -> int:
        """Frames since power-on."""
        return self.saved.frame


class Game:
    """A ROM with its profile, starting state and session.

    Attributes:
        rom: The ROM.
        profile: Its profile; an empty one named ``none`` where none is needed and none was found.
        start: The state in which the command starts.
        session: The session; None without one.
    """

    def __init__(self, rom: Rom, profile: Profile, start: Start, session: Session | None) -> None:
        self.rom, self.profile, self.start, self.session = rom, profile, start, session
        self._kept: tuple[str, Played | None] = start.saved.ram_sha256, None

    @cached_property
    def emulator(self) -> Emulator:
        """The console, in the starting state; starts it on first use."""
        emulator = open_emulator(self.rom)
        load_state(emulator, self.rom, self.start.saved, self.start.name)
        return emulator

    def played(self) -> Replayable:
        """What was played since this was asked last, or since the start."""
        from gbatool.session.evidence import Replayable

        (before, since), now = self._kept, self.emulator.save_state().played
        after = self.emulator.live.ram_sha256()
        self._kept = after, now
        return Replayable(before, tuple(inputs_since(now, since)), after)

    @property
    def blocked(self) -> BlockedTiles:
        """The tiles that refused earlier steps of the session; none without a session.

        Raises:
            SessionError: The session's record of them is damaged.
        """
        if self.session is None or not self.session.exists:
            return BlockedTiles()
        try:
            return BlockedTiles.from_json(self.session.record().now.blocked)
        except ValueError as error:
            raise SessionError(
                f"the record of the session {self.session.folder} is damaged: {error}; go back"
                " with `gbatool session undo`",
                session=str(self.session.folder),
            ) from error

    @property
    def snapshot(self) -> Snapshot:
        """RAM and ROM at the present frame."""
        if "emulator" in self.__dict__:
            return self.emulator.snapshot()
        return self.start.saved.snapshot(self.rom)

    def settled_snapshot(self, notice: Notice, awaited: Reading | None = None) -> Snapshot:
        """RAM and ROM once the main loop's work is done: now, or some frames later on a branch.

        While the game loads something, its work takes longer than a frame, and parties, bags and
        battles can't be read. The game itself stays where it is.

        Args:
            notice: Told how many frames later it is.
            awaited: What must be loaded as well, such as a battle that is being set up.
        """
        now, profile = self.snapshot, self.profile
        if profile.engine not in ENGINES or _is_settled(now, profile, awaited):
            return now
        with branch(self.emulator) as ahead:
            for frames in range(1, MOST_WORK_FRAMES + 1):
                ahead.run()
                if _is_settled(ahead.live, profile, awaited):
                    later = "a frame" if frames == 1 else f"{frames} frames"
                    notice(f"the game was still at work: this is {later} later, on a branch")
                    return ahead.snapshot()
        return now


def _is_settled(ram: Snapshot, profile: Profile, awaited: Reading | None) -> bool:
    """Whether the main loop is done, and what is awaited is loaded or can never be read."""
    if is_at_work(ram, profile):
        return False
    try:
        if awaited is not None:
            awaited(ram, profile)
    except NotLoadedError:
        return False
    except FailedClosedError:
        pass
    return True


@contextmanager
def open_game(
    request: Request, notice: Notice, *, writes: bool = False, needs_profile: bool = True
) -> Iterator[Game]:
    """Open a game; its session's lock is held in the block if ``writes`` is set.

    Args:
        request: The game to open.
        notice: Called with each notice for the user.
        writes: Whether the command writes to the session.
        needs_profile: Whether the command needs a profile.

    Raises:
        UsageError: No starting state was given, the session has another one, or there is no
            session to read.
        FailedClosedError: ROM, profile or state are damaged or do not belong together.
    """
    rom = open_rom(request, notice)
    profile = open_profile(rom, request, needs_profile=needs_profile)
    session = _open_session(request.session)
    begins = session is not None and not session.exists
    if session is not None and begins and not writes:
        session.check_exists()
    with session.writing() if session is not None and writes else nullcontext():
        yield Game(rom, profile, _open_start(rom, profile, request, session, notice), session)
    if session is not None and begins and session.exists:
        notice(f"a new session begins in {session.folder}")


def _open_session(folder: Path | None) -> Session | None:
    if folder is None:
        return None
    from gbatool.session.store import Session

    return Session(folder)


def open_rom(request: Request, notice: Notice) -> Rom:
    """Load the requested ROM, or with a notice the demo cartridge if none was requested.

    Raises:
        FileProblemError: A file can't be read.
        NotARomError: It is not a Game Boy Advance ROM.
        PatchError: The patch is damaged, or was made for another ROM.
        UsageError: There is a patch, and no ROM for it.
    """
    if request.rom is not None:
        return load_rom(request.rom, request.patch)
    if request.patch is not None:
        raise UsageError("--patch needs the ROM that the patch was made for; give it with --rom")
    notice("no --rom was given: this is the demo cartridge")
    return load_demo_rom()


def open_profile(rom: Rom, request: Request, *, needs_profile: bool) -> Profile:
    """Load the ROM's profile; an empty one if none was requested, found or needed.

    Raises:
        FailedClosedError: It is needed and none was found, it is not valid, or of another ROM.
    """
    try:
        profile = find_profile(rom, request.profile)
    except NoProfileError:
        if needs_profile or request.profile is not None:
            raise
        return Profile(NO_PROFILE, RomIdentity.of(rom), engine=DEFAULT_FAMILY)
    return profile.trusting_imported() if request.trust_imported else profile


def _open_start(
    rom: Rom, profile: Profile, request: Request, session: Session | None, notice: Notice
) -> Start:
    begun = session is not None and session.exists
    if request.save is not None:
        if not begun and request.state in (None, POWER_ON):
            return power_on(rom, request.save)
        whose = "the session" if begun else request.state
        notice(f"--save is not used: it is for power-on, and {whose} has save memory of its own")
    if session is not None and session.exists:
        session.check_rom(rom)
        if request.state is not None:
            session.check_start(open_state(rom, profile, request.state).file)
        data = session.state()
        return _parsed(rom, data, session.record().now.file)
    if request.state is not None:
        return open_state(rom, profile, request.state)
    if request.rom is None:
        pinned = BEDROOM.stem in profile.savestates
        return open_state(rom, profile, BEDROOM.stem if pinned else str(BEDROOM))
    labels = ", ".join(sorted(profile.savestates))
    known = f"; the profile pins {labels}" if labels else ""
    raise UsageError(
        "no savestate to start from: give one with --state (a file, a label, or"
        f" `{POWER_ON}`), or mint one with `gbatool state mint`{known}",
        labels=tuple(sorted(profile.savestates)),
    )


def open_state(rom: Rom, profile: Profile, state: str) -> Start:
    """Load a state by its file, its pinned label, or ``power-on``.

    Raises:
        UsageError: There is no such file, and the profile pins no state of that label.
        FailedClosedError: The file is damaged, of another ROM, or differs from its pin.
    """
    from gbatool.states.catalog import locate_state

    if state == POWER_ON:
        return power_on(rom)
    located = locate_state(profile, state)
    data = read_file(located.path, "savestate", MAX_STATE)
    if located.pin is not None:
        check_file_digest(data, located.pin, located.path.name)
    start = _parsed(rom, data, located.path.name)
    if located.pin is not None:
        check_ram_digest(start.saved.ram_sha256, located.pin, located.path.name)
    return start


def power_on(rom: Rom, save: Path | None = None) -> Start:
    """The state of a console that was just switched on.

    Args:
        rom: The ROM.
        save: The game's own save file, in the cartridge; it is only read.

    Raises:
        FileProblemError: The save file can't be read.
        SaveFileError: It is no save file.
    """
    memory = read_save(save).memory if save is not None else b""
    saved = capture(open_emulator(rom, memory))
    return Start(POWER_ON, encode_state(saved), saved)


def _parsed(rom: Rom, data: bytes, name: str) -> Start:
    saved = parse_state(data, name)
    check_rom(saved, rom, name)
    return Start(name, data, saved)
