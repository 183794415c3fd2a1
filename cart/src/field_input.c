/* What the keys start in the field: talks, signs, warps, the menu, encounters. */
#include "battle.h"
#include "field.h"
#include "gfx.h"
#include "hw.h"
#include "main.h"
#include "save.h"
#include "screens.h"
#include "script.h"
#include "text.h"

u8 EWRAM(gWalkAwayFromSignInhibitTimer) gWalkAwayFromSignInhibitTimer;
u8 EWRAM(sWildEncountersDisabled) sWildEncountersDisabled;
static u8 EWRAM(sStepsSinceEncounter) sStepsSinceEncounter;

u32 DirectionFromKeys(u32 keys) {
    if (keys & DPAD_UP) return DIR_NORTH;
    if (keys & DPAD_DOWN) return DIR_SOUTH;
    if (keys & DPAD_LEFT) return DIR_WEST;
    if (keys & DPAD_RIGHT) return DIR_EAST;
    return DIR_NONE;
}

static s32 WarpAt(s32 x, s32 y, u32 elevation) {
    const struct MapEvents *events = gMapHeader.events;
    for (u32 i = 0; i < events->warpCount; i++) {
        const struct WarpEvent *warp = &events->warps[i];
        if (warp->x + MAP_OFFSET != x || warp->y + MAP_OFFSET != y) continue;
        if (warp->elevation == 0 || elevation == 0 || warp->elevation == elevation) return i;
    }
    return -1;
}

static bool32 SetWarpFrom(s32 x, s32 y) {
    s32 index = WarpAt(x, y, PLAYER->currentElevation);
    const struct WarpEvent *warp;
    if (index < 0) return FALSE;
    warp = &gMapHeader.events->warps[index];
    SetWarpDestination(warp->mapGroup, warp->mapNum, warp->warpId);
    return TRUE;
}

static bool32 TryEdgeWarp(u32 direction) {
    static const u8 sArrows[] = {0, MB_ARROW_S, MB_ARROW_N, MB_ARROW_W, MB_ARROW_E};
    s32 x = PLAYER->currentCoords.x, y = PLAYER->currentCoords.y;
    u32 behavior = MapGridGetBehaviorAt(x, y);
    bool32 stairs = (direction == DIR_EAST &&
                     (behavior == MB_STAIRS_UP_E || behavior == MB_STAIRS_DOWN_E)) ||
                    (direction == DIR_WEST &&
                     (behavior == MB_STAIRS_UP_W || behavior == MB_STAIRS_DOWN_W));
    if (!stairs && behavior != sArrows[direction]) return FALSE;
    if (!SetWarpFrom(x, y)) return FALSE;
    if (stairs)
        StartStairWarp(behavior);
    else
        StartPlainWarp();
    return TRUE;
}

static bool32 TryDoorWarp(u32 direction) {
    s16 x, y;
    if (direction != DIR_NORTH) return FALSE;
    GetXYInFrontOfPlayer(&x, &y);
    if (MapGridGetBehaviorAt(x, y) != MB_DOOR || !SetWarpFrom(x, y)) return FALSE;
    StartDoorWarp(x, y);
    return TRUE;
}

static bool32 TryStepWarp(void) {
    s32 x = PLAYER->currentCoords.x, y = PLAYER->currentCoords.y;
    u32 behavior = MapGridGetBehaviorAt(x, y);
    if (behavior != MB_CAVE && behavior != MB_LADDER) return FALSE;
    if (!SetWarpFrom(x, y)) return FALSE;
    StartPlainWarp();
    return TRUE;
}

static bool32 TryCoordEvent(void) {
    const struct MapEvents *events = gMapHeader.events;
    for (u32 i = 0; i < events->coordEventCount; i++) {
        const struct CoordEvent *event = &events->coordEvents[i];
        if (event->x + MAP_OFFSET != PLAYER->currentCoords.x) continue;
        if (event->y + MAP_OFFSET != PLAYER->currentCoords.y) continue;
        if (VarGet(event->trigger) != event->index) continue;
        ScriptContext_SetupScript(event->script);
        return TRUE;
    }
    return FALSE;
}

static bool32 TryWildEncounter(void) {
    u32 attributes =
        MapGridGetAttributesAt(PLAYER->currentCoords.x, PLAYER->currentCoords.y);
    if ((attributes >> 24 & 7) != 1) return FALSE;
    if (sWildEncountersDisabled || ++sStepsSinceEncounter < 6) return FALSE;
    if (Random() % 8 != 0) return FALSE;
    sStepsSinceEncounter = 0;
    return StartRandomEncounter();
}

