"""A drawing of parts and wires as SVG.

Drawn here and not by a library: WireViz lays out by Graphviz, whose results differ from version to version
and from machine to machine (wireviz/WireViz#175), so that a stale committed drawing could not be told from a
fresh one; schemdraw is steady, but draws symbols and does not know which wire is which. Here each wire runs
between the places of its two ends and carries their names, so that a test can compare drawing and netlist.

Coordinates are whole pixels, x to the right, y down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from hardware.wiring.netlist import End, Use, Wire

Point = tuple[int, int]

COLOURS = {
    Use.SUPPLY: "#c62828",
    Use.GROUND: "#212121",
    Use.CLOCK: "#b36b00",
    Use.DATA: "#1565c0",
    Use.BUTTON: "#6a1b9a",
    Use.SOUND: "#00796b",
}
"""Of the line in the drawing, and a good colour for the wire as well."""

STYLE = """\
text { font-family: "DejaVu Sans", Verdana, Arial, sans-serif; font-size: 14px; fill: #212121; }
.title { font-size: 22px; font-weight: bold; }
.part { font-size: 16px; font-weight: bold; }
.small { font-size: 13px; fill: #616161; }
.free { font-size: 12px; fill: #9e9e9e; }
.warn { font-size: 13px; fill: #b71c1c; font-weight: bold; }
.pin { font-size: 11px; }
.box { fill: #fafafa; stroke: #424242; stroke-width: 2; }
.board { fill: #e8f5e9; stroke: #2e7d32; stroke-width: 2; }
.line { fill: none; stroke: #424242; stroke-width: 2; }
.halo { fill: none; stroke: #ffffff; stroke-width: 7; }
.wire { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round; }
.link { fill: none; stroke-width: 3; stroke-dasharray: 7 5; }"""


def name(end: End) -> str:
    """An end as a word, `pico-4` or `module-A-DT`."""
    return f"{end.part} {end.pad}".strip().replace(" ", "-")


@dataclass(slots=True)
class Drawing:
    """Parts first, then wires by the places of their ends."""

    width_px: int
    height_px: int
    title: str
    places: dict[End, Point] = field(default_factory=dict)
    _below: list[str] = field(default_factory=list)
    _wires: list[str] = field(default_factory=list)
    _above: list[str] = field(default_factory=list)

    def box(self, at: Point, size: Point, kind: str = "box", rounded_px: int = 6) -> None:
        """A part's outline; under the wires."""
        self._below.append(
            f'<rect x="{at[0]}" y="{at[1]}" width="{size[0]}" height="{size[1]}" rx="{rounded_px}" '
            f'class="{kind}"/>'
        )

    def line(self, points: Sequence[Point], kind: str = "line") -> None:
        """A line that is no wire."""
        self._below.append(f'<path d="{_path(points)}" class="{kind}"/>')

    def text(self, at: Point, text: str, kind: str = "", anchor: str = "start") -> None:
        """A line of text, `anchor` start, middle or end; above the wires."""
        is_kind = f' class="{kind}"' if kind else ""
        self._above.append(
            f'<text x="{at[0]}" y="{at[1]}" text-anchor="{anchor}"{is_kind}>{escape(text)}</text>'
        )

    def lines(self, at: Point, texts: Sequence[str], kind: str = "", step_px: int = 20) -> None:
        """Lines of text below each other."""
        for index, text in enumerate(texts):
            self.text((at[0], at[1] + index * step_px), text, kind)

    def place(self, end: End, at: Point) -> None:
        """Say where a pad is, and mark it."""
        self.places[end] = at
        self._above.append(
            f'<circle cx="{at[0]}" cy="{at[1]}" r="5" fill="#ffffff" stroke="#424242" stroke-width="2"/>'
        )

    def numbered(self, end: End, at: Point, is_wired: bool) -> None:
        """Say where a board's pin is, and mark it with its number."""
        self.places[end] = at
        fill = "#fff3c4" if is_wired else "#ffffff"
        self._above.append(
            f'<circle cx="{at[0]}" cy="{at[1]}" r="12" fill="{fill}" stroke="#424242" stroke-width="1"/>'
        )
        self.text((at[0], at[1] + 4), end.pad, "pin", "middle")

    def badge(self, at: Point, number: int) -> None:
        """A round number that a remark refers to."""
        self._above.append(f'<circle cx="{at[0]}" cy="{at[1]}" r="11" fill="#b71c1c"/>')
        self._above.append(
            f'<text x="{at[0]}" y="{at[1] + 5}" text-anchor="middle" style="fill: #ffffff; '
            f'font-weight: bold">{number}</text>'
        )

    def joint(self, at: Point, use: Use) -> None:
        """A dot where lines that cross are joined."""
        self._above.append(f'<circle cx="{at[0]}" cy="{at[1]}" r="5" fill="{COLOURS[use]}"/>')

    def wire(
        self,
        wire: Wire,
        by: Sequence[Point] = (),
        colour: str = "",
        kind: str = "wire",
        is_over: bool = False,
    ) -> None:
        """A wire from its one end to its other by these corners; `is_over`: it bridges those before it."""
        path = _path((self.places[wire.one], *by, self.places[wire.other]))
        if is_over:
            self._wires.append(f'<path d="{path}" class="halo"/>')
        self._wires.append(
            f'<path id={quoteattr(f"{name(wire.one)}--{name(wire.other)}")} d="{path}" class="{kind}" '
            f'stroke="{colour or COLOURS[wire.use]}"/>'
        )

    def svg(self) -> str:
        """The file."""
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width_px}" height="{self.height_px}" '
                f'viewBox="0 0 {self.width_px} {self.height_px}">',
                f"<title>{escape(self.title)}</title>",
                f"<style>\n{STYLE}\n</style>",
                f'<rect width="{self.width_px}" height="{self.height_px}" fill="#ffffff"/>',
                f'<text x="30" y="42" class="title">{escape(self.title)}</text>',
                *self._below,
                *self._wires,
                *self._above,
                "</svg>",
                "",
            ]
        )


def _path(points: Sequence[Point]) -> str:
    return "M " + " L ".join(f"{x} {y}" for x, y in points)
