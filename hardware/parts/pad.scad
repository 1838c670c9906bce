// A pad: the plate that carries a column, and the hub that is screwed onto the cell. Print seven, plate down.
include <common.scad>

screws_mm = cell_hole_pair_mm;

module screw_holes() for (x = [-0.5, 0.5]) translate([x * screws_mm, 0]) circle(d = screw_hole_mm);
module head_room() hull() for (x = [-0.5, 0.5]) translate([x * screws_mm, 0]) circle(d = screw_head_mm);
module plate() circle(pad_radius_mm, $fn = 90);

// a ring around where a stone stands
module mark() difference() {
    circle(stone_diameter_max_mm / 2 + 0.9, $fn = 90);
    circle(stone_diameter_max_mm / 2, $fn = 90);
}

layer(0, engraving_mm) difference() { plate(); head_room(); mark(); }
layer(engraving_mm, screw_head_height_mm) difference() { plate(); head_room(); }
layer(screw_head_height_mm, pad_plate_mm) difference() { plate(); screw_holes(); }
layer(pad_plate_mm, pad_plate_mm + pad_hub_mm) difference() {
    square([cell_width_mm, cell_length_mm - cell_hole_span_mm], center = true);
    screw_holes();
}
