"""What the pictures of the guide share: the kit's solids, their colours, paint in the engravings."""

import math
from dataclasses import dataclass
from types import SimpleNamespace

from manifold3d import Manifold
from PIL import Image

from hardware.parts.assembly import PADS, Placed
from hardware.parts.draw import Camera, Label, draw
from hardware.parts.solids import bounds, box

COLOURS = {
    "printed": "#d8d2c4",
    "deck": "#e9e4d8",
    "strap": "#9db4c8",
    "pad": "#d98b4a",
    "bezel": "#59636e",
    "cell": "#b9c2cc",
    "gauges": "#f2f2ee",
    "stop": "#c03a3a",
    "nut": "#8d8f94",
    "metal": "#a7a9ae",
    "board": "#2f8f5b",
    "chips": "#33363b",
    "tape": "#e8e2b0",
    "plug": "#3d4148",
    "body": "#3d4148",
    "glass": "#14181c",
    "lit": "#8fd0ff",
    "button 0": "#f4f4f0",
    "button 1": "#9a9a9a",
    "button 2": "#2a2a2a",
    "button 3": "#4f9e5a",
    "button 4": "#c9584f",
    "box": "#7c94ab",
    "strips": "#c09a5b",
    "case": "#5a6470",
    "paint": "#4a4238",
    "feeler": "#e2c23a",
    "red": "#d03030",
    "black": "#2a2a2a",
    "white": "#f4f4f0",
    "green": "#3f9a4d",
    "grey": "#9a9a9a",
    "yellow": "#e0b020",
    "blue": "#3d6fc0",
}
"""By what a solid is, see `Placed.what`."""


@dataclass(frozen=True)
class Kit:
    """All that the pictures are made of."""

    d: SimpleNamespace
    printed: dict[str, Manifold]
    temple: list[Placed]

    def only(self, *names: str, pads: str = PADS) -> list[Placed]:
        """What is of these names or kinds; of what belongs to a pad, only that of these pads."""
        chosen = []
        for each in self.temple:
            if (each.what in names or each.name in names) and (not each.pad or each.pad in pads):
                chosen.append(each)
        return chosen


def picture(
    parts: list[Placed], camera: Camera, size: tuple[int, int], labels: list[Label] | None = None
) -> Image.Image:
    """A picture of these, in the colours of their kinds."""
    return draw([(each.body, COLOURS[each.what]) for each in parts], camera, size, labels or [])


def spot(d: SimpleNamespace, place: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A point on the axes of a pad's place, as one of the temple."""
    turn = math.radians(place * d.step_deg)
    return (x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn), z)


def painted(parts: list[Placed], d: SimpleNamespace) -> list[Placed]:
    """With paint in the engravings, as the guide proposes: a film on their floors."""
    shown = list(parts)
    for each in parts:
        if each.what == "deck":
            flat = each.body.rotate((-each.lean_deg, 0, 0))
            top = bounds(flat)[5]
            film = (flat.translate((0, 0, 0.1)) - flat) ^ box(
                (999, 999, 0.4), (0, 0, top - d.engraving_mm - 0.1)
            )
            shown.append(Placed("paint", "paint", film.rotate((each.lean_deg, 0, 0))))
    return shown
