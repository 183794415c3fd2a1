"""Derive a profile: from a ROM to proven addresses with their evidence."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gbatool.core import Emulator, EmulatorState
from gbatool.engine.engine import SHARED, Structures
from gbatool.engine.families import ENGINES, UNKNOWN_FAMILY
from gbatool.engine.traits import differing
from gbatool.errors import ProbeError, UsageError, did_you_mean
from gbatool.memory import Address
from gbatool.profile import (
    PinnedState,
    Profile,
    RomIdentity,
    Status,
    Symbol,
    Trait,
    Unresolved,
    canonical_name,
)
from gbatool.rom import Rom
from gbatool.scan import LOCATORS
from gbatool.scan.causes import RootCause, nothing_proven, root_causes
from gbatool.scan.eliminate import eliminate, run_probes
from gbatool.scan.findings import Candidate, Elimination
from gbatool.scan.lab.autopilot import mint
from gbatool.scan.lab.family import find_family
from gbatool.scan.lab.laboratory import OVERWORLD, Lab
from gbatool.scan.lab.wrong_label import LABELS
from gbatool.scan.labels.checks import check_label
from gbatool.scan.locator import Locator
from gbatool.scan.places.given import GivenPlace, given_places, walk_from
from gbatool.scan.places.survey import (
    AUTOPILOT,
    EXPLORATION,
    GIVEN,
    Attempt,
    Catalogue,
    Progress,
    Survey,
    ignore,
    run_catalogue,
)
from gbatool.scan.relative import Relative
from gbatool.scan.work.folder import WorkFolder, request

MAP_HEADER = "gMapHeader"
MOST_NEAR = 3
PowerOn = Callable[[], Emulator]
"""Returns a fresh core with the ROM in it."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """The result of a derivation.

    Attributes:
        profile: Proven symbols with their evidence, and what is unresolved.
        eliminations: How each symbol was derived, in the order in which they were.
        states: The labelled states that the evidence names.
        proven: Symbols that were proven, and locators of traits, also of those that the base family
            has in the same form.
    """

    profile: Profile
    eliminations: tuple[Elimination, ...]
    states: Mapping[str, EmulatorState]
    proven: frozenset[str] = frozenset()

    @property
    def root_causes(self) -> tuple[RootCause, ...]:
        """Why symbols are unresolved: one cause for all that wait for the same."""
        return root_causes(self.profile.unresolved, self.eliminations)

    def check_proven(self, asked: Sequence[str] | None = None) -> None:
        """Make sure that something was proven of what was asked.

        Args:
            asked: Canonical names; all symbols by default.

        Raises:
            NothingProvenError: Nothing of it was; the root causes are named.
        """
        names = asked or tuple(elimination.symbol for elimination in self.eliminations)
        if self.proven.intersection(names):
            return
        unresolved = dict(self.profile.unresolved)
        for elimination in self.eliminations:
            if elimination.symbol in (asked or ()):  # also what the family does not have
                unresolved.setdefault(elimination.symbol, why_not(elimination))
        lacked = not any(map(self.profile.structures.has, names))
        causes = root_causes(unresolved, self.eliminations)
        raise nothing_proven(asked or (), causes, lacked=lacked)


def known_symbols(names: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Check the names of symbols to derive, synonyms resolved.

    Raises:
        UsageError: One of them has no locator.
    """
    if not names:
        return None
    wanted = tuple(dict.fromkeys(canonical_name(name) for name in names))
    for name in wanted:
        if name not in LOCATORS:
            near = did_you_mean(name, LOCATORS.symbols, MOST_NEAR)
            raise UsageError(
                f"there is no locator for {name}{near}; docs/locators.md lists all"
                f" {len(LOCATORS.symbols)}, as does completion of the symbol on the command line",
                symbol=name,
                known=[*sorted(LOCATORS.symbols)],
            )
    return wanted


def open_lab(
    emulator: Emulator,
    states: Mapping[str, EmulatorState] | None = None,
    on_progress: Progress | None = None,
    *,
    more_places: Sequence[GivenPlace] = (),
) -> tuple[Lab, str]:
    """A laboratory, and how its overworld state came about.

    Args:
        emulator: A console just switched on.
        states: Labelled states; ``overworld`` spares the autopilot.
        on_progress: Called when the autopilot starts.
        more_places: More overworld states; the first of all is the laboratory's, and in each of
            them the player has to be able to walk.

    Raises:
        NoPlayerControlError: The player can't walk in a state that was labelled ``overworld``,
            or the autopilot reached no state in which the player can walk.
        WrongLabelError: Another state does not behave as its label says.
    """
    emulator.draw(enabled=False)
    given = {label: state for label, state in (states or {}).items() if label != OVERWORLD}
    places = given_places(states or {}, more_places)
    if places:
        walking, *_ = [walk_from(emulator, place) for place in places]
        made = GIVEN
    else:
        if on_progress is not None:
            on_progress(AUTOPILOT)
        walking, made = mint(emulator), AUTOPILOT
    lab = Lab(emulator, walking, given)
    for label in sorted(given):
        check_label(lab, label)
    return lab, made


