import os
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from manifold3d import Manifold

from hardware.parts import check, openscad, pictures, render
from hardware.parts.assembly import Placed
from hardware.parts.check import collisions, faults_of_guide, faults_of_part, faults_of_stop, widest_mm
from hardware.parts.render import LANGUAGES
from hardware.parts.solids import box

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "hardware" / "ASSEMBLY.md").read_text(encoding="utf-8")
BED_MM = 220


def corners(body: Manifold) -> np.ndarray:
    """The triangles of a solid, as an STL file has them."""
    mesh = body.to_mesh()
    return mesh.vert_properties[:, :3][mesh.tri_verts]


def stl(folder: Path, triangles: np.ndarray) -> Path:
    """An STL file of these triangles, written as OpenSCAD writes it."""
    lines = ["solid part"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex " + " ".join(f"{at:.6g}" for at in corner) for corner in triangle]
        lines += ["endloop", "endfacet"]
    path = folder / "part.stl"
    path.write_text("\n".join([*lines, "endsolid part"]), encoding="utf-8")
    return path


CUBE = corners(box((20, 20, 20)))


@pytest.mark.parametrize(
    ("triangles", "said"),
    [
        (CUBE, []),
        (CUBE[:-1], ["part: it is not closed: NotManifold"]),
        (CUBE[:0], ["part: it is empty"]),
        (np.concatenate([CUBE, CUBE + 30]), ["part: it is 2 solids, not one"]),
        (CUBE[:, ::-1], ["part: its volume is -8000 mm3: it is inside out"]),
        (CUBE * [11.5, 1, 1], ["part: 230.0 x 20.0 x 20.0 mm do not fit a bed of 220 mm"]),
    ],
    ids=["whole", "a hole in it", "empty", "two of them", "inside out", "too long"],
)
def test_a_part_that_no_printer_can_print_is_told(
    triangles: np.ndarray, said: list[str], tmp_path: Path
) -> None:
    """A maker never prints for eight hours what has a hole in it or does not fit the bed."""
    path = stl(tmp_path, triangles)

    assert list(faults_of_part("part", path, BED_MM)) == said


def test_the_guide_says_how_wide_the_pieces_are(tmp_path: Path) -> None:
    """Nobody starts an eight hours' print on a bed that is a hand's breadth too narrow for it."""
    files = {"deck_cde": stl(tmp_path, CUBE * [0.5, 10.66, 1]), "panel_box": tmp_path / "not looked at"}

    assert widest_mm(files) == 214
    assert list(faults_of_guide("The temple's pieces are up to 214 mm wide.", 214)) == []
    assert list(faults_of_guide("The temple's pieces are up to 206 mm wide.", 214)) == [
        "ASSEMBLY.md says of the temple's pieces ['206'] mm: they are up to 214 mm wide"
    ]
    assert list(faults_of_guide("It fits.", 214))


def test_rendering_says_each_part_as_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Minutes in which nothing is said look like a program that hangs."""
    seen = []

    def one(name: str, folder: Path, language: str) -> Path:
        seen.append((name, language))
        return folder / f"{name}.stl"

    monkeypatch.setattr(openscad, "render", one)

    assert render.main(tmp_path, "de") == 0

    first, *lines, last = capsys.readouterr().out.splitlines()
    assert first.startswith("10 parts, the panel's lid in de")
    assert sorted(lines) == sorted(f"{n} x {tmp_path / name}.stl" for name, n in openscad.PRINTED.items())
    assert last == "of the two bezels print the one that fits the display"
    assert sorted(seen) == sorted((name, "de") for name in openscad.PRINTED)


def test_parts_in_each_others_way_are_named() -> None:
    """What touches may be screwed together; what overlaps cannot be built."""
    lower, upper = Placed("floor", "", box((9, 9, 9))), Placed("deck", "", box((9, 9, 9), (0, 0, 9)))
    sunk = upper.moved(0, 0, -1)

    assert list(collisions([lower, upper])) == []
    assert list(collisions([lower, sunk])) == ["floor and deck share 81.00 mm3"]


PAD = Placed("pad A", "pad", box((30, 30, 4), (0, 0, 10)), "A", is_moving=True)
STOP = Placed("stop A", "stop", box((3, 3, 9.9)), "A")
POST = Placed("floor", "printed", box((3, 3, 9.5), (10, 0, 0)))


def test_a_pad_that_only_its_stop_holds_is_right() -> None:
    """A finger's 500 g end on steel, not in the cell."""
    assert list(faults_of_stop([PAD, STOP, POST], "A", 0.1, 0.3)) == []


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([PAD, POST], ["pad A, 0.2 mm down, is to meet ['stop A'], but meets []"]),
        ([PAD, STOP.moved(0, 0, 0.05), POST], ["pad A, 0.1 mm down, is to meet [], but meets ['stop A']"]),
        ([PAD, STOP, POST.moved(0, 0, 0.1)], ["pad A, its stop set to 0.3 mm: it may meet ['floor'] first"]),
    ],
    ids=["no stop", "no way down", "plastic too near"],
)
def test_a_stop_that_does_not_stop_is_told(parts: list[Placed], said: list[str]) -> None:
    """A change of a dimension that leaves a cell without its stop does not pass."""
    assert list(faults_of_stop(parts, "A", 0.1, 0.3)) == said


