"""``docs/locators.md``: every locator with its rivals, probes and limits."""

from __future__ import annotations

from gbatool.profile.names import facts_of
from gbatool.scan import LOCATORS
from gbatool.scan.locator import Locator

HEAD = """\
# Locators

Generated from `gbatool.scan.LOCATORS` by `./run docs`; don't edit it by hand.

A locator proposes every address that could be its symbol's, and lets probes refute them one by
one. A *rival* is something that looks the same to the scan; beside it stands the probe that tells
it apart. [profile.md](profile.md) says what ends up in a profile.
"""


def locators_page() -> str:
    """The page."""
    return HEAD + "".join(_section(locator) for locator in LOCATORS.locators)


def _section(locator: Locator) -> str:
    doc = locator.doc
    unsized = "code" if facts_of(locator.symbol).function else "as the scan finds it"
    size = f"{locator.size} bytes" if locator.size else unsized
    lines = ["", f"## {locator.symbol}", "", doc.summary, "", f"- Size: {size}."]
    if locator.requires:
        lines.append(f"- Needs: {', '.join(f'`{name}`' for name in locator.requires)}.")
    if locator.prefers:
        lines.append(f"- Goes further with: {', '.join(f'`{name}`' for name in locator.prefers)}.")
    probes = ", ".join(f"{probe.name} ({probe.kind})" for probe in locator.probes)
    lines.append(f"- Probes: {probes}.")
    lines += [f"- Rival: {rival}. Told apart by: {probe}." for rival, probe in doc.rivals.items()]
    lines += [f"- Limit: {limit}." for limit in (text.rstrip(".") for text in doc.limitations)]
    lines += [f"- Reference: {reference}." for reference in doc.references]
    return "\n".join(lines) + "\n"
