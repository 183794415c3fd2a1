"""A ROM's headers and digests as lines."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.profile.rom_info import ExpansionHeaderInfo, GameHeaderInfo, RomInfo

WIDTH = 11
"""Columns of a property's name, the space behind it included."""


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
        *([("patched", f"from the ROM with SHA-1 {rom.base_sha1}")] if rom.base_sha1 else []),
        ("engine", info.engine.text),
    ]
    if info.game_header:
        rows += _game_header(info.game_header)
    if info.expansion_header:
        rows.append(("expansion", _expansion_header(info.expansion_header)))
    rows += [
        ("profile", info.rom.profile or "none"),
    ]
    rows += [("conflict", conflict.text) for conflict in info.header_conflicts]
    if info.savestates:
        rows.append(("states", ", ".join(info.savestates)))
    if info.siblings:
        rows.append(("siblings", f"{', '.join(info.siblings)} (another ROM; don't use it here)"))
    lines = [Text(info.file, style="bold")]
    for name, text in rows:
        wrong = name == "conflict" or (name == "checksum" and not checksum.ok)
        style = "bold red" if wrong else ""
        lines.append(Text.assemble((f"{name:{WIDTH}}", "dim"), (text, style)))
    if info.next_step:
        lines.append(Text(f"Derive a profile: {info.next_step}", style="yellow"))
    return Group(*lines)


def _game_header(header: GameHeaderInfo) -> list[tuple[str, str]]:
    """What the game header proposes."""
    save, room = header.save, header.capacities
    rows = [
        ("header", f'"{header.name}", {header.language}; what it says is not proven'),
        (
            "SaveBlock1",
            _with_offsets(
                save.block1_size,
                {
                    "party count": save.party_count,
                    "party": save.party,
                    "flags": save.flags,
                    "vars": save.vars,
                    "PC items": save.pc_items,
                },
            ),
        ),
        (
            "SaveBlock2",
            _with_offsets(
                save.block2_size,
                {
                    "name": save.player_name,
                    "gender": save.player_gender,
                    "trainer id": save.trainer_id,
                    "Pokédex": save.pokedex,
                },
            ),
        ),
        (
            "capacity",
            _listed(
                {
                    "items": room.items,
                    "key items": room.key_items,
                    "balls": room.balls,
                    "machines": room.machines,
                    "berries": room.berries,
                    "PC": room.pc,
                }
            ),
        ),
        ("Pokédex", f"{header.national_dex_count} species"),
        ("tables", _listed({name.replace("_", " "): at for name, at in header.tables.items()})),
    ]
    if header.assistant:
        rows.append(("assistant", f"Emerald Rogue's header at {header.assistant}"))
    return rows


def _with_offsets(size: int, offsets: dict[str, int | None]) -> str:
    known = {name: f"0x{at:X}" for name, at in offsets.items() if at is not None}
    return f"0x{size:X} bytes; {_listed(known)}"


def _expansion_header(header: ExpansionHeaderInfo) -> str:
    counts = {
        "moves": header.moves,
        "species": header.species,
        "abilities": header.abilities,
        "items": header.items,
        "item name length": header.item_name_length,
        "ability table": header.ability_table,
    }
    release = "" if header.tagged else " (unreleased)"
    told = "" if header.moves is None else f"; {_listed(counts)}"
    return f"{header.version}{release} at {header.at}{told}"


def _listed(values: Mapping[str, object]) -> str:
    """Names with their values; those without one are left out."""
    known = [f"{name} {value}" for name, value in values.items() if value is not None]
    return ", ".join(known) or "not told"
