"""Load a savestate into a running core with every check, and capture one.

mGBA reports success for a state of another revision of the same game, and for states of which it
loads nothing. So the ROM is compared by CRC-32, a pinned file by SHA-256 before it is parsed, and a
pinned state's RAM again after it was loaded.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Protocol, runtime_checkable

from gbatool.core.protocol import Emulator, Pixels, branch
from gbatool.errors import DigestMismatchError, StateFileError, WrongRomError
from gbatool.files import MAX_STATE, check_folder, files_in, read_file
from gbatool.profile.model import PinnedState
from gbatool.rom import Rom
from gbatool.states import png
from gbatool.states.container import Container, SavedState, parse_state


@runtime_checkable
class HasSaveMemory(Protocol):
    """A core whose cartridge has save memory; the test double has none."""

    def save_data(self) -> bytes:
        """The cartridge's save memory, empty when the game has none yet."""
        ...

    def restore_save_data(self, data: bytes) -> None:
        """Replace the save memory of this core."""
        ...


def load_state_file(
    emulator: Emulator, rom: Rom, path: Path, pin: PinnedState | None = None
) -> SavedState:
    """Load a savestate file, save data included, and verify it.

    Args:
        emulator: A core that runs ``rom``. It is not changed if a check before loading fails.
        rom: The ROM that the state must have been made with.
        path: A raw or PNG state.
        pin: The digests that file and RAM must have, for a pinned state.

    Returns:
        The contents of the file.

    Raises:
        FileProblemError: The file can't be read.
        StateFileError: It is not a whole state of this core's version.
        WrongRomError: It was made with another ROM.
        DigestMismatchError: It isn't the pinned file, or the RAM isn't the pinned RAM.
    """
    data = read_file(path, "savestate", MAX_STATE)
    if pin is not None:
        check_file_digest(data, pin, path.name)
    state = parse_state(data, path.name)
    load_state(emulator, rom, state, path.name)
    if pin is not None:
        check_ram_digest(emulator.live.ram_sha256(), pin, path.name)
    return state


def load_state(emulator: Emulator, rom: Rom, state: SavedState, name: str) -> None:
    """Load a parsed state; ``name`` is its name in messages.

    Raises:
        StateFileError: The core refused it.
        WrongRomError: It was made with another ROM.
    """
    check_rom(state, rom, name)
    emulator.load_state(state.emulator_state())
    if state.save_data is not None and isinstance(emulator, HasSaveMemory):
        emulator.restore_save_data(state.save_data)
        # restoring resets the flash chip's bank and command, which are part of the state
        emulator.load_state(state.emulator_state())


def check_folder_of_rom(folder: Path, rom: Rom) -> None:
    """Refuse to write states of a ROM among those of another, which have the same names.

    Args:
        folder: The folder, which need not exist.
        rom: The ROM whose states are to be written.

    Raises:
        WrongRomError: A PNG state in it was made with another ROM.
        FileProblemError: It can't be read or written.
    """
    check_folder(folder)
    for path in files_in(folder):
        if not path.name.endswith(".ss0"):
            continue
        try:
            check_rom(
                parse_state(read_file(path, "savestate", MAX_STATE), path.name), rom, path.name
            )
        except StateFileError:
            continue  # is replaced only if it has the name of one that is written
        except WrongRomError as error:
            raise WrongRomError(
                f"{folder} has savestates of another ROM, which could be replaced: {error.message};"
                " name a folder of its own for each ROM, or write there all the same with --force",
                **error.detail,
            ) from error


def check_rom(state: SavedState, rom: Rom, name: str) -> None:
    """Refuse a state that was made with another ROM.

    Raises:
        WrongRomError: Names both ROMs by title, game code and CRC-32.
    """
    if state.rom_crc32 == rom.crc32:
        return
    theirs, ours = f"{state.rom_crc32:08X}", f"{rom.crc32:08X}"
    raise WrongRomError(
        f"{name} was made with {_game(state.title, state.game_code)}, ROM CRC-32 {theirs};"
        f" {rom.name} is {_game(rom.title, rom.game_code)} revision {rom.revision},"
        f" CRC-32 {ours}; give the ROM that it was made with, or a state of this ROM",
        file=name,
        observed={"title": state.title, "game_code": state.game_code, "crc32": theirs},
        expected={"title": rom.title, "game_code": rom.game_code, "crc32": ours},
    )


def _game(title: str, code: str) -> str:
    return f"{title or 'a game without a title'} ({code or 'no code'})"


def check_file_digest(data: bytes, pin: PinnedState, name: str) -> None:
    """Compare a file with its pin; a pin without a file's digest accepts every file.

    Raises:
        DigestMismatchError: It is another file.
    """
    observed = hashlib.sha256(data).hexdigest()
    if pin.file_sha256 is not None and observed != pin.file_sha256:
        raise _mismatch(pin, name, "file", observed, pin.file_sha256)


def check_ram_digest(observed: str, pin: PinnedState, name: str) -> None:
    """Compare the RAM of a loaded state with its pin.

    Raises:
        DigestMismatchError: It is other RAM.
    """
    if observed != pin.ram_sha256:
        raise _mismatch(pin, name, "RAM", observed, pin.ram_sha256)


def _mismatch(
    pin: PinnedState, name: str, what: str, observed: str, expected: str
) -> DigestMismatchError:
    return DigestMismatchError(
        f"{name} is not the savestate that was pinned as {pin.label!r}: the SHA-256 of its {what}"
        f" is {observed}, pinned is {expected}; bring the pinned file back, or pin this one under"
        " another label",
        label=pin.label,
        file=name,
        what=what,
        observed=observed,
        expected=expected,
    )


def see(emulator: Emulator) -> Pixels:
    """The screen as the next frame draws it.

    The framebuffer is not part of a state, so after a load or a branch it shows an earlier screen.
    The frame is run on a branch, so the emulator does not change.
    """
    with branch(emulator):
        emulator.run(1)
        return emulator.framebuffer()


def draw(emulator: Emulator) -> bytes:
    """The screen as a PNG image; see :func:`see`."""
    return png.encode_picture(see(emulator))


def capture(emulator: Emulator, container: Container = Container.PNG) -> SavedState:
    """The emulator's present state, with its save data and a picture of the screen."""
    save_data = emulator.save_data() if isinstance(emulator, HasSaveMemory) else b""
    return SavedState(
        raw=emulator.save_state().data.tobytes(),
        save_data=save_data or None,
        picture=draw(emulator),
        container=container,
    )
