// The bezel of a display of 1.3 inch.
include <bezel.scad>
oled_mm = oled_130_mm;
view_mm = oled_130_view_mm;
view_up_mm = oled_130_view_up_mm;
