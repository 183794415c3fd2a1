/* Object events: who stands where, who blocks whom, who comes into sight. */
#include "field.h"
#include "gfx.h"
#include "main.h"
#include "save.h"

struct ObjectEvent EWRAM(gObjectEvents) gObjectEvents[OBJECT_EVENTS];
u8 IWRAM(gSelectedObjectEvent) gSelectedObjectEvent;

static const s8 sDeltas[][2] = {{0, 0}, {0, 1}, {0, -1}, {-1, 0}, {1, 0}};
static void SpriteCB_ObjectEvent(struct Sprite *sprite);

void MoveCoords(u32 direction, s16 *x, s16 *y) {
    *x += sDeltas[direction][0];
    *y += sDeltas[direction][1];
}

u32 OppositeDirection(u32 direction) {
    static const u8 sOpposites[] = {DIR_NONE, DIR_NORTH, DIR_SOUTH, DIR_EAST, DIR_WEST};
    return sOpposites[direction];
}

void ResetObjectEvents(void) {
    MemFill(gObjectEvents, 0, sizeof(gObjectEvents));
    MemFill(&gPlayerAvatar, 0, sizeof(gPlayerAvatar));
}

static u32 FreeSlot(void) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++)
        if (!gObjectEvents[i].active) return i;
    return OBJECT_EVENTS;
}

/* A cell's elevation comes to the object unless it is the wildcard 15. */
static void UpdateElevation(struct ObjectEvent *object, s32 fromX, s32 fromY) {
    u32 here = MapGridGetElevationAt(object->currentCoords.x, object->currentCoords.y);
    if (here == 15 || MapGridGetElevationAt(fromX, fromY) == 15) return;
    object->currentElevation = here;
    if (here != 0) object->previousElevation = here;
}

void ObjectEventStepped(struct ObjectEvent *object);
void ObjectEventStepped(struct ObjectEvent *object) {
    UpdateElevation(object, object->previousCoords.x, object->previousCoords.y);
    object->previousMetatileBehavior = object->currentMetatileBehavior;
    object->currentMetatileBehavior =
        MapGridGetBehaviorAt(object->currentCoords.x, object->currentCoords.y);
}

static void MakeSprite(u32 slot) {
    struct ObjectEvent *object = &gObjectEvents[slot];
    struct Sprite *sprite;
    object->spriteId = CreateSprite(object->graphicsId, 0, 0, 0);
    sprite = &gSprites[object->spriteId];
    sprite->callback = SpriteCB_ObjectEvent;
    sprite->data[0] = slot;
    sprite->data[5] = 32;
    sprite->coordOffsetEnabled = TRUE;
}

/* After another screen used the sprites. */
void RestoreObjectSprite(u32 index) {
    MakeSprite(index);
    if (gObjectEvents[index].isPlayer) gPlayerAvatar.spriteId = gObjectEvents[index].spriteId;
}

static u32 InitObject(s32 x, s32 y, u32 facing, u32 graphicsId) {
    u32 slot = FreeSlot();
    struct ObjectEvent *object = &gObjectEvents[slot];
    if (slot == OBJECT_EVENTS) return slot;
    MemFill(object, 0, sizeof(*object));
    object->active = TRUE;
    object->graphicsId = graphicsId;
    object->initialCoords.x = object->currentCoords.x = object->previousCoords.x = x;
    object->initialCoords.y = object->currentCoords.y = object->previousCoords.y = y;
    object->movementActionId = MOVE_NONE;
    object->currentMetatileBehavior = object->previousMetatileBehavior = MapGridGetBehaviorAt(x, y);
    MakeSprite(slot);
    SetFacing(object, facing);
    object->previousMovementDirection = facing;
    return slot;
}

void SpawnPlayer(s32 x, s32 y, u32 facing) {
    u32 slot = InitObject(x, y, facing, gSaveBlock2Ptr->playerGender);
    struct ObjectEvent *object = &gObjectEvents[slot];
    object->isPlayer = TRUE;
    object->localId = LOCALID_PLAYER;
    object->mapGroup = gSaveBlock1Ptr->location.mapGroup;
    object->mapNum = gSaveBlock1Ptr->location.mapNum;
    object->trackedByCamera = TRUE;
    object->movementType = 0x0B;
    object->currentElevation = object->previousElevation = MapGridGetElevationAt(x, y);
    if (object->previousElevation == 0) object->previousElevation = 3;
    gPlayerAvatar.objectEventId = slot;
    gPlayerAvatar.spriteId = object->spriteId;
    gPlayerAvatar.gender = gSaveBlock2Ptr->playerGender;
#if AVATAR_STATE
    gPlayerAvatar.state = AVATAR_STATE_ON_FOOT;
#else
    gPlayerAvatar.flags = AVATAR_ON_FOOT | AVATAR_CONTROLLABLE;
#endif
}

