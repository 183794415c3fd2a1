"""FireRed and LeafGreen. Sources: ``pret/pokefirered``; sizes were confirmed with the retail compiler."""

from __future__ import annotations

import numpy as np

from gbatool.engine.battle import FIRST_TYPE_FLAGS, MIDDLE_TYPE_FLAGS
from gbatool.engine.engine import BagForm, BattleForm, Engine, MenuForm, ScriptFacts
from gbatool.engine.families.kanto_behaviors import KANTO
from gbatool.engine.layouts import ROM_LAYOUT, TILESET, struct, with_fields
from gbatool.engine.menus import COMMON_PARTY_ACTIONS, MENU
from gbatool.engine.objects import COMMON_HABITS, Habit
from gbatool.engine.save_layouts import SaveLayout, save_block1, save_block2
from gbatool.engine.tilesets import TilesetShares

FRLG = Engine(
    name="frlg",
    map_layout=with_fields(ROM_LAYOUT, 0x1C, border_width=(0x18, "u1"), border_height=(0x19, "u1")),
    tileset=with_fields(TILESET, 0x18, callback=(0x10, "<u4"), attributes=(0x14, "<u4")),
    primary_metatiles=640,
    attribute=np.dtype("<u4"),
    behavior_mask=0x1FF,
    tileset_shares=TilesetShares(primary_tiles=640, primary_palettes=7, palettes=13),
    behaviors={behavior.number: behavior for behavior in KANTO},
    habits={**COMMON_HABITS, 0x50: Habit.WANDERS},
    save_block1=save_block1(
        0x3D68,
        money=0x290,
        pockets={
            "items": (0x310, 42),
            "key_items": (0x3B8, 30),
            "balls": (0x430, 13),
            "machines": (0x464, 58),
            "berries": (0x54C, 43),
        },
        pc_items=(0x298, 30),
        templates=0x8E0,
        flags=0xEE0,
        variables=0x1000,
    ),
    save_block2=save_block2(0xF24, key=0xF20),
    save=SaveLayout(
        pockets=("items", "key_items", "balls", "machines", "berries"),
        first_badge=0x820,
        button_modes=("help", "lr", "l_equals_a"),
        window_frames=10,
        party_count=0x34,
    ),
    save_block_pointers=True,
    battle=BattleForm(
        type_flags=(
            *FIRST_TYPE_FLAGS,
            "old_man_tutorial",
            *MIDDLE_TYPE_FLAGS,
            "ghost",
            "pokedude",
            "wild_scripted",
            "legendary_frlg",
            "trainer_tower",
        ),
        other_controllers=frozenset(
            {"link", "first_battle", "safari", "old_man_tutorial", "pokedude"}
        ),
        safari_actions=("ball", "bait", "rock", "run"),
    ),
    menus=MenuForm(
        start_menu=(
            "pokedex",
            "pokemon",
            "bag",
            "player",
            "save",
            "option",
            "exit",
            "retire",
            "player_link",
        ),
        party_actions=(
            *COMMON_PARTY_ACTIONS,
            *("flash", "cut", "fly", "strength", "surf", "rock_smash", "waterfall", "teleport"),
            *("dig", "milk_drink", "soft_boiled", "sweet_scent"),
        ),
        bag=BagForm(
            symbol="gBagMenuState",
            layout=struct(
                0x14, location=(4, "u1"), pocket=(6, "<u2"), rows=(8, "3<u2"), scrolls=(0xE, "3<u2")
            ),
            pockets=("items", "key_items", "balls"),
            shown=6,
            actions=(
                *("use", "toss", "register", "give", "cancel", "use", "check", "open", "open"),
                *("walk", "deselect"),
            ),
            action_table="sItemMenuContextActions",
            offered="sContextMenuItemsPtr",
        ),
        naming_subjects=("player", "box", "caught", "nickname", "rival"),
        options=struct(0x14, values=(0, "7<u2"), cursor_pos=(0xE, "<u2")),
        shop_has_prices=True,
    ),
    scripts=ScriptFacts(
        party_flag=0x828,
        nickname_special=0x9E,
        string_var_sizes=(0x20, 0x14, 0x14),
    ),
    static_sizes={"sMenu": MENU.itemsize},
    absent={
        "gSaveBlock1": "",
        "gSaveBlock2": "",
        "sub_80712B4": "",
        "gBagPosition": "",
        "gRegionMapEntries": "",
    },
)
