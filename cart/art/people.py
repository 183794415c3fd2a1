"""People: 16x32 pixels, nine frames (standing and two steps, seen from S, N and W)."""

from __future__ import annotations

from dataclasses import dataclass

from cart.art.canvas import Canvas, from_ascii, palette

# o outline, h hair, d dark hair, s skin, k shaded skin, c cloth, g dark cloth, p trousers,
# q dark trousers, w white, b shoe, e eye
KEY = {c: i + 1 for i, c in enumerate("ohdskcgpqwbe")}

HEAD_S = """
.....oooooo.....
...oohhhhhhoo...
..ohhhhhhhhhho..
.ohhhhhhhhhhhho.
.ohhhhhhhhhhhho.
.ohhdhhddhhdhho.
.odhdssddssdhdo.
.oddsessssesddo.
..odsesssseSdo..
..oksssssssskO..
...okskkkksko...
"""
HEAD_N = """
.....oooooo.....
...oohhhhhhoo...
..ohhhhhhhhhho..
.ohhhhhhhhhhhho.
.ohhhhhhhhhhhho.
.ohhhhhhhhhhhho.
.odhhhhhhhhhhdo.
.oddhhhhhhhhddo.
..oddhdhhdhddo..
..okddddddddko..
...okdddddddo...
"""
HEAD_W = """
.....oooooo.....
...oohhhhhhoo...
..ohhhhhhhhhho..
.ohhhhhhhhhhhho.
.ohhhhhhhhhhhho.
.odhdhhhhhhhhho.
..osdshhhhhhhdo.
..oesssdhkhhddo.
..oesssskkhddo..
..osssssskddo...
...okksskkko....
"""
BODY_S = """
...ogcccccccgo..
..oscgccccgcso..
..oskccccccso...
..okogccccgoko..
...ooppppppoo...
....opppqppo....
....oppoqppo....
....obbo.obbo...
.....oo...oo....
"""
BODY_S_STEP = """
...ogcccccccgo..
..oscgccccgcso..
..oskcccccccko..
...oogccccgoo...
....oppppppo....
....oppqqppo....
....obboopqo....
.....oo.obbo....
.........oo.....
"""
BODY_N = """
...ogccccccgo...
..oscccccccCso..
..oskccccccsko..
..okogccccgoko..
...oopppppppo...
....opppqppo....
....oppoqppo....
....obbo.obbo...
.....oo...oo....
"""
BODY_W = """
....occcccco....
....ocgcccgo....
....ocskccgo....
....ogskcggo....
.....opppppo....
.....opppqpo....
.....oppqqpo....
....obbbobbo....
....ooooooo.....
"""
BODY_W_STEP = """
....occcccco....
...oscgcccgo....
...okoccccsko...
....ogcccggko...
....opppppqo....
...opppoqppo....
..obppo..qppo...
..obbo...obbo...
...oo....oooo...
"""


@dataclass(frozen=True)
class Look:
    """The colours of one person."""

    name: str
    hair: str
    hair_dark: str
    cloth: str
    cloth_dark: str
    trousers: str
    trousers_dark: str
    shoe: str = "705040"
    skin: str = "f8d0a8"
    skin_dark: str = "d8a078"

    def palette(self) -> list[int]:
        """The sixteen colours in the order of the key."""
        return palette("000000", "303040", self.hair, self.hair_dark, self.skin, self.skin_dark,
                       self.cloth, self.cloth_dark, self.trousers, self.trousers_dark, "ffffff",
                       self.shoe, "383048")  # fmt: skip


LOOKS = (
    Look("hero_m", "d86848", "a84030", "4890d8", "3068a8", "585888", "404068"),
    Look("hero_f", "e8b850", "b88830", "e07088", "b04860", "605890", "443c6c"),
    Look("mother", "885838", "603c28", "e898a8", "c07084", "8880b8", "646098"),
    Look("man", "484858", "303040", "78b868", "508848", "787060", "585048"),
    Look("girl", "785078", "503058", "f8d060", "d0a038", "d06878", "a04858"),
    Look("old", "d8d8e0", "a8a8b8", "9078b0", "68548c", "686868", "484850"),
    Look("boy", "604830", "403020", "f08848", "c06028", "486890", "304868"),
)


def _figure(head: str, body: str) -> Canvas:
    """A figure, its feet at the bottom of 16x32."""
    canvas = Canvas(16, 32)
    key = KEY | {"S": KEY["s"], "O": KEY["o"], "C": KEY["c"]}
    canvas.stamp(from_ascii(body, key), 0, 22)
    return canvas.stamp(from_ascii(head, key), 0, 11)


def frames() -> list[Canvas]:
    """The nine frames in the engine's order: for S, N, W standing, one foot, the other foot."""
    out: list[Canvas] = []
    body_n_step = BODY_S_STEP
    for head, stand, step in ((HEAD_S, BODY_S, BODY_S_STEP), (HEAD_N, BODY_N, body_n_step)):
        moving = _figure(head, step)
        upper, lower = moving.crop(0, 0, 16, 26), moving.crop(0, 26, 16, 6)
        other = Canvas(16, 32).stamp(upper).stamp(lower.mirror(), 0, 26)
        out += [_figure(head, stand), moving, other]
    side, walking = _figure(HEAD_W, BODY_W), _figure(HEAD_W, BODY_W_STEP)
    return [*out, side, walking, walking]
