"""The bought parts as solids, each on its own axes, measured as dimensions.scad says."""

from types import SimpleNamespace

from manifold3d import Manifold

from hardware.parts.solids import box, rod

_CORE = 2.5
"""A screw without its thread, which lies within the plastic or the nut."""


def cell(d: SimpleNamespace) -> Manifold:
    """Along y, its loaded holes at the origin, standing on z = 0."""
    middle = d.cell_hole_span_mm / 2
    body = box((d.cell_width_mm, d.cell_length_mm, d.cell_height_mm), (0, middle, 0))
    long_mm, high_mm = d.cell_window_mm
    body -= box((99, long_mm, high_mm), (0, middle, (d.cell_height_mm - high_mm) / 2))
    for end in (-0.5, 0.5):
        bore = Manifold.cylinder(99, d.cell_window_bore_mm / 2, -1, 32, center=True).rotate((0, 90, 0))
        body -= bore.translate((0, middle + end * long_mm, d.cell_height_mm / 2))
        for side in (-0.5, 0.5):
            body -= rod(
                d.cell_bore_mm, 99, (side * d.cell_hole_pair_mm, middle + end * d.cell_hole_span_mm, -9)
            )
    return body


def gauges(d: SimpleNamespace) -> Manifold:
    """The varnish on both faces of the cell, on the cell's axes."""
    middle, (_, _, high_mm) = d.cell_hole_span_mm / 2, d.cell_gauges_mm
    below = box(d.cell_gauges_mm, (0, middle, -high_mm))
    return below + box(d.cell_gauges_mm, (0, middle, d.cell_height_mm))


def loaded_end(d: SimpleNamespace) -> Manifold:
    """A box around all of the cell that goes down with the pad: up to its first hinge."""
    hinge = d.cell_hole_span_mm / 2 - d.cell_window_mm[0] / 2 - d.cell_window_bore_mm / 2
    end = (d.cell_length_mm - d.cell_hole_span_mm) / 2
    return box((99, hinge + end, 99), (0, (hinge - end) / 2, -49))


def screw(d: SimpleNamespace, length_mm: float) -> Manifold:
    """An M3 pan head screw: its head stands on z = 0, its shank goes down."""
    return rod(5.6, d.screw_head_height_mm) + rod(_CORE, length_mm, (0, 0, -length_mm))


def nut(d: SimpleNamespace) -> Manifold:
    """An M3 nut on z = 0, two of its flats facing along x."""
    six = Manifold.cylinder(2.4, 5.5 / 3**0.5, -1, 6).rotate((0, 0, 30))
    return six - rod(_CORE + 0.2, 9, (0, 0, -1))


def stop_screw(d: SimpleNamespace) -> Manifold:
    """The grub screw, its tip at z = 0, hanging down."""
    socket = Manifold.cylinder(1.5, 0.85, -1, 6).translate((0, 0, -d.stop_screw_mm))
    return rod(_CORE, d.stop_screw_mm, (0, 0, -d.stop_screw_mm)) - socket


def hx711(d: SimpleNamespace) -> dict[str, Manifold]:
    """The module on its tape, along y: the bridge's holes at one end, the Pico's at the other."""
    wide, long_mm, thick = d.module_mm
    tape = 1.0
    board = box(d.module_mm, (0, 0, tape))
    for n in range(6):
        board -= rod(1, 9, ((n - 2.5) * 2.54, long_mm / 2 - 2, 0))
    for n in range(4):
        board -= rod(1, 9, ((n - 1.5) * 2.54, 2 - long_mm / 2, 0))
    top = tape + thick
    chip = box((4, 10, 1.6), (0, 1, top)) + box((3, 3, d.module_parts_mm - 0.5), (6, -6, top))
    return {"board": board, "chips": chip, "tape": box((wide - 4, long_mm - 6, tape))}


def pico(d: SimpleNamespace) -> dict[str, Manifold]:
    """The board along y with its socket towards +y, on z = 0."""
    wide, long_mm, thick = d.pico_mm
    board = box(d.pico_mm)
    for x in (-0.5, 0.5):
        for y in (-0.5, 0.5):
            board -= rod(2.1, 9, (x * d.pico_holes_mm[0], y * d.pico_holes_mm[1], -4))
        for n in range(20):
            board -= rod(1.1, 9, (x * (wide - 3.2), (n - 9.5) * 2.54, -4))
    socket = box(d.pico_usb_mm, (0, long_mm / 2 + 1.3 - d.pico_usb_mm[1] / 2, thick))
    return {"board": board, "chips": box((7, 7, 0.9), (0, -3, thick)), "metal": socket}


def plug(d: SimpleNamespace) -> Manifold:
    """The USB plug in the Pico's socket, on the Pico's axes."""
    middle_mm = d.pico_mm[2] + d.pico_usb_mm[2] / 2
    near = d.pico_mm[1] / 2 + 1.3
    return box(d.usb_plug_mm, (0, near + d.usb_plug_mm[1] / 2, middle_mm - d.usb_plug_mm[2] / 2))


def button(d: SimpleNamespace) -> dict[str, Manifold]:
    """In its hole, the lid's top at z = 0."""
    below = d.button_depth_mm
    thread = rod(d.button_hole_mm - 0.3, below - 8, (0, 0, 8 - below)) + rod(15, 2)
    lugs = box((2, 0.6, 8), (-3, 0, -below)) + box((2, 0.6, 8), (3, 0, -below))
    nut_ = Manifold.cylinder(2.5, d.button_nut_mm / 2, -1, 6).translate((0, 0, -d.panel_lid_mm - 2.5))
    return {
        "body": thread,
        "metal": lugs + (nut_ - rod(d.button_hole_mm, 99, (0, 0, -50))),
        "cap": rod(10, 6, (0, 0, 2)),
    }


def oled(oled_mm: list[float], view_mm: list[float], view_up_mm: float) -> dict[str, Manifold]:
    """Its glass up against z = 0, the middle of what lights up at the origin."""
    wide, high, thick = oled_mm
    board = box((wide, high, 1.2), (0, -view_up_mm, -thick))
    glass = box((wide - 1, high * 0.66, thick - 1.2), (0, 0, -thick + 1.2))
    lit = box((view_mm[0] - 1.8, view_mm[1] - 1.6, 0.02), (0, 0, 0.01))
    return {"board": board, "glass": glass, "lit": lit}


def pi_case() -> Manifold:
    """A Pi in a bought case, about 95 x 67 x 28 mm (they differ), on z = 0: to be drawn only."""
    slots = [box((2, 30, 9), (n * 6 - 15, 0, 27)) for n in range(6)]
    case = box((95, 67, 28))
    for slot in slots:
        case -= slot
    return case


def stone(d: SimpleNamespace) -> Manifold:
    """A fluted drum on z = 0, as in the box more or less."""
    radius = d.stone_diameter_max_mm / 2 - 0.8
    drum = Manifold.cylinder(d.stone_thickness_mm, radius, -1, 64)
    for n in range(16):
        flute = rod(2.6, 99, (radius + 0.3, 0, 1.5)).rotate((0, 0, n * 22.5))
        drum -= flute ^ box((99, 99, d.stone_thickness_mm - 3), (0, 0, 1.5))
    return drum
