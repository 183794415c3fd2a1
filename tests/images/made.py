"""Patches in the three formats, written as plainly as their specifications allow."""

from __future__ import annotations

import struct
import zlib


def number(value: int) -> bytes:
    """A number in base 128, as UPS and BPS write it."""
    digits = b""
    while True:
        digit, value = value & 0x7F, value >> 7
        if not value:
            return digits + bytes([digit | 0x80])
        digits += bytes([digit])
        value -= 1


def ips(base: bytes, target: bytes) -> bytes:
    """One record a run of changed bytes, repeated ones packed; cut where the target is shorter."""
    patch, at = b"PATCH", 0
    padded = base.ljust(len(target), b"\0")
    while at < len(target):
        if padded[at] == target[at]:
            at += 1
            continue
        end = at
        while end < len(target) and end - at < 0xFFFF and padded[end] != target[end]:
            end += 1
        part = target[at:end]
        if len(set(part)) == 1 and len(part) > 3:
            patch += at.to_bytes(3, "big") + b"\0\0" + len(part).to_bytes(2, "big") + part[:1]
        else:
            patch += at.to_bytes(3, "big") + len(part).to_bytes(2, "big") + part
        at = end
    if len(target) > len(base):  # so that zero bytes at the end are there as well
        patch += (len(target) - 1).to_bytes(3, "big") + b"\0\1" + target[-1:]
    cut = len(target).to_bytes(3, "big") if len(target) < len(base) else b""
    return patch + b"EOF" + cut


def _with_checksums(patch: bytes, base: bytes, target: bytes) -> bytes:
    patch += struct.pack("<II", zlib.crc32(base), zlib.crc32(target))
    return patch + struct.pack("<I", zlib.crc32(patch))


def ups(base: bytes, target: bytes) -> bytes:
    """Changes by exclusive or."""
    size = max(len(base), len(target))
    change = [
        a ^ b for a, b in zip(base.ljust(size, b"\0"), target.ljust(size, b"\0"), strict=True)
    ]
    patch, at, last = b"UPS1" + number(len(base)) + number(len(target)), 0, 0
    while at < size:
        if not change[at]:
            at += 1
            continue
        patch += number(at - last)
        while at < size and change[at]:
            patch += bytes([change[at]])
            at += 1
        patch += b"\0"
        at += 1
        last = at
    return _with_checksums(patch, base, target)


def bps(base: bytes, target: bytes) -> bytes:
    """What is the same is read; what repeats is copied; what is found in the base is copied."""
    patch, at, source, made = b"BPS1", 0, 0, 0
    patch += number(len(base)) + number(len(target)) + number(4) + b"<x/>"
    while at < len(target):
        same = at
        while same < min(len(base), len(target)) and base[same] == target[same]:
            same += 1
        run = at
        while 0 < at <= run < len(target) and target[run] == target[at - 1]:
            run += 1
        found = base.find(target[at : at + 8]) if at + 8 <= len(target) else -1
        if same > at:
            patch += number((same - at - 1) << 2)
            at = same
        elif run > at + 1:
            patch += number((run - at - 1) << 2 | 3) + _signed(at - 1 - made)
            made, at = at - 1 + run - at, run
        elif found >= 0:
            patch += number(7 << 2 | 2) + _signed(found - source)
            source, at = found + 8, at + 8
        else:
            patch += number(0 << 2 | 1) + target[at : at + 1]
            at += 1
    return _with_checksums(patch, base, target)


def _signed(value: int) -> bytes:
    return number(abs(value) << 1 | (value < 0))
