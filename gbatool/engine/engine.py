"""The engine of a ROM: every fact that differs, or could differ, between generation-3 engines.

:class:`Structures` is what all families have in the same form, and so what can be read of a game whose
family is not known. :class:`Engine` adds what each family has in a form of its own. A family is one value
of it (:mod:`gbatool.engine.families`); a changed engine is such a value with fields replaced. What
reads memory asks the engine what it has, never what it is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gbatool.engine import layouts
from gbatool.engine.battle import (
    BATTLE_MON,
    RETAIL_COMMANDS,
    VOLATILE,
    WEATHER,
    Bits,
    Masks,
    ScriptCommands,
    named_bits,
)
from gbatool.engine.behaviors import Behavior, plain
from gbatool.engine.layouts import Dtype
from gbatool.engine.menus import (
    CHOICE_LIST,
    HELP_MENU,
    LIST_ITEM,
    LIST_MENU,
    MENU,
    MENU_ACTION,
    PARTY_INTERNAL,
    PARTY_MENU,
)
from gbatool.engine.naming import NAMING_SCREEN, NAMING_TEMPLATE
from gbatool.engine.objects import Habit
from gbatool.engine.pokemon import (
    BATTLE_MOVE,
    ITEM,
    MON,
    MON_PARTS,
    NAME_TABLES,
    SPECIES_INFO,
    NameTables,
)
from gbatool.engine.save_layouts import BAG_POCKET, SAVE_BLOCK1, SAVE_BLOCK2, SaveLayout
from gbatool.engine.text import CONTROL_ARGUMENTS, Arguments
from gbatool.engine.tilesets import TilesetShares

TABLES_OF_NAMES = NAME_TABLES.symbols


@dataclass(frozen=True, slots=True)
class SectionNames:
    """The ROM table that names the region map's sections.

    Attributes:
        symbol: What the decompilations call it.
        first: The section that its first entry is for.
        count: How many sections have a name.
        stride: Bytes from one entry to the next.
        pointer: Offset in an entry of the pointer to the name.
    """

    symbol: str
    first: int
    count: int
    stride: int
    pointer: int


NONE, UNKNOWN = "none", "unknown"
"""Values of a trait: there is no such thing; it is not where the family has it, and not found elsewhere."""
XOR, SUM, BY_PERSONALITY, FIXED_ORDER = "xor", "sum", "personality", "fixed"
ARRAY, LIST, WINDOWS = "array", "list", "windows"
PRINTERS: Mapping[str, str] = {
    "sTextPrinters": ARRAY,
    "sFirstTextPrinter": LIST,
    "gFieldMessageBoxWindow": WINDOWS,
    "gWindowTemplate_Contest_MoveDescription": WINDOWS,
}
"""Symbol of what prints texts -> the engines that have it, by their ``text_printers``."""
KANTO_SECTIONS = SectionNames("sMapNames", first=88, count=109, stride=4, pointer=0)
"""FireRed, LeafGreen: sections 88 to 196 have a place name; 197 is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BagForm:
    """The bag's screen.

    Attributes:
        symbol: What keeps its position.
        layout: The fields ``location``, ``pocket``, ``rows`` and ``scrolls`` of that.
        pockets: Ids of the pockets of the screen, in its order.
        without_close: Locations in which no entry leaves the bag.
        shown: Entries of a pocket that are on screen at most.
        actions: What can be done with an item, by the numbers of the action table; None is a place
            of the grid that is left free.
        action_table: Symbol of that table.
        offered: Symbol of what points to the actions that are offered.
        offered_in: Where ``offered`` points to a structure with that pointer in it: its layout.
    """

    symbol: str
    layout: Dtype
    pockets: tuple[str, ...]
    without_close: tuple[int, ...] = ()
    shown: int
    actions: tuple[str | None, ...]
    action_table: str
    offered: str
    offered_in: Dtype | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuForm:
    """What a family's menus offer.

    Attributes:
        start_menu: Entries of the start menu by their number.
        party_actions: What can be done with a member, by the numbers of ``sCursorOptions``; None
            where the party's screen keeps them in another way.
        bag: The bag's screen; None where its cursor is not known.
        naming_subjects: Who or what is given a name, by the number of the screen's template.
        options: The structure of the options' screen; None where a task holds its values.
        shop_has_prices: The list of a shop is followed by ``gItems`` prices.
    """

    start_menu: tuple[str, ...] = ()
    party_actions: tuple[str, ...] | None = None
    bag: BagForm | None = None
    naming_subjects: tuple[str, ...] = ()
    options: Dtype | None = None
    shop_has_prices: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Structures:
    """Layouts and tables that are the same in every family, until an engine replaces one.

    Attributes:
        unused_object_flags: Bits of an object event's ``flags`` that are never set.
        names: Tables of names of species, moves and the like.
        volatile: What ends with a battle or a switch, by the bits of ``status2``.
        weather: By the bits of ``gBattleWeather``.
        battle_script: Numbers of the battle script's commands.
        behaviors: Behaviour number -> meaning; what is not listed is plain.
        habits: Movement type -> what an object event does of its own accord; others stay.
        mon_encryption: ``xor`` with the personality and the trainer id, or ``none``.
        mon_checksum: ``sum`` of the data's half-words, or ``none``: something else stands there.
        mon_order: Order of the four substructures: by the ``personality``, or ``fixed``.
        text_printers: Texts are printed by an ``array`` of printers (``sTextPrinters``), by a ``list``
            of them on the heap (``sFirstTextPrinter``), or by ``windows`` of their own.
        control_arguments: Argument bytes of the control codes of texts, by code; None is no code.
        save_block1: What stands where in SaveBlock1, as far as it is known without a family.
        save_block2: Likewise, in SaveBlock2.
        bag_pocket: An entry of ``gBagPockets``.
        section_names: Where the names of places stand.
        menus: What menus offer.
    """

    backup_map_layout: Dtype = layouts.BACKUP_MAP_LAYOUT
    object_event: Dtype = layouts.OBJECT_EVENT
    unused_object_flags: int = layouts.OBJECT_UNUSED_FLAGS
    player_avatar: Dtype = layouts.PLAYER_AVATAR
    sprite: Dtype = layouts.SPRITE
    task: Dtype = layouts.TASK
    script_context: Dtype = layouts.SCRIPT_CONTEXT
    text_printer: Dtype = layouts.TEXT_PRINTER
    text_window: Dtype = layouts.TEXT_WINDOW
    window: Dtype = layouts.WINDOW
    palette_fade: Dtype = layouts.PALETTE_FADE
    map_header: Dtype = layouts.MAP_HEADER
    map_events: Dtype = layouts.MAP_EVENTS
    object_template: Dtype = layouts.OBJECT_TEMPLATE
    warp_event: Dtype = layouts.WARP_EVENT
    bg_event: Dtype = layouts.BG_EVENT
    map_connections: Dtype = layouts.MAP_CONNECTIONS
    map_connection: Dtype = layouts.MAP_CONNECTION
    warp_data: Dtype = layouts.WARP_DATA
    save_block1: Dtype = SAVE_BLOCK1
    save_block2: Dtype = SAVE_BLOCK2
    bag_pocket: Dtype = BAG_POCKET
    mon: Dtype = MON
    mon_parts: Dtype = MON_PARTS
    species_info: Dtype = SPECIES_INFO
    battle_move: Dtype = BATTLE_MOVE
    item: Dtype = ITEM
    names: NameTables = NAME_TABLES
    battle_mon: Dtype = BATTLE_MON
    volatile: Masks = VOLATILE
    weather: Masks = WEATHER
    battle_script: ScriptCommands = RETAIL_COMMANDS
    menu: Dtype = MENU
    menu_action: Dtype = MENU_ACTION
    choice_list: Dtype = CHOICE_LIST
    list_menu: Dtype = LIST_MENU
    list_item: Dtype = LIST_ITEM
    party_menu: Dtype = PARTY_MENU
    party_internal: Dtype = PARTY_INTERNAL
    help_menu: Dtype = HELP_MENU
    naming_screen: Dtype = NAMING_SCREEN
    naming_template: Dtype = NAMING_TEMPLATE
    behaviors: Mapping[int, Behavior] = field(default_factory=dict)
    habits: Mapping[int, Habit] = field(default_factory=dict)
    mon_encryption: str = XOR
    mon_checksum: str = SUM
    mon_order: str = BY_PERSONALITY
    text_printers: str = ARRAY
    control_arguments: Arguments = CONTROL_ARGUMENTS
    section_names: SectionNames = KANTO_SECTIONS
    menus: MenuForm = MenuForm()

    @property
    def prints_by_printers(self) -> bool:
        """Whether printers keep what is printed; else windows do."""
        return self.text_printers != WINDOWS

    def has(self, symbol: str) -> bool:
        """Whether the engine has a symbol, as far as that can be told of it."""
        if symbol in TABLES_OF_NAMES and symbol not in self.names.symbols:
            return False  # the names are in the records of another table
        return PRINTERS.get(symbol, self.text_printers) == self.text_printers

    def instead_of(self, symbol: str) -> str:
        """What the engine has in the place of a symbol that it lacks; empty where nothing is."""
        del symbol  # only a family tells
        return ""

    def behavior(self, number: int) -> Behavior:
        """The meaning of a behaviour number; unlisted ones are ``plain``.

        >>> Structures().behavior(0x3B).name
        'behavior_3b'
        """
        return self.behaviors.get(number) or plain(number)

    def habit(self, movement_type: int) -> Habit:
        """What an object event of a movement type does of its own accord.

        >>> Structures().habit(2).value
        'stays'
        """
        return self.habits.get(movement_type, Habit.STAYS)


