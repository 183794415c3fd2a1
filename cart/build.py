"""Builds the demo cartridge and its variants, the same bytes every time.

``python cart/build.py`` writes what is committed; ``--check`` builds elsewhere and compares.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from cart.art import generate as art  # noqa: E402
from cart.link import link_script, symbol_lines  # noqa: E402
from cart.rom import finish  # noqa: E402
from cart.variants import ENGINES, HACKS, PLACES, VARIANTS, Variant  # noqa: E402
from cart.world import generate as world  # noqa: E402
from cart.world.starts import Start  # noqa: E402

CART = ROOT / "cart"
ZIG = [sys.executable, "-m", "ziglang"]
TARGET = ["-target", "thumb-freestanding-eabi", "-mcpu=arm7tdmi"]
FLAGS = [
    "-std=c11", "-ffreestanding",
    "-fno-sanitize=undefined", "-fno-stack-protector", "-ffunction-sections", "-fdata-sections",
    "-fno-unwind-tables", "-fno-asynchronous-unwind-tables", "-g0", "-fno-ident", "-Wall",
    "-Wextra", "-Werror", "-fno-builtin",
]  # fmt: skip


LEVELLED = ("decoy.c", "alias.c", "alias_battle.c", "main.c")
"""The sources that ask for the level of decoys, beside the world."""
STARTING = "overworld.c"
"""The source that asks where a new game begins."""
ALL = (*VARIANTS, *HACKS, *ENGINES, *PLACES)


def outputs(variant: Variant) -> dict[str, Path]:
    """Where the variant's files belong, relative to the repository."""
    cartridges = Path("tests/cartridges") / variant.folder
    rom = (
        Path("gbatool/demo/demo.gba")
        if variant.name == "base"
        else cartridges / f"{variant.name}.gba"
    )
    return {"rom": rom, "sym": cartridges / f"{variant.name}.sym"}


def _run(command: list[str], directory: Path) -> None:
    subprocess.run(command, cwd=directory, check=True)


class Workshop:
    """Generated sources and compiled objects in a folder of their own; each is made once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.objects: dict[tuple[Path, int, str, str], Path] = {}
        self.worlds: dict[str, list[Path]] = {}
        art.generate(folder)

    def compile(self, variant: Variant) -> list[Path]:
        """The variant's objects; decoys, optimisation, hacks and the start are all that differs."""
        sources = [
            *sorted((CART / "src").iterdir()),
            self.folder / "art.c",
            *self._world(variant.start),
        ]
        with ThreadPoolExecutor(max_workers=2) as pool:
            return list(pool.map(lambda source: self._object(source, variant), sources))

    def _world(self, start: Start) -> list[Path]:
        if start.name not in self.worlds:
            tilesets = art.generate_tilesets(self.folder, start.tilesets)
            self.worlds[start.name] = [*tilesets, world.generate(self.folder, start)]
        return self.worlds[start.name]

    def _object(self, source: Path, variant: Variant) -> Path:
        level = variant.decoys if source.name in LEVELLED or source.suffix == ".S" else 0
        optimise = variant.optimise if source.suffix == ".c" else ""
        # The one source of another suffix, start-up code in assembler, is not preprocessed.
        macros = variant.macros if source.suffix in (".c", ".S") else {}
        if source.name == STARTING:
            macros = macros | variant.start.macros
        defined = [f"-D{name}={value}" for name, value in macros.items()]
        settings = "".join(defined)
        known = self.objects.get((source, level, optimise, settings))
        if known is not None:
            return known
        target = self.folder / f"{source.stem}.{level}{optimise}{settings}.o"
        flags = [*TARGET, *defined]
        if source.suffix == ".S":
            flags.append(f"-DDECOY_LEVEL={level}")
        if source.suffix == ".c":
            includes = [f"-I{CART / 'include'}", f"-I{self.folder}"]
            flags += [optimise, *FLAGS, f"-DDECOY_LEVEL={level}", *includes]
        _run([*ZIG, "cc", *flags, "-c", str(source), "-o", str(target)], self.folder)
        self.objects[source, level, optimise, settings] = target
        return target

    def build(self, out: Path, variant: Variant) -> None:
        """Builds one variant below ``out``."""
        objects = self.compile(variant)
        (self.folder / "cart.ld").write_text(link_script(objects, variant))
        elf = self.folder / f"{variant.name}.elf"
        command = ["ld.lld", "-T", "cart.ld", "-o", str(elf), *map(str, objects)]
        _run([*ZIG, *command], self.folder)
        image = elf.read_bytes()
        paths = outputs(variant)
        for kind, data in (("rom", finish(image)), ("sym", symbol_lines(image).encode())):
            target = out / paths[kind]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def build(out: Path, variants: Iterable[Variant]) -> None:
    """Builds these variants below ``out``."""
    with tempfile.TemporaryDirectory() as name:
        workshop = Workshop(Path(name))
        for variant in variants:
            workshop.build(out, variant)


def check(variants: Iterable[Variant] = ALL) -> list[Path]:
    """The committed files that a fresh build does not reproduce."""
    variants = tuple(variants)
    with tempfile.TemporaryDirectory() as name:
        build(Path(name), variants)
        return [
            path
            for variant in variants
            for path in outputs(variant).values()
            if not (ROOT / path).exists()
            or (ROOT / path).read_bytes() != (Path(name) / path).read_bytes()
        ]


def remint() -> None:
    """Makes the state that is shipped with the base variant again: it is of no other build."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "savestates/remint.py"], cwd=ROOT, env=environment, check=True)


def main() -> int:
    """The command line; answers the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed files")
    parser.add_argument("--only", help="build this variant alone")
    options = parser.parse_args()
    if options.check:
        different = check()
        for path in different:
            print(f"differs from a fresh build: {path}", file=sys.stderr)
        return 1 if different else 0
    wanted = [v for v in ALL if options.only in (None, v.name)]
    build(ROOT, wanted)
    for variant in wanted:
        print(f"built {variant.name}: {outputs(variant)['rom']}")
    if options.only in (None, "base"):
        remint()
    return 0


if __name__ == "__main__":
    sys.exit(main())