/* An event of elevation 0 fits any; on a transition tile only such an event is found. */
static bool32 BgEventElevationFits(const struct BgEvent *event) {
    u32 here = MapGridGetElevationAt(PLAYER->currentCoords.x, PLAYER->currentCoords.y);
    return event->elevation == 0 || (here != 0 && event->elevation == PLAYER->currentElevation);
}

static const u8 *BgEventScriptAt(s32 x, s32 y, u32 facing) {
    static const u8 sKinds[] = {0, DIR_NORTH, DIR_SOUTH, DIR_EAST, DIR_WEST};
    const struct MapEvents *events = gMapHeader.events;
    for (u32 i = 0; i < events->bgEventCount; i++) {
        const struct BgEvent *event = &events->bgEvents[i];
        if (event->x + MAP_OFFSET != x || event->y + MAP_OFFSET != y) continue;
        if (STRICT_EVENTS && !BgEventElevationFits(event)) continue;
        if (event->kind <= 4 && (event->kind == 0 || sKinds[event->kind] == facing))
            return event->script;
    }
    return NULL;
}

static bool32 TryWalkIntoSign(u32 direction) {
    s16 x, y;
    const u8 *script;
    if (direction != DIR_NORTH) return FALSE;
    GetXYInFrontOfPlayer(&x, &y);
    if (MapGridGetBehaviorAt(x, y) != MB_SIGNPOST) return FALSE;
    script = BgEventScriptAt(x, y, direction);
    if (!script) return FALSE;
    gSpecialVar_Facing = PLAYER->facingDirection;
    sMsgIsSignpost = TRUE;
    sMsgBoxIsCancelable = TRUE;
    gWalkAwayFromSignInhibitTimer = 6;
    ScriptContext_SetupScript(script);
    return TRUE;
}

static const u8 *InteractionScript(void) {
    s16 x, y;
    u32 slot, facing = PLAYER->facingDirection;
    GetXYInFrontOfPlayer(&x, &y);
    slot = FindObjectEventAt(x, y, PLAYER->currentElevation);
    if (slot == OBJECT_EVENTS && MapGridGetBehaviorAt(x, y) == MB_COUNTER) {
        MoveCoords(facing, &x, &y);
        slot = FindObjectEventAt(x, y, PLAYER->currentElevation);
    }
    if (slot != OBJECT_EVENTS) {
        u32 localId = gObjectEvents[slot].localId;
        gSelectedObjectEvent = slot;
        gSpecialVar_LastTalked = localId;
        if (FindObjectEventByLocalId(localId) != slot) return NULL;
        return gSaveBlock1Ptr->objectEventTemplates[localId - 1].script;
    }
    GetXYInFrontOfPlayer(&x, &y);
    sMsgIsSignpost = MapGridGetBehaviorAt(x, y) == MB_SIGNPOST && facing == DIR_NORTH;
    gSelectedObjectEvent = OBJECT_EVENTS - 1;
    return BgEventScriptAt(x, y, facing);
}

static bool32 TryInteraction(void) {
    const u8 *script;
    gSpecialVar_Facing = PLAYER->facingDirection;
    script = InteractionScript();
    if (!script) {
        sMsgIsSignpost = FALSE;
        return FALSE;
    }
    ScriptContext_SetupScript(script);
    return TRUE;
}

/* TRUE when a key or a step started something that takes the controls. */
KEEP bool32 ProcessPlayerFieldInput(u32 newKeys, u32 heldKeys, u32 direction) {
    u32 transition = gPlayerAvatar.tileTransitionState;
    bool32 mayAct = transition != T_TILE_TRANSITION;
    bool32 ahead = mayAct && direction != DIR_NONE && direction == PLAYER->facingDirection;
    (void)heldKeys;
    if (transition == T_TILE_CENTER && gPlayerAvatar.runningState == MOVING) {
        if (TryCoordEvent() || TryStepWarp()) return TRUE;
    }
    if (transition == T_TILE_CENTER && TryWildEncounter()) return TRUE;
    if (ahead && TryEdgeWarp(direction)) return TRUE;
    if (ahead && TryWalkIntoSign(direction)) return TRUE;
    if (mayAct && (newKeys & A_BUTTON) && TryInteraction()) return TRUE;
    if (ahead && TryDoorWarp(direction)) return TRUE;
    if (mayAct && (newKeys & START_BUTTON)) {
        ShowStartMenu();
        return TRUE;
    }
    return FALSE;
}
