/* The field's callbacks, and the load of a map in steps over several frames. */
#include "decoy.h"
#include "field.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "script.h"
#include "text.h"

Func IWRAM(gFieldCallback) gFieldCallback;
struct WarpData EWRAM(gLastUsedWarp) gLastUsedWarp;
struct WarpData EWRAM(sWarpDestination) sWarpDestination;
static u8 EWRAM(sArrivalFacing) sArrivalFacing;

void TransferFieldLayers(void);
static void CB2_DoChangeMap(void);

static void VBlankCB_Field(void) {
    VBlankCB_Common();
    TransferFieldLayers();
}

/* TRUE when the player turned away from a sign: its box closes. */
static bool32 WalkAwayFromSign(u32 direction) {
    if (!sMsgBoxIsCancelable || !sLockFieldControls) return FALSE;
    if (gWalkAwayFromSignInhibitTimer) {
        gWalkAwayFromSignInhibitTimer--;
        return FALSE;
    }
    if (direction == DIR_NONE || direction == PLAYER->facingDirection) return FALSE;
    sMsgBoxIsCancelable = sMsgIsSignpost = FALSE;
    HideFieldMessageBox();
    ScriptContext_Init();
    UnfreezeObjectEvents();
    UnlockPlayerFieldControls();
    return TRUE;
}

KEEP void CB1_Overworld(void) {
    u32 direction;
    if (gMain.callback2 != CB2_Overworld) return;
    UpdatePlayerAvatarTransitionState();
    direction = DirectionFromKeys(gMain.heldKeys);
    if (WalkAwayFromSign(direction) || sLockFieldControls) return;
    if (ProcessPlayerFieldInput(gMain.newKeys, gMain.heldKeys, direction))
        LockPlayerFieldControls();
    else
        PlayerStep(direction);
}

KEEP void CB2_Overworld(void) {
    ScriptContext_RunScript();
    RunTasks();
    AnimateSprites();
    CameraUpdate();
    UpdateObjectEvents();
    BuildOamBuffer();
    UpdatePaletteFade();
    if (gFieldCallback && !sLockFieldControls) {
        Func callback = gFieldCallback;
        gFieldCallback = NULL;
        callback();
    }
}

/* The last step of an arrival: which map, where in it. */
static void SetPlayerCoordsFromWarp(void) {
    struct SaveBlock1 *save = gSaveBlock1Ptr;
    const struct MapEvents *events = gMapHeader.events;
    s32 warpId = save->location.warpId;
    if (warpId >= 0 && warpId < events->warpCount) {
        save->pos.x = events->warps[warpId].x;
        save->pos.y = events->warps[warpId].y;
    } else if (STRICT_EVENTS && (save->location.x < 0 || save->location.y < 0)) {
        save->pos.x = gMapHeader.mapLayout->width / 2;
        save->pos.y = gMapHeader.mapLayout->height / 2;
    } else {
        save->pos.x = save->location.x;
        save->pos.y = save->location.y;
    }
}

KEEP void WarpIntoMap(void) {
    gLastUsedWarp = gSaveBlock1Ptr->location;
    gSaveBlock1Ptr->location = sWarpDestination;
    LoadCurrentMapData();
    SetPlayerCoordsFromWarp();
}

void SetWarpDestination(u32 group, u32 num, u32 warpId) {
    sWarpDestination.mapGroup = group;
    sWarpDestination.mapNum = num;
    sWarpDestination.warpId = warpId;
    sWarpDestination.x = sWarpDestination.y = -1;
}

KEEP void CB2_LoadMap(void) {
    ScriptContext_Init();
    UnlockPlayerFieldControls();
    SetMainCallback1(NULL);
    gMain.savedCallback = CB2_LoadMap2;
    SetMainCallback2(CB2_DoChangeMap);
}

static KEEP void CB2_DoChangeMap(void) {
    ResetGfx();
    SetMainCallback2(gMain.savedCallback);
}

static void LoadField(void) {
    InitBgs(TRUE);
    LoadMapTilesets();
    CameraReset();
    CameraDrawAll();
    CameraUpdate();
}

/* One step of the load a frame, as the engine spreads it. */
KEEP void CB2_LoadMap2(void) {
    struct SaveBlock1 *save = gSaveBlock1Ptr;
    switch (gMain.state++) {
    case 0: MoveSaveBlocks(); break;
    case 1: RekeySaveBlocks(); break;
    case 2:
        LoadObjectEventTemplates();
        RunOnLoadScript(gMapHeader.mapScripts);
        InitMap();
        DecoyMapLoaded();
        break;
    case 3:
        sArrivalFacing = ArrivalFacing();
        ResetObjectEvents();
        SpawnPlayer(save->pos.x + MAP_OFFSET, save->pos.y + MAP_OFFSET, sArrivalFacing);
        break;
    case 4: SpawnVisibleObjectEvents(); break;
    case 5: LoadField(); break;
    case 6: break;
    default:
        gMain.vblankCallback = VBlankCB_Field;
        SetMainCallback1(CB1_Overworld);
        SetMainCallback2(CB2_Overworld);
        FieldCB_DefaultWarpExit();
    }
}

/* Back from another screen: the map memory is still there. */
KEEP void CB2_ReturnToField(void) {
    switch (gMain.state++) {
    case 0: ResetGfx(); break;
    case 1: MoveSaveBlocks(); break;
    case 2: RekeySaveBlocks(); break;
    case 3:
        for (u32 i = 0; i < OBJECT_EVENTS; i++)
            if (gObjectEvents[i].active) RestoreObjectSprite(i);
        LoadField();
        break;
    case 4: break;
    default:
        gMain.vblankCallback = VBlankCB_Field;
        SetMainCallback1(CB1_Overworld);
        SetMainCallback2(CB2_Overworld);
        FieldCB_ReturnFade();
    }
}

KEEP void CB2_NewGame(void) {
    SetSaveBlocksPointers(Random() & 0x7C);
    NewGameInitData();
    ScriptContext_Init();
    /* Where the build says that this variant starts. */
    SetWarpDestination(START_GROUP, START_NUM, 0xFF);
    sWarpDestination.x = START_X;
    sWarpDestination.y = START_Y;
    WarpIntoMap();
    SetMainCallback2(CB2_LoadMap);
}
