"""Worlds for the double that several tests walk in. Coordinates are map-local."""

from __future__ import annotations

from tests.double import Double
from tests.double.world import (
    EAST,
    NORTH,
    SOUTH,
    Battle,
    Fanfare,
    Join,
    Naming,
    Op,
    Person,
    Room,
    Say,
    Sign,
    Special,
    Trigger,
    Walk,
    WarpAt,
    World,
    YesNo,
)

SCRIPTS: dict[str, tuple[Op, ...]] = {
    "hello": (Say("Hello."),),
    "long": (Say("One.\fTwo.\nTwo more.\vStill two.\fThree."), Say("Four.")),
    "twice": (Say("Again."), Say("Again.")),
    "ask": (Say("Shall we?", wait=False), YesNo("yes", "no")),
    "unlisted": (Say("Which?", wait=False), YesNo("yes", "no", listed=False)),
    "yes": (Say("Good."),),
    "no": (Say("Pity."),),
    "fanfare": (Say("You got it!", wait=False), Fanfare(160), Say("Enjoy it.")),
    "healed": (Say("You look tired."), Special(90), Say("Better now.")),
    "endless": (Say("Wait here."), Fanfare(60_000)),
    "unparked": (Say("A plaque.", parks=False),),
    "fight": (
        Say("Fight me!"),
        Battle("It begins.\fIt goes on.", 1, "You won!\fIt ends."),
        Say("Oh no."),
    ),
    "wild": (Battle("A wild one.", 1, "It fled."),),
    "name": (Say("Your name?"), Naming(), Say("Nice.")),
    "scene": (Say("Look!"), Walk(1, "EE"), Say("There.")),
    "parade": (Say("Off we go."), Walk(1, "EEEWWW")),
    "sign": (Say("A sign."),),
    "wordy": (Say("A rather long line of text, which takes a while."),),
}


def room_world(
    *rows: str,
    at: tuple[int, int] = (1, 1),
    facing: int = SOUTH,
    people: tuple[Person, ...] = (),
    warps: tuple[WarpAt, ...] = (),
    signs: tuple[Sign, ...] = (),
    triggers: tuple[Trigger, ...] = (),
    encounter: str | None = None,
    arrival: str | None = None,
) -> World:
    """One room, and a small one behind its warps; ``arrival`` is the script that meets one there."""
    room = Room(rows, people, warps, signs, triggers, encounter=encounter)
    other = Room(
        ("######", "#....#", "#.s..#", "######"),
        warps=(WarpAt(2, 2, "room", 0),),
        arrival=arrival,
    )
    return World({"room": room, "other": other}, ("room", *at, facing), SCRIPTS)


def talk_world(script: str) -> World:
    """A room where the player faces an NPC whose script is ``script``."""
    return room_world(
        "#######",
        "#.....#",
        "#.....#",
        "#######",
        at=(1, 1),
        facing=EAST,
        people=(Person(2, 1, script),),
    )


TOWN = World(
    {
        "bedroom": Room(
            ("#######", "#....{#", "#.....#", "#######"),
            warps=(WarpAt(5, 1, "hall", 0),),
        ),
        "hall": Room(
            ("########", "#...../#", "#......#", "#..=...#", "#......#", "###s####"),
            people=(Person(3, 2, "long"),),
            warps=(WarpAt(6, 1, "bedroom", 0), WarpAt(3, 5, "town", 0)),
        ),
        "town": Room(
            (
                "######.#########",
                "#..##...##.....#",
                "#..#D...#D#....#",
                "#..............#",
                "#..!...vvv.....#",
                "#..............#",
                "#.~~...#.#.....#",
                "#.~~...#.#.....#",
                "#..............#",
                "################",
            ),
            people=(Person(8, 7, "hello"), Person(12, 5, "ask", path="EEWW", pace=20)),
            warps=(WarpAt(4, 2, "hall", 1),),
            signs=(Sign(3, 4, "sign"),),
            joins=(Join(NORTH, "route"),),
        ),
        "route": Room(
            (
                "################",
                '#....""""......#',
                '#....""""......#',
                "#..............#",
                "######.#########",
            ),
            joins=(Join(SOUTH, "town"),),
            encounter="wild",
        ),
    },
    ("bedroom", 2, 2, SOUTH),
    SCRIPTS,
)


def open_double(world: World) -> Double:
    """A double of a world, one frame after power-on."""
    double = Double(world)
    double.run(1)
    return double


def town_at(x: int, y: int, facing: int = SOUTH) -> World:
    return World(TOWN.rooms, ("town", x, y, facing), TOWN.scripts)
