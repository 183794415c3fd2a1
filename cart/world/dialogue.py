"""What is said: texts and the scripts that say them."""

from __future__ import annotations

TEXTS = {
    "gText_Received": "{PLAYER} put the {STR2}\naway with care.",
    "gText_Console": "{PLAYER} is the one who drew\nthe map on this screen.",
    "gText_Television": "A weather report: fog over\nthe moss, then sun.\\pThen the picture turns to snow.",
    "gText_Shelf": "Books about moss, ferns\nand small creatures.",
    "gText_Mother1": "{PLAYER}! Awake at last.\\pThe kettle sang twice, and you\nsnored louder than both.\\p"
    "Today is the day of the fog\nfair, you know that?\\pThe old gardener east of the\npath has something for you.\\p"
    "Go out by the mat, and do\nnot fall off the ledge.\\pOr do. It is the quickest\nway down.",
    "gText_Gatekeeper": "I stand here. It is what I do.",
    "gText_Wanderer": "Round and round I go.\nThe moss likes company.",
    "gText_Question": "Have you ever seen a Mossling\nasleep?",
    "gText_QuestionYes": "Then you know why we whisper.",
    "gText_QuestionNo": "They fold up like umbrellas.\nLook under the bridge.",
    "gText_Gift": "Ah, {PLAYER}. Your mother said\nyou would come.\\pTake one of my berries. It\ncloses small wounds.",
    "gText_GiftAgain": "Plant nothing you can not\nname.",
    "gText_Chooser": "Which weather do you like\nbest?",
    "gText_ChooserSun": "Bright. You must burn easily.",
    "gText_ChooserFog": "Fog! We will be friends.",
    "gText_ChooserRain": "Rain is honest weather.",
    "gText_ChooserSnow": "Snow? Here? You dreamer.",
    "gText_ChooserNone": "No answer is an answer too.",
    "gText_Storyteller": "Long ago{PAUSE 30}… a boy called\n{PLAYER} lost his left boot\\l"
    "in the pond over there.\\pHe dived for it all summer.{PAUSE 20}\nHe found nine boots.\\l"
    "None of them was his.\\lHe sold them all the same.\\pThat is how MOSSVALE got its\nshoe shop.",
    "gText_HomeSign": "{PLAYER}’s house.\nWipe your boots.",
    "gText_LockedSign": "Gone to the fair.\nBack when the fog lifts.",
    "gText_LockedDoor": "It is locked.",
    "gText_Board": "MOSSVALE\nA place to sit down.",
    "gText_RouteSign": "FERN ROUTE\nSouth: MOSSVALE",
    "gText_Bridge": "The bridge goes over, the\npath goes under.\\pMost quarrels are like that.",
    "gText_Grass": "Something rustles in the tall\ngrass. Walk with care.",
    "gTextPressStart": "{WHITE}PRESS START",
    "gTextIntro": "Hello there! Good to meet you.\\pThis is MOSSVALE, where the\nfog is soft and the moss is deep.\\p"
    "Your name is ROWAN, and it\nis late in the morning. Wake up!",
    "gTextDefaultName": "ROWAN",
    "gTextRivalName": "SORREL",
    "gTextNamingTitle": "What is the name?",
    "gTextNamingPages": "PAGE",
    "gTextNamingBack": "BACK",
    "gTextNamingOk": "OK",
    "gTextPartyChoose": "Who is it to be?",
    "gTextPartyWhat": "What shall it do?",
    "gTextPartyWhere": "To which place?",
    "gTextPartyCancel": "CANCEL",
    "gTextBagClose": "CLOSE BAG",
    "gTextBagCloseHelp": "Tie the string and go on.",
    "gTextBagNotNow": "Better keep that for later.",
    "gText_Forgetful": "I always forget what your\nfriend is called. Will you\\lwrite it down for me?",
    "gText_ForgetfulThanks": "{RIVAL}! Of course. I will\nnot forget again.",
    "gText_ForgetfulNo": "{RIVAL}, was it not? No?",
    "gTextWildAppeared": "A wild {STR1} comes\nout of the grass!\\p",
    "gTextGo": "Up you get, {STR1}!",
    "gTextUsed": "{STR1} tries\n{STR2}!",
    "gTextFoeUsed": "Wild {STR1} tries\n{STR2}!",
    "gTextMissed": "But it goes wide.",
    "gTextSuper": "That went deep!",
    "gTextWeak": "That hardly tickled.",
    "gTextFainted": "{STR1} can not go on!\\p",
    "gTextFoeFainted": "Wild {STR1} drops\ninto the moss!\\p",
    "gTextExp": "{STR1} learns {STR2}\npoints’ worth from this.\\p",
    "gTextLevelUp": "{STR1} grows to level {STR2}!",
    "gTextGotAway": "Away through the ferns!\\p",
    "gTextNoneLeft": "Nobody is left to stand up.\\p{PLAYER} limps home…\\p",
    "gTextNoBag": "The bag is stuck shut.",
    "gTextNoSwitch": "{STR1} will not\nstep aside.",
    "gTextNoRunning": "Nobody walks out on\na trainer’s {STR1}.",
    "gTextNoPp": "No strength left for that.",
    "gTextRose": "{STR1} grows tougher.",
    "gTextFell": "{STR1} loses heart.",
    "gTextSaveName": "NAME",
    "gTextSaveTime": "TIME",
    "gTextBattlePrompt": "What now,\n{STR1}?",
    "gTextPp": "PP ",
    "gTextType": "IS ",
    "gTextHeld": "{STR1}’s {STR2}\nlets nobody go.",
    "gText_Practice": "A Pebblit sleeps in my basket.\nDo you want a practice round?",
    "gText_PracticeDone": "Nobody was hurt. Much.",
    "gText_PracticeNo": "Let it sleep, then.",
    "gText_YesNo": "YES\nNO",
}

