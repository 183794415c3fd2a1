/* The bag: pockets in SaveBlock1, quantities under the key. The items in the PC are not. */
#include "main.h"
#include "save.h"

struct BagPocket EWRAM(gBagPockets) gBagPockets[5];

void SetBagPocketPointers(void) {
    struct SaveBlock1 *save = gSaveBlock1Ptr;
    struct ItemSlot *const slots[] = {save->bagItems, save->bagKeyItems, save->bagBalls, save->bagTMs,
                                      save->bagBerries};
    static const u8 sCapacities[] = {42, 30, 13, 58, 43};
    for (u32 i = 0; i < 5; i++) {
        gBagPockets[i].itemSlots = slots[i];
        gBagPockets[i].capacity = sCapacities[i];
    }
}

u32 BagItemQuantity(const struct ItemSlot *slot) {
    return (slot->quantity ^ SAVE_KEY) & 0xFFFF;
}

KEEP bool32 AddBagItem(u32 itemId, u32 count) {
    const struct BagPocket *pocket = &gBagPockets[gItems[itemId].pocket - 1];
    for (u32 i = 0; i < pocket->capacity; i++) {
        struct ItemSlot *slot = &pocket->itemSlots[i];
        if (slot->itemId != itemId && slot->itemId != 0) continue;
        if (slot->itemId == itemId) count += BagItemQuantity(slot);
        slot->itemId = itemId;
        slot->quantity = count ^ SAVE_KEY;
        return TRUE;
    }
    return FALSE;
}

KEEP bool32 AddPCItem(u32 itemId, u32 count) {
    struct ItemSlot *slots = gSaveBlock1Ptr->pcItems, *target = NULL;
    for (u32 i = 0; i < ARRAY_COUNT(gSaveBlock1Ptr->pcItems); i++) {
        if (slots[i].itemId == itemId) {
            if (slots[i].quantity + count > 999) return FALSE;
            slots[i].quantity += count;
            return TRUE;
        }
        if (!slots[i].itemId && !target) target = &slots[i];
    }
    if (!target) return FALSE;
    target->itemId = itemId;
    target->quantity = count;
    return TRUE;
}
