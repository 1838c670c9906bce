"""A board made of simulated chips, whose time another program lets pass in steps.

A command is one line: how far time may go, in us since the start, then one word for each pad:
`1234` the chip measures this count · `-` the chip is unplugged · `1234~` and its next reading has a pulse
stretched to 130 us, as by an interrupt · `1234!` and its next reading has a pulse that the chip misses ·
`1234=` the chip is stuck and says the same word for ever · `1234/` its RATE pin is low: 10 of them a second.
When time is there, a line is answered. When no command comes any more, the board is off.
"""

from chip import Chip, ClockPin, DataPin, Time

PADS = 7
SPAN = 1 << 30  # as ticks on a Pico: from 0 again
HALF_SPAN = SPAN // 2
START_US = SPAN - 30_000_000  # so that every run longer than half a minute sees them wrap
PERIODS_US = (12_500, 12_391, 12_612, 12_447, 12_553, 12_338, 12_660)  # no two oscillators agree
LOOK_US = 4_000  # longest rest: each DOUT is looked at in time to see how long it has waited
STRETCHED_US = 130  # SCK high as a logic analyser saw it (geda/hx711-lopy, issue 2)
HIT_PULSE = 9  # of the 25
FAULTS = b"~!=/"


class SimulatedBoard:
    """Seven HX711; `wire` has read() and write(line), `commands`, `answers` are unbuffered binary files."""

    def __init__(self, wire, commands, answers):
        self._commands, self._answers = commands, answers
        self.read, self.write = wire.read, wire.write
        self._time = Time(START_US)
        self._until_us = START_US
        phases = [1_000 + 1_500 * i for i in range(PADS)]
        self._chips = [Chip(self._time, PERIODS_US[i], phases[i]) for i in range(PADS)]
        self._clocks = [ClockPin(chip, self._time) for chip in self._chips]
        # MicroPython calls a method in half the time that it takes to call an object
        self.pins = [(self._clocks[i].value, DataPin(self._chips[i]).value) for i in range(PADS)]
        self.is_on = True
        self._command()

    def ticks_us(self):
        """Simulated microseconds, 0 to 2**30 - 1."""
        return self._time.now_us % SPAN

    def ticks_ms(self):
        """Simulated milliseconds, 0 to 2**30 - 1."""
        return self._time.now_us // 1000 % SPAN

    @staticmethod
    def ticks_diff(later, earlier):
        """From `earlier` to `later`, across a wrap too."""
        return (later - earlier + HALF_SPAN) % SPAN - HALF_SPAN

    @staticmethod
    def ticks_add(ticks, more):
        """The moment that is `more` later."""
        return (ticks + more) % SPAN

    def sleep_us(self, us):
        """Let simulated time pass."""
        self._time.now_us += us

    def quiet(self):
        """No interrupts here; the stretched pulses are asked for."""
        return 0

    def loud(self, _state):
        """No interrupts here."""

    def rest(self, due_us):
        """Jump to what comes first: a conversion, the moment `due_us`, the end of the step."""
        now_us = self._time.now_us
        due = now_us + self.ticks_diff(due_us, self.ticks_us())
        then = min(max(due, now_us), now_us + LOOK_US)
        for chip in self._chips:
            if now_us < chip.next_us < then:
                then = chip.next_us
        while then >= self._until_us and self.is_on:
            self._time.now_us = max(self._time.now_us, self._until_us)
            self._answers.write(b"\n")
            self._command()
        self._time.now_us = max(self._time.now_us, then)

    def guard(self):
        """A PC has no watchdog, and byte 3 is data from the start."""

    def feed(self):
        """A PC has no watchdog."""

    def restart(self):
        """Off: whoever started this program starts it anew."""
        self.is_on = False

    def _command(self):
        words = self._commands.readline().split()
        if not words:
            self.is_on = False
            return
        self._until_us = START_US + int(words[0])
        for i in range(PADS):
            self._set(i, words[1 + i])

    def _set(self, i, word):
        chip, clock = self._chips[i], self._clocks[i]
        chip.plug(word != b"-")
        if word == b"-":
            return
        count = word.rstrip(FAULTS)
        chip.count = int(count)
        faults = word[len(count) :]
        chip.is_stuck, chip.is_slow = b"=" in faults, b"/" in faults
        if b"~" in faults:
            clock.stretch(HIT_PULSE, STRETCHED_US)
        if b"!" in faults:
            clock.swallow(HIT_PULSE)
