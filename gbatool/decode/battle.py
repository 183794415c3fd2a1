"""Tell what kind of battle it is and how it stands: running, or decided with which outcome.

``gMain.inBattle`` is 1 from the battle's setup to the end of its last text. The outcome is set long
before that, and both it and the battle's flags keep their values afterwards, until the first frames
of the next battle. They are read only while ``inBattle`` is 1 and battlers are there, and an outcome
counts only if a battler is of the opponent's present party: the records of the last battle's mons
stay as long as its outcome does.
"""

from __future__ import annotations

from typing import Any

from gbatool.decode.fields import check_range, read_array, read_byte, read_u8
from gbatool.decode.header import text_form
from gbatool.decode.modes import Mode
from gbatool.engine import battle as layout
from gbatool.engine.pokemon import PARTY_SIZE
from gbatool.engine.text import END, decode_text, read_bytes
from gbatool.errors import DecodeError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

OUTCOMES = (
    "running",
    "won",
    "lost",
    "drew",
    "ran",
    "player teleported",
    "foe fled",
    "caught",
    "no balls left",
    "forfeited",
    "foe teleported",
)
LINK_PARTNER_RAN = 0x80
FLAGS, COUNT, OUTCOME = "gBattleTypeFlags", "gBattlersCount", "gBattleOutcome"
TEXT = "gDisplayedStringBattle"
WITNESSES = MONS, FOES = "gBattleMons", "gEnemyParty"
"""They tell an outcome of this battle from one of the last."""
_MODES = {0: Mode.BATTLE, 1: Mode.BATTLE_WON, 2: Mode.BATTLE_LOST}


def decode_outcome(ram: Snapshot, profile: Profile) -> int | None:
    """How the battle that ``gMain`` says is on has ended, an index of ``OUTCOMES``.

    0 also where an outcome is still that of the last battle; None where ``gBattleOutcome`` isn't
    known, or nothing tells whose outcome it is.

    Raises:
        DecodeError: It is none of the engine's outcomes.
    """
    if not profile.has(OUTCOME):
        return None
    outcome = _stored_outcome(ram, profile)
    if outcome == 0:
        return 0
    if not all(map(profile.has, WITNESSES)):
        return None
    return outcome if has_foe_of_party(ram, profile) else 0


def _stored_outcome(ram: Snapshot, profile: Profile) -> int:
    at = profile.address(OUTCOME)
    outcome = read_u8(ram, OUTCOME, at) & ~LINK_PARTNER_RAN
    return check_range(OUTCOME, at, outcome, 0, len(OUTCOMES) - 1)


def battle_mode(ram: Snapshot, profile: Profile) -> tuple[Mode, str]:
    """The mode of a battle that ``gMain`` says is on, and what told it.

    Raises:
        DecodeError: The outcome is none of the engine's.
    """
    if profile.has(COUNT) and read_byte(ram, profile, COUNT, 0, layout.MOST_BATTLERS) == 0:
        return Mode.BATTLE, f"gMain.inBattle is 1 and {COUNT} still 0: it is being set up"
    stored = _stored_outcome(ram, profile) if profile.has(OUTCOME) else 0
    if not stored:
        return Mode.BATTLE, "gMain.inBattle is 1"
    because = f"gMain.inBattle is 1 and {OUTCOME} is {stored} ({OUTCOMES[stored]})"
    outcome = decode_outcome(ram, profile)
    if outcome is None:
        missing = next(name for name in WITNESSES if not profile.has(name))
        lacks = f"profile {profile.name} has no {missing} to tell it from the last battle's"
        return Mode.BATTLE, f"{because}, but {lacks}"
    if outcome == 0:
        return Mode.BATTLE, f"{because}, the last battle's: no battler is of {FOES} yet"
    return _MODES.get(outcome, Mode.BATTLE_OVER), because


def has_foe_of_party(ram: Snapshot, profile: Profile) -> bool:
    """Whether one of ``gBattleMons`` is a mon of the opponent's party, by personality and trainer id.

    Raises:
        UnprovenSymbolError: ``gBattleMons`` or ``gEnemyParty`` is not proven in the profile.
    """
    mons, party = profile.structures.battle_mon, profile.structures.mon
    battlers = read_array(ram, MONS, profile.address(MONS), mons, layout.MOST_BATTLERS)
    foes = read_array(ram, FOES, profile.address(FOES), party, PARTY_SIZE)
    return bool(_identities(battlers[battlers["species"] != 0]) & _identities(foes))


def _identities(records: Any) -> set[tuple[int, int]]:  # noqa: ANN401 - records force it
    """Personality and trainer id of each record."""
    return set(zip(records["personality"].tolist(), records["ot_id"].tolist(), strict=True))


def type_flags(ram: Snapshot, profile: Profile) -> tuple[str, ...] | None:
    """What kind of battle it is; None when the profile has no ``gBattleTypeFlags``.

    Raises:
        DecodeError: A bit is set that the family does not have.
    """
    if not profile.has(FLAGS):
        return None
    at = profile.address(FLAGS)
    form = profile.family.battle
    value = int(read_array(ram, FLAGS, at, form.type_flags_format, 1)[0])
    bits = form.named_types(value, changed=bool(profile.traits))
    if bits.rest:
        count = len(form.type_flags)
        raise DecodeError(FLAGS, at, observed=f"0x{value:X}", expected=f"bits 0 to {count - 1}")
    return bits.names


def battle_text(ram: Snapshot, profile: Profile) -> tuple[str, ...] | None:
    """Lines of the text that a battle put together last; None without ``gDisplayedStringBattle``.

    Raises:
        DecodeError: It holds an unknown code, or does not end.
    """
    if not profile.has(TEXT):
        return None
    at = profile.address(TEXT)
    data = read_bytes(ram, TEXT, at, layout.MESSAGE_BYTES)
    if data[0] == END or not any(data):
        return ()
    text = decode_text(data, TEXT, at, text_form(profile))
    return tuple(line for line in text.split("\n") if line)
