"""gSprites: the array that is drawn, told from records that merely look like it."""

from __future__ import annotations

from gbatool.engine.layouts import OBJECT_EVENT
from gbatool.scan.eliminate import eliminate
from gbatool.scan.findings import ProbeVerdict
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.pokes import Write, write8
from gbatool.scan.overworld.sprites import FLAGS, NARROW_GRAPHICS, SPRITES, Sprites
from tests.scan.staging import check_told_apart, planted, probe_against, proposals, unused

SYMBOL = "gSprites"
SPRITE_ID, LAST_BYTE = 4, 0x23


def test_another_array_with_callbacks_is_refuted_by_what_is_drawn(lab: Lab) -> None:
    array = lab.snapshot(OVERWORLD).read(lab.address(SYMBOL), Sprites.size).tobytes()
    at = unused(lab, len(array))
    copied = planted(lab, Write(at, array))
    check_told_apart(copied, SYMBOL, "another array of records with callbacks", at)


def test_a_player_whose_sprite_is_not_in_use_is_not_proposed(lab: Lab) -> None:
    flags = lab.known[SYMBOL].fields["player_sprite"] + FLAGS
    assert lab.address(SYMBOL) in proposals(lab, Sprites())
    assert lab.address(SYMBOL) not in proposals(planted(lab, write8(flags, 0)), Sprites())


def test_a_game_with_more_sprites_than_the_array_has_proposes_nothing(lab: Lab) -> None:
    objects = lab.known["gObjectEvents"]
    record = objects.address + OBJECT_EVENT.itemsize * objects.fields["player_slot"]
    too_many = [write8(record + at, SPRITES) for at in (SPRITE_ID, LAST_BYTE)]
    assert proposals(planted(lab, *too_many), Sprites()) == {}


def test_the_byte_of_the_sprite_id_is_told_from_another_one_with_a_possible_number(
    lab: Lab,
) -> None:
    """Where the last byte could be the id as well, a step shows which of the two it is."""
    objects = lab.known["gObjectEvents"]
    record = objects.address + OBJECT_EVENT.itemsize * objects.fields["player_slot"]
    sprite = lab.snapshot(OVERWORLD).u8(record + SPRITE_ID)
    elimination = eliminate(planted(lab, write8(record + LAST_BYTE, sprite)), Sprites())
    assert len({one.key for one in elimination.proposed}) == 2
    assert elimination.proven
    assert elimination.survivor is not None
    assert elimination.survivor.traits == NARROW_GRAPHICS
    probe = probe_against(SYMBOL, "another byte of the object events that is a sprite's number")
    [trial] = [one for one in elimination.trials if one.probe == probe.name]
    assert [finding.verdict for _, finding in trial.findings].count(ProbeVerdict.REFUTED) == 1


def test_a_hidden_object_event_without_a_sprite_is_left_out(lab: Lab) -> None:
    objects = lab.known["gObjectEvents"]
    player = objects.address + OBJECT_EVENT.itemsize * objects.fields["player_slot"]
    other = objects.address + OBJECT_EVENT.itemsize * (15 - objects.fields["player_slot"])
    record = bytearray(lab.snapshot(OVERWORLD).read(player, OBJECT_EVENT.itemsize).tobytes())
    record[SPRITE_ID] = 2 * SPRITES
    assert lab.address(SYMBOL) in proposals(planted(lab, Write(other, bytes(record))), Sprites())
