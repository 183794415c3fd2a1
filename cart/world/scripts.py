"""Script byte code: a tiny assembler for the frlg family's command numbers."""

from __future__ import annotations

# Argument sizes in bytes, in order; 4 is a label or a number.
COMMANDS: dict[str, tuple[int, tuple[int, ...]]] = {
    "nop": (0x00, ()), "end": (0x02, ()), "return": (0x03, ()), "call": (0x04, (4,)),
    "goto": (0x05, (4,)), "goto_if": (0x06, (1, 4)), "call_if": (0x07, (1, 4)),
    "callstd": (0x09, (1,)), "loadword": (0x0F, (1, 4)), "setvar": (0x16, (2, 2)),
    "addvar": (0x17, (2, 2)), "compare": (0x21, (2, 2)), "callnative": (0x23, (4,)),
    "special": (0x25, (2,)), "waitstate": (0x27, ()), "delay": (0x28, (2,)), "setflag": (0x29, (2,)),
    "clearflag": (0x2A, (2,)), "checkflag": (0x2B, (2,)), "playse": (0x2F, (2,)),
    "playfanfare": (0x31, (2,)), "waitfanfare": (0x32, ()), "additem": (0x44, (2, 2)),
    "removeobject": (0x53, (2,)), "faceplayer": (0x5A, ()), "waitmessage": (0x66, ()),
    "message": (0x67, (4,)), "closemessage": (0x68, ()), "lockall": (0x69, ()), "lock": (0x6A, ()),
    "releaseall": (0x6B, ()), "release": (0x6C, ()), "waitbuttonpress": (0x6D, ()),
    "yesnobox": (0x6E, (1, 1)), "multichoice": (0x6F, (1, 1, 1, 1)),
    "bufferspecies": (0x7D, (1, 2)), "bufferpartymonnick": (0x7F, (1, 2)),
    "bufferitem": (0x80, (1, 2)), "buffermovename": (0x82, (1, 2)),
    "setwildbattle": (0xB6, (2, 1, 2)), "dowildbattle": (0xB7, ()),
}  # fmt: skip
DIRECTIVES = {1: ".byte", 2: ".2byte", 4: ".4byte"}
RESULT = "0x800D"

STD_SCRIPTS = {
    "Std_Npc": "lock\nfaceplayer\nmessage 0\nwaitmessage\nwaitbuttonpress\nrelease\nreturn",
    "Std_Sign": "lockall\nmessage 0\nwaitmessage\nwaitbuttonpress\nreleaseall\nreturn",
    "Std_Default": "message 0\nwaitmessage\nwaitbuttonpress\nreturn",
    "Std_YesNo": "message 0\nwaitmessage\nyesnobox 20 8\nreturn",
}
STD_ORDER = ["Std_Npc", "Std_Npc", "Std_Npc", "Std_Sign", "Std_Default", "Std_YesNo"]
MACROS = {
    "npc": "loadword 0 {0}\ncallstd 2",
    "sign": "loadword 0 {0}\ncallstd 3",
    "say": "loadword 0 {0}\ncallstd 4",
    "ask": "loadword 0 {0}\ncallstd 5",
    "give": "additem {0} 1\nbufferitem 1 {0}\nmessage gText_Received\nwaitmessage\n"
    "playfanfare 257\nwaitfanfare",
    "if_eq": f"compare {RESULT} {{0}}\ngoto_if 1 {{1}}",
    "if_flag": "checkflag {0}\ngoto_if 1 {1}",
}


def assemble(name: str, source: str) -> str:
    """Assembler text for a script; a line ``label:`` starts a local label ``name_label``."""
    out = [f"{name}:"]
    lines = [line.strip() for line in source.strip().split("\n")]
    local = {line[:-1]: f"{name}_{line[:-1]}" for line in lines if line.endswith(":")}
    for line in _expand(lines):
        if line.endswith(":"):
            out.append(f"{local[line[:-1]]}:")
            continue
        word, *args = line.split()
        opcode, sizes = COMMANDS[word]
        if len(args) != len(sizes):
            raise ValueError(f"{name}: {line!r} wants {len(sizes)} arguments")
        out.append(f"    .byte {opcode}")
        out += [
            f"    {DIRECTIVES[size]} {local.get(arg, arg)}"
            for size, arg in zip(sizes, args, strict=True)
        ]
    return "\n".join(out) + "\n"


def _expand(lines: list[str]) -> list[str]:
    out: list[str] = []
    for line in lines:
        word, *args = line.split() or [""]
        if word in MACROS:
            out += MACROS[word].format(*args).split("\n")
        elif word:
            out.append(line)
    return out
