"""A save file as lines and tables: its slots, then what the game would load."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.render.aligned_table import AlignedTable
from gbatool.render.game_parts import NOTHING, bag_table, named, party_table, trainer_lines
from gbatool.saves.document import Box, SaveDocument
from gbatool.saves.slots import Slot


def save_lines(document: SaveDocument) -> Iterator[RenderableType]:
    """The file's slots with their damage, trainer, place, party, bag and boxes."""
    clock = f", {document.clock} of them a clock's" if document.clock else ""
    yield Text.assemble((document.file, "bold"), f", {document.size} bytes{clock}")
    for slot in document.slots:
        yield _slot_lines(slot, loaded=slot.number == document.loaded)
    if document.trainer is not None:
        yield trainer_lines(document.trainer)
    if document.location is not None:
        at = document.location
        yield Text(f"saved on map {at.group}.{at.num}")
    if document.party is not None:
        yield party_table(document.party)
    if document.bag is not None:
        yield bag_table(document.bag)
    if document.boxes is not None:
        yield _boxes(document.boxes)
    for part, reason in document.unavailable.items():
        yield Text(f"{part}: {reason}", style="dim")


def _slot_lines(slot: Slot, *, loaded: bool) -> RenderableType:
    saved = "" if slot.counter is None else f", saved {slot.counter} times"
    loads = ", which the game loads" if loaded else ""
    style = "bold red" if slot.state == "damaged" else ""
    lines = [Text(f"slot {slot.number}: {slot.state}{saved}{loads}", style=style)]
    lines += [Text(f"  {problem}", style="red") for problem in slot.problems]
    for one in slot.sections:
        if one.problem:
            which = "" if one.section is None else f" (section {one.section})"
            lines.append(Text(f"  sector {one.sector}{which}: {one.problem}", style="red"))
    if slot.state != "empty":
        order = " ".join(
            NOTHING if one.section is None else str(one.section) for one in slot.sections
        )
        lines.append(Text(f"  sections {order}", style="dim"))
    return Group(*lines)


def _boxes(boxes: tuple[Box, ...]) -> RenderableType:
    grid = AlignedTable("box", "slot", "name", "species", "exp.", "item", "nature", "moves")
    for box in boxes:
        for mon in box.mons:
            grid.add_row(
                f"{box.number} {box.name}",
                str(mon.slot),
                mon.nickname,
                named(mon.species)
                + (" (egg)" if mon.egg else "")
                + (" (shiny)" if mon.shiny else ""),
                str(mon.experience),
                named(mon.item),
                named(mon.nature),
                ", ".join(mon.moves) or NOTHING,
            )
    kept = sum(len(box.mons) for box in boxes)
    if not kept:
        return Text(f"{len(boxes)} boxes, all empty")
    return Group(Text(f"{len(boxes)} boxes, {kept} mons"), grid)
