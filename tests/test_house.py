"""The house's rules: who may import what, and where the addresses of a ROM may stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import gbatool
from gbatool.memory import Address, Region

PACKAGE = Path(gbatool.__file__).parent
BUS_RANGES = {"memory.py", "profile/addresses.py"}
"""Files that say where memories and their mirrors begin."""

COMMAND_LINE = ("cli.py", "typer_line.py", "docpages/cli.py")
PEOPLE = ("commands/", "render/")


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
    assert [name for name in sorted(found) if name not in COMMAND_LINE] == []


def test_only_what_people_see_imports_rich() -> None:
    found = {name for name, module, _ in IMPORTS if within(module, "rich")}
    assert found
    assert [name for name in sorted(found) if not name.startswith(PEOPLE)] == []


BELOW = {
    "core/": ("scan", "decode", "actions", "commands", "render", "states"),
    "engine/": ("core", "scan", "decode", "actions", "commands", "render", "profile", "states"),
    "decode/": ("core", "scan", "actions", "commands", "render", "states"),
    "scan/": ("decode", "actions", "commands", "render"),
    "actions/": ("scan", "commands", "render", "states"),
    "profile/": ("core", "scan", "decode", "actions", "commands", "render"),
    "states/": ("actions", "commands", "render"),
    "render/": ("commands",),
}
"""Folder -> packages above or beside it, which it must not know."""


def test_arrows_point_down() -> None:
    wrong = [
        f"{name} imports {module}"
        for name, module, _ in IMPORTS
        for package in BELOW.get(f"{name.split('/')[0]}/", ())
        if within(module, f"gbatool.{package}")
    ]
    assert wrong == []


def numbers(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield node.value


def test_no_address_of_a_rom_stands_in_the_code() -> None:
    found = [
        f"{source.name}: {Address(number)}"
        for source in SOURCES
        if source.name not in BUS_RANGES
        for number in numbers(source.tree)
        if any(region.base < number < region.end for region in Region)
    ]
    assert found == []
