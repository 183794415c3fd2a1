"""Places in SaveBlock1, as scripts set them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gbatool.memory import Address
from gbatool.scan.findings import Candidate
from tests.scan.save.model import Layout, check_probe, found, lab_of

LOCATION, DYNAMIC, LAYOUT_ID = (
    *("save_block1.location", "save_block1.dynamic_warp", "save_block1.layout_id"),
)


@dataclass
class There:
    """Where a warp leads."""

    group: int
    num: int
    warp_id: int = 0


@pytest.fixture(autouse=True)
def _maps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three maps that the loaded one leads to."""
    maps = [There(3, 2), There(4, 1), There(9, 5)]
    monkeypatch.setattr("gbatool.scan.save.places.destinations", lambda *_: maps)


@pytest.mark.parametrize(
    "layout", [Layout(), Layout(location=0x2F24, dynamic_warp=0x2F0C, layout_id=0x3064)]
)
def test_places_are_found_wherever_they_are(layout: Layout) -> None:
    assert found(lab_of(layout), LOCATION, DYNAMIC, LAYOUT_ID) == {
        LOCATION: f"8*u8@0x{layout.location:X}",
        DYNAMIC: f"8*u8@0x{layout.dynamic_warp:X}",
        LAYOUT_ID: f"u16@0x{layout.layout_id:X}",
    }


@pytest.mark.parametrize(
    ("symbol", "rival", "value"),
    [
        (LOCATION, "a place that was set when the game began", "8*u8@0x1C"),
        (DYNAMIC, "a place with the same numbers", "8*u8@0x1C"),
        (LAYOUT_ID, "a half-word with the same number", "u16@0x34"),
    ],
)
def test_other_places_are_refuted(symbol: str, rival: str, value: str) -> None:
    impostor = Candidate(Address(0x1C), "another one", traits={symbol: value})
    check_probe(lab_of(), symbol, rival, impostor)


def test_without_other_maps_the_location_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gbatool.scan.save.places.destinations", lambda *_: ())
    monkeypatch.setattr("gbatool.scan.save.places.BLIND", ())
    with pytest.raises(AssertionError, match="can be warped to"):
        found(lab_of(), LOCATION)
