/* The field: maps, objects, the player, warps. Layouts are those of the frlg engine family. */
#ifndef FIELD_H
#define FIELD_H
#include "types.h"

struct BackupMapLayout {
    s32 width, height;
    u16 *map;
};
SIZE_IS(struct BackupMapLayout, 0xC);

struct Tileset {
    u8 isCompressed, isSecondary;
    const void *tiles;
    const u16 *palettes;
    const u16 *metatiles;
    Func callback;
    const u32 *metatileAttributes;
};
SIZE_IS(struct Tileset, 0x18);

struct MapLayout {
    s32 width, height;
    const u16 *border;
    const u16 *map;
    const struct Tileset *primaryTileset, *secondaryTileset;
    u8 borderWidth, borderHeight;
};
SIZE_IS(struct MapLayout, 0x1C);

struct ObjectEventTemplate {
    u8 localId, graphicsId, kind;
    s16 x, y;
    u8 elevation, movementType;
    u8 rangeX : 4, rangeY : 4;
    u16 trainerType, trainerRange;
    const u8 *script;
    u16 flagId;
};
SIZE_IS(struct ObjectEventTemplate, 0x18);
AT(struct ObjectEventTemplate, trainerType, 0xC);

struct WarpEvent {
    s16 x, y;
    u8 elevation, warpId, mapNum, mapGroup;
};
SIZE_IS(struct WarpEvent, 8);

struct CoordEvent {
    u16 x, y;
    u8 elevation;
    u16 trigger, index;
    const u8 *script;
};
SIZE_IS(struct CoordEvent, 0x10);

struct BgEvent {
    u16 x, y;
    u8 elevation, kind;
    const u8 *script;
};
SIZE_IS(struct BgEvent, 0xC);

struct MapEvents {
    u8 objectEventCount, warpCount, coordEventCount, bgEventCount;
    const struct ObjectEventTemplate *objectEvents;
    const struct WarpEvent *warps;
    const struct CoordEvent *coordEvents;
    const struct BgEvent *bgEvents;
};
SIZE_IS(struct MapEvents, 0x14);

struct MapConnection {
    u8 direction;
    s32 offset;
    u8 mapGroup, mapNum;
};
SIZE_IS(struct MapConnection, 0xC);

struct MapConnections {
    s32 count;
    const struct MapConnection *connections;
};

struct MapHeader {
    const struct MapLayout *mapLayout;
    const struct MapEvents *events;
    const u8 *mapScripts;
    const struct MapConnections *connections;
    u16 music, mapLayoutId;
    u8 regionMapSectionId, cave, weather, mapType, bikingAllowed, flags;
    s8 floorNum;
    u8 battleType;
};
SIZE_IS(struct MapHeader, 0x1C);

struct Coords16 {
    s16 x, y;
};

struct ObjectEvent {
    u32 active : 1, singleMovementActive : 1, triggerGroundEffectsOnMove : 1,
        triggerGroundEffectsOnStop : 1, disableCoveringGroundEffects : 1, landingJump : 1,
        heldMovementActive : 1, heldMovementFinished : 1;
    u32 frozen : 1, facingDirectionLocked : 1, disableAnim : 1, enableAnim : 1, inanimate : 1,
        invisible : 1, offScreen : 1, trackedByCamera : 1;
    u32 isPlayer : 1, hasReflection : 1, inShortGrass : 1, inShallowFlowingWater : 1,
        inSandPile : 1, inHotSprings : 1, hasShadow : 1, spriteAnimPausedBackup : 1;
    u32 spriteAffineAnimPausedBackup : 1, disableJumpLandingGroundEffect : 1, fixedPriority : 1,
        hideReflection : 1, unused : 4;
#if WIDE_GRAPHICS
    u16 graphicsId;
#else
    u8 spriteId, graphicsId;
#endif
    u8 movementType, trainerType;
    u8 localId, mapNum, mapGroup;
    u8 currentElevation : 4, previousElevation : 4;
    struct Coords16 initialCoords, currentCoords, previousCoords;
    u8 facingDirection : 4, movementDirection : 4;
    u8 rangeX : 4, rangeY : 4;
    u8 fieldEffectSpriteId, warpArrowSpriteId, movementActionId, trainerRange;
    u8 currentMetatileBehavior, previousMetatileBehavior;
    u8 previousMovementDirection, directionSequenceIndex, playerCopyableMovement;
#if WIDE_GRAPHICS
    u8 spriteId;
#endif
    OBJECT_SPARE
};
SIZE_IS(struct ObjectEvent, 0x24 + OBJECT_EXTRA);
AT(struct ObjectEvent, spriteId, WIDE_GRAPHICS ? 0x23 : 4);
AT(struct ObjectEvent, graphicsId, WIDE_GRAPHICS ? 4 : 5);
AT(struct ObjectEvent, initialCoords, 0xC);
AT(struct ObjectEvent, movementActionId, 0x1C);
AT(struct ObjectEvent, previousMovementDirection, 0x20);

