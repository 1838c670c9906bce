// The panel's lid: five buttons, a place for either bezel. Printed as it lies, letters up.
include <panel.scad>
use <letters.scad>

// Lettered in one language, as the display names the buttons: make stl LANGUAGE=de
language = "en";
labels = [
    ["en", "WHITE", "GREY", "BLACK", "OK", "BACK"],
    ["es", "BLANCO", "GRIS", "NEGRO", "OK", "ATRÁS"],
    ["fr", "BLANC", "GRIS", "NOIR", "OK", "RETOUR"],
    ["de", "WEISS", "GRAU", "SCHWARZ", "OK", "ZURÜCK"],
];
lettered = [for (each_ = labels) if (each_[0] == language) each_][0];

module at_buttons() for (n = [-2:2]) translate([n * button_pitch_mm, button_row_mm]) children();

module outline() translate([0, panel_mm[1] / 2]) rounded(panel_mm, panel_corner_mm);

module holes() {
    at_buttons() circle(d = button_hole_mm, $fn = 40);
    at_lid_posts() circle(d = screw_hole_mm);
    translate([0, display_row_mm]) {
        square(display_hole_mm, center = true);
        grid(bezel_holes_mm) circle(d = screw_tapping_mm);
    }
}

module engraving() for (n = [0:4]) translate([(n - 2) * button_pitch_mm, label_row_mm]) word(lettered[n + 1], 3.6, 0.8);

layer(0, panel_lid_mm - engraving_mm) difference() { outline(); holes(); }
layer(panel_lid_mm - engraving_mm, panel_lid_mm) difference() { outline(); holes(); engraving(); }
