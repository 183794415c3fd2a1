#ifndef HW_H
#define HW_H
#include "types.h"

#define REG16(off) (*(volatile u16 *)(0x04000000 + (off)))
#define REG32(off) (*(volatile u32 *)(0x04000000 + (off)))
#define REG_DISPCNT REG16(0x000)
#define REG_DISPSTAT REG16(0x004)
#define REG_BGCNT(n) REG16(0x008 + 2 * (n))
#define REG_BGHOFS(n) REG16(0x010 + 4 * (n))
#define REG_BGVOFS(n) REG16(0x012 + 4 * (n))
#define REG_DMA3SAD REG32(0x0D4)
#define REG_DMA3DAD REG32(0x0D8)
#define REG_DMA3CNT REG32(0x0DC)
#define REG_KEYINPUT REG16(0x130)
#define REG_IE REG16(0x200)
#define REG_IF REG16(0x202)
#define REG_WAITCNT REG16(0x204)
#define REG_IME REG16(0x208)
#define INTR_VECTOR (*(volatile u32 *)0x03007FFC)
#define INTR_CHECK_BIOS (*(volatile u16 *)0x03007FF8)

#define BG_PLTT ((volatile u16 *)0x05000000)
#define OBJ_PLTT ((volatile u16 *)0x05000200)
#define VRAM ((u8 *)0x06000000)
#define OBJ_VRAM ((u8 *)0x06010000)
#define OAM ((u16 *)0x07000000)
#define CHAR_BASE(n) (VRAM + 0x4000 * (n))
#define SCREEN_BASE(n) ((u16 *)(VRAM + 0x800 * (n)))

#define DISPCNT_OBJ_1D 0x0040
#define DISPCNT_BG(n) (0x0100 << (n))
#define DISPCNT_OBJ 0x1000

#define A_BUTTON 0x001
#define B_BUTTON 0x002
#define SELECT_BUTTON 0x004
#define START_BUTTON 0x008
#define DPAD_RIGHT 0x010
#define DPAD_LEFT 0x020
#define DPAD_UP 0x040
#define DPAD_DOWN 0x080
#define R_BUTTON 0x100
#define L_BUTTON 0x200
#define DPAD_ANY 0x0F0
#define KEYS_MASK 0x3FF

void DmaCopy16(const void *src, void *dst, u32 bytes);
void DmaCopy16Backwards(const void *src, void *dst, u32 bytes);
void DmaFill16(u16 value, void *dst, u32 bytes);
void DmaFill32(u32 value, void *dst, u32 bytes);
void LZ77UnCompVram(const void *src, void *dst);
void Halt(void);

#endif
