"""The pins of the two boards by number, as their data sheets name them."""

PI = dict(
    enumerate(
        (
            *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
            *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
            *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
            *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
        ),
        start=1,
    )
)
"""The 40-pin header of every Raspberry Pi since the B+: odd numbers inside, even ones at the edge."""

PICO = dict(
    enumerate(
        (
            *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
            *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
            *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
            *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
        ),
        start=1,
    )
)
"""Raspberry Pi Pico: down the left side from the USB socket, up the right side (Pico data sheet, 2.1)."""

BOARDS = {"pi": PI, "pico": PICO}

FIVE_VOLTS = frozenset({"5V", "VBUS", "VSYS"})
"""What 3.3 V parts must never meet: VBUS is the 5 V of USB, VSYS the same less a diode."""

KEPT = {
    "pi": {
        "GPIO2": "the display's bus (SDA) has pull-ups that cannot be switched off",
        "GPIO3": "the display's bus (SCL) has pull-ups that cannot be switched off",
        "GPIO0": "it is read at the start for the memory of an add-on board",
        "GPIO1": "it is read at the start for the memory of an add-on board",
        "GPIO14": "the serial console writes there",
        "GPIO15": "the serial console reads there",
    },
    "pico": {"GP15": "the USB driver seizes it at a bus reset (erratum RP2040-E5)"},
}
"""Pins that work but are taken: the reason why nothing else may be wired there."""
