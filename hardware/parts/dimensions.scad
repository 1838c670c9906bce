// Every dimension of the printed parts, in millimetres, and where it is from. Who has other parts than these changes
// it here and nowhere else, and runs `make stl`.
//
//   [field]     published drawings and the maker's pages, named behind it
//   [sheet]     the data sheet of the part
//   [typical]   what common parts of this kind measure; sellers differ, so measure yours before printing
//   [estimated] worked out or measured off a picture, about 10 % either way
//   [ours]      chosen for this design

// ---- the game -----------------------------------------------------------------------------------------------------
pads = 7;                      // [field] columns A to G, A at the top, clockwise
box_base_mm = 232;             // [field] box 23.2 x 23.2 x 5 cm, reviews of the game: misutmeeple.com
board_circle_radius_mm = 104;  // [estimated] the circle on the board, off the art of a public digital version
ring_radius_mm = 59.5;         // [estimated] from the same picture: the middle of each column
stone_diameter_max_mm = 28;    // [estimated] fluted drums of 24 to 28 mm
stone_thickness_mm = 12;       // [estimated] 8 to 16 mm

// ---- load cell, 500 g, TAL221 kind: github.com/TAMS-Group/tams_openscad, libs/load_cells.scad ---------------------
cell_length_mm = 47;           // [field]
cell_width_mm = 12;            // [field]
cell_height_mm = 6;            // [field]
cell_hole_span_mm = 40;        // [field] from one pair of holes to the other
cell_hole_pair_mm = 6;         // [field] between the two holes of a pair, across the cell
cell_bore_mm = 3.2;            // [field] plain holes at one end; the other end is tapped M3
cell_bending_mm = 33;          // [field] in the middle, narrower than the ends: nothing is screwed on there
cell_gauges_mm = [6, 30, 1];   // [field] varnish over the gauges, on both faces: nothing may touch it
cell_window_mm = [20, 3];      // [field] the opening through its side, with a round hole at each end
cell_window_bore_mm = 5.3;     // [field]

// What the cell gives way. 0.5 mV/V at 500 g is a strain of 0.25 per mille in the gauges; with hinges about 0.6 mm
// thick, 1.5 mm long and 20 mm apart that bends the cell by 0.03 to 0.1 mm. [estimated: no maker's sheet says it]
// A printed gap is no finer than 0.2 mm: it would let ten times the load through. So the stop is a screw, first set with a
// feeler, then by weight: it is to carry from 300 g on, whatever the cell gives way until then (ASSEMBLY.md).
stop_gap_mm = 0.1;             // [ours] the first setting; office paper of 80 g/m2 is as thick
stop_gap_max_mm = 0.3;         // [ours] the largest that the parts have room for: checked for collisions
stop_inset_mm = 2.5;           // [ours] from the load's line towards the middle: solid metal, clear of the varnish
tilt_gap_mm = 0.5;             // [ours] a press on the rim: the pad comes down on a post before the cell is twisted;
                               // more than the stop can ever leave, so a press in the middle never ends on plastic

// ---- screws, M3: ISO 4762, ISO 7045, ISO 4032, ISO 4026 -----------------------------------------------------------
screw_hole_mm = 3.4;           // [sheet] M3 passes, ISO 273 medium
screw_tapping_mm = 2.7;        // [ours] M3 cuts its own thread in plastic
screw_head_mm = 6.4;           // [sheet] room for a head of 5.5 to 6 mm
screw_head_height_mm = 2.4;    // [sheet] pan head M3
nut_flats_mm = 5.8;            // [sheet] nut M3 5.5 mm, with room
nut_height_mm = 2.6;           // [sheet] nut M3 2.4 mm, with room
stop_screw_mm = 8;             // [ours] grub screw M3 x 8, hexagon socket 1.5 mm

// ---- HX711 module, the common green one ---------------------------------------------------------------------------
module_mm = [21, 34, 1.6];     // [typical] across, along, board; 20 to 21 by 33 to 38 mm are sold
module_parts_mm = 3;           // [typical] tallest part on it, without pin strips
module_lip_mm = 2.5;           // [ours] corners that keep it in place; double-sided tape holds it

// ---- Raspberry Pi Pico: its data sheet, mechanical drawing --------------------------------------------------------
pico_mm = [21, 51, 1];         // [sheet]
pico_holes_mm = [11.4, 47];    // [sheet] between the middles of the holes
pico_tapping_mm = 1.7;         // [ours] M2 cuts its own thread
pico_usb_mm = [8, 6, 2.7];     // [sheet] the socket; it stands out by 1.3 mm
usb_plug_mm = [11, 30, 8];     // [typical] moulded Micro-USB plug with the bend of its lead
usb_lead_mm = 5;               // [typical]

