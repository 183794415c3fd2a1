"""A ROM's header and digests as lines."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.profile.rom_info import RomInfo


def rom_lines(info: RomInfo) -> RenderableType:
    """One property a line, and the command that makes a profile when there is none."""
    rom, checksum = info.identity, info.header_checksum
    right = "right" if checksum.ok else f"wrong, it should be {checksum.computed}"
    rows = [
        ("title", rom.title or "none"),
        ("code", f"{rom.code or 'none'}{f' ({info.language})' if info.language else ''}"),
        ("maker", rom.maker or "none"),
        ("revision", str(rom.revision)),
        ("size", f"{rom.size} bytes (0x{rom.size:X})"),
        ("checksum", f"{checksum.stored}, {right}"),
        ("CRC-32", info.crc32),
        ("SHA-1", rom.sha1),
        ("SHA-256", rom.sha256),
        ("profile", info.rom.profile or "none"),
    ]
    if info.savestates:
        rows.append(("states", ", ".join(info.savestates)))
    if info.siblings:
        rows.append(("siblings", f"{', '.join(info.siblings)} (another ROM; don't use it here)"))
    lines = [Text(info.file, style="bold")]
    for name, text in rows:
        style = "bold red" if name == "checksum" and not checksum.ok else ""
        lines.append(Text.assemble((f"{name:10}", "dim"), (text, style)))
    if info.next_step:
        lines.append(Text(f"Derive a profile: {info.next_step}", style="yellow"))
    return Group(*lines)
