"""Draws solids as a technical picture: parallel projection, light from above left, lines where faces end."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from manifold3d import Manifold
from PIL import Image, ImageDraw, ImageFont

_FINE = 2
"""Each pixel is drawn as so many by so many, then averaged."""
_LIGHT = np.array([-0.45, 0.55, 0.75])
"""Towards the light, as the eye sees it: left, up, near."""
_EDGE_MM = 0.5
"""A step in depth that is drawn as a line; more on faces that are seen at a slant."""
_INK = np.array([44.0, 48.0, 56.0])
_PAPER = (255, 255, 255)


@dataclass(frozen=True)
class Camera:
    """From where, at what and how large."""

    azimuth_deg: float
    """0 looks along +y, 90 along -x: from the right."""
    elevation_deg: float
    """90 looks straight down."""
    target: tuple[float, float, float]
    """What lies in the middle of the picture, in mm."""
    px_per_mm: float

    def axes(self) -> Any:
        """Right, up and towards the eye, as rows."""
        turn, rise = math.radians(self.azimuth_deg), math.radians(self.elevation_deg)
        right = (math.cos(turn), math.sin(turn), 0.0)
        near = (math.sin(turn) * math.cos(rise), -math.cos(turn) * math.cos(rise), math.sin(rise))
        return np.array([right, np.cross(near, right), near])

    def place(self, points: Any, size: tuple[int, int]) -> Any:
        """Where points lie in a picture of that size: x and y in pixels, and nearness in mm."""
        seen = (np.asarray(points, dtype=np.float64) - self.target) @ self.axes().T
        x = size[0] / 2 + seen[..., 0] * self.px_per_mm
        y = size[1] / 2 - seen[..., 1] * self.px_per_mm
        return np.stack([x, y, seen[..., 2]], axis=-1)


@dataclass(frozen=True)
class Label:
    """Words beside the picture, and the point that they name."""

    words: str
    at: tuple[float, float, float]
    """The point, in mm."""
    beside: tuple[float, float]
    """Where the words stand, as shares of the picture's width and height."""


def draw(
    bodies: Sequence[tuple[Manifold, str]],
    camera: Camera,
    size: tuple[int, int],
    labels: Sequence[Label] = (),
) -> Image.Image:
    """The picture of these solids, each with its colour (like "#c8b090"), of so many pixels."""
    fine = (size[0] * _FINE, size[1] * _FINE)
    close_up = Camera(camera.azimuth_deg, camera.elevation_deg, camera.target, camera.px_per_mm * _FINE)
    canvas = _Canvas(fine)
    for number, (body, colour) in enumerate(bodies):
        mesh = body.to_mesh()
        corners = mesh.vert_properties[:, :3][mesh.tri_verts]
        canvas.add(corners, close_up, _rgb(colour), number)
    image = Image.fromarray(canvas.inked(close_up.px_per_mm)).resize(size, Image.Resampling.BOX)
    _write(image, camera, labels)
    return image


class _Canvas:
    """What is nearest in each pixel: how near, which solid, which way it faces, how bright."""

    def __init__(self, size: tuple[int, int]) -> None:
        wide, high = size
        self.size = size
        self.near = np.full((high, wide), -np.inf)
        self.solid = np.full((high, wide), -1, dtype=np.int32)
        self.facing = np.zeros((high, wide, 3), dtype=np.float32)
        self.shade = np.full((high, wide, 3), _PAPER, dtype=np.float32)

    def add(self, corners: Any, camera: Camera, colour: Any, number: int) -> None:
        """All triangles of one solid that face the eye."""
        placed = camera.place(corners, self.size)
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        facing = (normals / np.maximum(lengths, 1e-12)) @ camera.axes().T
        light = _LIGHT / np.linalg.norm(_LIGHT)
        bright = 0.52 + 0.48 * np.clip(facing @ light, 0, 1)
        for n in np.flatnonzero((facing[:, 2] > 1e-6) & (lengths[:, 0] > 1e-9)):
            self._fill(placed[n], facing[n], colour * bright[n], number)

    def _fill(self, triangle: Any, facing: Any, shade: Any, number: int) -> None:
        """One triangle, where nothing nearer has been drawn."""
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = triangle
        left, right = max(0, math.floor(min(x0, x1, x2))), min(self.size[0], math.ceil(max(x0, x1, x2)) + 1)
        top, bottom = max(0, math.floor(min(y0, y1, y2))), min(self.size[1], math.ceil(max(y0, y1, y2)) + 1)
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if left >= right or top >= bottom or abs(area) < 1e-9:
            return
        x = np.arange(left, right) + 0.5
        y = (np.arange(top, bottom) + 0.5)[:, None]
        one = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
        two = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
        near = z0 + one * (z1 - z0) + two * (z2 - z0)
        window = (slice(top, bottom), slice(left, right))
        seen = (one >= -1e-9) & (two >= -1e-9) & (one + two <= 1 + 1e-9) & (near > self.near[window] + 1e-6)
        self.near[window][seen] = near[seen]
        self.solid[window][seen] = number
        self.facing[window][seen] = facing
        self.shade[window][seen] = shade

    def inked(self, px_per_mm: float) -> Any:
        """The shades, with lines where a solid ends, folds or steps back."""
        edge = np.zeros(self.near.shape, dtype=bool)
        near = np.where(np.isfinite(self.near), self.near, -1e6)
        slant = np.maximum(self.facing[..., 2], 0.15)
        step = _EDGE_MM + 2 / (px_per_mm * slant)
        for axis in (0, 1):
            here = [slice(None), slice(None)]
            there = [slice(None), slice(None)]
            here[axis], there[axis] = slice(None, -1), slice(1, None)
            a, b = tuple(here), tuple(there)
            other = self.solid[a] != self.solid[b]
            fold = np.sum(self.facing[a] * self.facing[b], axis=-1) < 0.85
            away = np.abs(near[a] - near[b]) > np.maximum(step[a], step[b])
            drawn = (self.solid[a] >= 0) | (self.solid[b] >= 0)
            edge[a] |= drawn & (other | fold | away)
        shade = self.shade.copy()
        shade[edge] = 0.35 * shade[edge] + 0.65 * _INK
        return np.clip(shade, 0, 255).astype(np.uint8)


def _rgb(colour: str) -> Any:
    return np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)], dtype=np.float32)


def _write(image: Image.Image, camera: Camera, labels: Sequence[Label]) -> None:
    """The words, each on paper of its own, with a line to what they name."""
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=17)
    for label in labels:
        x, y, _ = camera.place(label.at, image.size)
        at = (label.beside[0] * image.width, label.beside[1] * image.height)
        left, top, right, bottom = pen.textbbox(at, label.words, font=font, anchor="mm")
        end = (min(max(x, left - 6), right + 6), min(max(y, top - 4), bottom + 4))
        pen.line([end, (x, y)], fill="#b02020", width=2)
        pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill="#b02020")
        pen.rounded_rectangle((left - 6, top - 4, right + 6, bottom + 4), 4, fill="white", outline="#b02020")
        pen.text(at, label.words, font=font, anchor="mm", fill="#202020")
