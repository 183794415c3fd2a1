"""Find the comments of a YAML file, which are lost when the file is written again."""

from __future__ import annotations

from dataclasses import dataclass

import yaml


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment: its line, counted from 1, and its text from the ``#`` on."""

    line: int
    text: str


def find_comments(text: str) -> tuple[Comment, ...]:
    """The comments of a valid YAML document, in the order of the file.

    A ``#`` inside a value does not begin a comment:

    >>> find_comments("note: 'no # comment'  # a comment")
    (Comment(line=1, text='# a comment'),)
    """
    if "#" not in text:
        return ()
    bare = list(text)
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        if isinstance(token, yaml.ScalarToken):
            start = token.start_mark.index
            if token.style in ("|", ">"):  # a comment may follow the sign itself
                start = text.find("\n", start) + 1 or len(text)
            for i in range(start, token.end_mark.index):
                if bare[i] != "\n":
                    bare[i] = " "
    found = []
    for number, (line, whole) in enumerate(
        zip("".join(bare).split("\n"), text.split("\n"), strict=True), 1
    ):
        if "#" in line:
            found.append(Comment(number, whole[line.index("#") :].rstrip()))
    return tuple(found)
