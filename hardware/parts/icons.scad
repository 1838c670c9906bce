// What a stone's bonus does on each of the seven columns, as pictures of 18 by 18 mm: drawn for this kit.
// A, B, G: a grey, white, black stone from one column to another. C: back to the quarry. D: from the quarry.
// E: from the rival's workshop. F: another one from the own workshop.
use <letters.scad>

line_mm = 0.9;

module bar(from, to) stroke([from, to], line_mm);
module head(at, turn) translate(at) rotate(turn) polygon([[-2.1, 0], [2.1, 0], [0, 2.8]]);

// White is an outline, grey is fluted, black is full.
module stone(colour, wide = 8, high = 4) difference() {
    square([wide, high], center = true);
    if (colour != "black") difference() {
        square([wide - 2 * line_mm, high - 2 * line_mm], center = true);
        if (colour == "grey") for (x = [-1, 0, 1]) translate([x * 1.85, 0]) square([line_mm, high], center = true);
    }
}

module moved(colour) {
    translate([-4.6, -5.4]) stone(colour);
    bar([-8, -8.5], [-1.2, -8.5]);
    bar([1.2, -8.5], [8, -8.5]);
    intersection() {
        translate([0, 0]) difference() { circle(5.05, $fn = 40); circle(4.15, $fn = 40); }
        translate([-10, 0]) square([20, 10]);
    }
    bar([-4.6, 0], [-4.6, -1.6]);
    bar([4.6, 0], [4.6, -2]);
    head([4.6, -2], 180);
}

module quarry() for (stone = [[-4.6, -7], [0, -7], [4.6, -7], [-2.3, -3], [2.3, -3]]) translate(stone) square([3.7, 3.1], center = true);

module workshop() {
    stroke([[-7.6, -4.4], [-7.6, -8.5], [7.6, -8.5], [7.6, -4.4]], line_mm);
    for (x = [-4.6, 0, 4.6]) translate([x, -6]) square([3.2, 2.8], center = true);
}

module returned() {
    quarry();
    translate([0, 7]) stone("white");
    bar([0, 4.6], [0, 2.6]);
    head([0, 2.8], 180);
}

module fetched() {
    quarry();
    translate([0, 7]) stone("white");
    bar([0, 0], [0, 1.6]);
    head([0, 1.4], 0);
}

module raided() rotate(180) {
    workshop();
    bar([0, -2.6], [0, 4]);
    head([0, 3.8], 0);
    stroke([[-5, 3], [-2.6, 7.6], [2.6, 7.6], [5, 3]], line_mm);
}

module another() {
    workshop();
    bar([0, -2.8], [0, 1.2]);
    head([0, 1], 0);
    translate([-3.4, 6.6]) stone("white", 7.6);
    bar([3.2, 6.6], [8, 6.6]);
    bar([5.6, 4.2], [5.6, 9]);
}

module icon(pad) {
    if (pad == 0) moved("grey");
    if (pad == 1) moved("white");
    if (pad == 2) returned();
    if (pad == 3) fetched();
    if (pad == 4) raided();
    if (pad == 5) another();
    if (pad == 6) moved("black");
}
