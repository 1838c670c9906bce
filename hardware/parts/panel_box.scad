// The box of the panel: buttons and display stand in its lid, the Pi beside it. Printed as it stands.
include <panel.scad>

// x to the right, y away from the player, z up; the lid lies on the slope
module side(inset_mm) polygon([
    [inset_mm, inset_mm], [panel_depth_mm - inset_mm, inset_mm],
    [panel_depth_mm - inset_mm, panel_back_mm + inset_mm], [inset_mm, panel_front_mm + inset_mm]]);

module long(wide_mm) translate([0, 0, -wide_mm / 2]) linear_extrude(wide_mm) children();
module upright() rotate([90, 0, 90]) children();
module on_slope() translate([0, 0, panel_front_mm]) rotate([panel_slope_deg, 0, 0]) children();

difference() {
    intersection() {
        upright() long(panel_mm[0]) side(0);
        translate([0, panel_depth_mm / 2]) linear_extrude(100) rounded([panel_mm[0], panel_depth_mm], panel_corner_mm);
    }
    difference() {
        upright() long(panel_mm[0] - 2 * panel_wall_mm) side(panel_wall_mm);
        on_slope() lid_posts(-60, 1) circle(d = panel_post_mm);
    }
    on_slope() lid_posts(-14, 1) circle(d = screw_tapping_mm);
    // the wires leave behind
    translate([0, panel_depth_mm, 14]) rotate([90, 0, 0]) cylinder(d = panel_lead_mm, h = 20, center = true);
}
