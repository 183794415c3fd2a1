"""Read the names that the engine shows, without knowing the address of its tables.

Three script commands copy the name of a species, an item or a move into a string variable; a
message that consists of the variables' placeholders is expanded into ``gStringVar4``. Only that
buffer has to be known. The commands take any index, also one far behind the table.
Numbers: ``asm/macros/event.inc`` of ``pret/pokefirered``.
"""

from __future__ import annotations

from collections.abc import Sequence

from gbatool.core import Buttons, Emulator
from gbatool.memory import Snapshot
from gbatool.scan.kernel.rom_tables import FIRST_CODE, TEXT_END
from gbatool.scan.lab.byte_code import set_var
from gbatool.scan.lab.inject import inject, with_message
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.talk import WAITING

SPECIES_NAME, ITEM_NAME, MOVE_NAME = 0x7D, 0x80, 0x82
VARIABLES = 3
PLACEHOLDER, FIRST_PLACEHOLDER = 0xFD, 2
SEPARATOR = bytes((0xFB,))
SCRATCH_VARIABLE = 0x8004
EXPAND_FRAMES = 4  # the script begins in the next frame, and the message is expanded at once
LONGEST = 31
"""Characters of the longest name that a string variable of a changed engine shows."""
ROOM = 18
"""Characters that fit into the smallest string variable."""


def buffer_name(command: int, variable: int, index: int) -> bytes:
    """Byte code: put a name into a string variable; the index may be any half-word."""
    low = SCRATCH_VARIABLE.to_bytes(2, "little")
    return set_var(SCRATCH_VARIABLE, index) + bytes((command, variable)) + low


def placeholders() -> bytes:
    """A text with the placeholders of all string variables, one after the other."""
    parts = [bytes((PLACEHOLDER, FIRST_PLACEHOLDER + i)) for i in range(VARIABLES)]
    return SEPARATOR.join(parts) + bytes((TEXT_END,))


def expanded(lab: Lab, code: bytes, poke: Poke | None = None) -> tuple[Snapshot, list[bytes]]:
    """Run byte code, then expand all string variables.

    Args:
        lab: The laboratory; ``sGlobalScriptContext`` and ``gStringVar4`` must be proven.
        code: Byte code that fills them.
        poke: A write before it runs.

    Returns:
        RAM afterwards, and the texts of the three variables; none if the message does not have
        three.
    """
    script = inject(lab, with_message(lab, code, placeholders()))

    def both(emulator: Emulator) -> None:
        if poke is not None:
            poke(emulator)
        script(emulator)

    after = lab.run_after(WAITING, [(Buttons.NONE, EXPAND_FRAMES)], both)
    room = VARIABLES * (LONGEST + 1)
    text = after.read(lab.address("gStringVar4"), room).tobytes()
    texts = text.partition(bytes((TEXT_END,)))[0].split(SEPARATOR)
    return after, texts if len(texts) == VARIABLES else []


def names(lab: Lab, command: int, indices: Sequence[int]) -> dict[int, bytes]:
    """The names that the engine shows for these indices; indices without one are left out.

    Args:
        lab: The laboratory.
        command: ``SPECIES_NAME``, ``ITEM_NAME`` or ``MOVE_NAME``.
        indices: Half-words; may be outside the table.
    """
    found: dict[int, bytes] = {}
    for start in range(0, len(indices), VARIABLES):
        asked = [*indices[start : start + VARIABLES]]
        full = asked + asked[-1:] * (VARIABLES - len(asked))
        code = b"".join(buffer_name(command, i, index) for i, index in enumerate(full))
        _, texts = expanded(lab, code)
        found.update(zip(asked, texts, strict=False))
    return found


def is_plain(text: bytes) -> bool:
    """Whether a text can be buffered and read back: characters only, at most ``ROOM``."""
    return len(text) <= ROOM and all(byte < FIRST_CODE for byte in text)
