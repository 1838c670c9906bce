// The smaller piece of the floor: pads A to C.
include <floor.scad>
seams = [floor_seams[1] - pads, floor_seams[0]];
