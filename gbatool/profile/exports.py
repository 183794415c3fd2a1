"""Write the symbols of a profile for other tools: symbol files, JSON, Lua, a C header.

Each file says in its first lines (or, in JSON, under ``rom``) which ROM its addresses belong to,
and :mod:`gbatool.profile.imports` refuses it for any other. Imported symbols are left out unless the
profile trusts them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum

from gbatool.documents import to_json
from gbatool.errors import UnprovenSymbolError
from gbatool.profile.documents import profile_document
from gbatool.profile.model import Profile
from gbatool.profile.writer import by_address

C_PREFIX, C_SIZE_PREFIX = "ADDR_", "SIZE_"


class Format(str, Enum):
    """The formats of exports and imports.

    ``sym`` has address, size and name; ``nocash`` only address and name, as no$gba and mGBA's
    debugger read them; ``c`` is a header.
    """

    SYM = "sym"
    NOCASH = "nocash"
    JSON = "json"
    LUA = "lua"
    C = "c"


def export(profile: Profile, kind: Format) -> str:
    """The text of an export; the same profile always gives the same text.

    Args:
        profile: What to export: proven symbols, and imported ones if it trusts them.
        kind: The format.

    Raises:
        UnprovenSymbolError: Nothing in it is proven.
    """
    symbols = {name: item for name, item in profile.symbols.items() if profile.has(name)}
    if not symbols:
        hint = f" (it has {withheld(profile)} imported ones: --trust-imported)"
        raise UnprovenSymbolError(
            f"profile {profile.name} has no proven symbol{hint if profile.symbols else ''}",
            profile=profile.name,
        )
    return _WRITERS[kind](replace(profile, symbols=symbols))


def withheld(profile: Profile) -> int:
    """The number of symbols that an export leaves out because they are not proven."""
    return sum(not profile.has(name) for name in profile.symbols)


def _origin(profile: Profile) -> tuple[str, str]:
    """Two lines for a comment: where this comes from and which ROM it is for."""
    return (
        f"Symbols of profile {profile.name}, written by gbatool",
        f"ROM {profile.rom.code} revision {profile.rom.revision}, sha1 {profile.rom.sha1}",
    )


def _sym(profile: Profile) -> str:
    lines = [f"; {line}" for line in _origin(profile)]
    lines += [f"{item.address:08x} {item.size:08x} {item.name}" for item in by_address(profile)]
    return "\n".join(lines) + "\n"


def _nocash(profile: Profile) -> str:
    lines = [f"; {line}" for line in _origin(profile)]
    lines += [f"{item.address:08X} {item.name}" for item in by_address(profile)]
    return "\n".join(lines) + "\n"


def _json(profile: Profile) -> str:
    return json.dumps(to_json(profile_document(profile)), indent=2, ensure_ascii=False) + "\n"


def _lua(profile: Profile) -> str:
    lines = [f"-- {line}" for line in _origin(profile)]
    lines += [
        "return {",
        f'  profile = "{profile.name}",',
        f'  sha1 = "{profile.rom.sha1}",',
        "  symbols = {",
    ]
    lines += [
        f"    {_lua_key(item.name)} = {{ address = {item.address}, size = 0x{item.size:X},"
        f' status = "{item.status.value}" }},'
        for item in by_address(profile)
    ]
    return "\n".join([*lines, "  },", "}"]) + "\n"


def _lua_key(name: str) -> str:
    return name if name.isidentifier() else f'["{name}"]'


def _c(profile: Profile) -> str:
    guard = f"GBATOOL_{re.sub('[^A-Z0-9]', '_', profile.name.upper())}_H"
    lines = [f"/* {line} */" for line in _origin(profile)]
    lines += ["", f"#ifndef {guard}", f"#define {guard}", ""]
    for item in by_address(profile):
        name = re.sub(r"\W", "_", item.name)
        size = f"0x{item.size:X} bytes, " if item.size else ""
        lines.append(f"#define {C_PREFIX}{name} {item.address}u /* {size}{item.status.value} */")
        if item.size:
            lines.append(f"#define {C_SIZE_PREFIX}{name} 0x{item.size:X}u")
    return "\n".join([*lines, "", f"#endif /* {guard} */"]) + "\n"


_WRITERS: Mapping[Format, Callable[[Profile], str]] = {
    Format.SYM: _sym,
    Format.NOCASH: _nocash,
    Format.JSON: _json,
    Format.LUA: _lua,
    Format.C: _c,
}
