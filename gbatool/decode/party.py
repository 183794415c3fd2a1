"""Decode the player's party.

The records decide who is in it, as in the engine itself: ``gPlayerPartyCount`` follows them. It is
checked where it is known, and not believed.
"""

from __future__ import annotations

from gbatool.decode.fields import check_range, read_u8
from gbatool.decode.main import refuse_unfinished_work
from gbatool.decode.mon import Mon, decode_mon
from gbatool.engine.pokemon import PARTY_SIZE
from gbatool.memory import Snapshot
from gbatool.profile import Profile

PARTY, COUNT = "gPlayerParty", "gPlayerPartyCount"


def decode_party(ram: Snapshot, profile: Profile) -> tuple[Mon, ...]:
    """The members of the party, by slot; empty when there is none.

    Raises:
        NotLoadedError: The main loop was still at work: a record may be half decrypted.
        DecodeError: A record's checksum is wrong, or a value is none that the game can have.
        UnprovenSymbolError: ``gPlayerParty`` is not proven in the profile.
    """
    refuse_unfinished_work(ram, profile)
    members = (decode_mon(ram, profile, PARTY, slot) for slot in range(PARTY_SIZE))
    party = tuple(mon for mon in members if mon is not None)
    if profile.has(COUNT):
        at = profile.address(COUNT)
        check_range(COUNT, at, read_u8(ram, COUNT, at), 0, PARTY_SIZE)
    return party