strips_mm = [10, 25, 1.6];     // [ours] stripboard for 3.3 V and ground, on tape beside the Pico
strips_at_mm = [-21, 0];       // [ours]

// ---- panel --------------------------------------------------------------------------------------------------------
button_hole_mm = 12.3;         // [typical] panel-mount push button with a 12 mm thread
button_nut_mm = 17;            // [typical] its nut, corner to corner
button_depth_mm = 24;          // [typical] behind the lid, lugs included
button_pitch_mm = 25;          // [ours]
oled_096_mm = [27.5, 28, 3.2];   // [typical] board across, board along, thickness with glass
oled_096_view_mm = [23.5, 12.5]; // [typical] lit area 21.7 x 10.9 mm, with a margin
oled_096_view_up_mm = 2;         // [typical] its middle lies this far above the board's
oled_130_mm = [35.6, 33.8, 3.2]; // [typical] boards of this size differ most
oled_130_view_mm = [31.4, 16.7]; // [typical] lit area 29.4 x 14.7 mm, with a margin
oled_130_view_up_mm = 2;         // [typical]

// ---- printing -----------------------------------------------------------------------------------------------------
bed_mm = 220;                  // [ours] the smallest bed that the parts must fit, both ways
play_mm = 0.2;                 // [ours] between two printed parts that meet

// ---- temple, z counted from the table up --------------------------------------------------------------------------
temple_radius_mm = 108;        // [ours] covers the board's circle, and stays on the box base
wall_mm = 2.4;                 // [ours]
floor_mm = 4;                  // [ours]
cell_lift_mm = 6;              // [ours] room under the cell for the stop
cell_z_mm = floor_mm + cell_lift_mm;
pad_hub_mm = 4;                // [ours] from the cell up to the plate, over the gauges and the other screws' heads
pad_z_mm = cell_z_mm + cell_height_mm + pad_hub_mm; // the plate's underside
pad_plate_mm = 4;              // [ours]
pad_radius_mm = 19;            // [ours] 5 mm more than the largest stone
pad_clearance_mm = 1.2;        // [ours] from a pad to the hole that it stands in
deck_z_mm = pad_z_mm - 0.5;    // [ours]
deck_mm = 3.2;                 // [ours] its top is 1.3 mm below the pads'
deck_head_mm = 1.8;            // [ours] how deep a screw's head sinks in
engraving_mm = 0.6;            // [ours] three layers of 0.2 mm
tilt_post_at_mm = 15;          // [ours] from a pad's middle
tilt_post_mm = 6;              // [ours] its diameter
stop_boss_mm = 10;             // [ours] its diameter, with the nut in it
stop_boss_z_mm = cell_z_mm - 1.5; // clear of the cell, however far it is pressed
post_mm = 7;                   // [ours] posts that the deck is screwed onto
post_inner_at_mm = 34;         // [ours] from the temple's middle, towards each pad
post_outer_at_mm = 102.5;      // [ours] between the pads
post_beside_mm = 7;            // [ours] where two pieces meet: one post on either side
module_from_mm = 65;           // [ours] the modules lie between the cells, from here outwards
strap_mm = [24, 17, 6];        // [ours] across a seam, along it, thick
strap_at_mm = 42;              // [ours] its middle
strap_holes_mm = [16, 9];      // [ours]
pico_lift_mm = 5;              // [ours] a screw M2 x 6 ends on the floor's top
tie_mm = [1.6, 4, 6];          // [ours] a pair of slots for a 2.5 mm cable tie: wide, long, apart

// ---- panel box ----------------------------------------------------------------------------------------------------
panel_mm = [150, 92];          // [ours] the lid
panel_wall_mm = 2.4;           // [ours]
panel_front_mm = 30;           // [ours] the button's depth, and wires
panel_back_mm = 46;            // [ours]
panel_lid_mm = 3;              // [ours]
panel_corner_mm = 5;           // [ours]
panel_post_mm = 8;             // [ours]
button_row_mm = 18;            // [ours] from the lid's front edge to the buttons' middles
label_row_mm = 33;             // [ours] to the labels' middles
display_row_mm = 62;           // [ours] to the display's middle
display_hole_mm = [42, 40];    // [ours] holds the pocket of either bezel
bezel_mm = [58, 50, 2];        // [ours]
bezel_holes_mm = [50, 28];     // [ours]
panel_lead_mm = 8;             // [ours] hole for the wires to the Pi

// ---- names that the parts and the checks use ----------------------------------------------------------------------
step_deg = 360 / pads;
floor_seams = [2.5, 6.5];      // between C and D, between G and A: pieces of 4 and 3 pads
deck_seams = [1.5, 4.5];       // between B and C, between E and F: none above one of the floor
lead_gap = 3.5;                // the USB lead leaves between D and E, away from A
