"""Apply IPS, UPS and BPS patches in memory, every checksum compared.

| format | header | body | checks |
| --- | --- | --- | --- |
| IPS | ``PATCH`` | records: ``u24`` offset, ``u16`` size, data, or size 0, ``u16`` count, byte; ``EOF``, then perhaps the result's ``u24`` size; big-endian | none |
| UPS | ``UPS1``, two sizes | a number of bytes to skip, then bytes to XOR up to a zero one | CRC-32 of both ROMs and of the patch |
| BPS | ``BPS1``, three sizes, metadata | actions: copy from the ROM or the result, or take bytes of the patch | CRC-32 of both ROMs and of the patch |

UPS and BPS write numbers in base 128, low digits first, the last one marked by its high bit, with a
one added for each further digit. Sources: the formats' specifications by byuu (UPS 2008, BPS 2009).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

import numpy as np

from gbatool.errors import PatchError

IPS_MAGIC, IPS_END, UPS_MAGIC, BPS_MAGIC = b"PATCH", b"EOF", b"UPS1", b"BPS1"
CHECKSUMS_SIZE = 12
SOURCE_READ, TARGET_READ, SOURCE_COPY = 0, 1, 2
MOST_DIGITS = 5
"""Of a number in base 128: as many as 35 bits need, more than any size here."""


def apply_patch(base: bytes, patch: bytes, name: str, most: int) -> bytes:
    """The image that a patch makes of a ROM.

    Args:
        base: The ROM.
        patch: The patch's file.
        name: Its name in messages.
        most: Bytes that the result may have.

    Raises:
        PatchError: It is no patch, is damaged, or was made for another ROM.
    """
    formats: dict[bytes, Callable[[bytes, bytes, str, int], bytes]] = {
        IPS_MAGIC: _apply_ips,
        UPS_MAGIC: _apply_ups,
        BPS_MAGIC: _apply_bps,
    }
    for magic, apply in formats.items():
        if patch.startswith(magic):
            try:
                return apply(base, patch, name, most)
            except (IndexError, ValueError) as error:
                raise PatchError(
                    f"{name} is damaged: {error}; copy it again", file=name, problem="damaged"
                ) from error
    raise PatchError(
        f"{name} is no patch: it begins with {patch[:5].hex(' ') or 'nothing'}, an IPS patch with"
        " PATCH, a UPS patch with UPS1, a BPS patch with BPS1",
        file=name,
        problem="not_a_patch",
    )


class _Reader:
    """A file read from front to back; raises ``IndexError`` behind its end."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def take(self, size: int) -> bytes:
        """So many bytes."""
        part = self.data[self.at : self.at + size]
        if len(part) != size:
            raise IndexError(f"it ends after {len(self.data)} bytes, inside of something")
        self.at += size
        return part

    def big(self, size: int) -> int:
        """A big-endian number of so many bytes."""
        return int.from_bytes(self.take(size), "big")

    def number(self) -> int:
        """A number in base 128."""
        value, scale = 0, 1
        for _ in range(MOST_DIGITS):
            digit = self.take(1)[0]
            value += (digit & 0x7F) * scale
            if digit & 0x80:
                return value
            scale <<= 7
            value += scale
        raise ValueError(f"the number at byte {self.at - MOST_DIGITS} does not end")

    def signed(self) -> int:
        """A number whose lowest bit is its sign."""
        value = self.number()
        return -(value >> 1) if value & 1 else value >> 1


def _apply_ips(base: bytes, patch: bytes, name: str, most: int) -> bytes:
    reader, result = _Reader(patch, len(IPS_MAGIC)), bytearray(base)
    while (head := reader.take(3)) != IPS_END:
        offset, size = int.from_bytes(head, "big"), reader.big(2)
        data = reader.take(size) if size else b""
        if not size:
            count = reader.big(2)
            data = reader.take(1) * count
        end = offset + len(data)
        _check_size(end, name, most)
        if end > len(result):
            result.extend(bytes(end - len(result)))
        result[offset:end] = data
    left = len(patch) - reader.at
    if left == 3:
        del result[reader.big(3) :]
    elif left:
        raise ValueError(f"{left} bytes follow its end")
    return bytes(result)


