"""A profile is sound if nothing that it claims was contradicted."""

from __future__ import annotations

import pytest

from gbatool.memory import Address
from gbatool.profile import Status
from gbatool.scan.documents import verify_document
from gbatool.scan.verify import Reproof, ReproofResult
from tests.profile.examples import a_profile, a_symbol


@pytest.mark.parametrize(
    ("status", "standing", "sound"),
    [
        (Status.VERIFIED, ReproofResult.HOLDS, True),
        (Status.VERIFIED, ReproofResult.NOT_PROVEN, False),
        (Status.VERIFIED, ReproofResult.REFUTED, False),
        (Status.VERIFIED, ReproofResult.NO_LOCATOR, True),
        (Status.CORROBORATED, ReproofResult.NOT_PROVEN, True),
        (Status.CORROBORATED, ReproofResult.REFUTED, False),
        (Status.IMPORTED, ReproofResult.NOT_PROVEN, True),
        (Status.IMPORTED, ReproofResult.REFUTED, False),
    ],
)
def test_what_breaks_a_profile(status: Status, standing: ReproofResult, *, sound: bool) -> None:
    profile = a_profile(a_symbol(status=status))
    reproof = Reproof("gMain", Address(0x03001000), standing, "it did not")
    document = verify_document(profile, [reproof])
    assert document.sound is sound
    assert document.symbols[0].status is status
    assert document.rom.profile == "test-game"
