"""Comments are found, and values that look like comments are not."""

from __future__ import annotations

import pytest

from gbatool.profile.comments import Comment, find_comments


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# one\na: 1\n", [Comment(1, "# one")]),
        ("a: 1  # why\n", [Comment(1, "# why")]),
        ("a: {b: 1, # why\n c: 2}\n", [Comment(1, "# why")]),
        ("a: 'x # y'\n", []),
        ('a: "x # y"\n', []),
        ("a: x#y\n", []),
        ("a: |\n  # text\n  more\n", []),
        ("a: | # why\n  # text\nb: 1 # end\n", [Comment(1, "# why"), Comment(3, "# end")]),
        ("é: ü # ö\n", [Comment(1, "# ö")]),
        ("a: 'two\n  # lines'\n# last", [Comment(3, "# last")]),
    ],
)
def test_finds_comments_only(text: str, found: list[Comment]) -> None:
    assert list(find_comments(text)) == found