def test_the_pictures_show_the_parts_as_they_are() -> None:
    """A dimension is changed, and the guide's pictures with it."""
    kept = pictures.NOTE.read_text(encoding="utf-8")

    assert kept == pictures.note(), "made anew by: make hardware"


def test_the_guide_shows_every_picture() -> None:
    """No picture is drawn that nobody sees, and none is missing."""
    shown = re.findall(r"\]\(pictures/([\w-]+)\.png\)", GUIDE)

    assert sorted(shown) == sorted(pictures.PICTURES)


def test_the_guide_lists_what_is_to_be_printed() -> None:
    """Who prints by the list has every part, as often as it is needed."""
    listed = dict(re.findall(r"^\| `(\w+)\.stl` \| (\d)", GUIDE, re.MULTILINE))

    assert listed == {name: str(count) for name, count in openscad.PRINTED.items()}


def test_the_panel_is_lettered_as_the_display_speaks() -> None:
    """The cap says SCHWARZ where the display says SCHWARZ."""
    text = (openscad.FOLDER / "panel_lid.scad").read_text(encoding="utf-8")
    lettered = {words[0]: words[1:] for words in re.findall(r'\["(..)"' + r', "(\w+)"' * 5, text)}

    assert set(lettered) == set(LANGUAGES)
    for language, words in lettered.items():
        path = ROOT / "companion" / "screen" / "words" / f"{language}.toml"
        assert words == tuple(tomllib.loads(path.read_text(encoding="utf-8"))["button"].values())


def test_every_dimension_says_where_it_is_from() -> None:
    """Who buys other parts sees which numbers are theirs to measure."""
    text = (openscad.FOLDER / "dimensions.scad").read_text(encoding="utf-8").split("// ---- names that")[0]
    bare = [
        line.split(" =")[0]
        for line in text.splitlines()
        if re.match(r"\w+ = [\d.\[]", line) and "// [" not in line
    ]

    assert bare == []


def test_without_openscad_it_is_said_what_was_not_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """On a machine without OpenSCAD nobody believes that the parts were looked at; in CI it is a fault."""
    monkeypatch.setattr(check, "BUILD", tmp_path)
    monkeypatch.setitem(os.environ, "PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)

    assert check.main() == 3
    assert (
        capsys.readouterr().out
        == f"NOT CHECKED: the printed parts. OpenSCAD is not installed; {openscad.INSTALL}\n"
    )
    monkeypatch.setenv("CI", "1")
    assert check.main() == 1
