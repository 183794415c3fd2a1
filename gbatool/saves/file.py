"""Read a save file in any of the sizes that emulators and cartridge readers write.

The file is the cartridge's save memory: 128 KiB of flash in every retail game with a party, 64 KiB
in some builds and in old emulators. Behind it, mGBA keeps 16 bytes of the clock; other programs
pad the file or cut it. Nothing here ever writes to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gbatool.errors import SaveFileError
from gbatool.files import read_file

MEMORY_SIZES = (0x200, 0x2000, 0x8000, 0x10000, 0x20000)
"""EEPROM, EEPROM, SRAM, flash, flash; source: mgba 0.10 ``include/mgba/gba/interface.h``."""
CLOCK_SIZE = 16
"""``struct GBASavedataRTCBuffer``; source: mgba 0.10 ``include/mgba/internal/gba/savedata.h``."""
MOST = 0x40000
"""Above any size that a program writes: RetroArch's largest has 136 KiB."""
ERASED = b"\xff"
OTHER_FORMATS = (
    (b"NocashGbaBackupMediaSavDataFile", "no$gba's own container; let no$gba write raw saves"),
    (b"\x0d\x00\x00\x00SharkPortSave", "a SharkPort file (.sps); import it in mGBA, then save"),
    (b"ADVSAVEG", "a GameShark SP file (.gsv); import it in mGBA, then save in the game"),
    (b"|-DESMUME SAVE-|", "a save of a Nintendo DS game"),
)


@dataclass(frozen=True, slots=True)
class SaveData:
    """A save file.

    Attributes:
        name: The file's name.
        size: Its bytes.
        memory: The cartridge's save memory, padded with erased bytes to a size that there is.
        clock: What stands behind it, a clock's registers; empty if nothing does.
    """

    name: str
    size: int
    memory: bytes
    clock: bytes = b""


def read_save(path: Path) -> SaveData:
    """Read a save file.

    Raises:
        FileProblemError: It can't be read.
        SaveFileError: It is no save file.
    """
    return parse_save(read_file(path, "save file", MOST), path.name)


def parse_save(data: bytes, name: str) -> SaveData:
    """Tell the save memory in a file from what is around it.

    Raises:
        SaveFileError: It is something else, empty, or too large.
    """
    for magic, what in OTHER_FORMATS:
        if data.startswith(magic):
            raise SaveFileError(f"{name} is {what}", file=name, found=what)
    if not data or len(data) > MOST:
        raise SaveFileError(
            f"{name} has {len(data)} bytes; a save file has {MEMORY_SIZES[-1]} (flash) or less,"
            f" and perhaps {CLOCK_SIZE} of a clock: give the game's own .sav",
            file=name,
            size=len(data),
        )
    for size in MEMORY_SIZES:
        if len(data) in (size, size + CLOCK_SIZE):
            return SaveData(name, len(data), data[:size], data[size:])
    # cut or padded: what there is of the memory, the rest as if it had been erased
    size = next((size for size in MEMORY_SIZES if size >= len(data)), MEMORY_SIZES[-1])
    return SaveData(name, len(data), data[:size].ljust(size, ERASED))
