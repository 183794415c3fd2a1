"""Money, coins and the word that encrypts them: ``save_block1.money``, ``save_block1.coins``.

A script gives money; the word of SaveBlock1 that grows by the amount is the money. In most engines it
is kept XORed with a word of SaveBlock2; some have removed that, and some have set the word to zero
for good, so that the engine is asked whether it still reads it. Coins are likewise found by a script
that gives some; engines that pack them leave bits above to other things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from gbatool.engine.engine import NONE
from gbatool.engine.save_layouts import KEY
from gbatool.engine.traits import field_of, field_value
from gbatool.memory import RAM_REGIONS, Address
from gbatool.scan.findings import Candidate, ProbeFinding
from gbatool.scan.kernel.memory_scan import addresses
from gbatool.scan.lab import stages
from gbatool.scan.lab.byte_code import add_coins, add_money
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.pokes import Write, write16, write32
from gbatool.scan.lab.save_data import (
    Words,
    after_scripts,
    base_block,
    block_of,
    data_of,
    key_of,
    then,
    words_of,
)
from gbatool.scan.lab.talk import WAITING
from gbatool.scan.locator import Locator, LocatorDoc, Probe

MONEY, COINS, ENCRYPTION = "save_block1.money", "save_block1.coins", f"save_block2.{KEY}"
AMOUNTS = (777, 12345)
MOST = 9_999_999
"""More money than any engine lets the player have."""
WRITTEN, ADDED = (4096, 65432), 321
"""Amounts that are written, and what is added to them."""
OTHER_KEY = 0x5A3C_96E1
COIN_AMOUNTS, COINS_WRITTEN, COINS_ADDED = (50, 3210), (777, 5000), 33
FEWEST_COIN_BITS = 14
"""9999 coins need so many bits."""


def _grown(words: list[Words], key: int, amounts: tuple[int, ...], most: int) -> list[int]:
    """Indices of words that, decrypted, grew by each of the amounts."""
    before, *after = (word.astype(np.int64) ^ key for word in words)
    hits = before <= most
    for word, amount in zip(after, amounts, strict=True):
        hits &= word - before == amount
    found: list[int] = np.flatnonzero(hits).tolist()
    return found


class WriteMoney(Probe):
    """Money that was written there is what more is added to."""

    name = "poke-money"
    stage = stages.WAITING
    predicted = "the next money that a script gives is added to the amount written there"
    observed = "{} of {} amounts were added to"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write several amounts, encrypted as the candidate says."""
        at, key = _places(lab, candidate)
        word = lab.snapshot(WAITING).u32(key) if key else 0
        held = 0
        for amount in WRITTEN:
            after = then(lab, add_money(ADDED), write32(at, amount ^ word))
            held += after.u32(at) ^ word == amount + ADDED
        return self.tally(held, len(WRITTEN))


class ChangeKey(Probe):
    """With another key written, money is decrypted with that; without one, with nothing."""

    name = "poke-key"
    stage = stages.WAITING
    predicted = "money is encrypted with the word that was written as the key, or with none"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write another key; or, where there is none, turn a bit of every word of SaveBlock2."""
        at, key = _places(lab, candidate)
        poke: Poke
        if key:
            word, poke = OTHER_KEY, write32(key, OTHER_KEY)
        else:
            word, poke = 0, _turned(lab)
        after = then(lab, add_money(ADDED), poke, write32(at, WRITTEN[0] ^ word))
        held = after.u32(at) ^ word == WRITTEN[0] + ADDED
        return self.single(held=held, yes="it was", no="another amount came out")


def _places(lab: Lab, candidate: Candidate) -> tuple[Address, Address | None]:
    """Where the money is, and its key if it has one."""
    money, key = candidate.traits[MONEY], candidate.traits[ENCRYPTION]
    at = Address(base_block(lab) + field_of(money)[0])
    return at, None if key == NONE else Address(base_block(lab, 2) + field_of(key)[0])


def _turned(lab: Lab) -> Write:
    """Turns the lowest bit of every word of SaveBlock2."""
    words = words_of(lab, lab.snapshot(WAITING), 2) ^ 1
    return Write(base_block(lab, 2), words.tobytes())


class Money(Locator):
    """The player's money, and what encrypts it."""

    symbol = MONEY
    size = 0
    requires = ("sGlobalScriptContext",)
    after = ("gSaveBlock1Ptr", "gSaveBlock1")
    prefers = ("gSaveBlock2Ptr", "gSaveBlock2")
    teaches = (MONEY, ENCRYPTION)
    probes = (WriteMoney(), ChangeKey())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock1 the money is, and which word of SaveBlock2 encrypts it.",
        rivals={
            "a copy of the money": "poke-money",
            "a word that is the same as the key": "poke-key",
        },
        references=("pret/pokefirered: src/money.c", "pret/pokefirered: src/load_save.c"),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Words that grew by the money that a script gave, under each word of SaveBlock2 or none."""
        ram = after_scripts(lab, b"", *map(add_money, AMOUNTS))
        words = [words_of(lab, one) for one in ram]
        found = [self._plain(4 * i) for i in _grown(words, 0, AMOUNTS, MOST)]
        for offset in [4 * i for i in _grown(words, 0, AMOUNTS, MOST)]:
            found += [self._encrypted(offset, key) for key in _silent_keys(lab, offset)]
        keys = words_of(lab, ram[0], 2)
        for at in np.flatnonzero(keys).tolist():
            grown = _grown(words, int(keys[at]), AMOUNTS, MOST)
            found += [self._encrypted(4 * i, 4 * at) for i in grown]
        return found

    @staticmethod
    def _plain(offset: int) -> Candidate:
        traits = {MONEY: field_value("u32", offset), ENCRYPTION: NONE}
        return Candidate(Address(offset), "it grew by the money given", traits=traits)

    @staticmethod
    def _encrypted(offset: int, key: int) -> Candidate:
        traits = {MONEY: field_value("u32", offset), ENCRYPTION: field_value("u32", key)}
        reason = "decrypted, it grew by the money given"
        return Candidate(Address(offset), reason, {"key": key}, traits)


def _silent_keys(lab: Lab, offset: int) -> Iterator[int]:
    """Offsets of words of SaveBlock2 that are 0 and that the money is encrypted with none the less."""
    block, at = base_block(lab, 2), base_block(lab) + offset
    before = lab.snapshot(WAITING)
    data = data_of(lab, before, 2)
    zeros = [4 * i for i in np.flatnonzero(data.view("<u4") == 0).tolist()]

    def matters(offsets: list[int]) -> bool:
        changed = data.copy()
        changed[offsets] = 1
        after = then(lab, add_money(AMOUNTS[0]), Write(block, changed.tobytes()))
        return after.u32(at) != before.u32(at) + AMOUNTS[0]

    yield from _narrowed(zeros, matters) if matters(zeros) else ()


def _narrowed(offsets: list[int], matters: Callable[[list[int]], bool]) -> list[int]:
    """The offsets that matter alone, by halving."""
    if len(offsets) == 1:
        return offsets
    middle = len(offsets) // 2
    halves = offsets[:middle], offsets[middle:]
    return [one for half in halves if half and matters(half) for one in _narrowed(half, matters)]


class WriteCoins(Probe):
    """Coins that were written there are what more are added to."""

    name = "poke-coins"
    stage = stages.WAITING
    predicted = "the next coins that a script gives are added to those written there"
    observed = "{} of {} amounts were added to"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Write several amounts, encrypted as is proven for the money."""
        at, key, mask = _coins(lab, candidate)
        held = 0
        for amount in COINS_WRITTEN:
            after = then(lab, add_coins(COINS_ADDED), write16(at, amount ^ key & mask))
            held += (after.u16(at) ^ key) & mask == amount + COINS_ADDED
        return self.tally(held, len(COINS_WRITTEN))


