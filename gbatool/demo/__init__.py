"""The demo cartridge: a small game of this project's own, and the state that it starts from."""

from __future__ import annotations

from pathlib import Path

from gbatool.rom import Rom, load_rom

FOLDER = Path(__file__).parent
ROM_FILE = FOLDER / "demo.gba"
BEDROOM = FOLDER / "bedroom.png"
"""The player's own room, a state in a PNG file; ``savestates/remint.py`` makes it."""


def demo_rom_path() -> Path:
    """Where the cartridge's image is."""
    return ROM_FILE


def load_demo_rom() -> Rom:
    """Read the cartridge."""
    return load_rom(ROM_FILE)
