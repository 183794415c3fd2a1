/* Movement actions (a step, a turn, a bump, a jump) and what people do on their own. */
#include "field.h"
#include "gfx.h"
#include "main.h"
#include "save.h"
#include "sound.h"

void ObjectEventStepped(struct ObjectEvent *object);

/* Sprite data: 0 object, 2 frame of the action, 3 picture, 4 foot, 5 wait, 6 and 7 pixel offset. */
#define TIMER data[2]
#define PICTURE data[3]
#define FOOT data[4]
#define WAIT data[5]
#define OFFSET_X data[6]
#define OFFSET_Y data[7]

static const s8 sDelta[][2] = {{0, 0}, {0, 1}, {0, -1}, {-1, 0}, {1, 0}};

static void ShiftCoords(struct ObjectEvent *object, u32 direction, u32 tiles) {
    s32 dx = sDelta[direction][0], dy = sDelta[direction][1];
    object->previousCoords = object->currentCoords;
    object->currentCoords.x += dx * (s32)tiles;
    object->currentCoords.y += dy * (s32)tiles;
    if (object->isPlayer) {
        TryCrossConnection(dx, dy);
        gSaveBlock1Ptr->pos.x = object->currentCoords.x - MAP_OFFSET;
        gSaveBlock1Ptr->pos.y = object->currentCoords.y - MAP_OFFSET;
        CameraDrawAround(dx, dy);
        SpawnVisibleObjectEvents();
        RemoveDistantObjectEvents();
    }
    ObjectEventStepped(object);
}

static void SetOffset(struct Sprite *sprite, u32 direction, s32 left) {
    sprite->OFFSET_X = -sDelta[direction][0] * left;
    sprite->OFFSET_Y = -sDelta[direction][1] * left;
}

static bool32 Walk(struct ObjectEvent *object, struct Sprite *sprite, u32 direction) {
    if (sprite->TIMER == 0) {
        SetFacing(object, direction);
        ShiftCoords(object, direction, 1);
        sprite->FOOT ^= 1;
    }
    sprite->TIMER++;
    SetOffset(sprite, direction, 16 - sprite->TIMER);
    sprite->PICTURE = sprite->TIMER >= 2 && sprite->TIMER < 10 ? 1 | sprite->FOOT << 1 : 0;
    if (sprite->TIMER < 16) return FALSE;
    object->previousCoords = object->currentCoords;
    return TRUE;
}

/* Walking on the spot: a turn (8 frames) or a bump (32). */
static bool32 WalkInPlace(struct ObjectEvent *object, struct Sprite *sprite, u32 direction, s32 frames) {
    if (sprite->TIMER == 0) {
        SetFacing(object, direction);
        sprite->FOOT ^= 1;
    }
    sprite->TIMER++;
    sprite->PICTURE = sprite->TIMER < frames / 2 ? 1 | sprite->FOOT << 1 : 0;
    return sprite->TIMER >= frames;
}

static bool32 Jump(struct ObjectEvent *object, struct Sprite *sprite, u32 direction) {
    static const s8 sHeights[] = {0, 4, 6, 8, 9, 10, 11, 12, 12, 12, 11, 10, 9, 8, 6, 4};
    s32 half = sprite->TIMER & 15;
    if (half == 0) {
        SetFacing(object, direction);
        ShiftCoords(object, direction, 1);
    }
    sprite->TIMER++;
    SetOffset(sprite, direction, 15 - half);
    sprite->y2 = -sHeights[sprite->TIMER >> 1 & 15];
    if (sprite->TIMER < 32) return FALSE;
    sprite->y2 = 0;
    object->previousCoords = object->currentCoords;
    return TRUE;
}

/* One frame of the object's action; TRUE on its last. */
KEEP bool32 RunMovementAction(struct ObjectEvent *object) {
    struct Sprite *sprite = &gSprites[object->spriteId];
    u32 action = object->movementActionId;
    u32 direction = 0;
    static const u8 sOrder[] = {DIR_SOUTH, DIR_NORTH, DIR_WEST, DIR_EAST};
    if (action < 4) {
        direction = sOrder[action];
        SetFacing(object, direction);
        sprite->PICTURE = 0;
        return TRUE;
    }
    if (action >= MOVE_WALK && action < MOVE_WALK + 4)
        return Walk(object, sprite, sOrder[action - MOVE_WALK]);
    if (action >= MOVE_JUMP_2 && action < MOVE_JUMP_2 + 4)
        return Jump(object, sprite, sOrder[action - MOVE_JUMP_2]);
    if (action >= MOVE_BUMP && action < MOVE_BUMP + 4)
        return WalkInPlace(object, sprite, sOrder[action - MOVE_BUMP], 32);
    if (action >= MOVE_TURN && action < MOVE_TURN + 4)
        return WalkInPlace(object, sprite, sOrder[action - MOVE_TURN], 8);
    return TRUE;
}

static u32 ChooseDirection(u32 movementType) {
    u32 roll = Random() & 3;
    if (movementType == 3) return DIR_SOUTH + (roll & 1);
    if (movementType == 5) return DIR_WEST + (roll & 1);
    return DIR_SOUTH + roll;
}

/* Wanderers: wait, look somewhere, walk there unless something is in the way. */
KEEP void RunMovementType(struct ObjectEvent *object) {
    static const u8 sWaits[] = {32, 64, 96, 128};
    struct Sprite *sprite = &gSprites[object->spriteId];
    u32 type = object->movementType, direction;
    s16 x = object->currentCoords.x, y = object->currentCoords.y;
    if (object->singleMovementActive) {
        if (RunMovementAction(object)) {
            object->singleMovementActive = FALSE;
            object->movementActionId = MOVE_NONE;
            sprite->WAIT = sWaits[Random() & 3];
        }
        return;
    }
    sprite->PICTURE = 0;
    if (type == 0 || type > 5) return;
    if (sprite->WAIT > 0) {
        sprite->WAIT--;
        return;
    }
    direction = ChooseDirection(type);
    SetFacing(object, direction);
    MoveCoords(direction, &x, &y);
    if (type == 1 || GetCollisionAt(object, x, y, direction) != COLLISION_NONE) {
        sprite->WAIT = sWaits[Random() & 3];
        return;
    }
    object->singleMovementActive = TRUE;
    object->movementActionId = MOVE_WALK + direction - 1;
    sprite->TIMER = 0;
}
