"""Runs OpenSCAD: parts become STL files, names in dimensions.scad become values."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from types import SimpleNamespace

FOLDER = Path(__file__).parent
PRINTED = {
    # part: how many to print; its name is its file's
    "floor_defg": 1,
    "floor_abc": 1,
    "strap": 2,
    "deck_cde": 1,
    "deck_fgab": 1,
    "pad": 7,
    "panel_box": 1,
    "panel_lid": 1,
    "bezel_096": 1,
    "bezel_130": 1,
}
"""Every printed part; of the two bezels a kit needs the one that fits its display."""

INSTALL = "sudo apt install --no-install-recommends openscad"


class NoOpenScad(Exception):
    """OpenSCAD is not installed."""


def sources(part: str) -> list[Path]:
    """The files that a part is made of: its own, and all that it includes or uses."""
    found: list[Path] = []
    wanted = [FOLDER / f"{part}.scad"]
    while wanted:
        path = wanted.pop()
        if path not in found:
            found.append(path)
            names = re.findall(r"^(?:include|use) <(.+)>", path.read_text(encoding="utf-8"), re.MULTILINE)
            wanted += [FOLDER / name for name in names]
    return sorted(found)


def digest(paths: list[Path]) -> str:
    """One number for the contents of these files, in their order."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def render(part: str, folder: Path, language: str = "en") -> Path:
    """The STL file of a part, in that folder; made anew only when a source has changed. 0.1 to 15 s."""
    target, mark = folder / f"{part}.stl", folder / f".{part}.made-of"
    letters = language if part == "panel_lid" else ""
    made_of = f"{digest(sources(part))} {letters}"
    if target.exists() and mark.exists() and mark.read_text(encoding="utf-8") == made_of:
        return target
    folder.mkdir(parents=True, exist_ok=True)
    mark.unlink(missing_ok=True)
    given = ["-D", f'language="{language}"'] if letters else []
    run(*given, "-o", str(target), str(FOLDER / f"{part}.scad"))
    mark.write_text(made_of, encoding="utf-8")
    return target


def render_each(folder: Path, language: str = "en") -> Iterator[tuple[str, Path]]:
    """Each printed part and its STL file, as soon as it is done; one at a time for each processor."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        waited_for = {pool.submit(render, name, folder, language): name for name in PRINTED}
        for done in as_completed(waited_for):
            yield waited_for[done], done.result()


def render_all(folder: Path) -> dict[str, Path]:
    """The STL files of all printed parts, in the order of `PRINTED`."""
    files = dict(render_each(folder))
    return {name: files[name] for name in PRINTED}


def dimensions() -> SimpleNamespace:
    """Every name of dimensions.scad with its value: numbers and lists of numbers, millimetres and degrees."""
    text = (FOLDER / "dimensions.scad").read_text(encoding="utf-8")
    names = re.findall(r"^(\w+) =", text, re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "asked.scad"
        lines = [f"include <{FOLDER.as_posix()}/dimensions.scad>", *(f"echo({name});" for name in names)]
        asked.write_text("\n".join(lines), encoding="utf-8")
        told = asked.with_suffix(".echo")
        run("-o", str(told), str(asked))
        values = [json.loads(line.removeprefix("ECHO: ")) for line in told.read_text().splitlines()]
    return SimpleNamespace(**dict(zip(names, values, strict=True)))


def run(*arguments: str) -> None:
    """Run OpenSCAD; its warnings are errors, and what it says is shown only then."""
    program = shutil.which("openscad")
    if program is None:
        raise NoOpenScad(f"OpenSCAD is not installed; {INSTALL}")
    command = [program, "--hardwarnings", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")
