"""Syrupy snapshots of maps and states that a person can review. Needs ``gbatool[test]``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from syrupy.extensions.amber import AmberSnapshotExtension

from gbatool.documents import to_json
from gbatool.errors import JsonValue
from gbatool.testing.review import check_no_memory, review

Path = tuple[tuple[Any, type], ...]
"""What syrupy's filters take: each key or index on the way, with the type of what it leads to."""
Filter = Callable[..., Any]


class GbaSnapshotExtension(AmberSnapshotExtension):
    """Keeps what :func:`gbatool.testing.review.review` writes, in syrupy's own ``.ambr`` files.

    Syrupy's ``exclude``, ``include`` and ``matcher`` see the JSON form of what is compared.
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
        """The text that is compared and kept.

        Raises:
            UsageError: It is memory itself.
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
    """What a matcher put in place of a value; a stand-in of no JSON form is named."""
    try:
        return to_json(value)
    except TypeError:
        return repr(value)
