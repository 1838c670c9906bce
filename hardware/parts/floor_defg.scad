// The larger piece of the floor: pads D to G, and the lead.
include <floor.scad>
seams = [floor_seams[0], floor_seams[1]];
