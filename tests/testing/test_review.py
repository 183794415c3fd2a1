"""The form of snapshots for review: sorted, a field a line, without build and frame."""

from __future__ import annotations

import pytest

from gbatool.decode.minimap import Minimap, Point
from gbatool.errors import UsageError
from gbatool.testing.review import review
from tests.ram import RamBuilder

MAP = Minimap(Point(7, 7), ("###", "#.#"))


def test_keys_are_sorted_and_a_row_of_a_grid_is_one_line() -> None:
    wide = list(range(100))
    assert review({"b": [wide, wide], "a": {"x": 1}}).splitlines() == [
        "a:",
        "  x: 1",
        "b:",
        f"- {wide}",
        f"- {wide}",
    ]


@pytest.mark.parametrize("name", ["A", "A" * 200])
def test_a_field_and_an_item_have_a_line_of_their_own_whatever_their_length(name: str) -> None:
    moves = [{"name": name, "pp": 5, "flags": []}, {"name": "B", "pp": None, "flags": {}}]
    assert review({"moves": moves, "lines": ["a", "b"]}).splitlines() == [
        "lines:",
        "- a",
        "- b",
        "moves:",
        "- flags: []",
        f"  name: {name}",
        "  pp: 5",
        "- flags: {}",
        "  name: B",
        "  pp: null",
    ]


def test_build_and_frame_are_left_out_at_the_top_only() -> None:
    assert review({"rom": 1, "frame": 2, "play_time": {"frame": 3}}) == "play_time:\n  frame: 3"


def test_a_map_is_drawn() -> None:
    assert review(MAP) == "###\n#.#"
    assert review({"map": MAP}) == "map: |-\n  ###\n  #.#"


@pytest.mark.parametrize(("value", "text"), [(None, "null"), (7, "7"), ("a\tb", '"a\\tb"')])
def test_a_single_value_is_as_in_json(value: object, text: str) -> None:
    assert review(value) == text


def test_letters_of_every_language_stay_letters() -> None:
    assert review({"name": "ピカ"}) == "name: ピカ"


@pytest.mark.parametrize("memory", [RamBuilder(0x200).build(), b"abc"], ids=["RAM", "bytes"])
def test_memory_is_refused(memory: object) -> None:
    with pytest.raises(UsageError, match="is memory"):
        review(memory)
