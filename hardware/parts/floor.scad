// The temple's floor: cells, stops, modules and the Pico stand on it. Printed as it lies, in two pieces.
// seams: from which to which, see dimensions.scad
include <common.scad>

seams = [floor_seams[0], floor_seams[1]];

cell_screws_at_mm = ring_radius_mm + cell_hole_span_mm; // the end that does not move
stop_at_mm = ring_radius_mm + stop_inset_mm;
mount_mm = [cell_width_mm + 2, (cell_length_mm - cell_bending_mm) / 2];

module cell_screws() for (x = [-0.5, 0.5]) translate([x * cell_hole_pair_mm, cell_screws_at_mm]) circle(d = screw_hole_mm);

module strap_screws(hole_mm) for (seam = floor_seams) at(seam) translate([0, strap_at_mm]) grid(strap_holes_mm) circle(d = hole_mm);

module tie_slots() for (x = [-0.5, 0.5]) translate([x * tie_mm[2], 0]) square([tie_mm[0], tie_mm[1]], center = true);

// Wires are held where the lead leaves, and before each module.
module ties() {
    at_gaps() translate([0, 59]) tie_slots();
    at(lead_gap) translate([14.5, 94]) tie_slots();
}

module through() {
    at_pads() translate([0, stop_at_mm]) circle(d = screw_tapping_mm + 0.2);
    ties();
}

// Two nuts side by side: each is kept from turning by the other and by the end of the slot.
module nuts() at_pads() translate([0, cell_screws_at_mm])
    square([cell_hole_pair_mm + nut_flats_mm, nut_flats_mm / cos(30)], center = true);

module mounts() at_pads() difference() {
    translate([0, cell_screws_at_mm]) square(mount_mm, center = true);
    cell_screws();
}

module stop_boss() at_pads() translate([0, stop_at_mm]) circle(d = stop_boss_mm);
module stop_hole() at_pads() translate([0, stop_at_mm]) circle(d = screw_tapping_mm + 0.2);
module stop_nut() at_pads() translate([0, stop_at_mm]) rotate(30) circle(d = nut_flats_mm / cos(30), $fn = 6);

module tilt_posts() at_pads() translate([0, ring_radius_mm]) for (turn = [-90, 90, 180])
    rotate([0, 0, turn]) translate([0, tilt_post_at_mm]) circle(d = tilt_post_mm);

// The rim, open where the lead leaves, and all posts that carry the deck.
module rim() difference() {
    union() {
        difference() { disc(); circle(temple_radius_mm - wall_mm, $fn = 140); }
        at_posts() circle(d = post_mm);
    }
    at_posts() circle(d = screw_tapping_mm);
    at(lead_gap) translate([14.5, temple_radius_mm]) square([usb_lead_mm + 1, 20], center = true);
}

module module_corners() at_gaps() translate([0, module_from_mm + module_mm[1] / 2]) difference() {
    square([module_mm[0] + 4, module_mm[1] + 4], center = true);
    square([module_mm[0] + 0.6, module_mm[1] + 0.6], center = true);
    square([module_mm[0] - 7, 100], center = true);
    square([100, module_mm[1] - 10], center = true);
}

module pico_stands() at(lead_gap) grid(pico_holes_mm) difference() {
    circle(d = 5);
    circle(d = pico_tapping_mm);
}

module floor_piece() {
    layer(0, nut_height_mm) intersection() {
        difference() { disc(); nuts(); strap_screws(screw_head_mm); through(); }
        between(seams);
    }
    layer(nut_height_mm, floor_mm) intersection() {
        difference() { disc(); at_pads() cell_screws(); strap_screws(screw_hole_mm); through(); }
        between(seams);
    }
    layer(floor_mm, cell_z_mm) intersection() { mounts(); between(seams); }
    layer(floor_mm, stop_boss_z_mm - nut_height_mm) intersection() {
        difference() { stop_boss(); stop_hole(); }
        between(seams);
    }
    layer(stop_boss_z_mm - nut_height_mm, stop_boss_z_mm) intersection() {
        difference() { stop_boss(); stop_nut(); }
        between(seams);
    }
    layer(floor_mm, pad_z_mm - tilt_gap_mm) intersection() { tilt_posts(); between(seams); }
    layer(floor_mm, deck_z_mm) intersection() { rim(); between(seams); }
    layer(floor_mm, floor_mm + module_lip_mm) intersection() { module_corners(); between(seams); }
    layer(floor_mm, floor_mm + pico_lift_mm) intersection() { pico_stands(); between(seams); }
}

floor_piece();
