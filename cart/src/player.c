/* The player: what a direction key makes of the avatar. */
#include "field.h"
#include "gfx.h"
#include "main.h"
#include "save.h"
#include "sound.h"

struct PlayerAvatar EWRAM(gPlayerAvatar) gPlayerAvatar;

static bool32 AnimActive(void) { return PLAYER->heldMovementActive; }

bool32 PlayerIsAnimFinished(void) {
    return !PLAYER->heldMovementActive || PLAYER->heldMovementFinished;
}

/* A turn counts only when it is over, a bump and standing never. */
KEEP void UpdatePlayerAvatarTransitionState(void) {
    u32 action = PLAYER->movementActionId;
    bool32 turn = action >= MOVE_TURN && action < MOVE_TURN + 4;
    gPlayerAvatar.tileTransitionState = T_NOT_MOVING;
    if (!AnimActive() || action < 8 || (action >= MOVE_BUMP && action < MOVE_BUMP + 4)) return;
    if (PlayerIsAnimFinished())
        gPlayerAvatar.tileTransitionState = T_TILE_CENTER;
    else if (!turn)
        gPlayerAvatar.tileTransitionState = T_TILE_TRANSITION;
}

void PlayerSetAction(u32 action) {
    if (!AnimActive()) SetHeldMovement(PLAYER, action);
}

static void ClearHeldMovement(void) {
    struct ObjectEvent *player = PLAYER;
    player->heldMovementActive = FALSE;
    player->heldMovementFinished = FALSE;
    player->movementActionId = MOVE_NONE;
    gSprites[player->spriteId].data[3] = 0;
}

static bool32 IsJump(u32 behavior, u32 direction) {
    static const u8 sJumps[] = {0, MB_JUMP_S, MB_JUMP_N, MB_JUMP_W, MB_JUMP_E};
    return behavior == sJumps[direction];
}

static u32 PlayerCollision(u32 direction) {
    s16 x = PLAYER->currentCoords.x, y = PLAYER->currentCoords.y;
    MoveCoords(direction, &x, &y);
    if (IsJump(MapGridGetBehaviorAt(x, y), direction)) return COLLISION_LEDGE_JUMP;
    return GetCollisionAt(PLAYER, x, y, direction);
}

/* TRUE while an action goes on that the key does not break off. Only a bump can be broken off. */
static bool32 ActionGoesOn(u32 direction) {
    struct ObjectEvent *player = PLAYER;
    u32 action = player->movementActionId;
    if (!AnimActive()) return FALSE;
    if (PlayerIsAnimFinished()) {
        ClearHeldMovement();
        return FALSE;
    }
    if (action < MOVE_BUMP || action >= MOVE_BUMP + 4) return TRUE;
    if (direction == DIR_NONE) return TRUE;
    if (direction != player->movementDirection || PlayerCollision(direction) == COLLISION_NONE) {
        ClearHeldMovement();
        return FALSE;
    }
    return TRUE;
}

static void MoveByKey(u32 direction) {
    struct ObjectEvent *player = PLAYER;
    u32 collision;
    if (direction == DIR_NONE) {
        gPlayerAvatar.runningState = NOT_MOVING;
        PlayerSetAction(MOVE_FACE + player->facingDirection - 1);
        return;
    }
    if (direction != player->movementDirection && gPlayerAvatar.runningState != MOVING) {
        gPlayerAvatar.runningState = TURN_DIRECTION;
        PlayerSetAction(MOVE_TURN + direction - 1);
        return;
    }
    gPlayerAvatar.runningState = MOVING;
    collision = PlayerCollision(direction);
    if (collision == COLLISION_LEDGE_JUMP) {
        PlaySE(SE_LEDGE);
        PlayerSetAction(MOVE_JUMP_2 + direction - 1);
    } else if (collision != COLLISION_NONE) {
        PlaySE(SE_BUMP);
        PlayerSetAction(MOVE_BUMP + direction - 1);
    } else {
#if !AVATAR_STATE
        gPlayerAvatar.flags &= ~AVATAR_CONTROLLABLE;
#endif
        IncrementGameStat(5);
        PlayerSetAction(MOVE_WALK + direction - 1);
    }
}

KEEP void PlayerStep(u32 direction) {
    if (gPlayerAvatar.preventStep) return;
    if (ActionGoesOn(direction)) return;
    MoveByKey(direction);
}

/* A script took over: stand still when the step is done. */
bool32 PlayerHasFinishedMoving(void) {
    return gPlayerAvatar.tileTransitionState != T_TILE_TRANSITION && PlayerIsAnimFinished();
}

void PlayerFreeze(void) {
    if (gPlayerAvatar.tileTransitionState == T_TILE_TRANSITION) return;
    ClearHeldMovement();
}

void GetXYInFrontOfPlayer(s16 *x, s16 *y) {
    *x = PLAYER->currentCoords.x;
    *y = PLAYER->currentCoords.y;
    MoveCoords(PLAYER->facingDirection, x, y);
}
