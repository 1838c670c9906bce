"""One picture for each stage of the guide."""

from PIL import Image

from hardware.parts import bought
from hardware.parts.assembly import Placed, box_base, panel, temple, turned
from hardware.parts.draw import Camera, Label
from hardware.parts.scene import Kit, painted, picture, spot
from hardware.parts.solids import box
from hardware.parts.wires import PANEL_AT, PI_AT, at_pin, lead, leads, supply, to_the_pi

FLOOR = ("floor_abc", "floor_defg", "strap")
HIDDEN = "screw of the deck"
"""What is not there yet while the deck is off."""
INNER = (*FLOOR, "cell", "gauges", "stop", "nut", "metal", "pad", "board", "chips", "tape", "strips")
BAY = Camera(-48, 38, (0, 74, 10), 9.5)
"""Looks at pad A from inside, over the Pico's place."""


def prints(kit: Kit) -> Image.Image:
    """Everything that is printed for the temple and the panel, as it lies on the bed."""
    shown = []
    at = {
        "floor_defg": (0, 0),
        "floor_abc": (-20, 0),
        "deck_fgab": (0, -240),
        "deck_cde": (38, -255),
        "panel_box": (245, -10),
        "panel_lid": (245, -118),
        "bezel_096": (205, -165),
        "bezel_130": (275, -165),
        "strap": (195, -215),
    }
    for name, (x, y) in at.items():
        what = {"strap": "strap", "deck_cde": "deck", "deck_fgab": "deck", "panel_lid": "deck"}.get(
            name, "printed"
        )
        what = "bezel" if name.startswith("bezel") else what
        shown.append(Placed(name, what, kit.printed[name].translate((x, y, 0))))
    shown.append(Placed("strap", "strap", kit.printed["strap"].translate((235, -215, 0))))
    for n in range(7):
        x, y = 185 + 43 * (n % 4), -255 - 45 * (n // 4)
        shown.append(Placed("pad", "pad", kit.printed["pad"].translate((x, y, 0))))
    labels = [
        Label("floor, 2 pieces", (-70, 40, 4), (0.1, 0.04)),
        Label("deck, 2 pieces", (-90, -260, 3), (0.1, 0.95)),
        Label("panel box", (270, 50, 2), (0.9, 0.04)),
        Label("panel lid", (315, -65, 3), (0.92, 0.31)),
        Label("bezels: print one", (300, -165, 5), (0.89, 0.55)),
        Label("2 straps", (245, -215, 5), (0.8, 0.655)),
        Label("7 pads, top down", (228, -300, 3), (0.86, 0.95)),
    ]
    return picture(painted(shown, kit.d), Camera(0, 62, (107, -122, 4), 1.83), (900, 790), labels)


def floor(kit: Kit) -> Image.Image:
    """Stage 1: the floor, both pieces joined."""
    d = kit.d
    labels = [
        Label("strap, four screws from below", spot(d, 6.5, 0, 42, 10), (0.2, 0.05)),
        Label("mount of a cell", (0, 99.5, 10), (0.62, 0.04)),
        Label("stop: nut from above, grub screw from below", spot(d, 5, 0, 62, 8.5), (0.25, 0.96)),
        Label("corners of a module", spot(d, 1.5, -12, 66, 6), (0.87, 0.05)),
        Label("stands of the Pico", spot(d, 3.5, -5.7, 23.5, 8), (0.66, 0.96)),
        Label("way out of the lead", spot(d, 3.5, 14.5, 107, 12), (0.87, 0.9)),
    ]
    return picture(kit.only(*FLOOR), Camera(0, 52, (0, 0, 5), 3.5), (900, 680), labels)


def below(kit: Kit) -> Image.Image:
    """Stage 1 and 2, from below: where screws and nuts go in."""
    d = kit.d
    shown = [*kit.only(*FLOOR, "nut", "metal", "stop")]
    shown = [each for each in shown if not (each.is_moving or each.name.startswith(HIDDEN))]
    labels = [
        Label(
            "two nuts side by side, each keeps the other from turning", spot(d, 3, 0, 99.5, 0), (0.31, 0.05)
        ),
        Label("screws of a strap, M3 x 6", spot(d, 2.5, 8, 46, 1), (0.88, 0.14)),
        Label("the stop's grub screw", spot(d, 6, 0, 62, 0), (0.11, 0.93)),
        Label("slots for a cable tie", spot(d, 0.5, 3, 59, 0), (0.88, 0.93)),
    ]
    return picture(shown, Camera(0, -58, (0, 0, 8), 3.35), (900, 680), labels)


def cell(kit: Kit) -> Image.Image:
    """Stage 2: a cell on its mount."""
    d = kit.d
    top = d.cell_z_mm + d.cell_height_mm
    shown = [each for each in kit.only(*FLOOR, "cell", "gauges", "metal", "nut", pads="A")]
    shown = [e for e in shown if not (e.what == "metal" and e.is_moving) and not e.name.startswith(HIDDEN)]
    shown += leads(kit, 0)[:4]
    labels = [
        Label("two M3 x 16 into nuts below the floor", (-3, 99.5, top + 2.4), (0.2, 0.06)),
        Label("this end stays free", (0, 57, top), (0.2, 0.62)),
        Label("arrow on this end: down", (6, 59.5, 13), (0.6, 0.93)),
        Label("no screw, no glue, no finger here", (2, 79.5, top + 1), (0.78, 0.3)),
    ]
    return picture(shown, BAY, (900, 600), labels)


def pad(kit: Kit) -> Image.Image:
    """Stage 3: a pad, and the screws that go through it into the cell."""
    shown = []
    for each in kit.only(*FLOOR, "cell", "gauges", "metal", "nut", "pad", pads="A"):
        if each.name.startswith(HIDDEN):
            continue
        lift_mm = 0.0
        if each.is_moving and each.what in ("pad", "metal"):
            lift_mm = 14.0 if each.what == "pad" else 30.0
        shown.append(each.moved(0, 0, lift_mm))
    labels = [
        Label("two M3 x 10", (3, 59.5, 53), (0.8, 0.08)),
        Label("its hub goes onto the free end", (0, 56, 31.5), (0.84, 0.45)),
        Label("posts: they catch a pad that is pressed on its rim", (-15, 59.5, 19), (0.3, 0.94)),
    ]
    camera = Camera(-48, 17, (0, 70, 26), 9.5)
    return picture(shown, camera, (900, 560), labels)


WIDE_MM = 0.5
"""The gap in the picture of the stop: as it is, 0.1 mm, nobody would see it."""


def stop(kit: Kit) -> Image.Image:
    """Stage 4: the stop under the cell's free end, cut through its middle."""
    d = kit.d
    y = d.ring_radius_mm + d.stop_inset_mm
    wide = list(temple(d, kit.printed, WIDE_MM))
    kinds = ("floor_abc", "cell", "gauges", "stop", "nut", "pad")
    bay = [each for each in wide if (each.what in kinds or each.name in kinds) and each.pad in ("", "A")]
    feeler = Placed("feeler", "feeler", box((30, 5, WIDE_MM), (-15, y, d.cell_z_mm - WIDE_MM)), "A")
    shown = []
    for each in (*bay, feeler):
        half = each.body.trim_by_plane((-1, 0, 0), 0).trim_by_plane((0, 1, 0), 32)
        shown.append(Placed(each.name, each.what, half))
    labels = [
        Label("feeler 0.10 mm (drawn thicker)", (0, y - 1.5, d.cell_z_mm - 0.25), (0.24, 0.09)),
        Label("grub screw M3 x 8", (0, y, 4), (0.24, 0.93)),
        Label("hexagon key 1.5 mm, from below", (0, y, 0.5), (0.56, 0.93)),
        Label("nut", (0, y + 2.5, 7), (0.52, 0.82)),
        Label("cell, free end", (0, 58, 13), (0.6, 0.09)),
        Label("mount", (0, 100, 7), (0.85, 0.93)),
        Label("post: 0.5 mm below the pad", (0, 44.5, 19.3), (0.15, 0.76)),
    ]
    return picture(shown, Camera(90, 9, (0, 71, 12), 12.0), (960, 460), labels)


def wires(kit: Kit) -> Image.Image:
    """Stage 5: modules, the Pico and all wires."""
    shown = kit.only(*INNER, "plug")
    shown = [each for each in shown if not each.name.startswith(HIDDEN)]
    for place in range(kit.d.pads):
        shown += leads(kit, place)
    shown += supply(kit)
    shown.append(lead(kit))
    labels = [
        Label("module of A", (38, 76, 8), (0.83, 0.04)),
        Label("cell of A", (0, 96, 16), (0.44, 0.03)),
        Label("module of B", (82, 19, 8), (0.92, 0.12)),
        Label("Pico, its socket towards you", (0, 12, 10), (0.16, 0.05)),
        Label("strips: 3.3 V and ground", (-21, 6, 7), (0.11, 0.13)),
        Label("cable ties before each module and at the way out", (-14.5, -94, 9), (0.25, 0.95)),
    ]
    corners = ((1, (0.585, 0.61)), (20, (0.575, 0.33)), (21, (0.425, 0.33)), (40, (0.415, 0.61)))
    for pin, beside in corners:
        labels.append(Label(f"pin {pin}", at_pin(kit.d, pin, 10.5), beside))
    return picture(shown, Camera(0, 60, (0, -3, 5), 3.6), (920, 760), labels)


CLOSED = ("floor_abc", "floor_defg", "deck", "pad")


def closed(kit: Kit) -> Image.Image:
    """Stage 6: the deck is on."""
    shown = kit.only(*CLOSED)
    shown += [e for e in kit.temple if e.name.startswith(HIDDEN) or (e.what == "metal" and e.is_moving)]
    shown.append(lead(kit))
    return picture(painted(shown, kit.d), Camera(0, 60, (0, -3, 12), 3.6), (920, 760))


def panel_open(kit: Kit) -> Image.Image:
    """Stage 7: what goes into the panel's lid."""
    shown = []
    for each in panel(kit.d, kit.printed, "096"):
        if each.name == "panel box":
            shown.append(each)
        elif each.name in ("bezel", "screw of the bezel"):
            shown.append(each.moved(0, -14, 112))
        elif each.name == "display":
            shown.append(each.moved(0, -10, 86))
        elif each.name == "screw of the panel":
            shown.append(each.moved(0, -6, 70))
        else:
            shown.append(each.moved(0, -6, 50))
    labels = [
        Label("bezel", (29, 45, 155), (0.84, 0.08)),
        Label("display, into the bezel's pocket", (13, 52, 128), (0.82, 0.22)),
        Label("lid with five buttons", (75, 40, 92), (0.86, 0.46)),
        Label("hole for the wires, behind", (0, 88, 14), (0.84, 0.93)),
    ]
    return picture(painted(shown, kit.d), Camera(-22, 28, (0, 40, 74), 3.7), (900, 780), labels)


def panel_closed(kit: Kit) -> Image.Image:
    """Stage 8: the panel, done."""
    shown = painted(list(panel(kit.d, kit.printed, "096")), kit.d)
    return picture(shown, Camera(-18, 42, (0, 45, 20), 4.1), (860, 560))


def table(kit: Kit) -> Image.Image:
    """Stage 9: the temple on the upside-down base of the game's box, beside it the panel and the Pi."""
    d = kit.d
    shown = [Placed("box", "box", box_base(d)), *kit.only(*CLOSED), lead(kit), *to_the_pi(kit)]
    shown.append(Placed("case", "case", bought.pi_case().translate((*PI_AT, -50))))
    shown += [e for e in kit.temple if e.name.startswith(HIDDEN) or (e.what == "metal" and e.is_moving)]
    top = d.pad_z_mm + d.pad_plate_mm
    for place, column in enumerate(("wwb", "g", "bw", "wgbb", "", "w", "bgw")):
        for n, letter in enumerate(column):
            colour = {"w": "white", "g": "grey", "b": "black"}[letter]
            at = bought.stone(d).translate((0, d.ring_radius_mm, top + n * (d.stone_thickness_mm + 0.05)))
            shown.append(Placed("stone", colour, turned(at, place, d)))
    for each in panel(d, kit.printed, "096"):
        shown.append(each.moved(*PANEL_AT, -50))
    labels = [
        Label("the Pi, in a case of its own", (PI_AT[0], PI_AT[1] + 10, -22), (0.85, 0.06)),
        Label("the panel's wires", (PANEL_AT[0] + 6, 24, -30), (0.91, 0.5)),
        Label("USB lead", (40, -130, -45), (0.3, 0.94)),
    ]
    return picture(painted(shown, d), Camera(12, 40, (92, -22, -14), 2.2), (960, 600), labels)
