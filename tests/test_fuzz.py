"""Every reader reads or refuses whatever is given to it, and no input is a fault of the tool.

A small number of inputs in the suite; ``GBATOOL_FUZZ=1000 pytest tests/test_fuzz.py`` tries so many
for each reader.
"""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gbatool.actions.plan_file import parse_plan
from gbatool.compare import search
from gbatool.demo import BEDROOM, ROM_FILE
from gbatool.engine.expansion_header import read_expansion_header
from gbatool.engine.rom_header import read_game_header
from gbatool.errors import ExitCode, GbatoolError
from gbatool.images.patch import apply_patch
from gbatool.profile.exports import Format
from gbatool.profile.imports import read_foreign
from gbatool.profile.reader import parse_profile
from gbatool.profile.writer import format_profile
from gbatool.rom import Rom, check_is_rom, load_rom
from gbatool.saves.file import parse_save
from gbatool.scan.work.folder import INDEX, WorkFolder, finished_in, request
from gbatool.session.evidence import append_evidence, read_lines
from gbatool.session.store import Session
from gbatool.states.container import Container, encode_state, in_container, parse_state
from gbatool.states.recipe_book import read_book
from gbatool.states.recipe_file import parse_recipe
from tests.compare.test_search import ram
from tests.profile.examples import full_profile
from tests.states.test_recipe_book import BOOK

EXAMPLES = int(os.environ.get("GBATOOL_FUZZ", "25"))
ROOT = Path(__file__).parents[1]
HEADER = 0x400
"""Bytes at a ROM's beginning in which a header is changed."""

Reader = Callable[[bytes, Path], object]
TOKENS = (
    *(b"[", b"]", b"{", b"}", b"&a ", b"*a", b"!!int ", b"!x ", b": ", b"- ", b"? ", b"\n", b"#"),
    *(b"9" * 20, b"9" * 5000, b"-1", b"0x", b"1e999", b"NaN", b"null", b"true", b"2024-13-45"),
    *(b"'", b'"', b"\\ud800", b"\xff", b"\0", b"\x1b[2J", b"\xc2\x9b", b"../../x", b"/tmp/x"),
    *(b"[" * 2000, b"\xff" * 4, b"\x7f" * 4, bytes(4), bytes(300)),
)
EDITS = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.sampled_from((0, 1, 4, 60)),
        st.sampled_from(TOKENS) | st.binary(max_size=8),
    ),
    min_size=1,
    max_size=4,
)


