"""Every variant of the cartridge, derived once for the whole run."""

from __future__ import annotations

import pytest

from gbatool.scan.lab.laboratory import Lab
from tests.cartridges import VARIANTS

pytest.register_assert_rewrite("tests.scan.staging")

from tests.scan.staging import Derived, derived  # noqa: E402 - after its asserts are rewritten


@pytest.fixture(scope="session", params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> Derived:
    """Each variant in turn."""
    return derived(request.param)


@pytest.fixture(scope="session")
def base() -> Derived:
    """The cartridge that ships with the package."""
    return derived("base")


@pytest.fixture(scope="session")
def crowded() -> Derived:
    """The variant with a decoy for nearly everything."""
    return derived("crowded")


@pytest.fixture(scope="session")
def aliased() -> Derived:
    """The variant whose decoys equal the truth at the end of every frame."""
    return derived("aliased")


@pytest.fixture
def lab(base: Derived) -> Lab:
    """The shipped cartridge's laboratory, everything proven, for one test to spoil."""
    return base.lab()


@pytest.fixture
def crowded_lab(crowded: Derived) -> Lab:
    """The crowded variant's laboratory, everything proven, for one test to spoil."""
    return crowded.lab()


@pytest.fixture
def aliased_lab(aliased: Derived) -> Lab:
    """The aliased variant's laboratory, everything proven, for one test to spoil."""
    return aliased.lab()
