// Joins the pieces of the floor, screwed from below. Print two.
include <common.scad>

layer(0, strap_mm[2]) difference() {
    rounded([strap_mm[0], strap_mm[1]], 2);
    grid(strap_holes_mm) circle(d = screw_tapping_mm);
}