def edited(seed: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    """A copy with some bytes replaced, dropped or added."""
    for place, dropped, added in edits:
        at = int(place * len(seed))
        seed = seed[:at] + added + seed[at + dropped :]
    return seed


IPS = b"PATCH" + bytes((0, 0, 9, 0, 2, 1, 2)) + bytes((0, 1, 0, 0, 0, 0, 90, 7)) + b"EOF"
"""A patch of two records: two bytes, and one byte ninety times."""


class NoCore:
    """A core that only a folder's beginning needs."""

    def draw(self, *, enabled: bool) -> None:
        """Do nothing."""


def read_rom(data: bytes, _: Path) -> None:
    check_is_rom(data, "game.gba")
    rom = Rom(data, "game.gba")
    assert len(rom.title) <= 12
    read_game_header(data)
    read_expansion_header(data)


def read_session(data: bytes, folder: Path) -> None:
    (folder / "session.json").write_bytes(data)
    session = Session(folder)
    session.state()
    session.committed_log()


def read_work(data: bytes, folder: Path) -> None:
    (folder / INDEX).write_bytes(data)
    finished_in(folder)
    wanted = request("0" * 40, "0.10.1", (), {})
    WorkFolder(folder, wanted).resume(NoCore())  # type: ignore[arg-type]


def read_recipe_book(data: bytes, folder: Path) -> None:
    (folder / "book.yaml").write_bytes(data)
    read_book(folder / "book.yaml")


def read_search(data: bytes, folder: Path) -> None:
    (folder / "search.npz").write_bytes(data)
    search.load(folder / "search.npz")


def read_zip(data: bytes, folder: Path) -> None:
    (folder / "game.zip").write_bytes(data)
    load_rom(folder / "game.zip")


def zipped(image: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("game.gba", image)
    return file.getvalue()


def read_symbols(kind: Format) -> Reader:
    return lambda data, _: read_foreign(data.decode(errors="replace"), "symbols", kind)


@cache
def seeds(folder: Path) -> dict[str, tuple[bytes, Reader]]:
    """Reader -> a file that it reads, and what reads it."""
    state = parse_state(BEDROOM.read_bytes(), "bedroom")
    raw = encode_state(in_container(state, Container.RAW))
    log = folder / "log"
    for number in range(3):
        append_evidence(log, {"action": "press", "n": number})
    search.save(search.begin(ram(7)), folder / "search.npz")
    retroarch = b"RASTATE\1MEM " + len(raw).to_bytes(4, "little") + raw + b"END " + bytes(4)
    record = (
        b'{"schema": "gbatool/session/2", "rom_sha1": "00", "started_from": "00", "next_serial": 1,'
        b' "log_size": 0, "log_last": "00", "moments": [{"serial": 0, "file": "state-000000",'
        b' "sha256": "00", "made_by": "start", "frame": 1, "blocked": null, "evidence": null}]}'
    )
    work = (
        b'{"sha256": "0", "schema": "gbatool/work/3", "request": {}, "settled": null, "places": []}'
    )
    shipped = ROOT / "profiles" / "recipes" / "kanto" / "wild-battle.yaml"
    recipe = ROOT / "savestates" / "recipes" / "demo-bedroom.yaml"
    lua, header = b"gMain = { address = 0x03001000, size = 4 },\n", b"#define gMain 0x03001000u\n"
    return {
        "rom": (ROM_FILE.read_bytes()[:HEADER], read_rom),
        "zip": (zipped(ROM_FILE.read_bytes()[:HEADER]), read_zip),
        "patch": (IPS, lambda data, _: apply_patch(bytes(HEADER), data, "patch", 1 << 20)),
        "save": (bytes(0x8000), lambda data, _: parse_save(data, "game.sav")),
        "RetroArch state": (retroarch, lambda data, _: parse_state(data, "state")),
        "raw state": (raw, lambda data, _: parse_state(data, "state")),
        "PNG state": (BEDROOM.read_bytes(), lambda data, _: parse_state(data, "state")),
        "profile": (
            format_profile(full_profile()).encode(),
            lambda data, _: parse_profile(data, "profile"),
        ),
        "recipe": (recipe.read_bytes(), lambda data, _: parse_recipe(data, "recipe")),
        "book": (BOOK.encode(), read_recipe_book),
        "plan": (shipped.read_bytes(), lambda data, _: parse_plan(data, "plan")),
        "session": (record, read_session),
        "evidence": (log.read_bytes(), read_lines),
        "work folder": (work, read_work),
        "search": ((folder / "search.npz").read_bytes(), read_search),
        "sym": (b"03005040 g 0000000c VMap\n02000000 B gX\n", read_symbols(Format.SYM)),
        "json": (b'{"symbols": {"gMain": "0x03001000"}}', read_symbols(Format.JSON)),
        "lua": (lua, read_symbols(Format.LUA)),
        "c": (header, read_symbols(Format.C)),
    }


NAMES = (
    *(
        "rom",
        "zip",
        "patch",
        "save",
        "RetroArch state",
        "raw state",
        "PNG state",
        "profile",
        "recipe",
        "book",
        "plan",
        "session",
        "evidence",
    ),
    *("work folder", "search", "sym", "json", "lua", "c"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for those that read files."""
    return tmp_path_factory.mktemp("fuzz")


@pytest.mark.parametrize("name", NAMES)
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(edits=EDITS)
def test_what_is_read_is_read_or_refused(
    folder: Path, name: str, edits: list[tuple[float, int, bytes]]
) -> None:
    seed, read = seeds(folder)[name]
    with contextlib.suppress(GbatoolError):
        read(edited(seed, edits), folder)


def test_every_file_is_read_as_it_is_and_a_refusal_is_no_fault(folder: Path) -> None:
    assert tuple(seeds(folder)) == NAMES
    for name, (seed, read) in seeds(folder).items():
        try:
            read(seed, folder)
        except GbatoolError as error:
            assert name in {"session", "work folder", "book"}  # what they name is not there
            assert error.exit_code in {ExitCode.USAGE, ExitCode.FAILED_CLOSED}  # noqa: PT017
