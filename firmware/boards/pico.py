"""The Raspberry Pi Pico: real pins, USB as standard input and output, the hardware watchdog."""

import os
import select
import sys
import time

import machine
import micropython

# GP of SCK, DOUT; pads A to G. Never GP15: MicroPython's way around erratum RP2040-E5 takes that pin for a
# moment at each USB bus reset (RP2040 data sheet; pico-sdk, rp2040_usb_device_enumeration.c).
PINS = ((2, 3), (4, 5), (6, 7), (8, 9), (10, 11), (12, 13), (16, 17))
REST_US = 200  # short against the 10.7 ms that a result waits
READ_BYTES = 64  # at a time; questions have two, the longest line fifteen
WATCHDOG_MS = 8_000  # the RP2040 can do 8_388
MAINTENANCE = "maintenance"  # a file of this name keeps the watchdog off and Ctrl-C on


class Board:
    """What the firmware needs of a Pico."""

    is_on = True
    ticks_us = staticmethod(time.ticks_us)
    ticks_ms = staticmethod(time.ticks_ms)
    ticks_diff = staticmethod(time.ticks_diff)
    ticks_add = staticmethod(time.ticks_add)
    sleep_us = staticmethod(time.sleep_us)
    quiet = staticmethod(machine.disable_irq)
    loud = staticmethod(machine.enable_irq)
    restart = staticmethod(machine.reset)  # and with it the time in which Ctrl-C stops the program

    def __init__(self):
        pin = machine.Pin
        # Pull-up: a chip that is not there reads "never ready". Pull-down would read "ready, weighs 0".
        self.pins = [(pin(sck, pin.OUT, value=0), pin(dout, pin.IN, pin.PULL_UP)) for sck, dout in PINS]
        self._in, self._out = select.poll(), select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out.register(sys.stdout, select.POLLOUT)
        self._watchdog = None

    def read(self):
        """What the companion has sent, 64 bytes at most."""
        data = b""
        for _ in range(READ_BYTES):
            if not self._in.poll(0):
                break
            data += sys.stdin.buffer.read(1)
        return data

    def write(self, line):
        """Send, unless nobody reads and USB is full; the line that fills it takes 0.5 s at most."""
        if self._out.poll(0):
            sys.stdout.buffer.write(line)

    def rest(self, _due_us):
        """Let a little time pass."""
        time.sleep_us(REST_US)

    def guard(self):
        """From now on Ctrl-C is data and a loop that hangs restarts the Pico; not with a maintenance file."""
        if MAINTENANCE in os.listdir():
            return
        micropython.kbd_intr(-1)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def feed(self):
        """The loop is well."""
        if self._watchdog is not None:
            self._watchdog.feed()
