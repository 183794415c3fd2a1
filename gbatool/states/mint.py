"""Make a savestate from power-on: by a recipe, by the autopilot, or as a pinned one was made."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gbatool.core.protocol import Emulator
from gbatool.errors import FileProblemError, UsageError
from gbatool.files import make_folder, refuse_to_replace
from gbatool.profile.model import PinnedState, Profile
from gbatool.rom import Rom
from gbatool.states.container import Container, SavedState, in_container, write_state
from gbatool.states.load import capture, check_ram_digest
from gbatool.states.recipe import run_recipe
from gbatool.states.recipe_file import read_recipe

AUTOPILOT, RECIPE = "autopilot", "recipe "
"""Values of ``PinnedState.made``; the second one is followed by the recipe's name."""
STATE_FOLDER = Path("savestates")
LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class MintRequest:
    """What to make.

    Attributes:
        label: What the state is called.
        recipe: A recipe file, or None.
        autopilot: Whether the autopilot makes it.
        out: Where to write it; None for ``savestates/LABEL.ss0``.
        force: Whether a file that is there may be replaced.
    """

    label: str
    recipe: Path | None = None
    autopilot: bool = False
    out: Path | None = None
    force: bool = False

    @property
    def path(self) -> Path:
        """Where it is written."""
        return self.out or STATE_FOLDER / f"{self.label}.ss0"


@dataclass(frozen=True, slots=True)
class Written:
    """A state that was written.

    Attributes:
        path: Where it is.
        file: The file's content.
        state: What is in it.
        made: How it was made, in the words of ``PinnedState.made``.
    """

    path: Path
    file: bytes
    state: SavedState
    made: str


def mint_state(
    request: MintRequest,
    rom: Rom,
    profile: Profile,
    power_on: Callable[[Rom], Emulator],
    on_frames: Callable[[int], None] | None = None,
) -> Written:
    """Make a savestate and write it.

    A label that the profile pins is made the way it was made before, and is written only if it
    has the pinned RAM.

    Args:
        request: What to make.
        rom: The ROM.
        profile: Whose pins count; an empty one if there is none.
        power_on: Starts a core.
        on_frames: Told the frames that a recipe has run so far.

    Raises:
        UsageError: It was not said how, or the recipe is not valid.
        FileProblemError: A file can't be read or written, or would be replaced.
        DigestMismatchError: It came out otherwise than the pinned state of that label.
        FailedClosedError: The autopilot found nobody who walks.
    """
    _check_label(request.label)
    refuse_to_replace(request.path, force=request.force)
    again = None
    if request.recipe is not None and request.autopilot:
        raise UsageError("a state is made by --recipe or by --autopilot, not by both")
    recipe, autopilot = request.recipe, request.autopilot
    if recipe is None and not autopilot:
        again = profile.savestates.get(request.label)
        recipe, autopilot = _as_before(request.label, again)
    state, made = _mint(power_on(rom), recipe, on_frames)
    if again is not None:
        check_ram_digest(state.ram_sha256, again, f"what {made} gives now")
    state = in_container(state, Container.of_name(request.path))
    make_folder(request.path.parent)
    return Written(request.path, write_state(request.path, state), state, made)


def _check_label(label: str) -> None:
    if not LABEL.fullmatch(label):
        raise UsageError(
            f"{label!r} can't be a label: letters, digits, - and _ only, such as bedroom; the"
            " file's name goes into --out",
            label=label,
        )


def _as_before(label: str, pin: PinnedState | None) -> tuple[Path | None, bool]:
    """The recipe, or whether it was the autopilot, of a pinned state."""
    if pin is None:
        raise UsageError(
            f"say how to make {label!r}: --autopilot presses until somebody can walk, --recipe"
            " FILE presses what the file says",
            label=label,
        )
    if pin.made == AUTOPILOT:
        return None, True
    if pin.made.startswith(RECIPE):
        path = STATE_FOLDER / "recipes" / f"{pin.made.removeprefix(RECIPE)}.yaml"
        if path.is_file():
            return path, False
        raise FileProblemError(
            f"{label!r} was made by {pin.made}, and {path} is not here; name its file with"
            " --recipe",
            file=str(path),
        )
    raise UsageError(
        f"{label!r} was made by hand ({pin.made}), so it can't be made again; bring its file back",
        label=label,
        made=pin.made,
    )


def _mint(
    emulator: Emulator, recipe_file: Path | None, on_frames: Callable[[int], None] | None
) -> tuple[SavedState, str]:
    """The state, and how it was made: by a recipe if there is one, else by the autopilot."""
    if recipe_file is None:
        from gbatool.scan.autopilot import mint

        mint(emulator)
        return capture(emulator), AUTOPILOT
    recipe = read_recipe(recipe_file)
    run_recipe(emulator, recipe, on_frames)
    return capture(emulator), RECIPE + recipe.name
