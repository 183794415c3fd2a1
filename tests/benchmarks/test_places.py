"""The places benchmark on the demo cartridge: every map is reached, read and walked on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.places import __main__ as command
from benchmarks.places.derive import POWER_ON, Derived, compare, derive_places, read_key
from benchmarks.places.mint import FULL_PARTY, mint, reachable_landings
from benchmarks.places.outcomes import contradictions
from benchmarks.places.raw_game import RawGame
from benchmarks.places.read import Reading, read_places
from benchmarks.places.rom_maps import map_keys, read_map
from benchmarks.places.store import INDEX, Places, open_places
from benchmarks.places.walk import reachable, walk_places
from gbatool.actions.route.targets import TileTarget
from gbatool.actions.walk_to import walk_to
from gbatool.core import Emulator, open_emulator
from gbatool.decode.state import decode_state
from gbatool.errors import ExitCode, UsageError
from gbatool.profile import Profile
from gbatool.rom import Rom
from tests.cartridges import FOLDER, answer_profile, cartridge

MAPS = [(group, num) for group, count in enumerate((2, 1, 1, 4, 2)) for num in range(count)]