class TurnBitsAbove(Probe):
    """With a bit above them set there are too many coins to add any, unless it is not theirs."""

    name = "poke-bits"
    stage = stages.WAITING
    predicted = "bits that are not the coins' do not keep the engine from adding some"
    observed = "{} of {} bits agreed"

    def run(self, lab: Lab, candidate: Candidate) -> ProbeFinding:
        """Turn each bit above those that 9999 coins need."""
        if candidate.traits[COINS] == NONE:
            return self.single(held=True, yes="they are outside the save block", no="")
        at, key, mask = _coins(lab, candidate)
        key &= mask
        bits = range(FEWEST_COIN_BITS, 16)
        held = 0
        for bit in bits:
            more = 1 << bit
            after = then(lab, add_coins(COINS_ADDED), write16(at, COINS_WRITTEN[0] ^ key | more))
            if mask >> bit & 1:
                after = then(
                    lab, add_coins(COINS_ADDED), write16(at, (COINS_WRITTEN[0] | more) ^ key)
                )
            added = after.u16(at) ^ key == COINS_WRITTEN[0] + COINS_ADDED | more
            held += added != bool(mask >> bit & 1)
        return self.tally(held, len(bits))


def _coins(lab: Lab, candidate: Candidate) -> tuple[Address, int, int]:
    """Where coins are, the key that they are encrypted with, and the bits that are theirs."""
    at, key = candidate.fields["at"], 0
    if candidate.fields["encrypted"]:
        key = key_of(lab, lab.snapshot(WAITING)) & 0xFFFF
    bits = candidate.fields["bits"]
    return Address(at), key, (1 << bits) - 1


class Coins(Locator):
    """The coins of the Game Corner."""

    symbol = COINS
    size = 0
    requires = ("sGlobalScriptContext", MONEY)
    teaches = (COINS,)
    probes = (WriteCoins(), TurnBitsAbove())
    stage = stages.WAITING
    doc = LocatorDoc(
        summary="Where in SaveBlock1 the coins are; none where the engine keeps them elsewhere.",
        rivals={
            "a copy of the coins": "poke-coins",
            "a form with more or fewer bits": "poke-bits",
        },
        references=("pret/pokefirered: src/coins.c",),
    )

    def scan(self, lab: Lab) -> list[Candidate]:
        """Half-words that grew by the coins that a script gave; outside the block only if none did."""
        ram = after_scripts(lab, b"", *map(add_coins, COIN_AMOUNTS))
        key, block = key_of(lab, ram[0]) & 0xFFFF, block_of(lab, ram[0])
        halves = [words_of(lab, one, form="<u2") for one in ram]
        found = []
        for index in _grown(halves, key, COIN_AMOUNTS, 9999):
            for bits in range(16, FEWEST_COIN_BITS - 1, -1):
                part = (0, bits) if bits < 16 else None
                traits = {COINS: field_value("u16", 2 * index, part=part)}
                at = block + 2 * index
                fields = {"at": at, "bits": bits, "encrypted": int(key != 0)}
                reason = "it grew by the coins given"
                found.append(Candidate(Address(2 * index), reason, fields, traits))
        return found or [
            Candidate(
                at,
                "it grew by the coins given, outside the save block",
                {"at": at, "bits": 16, "encrypted": 0},
                {COINS: NONE},
            )
            for region in RAM_REGIONS
            for at in addresses(
                region,
                np.isin(
                    np.arange(region.size // 2),
                    _grown([one.words(region, "<u2") for one in ram], 0, COIN_AMOUNTS, 9999),
                ),
                2,
            )
        ]