SCRIPTS = {
    "gScript_Console": "sign gText_Console\nend",
    "gScript_Television": "sign gText_Television\nend",
    "gScript_Shelf": "sign gText_Shelf\nend",
    "gScript_Mother": "npc gText_Mother1\nend",
    "gScript_Gatekeeper": "npc gText_Gatekeeper\nend",
    "gScript_Wanderer": "npc gText_Wanderer\nend",
    "gScript_Question": """
        lock
        faceplayer
        ask gText_Question
        if_eq 1 yes
        say gText_QuestionNo
        release
        end
        yes:
        say gText_QuestionYes
        release
        end
    """,
    "gScript_Gift": """
        lock
        faceplayer
        if_flag 0x230 again
        say gText_Gift
        give 139
        setflag 0x230
        release
        end
        again:
        say gText_GiftAgain
        release
        end
    """,
    "gScript_Chooser": """
        lock
        faceplayer
        message gText_Chooser
        waitmessage
        multichoice 19 4 0 0
        if_eq 0 sun
        if_eq 1 fog
        if_eq 2 rain
        if_eq 3 snow
        say gText_ChooserNone
        release
        end
        sun:
        say gText_ChooserSun
        release
        end
        fog:
        say gText_ChooserFog
        release
        end
        rain:
        say gText_ChooserRain
        release
        end
        snow:
        say gText_ChooserSnow
        release
        end
    """,
    "gScript_Forgetful": """
        lock
        faceplayer
        ask gText_Forgetful
        if_eq 0 no
        closemessage
        callnative NameTheRival
        waitstate
        say gText_ForgetfulThanks
        release
        end
        no:
        say gText_ForgetfulNo
        release
        end
    """,
    "gScript_Practice": """
        lock
        faceplayer
        ask gText_Practice
        if_eq 0 no
        closemessage
        setwildbattle 2 5 0
        dowildbattle
        say gText_PracticeDone
        release
        end
        no:
        say gText_PracticeNo
        release
        end
    """,
    "gScript_Storyteller": "npc gText_Storyteller\nend",
    "gScript_HomeSign": "sign gText_HomeSign\nend",
    "gScript_LockedSign": "sign gText_LockedSign\nend",
    "gScript_LockedDoor": "sign gText_LockedDoor\nend",
    "gScript_Board": "sign gText_Board\nend",
    "gScript_RouteSign": "sign gText_RouteSign\nend",
    "gScript_Bridge": "npc gText_Bridge\nend",
    "gScript_Grass": "npc gText_Grass\nend",
}

MULTICHOICES = (("SUN", "FOG", "RAIN", "SNOW"),)
KEYBOARD = (
    ("01234   ", "56789   ", "!?♂♀/-  ", "…“”‘’   "),
    ("ABCDEF .", "GHIJKL ,", "MNOPQRS ", "TUVWXYZ "),
    ("abcdef .", "ghijkl ,", "mnopqrs ", "tuvwxyz "),
)
STATS = ("HP", "ATTACK", "DEFENSE", "SP. ATK", "SP. DEF", "SPEED")
BATTLE_ACTIONS = ("FIGHT", "BAG", "PARTY", "RUN")
PARTY_ACTIONS = ("SWITCH", "CANCEL")
POCKETS = ("ITEMS", "KEY ITEMS", "MOSS BALLS")
MENU_LABELS = ("DEX", "PARTY", "BAG", "{PLAYER}", "SAVE", "OPTION", "EXIT")
MENU_HELP = (
    "",
    "Look at the creatures that\nwalk with you.",
    "See what you carry.",
    "A card with your name on it.",
    "Write down how far you came.",
    "Change how things are done.",
    "Back to the walk.",
    "",
    "",
    "",
    "{PLAYER}, a walker of the moss.",
    "This demo does not save.",
    "Nothing to set here.",
)

