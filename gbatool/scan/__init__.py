"""Scan RAM for candidate structures, and prove them by probes.

``LOCATORS`` lists every locator by hand, in the order of the documentation.
"""

from __future__ import annotations

from gbatool.scan.locator import Registry
from gbatool.scan.map_layout import BackupMapLayout

LOCATORS = Registry((BackupMapLayout(),))

__all__ = ["LOCATORS"]
