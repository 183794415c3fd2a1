"""The places of the game: two rooms, a town, and the route north of it."""

from __future__ import annotations

from cart.world.maps import INDOOR, OUTDOOR, Map, Person

N, S, W, E = 2, 1, 3, 4
LOOK, WANDER, FACE_N, FACE_S, FACE_W, FACE_E = 1, 2, 7, 8, 9, 10
MOTHER, MAN, GIRL, OLD, BOY = 2, 3, 4, 5, 6

BEDROOM = Map(
    "Bedroom", 4, 1, 88, 8, "Indoor",
    (
        "###W####W###",
        "SS==========",
        "pv........>X",
        "............",
        "....rrrr....",
        "B...rrrr....",
        "b...rrrr....",
        "............",
        "k..........k",
    ),
    "dark", 0,
    warps=((10, 2, "House", 1),),
    signs=((0, 2, 0, "gScript_Console"), (1, 2, 0, "gScript_Television")),
    legend=INDOOR,
)  # fmt: skip

HOUSE = Map(
    "House", 4, 0, 88, 8, "Indoor",
    (
        "####W###W####",
        "=SS==========",
        "k..........<X",
        ".............",
        "....TT.......",
        "....TT.......",
        ".............",
        "..rrrrr......",
        "k.rrrrr.....k",
        "...MM........",
    ),
    "dark", 0,
    warps=((3, 9, "Town", 0), (11, 2, "Bedroom", 0), (4, 9, "Town", 0)),
    people=(Person(8, 5, MOTHER, FACE_W, "gScript_Mother"),),
    signs=((1, 1, 0, "gScript_Shelf"), (2, 1, 0, "gScript_Shelf")),
    legend=INDOOR,
)  # fmt: skip

TOWN = Map(
    "Town", 3, 0, 88, 1, "Town",
    (
        "TTTTTTTTTTTTTTPPTTTTTTTTTTTTTT",
        "TTTTTTTTTTTTTTPPTTTTTTTTTTTTTT",
        "TT............PP............TT",
        "TT.,..........PP.........,..TT",
        "TT..R.........PP....B.......TT",
        "TT............PP............TT",
        "TT............PP............TT",
        "TT........G...PP..........G.TT",
        "TT...PPPPPPPPPPPPPPPPPP.....TT",
        "TT...PPPPPPPPPPPPPPPPPP..,..TT",
        "TT,.......N...PP............TT",
        "TT............PP..FFF.FFF...TT",
        "TT..,.........PP..F.....F...TT",
        "TTFFFF.FFFFF..PP..F.,,,.F...TT",
        "TT.........F..PP..F.....F...TT",
        "TT.,,......F..PP..FFF.FFF...TT",
        "TTLLLL.LLLLF..PP............TT",
        "TT.........F..PPPP..~~~~~~..TT",
        "TT..,...........PP.~~~~~~~~.TT",
        "TT.........FFF..PP.~~~~~~~~.TT",
        "TTTTTTTTTTTTTT..PP.TTTTTTTTTTT",
        "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTT",
    ),
    "tree_more", 0x07,
    warps=((5, 7, "House", 0),),
    people=(
        Person(6, 13, BOY, FACE_N, "gScript_Gatekeeper"),
        Person(24, 9, GIRL, WANDER, "gScript_Wanderer", 2, 1),
        Person(17, 6, MAN, FACE_S, "gScript_Question"),
        Person(21, 13, OLD, FACE_S, "gScript_Gift"),
        Person(11, 5, MOTHER, FACE_S, "gScript_Chooser"),
        Person(12, 11, MAN, FACE_W, "gScript_Storyteller"),
        Person(19, 16, OLD, FACE_S, "gScript_Forgetful"),
    ),
    signs=(
        (10, 7, 1, "gScript_HomeSign"), (26, 7, 1, "gScript_LockedSign"),
        (10, 10, 0, "gScript_Board"), (21, 7, 0, "gScript_LockedDoor"),
    ),
    connections=((N, 4, "Route"),),
    legend=OUTDOOR,
)  # fmt: skip

ROUTE = Map(
    "Route", 3, 1, 89, 3, "Town",
    (
        "TTTTTTTTTTTTTTTTTTTTTTTT",
        "TTTTTTTTTTTTTTTTTTTTTTTT",
        "TT..,...........,.....TT",
        "TT........PP..........TT",
        "TT........PP....tttt..TT",
        "TT........PP....tttt..TT",
        "TT.hhhhh..PP..hhhhh...TT",
        "TT.hhhhh==++==hhhhh...TT",
        "TT.hhhhh..PP..hhhhh...TT",
        "TT.cc^cc..PP..ccccc...TT",
        "TT........PP..........TT",
        "TT.tttttt.PP..~~~~....TT",
        "TT.tttttt.PP.~~~~~~...TT",
        "TT.tttttt.PP.~~~~~~...TT",
        "TT........PP..~~~~....TT",
        "TT........PP..........TT",
        "TTLLLLLLLLPPLLLLLLLLLLTT",
        "TT........PP..........TT",
        "TT..tttt..PP...ttttt..TT",
        "TT..tttt..PP...ttttt..TT",
        "TT........PPPP........TT",
        "TTLLLLLLLLLLPPLLLLLLLLTT",
        "TT........PPPP....,...TT",
        "TT.,o.....PP....G.....TT",
        "TT........PP..........TT",
        "TTTTTTTTTTPPTTTTTTTTTTTT",
        "TTTTTTTTTTPPTTTTTTTTTTTT",
        "TTTTTTTTTTPPTTTTTTTTTTTT",
    ),
    "tree_more", 0x07,
    people=(
        Person(15, 10, OLD, LOOK, "gScript_Bridge"),
        Person(7, 17, GIRL, WANDER, "gScript_Grass", 2, 1),
        Person(14, 24, MAN, FACE_W, "gScript_Practice"),
    ),
    signs=((16, 23, 1, "gScript_RouteSign"),),
    connections=((S, -4, "Town"),),
    legend=OUTDOOR,
)  # fmt: skip

MAPS = (BEDROOM, HOUSE, TOWN, ROUTE)
# Region map sections, from the first one on. Maps lie in the first two; the others are on the
# region map of a country that nobody has walked yet.
SECTIONS = {
    88 + i: name
    for i, name in enumerate(
        (
            "MOSSVALE", "FERN ROUTE", "PEAT HOLLOW", "HERON MILL", "SALLOW BANK", "OLD KILN",
            "THISTLE DOWN", "LANTERN PASS", "WICKET LAKE", "BRACKEN END", "MARSH STATION",
            "TALLOW TOWN", "UPPER FELL", "LOWER FELL", "CINDER QUAY", "HOLLOW OAK", "GRIST BRIDGE",
            "NETTLE YARD", "RIME CAVE", "SORREL FIELD", "DROVERS ROAD", "TARN VIEW", "EMBER WOOD",
            "LAST HARBOUR", "GLASS POND", "BELL GATE", "SLOW RIVER", "WREN ISLE", "CHALK STEPS",
            "OTTER WEIR", "FOX HILL", "NORTH MOOR",
        )
    )
}  # fmt: skip
