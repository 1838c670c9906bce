// The smaller piece of the deck: pads C to E.
include <deck.scad>
seams = [deck_seams[0], deck_seams[1]];
