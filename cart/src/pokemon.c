/* Party records: four shuffled, keyed substructures under a checksum. */
#include "pokemon.h"
#include "main.h"
#include "save.h"
#include "text.h"

struct Pokemon EWRAM(gPlayerParty) gPlayerParty[6];
struct Pokemon EWRAM(gEnemyParty) gEnemyParty[6];
u8 EWRAM(gPlayerPartyCount) gPlayerPartyCount;
u8 EWRAM(gEnemyPartyCount) gEnemyPartyCount;

#if PLAIN_MONS
void ReadPokemonData(const struct BoxPokemon *box, struct PokemonData *data) {
    MemCopy(data, box->secure, sizeof(*data));
}

/* Where the checksum was, there is the species once more. */
void WritePokemonData(struct BoxPokemon *box, const struct PokemonData *data) {
    MemCopy(box->secure, data, sizeof(*data));
    box->checksum = data->species;
}
#else
/* Physical place of logical substructures 0-3, two bits each, by personality modulo 24. */
#define PLACES(a, b, c, d) (a | b << 2 | c << 4 | d << 6)
static const u8 sOrders[24] = {
    PLACES(0, 1, 2, 3), PLACES(0, 1, 3, 2), PLACES(0, 2, 1, 3), PLACES(0, 3, 1, 2),
    PLACES(0, 2, 3, 1), PLACES(0, 3, 2, 1), PLACES(1, 0, 2, 3), PLACES(1, 0, 3, 2),
    PLACES(2, 0, 1, 3), PLACES(3, 0, 1, 2), PLACES(2, 0, 3, 1), PLACES(3, 0, 2, 1),
    PLACES(1, 2, 0, 3), PLACES(1, 3, 0, 2), PLACES(2, 1, 0, 3), PLACES(3, 1, 0, 2),
    PLACES(2, 3, 0, 1), PLACES(3, 2, 0, 1), PLACES(1, 2, 3, 0), PLACES(1, 3, 2, 0),
    PLACES(2, 1, 3, 0), PLACES(3, 1, 2, 0), PLACES(2, 3, 1, 0), PLACES(3, 2, 1, 0)};

void ReadPokemonData(const struct BoxPokemon *box, struct PokemonData *data) {
    u32 key = box->personality ^ box->otId, order = sOrders[box->personality % 24];
    u32 *words = (u32 *)data;
    for (u32 i = 0; i < 4; i++)
        for (u32 j = 0; j < 3; j++)
            words[i * 3 + j] = box->secure[(order >> (i * 2) & 3) * 3 + j] ^ key;
}

void WritePokemonData(struct BoxPokemon *box, const struct PokemonData *data) {
    u32 key = box->personality ^ box->otId, order = sOrders[box->personality % 24];
    const u32 *words = (const u32 *)data;
    u16 sum = 0;
    for (u32 i = 0; i < 12; i++) sum += (words[i] & 0xFFFF) + (words[i] >> 16);
    for (u32 i = 0; i < 4; i++)
        for (u32 j = 0; j < 3; j++)
            box->secure[(order >> (i * 2) & 3) * 3 + j] = words[i * 3 + j] ^ key;
    box->checksum = sum;
}
#endif

static u32 Stat(u32 base, u32 iv, u32 level) { return (2 * base + iv) * level / 100 + 5; }

KEEP void CalculateMonStats(struct Pokemon *mon) {
    struct PokemonData data;
    const struct SpeciesInfo *info;
    u32 level = mon->level, oldMax = mon->maxHP, ivs;
    ReadPokemonData(&mon->box, &data);
    info = &gSpeciesInfo[data.species];
    ivs = data.ivs;
    mon->maxHP = (2 * info->baseHP + (ivs & 31)) * level / 100 + level + 10;
    mon->hp += mon->maxHP - oldMax;
    mon->attack = Stat(info->baseAttack, ivs >> 5 & 31, level);
    mon->defense = Stat(info->baseDefense, ivs >> 10 & 31, level);
    mon->speed = Stat(info->baseSpeed, ivs >> 15 & 31, level);
    mon->spAttack = Stat(info->baseSpAttack, ivs >> 20 & 31, level);
    mon->spDefense = Stat(info->baseSpDefense, ivs >> 25 & 31, level);
}

#if PACKED_MONS
/* What else the words of species, item, experience, moves and PP hold. */
static void FillOtherBits(struct PokemonData *data) {
    data->teraType = gSpeciesInfo[data->species].types[0] + 1;
    data->unusedItemBits = 0x2A;
    data->nickname11 = EOS;
    for (u32 i = 0; i < 4; i++) data->moves[i] |= 0x15 << 11;
    data->pp[0] |= 0x80;
}
#endif

