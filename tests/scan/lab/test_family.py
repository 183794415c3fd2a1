"""The engine family is told by which form of metatile attributes the game obeys."""

from __future__ import annotations

import pytest

from gbatool.engine.families import EMERALD, FRLG, RS
from gbatool.errors import ProbeError
from gbatool.memory import Address
from gbatool.scan.lab import family
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.talk import Talk, TextPosition
from tests.scan.staging import Derived, unused

WORDS_BEHIND_LAST, HALFWORDS_BEFORE_LAST = (0x14, "<u4"), (0x10, "<u2")


def obey(monkeypatch: pytest.MonkeyPatch, *forms: tuple[int, str]) -> None:
    """Stand in for a game that reads its attributes in these forms."""
    monkeypatch.setattr(family, "_forbids", lambda _, offset, form: (offset, form) in forms)


def test_every_cartridge_is_of_the_frlg_family(variant: Derived) -> None:
    assert find_family(variant.lab()) is FRLG


def test_half_words_before_the_last_pointer_are_not_obeyed_by_it(lab: Lab) -> None:
    assert family._forbids(lab, *WORDS_BEHIND_LAST)
    assert not family._forbids(lab, *HALFWORDS_BEFORE_LAST)


def test_half_words_are_emerald_with_printers_and_ruby_or_sapphire_with_windows(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    obey(monkeypatch, HALFWORDS_BEFORE_LAST)
    assert find_family(lab).name == EMERALD.name
    window = Talk((TextPosition(Address(0x02000102), indexed=True),), Address(0x02001000))
    monkeypatch.setattr(family, "find_talk", lambda _: window)
    other = lab.on(lab.emulator)
    del other.known["sTextPrinters"]
    assert find_family(other).name == RS.name


@pytest.mark.parametrize("forms", [(), (WORDS_BEHIND_LAST, HALFWORDS_BEFORE_LAST)])
def test_neither_or_both_forms_are_no_known_family(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, forms: tuple[tuple[int, str], ...]
) -> None:
    obey(monkeypatch, *forms)
    with pytest.raises(ProbeError, match="none of the known families"):
        find_family(lab)


def test_without_a_header_no_family_can_be_told(base: Derived) -> None:
    with pytest.raises(ProbeError, match="needs gMapHeader"):
        find_family(base.bare_lab())


def test_pointers_of_its_own_to_the_tilesets_are_turned_along(base: Derived, lab: Lab) -> None:
    """Some engines look a map's tilesets up once, when it is loaded."""
    header = lab.known["gMapHeader"]
    own = unused(lab, family.SCRATCH_BYTES + 0x40)
    tileset = lab.snapshot(OVERWORLD).u32(header.fields["layout"] + 0x10)
    swap = family.SwapTilesets(header, Address(own + 0x40), bytes(family.ATTRIBUTE_BYTES), 0x14)
    with lab.at(OVERWORLD) as emulator:
        emulator.write(own + 0x20, tileset.to_bytes(4, "little"))
        emulator.write(own + 0x24, (tileset + 4).to_bytes(4, "little"))
        swap(emulator)
        live = emulator.live
        assert live.u32(own + 0x20) == live.u32(live.u32(header.address) + 0x10)
        assert live.u32(own + 0x24) == tileset + 4
    assert base.answers["gMapHeader"] == header.address
