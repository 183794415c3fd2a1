"""``docs/verification.md``: what is counted in profiles, and measurements that are added as data."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from gbatool.docgen.addresses import addresses_page
from gbatool.docgen.verification import Subject, read_subjects, verification_page
from tests.profile.examples import a_profile, a_symbol, full_profile

MEASUREMENTS = """\
title: Speed
guide: actions.md
not_checked: [ice]
measurements:
  - title: A walk
    what: One walk.
    builds: FireRed US 1.0.
    repeat: python -m benchmarks
    recorded: 2026-11-30
    commits: [abc1234]
    columns: [tiles, frames, share]
    rows:
      - [4, 12946, 8.0]
    notes: [Frames do not depend on the machine.]
  - title: Another
    what: No figures.
    builds: the demo cartridge.
    repeat: null
    recorded: 2026-12-01
    commits: [abc1234, def5678]
"""


def subjects(folder: Path, text: str = MEASUREMENTS) -> list[Subject]:
    (folder / "speed.yaml").write_text(text)
    return read_subjects(folder)


def test_a_measurement_is_rendered_with_how_to_repeat_it(tmp_path: Path) -> None:
    page = verification_page([full_profile()], subjects(tmp_path)).partition("## Speed")[2]
    for line in (
        "- Repeated by: `python -m benchmarks`",
        "- Repeated by: no command of the repository",
        "- Recorded: 2026-12-01, in `abc1234`, `def5678`",
        "| 4 | 12,946 | 8.0 |",
        "- ice",
    ):
        assert f"\n{line}\n" in page


@pytest.mark.parametrize(
    ("old", "new"), [("12946, 8.0]", "12946]"), ("    repeat: null\n", ""), ("2026-12-01", "soon")]
)
def test_a_measurement_that_lacks_something_is_refused(old: str, new: str, tmp_path: Path) -> None:
    with pytest.raises(ValidationError):
        subjects(tmp_path, MEASUREMENTS.replace(old, new))


def test_symbols_are_counted_by_status_and_evidence_by_kind() -> None:
    page = verification_page([full_profile()], [])
    assert "| verified | corroborated | imported | unresolved | key | scan |" in page
    assert "| `test-game` | frlg | 1 | 1 | 1 | 3 | 1 (10/10) | 2 (3/3) |" in page
    assert "| `gMain` | key 10/10 |" in page
    assert "| `sMenu` | unresolved |" in page
    assert "- `sMenu` in `test-game`: no menu was open in any savestate" in page


def test_each_profile_has_its_column_of_addresses() -> None:
    page = addresses_page([full_profile(), a_profile(a_symbol(address=0x03001010))])
    assert "| `gMain` | `0x03001000` | `0x03001010` |" in page
    assert "| `gTasks` | `0x03002000` |  |" in page