void LoadObjectEventTemplates(void) {
    const struct MapEvents *events = gMapHeader.events;
    struct SaveBlock1 *save = gSaveBlock1Ptr;
    MemFill(save->objectEventTemplates, 0, sizeof(save->objectEventTemplates));
    MemCopy(save->objectEventTemplates, events->objectEvents,
            events->objectEventCount * sizeof(struct ObjectEventTemplate));
}

u32 FindObjectEventByLocalId(u32 localId) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++) {
        const struct ObjectEvent *object = &gObjectEvents[i];
        if (object->active && object->localId == localId &&
            object->mapNum == (u8)gSaveBlock1Ptr->location.mapNum &&
            object->mapGroup == (u8)gSaveBlock1Ptr->location.mapGroup)
            return i;
    }
    return OBJECT_EVENTS;
}

static u32 InitialFacing(u32 movementType) {
    static const u8 sFacings[] = {DIR_NORTH, DIR_SOUTH, DIR_WEST, DIR_EAST};
    return movementType >= 7 && movementType <= 10 ? sFacings[movementType - 7] : DIR_SOUTH;
}

static void Spawn(const struct ObjectEventTemplate *template) {
    u32 slot = InitObject(template->x + MAP_OFFSET, template->y + MAP_OFFSET,
                          InitialFacing(template->movementType), template->graphicsId);
    struct ObjectEvent *object = &gObjectEvents[slot];
    if (slot == OBJECT_EVENTS) return;
    object->localId = template->localId;
    object->mapGroup = gSaveBlock1Ptr->location.mapGroup;
    object->mapNum = gSaveBlock1Ptr->location.mapNum;
    object->movementType = template->movementType;
    object->trainerType = template->trainerType;
    object->trainerRange = template->trainerRange;
    object->rangeX = template->rangeX;
    object->rangeY = template->rangeY;
    object->currentElevation = object->previousElevation = template->elevation;
}

static bool32 InSpawnArea(s32 x, s32 y) {
    s32 px = gSaveBlock1Ptr->pos.x, py = gSaveBlock1Ptr->pos.y;
    return x >= px - 2 && x <= px + 17 && y >= py && y <= py + 16;
}

KEEP void SpawnVisibleObjectEvents(void) {
    for (u32 i = 0; i < gMapHeader.events->objectEventCount; i++) {
        const struct ObjectEventTemplate *template = &gSaveBlock1Ptr->objectEventTemplates[i];
        if (!InSpawnArea(template->x + MAP_OFFSET, template->y + MAP_OFFSET)) continue;
        if (FlagGet(template->flagId)) continue;
        if (FindObjectEventByLocalId(template->localId) != OBJECT_EVENTS) continue;
        Spawn(template);
    }
}

static void Remove(struct ObjectEvent *object) {
    object->active = FALSE;
    DestroySprite(object->spriteId);
}

void RemoveObjectEvent(u32 localId) {
    u32 slot = FindObjectEventByLocalId(localId);
    if (slot == OBJECT_EVENTS) return;
    FlagSet(gSaveBlock1Ptr->objectEventTemplates[localId - 1].flagId);
    Remove(&gObjectEvents[slot]);
}

void RemoveDistantObjectEvents(void) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++) {
        struct ObjectEvent *object = &gObjectEvents[i];
        if (!object->active || object->isPlayer) continue;
        if (InSpawnArea(object->currentCoords.x, object->currentCoords.y)) continue;
        if (InSpawnArea(object->initialCoords.x, object->initialCoords.y)) continue;
        Remove(object);
    }
}

static void Shift(struct Coords16 *at, s32 dx, s32 dy) {
    at->x += dx;
    at->y += dy;
}

void ShiftObjectEvents(s32 dx, s32 dy) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++) {
        struct ObjectEvent *object = &gObjectEvents[i];
        if (!object->active) continue;
        Shift(&object->initialCoords, dx, dy);
        Shift(&object->currentCoords, dx, dy);
        Shift(&object->previousCoords, dx, dy);
    }
}

static bool32 ElevationsCompatible(u32 a, u32 b) { return a == 0 || b == 0 || a == b; }

/* For A: who stands there. */
u32 FindObjectEventAt(s32 x, s32 y, u32 elevation) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++) {
        const struct ObjectEvent *object = &gObjectEvents[i];
        if (!object->active || object->isPlayer) continue;
        if (object->currentCoords.x != x || object->currentCoords.y != y) continue;
        if (ElevationsCompatible(object->currentElevation, elevation)) return i;
    }
    return OBJECT_EVENTS;
}

static bool32 IsBlockedByObject(const struct ObjectEvent *object, s32 x, s32 y) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++) {
        const struct ObjectEvent *other = &gObjectEvents[i];
        if (!other->active || other == object) continue;
        if ((other->currentCoords.x != x || other->currentCoords.y != y) &&
            (other->previousCoords.x != x || other->previousCoords.y != y))
            continue;
        if (ElevationsCompatible(object->currentElevation, other->currentElevation)) return TRUE;
    }
    return FALSE;
}