KEEP void CreateMon(struct Pokemon *mon, u32 species, u32 level, const u16 *moves) {
    struct PokemonData data;
    const u8 *id = gSaveBlock2Ptr->playerTrainerId;
    MemFill(mon, 0, sizeof(*mon));
    MemFill(&data, 0, sizeof(data));
    mon->box.personality = Random() | (u32)Random() << 16;
    mon->box.otId = id[0] | id[1] << 8 | id[2] << 16 | (u32)id[3] << 24;
    mon->box.language = 2;
    mon->box.hasSpecies = TRUE;
    MemFill(mon->box.nickname, EOS, 10);
    for (u32 i = 0; i < 10 && gSpeciesNames[species][i] != EOS; i++)
        mon->box.nickname[i] = gSpeciesNames[species][i];
    MemFill(mon->box.otName, EOS, 7);
    for (u32 i = 0; i < 7 && gSaveBlock2Ptr->playerName[i] != EOS; i++)
        mon->box.otName[i] = gSaveBlock2Ptr->playerName[i];
    data.species = species;
    data.experience = gExperienceTables[gSpeciesInfo[species].growthRate][level];
    data.friendship = gSpeciesInfo[species].friendship;
    for (u32 i = 0; i < 4 && moves[i]; i++) {
        data.moves[i] = moves[i];
        data.pp[i] = gBattleMoves[moves[i]].pp;
    }
    data.metLocation = 88;
    data.metInfo = level | 4 << 7 | 4 << 11;
    data.ivs = (Random() & 0x7FFF) | (u32)(Random() & 0x7FFF) << 15;
#if PACKED_MONS
    FillOtherBits(&data);
#endif
    WritePokemonData(&mon->box, &data);
    mon->level = level;
    mon->mail = 0xFF;
    CalculateMonStats(mon);
}

const u16 gDefaultMoves[SPECIES_COUNT][4] = {{0},          {1, 2, 4, 0}, {1, 5, 4, 0},
                                            {1, 3, 8, 0}, {1, 6, 8, 0}, {7, 8, 9, 0}};

KEEP bool32 GiveMon(u32 species, u32 level) {
    u32 slot = 0;
    if (species >= SPECIES_COUNT) species = 1;
    /* The records decide, not the count: that follows them. */
    while (slot < 6 && gPlayerParty[slot].box.hasSpecies) slot++;
    if (slot == 6) return FALSE;
    CreateMon(&gPlayerParty[slot], species, level, gDefaultMoves[species]);
    gPlayerPartyCount = slot + 1;
    return TRUE;
}

KEEP void GiveStartingParty(void) {
    gPlayerPartyCount = 0;
    MemFill(gPlayerParty, 0, sizeof(gPlayerParty));
    GiveMon(1, 7);
    GiveMon(2, 5);
}

KEEP void HealPlayerParty(void) {
    for (u32 i = 0; i < gPlayerPartyCount; i++) gPlayerParty[i].hp = gPlayerParty[i].maxHP;
}

KEEP void ZeroEnemyPartyMons(void) { MemFill(gEnemyParty, 0, sizeof(gEnemyParty)); }

/* 0 where the record is empty. */
KEEP u32 GetMonSpecies(const struct Pokemon *mon) {
    struct PokemonData data;
    ReadPokemonData(&mon->box, &data);
    return data.species;
}

KEEP u32 CalculatePlayerPartyCount(void) {
    gPlayerPartyCount = 0;
    while (gPlayerPartyCount < 6 && GetMonSpecies(&gPlayerParty[gPlayerPartyCount]))
        gPlayerPartyCount++;
    return gPlayerPartyCount;
}

KEEP u32 CalculateEnemyPartyCount(void) {
    gEnemyPartyCount = 0;
    while (gEnemyPartyCount < 6 && GetMonSpecies(&gEnemyParty[gEnemyPartyCount]))
        gEnemyPartyCount++;
    return gEnemyPartyCount;
}

#if GIFT_ROUTINE
KEEP void SetMonItem(struct Pokemon *mon, u32 item) {
    struct PokemonData data;
    ReadPokemonData(&mon->box, &data);
    data.heldItem = item;
    WritePokemonData(&mon->box, &data);
}
#endif

KEEP void SetMonMoveSlot(struct Pokemon *mon, u32 move, u32 slot) {
    struct PokemonData data;
    ReadPokemonData(&mon->box, &data);
    data.moves[slot] = REPACKED(data.moves[slot], MOVE_BITS, move);
    data.pp[slot] = REPACKED(data.pp[slot], PP_BITS, gBattleMoves[move].pp);
    WritePokemonData(&mon->box, &data);
}

KEEP void GetMonNickname(const struct Pokemon *mon, u8 *name) {
    MemCopy(name, mon->box.nickname, 10);
    name[10] = EOS;
}

/* Filled up with terminators, as it is kept. */
KEEP void SetMonNickname(struct Pokemon *mon, const u8 *name) {
    MemFill(mon->box.nickname, EOS, 10);
    for (u32 i = 0; i < 10 && name[i] != EOS; i++) mon->box.nickname[i] = name[i];
}

KEEP void GiveExperience(struct Pokemon *mon, u32 amount) {
    struct PokemonData data;
    const u32 *curve;
    ReadPokemonData(&mon->box, &data);
    curve = gExperienceTables[gSpeciesInfo[data.species].growthRate];
    data.experience += amount;
    WritePokemonData(&mon->box, &data);
    while (mon->level < 100 && data.experience >= curve[mon->level + 1]) {
        mon->level++;
        CalculateMonStats(mon);
    }
}
