"""Ruby and Sapphire. Sources: ``pret/pokeruby``; sizes were confirmed with the retail compiler."""

from __future__ import annotations

from gbatool.engine.battle import FIRST_TYPE_FLAGS, MIDDLE_TYPE_FLAGS
from gbatool.engine.engine import WINDOWS, BattleForm, Engine, MenuForm, ScriptFacts
from gbatool.engine.families import hoenn
from gbatool.engine.families.hoenn_behaviors import RUBY_SAPPHIRE
from gbatool.engine.layouts import struct
from gbatool.engine.objects import COMMON_HABITS
from gbatool.engine.save_layouts import SaveLayout, save_block1, save_block2
from gbatool.engine.tilesets import TilesetShares

RS = Engine(
    name="rs",
    text_printers=WINDOWS,
    map_layout=hoenn.MAP_LAYOUT,
    tileset=hoenn.TILESET,
    primary_metatiles=hoenn.PRIMARY_METATILES,
    attribute=hoenn.ATTRIBUTE,
    behavior_mask=hoenn.BEHAVIOR_MASK,
    tileset_shares=TilesetShares(primary_tiles=512, primary_palettes=6, palettes=12),
    behaviors={behavior.number: behavior for behavior in RUBY_SAPPHIRE},
    habits=COMMON_HABITS,
    section_names=hoenn.section_names(88),
    # these games count sprites in a word before the sprite buffer
    main=struct(
        0x440,
        callback1=(0, "<u4"),
        callback2=(4, "<u4"),
        intr_check=(0x1C, "<u2"),
        flags=(0x43D, "u1"),
    ),
    save_block1=save_block1(
        0x3AC0,
        money=0x490,
        pockets={
            "items": (0x560, 20),
            "balls": (0x600, 16),
            "machines": (0x640, 64),
            "berries": (0x740, 46),
            "key_items": (0x5B0, 20),
        },
        pc_items=(0x498, 50),
        templates=0xC20,
        flags=0x1220,
        variables=0x1340,
    ),
    save_block2=save_block2(0x890),
    save=SaveLayout(
        pockets=("items", "balls", "machines", "berries", "key_items"),
        first_badge=0x807,
        button_modes=("normal", "lr", "l_equals_a"),
        window_frames=20,
        party_count=0x234,
    ),
    save_block_pointers=False,
    battle=BattleForm(
        # bit 2 is called "wild" in the decompilation, and yet it is set in battles with trainers too,
        # as in the other families
        type_flags=(*FIRST_TYPE_FLAGS, "wally_tutorial", *MIDDLE_TYPE_FLAGS),
        type_flags_format="<u2",
        other_controllers=frozenset({"link", "safari", "wally_tutorial"}),
        safari_actions=hoenn.SAFARI_ACTIONS,
    ),
    menus=MenuForm(start_menu=hoenn.START_MENU, naming_subjects=hoenn.NAMING_SUBJECTS),
    scripts=ScriptFacts(
        party_flag=0x800, region_map_special=0xFB, string_var_sizes=hoenn.STRING_VAR_SIZES
    ),
    absent={
        "gBagPockets": "",
        "gSaveBlock1Ptr": "",
        "gSaveBlock2Ptr": "",
        "Task_StartMenuHandleInput": "",
        "gWindows": "",
        "gBagMenuState": "",
        "gBagPosition": "its bag keeps rows and offsets in gBagPocketScrollStates and the pocket in sCurrentBagPocket, laid out in another way, which nothing here reads",
        "CB2_BagMenuRun": "what runs its bag has no name in the public decompilations",
        "gPartyMenu": "its party menu keeps the chosen slot in the sprite that shows it, and the rest in memory that screens share (gSharedMem)",
        "CB2_UpdatePartyMenu": "another function runs its party menu, CB2_PartyMenuMain",
        "sInHelpSystem": "",
        "sNamingScreen": "its naming screen's data is at a fixed address, and no pointer to it is in RAM",
        "CB2_NamingScreen": "another function runs its naming screen, C2_NamingScreen",
        "gNatureNamePointers": "",
        "sMapNames": "",
    },
)
