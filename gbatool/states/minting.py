"""Make a savestate from power-on: by a recipe, by the autopilot, or as a pinned one was made.

A recipe is a file of inputs, or belongs to a book (:mod:`gbatool.states.recipe_book`), whose actions
read the game and so need its profile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gbatool.actions.run_plan import StepResult, run_plan
from gbatool.core.protocol import Buttons, Emulator, EmulatorState
from gbatool.errors import ExitCode, FailedClosedError, FileProblemError, UsageError
from gbatool.files import child, is_file, make_folder, refuse_to_replace
from gbatool.profile.model import PinnedState, Profile
from gbatool.rom import Rom
from gbatool.saves.file import SaveData
from gbatool.states.container import Container, SavedState, in_container, write_state
from gbatool.states.load import capture, check_ram_digest
from gbatool.states.pinning import make_pin
from gbatool.states.recipe import run_recipe
from gbatool.states.recipe_book import AUTOPILOT, LABEL, BookRecipe, RecipeBook, find_book
from gbatool.states.recipe_file import read_recipe

RECIPE = "recipe "
"""What ``PinnedState.made`` begins with, before the recipe's name; or it is ``AUTOPILOT``."""
FROM_SAVE = ", with a save file"
"""What it ends with where the cartridge had a game in it."""
STATE_FOLDER = Path("savestates")
BootRom = Callable[..., Emulator]
"""Starts a core: takes a ROM, and perhaps what is in the cartridge's save memory."""


class RecipeEndedShortError(FailedClosedError):
    """An action of a book's recipe ended short, or its expected condition does not hold."""

    code = "recipe_ended_short"


@dataclass(frozen=True, slots=True)
class MintRequest:
    """A savestate to make.

    Attributes:
        label: The state's label.
        recipe: A recipe file, or None.
        autopilot: Whether the autopilot makes it.
        out: Where to write it; None for ``savestates/LABEL.ss0``.
        force: Whether an existing file may be replaced.
        save: A save file to power on with; without a recipe, the autopilot continues that game.
    """

    label: str
    recipe: Path | None = None
    autopilot: bool = False
    out: Path | None = None
    force: bool = False
    save: SaveData | None = None

    @property
    def by_autopilot(self) -> bool:
        """Whether the autopilot makes it."""
        return self.autopilot or (self.save is not None and self.recipe is None)

    def power_on(self, rom: Rom, power_on: BootRom) -> Emulator:
        """A console that was just switched on, with the save file in the cartridge."""
        return power_on(rom, self.save.memory) if self.save else power_on(rom)

    @property
    def path(self) -> Path:
        """The file to write."""
        return self.out or child(STATE_FOLDER, f"{self.label}.ss0")


@dataclass(frozen=True, slots=True)
class Written:
    """A state that was written to a file.

    Attributes:
        path: The file.
        file: The file's content.
        state: The state.
        made: How it was made, as in ``PinnedState.made``.
    """

    path: Path
    file: bytes
    state: SavedState
    made: str


def mint_state(
    request: MintRequest,
    rom: Rom,
    profile: Profile,
    power_on: BootRom,
    on_frames: Callable[[int], None] | None = None,
) -> Written:
    """Make a savestate and write it.

    A label that the profile pins is made as the pin says, and written only if its RAM has the pinned
    digest.

    Args:
        request: What to make.
        rom: The ROM.
        profile: Its pins are used; an empty profile has none.
        power_on: Starts a core.
        on_frames: Called with the number of frames that a recipe has run so far.

    Raises:
        UsageError: Neither request nor pin says how to make it, or the recipe is not valid.
        FileProblemError: A file can't be read or written, or would be replaced.
        DigestMismatchError: Its RAM differs from the pinned state of that label.
        NoPlayerControlError: The autopilot reached no state in which the player can walk.
    """
    _check_label(request.label)
    refuse_to_replace(request.path, force=request.force)
    if request.recipe is not None and request.autopilot:
        raise UsageError("a state is made by --recipe or by --autopilot, not by both")
    pin = None
    if request.recipe is not None or request.by_autopilot:
        emulator = request.power_on(rom, power_on)
        state, made = _mint(emulator, request.recipe, on_frames)
        made = made + FROM_SAVE if request.save else made
    else:
        pin = profile.savestates.get(request.label)
        book = _book_for(rom, request.label, pin)
        if book is not None:
            (minted,) = mint_from_book(book, rom, profile, power_on, (request.label,))
            state, made = minted.state, minted.made
        else:
            state, made = _mint(power_on(rom), _as_before(request.label, pin), on_frames)
    if pin is not None:
        check_ram_digest(state.ram_sha256, pin, f"what {made} gives now")
    return _written(request.path, state, made)


