"""Decode the scene: what the game is doing, and whether it takes field input.

No flag of the engine says this alone. The field lock is 1 in battles and menus too and 0 on the
naming screen; a printer stays active while it waits at its arrow and is inactive while a finished
box is still open; a script stands in the same status for a menu, a battle and a special; the
battle's flags and outcome keep their values afterwards. So the screen (``gMain.callback2``) is
asked first, then fade, menus, printers, script and lock together.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Literal

from gbatool.decode.battle import battle_mode
from gbatool.decode.battle_choice import decode_asked, shows_level_up
from gbatool.decode.controls import held_by
from gbatool.decode.dialog import decode_dialog, is_box_drawn
from gbatool.decode.fields import check_range, read_u8
from gbatool.decode.main import OVERWORLD, MainState, decode_main, is_fading
from gbatool.decode.map import decode_map_grid
from gbatool.decode.menu import decode_entries
from gbatool.decode.menu_tasks import find_open_menu, knows_menus
from gbatool.decode.modes import SCREENS, Mode
from gbatool.decode.object_events import find_player
from gbatool.decode.printer import Printer, find_printer, knows_printers, scrolls_by_itself
from gbatool.decode.script import LOCK, ScriptState, decode_lock, decode_script, waits_in
from gbatool.errors import DecodeError, NotLoadedError, UnprovenSymbolError
from gbatool.memory import Snapshot
from gbatool.profile import Profile

__all__ = ["Expects", "Mode", "Scene", "decode_scene"]

Expects = Literal["move", "advance", "choose", "type", "wait"]
"""What decides next: a direction, a fresh press of A, an entry of a menu, a name, or only time."""
_GO_ON = frozenset(
    {Mode.TRANSITION, Mode.DIALOG, Mode.BATTLE_WON, Mode.BATTLE_LOST, Mode.BATTLE_OVER}
)
"""Modes that end by themselves unless a text waits to be advanced."""
_ASK = frozenset({Mode.MENU, Mode.NAMING, Mode.BATTLE})

HELP = "sInHelpSystem"
BOX_TYPE, LAST_BOX_TYPE = "sMessageBoxType", 3
MESSAGE_NATIVES = ("WaitForAorBPress", "IsFieldMessageBoxHidden")


@dataclass(frozen=True, slots=True)
class Scene:
    """What the game is doing.

    Attributes:
        mode: See :class:`Mode`. ``menu`` without a decodable menu means that a script waits for a
            choice that the decoder can't list.
        input_ready: A direction pressed now would be taken by the player, who stands still: while
            a step or a turn runs it is False, although a key held on would count afterwards.
        waiting_for_advance: A fresh press of A would advance a text, and only that; None where the
            profile has nothing to tell by.
        because: What told it: names of the symbols and their values, in words.
        expects: What the game goes on with: see :data:`Expects`; None when it can't be told.
    """

    mode: Mode
    input_ready: bool
    waiting_for_advance: bool | None
    because: str
    expects: Expects | None = None


def decode_scene(ram: Snapshot, profile: Profile) -> Scene:
    """Tell the mode, and what decides next; UNKNOWN says why in ``because``.

    Raises:
        DecodeError: A value that the game can't have: nothing that it allows raises.
    """
    scene = _decode_mode(ram, profile)
    if not (scene.input_ready or scene.waiting_for_advance or knows_printers(profile)):
        scene = dataclasses.replace(scene, waiting_for_advance=None)
    return dataclasses.replace(scene, expects=_expected(ram, profile, scene))


def _expected(ram: Snapshot, profile: Profile, scene: Scene) -> Expects | None:
    """What the game goes on with."""
    if scene.input_ready:
        return "move"
    if scene.waiting_for_advance:
        return "advance"
    if scene.mode in _ASK:
        return _asked_for(ram, profile, scene.mode)
    if scene.waiting_for_advance is None and scene.mode is not Mode.TRANSITION:
        return None
    told = profile.has(LOCK) if scene.mode is Mode.OVERWORLD else scene.mode in _GO_ON
    return "wait" if told else None


def _asked_for(ram: Snapshot, profile: Profile, mode: Mode) -> Expects | None:
    """What a menu, a naming screen or a battle goes on with, which waits for no advance."""
    if mode is Mode.BATTLE and shows_level_up(ram, profile):
        return "advance"
    try:
        menu = decode_entries(ram, profile)
    except DecodeError:
        return "wait" if mode is Mode.NAMING else None
    except UnprovenSymbolError:
        return "type" if mode is Mode.NAMING else _choice_of_battle(ram, profile, mode)
    if menu is None:
        return "wait" if mode is Mode.BATTLE else None
    if menu.takes_input is False:
        return "wait"
    return "type" if menu.naming is not None else "choose"


def _choice_of_battle(ram: Snapshot, profile: Profile, mode: Mode) -> Expects | None:
    """Whether a battle asks for something that can't be listed."""
    asks = mode is Mode.BATTLE and decode_asked(ram, profile) is not None
    return "choose" if asks else None


