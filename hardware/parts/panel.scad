// What the panel's box and lid share.
include <common.scad>

panel_slope_deg = asin((panel_back_mm - panel_front_mm) / panel_mm[1]);
panel_depth_mm = panel_mm[1] * cos(panel_slope_deg);

// On the lid: x to the right from its middle, y from its front edge.
module lid_posts(from_mm, to_mm) layer(from_mm, to_mm) at_lid_posts() children();
module at_lid_posts() translate([0, panel_mm[1] / 2])
    grid([panel_mm[0] - 2 * lid_post_inset_mm, panel_mm[1] - 2 * lid_post_inset_mm]) children();
lid_post_inset_mm = panel_wall_mm + panel_post_mm / 2 - 1;
