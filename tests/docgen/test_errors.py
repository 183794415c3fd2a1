"""``docs/errors.md`` has every code that the package can print, and each code has one meaning."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import gbatool
from gbatool.docgen.errors import error_classes, errors_page, refusals

PACKAGE = Path(gbatool.__file__).parent
FAULT = "fault"
"""The code of an exception that is not one of the tool's own; no class has it."""


def declared(module: ast.Module) -> Iterator[str]:
    """The codes that the classes of a module declare."""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if (
                    isinstance(statement, ast.Assign)
                    and ast.unparse(statement.targets[0]) == "code"
                ):
                    yield str(ast.literal_eval(statement.value))


def refused_with(module: ast.Module) -> Iterator[str]:
    """The codes that a module constructs ``ActionError`` with, also where a parameter carries them."""
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        for code in arguments_at(function, "ActionError", 0):
            if isinstance(code, ast.Constant):
                yield str(code.value)
                continue
            names = [argument.arg for argument in function.args.args]
            place = names.index(ast.unparse(code))
            passed = list(arguments_at(module, function.name, place))
            assert passed, f"{function.name} is given its code from another module"
            yield from (str(ast.literal_eval(value)) for value in passed)


def arguments_at(tree: ast.AST, called: str, place: int) -> Iterator[ast.expr]:
    """The argument at a place of every call of a function by its plain name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == called:
            yield node.args[place]


def modules(folder: Path) -> Iterator[ast.Module]:
    for path in sorted(folder.rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def test_every_code_stands_on_the_page() -> None:
    in_sources = {code for module in modules(PACKAGE) for code in declared(module)}
    codes = errors_page().partition("## Codes")[2].partition("## Refusals")[0]
    on_page = re.findall(r"^\| `(\w+)` \|", codes, re.MULTILINE)
    assert {"wrong_rom", "wrong_label", "work_folder", "no_player_control"} <= in_sources
    # ``GbatoolError`` itself declares ``error`` with an annotation; nothing raises it.
    assert sorted(on_page) == sorted({*in_sources, FAULT})


def test_no_two_errors_share_a_code() -> None:
    codes = [error.code for error in error_classes()]
    assert sorted(codes) == sorted(set(codes))
    assert not refusals().keys() & set(codes)


def test_every_refusal_of_an_action_is_promised_by_its_docstring() -> None:
    raised = {code for module in modules(PACKAGE / "actions") for code in refused_with(module)}
    assert {"no_path_to_target", "budget_too_small"} <= raised
    assert raised == refusals().keys()


def test_a_code_that_a_helper_is_given_is_found() -> None:
    module = ast.parse(
        "def refuse(why, code):\n    return ActionError(code, why)\n"
        "def go():\n    raise ActionError('a', '')\ndef come():\n    raise refuse('', 'b')\n"
    )
    assert sorted(refused_with(module)) == ["a", "b"]
