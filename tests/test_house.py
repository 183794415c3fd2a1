"""The house's rules: who may import what, and where the addresses of a ROM may stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import gbatool
from gbatool.engine.families import ENGINES
from gbatool.memory import Address, Region

PACKAGE = Path(gbatool.__file__).parent
BUS_RANGES = {"memory.py", "profile/addresses.py"}
"""Files that say where memories and their mirrors begin."""

COMMAND_LINE = ("cli.py", "commands/", "docgen/cli.py")
PEOPLE = ("commands/", "render/")

ROOT = {
    *("cli", "documents", "errors", "files", "game", "health", "interrupts", "memory"),
    *("persist", "reading", "rom"),
}
LOOSE_IN_SCAN = {
    *("causes", "derive", "documents", "eliminate", "findings", "inspect", "locator"),
    *("registry", "relative", "verify"),
}
FLOORS = (
    ("__main__", "docgen"),
    ("cli",),
    ("commands", "testing"),
    ("render",),
    ("persist",),
    ("game", "health"),
    ("states", "session"),
    ("actions", "scan", "compare", "saves"),
    ("decode", "core", "demo"),
    ("profile",),
    ("engine", "documents", "rom"),
    ("images",),
    ("files", "memory", "reading"),
    ("errors", "interrupts"),
)
"""Modules and packages of the root, the top floor first; the package itself only has a version."""
SCAN_FLOORS = (
    ("documents", "inspect"),
    ("verify",),
    ("derive",),
    ("work",),
    ("places", "causes", "relative"),
    ("eliminate",),
    ("labels", "__init__"),
    ("battle", "menus"),
    ("tables", "save"),
    ("overworld", "text", "registry"),
    ("locator",),
    ("lab",),
    ("findings", "kernel"),
)
"""The same inside ``scan``."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file of the package."""

    name: str
    tree: ast.Module

    def imports(self) -> Iterator[tuple[str, bool]]:
        """Every module that it imports, and whether at its top."""
        for node in ast.walk(self.tree):
            at_top = node in self.tree.body
            if isinstance(node, ast.Import):
                yield from ((alias.name, at_top) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module, at_top

    def imported_modules(self) -> Iterator[str]:
        """Every module of the package that it imports, submodules by ``from`` included."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    yield whole if is_module(whole) else node.module


def is_module(name: str) -> bool:
    """Whether a dotted name is a module or package of this project."""
    path = PACKAGE.joinpath(*name.split(".")[1:])
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


SOURCES = [
    Source(path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
    for path in sorted(PACKAGE.rglob("*.py"))
]
IMPORTS = [(source.name, *found) for source in SOURCES for found in source.imports()]


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def test_only_the_core_imports_mgba_and_only_inside_functions() -> None:
    found = [(name, at_top) for name, module, at_top in IMPORTS if within(module, "mgba")]
    assert found
    assert all(name.startswith("core/") and not at_top for name, at_top in found), found


def test_only_the_command_line_imports_typer() -> None:
    found = {name for name, module, _ in IMPORTS if within(module, "typer")}
    assert found
    assert [name for name in sorted(found) if not name.startswith(COMMAND_LINE)] == []


def test_only_what_people_see_imports_rich() -> None:
    found = {name for name, module, _ in IMPORTS if within(module, "rich")}
    assert found
    assert [name for name in sorted(found) if not name.startswith(PEOPLE)] == []


def floor_of(name: str, floors: tuple[tuple[str, ...], ...]) -> int:
    """Which floor a module or package is on, the top one being 0."""
    return next(number for number, rooms in enumerate(floors) if name in rooms)


def rooms_imported(package: str) -> Iterator[tuple[str, str, str]]:
    """Every import between two rooms of a package: the file, its room, the other room."""
    parts = package.split(".")
    for source in SOURCES:
        *folders, file = source.name.removesuffix(".py").split("/")
        path = ["gbatool", *folders, file]
        if path[: len(parts)] != parts:
            continue
        room = path[len(parts)]
        for module in source.imported_modules():
            other = module.split(".")
            if (
                other[: len(parts)] == parts
                and len(other) > len(parts)
                and other[len(parts)] != room
            ):
                yield source.name, room, other[len(parts)]


def test_arrows_point_down() -> None:
    assert ("cli.py", "cli", "errors") in rooms_imported("gbatool")
    wrong = [
        f"{name} imports {other}"
        for name, room, other in rooms_imported("gbatool")
        if room != "__init__" and floor_of(room, FLOORS) >= floor_of(other, FLOORS)
    ]
    assert wrong == []


def test_arrows_point_down_inside_scan() -> None:
    assert ("scan/eliminate.py", "eliminate", "findings") in rooms_imported("gbatool.scan")
    wrong = [
        f"{name} imports {other}"
        for name, room, other in rooms_imported("gbatool.scan")
        if floor_of(room, SCAN_FLOORS) >= floor_of(other, SCAN_FLOORS)
    ]
    assert wrong == []


def test_few_modules_lie_loose() -> None:
    root = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    scan = {path.stem for path in (PACKAGE / "scan").glob("*.py")} - {"__init__"}
    assert root == ROOT
    assert scan == LOOSE_IN_SCAN


def numbers(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield node.value


def test_no_address_of_a_rom_stands_in_the_code() -> None:
    found = {
        (source.name, number)
        for source in SOURCES
        for number in numbers(source.tree)
        if any(region.base < number < region.end for region in Region)
    }
    assert ("profile/addresses.py", 0x0A000000) not in found
    assert [f"{name}: {Address(at)}" for name, at in sorted(found) if name not in BUS_RANGES] == []
    assert list(numbers(ast.parse("where = 0x08001234"))) == [0x08001234]


def test_only_the_families_themselves_go_by_their_names() -> None:
    found = [
        f"{source.name}: {node.value!r}"
        for source in SOURCES
        if not source.name.startswith("engine/families/")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ENGINES
    ]
    assert found == []


OPENERS = {
    *("open", "fdopen", "read_bytes", "read_text", "write_bytes", "write_text", "touch"),
    *("exists", "is_file", "is_dir", "iterdir", "glob", "rglob", "mkdir", "mkstemp"),
}
"""Calls that only ``files`` makes: it bounds what is read, and names what the system refuses."""
OWN_FILES = {
    ("cli.py", "open"),
    ("cli.py", "fdopen"),
    ("images/archive.py", "open"),
    ("profile/stock_headers.py", "read_text"),
    ("scan/work/folder.py", "read_bytes"),
    ("scan/work/folder.py", "rglob"),
}
"""Where files of the package itself are read, and standard streams or an archive's entries opened."""


def test_only_one_module_opens_files() -> None:
    found = {
        (source.name, node.func.attr if isinstance(node.func, ast.Attribute) else "open")
        for source in SOURCES
        if source.name != "files.py" and not source.name.startswith(("docgen/", "testing/"))
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        if isinstance(node.func, ast.Attribute)
        or (isinstance(node.func, ast.Name) and node.func.id == "open")
    }
    assert {call for call in found if call[1] in OPENERS} == OWN_FILES
