"""Inspect one symbol: the candidates of its scan, and the findings of its probes for one address."""

from __future__ import annotations

from gbatool.errors import NoCandidateError
from gbatool.memory import Address
from gbatool.scan import LOCATORS
from gbatool.scan.eliminate import eliminate, propose, run_probes
from gbatool.scan.findings import Candidate, Elimination
from gbatool.scan.lab.laboratory import Lab
from gbatool.scan.locator import Locator


def prepare(lab: Lab, symbol: str) -> Locator:
    """The locator of a symbol, once everything that it requires was derived in the laboratory.

    Args:
        lab: Where to experiment.
        symbol: Canonical name; ``known_symbols`` checks it.
    """
    *required, locator = LOCATORS.in_order((symbol,))
    for other in required:
        eliminate(lab, other)
    return locator


def scan_symbol(lab: Lab, symbol: str) -> tuple[Candidate, ...]:
    """What the scan of a symbol proposes, by address.

    Raises:
        ProbeError: A state or symbol that the scan needs is missing.
    """
    locator = prepare(lab, symbol)
    return propose(lab, locator)


def probe_address(lab: Lab, symbol: str, address: int) -> Elimination:
    """Run all probes of a symbol against one address.

    Raises:
        NoCandidateError: The scan does not propose that address, so there is nothing to predict.
        ProbeError: A state or symbol that the scan needs is missing.
    """
    candidates = scan_symbol(lab, symbol)
    found = tuple(candidate for candidate in candidates if candidate.address == address)
    if not found:
        proposed = ", ".join(str(candidate.address) for candidate in candidates) or "none"
        raise NoCandidateError(
            f"{Address(address)} can't be {symbol}: the scan does not propose it (it proposes"
            f" {proposed})",
            symbol=symbol,
            address=str(Address(address)),
            proposed=[str(candidate.address) for candidate in candidates],
        )
    return run_probes(lab, LOCATORS[symbol], found)