def _written(path: Path, state: SavedState, made: str) -> Written:
    state = in_container(state, Container.of_name(path))
    make_folder(path.parent)
    return Written(path, write_state(path, state), state, made)


def _book_for(rom: Rom, label: str, pin: PinnedState | None) -> RecipeBook | None:
    """The book that makes a label, unless a pin says that it was made otherwise."""
    if pin is not None and not (pin.made.startswith(RECIPE) and "/" in pin.made):
        return None
    book = find_book(rom)
    return book if book is not None and label in book.recipes else None


def _check_label(label: str) -> None:
    if not LABEL.fullmatch(label):
        raise UsageError(
            f"{label!r} can't be a label: letters, digits, - and _ only, such as bedroom; the"
            " file's name goes into --out",
            label=label,
        )


def _as_before(label: str, pin: PinnedState | None) -> Path | None:
    """The recipe of a pinned state; None if the autopilot made it."""
    if pin is None:
        raise UsageError(
            f"say how to make {label!r}: --autopilot presses until the player can walk, --recipe"
            " FILE presses what the file says",
            label=label,
        )
    if pin.made == AUTOPILOT:
        return None
    if pin.made.endswith(FROM_SAVE):
        raise UsageError(
            f"{label!r} continued a saved game; give its save file with --save",
            label=label,
            made=pin.made,
        )
    if pin.made.startswith(RECIPE):
        name = pin.made.removeprefix(RECIPE)
        path = STATE_FOLDER / "recipes" / f"{name}.yaml"
        if "/" not in name and is_file(path):
            return path
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
        _autopilot(emulator)
        return capture(emulator), AUTOPILOT
    recipe = read_recipe(recipe_file)
    run_recipe(emulator, recipe, on_frames)
    return capture(emulator), RECIPE + recipe.name


@dataclass(frozen=True, slots=True)
class MintedState:
    """A state that a book's recipe made. ``made`` is as in ``PinnedState.made``."""

    label: str
    state: SavedState
    made: str


def mint_from_book(
    book: RecipeBook,
    rom: Rom,
    profile: Profile,
    power_on: BootRom,
    labels: tuple[str, ...] | None = None,
    on_label: Callable[[str], None] | None = None,
    *,
    draw: bool = True,
) -> Iterator[MintedState]:
    """Make states of a book, each from the one that its recipe begins with.

    Args:
        book: The book.
        rom: A ROM that it was written for.
        profile: Of that ROM; the actions read the game through it.
        power_on: Starts a core.
        labels: The states to yield; all by default, in the book's order.
        on_label: Called with each label before its state is made.
        draw: Whether the states need a picture.

    Raises:
        RecipeEndedShortError: An action ended short, or an expected condition does not hold.
        UsageError: The book has no such label.
        NoPlayerControlError: The autopilot reached no state in which the player can walk.
        FailedClosedError: Memory can't be decoded.
    """
    wanted = tuple(book.recipes) if labels is None else labels
    needed = {recipe.label for label in wanted for recipe in book.way_to(label)}
    emulator = power_on(rom)
    states: dict[str, EmulatorState] = {}
    for label, recipe in book.recipes.items():
        if label not in needed:
            continue
        if on_label is not None:
            on_label(label)
        if recipe.after == AUTOPILOT:
            emulator = power_on(rom)
            emulator.draw(enabled=draw)
            _autopilot(emulator)
        else:
            emulator.load_state(states[recipe.after])
            _follow(emulator, recipe, profile)
        emulator.hold(Buttons.NONE)
        _check_end(emulator, recipe, profile)
        states[label] = emulator.save_state()
        if label in wanted:
            yield MintedState(label, capture(emulator), f"{RECIPE}{book.name}/{label}")


