#ifndef POKEMON_H
#define POKEMON_H
#include "types.h"

struct BoxPokemon {
    u32 personality, otId;
    u8 nickname[10];
    u8 language;
    u8 isBadEgg : 1, hasSpecies : 1, isEgg : 1, blockBoxRS : 1, unused : 4;
    u8 otName[7];
    u8 markings;
    u16 checksum, unknown;
    u32 secure[12];
};
SIZE_IS(struct BoxPokemon, 0x50);
AT(struct BoxPokemon, otName, 0x14);
AT(struct BoxPokemon, secure, 0x20);

struct Pokemon {
    struct BoxPokemon box;
    u32 status;
    u8 level, mail;
    u16 hp, maxHP, attack, defense, speed, spAttack, spDefense;
};
SIZE_IS(struct Pokemon, 0x64);

/* The four decrypted substructures, in logical order. */
struct PokemonData {
#if PACKED_MONS
    u16 species : 11, teraType : 5;
    u16 heldItem : 10, unusedItemBits : 6;
    u32 experience : 21, nickname11 : 8, unusedExperienceBits : 3;
#else
    u16 species, heldItem;
    u32 experience;
#endif
    u8 ppBonuses, friendship;
    u16 filler;
    u16 moves[4];
    u8 pp[4];
    u8 evs[6], contest[6];
    u8 pokerus, metLocation;
    u16 metInfo;
    u32 ivs, ribbons;
};
SIZE_IS(struct PokemonData, 0x30);
AT(struct PokemonData, ppBonuses, 8);
/* A move or its PP of a word that may have other bits above it; and the word with another value. */
#define MOVE_BITS 0x7FF
#define PP_BITS 0x7F
#if PACKED_MONS
#define UNPACKED(word, bits) ((word) & (bits))
#define REPACKED(word, bits, value) (((word) & ~(bits)) | ((value) & (bits)))
#else
#define UNPACKED(word, bits) (word)
#define REPACKED(word, bits, value) (value)
#endif

struct SpeciesInfo {
    u8 baseHP, baseAttack, baseDefense, baseSpeed, baseSpAttack, baseSpDefense;
    u8 types[2];
    u8 catchRate, expYield;
    u16 evYield, itemCommon, itemRare;
    u8 genderRatio, eggCycles, friendship, growthRate, eggGroups[2], abilities[2], fleeRate;
    u8 bodyColor, pad[2];
    RECORD_SPARE
};
SIZE_IS(struct SpeciesInfo, 0x1C + RECORD_EXTRA);

struct BattleMove {
    u8 effect, power, type, accuracy, pp, secondaryEffectChance, target;
    s8 priority;
    u32 flags;
    RECORD_SPARE
};
SIZE_IS(struct BattleMove, 0xC + RECORD_EXTRA);

extern struct Pokemon gPlayerParty[6], gEnemyParty[6];
extern u8 gPlayerPartyCount, gEnemyPartyCount;
extern const struct SpeciesInfo gSpeciesInfo[];
extern const u8 gSpeciesNames[][11 + RECORD_EXTRA];
extern const u8 gMoveNames[][13 + RECORD_EXTRA];
extern const u8 gTypeNames[][7];
extern const u8 gAbilityNames[][13];
extern const struct BattleMove gBattleMoves[];
extern const u32 gExperienceTables[][101];
#define SPECIES_COUNT 6
#define MOVE_COUNT 20

void ReadPokemonData(const struct BoxPokemon *box, struct PokemonData *data);
void WritePokemonData(struct BoxPokemon *box, const struct PokemonData *data);
void CreateMon(struct Pokemon *mon, u32 species, u32 level, const u16 *moves);
void CalculateMonStats(struct Pokemon *mon);
void GiveStartingParty(void);
/* The next free record of the party; FALSE when there is none. */
bool32 GiveMon(u32 species, u32 level);
void HealPlayerParty(void);
void ZeroEnemyPartyMons(void);
/* How many records have somebody in them; each writes its count. */
u32 CalculatePlayerPartyCount(void);
u32 CalculateEnemyPartyCount(void);
/* 0 where the record is empty. */
u32 GetMonSpecies(const struct Pokemon *mon);
void SetMonItem(struct Pokemon *mon, u32 item);
/* A move and its points, whatever the index; points are those of the move's record. */
void SetMonMoveSlot(struct Pokemon *mon, u32 move, u32 slot);
void GetMonNickname(const struct Pokemon *mon, u8 *name);
void SetMonNickname(struct Pokemon *mon, const u8 *name);
extern const u16 gDefaultMoves[SPECIES_COUNT][4];
void GiveExperience(struct Pokemon *mon, u32 amount);

#endif
