"""The ``gbatool`` program, also as ``python -m gbatool``."""

from __future__ import annotations

import signal
from typing import NoReturn

from gbatool import interrupts


def run() -> NoReturn:
    """Run the command line; a Ctrl-C while it is loaded ends the program with a line as well."""
    signal.signal(signal.SIGINT, interrupts.end_at_once)
    from gbatool.cli import run as run_command

    run_command()


if __name__ == "__main__":
    run()
