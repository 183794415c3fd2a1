"""Emerald. Sources: ``pret/pokeemerald``; sizes were confirmed with the retail compiler."""

from __future__ import annotations

from gbatool.engine.battle import FIRST_TYPE_FLAGS, MIDDLE_TYPE_FLAGS
from gbatool.engine.engine import BagForm, BattleForm, Engine, MenuForm, ScriptFacts
from gbatool.engine.families import hoenn
from gbatool.engine.families.hoenn_behaviors import EMERALD as BEHAVIORS
from gbatool.engine.layouts import struct
from gbatool.engine.menus import COMMON_PARTY_ACTIONS
from gbatool.engine.objects import COMMON_HABITS
from gbatool.engine.save_layouts import SaveLayout, save_block1, save_block2
from gbatool.engine.tilesets import TilesetShares

EMERALD = Engine(
    name="emerald",
    map_layout=hoenn.MAP_LAYOUT,
    tileset=hoenn.TILESET,
    primary_metatiles=hoenn.PRIMARY_METATILES,
    attribute=hoenn.ATTRIBUTE,
    behavior_mask=hoenn.BEHAVIOR_MASK,
    tileset_shares=TilesetShares(primary_tiles=512, primary_palettes=6, palettes=13),
    behaviors={behavior.number: behavior for behavior in BEHAVIORS},
    habits=COMMON_HABITS,
    section_names=hoenn.section_names(213),
    save_block1=save_block1(
        0x3D88,
        money=0x490,
        pockets={
            "items": (0x560, 30),
            "balls": (0x650, 16),
            "machines": (0x690, 64),
            "berries": (0x790, 46),
            "key_items": (0x5D8, 30),
        },
        pc_items=(0x498, 50),
        templates=0xC70,
        flags=0x1270,
        variables=0x139C,
    ),
    save_block2=save_block2(0xF2C, key=0xAC),
    save=SaveLayout(
        pockets=("items", "balls", "machines", "berries", "key_items"),
        first_badge=0x867,
        button_modes=("normal", "lr", "l_equals_a"),
        window_frames=20,
        party_count=0x234,
    ),
    save_block_pointers=True,
    battle=BattleForm(
        type_flags=(
            *FIRST_TYPE_FLAGS,
            "wally_tutorial",
            *MIDDLE_TYPE_FLAGS,
            "two_opponents",
            "dome",
            "palace",
            "arena",
            "factory",
            "pike",
            "pyramid",
            "ingame_partner",
            "tower_link_multi",
            "recorded",
            "recorded_link",
            "trainer_hill",
            "secret_base",
            "groudon",
            "kyogre",
            "rayquaza",
            "recorded_is_master",
        ),
        other_controllers=frozenset(
            {"link", "safari", "wally_tutorial", "recorded", "recorded_link"}
        ),
        safari_actions=hoenn.SAFARI_ACTIONS,
        kept_types=0x0FFF8FFF,
    ),
    menus=MenuForm(
        start_menu=(*hoenn.START_MENU, "rest", "retire_frontier", "pyramid_bag"),
        party_actions=(
            *COMMON_PARTY_ACTIONS,
            "toss",
            *("cut", "flash", "rock_smash", "strength", "surf", "fly", "dive", "waterfall"),
            *("teleport", "dig", "secret_power", "milk_drink", "soft_boiled", "sweet_scent"),
        ),
        bag=BagForm(
            symbol="gBagPosition",
            layout=struct(
                0x1C, location=(4, "u1"), pocket=(5, "u1"), rows=(8, "5<u2"), scrolls=(0x12, "5<u2")
            ),
            pockets=("items", "balls", "machines", "berries", "key_items"),
            without_close=(5,),
            shown=8,
            actions=(
                *("use", "toss", "register", "give", "cancel", "use", "check", "walk", "deselect"),
                *("check_tag", "confirm", "show", "give", "confirm", None),
            ),
            action_table="sItemMenuActions",
            offered="gBagMenu",
            offered_in=struct(0x824, actions=(0x820, "<u4")),
        ),
        naming_subjects=hoenn.NAMING_SUBJECTS,
    ),
    scripts=ScriptFacts(
        party_flag=0x860,
        nickname_special=0xA1,
        region_map_special=0xFE,
        string_var_sizes=hoenn.STRING_VAR_SIZES,
    ),
    absent={
        "gSaveBlock1": "",
        "gSaveBlock2": "",
        "sub_80712B4": "",
        "gBagMenuState": "",
        "sInHelpSystem": "",
        "sMapNames": "",
    },
)