SHARED = Structures()
"""What is read of a game whose family is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleForm:
    """What a family's battles are told by.

    Attributes:
        type_flags: Names of the bits of ``gBattleTypeFlags``, from bit 0 on.
        type_flags_format: Its width.
        other_controllers: Kinds of battle in which it is not the player's own controller that asks.
        safari_actions: Entries of the Safari Zone's action menu, row by row.
        kept_types: Bits of ``gBattleTypeFlags`` that changed engines of the family use for the same
            kinds; what the others mean there is not known. Sources: ``include/constants/battle.h`` of
            ``rh-hideout/pokeemerald-expansion`` and of the expansion that was made for FireRed.
    """

    type_flags: tuple[str, ...]
    type_flags_format: str = "<u4"
    other_controllers: frozenset[str]
    safari_actions: tuple[str, ...]
    kept_types: int = 0xFFF

    def named_types(self, value: int, *, changed: bool = False) -> Bits:
        """The kinds of battle that a value of ``gBattleTypeFlags`` names.

        Args:
            value: The flags.
            changed: Whether the engine is a changed one: what is not known there is ``bit_N``.
        """
        names = enumerate(self.type_flags)
        if changed:
            kept = {n: name for n, name in names if self.kept_types >> n & 1}
            names = enumerate(kept.get(n, f"bit_{n}") for n in range(32))
        return named_bits(value, tuple((1 << n, name) for n, name in names))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptFacts:
    """Numbers that scripts use, for experiments that inject one.

    Attributes:
        party_flag: Flag that lets the start menu offer the party.
        nickname_special: Special that asks for a nickname; None where none is known.
        region_map_special: Special that opens the region map; None where none is known.
        string_var_sizes: Bytes of ``gStringVar1`` to ``gStringVar3``.
    """

    party_flag: int
    nickname_special: int | None = None
    region_map_special: int | None = None
    string_var_sizes: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine(Structures):
    """One engine, whole.

    Attributes:
        name: The profile's ``engine`` value.
        map_layout: ROM ``MapLayout``.
        tileset: ROM ``Tileset``.
        primary_metatiles: How many metatile ids belong to the primary tileset.
        attribute: Format of one metatile attribute.
        behavior_mask: Bits of an attribute that hold the behaviour.
        tileset_shares: How the two tilesets of a map share tiles and palettes.
        main: Layout of ``gMain``.
        save: What the layouts of the save blocks don't say.
        save_block_pointers: Whether the save blocks move behind pointers.
        battle: Flags and choices of battles.
        scripts: Numbers that scripts use.
        static_sizes: Name of a ``static`` variable that occurs several times -> size of the one meant.
        absent: Symbol that the family lacks -> what it has in its place; empty where nothing is.
    """

    name: str
    map_layout: Dtype
    tileset: Dtype
    primary_metatiles: int
    attribute: Dtype
    behavior_mask: int
    tileset_shares: TilesetShares
    main: Dtype = layouts.MAIN
    save: SaveLayout
    save_block_pointers: bool
    battle: BattleForm
    scripts: ScriptFacts
    static_sizes: Mapping[str, int] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)

    def has(self, symbol: str) -> bool:
        """Whether the family has a symbol."""
        return symbol not in self.absent and Structures.has(self, symbol)

    def instead_of(self, symbol: str) -> str:
        """What the family has in the place of a symbol that it lacks; empty where nothing is."""
        return self.absent.get(symbol, "")