struct PlayerAvatar {
#if AVATAR_STATE
    u8 state, transition;
    u8 forced : 1;
#else
    u8 flags, transitionFlags;
#endif
    u8 runningState, tileTransitionState, spriteId, objectEventId;
    u8 preventStep, gender, bikeState, newDirBackup, bikeFrameCounter, bikeSpeed;
    u32 directionHistory, abStartSelectHistory;
    u8 dirTimerHistory[8];
    u16 lastSpinTile;
};
SIZE_IS(struct PlayerAvatar, AVATAR_STATE ? 0x24 : 0x20);
AT(struct PlayerAvatar, runningState, AVATAR_STATE ? 3 : 2);
AT(struct PlayerAvatar, gender, AVATAR_STATE ? 8 : 7);
AT(struct PlayerAvatar, lastSpinTile, AVATAR_STATE ? 0x20 : 0x1C);

struct WarpData {
    s8 mapGroup, mapNum, warpId;
    s16 x, y;
};
SIZE_IS(struct WarpData, 8);

enum { DIR_NONE, DIR_SOUTH, DIR_NORTH, DIR_WEST, DIR_EAST };
enum { NOT_MOVING, TURN_DIRECTION, MOVING };
enum { T_NOT_MOVING, T_TILE_TRANSITION, T_TILE_CENTER };
enum {
    COLLISION_NONE, COLLISION_OUTSIDE_RANGE, COLLISION_IMPASSABLE, COLLISION_ELEVATION,
    COLLISION_OBJECT, COLLISION_LEDGE_JUMP = 6
};
#if AVATAR_STATE
enum { AVATAR_STATE_ON_FOOT };
#else
#define AVATAR_ON_FOOT 0x01
#define AVATAR_CONTROLLABLE 0x20
#endif
#define LOCALID_PLAYER 255

#define MAP_OFFSET 7
#define MAP_OFFSET_W 15
#define MAP_OFFSET_H 14
#define MAX_MAP_DATA 0x2800
#define BLOCK_UNDEFINED 0x3FF
#define PRIMARY_METATILES 640
#define OBJECT_EVENTS 16

/* Behaviours that the code asks for. */
#define BEHAVIOR(n) ((n) ? (n) ^ BEHAVIOR_FLIP : 0)
enum {
    MB_TALL_GRASS = BEHAVIOR(0x02),
    MB_ONE_WAY_E = BEHAVIOR(0x30), MB_ONE_WAY_W, MB_ONE_WAY_N, MB_ONE_WAY_S,
    MB_JUMP_E = BEHAVIOR(0x38), MB_JUMP_W, MB_JUMP_N, MB_JUMP_S,
    MB_CAVE = BEHAVIOR(0x60), MB_LADDER,
    MB_ARROW_E, MB_ARROW_W, MB_ARROW_N, MB_ARROW_S,
    MB_DOOR = BEHAVIOR(0x69),
    MB_STAIRS_UP_E = BEHAVIOR(0x6C), MB_STAIRS_UP_W, MB_STAIRS_DOWN_E, MB_STAIRS_DOWN_W,
    MB_COUNTER = BEHAVIOR(0x80), MB_SIGNPOST = BEHAVIOR(0x84)
};

extern struct BackupMapLayout gBackupMapLayout;
extern u16 gBackupMapData[MAX_MAP_DATA];
extern struct MapHeader gMapHeader;
extern struct ObjectEvent gObjectEvents[OBJECT_EVENTS];
extern struct PlayerAvatar gPlayerAvatar;
extern u8 gSelectedObjectEvent;
extern u8 sLockFieldControls;
extern struct WarpData gLastUsedWarp, sWarpDestination;
extern u8 gWalkAwayFromSignInhibitTimer;
extern const struct MapHeader *const *const gMapGroups[];
extern const struct MapLayout *const gMapLayouts[];
extern const u8 gMapGroupCounts[];

