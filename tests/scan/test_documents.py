"""A profile is sound if nothing that it claims was contradicted."""

from __future__ import annotations

import pytest

from gbatool.memory import Address
from gbatool.profile import Status
from gbatool.scan.documents import verify_document
from gbatool.scan.verify import Reproof, Standing
from tests.profile.examples import a_profile, a_symbol


@pytest.mark.parametrize(
    ("status", "standing", "sound"),
    [
        (Status.VERIFIED, Standing.HOLDS, True),
        (Status.VERIFIED, Standing.NOT_PROVEN, False),
        (Status.VERIFIED, Standing.REFUTED, False),
        (Status.VERIFIED, Standing.NO_LOCATOR, True),
        (Status.CORROBORATED, Standing.NOT_PROVEN, True),
        (Status.CORROBORATED, Standing.REFUTED, False),
        (Status.IMPORTED, Standing.NOT_PROVEN, True),
        (Status.IMPORTED, Standing.REFUTED, False),
    ],
)
def test_what_breaks_a_profile(status: Status, standing: Standing, *, sound: bool) -> None:
    profile = a_profile(a_symbol(status=status))
    reproof = Reproof("gMain", Address(0x03001000), standing, "it did not")
    document = verify_document(profile, [reproof])
    assert document.sound is sound
    assert document.symbols[0].status is status
    assert document.rom.profile == "test-game"
