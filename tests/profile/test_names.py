"""Facts that follow from a symbol's name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import gbatool
from gbatool.profile.addresses import address_problem
from gbatool.profile.names import KNOWN_NAMES, SYNONYMS, Place, canonical_name, facts_of

GAME_SYMBOL = re.compile(r"[gs][A-Z]\w+|CB[12]_\w+|Task_\w+")
READERS = ("decode", "actions", "scan", "states")


def test_synonyms_lead_to_known_names_in_one_step() -> None:
    for name, canonical in SYNONYMS.items():
        assert canonical in KNOWN_NAMES, name
        assert name not in KNOWN_NAMES
        assert canonical_name(canonical) == canonical


def test_functions_lie_in_rom_at_even_addresses() -> None:
    functions = [facts for facts in KNOWN_NAMES.values() if facts.function]
    assert functions
    assert all(facts.place is Place.ROM and facts.alignment == 2 for facts in functions)


def test_an_unknown_name_may_lie_anywhere() -> None:
    assert address_problem("sSomethingNew", 0x02000001, 0, 0x1000) is None
    assert facts_of("sSomethingNew").place is Place.ANYWHERE


def test_an_unknown_callback_is_a_function_all_the_same() -> None:
    problem = address_problem("CB2_MyHack", 0x08000101, 0, 0x1000)
    assert problem is not None
    assert problem.endswith("write 0x08000100")


def symbols_named_in_code() -> Iterator[tuple[str, str]]:
    """File and text of every string in the tool that is spelled like a symbol of the game."""
    package = Path(gbatool.__file__).parent
    for path in sorted(file for folder in READERS for file in (package / folder).rglob("*.py")):
        tree = ast.parse(path.read_text())
        parts = {
            id(part)
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for part in node.values
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in parts:
                continue
            if isinstance(node.value, str) and GAME_SYMBOL.fullmatch(node.value):
                yield path.name, node.value


def test_every_symbol_that_the_tool_reads_is_known() -> None:
    named = list(symbols_named_in_code())
    assert {canonical_name(name) for _, name in named} >= {"gBackupMapLayout", "CB2_Overworld"}
    unknown = {f"{file}: {name}" for file, name in named if canonical_name(name) not in KNOWN_NAMES}
    assert unknown == set(), "add them to gbatool/profile/names.py, so that imports take them"


def test_a_table_of_bytes_may_stand_at_an_odd_address() -> None:
    assert address_problem("gBattleMoves", 0x089E1BA5, 12, 0x1000000) is None
    problem = address_problem("gSpeciesInfo", 0x089E1BA5, 28, 0x1000000)
    assert problem is not None
    assert "not a multiple of 2" in problem