def derive(
    rom: Rom,
    power_on: PowerOn,
    *,
    name: str,
    core_version: str,
    states: Mapping[str, EmulatorState] | None = None,
    more_places: Sequence[GivenPlace] = (),
    symbols: tuple[str, ...] | None = None,
    work: Path | None = None,
    like: Profile | None = None,
    on_progress: Progress | None = None,
) -> Derivation:
    """Find and prove symbols of a ROM.

    Every symbol that the probes prove is tried once more on a fresh core; only what holds there
    too becomes ``verified``.

    Args:
        rom: The ROM, for the profile's identity.
        power_on: Gives a fresh core with that ROM.
        name: The profile's name.
        core_version: Version of the emulator, pinned with the states.
        states: Labelled states to start from.
        more_places: Overworld states to go on from, in this order, where a symbol stays open at the
            one before; where none is labelled, the first of them is the one to start from.
        symbols: Limits the derivation to these and what they require; all by default.
        work: Folder that keeps what is done so far; a derivation that was begun in it is continued.
        like: The profile of a near relative, whose addresses and traits are tried first.
        on_progress: Called with the step that begins.

    Raises:
        UsageError: A symbol has no locator.
        WrongLabelError: A state is not what its label says.
        WorkFolderError: The folder is damaged, or belongs to another derivation.
        NoPlayerControlError: The player can't walk in a given overworld state, or the autopilot
            reached no state in which the player can walk.
    """
    places = given_places(states or {}, more_places)
    wanted = known_symbols(symbols)
    ordered = LOCATORS.in_order((*wanted, MAP_HEADER) if wanted else None)
    folder = None
    if work is not None:
        names = tuple(locator.symbol for locator in ordered)
        folder = WorkFolder(work, request(rom.sha1, core_version, names, states or {}, places))
    emulator = power_on()
    resumed = folder.resume(emulator) if folder is not None else None
    keep = folder.save if folder is not None else ignore
    if resumed is None:
        resumed = Survey(
            [Attempt(*open_lab(emulator, states, on_progress, more_places=more_places))]
        )
        keep(resumed)
    tell = on_progress or ignore
    examine = eliminate if like is None else Relative(like).eliminate
    run_catalogue(resumed, Catalogue(ordered, examine, tell, keep), places[1:])
    return _conclude(
        resumed,
        ordered,
        power_on,
        Profile(name, RomIdentity.of(rom), UNKNOWN_FAMILY),
        core_version,
        tell,
    )


def _conclude(
    survey: Survey,
    ordered: Sequence[Locator],
    power_on: PowerOn,
    profile: Profile,
    core_version: str,
    on_progress: Progress,
) -> Derivation:
    """Confirm what was proven on fresh cores, and fill in the profile."""
    found = survey.results(locator.symbol for locator in ordered)
    engine, note = _family(survey.main.lab)
    on_progress("confirm")
    proven: dict[str, Symbol] = {}
    traits: dict[str, Trait] = {}
    unresolved: dict[str, Unresolved] = {}
    states: dict[str, EmulatorState] = {}
    pinned: dict[str, PinnedState] = {}
    for number, attempt in enumerate(survey.attempts):
        own = [LOCATORS[symbol] for symbol in found if survey.credited(symbol) is attempt]
        confirmed = confirm(attempt.lab, power_on(), own) if own else set()
        names = {label: _pin_name(number, attempt.lab, label) for label in attempt.lab.states}
        symbols = {
            locator.symbol: _symbol(locator, found[locator.symbol], names)
            for locator in own
            if locator.symbol in confirmed
        }
        for one in symbols.values():
            traits |= _traits(found[one.name], one, engine)
        proven |= symbols
        used = {one.savestate for symbol in symbols.values() for one in symbol.evidence}
        for label, pin in names.items():
            if pin in used or (number == 0 and label == OVERWORLD):
                made = attempt.made if label == OVERWORLD else EXPLORATION
                made = GIVEN if label in attempt.lab.given else made
                states[pin] = attempt.lab.states[label]
                pinned[pin] = _pin(attempt.lab, label, pin, made, core_version)
    whole = replace(
        profile,
        engine=engine,
        savestates={pin: pinned[pin] for pin in sorted(pinned)},
        symbols={
            symbol: proven[symbol]
            for symbol in found
            if symbol in proven and not LOCATORS[symbol].is_of_trait
        },
        traits=traits,
        note=note,
    )
    for symbol, elimination in found.items():
        if symbol not in proven and _is_looked_for(symbol, whole.structures):
            unresolved[symbol] = why_not(elimination, unresolved, survey.votes(symbol))
    whole = replace(whole, unresolved=unresolved)
    return Derivation(whole, tuple(found.values()), states, frozenset(proven))