def _checksums(base: bytes, patch: bytes, name: str) -> tuple[int, int]:
    """Check the patch's own checksum; return those of the ROM and the result."""
    if len(patch) < CHECKSUMS_SIZE + 4:
        raise ValueError(f"it has {len(patch)} bytes")
    source, target, own = np.frombuffer(patch[-CHECKSUMS_SIZE:], "<u4").tolist()
    if zlib.crc32(patch[:-4]) != own:
        raise ValueError(f"its CRC-32 is {zlib.crc32(patch[:-4]):08X}, in it stands {own:08X}")
    found = zlib.crc32(base)
    if found == target != source:
        raise PatchError(
            f"the ROM is what {name} makes (CRC-32 {target:08X}): it is patched already; leave"
            " --patch away",
            file=name,
            problem="already_patched",
        )
    if found != source:
        raise PatchError(
            f"{name} was made for another ROM: CRC-32 {source:08X}, this one has {found:08X}; give"
            " the ROM that the patch's author names",
            file=name,
            problem="wrong_base",
            observed=f"{found:08X}",
            expected=f"{source:08X}",
        )
    return source, target


def _check_result(result: bytes, target: int, name: str) -> bytes:
    if zlib.crc32(result) != target:
        raise PatchError(
            f"what {name} made has CRC-32 {zlib.crc32(result):08X} instead of {target:08X}; copy"
            " the patch again",
            file=name,
            problem="wrong_result",
        )
    return result


def _check_size(size: int, name: str, most: int) -> None:
    if size > most:
        raise PatchError(
            f"{name} would make an image of {size} bytes; a ROM has at most {most}",
            file=name,
            problem="too_large",
        )


def _check_base(base: bytes, size: int) -> None:
    if size != len(base):
        raise ValueError(f"it names a ROM of {size} bytes, and its checksum one of {len(base)}")


def _apply_ups(base: bytes, patch: bytes, name: str, most: int) -> bytes:
    _, target = _checksums(base, patch, name)
    reader = _Reader(patch[:-CHECKSUMS_SIZE], len(UPS_MAGIC))
    _check_base(base, reader.number())
    size = reader.number()
    _check_size(size, name, most)
    result = np.zeros(max(size, len(base)), np.uint8)
    result[: len(base)] = np.frombuffer(base, np.uint8)
    at = 0
    while reader.at < len(reader.data):
        at += reader.number()
        end = reader.data.index(b"\0", reader.at)
        change = np.frombuffer(reader.data[reader.at : end], np.uint8)
        # an author's tool writes blocks that reach behind the result, where nothing is kept
        inside = change[: max(0, len(result) - at)]
        result[at : at + len(inside)] ^= inside
        at += len(change) + 1
        reader.at = end + 1
    return _check_result(result[:size].tobytes(), target, name)


def _apply_bps(base: bytes, patch: bytes, name: str, most: int) -> bytes:
    _, target = _checksums(base, patch, name)
    reader = _Reader(patch[:-CHECKSUMS_SIZE], len(BPS_MAGIC))
    _check_base(base, reader.number())
    size = reader.number()
    _check_size(size, name, most)
    reader.take(reader.number())  # metadata
    result = bytearray()
    from_source = from_target = 0
    while reader.at < len(reader.data):
        action = reader.number()
        kind, length = action & 3, (action >> 2) + 1
        if len(result) + length > size:
            raise ValueError(f"its actions make more than {size} bytes")
        if kind == SOURCE_READ:
            result += _part(base, len(result), length)
        elif kind == TARGET_READ:
            result += reader.take(length)
        elif kind == SOURCE_COPY:
            from_source += reader.signed()
            result += _part(base, from_source, length)
            from_source += length
        else:
            from_target += reader.signed()
            result += _repeated(result, from_target, length)
            from_target += length
    return _check_result(bytes(result), target, name)


def _part(data: bytes, at: int, length: int) -> bytes:
    if not 0 <= at <= len(data) - length:
        raise ValueError(f"it copies {length} bytes from {at} of {len(data)}")
    return data[at : at + length]


def _repeated(result: bytearray, at: int, length: int) -> bytes:
    """A copy out of the result itself, which may reach into what it makes."""
    if not 0 <= at < len(result):
        raise ValueError(f"it copies from {at} of the {len(result)} bytes that are made")
    period = result[at:]
    whole = period * (length // len(period) + 1)
    return bytes(whole[:length])