# number: (name, price, pocket, description); other numbers up to the last are empty.
ITEMS = {
    0: ("????????", 0, 1, "?????"),
    3: ("MOSS BALL", 200, 3, "A ball of moss that a\ncreature likes to sleep in."),
    13: ("DEW DROP", 300, 1, "Dew that gives back 20 HP."),
    14: ("WILLOW TEA", 100, 1, "Soothes a bad stomach."),
    139: ("BRAMBLE BERRY", 20, 5, "A berry that closes small\nwounds."),
    260: ("OLD COMPASS", 0, 2, "It points to breakfast."),
}
# (name, hp, attack, defense, speed, special attack, special defense, type 1, type 2)
SPECIES = (
    ("??????????", 0, 0, 0, 0, 0, 0, 0, 0),
    ("MOSSLING", 45, 49, 49, 45, 65, 65, 12, 12),
    ("PEBBLIT", 40, 45, 65, 30, 30, 40, 5, 5),
    ("DAMPFLY", 38, 35, 30, 60, 48, 40, 11, 2),
    ("EMBERMOUSE", 36, 52, 38, 24, 50, 42, 10, 10),
    ("FOGWISP", 44, 30, 35, 70, 62, 55, 7, 7),
)
# Twelve slots of (lowest level, highest level, species) for the land of a map.
WILD = {"Cave": ((2, 4, 2), (2, 3, 2), (3, 4, 2), (2, 4, 5), (3, 4, 4), (2, 3, 2), (3, 5, 5),
                 (3, 4, 5), (2, 4, 2), (4, 5, 4), (4, 5, 5), (5, 5, 5)),
        "Route": ((2, 4, 3), (2, 3, 2), (3, 4, 3), (2, 4, 2), (3, 4, 4), (2, 3, 3), (3, 5, 2),
                  (3, 4, 4), (2, 4, 3), (4, 5, 1), (4, 5, 5), (5, 5, 5))}  # fmt: skip
# (name, power, type, accuracy, pp)
MOVES = (
    ("-", 0, 0, 0, 0), ("NUDGE", 40, 0, 100, 35), ("LEAF FLICK", 45, 12, 100, 25),
    ("SPLASH SPIT", 40, 11, 100, 25), ("CURL UP", 0, 0, 0, 40), ("PEBBLE TOSS", 50, 5, 90, 15),
    ("SPARK BITE", 45, 10, 100, 20), ("COLD BREATH", 40, 7, 100, 20), ("STARE", 0, 17, 100, 30),
    ("LONG NAP", 0, 0, 0, 10), ("MUD HEEL", 55, 4, 95, 16), ("REED WHIP", 35, 12, 100, 32),
    ("DEW SHOT", 65, 11, 85, 12), ("CLAP", 15, 0, 100, 38), ("HUM", 0, 0, 90, 22),
    ("KILN KISS", 75, 10, 85, 8), ("PERCH", 0, 2, 0, 28), ("BOULDER SIT", 80, 5, 75, 5),
    ("DRIZZLE", 30, 11, 100, 36), ("ROOT TUG", 60, 12, 95, 14),
)  # fmt: skip
TYPES = ("NORMAL", "FIGHT", "FLYING", "POISON", "GROUND", "ROCK", "BUG", "GHOST", "STEEL", "???",
         "FIRE", "WATER", "GRASS", "ELECTR", "PSYCHC", "ICE", "DRAGON", "DARK")  # fmt: skip
GIFTS = ((1, 5, 0), (2, 12, 0), (3, 20, 13), (4, 30, 0))
"""Species, level and item of the mons that unused scripts give: they show how a mon is given."""
ABILITIES = (
    "-------",
    "SOFT STEP",
    "THICK HIDE",
    "EARLY BIRD",
    "WET NOSE",
    "PATIENCE",
    "LOUD SNORE",
    "GOOD EARS",
    "COLD FEET",
    "WARM HEART",
    "SLOW BLINK",
    "LONG NECK",
    "SWEET TOOTH",
    "BRIGHT EYE",
    "DULL CLAW",
    "HOLLOW BONE",
    "RUST COAT",
    "OLD HABIT",
    "QUICK WIT",
    "LAST WORD",
    "FIRST FROST",
    "DEEP ROOT",
    "STILL WATER",
    "HOLD FAST",
    "EASY GOING",
    "KEEN SCENT",
)
