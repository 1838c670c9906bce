// The larger piece of the deck: pads F, G, A and B.
include <deck.scad>
seams = [deck_seams[1] - pads, deck_seams[0]];
