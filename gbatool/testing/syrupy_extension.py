"""Syrupy snapshots in the form of :mod:`gbatool.testing.review`. Needs ``gbatool[test]``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from syrupy.extensions.amber import AmberSnapshotExtension

from gbatool.documents import to_json
from gbatool.errors import JsonValue
from gbatool.testing.review import check_no_memory, review

Path = tuple[tuple[Any, type], ...]
"""A path as syrupy's filters take it: each key or index with the type of its value."""
Filter = Callable[..., Any]


class GbaSnapshotExtension(AmberSnapshotExtension):
    """Stores the text of :func:`gbatool.testing.review.review` in syrupy's ``.ambr`` files.

    Syrupy's ``exclude``, ``include`` and ``matcher`` get the JSON form of the value.
    """

    def serialize(
        self,
        data: Any,  # noqa: ANN401 - syrupy's own signature
        *,
        exclude: Filter | None = None,
        include: Filter | None = None,
        matcher: Filter | None = None,
        **_: Any,  # noqa: ANN401 - what later versions may add
    ) -> str:
        """The text that is compared and stored.

        Raises:
            UsageError: It is memory.
            TypeError: It has no JSON form.
        """
        check_no_memory(data)

        def is_kept(key: object, path: Path) -> bool:
            if exclude is not None and exclude(prop=key, path=path):
                return False
            return include is None or bool(include(prop=key, path=path))

        def filtered(value: JsonValue, path: Path) -> JsonValue:
            if matcher is not None:
                value = _plain(matcher(data=value, path=path))
            if isinstance(value, dict):
                parts = {key: (part, (*path, (key, type(part)))) for key, part in value.items()}
                return {
                    key: filtered(part, at) for key, (part, at) in parts.items() if is_kept(key, at)
                }
            if isinstance(value, list):
                items = [(item, (*path, (i, type(item)))) for i, item in enumerate(value)]
                return [filtered(item, at) for item, at in items]
            return value

        return review(filtered(to_json(data), ()))


def _plain(value: object) -> JsonValue:
    """The JSON form of a matcher's replacement value; its ``repr`` if it has none."""
    try:
        return to_json(value)
    except TypeError:
        return repr(value)
