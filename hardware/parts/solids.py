"""Solids: read from STL files, made of boxes and cylinders, moved about. Millimetres and degrees."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from manifold3d import Error, Manifold, Mesh, OpType

ROUND = 32
"""Sides of a cylinder."""


def read_triangles(path: Path) -> Any:
    """The corners of an STL file's triangles, n by 3 by 3; OpenSCAD writes them as text."""
    words = path.read_text(encoding="utf-8").split()
    at = [place for place, word in enumerate(words) if word == "vertex"]
    corners = [[float(word) for word in words[place + 1 : place + 4]] for place in at]
    return np.array(corners, dtype=np.float64).reshape(-1, 3, 3)


def solid(triangles: Any) -> Manifold:
    """The solid within these triangles; ValueError says why there is none."""
    if len(triangles) == 0:
        raise ValueError("it is empty")
    corners, numbers = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    faces = numbers.reshape(-1, 3)
    # A needle thinner than the file's six digits has lost its width; its neighbours meet without it.
    flat = (faces[:, 0] == faces[:, 1]) | (faces[:, 1] == faces[:, 2]) | (faces[:, 2] == faces[:, 0])
    mesh = Mesh(corners.astype(np.float32), faces[~flat].astype(np.uint32))
    made = Manifold(mesh)
    if made.status() is not Error.NoError:
        raise ValueError(f"it is not closed: {made.status().name}")
    return made


def box(size: Sequence[float], at: Sequence[float] = (0, 0, 0)) -> Manifold:
    """A box that stands on a point: its middle in x and y, its underside in z."""
    return Manifold.cube(size, center=True).translate([at[0], at[1], at[2] + size[2] / 2])


def rod(diameter: float, length: float, at: Sequence[float] = (0, 0, 0)) -> Manifold:
    """An upright cylinder that stands on a point."""
    return Manifold.cylinder(length, diameter / 2, diameter / 2, ROUND).translate(at)


def tube(points: Sequence[Sequence[float]], diameter: float) -> Manifold:
    """A wire through these points."""
    beads = [Manifold.sphere(diameter / 2, 8).translate(point) for point in points]
    pieces = [Manifold.batch_hull([one, next_]) for one, next_ in pairwise(beads)]
    return Manifold.batch_boolean(pieces, OpType.Add)


def bounds(body: Manifold) -> tuple[float, ...]:
    """The least x, y, z and the greatest."""
    return tuple(body.bounding_box())


def shared_mm3(one: Manifold, other: Manifold) -> float:
    """How much of the two lies in both."""
    first, second = bounds(one), bounds(other)
    if any(first[n] > second[n + 3] or second[n] > first[n + 3] for n in range(3)):
        return 0.0
    return float((one ^ other).volume())
