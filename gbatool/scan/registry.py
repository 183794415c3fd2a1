"""The registry: which module has the locator of a symbol, and the order in which locators run.

A module is imported when a symbol of it is first asked for; the names alone cost no import.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from gbatool.scan.locator import Locator


def locators_of(module: ModuleType) -> Iterator[type[Locator]]:
    """The locators that a module defines: subclasses of ``Locator`` with a symbol of their own."""
    from gbatool.scan.locator import Locator

    for found in vars(module).values():
        if (
            isinstance(found, type)
            # first: in Python 3.10, list[int] passes for a type, and issubclass fails on it
            and found.__module__ == module.__name__
            and issubclass(found, Locator)
            and "symbol" in vars(found)
        ):
            yield found


class Registry:
    """The locators of a catalogue, in its order.

    Args:
        catalogue: Canonical name of each symbol -> the module below ``package`` that has its
            locator.
        package: Full name of the package.
    """

    def __init__(self, catalogue: Mapping[str, str], package: str) -> None:
        self._catalogue, self._package = catalogue, package
        self._loaded: dict[str, Locator] = {}

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every symbol that there is a locator for, in the order of the catalogue."""
        return tuple(self._catalogue)

    def __contains__(self, symbol: str) -> bool:
        return symbol in self._catalogue

    @property
    def locators(self) -> tuple[Locator, ...]:
        """Every locator, in the order of the catalogue."""
        return tuple(self[symbol] for symbol in self._catalogue)

    def __getitem__(self, symbol: str) -> Locator:
        """The locator of a symbol.

        Raises:
            KeyError: The catalogue does not have the symbol, or its module has no locator for it,
                or several.
        """
        if symbol not in self._loaded:
            if symbol not in self._catalogue:
                raise KeyError(f"there is no locator for {symbol}")
            name = f"{self._package}.{self._catalogue[symbol]}"
            module = importlib.import_module(name)
            found = [kind for kind in locators_of(module) if kind.symbol == symbol]
            if len(found) != 1:
                raise KeyError(f"{name} has {len(found)} locators for {symbol}, expected 1")
            self._loaded[symbol] = found[0]()
        return self._loaded[symbol]

    def in_order(self, symbols: Iterable[str] | None = None) -> list[Locator]:
        """The named locators (all by default) and what they require, requirements first.

        Raises:
            KeyError: There is no locator for one of the symbols.
        """
        ordered: dict[str, Locator] = {}

        def add(symbol: str) -> None:
            if symbol not in ordered:
                for required in self[symbol].before:
                    add(required)
                ordered[symbol] = self[symbol]

        for symbol in self.symbols if symbols is None else symbols:
            add(symbol)
        return list(ordered.values())
