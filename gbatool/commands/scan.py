"""``gbatool scan``: the candidates of one symbol."""

from __future__ import annotations

import typer

from gbatool.commands import options
from gbatool.commands.laboratory import LabOptions, Symbol, open_laboratory

app = typer.Typer(add_completion=False)


@app.command(
    epilog=options.examples(
        "gbatool scan gBackupMapLayout", "gbatool scan gMain --rom game.gba --state game.ss1"
    )
)
@options.grouped
def scan(given: LabOptions, *, symbol: Symbol, as_json: options.Json = False) -> None:
    """List the addresses that could be a symbol's; proves nothing."""
    from gbatool.render.output import show, show_json
    from gbatool.render.scan import candidates_table
    from gbatool.scan.derive import known_symbols
    from gbatool.scan.documents import scan_document
    from gbatool.scan.inspect import scan_symbol

    [name] = known_symbols((symbol,)) or (symbol,)
    rom, lab = open_laboratory(given)
    candidates = scan_symbol(lab, name)
    if as_json:
        show_json(scan_document(rom, name, candidates))
    else:
        show(candidates_table(name, candidates))
