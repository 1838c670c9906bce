// The temple's deck: covers everything but the pads. Printed as it lies, in two pieces.
include <common.scad>
use <letters.scad>
use <icons.scad>

seams = [deck_seams[0], deck_seams[1]];
mark_at_mm = 92; // [ours] letter and picture, to be read from outside

module openings() at_pads() translate([0, ring_radius_mm]) circle(pad_radius_mm + pad_clearance_mm, $fn = 72);

module ring(radius_mm, wide_mm = 0.9) difference() { circle(radius_mm + wide_mm / 2); circle(radius_mm - wide_mm / 2); }

module engraving() {
    for (pad = [0:pads - 1]) at(pad) {
        translate([0, ring_radius_mm]) ring(pad_radius_mm + pad_clearance_mm + 1.6, $fn = 72);
        translate([0, mark_at_mm]) rotate(180) {
            translate([-13, 0]) word("ABCDEFG"[pad], 13, 1.4);
            translate([5, 0]) icon(pad);
        }
    }
    // the plan of a round temple: a step, a ring of columns, a wall
    ring(26, $fn = 90);
    for (n = [0:20]) rotate(n * 360 / 21) translate([0, 22]) circle(1.3);
    ring(17, 1.6, $fn = 90);
}

module deck_piece() {
    layer(0, deck_mm - deck_head_mm) intersection() {
        difference() { disc(); openings(); at_posts() circle(d = screw_hole_mm); }
        between(seams);
    }
    layer(deck_mm - deck_head_mm, deck_mm - engraving_mm) intersection() {
        difference() { disc(); openings(); at_posts() circle(d = screw_head_mm); }
        between(seams);
    }
    layer(deck_mm - engraving_mm, deck_mm) intersection() {
        difference() { disc(); openings(); at_posts() circle(d = screw_head_mm); engraving(); }
        between(seams);
    }
}

deck_piece();
