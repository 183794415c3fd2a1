"""Builds the demo cartridge and its variants, the same bytes every time.

``python cart/build.py`` writes what is committed; ``--check`` builds elsewhere and compares.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from cart.art import generate as art  # noqa: E402
from cart.link import link_script, symbol_lines  # noqa: E402
from cart.rom import finish  # noqa: E402
from cart.variants import VARIANTS, Variant  # noqa: E402
from cart.world import generate as world  # noqa: E402

CART = ROOT / "cart"
ZIG = [sys.executable, "-m", "ziglang"]
TARGET = ["-target", "thumb-freestanding-eabi", "-mcpu=arm7tdmi"]
FLAGS = [
    "-O2", "-std=c11", "-ffreestanding",
    "-fno-sanitize=undefined", "-fno-stack-protector", "-ffunction-sections", "-fdata-sections",
    "-fno-unwind-tables", "-fno-asynchronous-unwind-tables", "-g0", "-fno-ident", "-Wall",
    "-Wextra", "-Werror", "-fno-builtin",
]  # fmt: skip


def outputs(variant: Variant) -> dict[str, Path]:
    """Where the variant's files belong, relative to the repository."""
    cartridges = Path("tests/cartridges")
    rom = (
        Path("gbatool/demo/demo.gba")
        if variant.name == "base"
        else cartridges / f"{variant.name}.gba"
    )
    return {"rom": rom, "sym": cartridges / f"{variant.name}.sym"}


def _run(command: list[str], directory: Path) -> None:
    subprocess.run(command, cwd=directory, check=True)


def _compile(work: Path, variant: Variant) -> list[Path]:
    objects: list[Path] = []
    sources = [*sorted((CART / "src").iterdir()), work / "art.c", work / "world.s"]
    for source in sources:
        target = work / f"{source.stem}.{variant.name}.o"
        flags = [*TARGET]
        if source.suffix == ".c":
            flags += [
                *FLAGS,
                f"-DDECOY_LEVEL={variant.decoys}",
                f"-I{CART / 'include'}",
                f"-I{work}",
            ]
        _run([*ZIG, "cc", *flags, "-c", str(source), "-o", str(target)], work)
        objects.append(target)
    return objects


def build(out: Path, variant: Variant) -> None:
    """Builds one variant below ``out``."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        art.generate(work)
        world.generate(work)
        objects = _compile(work, variant)
        (work / "cart.ld").write_text(link_script(objects, variant))
        elf = work / "cart.elf"
        _run([*ZIG, "ld.lld", "-T", "cart.ld", "-o", str(elf), *map(str, objects)], work)
        image = elf.read_bytes()
        paths = outputs(variant)
        for kind, data in (("rom", finish(image)), ("sym", symbol_lines(image).encode())):
            target = out / paths[kind]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def check() -> list[Path]:
    """The committed files that a fresh build does not reproduce."""
    different = []
    with tempfile.TemporaryDirectory() as name:
        for variant in VARIANTS:
            build(Path(name), variant)
            for path in outputs(variant).values():
                committed = ROOT / path
                if (
                    not committed.exists()
                    or committed.read_bytes() != (Path(name) / path).read_bytes()
                ):
                    different.append(path)
    return different


def remint() -> None:
    """Makes the state that is shipped with the base variant anew: it is of no other build."""
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
    for variant in VARIANTS:
        if options.only in (None, variant.name):
            build(ROOT, variant)
            print(f"built {variant.name}: {outputs(variant)['rom']}")
    if options.only in (None, "base"):
        remint()
    return 0


if __name__ == "__main__":
    sys.exit(main())
