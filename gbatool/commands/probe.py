"""``gbatool probe``: the probes of one symbol against one address."""

from __future__ import annotations

from typing import Annotated

import typer

from gbatool.commands import options
from gbatool.commands.laboratory import LabOptions, Symbol, open_laboratory

app = typer.Typer(add_completion=False)


def _hex(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no address in hex, such as 0x03005040") from None


@app.command(
    epilog=options.examples(
        "gbatool probe gBackupMapLayout", "gbatool probe gMain --state game.ss1 --json"
    )
)
@options.grouped
def probe(
    given: LabOptions,
    *,
    symbol: Symbol,
    address: Annotated[
        int | None,
        typer.Argument(
            metavar="[ADDRESS]",
            parser=_hex,
            help="Bus address in hex; without it, the one that the ROM's profile has.",
        ),
    ] = None,
    profile: options.Profile = None,
    as_json: options.Json = False,
) -> None:
    """Probe one address in the running game; status 3 unless it is proven."""
    from gbatool.errors import ExitCode
    from gbatool.profile.search import find_profile
    from gbatool.render.output import show, show_json
    from gbatool.render.scan import probe_lines
    from gbatool.scan.derive import known_symbols
    from gbatool.scan.documents import probe_document
    from gbatool.scan.inspect import probe_address

    [name] = known_symbols((symbol,)) or (symbol,)
    rom, lab = open_laboratory(given)
    if address is None:
        address = find_profile(rom, profile).trusting_imported().address(name)
    elimination = probe_address(lab, name, address)
    if as_json:
        show_json(probe_document(rom, elimination))
    else:
        show(probe_lines(elimination))
    raise typer.Exit(ExitCode.OK if elimination.proven else ExitCode.FAILED_CLOSED)
