/* The live map grid: the current map with the rims of its neighbours, and what a cell means. */
#include "field.h"
#include "hw.h"
#include "main.h"
#include "save.h"

struct BackupMapLayout IWRAM(gBackupMapLayout) gBackupMapLayout;
u16 EWRAM(gBackupMapData) gBackupMapData[MAX_MAP_DATA];
struct MapHeader EWRAM(gMapHeader) gMapHeader;

const struct MapHeader *GetMapHeader(u32 group, u32 num) { return gMapGroups[group][num]; }

void LoadCurrentMapData(void) {
    const struct WarpData *location = &gSaveBlock1Ptr->location;
    MemCopy(&gMapHeader, GetMapHeader(location->mapGroup, location->mapNum), sizeof(gMapHeader));
    gSaveBlock1Ptr->mapLayoutId = gMapHeader.mapLayoutId;
}

KEEP void SetCurrentMapLayout(u32 layoutId) {
    gSaveBlock1Ptr->mapLayoutId = layoutId;
    gMapHeader.mapLayout = gMapLayouts[layoutId - 1];
}

static void CopyRect(const struct MapLayout *from, s32 sx, s32 sy, s32 dx, s32 dy, s32 w, s32 h) {
    for (s32 y = 0; y < h; y++)
        for (s32 x = 0; x < w; x++) {
            s32 fx = sx + x, fy = sy + y, tx = dx + x, ty = dy + y;
            if (fx < 0 || fy < 0 || fx >= from->width || fy >= from->height) continue;
            if (tx < 0 || ty < 0 || tx >= gBackupMapLayout.width || ty >= gBackupMapLayout.height)
                continue;
            gBackupMapLayout.map[ty * gBackupMapLayout.width + tx] = from->map[fy * from->width + fx];
        }
}

static void FillConnection(const struct MapConnection *connection) {
    const struct MapLayout *here = gMapHeader.mapLayout;
    const struct MapLayout *there = GetMapHeader(connection->mapGroup, connection->mapNum)->mapLayout;
    s32 along = MAP_OFFSET + connection->offset;
    switch (connection->direction) {
    case DIR_SOUTH:
        CopyRect(there, 0, 0, along, here->height + MAP_OFFSET, there->width, MAP_OFFSET);
        break;
    case DIR_NORTH:
        CopyRect(there, 0, there->height - MAP_OFFSET, along, 0, there->width, MAP_OFFSET);
        break;
    case DIR_WEST:
        CopyRect(there, there->width - MAP_OFFSET, 0, 0, along, MAP_OFFSET, there->height);
        break;
    case DIR_EAST:
        CopyRect(there, 0, 0, here->width + MAP_OFFSET, along, MAP_OFFSET + 1, there->height);
        break;
    }
}

KEEP void InitMap(void) {
    const struct MapLayout *layout = gMapHeader.mapLayout;
    DmaFill16(BLOCK_UNDEFINED, gBackupMapData, sizeof(gBackupMapData));
    gBackupMapLayout.map = gBackupMapData;
    gBackupMapLayout.width = layout->width + MAP_OFFSET_W;
    gBackupMapLayout.height = layout->height + MAP_OFFSET_H;
    CopyRect(layout, 0, 0, MAP_OFFSET, MAP_OFFSET, layout->width, layout->height);
    if (gMapHeader.connections)
        for (s32 i = 0; i < gMapHeader.connections->count; i++)
            FillConnection(&gMapHeader.connections->connections[i]);
}

static u32 BorderBlockAt(s32 x, s32 y) {
    const struct MapLayout *layout = gMapHeader.mapLayout;
    s32 w = layout->borderWidth, h = layout->borderHeight;
    x = (x - MAP_OFFSET) % w;
    y = (y - MAP_OFFSET) % h;
    if (x < 0) x += w;
    if (y < 0) y += h;
    return layout->border[y * w + x] | 0xC00;
}

