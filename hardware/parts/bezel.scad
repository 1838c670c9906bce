// The display's bezel: a frame on the lid, and behind it a pocket for the board. Printed face down.
include <common.scad>

oled_mm = oled_096_mm;
view_mm = oled_096_view_mm;
view_up_mm = oled_096_view_up_mm;

module frame() rounded([bezel_mm[0], bezel_mm[1]], 3);
module pocket() translate([0, -view_up_mm]) square([oled_mm[0] + 0.6, oled_mm[1] + 0.6], center = true);

// The window opens towards the eye, in two steps.
layer(0, 0.8) difference() { frame(); grid(bezel_holes_mm) circle(d = screw_hole_mm); rounded(view_mm + [3, 3], 1.5); }
layer(0.8, bezel_mm[2]) difference() { frame(); grid(bezel_holes_mm) circle(d = screw_hole_mm); square(view_mm, center = true); }
// The walls of the pocket stand in the lid's opening; one side stays open for the pins.
layer(bezel_mm[2], bezel_mm[2] + panel_lid_mm + 1.5) difference() {
    square([display_hole_mm[0] - 2 * play_mm, display_hole_mm[1] - 2 * play_mm], center = true);
    pocket();
    translate([0, display_hole_mm[1] / 2]) square([14, display_hole_mm[1]], center = true);
}
