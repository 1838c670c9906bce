// The bezel of a display of 0.96 inch.
include <bezel.scad>