/* fieldmap.c */
const struct MapHeader *GetMapHeader(u32 group, u32 num);
void LoadCurrentMapData(void);
void SetCurrentMapLayout(u32 layoutId);
void InitMap(void);
u32 MapGridGetBlockAt(s32 x, s32 y);
u32 MapGridGetMetatileIdAt(s32 x, s32 y);
u32 MapGridGetElevationAt(s32 x, s32 y);
bool32 MapGridIsImpassableAt(s32 x, s32 y);
u32 MapGridGetBehaviorAt(s32 x, s32 y);
u32 MapGridGetAttributesAt(s32 x, s32 y);
u32 GetMetatileAttributes(u32 metatile);
u32 GetMapBorderIdAt(s32 x, s32 y);
const struct MapConnection *GetConnectionAt(u32 border, s32 x, s32 y);
bool32 TryCrossConnection(s32 dx, s32 dy);

/* camera.c */
void CameraReset(void);
void CameraDrawAll(void);
void CameraDrawAround(s32 dx, s32 dy);
void CameraShift(s32 dx, s32 dy);
void CameraUpdate(void);
void DrawMetatileAt(s32 x, s32 y, u32 metatile);
void LoadMapTilesets(void);
extern s32 gCameraX, gCameraY;

/* object_event.c */
void ResetObjectEvents(void);
void SpawnPlayer(s32 x, s32 y, u32 facing);
void SpawnVisibleObjectEvents(void);
void RemoveDistantObjectEvents(void);
void ShiftObjectEvents(s32 dx, s32 dy);
void LoadObjectEventTemplates(void);
void UpdateObjectEvents(void);
u32 FindObjectEventAt(s32 x, s32 y, u32 elevation);
u32 FindObjectEventByLocalId(u32 localId);
u32 GetCollisionAt(struct ObjectEvent *object, s32 x, s32 y, u32 direction);
void MoveCoords(u32 direction, s16 *x, s16 *y);
u32 OppositeDirection(u32 direction);
void SetFacing(struct ObjectEvent *object, u32 direction);
void SetHeldMovement(struct ObjectEvent *object, u32 action);
void FreezeObjectEvent(struct ObjectEvent *object);
void FreezeObjectEvents(void);
void FreezeObjectEventsExceptOne(u32 index);
void UnfreezeObjectEvents(void);
void RemoveObjectEvent(u32 localId);
void RestoreObjectSprite(u32 index);

/* movement.c */
enum {
    MOVE_FACE = 0x00, MOVE_WALK = 0x10, MOVE_JUMP_2 = 0x14, MOVE_BUMP = 0x21,
    MOVE_TURN = 0x29, MOVE_NONE = 0xFF
};
bool32 RunMovementAction(struct ObjectEvent *object);
void RunMovementType(struct ObjectEvent *object);

/* player.c */
#define PLAYER (&gObjectEvents[gPlayerAvatar.objectEventId])
void UpdatePlayerAvatarTransitionState(void);
void PlayerStep(u32 direction);
void PlayerFreeze(void);
void PlayerSetAction(u32 action);
bool32 PlayerIsAnimFinished(void);
void GetXYInFrontOfPlayer(s16 *x, s16 *y);
bool32 PlayerHasFinishedMoving(void);

/* field_input.c */
bool32 ProcessPlayerFieldInput(u32 newKeys, u32 heldKeys, u32 direction);
u32 DirectionFromKeys(u32 keys);

/* overworld.c */
void CB1_Overworld(void);
void CB2_Overworld(void);
void CB2_LoadMap(void);
void CB2_LoadMap2(void);
void CB2_NewGame(void);
void CB2_ReturnToField(void);
void LockPlayerFieldControls(void);
void UnlockPlayerFieldControls(void);
extern Func gFieldCallback;
void ShowMapName(void);
u8 *GetMapName(u8 *dst, u32 section);

/* warp.c */
void SetWarpDestination(u32 group, u32 num, u32 warpId);
void WarpIntoMap(void);
void StartDoorWarp(s32 x, s32 y);
void StartStairWarp(u32 behavior);
void StartPlainWarp(void);
void FieldCB_DefaultWarpExit(void);
void FieldCB_ReturnFade(void);
u32 ArrivalFacing(void);
bool32 IsStairBehavior(u32 behavior);

#endif
