"""``python -m gbatool``: the same as ``gbatool``."""

from __future__ import annotations

from gbatool.cli import run

if __name__ == "__main__":
    run()