/* The cell as the engine takes it: undefined and outside cells show the border and block. */
u32 MapGridGetBlockAt(s32 x, s32 y) {
    if (x >= 0 && y >= 0 && x < gBackupMapLayout.width && y < gBackupMapLayout.height) {
        u32 block = gBackupMapLayout.map[y * gBackupMapLayout.width + x];
        if (block != BLOCK_UNDEFINED) return block;
    }
    return (BorderBlockAt(x, y) & 0x3FF) | 0xC00;
}

u32 MapGridGetMetatileIdAt(s32 x, s32 y) { return MapGridGetBlockAt(x, y) & 0x3FF; }
u32 MapGridGetElevationAt(s32 x, s32 y) { return MapGridGetBlockAt(x, y) >> 12; }
bool32 MapGridIsImpassableAt(s32 x, s32 y) { return (MapGridGetBlockAt(x, y) >> 10 & 3) != 0; }

u32 GetMetatileAttributes(u32 metatile) {
    const struct MapLayout *layout = gMapHeader.mapLayout;
    if (metatile < PRIMARY_METATILES) return layout->primaryTileset->metatileAttributes[metatile];
    return layout->secondaryTileset->metatileAttributes[metatile - PRIMARY_METATILES];
}

u32 MapGridGetAttributesAt(s32 x, s32 y) {
    return GetMetatileAttributes(MapGridGetMetatileIdAt(x, y));
}

u32 MapGridGetBehaviorAt(s32 x, s32 y) { return MapGridGetAttributesAt(x, y) & 0x1FF; }

/* Which edge of the map (x, y) lies over: a direction, or none. */
u32 GetMapBorderIdAt(s32 x, s32 y) {
    if (x < MAP_OFFSET) return DIR_WEST;
    if (x >= gBackupMapLayout.width - (MAP_OFFSET + 1)) return DIR_EAST;
    if (y < MAP_OFFSET) return DIR_NORTH;
    if (y >= gBackupMapLayout.height - MAP_OFFSET) return DIR_SOUTH;
    return DIR_NONE;
}

const struct MapConnection *GetConnectionAt(u32 border, s32 x, s32 y) {
    const struct MapConnections *all = gMapHeader.connections;
    if (!all) return NULL;
    for (s32 i = 0; i < all->count; i++) {
        const struct MapConnection *c = &all->connections[i];
        const struct MapLayout *there = GetMapHeader(c->mapGroup, c->mapNum)->mapLayout;
        s32 along = (border == DIR_NORTH || border == DIR_SOUTH ? x : y) - MAP_OFFSET - c->offset;
        s32 length = border == DIR_NORTH || border == DIR_SOUTH ? there->width : there->height;
        if (c->direction == border && along >= 0 && along < length) return c;
    }
    return NULL;
}

/* On the first frame of a step over the edge: the neighbour becomes the current map.
 * The caller has already moved the player's coordinates by (dx, dy). */
KEEP bool32 TryCrossConnection(s32 dx, s32 dy) {
    struct Coords16 *at = &PLAYER->currentCoords;
    u32 border = GetMapBorderIdAt(at->x, at->y);
    const struct MapConnection *c;
    const struct MapLayout *here = gMapHeader.mapLayout, *there;
    s32 shiftX = 0, shiftY = 0;
    (void)dx;
    (void)dy;
    if (border == DIR_NONE) return FALSE;
    c = GetConnectionAt(border, at->x, at->y);
    if (!c) return FALSE;
    there = GetMapHeader(c->mapGroup, c->mapNum)->mapLayout;
    switch (border) {
    case DIR_NORTH: shiftX = -c->offset; shiftY = there->height; break;
    case DIR_SOUTH: shiftX = -c->offset; shiftY = -here->height; break;
    case DIR_WEST: shiftX = there->width; shiftY = -c->offset; break;
    default: shiftX = -here->width; shiftY = -c->offset; break;
    }
    gSaveBlock1Ptr->location.mapGroup = c->mapGroup;
    gSaveBlock1Ptr->location.mapNum = c->mapNum;
    gSaveBlock1Ptr->location.warpId = -1;
    LoadCurrentMapData();
    LoadObjectEventTemplates();
    InitMap();
    LoadMapTilesets();
    ShiftObjectEvents(shiftX, shiftY);
    CameraShift(shiftX, shiftY);
    return TRUE;
}
