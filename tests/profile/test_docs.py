"""The documentation of the format is true."""

from __future__ import annotations

import re
from pathlib import Path

from gbatool.profile import Status
from gbatool.profile.exports import Format
from gbatool.profile.model import STATIC_KINDS
from gbatool.profile.reader import parse_profile
from gbatool.profile.search import suggested_name
from gbatool.profile.writer import format_profile
from tests.profile.examples import a_rom

PAGE = (Path(__file__).parents[2] / "docs" / "profile.md").read_text()


def test_the_example_is_valid_and_written_as_the_tool_would() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert format_profile(parse_profile(example, "docs/profile.md")) == example


def test_every_status_kind_and_format_is_explained() -> None:
    for word in (*(status.value for status in Status), *(kind.value for kind in Format)):
        assert f"| `{word}` |" in PAGE
    for kind in STATIC_KINDS:
        assert f"`{kind}`" in PAGE


def test_a_suggested_name_is_one_that_a_profile_can_have() -> None:
    assert suggested_name(a_rom()) == "test-game-abce-r0"
