"""Party, bag, trainer and battle as lines and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from gbatool.decode.bag import Bag, Pocket
from gbatool.decode.battle_state import Battle
from gbatool.decode.battlers import Battler, Stages
from gbatool.decode.mon import AbilitySlot, KnownMove, Mon, StatusCondition
from gbatool.decode.names import Named
from gbatool.decode.trainer import Trainer
from gbatool.render.aligned_table import AlignedTable

NOTHING = "-"


def named(thing: Named | None) -> str:
    """A name, or the id where the name isn't known.

    >>> named(Named(4, "ORB")), named(Named(4, None)), named(None)
    ('ORB', '#4', '-')
    """
    if thing is None:
        return NOTHING
    return thing.name or f"#{thing.id}"


def condition_words(status: StatusCondition) -> str:
    """A status condition, with the turns that are left."""
    if status.condition == "none":
        return NOTHING
    words = status.condition.replace("_", " ")
    return f"{words} ({status.turns})" if status.turns else words


def move_words(moves: Sequence[KnownMove]) -> str:
    """The moves with their PP, and their maximum where it is known."""
    shown = []
    for move in moves:
        most = f"/{move.max_pp}" if move.max_pp is not None else ""
        shown.append(f"{named(Named(move.id, move.name))} {move.pp}{most}")
    return ", ".join(shown) or NOTHING


def party_table(party: Sequence[Mon]) -> RenderableType:
    """The members of the party, two tables: battle data, then origin and training."""
    if not party:
        return Text("the party is empty")
    grid = AlignedTable("slot", "name", "species", "level", "HP", "status", "item", "moves")
    more = AlignedTable("slot", "nature", "ability", "gender", "exp.", "IVs", "EVs", "owner")
    for mon in party:
        grid.add_row(
            str(mon.slot),
            mon.nickname,
            named(mon.species) + (" (egg)" if mon.egg else "") + (" (shiny)" if mon.shiny else ""),
            str(mon.level),
            f"{mon.hp}/{mon.stats.hp}",
            condition_words(mon.status),
            named(mon.item),
            move_words(mon.moves),
        )
        more.add_row(
            str(mon.slot),
            named(mon.nature),
            _ability_words(mon.ability),
            mon.gender or NOTHING,
            str(mon.experience),
            _six(mon.ivs),
            _six(mon.evs),
            f"{mon.owner.name} {mon.owner.trainer_id:05}",
        )
    return Group(grid, more)


def _ability_words(ability: AbilitySlot) -> str:
    if ability.id is not None:
        return named(Named(ability.id, ability.name))
    return NOTHING if ability.slot is None else f"slot {ability.slot}"


def _six(spread: object) -> str:
    stats = ("hp", "attack", "defense", "speed", "sp_attack", "sp_defense")
    return "/".join(str(getattr(spread, stat)) for stat in stats)


def bag_table(bag: Bag) -> RenderableType:
    """Every pocket, one line an item."""
    grid = AlignedTable("pocket", "slot", "item", "quantity")
    for pocket in (*bag.pockets, *((bag.pc,) if bag.pc is not None else ())):
        for row in _pocket_rows(pocket):
            grid.add_row(*row)
    lines: list[RenderableType] = [grid]
    if bag.registered is not None:
        lines.append(Text(f"SELECT uses {named(bag.registered)}"))
    return Group(*lines, *_reasons(bag.unavailable))


def _pocket_rows(pocket: Pocket) -> Iterator[tuple[str, str, str, str]]:
    name = pocket.id.replace("_", " ")
    if not pocket.items:
        yield name, NOTHING, f"empty, {pocket.slots} slots", ""
    for item in pocket.items:
        yield name, str(item.slot), named(Named(item.id, item.name)), str(item.quantity)


def trainer_lines(trainer: Trainer) -> RenderableType:
    """The player's name, ids, money, badges, play time and options."""
    badges = None if trainer.badges is None else ", ".join(map(str, trainer.badges)) or "none"
    lines = [
        Text.assemble(
            (f"trainer {known(trainer.name)}", "bold"),
            f", {known(trainer.gender)}, id {known(trainer.trainer_id, '05')}"
            f" (secret {known(trainer.secret_id, '05')})",
        ),
        Text(f"money {known(trainer.money)}, coins {known(trainer.coins)}, badges {known(badges)}"),
    ]
    if trainer.play_time is not None:
        time = trainer.play_time
        lines.append(Text(f"played {time.hours}:{time.minutes:02}:{time.seconds:02}"))
    if trainer.options is not None:
        options = trainer.options
        lines.append(
            Text(
                f"text {options.text_speed}, battle style {options.battle_style}, battle scene"
                f" {'on' if options.battle_scene else 'off'}, sound {options.sound}, buttons"
                f" {options.button_mode.replace('_', ' ')}, frame {options.window_frame}"
            )
        )
    return Group(*lines, *_reasons(trainer.unavailable))


def known(value: object, form: str = "") -> str:
    """A value that may not be known."""
    return "unknown" if value is None else format(value, form)


def _reasons(unavailable: Mapping[str, str]) -> Iterator[Text]:
    for part, reason in unavailable.items():
        yield Text(f"{part.replace('_', ' ')}: {reason}", "dim")


def battle_lines(battle: Battle) -> RenderableType:
    """The battle's flags, its battlers, what is asked or done, and the last message."""
    flags = "of an unknown kind"
    if battle.type_flags is not None:
        flags = ", ".join(battle.type_flags) or "no flags"
    lines: list[RenderableType] = [
        Text.assemble((f"battle {battle.outcome or ''}".rstrip(), "bold"), f", {flags}"),
        _battlers_table(battle.battlers, battle.turn),
    ]
    if battle.asks is not None:
        lines.append(Text(f"battler {battle.turn} is asked for: {battle.asks}"))
    elif battle.move is not None:
        lines.append(Text(f"battler {battle.turn} uses {named(battle.move)}"))
    if battle.weather:
        lines.append(Text(f"weather: {', '.join(battle.weather)}"))
    lines.extend(Text(f"> {line}") for line in battle.message or ())
    return Group(*lines)


def _battlers_table(battlers: Sequence[Battler], turn: int | None) -> AlignedTable:
    grid = AlignedTable(
        "battler", "at", "name", "level", "HP", "status", "types", "ability", "stages", "moves"
    )
    for battler in battlers:
        volatile = [word.replace("_", " ") for word in battler.volatile or ()]
        lasting = condition_words(battler.status)
        status = volatile if volatile and lasting == NOTHING else [lasting, *volatile]
        grid.add_row(
            f"{'▶' if battler.battler == turn else ' '} {battler.battler}",
            battler.position.replace("_", " "),
            f"{battler.nickname} ({named(battler.species)})",
            str(battler.level),
            f"{battler.hp}/{battler.stats.hp}",
            ", ".join(status),
            "/".join(map(named, battler.types)),
            named(battler.ability),
            stage_words(battler.stages),
            move_words(battler.moves),
        )
    return grid


def stage_words(stages: Stages) -> str:
    """The stats that were raised or lowered.

    >>> stage_words(Stages(1, 0, -2, 0, 0, 0, 0))
    'attack +1, speed -2'
    """
    names = ("attack", "defense", "speed", "sp_attack", "sp_defense", "accuracy", "evasion")
    changed = [(name, getattr(stages, name)) for name in names]
    return ", ".join(f"{name} {by:+d}" for name, by in changed if by) or NOTHING
