"""Fixtures of the commands' tests."""

from __future__ import annotations

from tests.commands.demo import demo_folder, demo_template

__all__ = ["demo_folder", "demo_template"]
