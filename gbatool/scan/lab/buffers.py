"""Read what the engine itself takes for a name, without knowing where it keeps it.

Three script commands copy the name of a species, an item or a move into a string variable; a
message that consists of the variables' placeholders is expanded into ``gStringVar4``. Nothing
but that buffer has to be known. The same commands take any index, also one far behind the table.
Numbers: ``asm/macros/event.inc`` of ``pret/pokefirered``.
"""

from __future__ import annotations

from collections.abc import Sequence

from gbatool.core import Buttons, Emulator
from gbatool.memory import Snapshot
from gbatool.scan.kernel.rom_tables import FIRST_CODE, TEXT_END
from gbatool.scan.lab.inject import inject, set_var, with_message
from gbatool.scan.lab.laboratory import Lab, Poke
from gbatool.scan.lab.talk import WAITING

SPECIES_NAME, ITEM_NAME, MOVE_NAME = 0x7D, 0x80, 0x82
VARIABLES = 3
PLACEHOLDER, FIRST_PLACEHOLDER = 0xFD, 2
SEPARATOR = bytes((0xFB,))
SCRATCH_VARIABLE = 0x8004
EXPAND_FRAMES = 4  # the script begins in the next frame, and the message is expanded at once
ROOM = 18
"""Characters that the smallest string variable surely has room for."""


def buffer_name(command: int, variable: int, index: int) -> bytes:
    """Byte code: put a name into a string variable; the index may be any half-word."""
    low = SCRATCH_VARIABLE.to_bytes(2, "little")
    return set_var(SCRATCH_VARIABLE, index) + bytes((command, variable)) + low


def placeholders() -> bytes:
    """A text of all string variables, one after the other."""
    parts = [bytes((PLACEHOLDER, FIRST_PLACEHOLDER + i)) for i in range(VARIABLES)]
    return SEPARATOR.join(parts) + bytes((TEXT_END,))


def expanded(lab: Lab, code: bytes, poke: Poke | None = None) -> tuple[Snapshot, list[bytes]]:
    """Run byte code, then expand all string variables.

    Args:
        lab: The laboratory; ``sGlobalScriptContext`` and ``gStringVar4`` must be proven.
        code: What fills them.
        poke: A write made before.

    Returns:
        RAM afterwards, and what the variables held; fewer than three texts if something went
        wrong.
    """
    script = inject(lab, with_message(lab, code, placeholders()))

    def both(emulator: Emulator) -> None:
        if poke is not None:
            poke(emulator)
        script(emulator)

    after = lab.run_after(WAITING, [(Buttons.NONE, EXPAND_FRAMES)], both)
    room = VARIABLES * (ROOM + 1)
    text = after.read(lab.address("gStringVar4"), room).tobytes()
    texts = text.partition(bytes((TEXT_END,)))[0].split(SEPARATOR)
    return after, texts if len(texts) == VARIABLES else []


def names(lab: Lab, command: int, indices: Sequence[int]) -> dict[int, bytes]:
    """What the engine takes for the names of these indices; those that it could not show left out.

    Args:
        lab: The laboratory.
        command: ``SPECIES_NAME``, ``ITEM_NAME`` or ``MOVE_NAME``.
        indices: Half-words; may lie outside the table.
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
    """Whether a text can be put in and read back: characters only, and not too many."""
    return len(text) <= ROOM and all(byte < FIRST_CODE for byte in text)
