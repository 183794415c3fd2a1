"""Character tables of the third generation: one byte a glyph.

Source: ``charmap.txt`` of ``pret/pokefirered``. Bytes that are in no table draw nothing that has a
name; they are errors, not blanks.
"""

from __future__ import annotations

from collections.abc import Mapping


def _row(first: int, glyphs: str) -> dict[int, str]:
    """Consecutive bytes, one glyph each; a NUL skips a byte."""
    return {first + i: glyph for i, glyph in enumerate(glyphs) if glyph != "\0"}


_COMMON = {
    **_row(0xBB, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    **_row(0xD5, "abcdefghijklmnopqrstuvwxyz"),
    0x00: " ",
    0xEF: "▶",
    0xF1: "Ä",
    0xF2: "Ö",
    0xF3: "Ü",
    0xF4: "ä",
    0xF5: "ö",
    0xF6: "ü",
}

LATIN: Mapping[int, str] = {
    **_COMMON,
    **_row(0x01, "ÀÁÂÇÈÉÊËÌ\0ÎÏÒÓÔ"),
    **_row(0x10, "ŒÙÚÛÑßàá\0çèéêëì\0"),
    **_row(0x20, "îïòóôœùúûñºª"),
    0x2C: "er",
    0x2D: "&",
    0x2E: "+",
    0x34: "Lv",
    0x35: "=",
    0x36: ";",
    0x37: " ",
    0x39: " ",  # only in expansions: a space at which no line is broken (``NBSP``)
    **_row(0x50, "▯¿¡"),
    0x53: "PK",
    0x54: "MN",
    0x55: "PO",
    0x56: "Ké",
    0x57: "BL",
    0x58: "OC",
    0x59: "K",
    **_row(0x5A, "Í%()"),
    0x68: "â",
    0x6F: "í",
    0x77: " ",
    **_row(0x79, "↑↓←→"),
    0x84: "e",
    0x85: "<",
    0x86: ">",
    0xA0: "re",
    **_row(0xA1, "0123456789!?.-·"),
    **_row(0xB0, "…“”‘’♂♀¥,×/"),
    0xF0: ":",
}
"""English and the other European versions."""

_HIRAGANA = (
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"
)
_KATAKANA = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
)

JAPANESE: Mapping[int, str] = {
    **_COMMON,
    **_row(0x01, _HIRAGANA),
    **_row(0x2F, "ぁぃぅぇぉゃゅょ"),
    **_row(0x37, "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ"),
    0x50: "っ",
    **_row(0x51, _KATAKANA),
    **_row(0x7F, "ァィゥェォャュョ"),
    **_row(0x87, "ガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポ"),
    0xA0: "ッ",
    **_row(0xA1, "０１２３４５６７８９！？。ー・‥『』「」♂♀円"),
    **_row(0xB8, "．×／"),
    0xF0: "：",
}
"""Japanese versions, and Latin ones between FC 15 and FC 16."""

KEYPAD = (
    "[A]", "[B]", "[L]", "[R]", "[START]", "[SELECT]",
    "[UP]", "[DOWN]", "[LEFT]", "[RIGHT]", "[UP/DOWN]", "[LEFT/RIGHT]", "[D-PAD]",
)  # fmt: skip
"""Icons after F8."""

SYMBOLS: Mapping[int, str] = {
    **_row(0x00, "↑↓←→+"),
    0x05: "Lv",
    0x06: "PP",
    0x07: "ID",
    0x08: "No",
    0x09: "_",
    **_row(0x0A, "①②③④⑤⑥⑦⑧⑨()◎△×"),
    **{number: f"[picture {number:02X}]" for number in range(0xD0, 0xFF)},
}
"""Glyphs after F9."""
