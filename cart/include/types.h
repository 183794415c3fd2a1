#ifndef TYPES_H
#define TYPES_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef signed char s8;
typedef signed short s16;
typedef signed int s32;
typedef u8 bool8;
typedef u32 bool32;

#define TRUE 1
#define FALSE 0
#define NULL ((void *)0)

/* Every global has a section of its own, so that a variant of the cartridge can put it anywhere.
 * "used" keeps the optimiser from shrinking or dropping what only a tool ever reads. */
#define EWRAM(name) __attribute__((section(".bss.ewram." #name), used))
#define IWRAM(name) __attribute__((section(".bss.iwram." #name), used))
/* Functions whose address lies in RAM at some time, and those worth a symbol. */
#define KEEP __attribute__((noinline, used))
#define ARRAY_COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define SIZE_IS(type, size) _Static_assert(sizeof(type) == (size), #type " has another size")
#define AT(type, field, offset) \
    _Static_assert(__builtin_offsetof(type, field) == (offset), #type "." #field " moved")

typedef void (*Func)(void);

/* What a hack of the engine may do otherwise; a variant's build says which. */
#ifndef BEHAVIOR_FLIP
#define BEHAVIOR_FLIP 0 /* bits in which its numbers of metatile behaviours differ */
#endif
#ifndef OBJECT_EXTRA
#define OBJECT_EXTRA 0 /* bytes that its object events have more */
#endif
#ifndef RECORD_EXTRA
#define RECORD_EXTRA 0 /* bytes, a multiple of 4, that battlers and records in the ROM have more */
#endif
/* What a rebuilt engine keeps in another form: with all of these, it has a layout of its own, which
 * can be told all the same. The names of the fields are those of the expansions of the engine. */
#ifndef WIDE_GRAPHICS
#define WIDE_GRAPHICS 0 /* object events: graphics ids of 16 bits, the sprite's id in the last byte */
#endif
#ifndef AVATAR_STATE
#define AVATAR_STATE 0 /* the avatar: a state in place of flags, and all behind it a byte later */
#endif
#ifndef LATE_FADE
#define LATE_FADE 0 /* palette fades: the active bit at +0xF */
#endif
#ifndef PLAIN_MONS
#define PLAIN_MONS 0 /* mons: not encrypted, in a fixed order, without a checksum */
#endif
#ifndef PACKED_MONS
#define PACKED_MONS 0 /* mons: other bits above species, item, experience, moves and PP */
#endif
#ifndef GROWN_BATTLERS
#define GROWN_BATTLERS 0 /* battlers: 0x60 bytes, wide abilities, three types, longer nicknames */
#endif
#ifndef GIFT_ROUTINE
#define GIFT_ROUTINE 0 /* scripts give a mon by a routine that they call, not by a command */
#endif
#ifndef MOVED_SAVE
#define MOVED_SAVE 0 /* SaveBlock1: another order and size, and no key */
#endif
/* Whether events are as strict as the engine's. The base's image is pinned without it; the variants
 * that start elsewhere have it, because derivation leaves their places by signs of its own. */
#ifndef STRICT_EVENTS
#define STRICT_EVENTS 0
#endif
#if OBJECT_EXTRA
#define OBJECT_SPARE u8 spare[OBJECT_EXTRA];
#else
#define OBJECT_SPARE
#endif
#if RECORD_EXTRA
#define RECORD_SPARE u8 hackSpare[RECORD_EXTRA];
#else
#define RECORD_SPARE
#endif

#endif