def _decode_mode(ram: Snapshot, profile: Profile) -> Scene:
    """The scene but for what is expected."""
    if profile.has(HELP) and read_u8(ram, HELP, profile.address(HELP)):
        return _told(Mode.MENU, f"{HELP} is not 0: the help overlay is open, all else stands still")
    main = decode_main(ram, profile)
    if main is None:
        return _told(Mode.UNKNOWN, f"profile {profile.name} has no gMain")
    printer = find_printer(ram, profile) if knows_printers(profile) else None
    prompts = bool(printer and printer.prompts) and not scrolls_by_itself(ram, profile)
    if main.in_battle:
        mode, because = battle_mode(ram, profile)
        return _told(mode, because, advance=prompts)
    for name, mode in SCREENS.items():
        if profile.is_function(main.callback2, name):
            return _told(mode, f"gMain.callback2 is {name}", advance=prompts)
    if not profile.has(OVERWORLD):
        because = f"profile {profile.name} has no {OVERWORLD} to compare gMain.callback2 with"
        return _told(Mode.UNKNOWN, because)
    if not profile.is_function(main.callback2, OVERWORLD):
        return _nameless_screen(ram, profile, main, prompts)
    return _field(ram, profile, printer)


def _told(mode: Mode, because: str, *, ready: bool = False, advance: bool = False) -> Scene:
    return Scene(mode, input_ready=ready, waiting_for_advance=advance, because=because)


def _nameless_screen(
    ram: Snapshot,
    profile: Profile,
    main: MainState,
    prompts: bool,  # noqa: FBT001
) -> Scene:
    """Which mode a screen is that the profile has no name for."""
    screen = f"gMain.callback2 is 0x{main.callback2:08X}, not {OVERWORLD}"
    try:
        if profile.has("gBackupMapLayout"):
            decode_map_grid(ram, profile)
        if profile.has("gObjectEvents"):
            find_player(ram, profile)
    except NotLoadedError as error:
        fresh = error.field == "gBackupMapLayout" and error.observed == "0x0"
        mode = Mode.INTRO if fresh or error.field == "gMapHeader" else Mode.TRANSITION
        return _told(mode, f"{screen}; {error.field}: {error.observed}", advance=prompts)
    if is_fading(ram, profile):
        return _told(Mode.TRANSITION, f"{screen}; gPaletteFade is active")
    menu = find_open_menu(ram, profile) if knows_menus(profile) else None
    if menu is not None:
        return _told(Mode.MENU, f"{screen}; {menu.because}", advance=prompts)
    return _told(Mode.UNKNOWN, f"{screen} or any other that the profile names", advance=prompts)


def _field(ram: Snapshot, profile: Profile, printer: Printer | None) -> Scene:
    """The overworld's modes."""
    if is_fading(ram, profile):
        return _told(Mode.TRANSITION, "gPaletteFade is active")
    script = decode_script(ram, profile)
    if printer is not None and printer.active:
        advance = printer.prompts and not scrolls_by_itself(ram, profile)
        because = f"{printer.symbol} is active, state {printer.state}"
        return _told(Mode.DIALOG, because, advance=advance)
    menu = find_open_menu(ram, profile) if knows_menus(profile) else None
    if menu is not None:
        return _told(Mode.MENU, menu.because)
    if waits_in(script, profile, *MESSAGE_NATIVES):
        advance = waits_in(script, profile, "WaitForAorBPress")
        name = MESSAGE_NATIVES[0] if advance else MESSAGE_NATIVES[1]
        return _told(Mode.DIALOG, f"the script waits in {name}", advance=advance)
    if _box_type(ram, profile):
        return _told(Mode.DIALOG, f"{BOX_TYPE} is {_box_type(ram, profile)}")
    if script is not None and script.resumes:
        because = "the script waits for a choice or a special, and no menu that is known is open"
        return _told(Mode.MENU, because)
    return _held_or_free(ram, profile, script)


def _box_type(ram: Snapshot, profile: Profile) -> int:
    if not profile.has(BOX_TYPE):
        return 0
    address = profile.address(BOX_TYPE)
    return check_range(BOX_TYPE, address, read_u8(ram, BOX_TYPE, address), 0, LAST_BOX_TYPE)


def _shows_box(ram: Snapshot, profile: Profile) -> bool:
    """Whether a text is drawn at the message box's place, by a script or anything else."""
    try:
        return bool(is_box_drawn(ram, profile))
    except NotLoadedError:
        return True


def _shows_message(ram: Snapshot, profile: Profile) -> bool:
    """Whether a message is on screen that can be read, although no script runs."""
    try:
        return decode_dialog(ram, profile) is not None
    except (NotLoadedError, UnprovenSymbolError):
        return False


def _held_or_free(ram: Snapshot, profile: Profile, script: ScriptState | None) -> Scene:
    """Nothing is printed and no menu is open: who has the controls?"""
    if script is not None and script.running:
        waits = f" in 0x{script.native:08X}" if script.native is not None else ""
        if _shows_box(ram, profile):
            return _told(Mode.DIALOG, f"the script holds{waits}, its message box drawn")
        return _told(Mode.OVERWORLD, f"a script runs{waits}")
    lock = decode_lock(ram, profile)
    if lock is None:
        because = f"profile {profile.name} has no sLockFieldControls to prove that input is taken"
        return _told(Mode.OVERWORLD, because)
    held = "sLockFieldControls is 1 and no script runs" if lock else held_by(ram, profile)
    if lock and _shows_message(ram, profile):
        return _told(Mode.DIALOG, f"{held}; the message box is drawn")
    if held is not None and lock and not knows_menus(profile):
        held += "; a menu could be open: the profile can't tell"
    if held is not None:
        return _told(Mode.OVERWORLD, held)
    because = f"gMain.callback2 is {OVERWORLD}, sLockFieldControls is 0, no script runs"
    if not profile.has("gPaletteFade"):
        because += "; fades were not looked at: the profile has no gPaletteFade"
    return _told(Mode.OVERWORLD, because, ready=True)