def mint_all(
    rom: Rom, profile: Profile, power_on: BootRom, *, force: bool = False
) -> Iterator[Written]:
    """Make and write every state of the ROM's book, comparing pinned ones with their pins.

    Args:
        rom: The ROM.
        profile: Of that ROM; its pins are compared.
        power_on: Starts a core.
        force: Whether existing files may be replaced.

    Raises:
        UsageError: No recipes were written for this ROM.
        DigestMismatchError: The RAM of a state differs from its pin.
        RecipeEndedShortError: An action ended short, or an expected condition does not hold.
        FileProblemError: A file can't be written, or would be replaced.
    """
    book = find_book(rom)
    if book is None:
        raise UsageError(
            f"no recipes were written for {rom.name} (SHA-1 {rom.sha1}); make states one by one"
            " with --autopilot or --recipe",
            sha1=rom.sha1,
        )
    for label in book.recipes:
        refuse_to_replace(MintRequest(label).path, force=force)
    for minted in mint_from_book(book, rom, profile, power_on):
        pin = profile.savestates.get(minted.label)
        if pin is not None:
            check_ram_digest(minted.state.ram_sha256, pin, f"what {minted.made} gives now")
        yield _written(MintRequest(minted.label).path, minted.state, minted.made)


def with_openings(
    profile: Profile,
    book: RecipeBook,
    rom: Rom,
    power_on: BootRom,
    core: str,
    on_label: Callable[[str], None] | None = None,
) -> Profile:
    """The same profile with every state of a book pinned, by its RAM alone.

    Raises:
        RecipeEndedShortError: An action ended short, or an expected condition does not hold.
        NoPlayerControlError: The autopilot reached no state in which the player can walk.
        FailedClosedError: Memory can't be decoded.
    """
    pins = {
        minted.label: make_pin(minted.label, minted.made, minted.state, None, core, rom, profile)
        for minted in mint_from_book(book, rom, profile, power_on, on_label=on_label, draw=False)
    }
    return replace(profile, savestates={**profile.savestates, **pins})


def _follow(emulator: Emulator, recipe: BookRecipe, profile: Profile) -> None:
    for result in run_plan(emulator, profile, recipe.steps):
        short = result.exit_code is not ExitCode.OK
        if short and not recipe.steps[result.number - 1].keep_going:
            raise RecipeEndedShortError(
                f"the recipe of {recipe.label}: step {result.number} ({result.name}): {_why(result)}",
                label=recipe.label,
                step=result.number,
                action=result.name,
            )


def _why(result: StepResult) -> str:
    if result.refusal is not None:
        return result.refusal.message
    return f"it ended with {result.outcome.ended_because}" if result.outcome else "nothing was done"


def _check_end(emulator: Emulator, recipe: BookRecipe, profile: Profile) -> None:
    expect = recipe.expect
    if expect is not None and not expect.holds(emulator.live, profile):
        raise RecipeEndedShortError(
            f"the recipe of {recipe.label} was done, and {expect.text} does not hold",
            label=recipe.label,
            expected=expect.text,
        )


def _autopilot(emulator: Emulator) -> None:
    from gbatool.scan.lab.autopilot import mint

    mint(emulator)