def _pin_name(number: int, lab: Lab, label: str) -> str:
    """The label under which a state is pinned.

    The labels that a user may give are reserved for states of a played game: a state that
    exploration brought about in the place of one is pinned under another label. States at other
    places than the first have the place's number in their label.

    Args:
        number: Index of the place.
        lab: Has the states.
        label: A state's.
    """
    if label in lab.given:
        return label
    if number:
        return f"place{number + 1}_{label}"
    return f"explored_{label}" if label in LABELS and label != OVERWORLD else label


def _is_looked_for(symbol: str, engine: Structures) -> bool:
    """Whether an engine has a symbol, or something in its place that the profile should name."""
    return engine.has(symbol) or bool(engine.instead_of(symbol))


def _family(lab: Lab) -> tuple[str, str | None]:
    """The engine family, and a note where it is unknown: addresses are useful without it."""
    try:
        return find_family(lab).name, None
    except ProbeError as error:
        return UNKNOWN_FAMILY, f"the engine family could not be told: {error.message}"


def confirm(lab: Lab, fresh: Emulator, ordered: list[Locator]) -> set[str]:
    """Run the probes of every proven symbol again on a fresh core; the symbols that hold again."""
    again = lab.on(fresh)
    return {
        locator.symbol
        for locator in ordered
        if locator.symbol in lab.known
        and run_probes(again, locator, (lab.known[locator.symbol],)).proven
    }


def _symbol(locator: Locator, elimination: Elimination, names: Mapping[str, str]) -> Symbol:
    survivor = elimination.survivor
    if survivor is None:
        raise ProbeError(f"{locator.symbol} has no sole survivor")
    evidence = tuple(
        replace(one, savestate=names.get(one.savestate, one.savestate))
        for one in elimination.evidence(locator.stage.label)
    )
    size = survivor.fields.get("size", locator.size)
    return Symbol(locator.symbol, survivor.address, size, Status.VERIFIED, evidence)


def _traits(elimination: Elimination, symbol: Symbol, engine: str) -> dict[str, Trait]:
    """What the survivor shows of the engine that its base family has in another form."""
    survivor = elimination.survivor
    base = ENGINES.get(engine, SHARED)
    shown = differing(base, survivor.traits) if survivor is not None else {}
    return {
        name: Trait(name, value, symbol.status, symbol.evidence) for name, value in shown.items()
    }


def why_not(
    elimination: Elimination,
    unresolved: Container[str] = (),
    votes: Mapping[Address, int] | None = None,
) -> Unresolved:
    """A symbol that could not be proven: why, and the candidates that are left.

    Args:
        elimination: How it was tried.
        unresolved: The symbols before it that are; what it needs of others is no reason to wait.
        votes: For each address that a place proves, how many more places prove it than refute it.
    """
    left = elimination.left
    problems = "; ".join(map(str, elimination.problems))
    needs = tuple(name for name in elimination.needs if name in unresolved)
    if votes and (len(votes) > 1 or min(votes.values()) < 1):
        needs = ()
        left = tuple(Candidate(address, "proven at one place") for address in votes)
        proven = " and ".join(map(str, votes))
        reason = f"one place proves {proven}, another one refutes it"
        if len(votes) > 1:
            reason = f"different places prove different addresses, {proven}"
    elif not elimination.proposed:
        reason = problems or "the scan proposed no candidate"
    elif not left:
        reason = f"all {len(elimination.proposed)} candidates were refuted"
    elif len(left) > 1:
        reason = f"{len(left)} of {len(elimination.proposed)} candidates are left"
        reason += f": {problems}" if problems else ""
    elif elimination.proven:
        reason = "it was proven once, but not again on a fresh core"
    else:
        reason = f"one candidate is left, but it could not be proven: {problems or 'no probe held'}"
    probes = ", ".join(sorted(elimination.decisive))
    return Unresolved(
        elimination.symbol,
        reason,
        () if "." in elimination.symbol else tuple(candidate.address for candidate in left),
        f"a state in which {probes} can run" if left or problems else None,
        needs,
    )


def _pin(lab: Lab, label: str, name: str, made: str, core_version: str) -> PinnedState:
    with lab.at(label) as emulator:
        snapshot, frame = emulator.snapshot(), emulator.frame
        player = lab.position()
    return PinnedState(
        label=name,
        made=made,
        ram_sha256=snapshot.ram_sha256(),
        core=core_version,
        frame=frame,
        player=player,
    )
