"""Find the one Game Boy Advance ROM in a zip archive, without unpacking it to the disk."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable

from gbatool.errors import NotARomError

MOST_ENTRIES = 1000
"""Entries that are looked at; an archive of a ROM and its papers has a few."""


def rom_in_zip(
    data: bytes, name: str, looks_like_rom: Callable[[bytes], bool], head: int, most: int
) -> tuple[bytes, str]:
    """The ROM in an archive that has exactly one.

    Args:
        data: The archive.
        name: Its name in messages.
        looks_like_rom: Tells by its first ``head`` bytes whether an entry is a ROM.
        head: How many bytes that needs.
        most: Bytes that a ROM has at most; a longer entry is none.

    Returns:
        The image, and the name of its entry without folders.

    Raises:
        NotARomError: There is no ROM in it, or several, or it is damaged or encrypted.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ENTRIES:
                raise _refused(name, f"it has {len(entries)} entries; take the ROM out of it")
            found = [
                entry
                for entry in entries
                if head <= entry.file_size <= most and looks_like_rom(_read(archive, entry, head))
            ]
            if len(found) != 1:
                names = ", ".join(entry.filename for entry in (found or entries)[:10])
                many = f"{len(found)} Game Boy Advance ROMs" if found else "no Game Boy Advance ROM"
                raise _refused(name, f"it has {many} in it ({names}); give a ROM by itself")
            image = _read(archive, found[0], found[0].file_size)
            return image, found[0].filename.rsplit("/", 1)[-1]
    except RuntimeError as error:  # what zipfile says of a password
        raise _refused(name, "an entry of it is encrypted; unpack it first") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise _refused(name, f"it is damaged ({error}); copy it again") from error


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, size: int) -> bytes:
    """So many bytes of an entry, and not one more, whatever its header says."""
    with archive.open(entry) as file:
        return file.read(size)


def _refused(name: str, why: str) -> NotARomError:
    return NotARomError(f"{name} is a zip archive that can't be used: {why}", file=name, found=why)
