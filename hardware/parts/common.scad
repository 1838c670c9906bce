// What several parts are made of.
include <dimensions.scad>

$fn = 24;

// A pad's place on the ring; 0 is A, halves lie between two pads. Outwards is +y.
module at(place) rotate([0, 0, -place * step_deg]) children();
module at_pads() for (pad = [0:pads - 1]) at(pad) children();
module at_gaps() for (pad = [0:pads - 1]) at(pad + 0.5) children();

module mirrored() { children(); mirror([1, 0]) children(); }

// From one height to another.
module layer(from_mm, to_mm) translate([0, 0, from_mm]) linear_extrude(to_mm - from_mm) children();

// The piece of the temple between two seams, counted clockwise.
module between(seams) offset(delta = -play_mm / 2) polygon(concat(
    [[0, 0]],
    [for (n = [0:12]) let (turn = 90 - step_deg * (seams[0] + (seams[1] - seams[0]) * n / 12))
        2 * temple_radius_mm * [cos(turn), sin(turn)]]));

module disc() circle(temple_radius_mm, $fn = 140);

// The deck is screwed down between the pads near the rim, on both sides of every seam, and around the middle.
is_seam = [for (pad = [0:pads - 1]) len([for (seam = concat(floor_seams, deck_seams)) if (seam == pad + 0.5) 1]) > 0];
module at_posts() {
    at_pads() translate([0, post_inner_at_mm]) children();
    for (pad = [0:pads - 1]) at(pad + 0.5)
        for (x = is_seam[pad] ? [-post_beside_mm, post_beside_mm] : [0])
            translate([x, post_outer_at_mm]) children();
}

module rounded(size_mm, corner_mm) offset(corner_mm) square([size_mm[0] - 2 * corner_mm, size_mm[1] - 2 * corner_mm], center = true);

module grid(spans_mm) for (x = [-0.5, 0.5], y = [-0.5, 0.5])
    translate([x * spans_mm[0], y * spans_mm[1]]) children();