static bool32 OutsideRange(const struct ObjectEvent *object, s32 x, s32 y) {
    s32 dx = x - object->initialCoords.x, dy = y - object->initialCoords.y;
    if (object->rangeX && (dx > object->rangeX || dx < -object->rangeX)) return TRUE;
    return object->rangeY && (dy > object->rangeY || dy < -object->rangeY);
}

/* One-way edges: 30-33 forbid crossing the E, W, N, S side of their tile. */
static bool32 EdgeForbids(u32 behavior, u32 side) {
    static const u8 sEdges[] = {0, MB_ONE_WAY_S, MB_ONE_WAY_N, MB_ONE_WAY_W, MB_ONE_WAY_E};
    return behavior == sEdges[side];
}

/* Why a step to (x, y) is refused; the caller looks at ledges. */
KEEP u32 GetCollisionAt(struct ObjectEvent *object, s32 x, s32 y, u32 direction) {
    u32 elevation = MapGridGetElevationAt(x, y), border = GetMapBorderIdAt(x, y);
    if (!object->isPlayer && OutsideRange(object, x, y)) return COLLISION_OUTSIDE_RANGE;
    if (MapGridIsImpassableAt(x, y)) return COLLISION_IMPASSABLE;
    if (border != DIR_NONE && (!object->isPlayer || !GetConnectionAt(border, x, y)))
        return COLLISION_IMPASSABLE;
    if (EdgeForbids(object->currentMetatileBehavior, direction) ||
        EdgeForbids(MapGridGetBehaviorAt(x, y), OppositeDirection(direction)))
        return COLLISION_IMPASSABLE;
    if (object->currentElevation != 0 && elevation != 0 && elevation != 15 &&
        elevation != object->currentElevation)
        return COLLISION_ELEVATION;
    if (IsBlockedByObject(object, x, y)) return COLLISION_OBJECT;
    return COLLISION_NONE;
}

void SetFacing(struct ObjectEvent *object, u32 direction) {
    object->previousMovementDirection = object->facingDirection;
    object->facingDirection = direction;
    object->movementDirection = direction;
}

void SetHeldMovement(struct ObjectEvent *object, u32 action) {
    object->movementActionId = action;
    object->heldMovementActive = TRUE;
    object->heldMovementFinished = FALSE;
    gSprites[object->spriteId].data[2] = 0;
}

void FreezeObjectEvent(struct ObjectEvent *object) { object->frozen = TRUE; }

void FreezeObjectEvents(void) { FreezeObjectEventsExceptOne(OBJECT_EVENTS); }

void FreezeObjectEventsExceptOne(u32 index) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++)
        if (gObjectEvents[i].active && !gObjectEvents[i].isPlayer && i != index)
            FreezeObjectEvent(&gObjectEvents[i]);
}

void UnfreezeObjectEvents(void) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++) gObjectEvents[i].frozen = FALSE;
}

/* Walking pictures: for each of S, N, W three frames (standing, one foot, other foot). */
static void ShowFrame(struct ObjectEvent *object, struct Sprite *sprite) {
    static const u8 sFirst[] = {0, 0, 3, 6, 6};
    u32 frame = sFirst[object->facingDirection];
    if (sprite->data[3] & 1) frame += 1 + (sprite->data[3] >> 1 & 1);
    SpriteSetFrame(sprite, frame, object->facingDirection == DIR_EAST);
}

static void SpriteCB_ObjectEvent(struct Sprite *sprite) {
    struct ObjectEvent *object = &gObjectEvents[sprite->data[0]];
    if (object->isPlayer || object->heldMovementActive) {
        if (object->heldMovementActive && !object->heldMovementFinished)
            object->heldMovementFinished = RunMovementAction(object);
    } else if (!object->frozen) {
        RunMovementType(object);
    }
    ShowFrame(object, sprite);
    sprite->invisible = object->invisible;
}

/* After the camera moved: where on the screen everybody stands. */
KEEP void UpdateObjectEvents(void) {
    for (u32 i = 0; i < OBJECT_EVENTS; i++) {
        struct ObjectEvent *object = &gObjectEvents[i];
        struct Sprite *sprite = &gSprites[object->spriteId];
        if (!object->active || object->spriteId >= MAX_SPRITES) continue;
        sprite->x = object->currentCoords.x * 16 + sprite->data[6] + 8 - gCameraX;
        sprite->y = object->currentCoords.y * 16 + sprite->data[7] - gCameraY;
        sprite->subpriority = 200 - ((sprite->y >> 1) & 0x7F);
        SpriteSetPriority(sprite, object->previousElevation == 4 ? 1 : 2);
    }
}
