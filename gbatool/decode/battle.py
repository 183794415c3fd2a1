"""Tell what kind of battle it is and how it stands: running, or decided with which outcome.

``gMain.inBattle`` is 1 from the battle's setup to the end of its last text. The outcome is set long
before that, and both it and the battle's flags keep their values afterwards: they are read only
while ``inBattle`` is 1 and battlers are there.
"""

from __future__ import annotations

from gbatool.decode.fields import check_range, read_array, read_u8
from gbatool.decode.modes import Mode
from gbatool.engine import battle as layout
from gbatool.engine.engine import type_flag_masks
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
FLAGS = "gBattleTypeFlags"
_MODES = {0: Mode.BATTLE, 1: Mode.BATTLE_WON, 2: Mode.BATTLE_LOST}


def battle_mode(ram: Snapshot, profile: Profile) -> tuple[Mode, str]:
    """The mode of a battle that ``gMain`` says is on, and what told it.

    Raises:
        DecodeError: The outcome is none of the engine's.
    """
    running = Mode.BATTLE, "gMain.inBattle is 1"
    if profile.has("gBattlersCount"):
        at = profile.address("gBattlersCount")
        if check_range("gBattlersCount", at, read_u8(ram, "gBattlersCount", at), 0, 4) == 0:
            return Mode.BATTLE, "gMain.inBattle is 1 and gBattlersCount still 0: it is being set up"
    if not profile.has("gBattleOutcome"):
        return running
    at = profile.address("gBattleOutcome")
    outcome = read_u8(ram, "gBattleOutcome", at) & ~LINK_PARTNER_RAN
    check_range("gBattleOutcome", at, outcome, 0, len(OUTCOMES) - 1)
    if outcome == 0:
        return running
    because = f"gMain.inBattle is 1 and gBattleOutcome is {outcome} ({OUTCOMES[outcome]})"
    return _MODES.get(outcome, Mode.BATTLE_OVER), because


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
    bits = layout.named_bits(value, type_flag_masks(form.type_flags))
    if bits.rest:
        count = len(form.type_flags)
        raise DecodeError(FLAGS, at, observed=f"0x{value:X}", expected=f"bits 0 to {count - 1}")
    return bits.names
