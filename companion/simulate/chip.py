"""An HX711 and its two pins, clocked bit by bit as the metal is; HX711 data sheet V2.0 unless said otherwise.

The firmware runs this very file under MicroPython, so it keeps to what MicroPython has: no imports.
"""

MOST, LEAST = 8_388_607, -8_388_608  # the converter's ends: what lies beyond reads as these
POWER_DOWN_US = 60  # SCK high for longer switches the chip off
SETTLING = 4  # conversions that are not right yet after a wake or a change of gain (50 ms at 80/s)
REPLACING_US = (
    75  # DOUT is high so long while an unread result is replaced (measured: olkal/HX711_ADC, issue 81)
)
PIN_US = 4  # what one write to a pin takes in MicroPython on a Pico, about
WOBBLE = (0, 1, -1, 0, 2, -2, 1)  # counts: a real chip's last bits never stand still
SLOWER = 8  # so many times as long takes a conversion with the RATE pin low: 10 a second, not 80
DIVISOR = {25: 1, 26: 0, 27: 2}  # pulses → what the next conversion reads: A/128, B (not wired), A/64


class Time:
    """Simulated time, in microseconds; pins and chips share one."""

    def __init__(self, now_us: int = 0) -> None:
        self.now_us = now_us


class Chip:
    """One HX711 on its own oscillator: `period_us` from one conversion to the next, first at `phase_us`."""

    def __init__(self, time: Time, period_us: int, phase_us: int = 0) -> None:
        self.count = 0
        """What the bridge gives at gain 128; beyond full scale it saturates."""
        self.is_plugged = True
        self.wobble: tuple[int, ...] = WOBBLE
        """What its last bits add to one conversion after another."""
        self.is_stuck = False
        """It answers by the book, and always with the word that it said last."""
        self.is_slow = False
        """Its RATE pin is low."""
        self._time, self._fast_us = time, period_us
        self._conversions = 0
        self._said = -1  # the newest word; -1: none yet
        self._divisor = 1
        self._rose_us = -1  # when SCK rose; -1: it is low
        self._is_down = False
        self.next_us = time.now_us + phase_us
        """When the next conversion is ready."""
        self._start()

    @property
    def _period_us(self) -> int:
        return self._fast_us * SLOWER if self.is_slow else self._fast_us

    def _start(self) -> None:
        self._word = -1  # the result that waits or is being read; -1: none
        self._pulses = 0
        self._dout = 1
        self._settling = SETTLING

    def plug(self, is_plugged: bool) -> None:
        """Give or take the supply: a chip that gets it back starts anew."""
        if is_plugged and not self.is_plugged:
            self._divisor, self._is_down, self._rose_us = 1, False, -1
            self.next_us = self._time.now_us + self._period_us
            self._start()
        self.is_plugged = is_plugged

    def clock(self, level: int) -> None:
        """An edge of SCK, now."""
        if not self.is_plugged:
            return
        # A frame takes some 350 edges, most of which find nothing that time alone has changed.
        now_us, rose_us = self._time.now_us, self._rose_us
        if now_us >= self.next_us or 0 <= rose_us < now_us - POWER_DOWN_US:
            self._run()
        if level and rose_us < 0:
            self._rose_us = now_us
            word = self._word
            if word >= 0:  # else nothing waits: DOUT stays high and every bit reads as one
                self._pulses = pulses = self._pulses + 1
                self._dout = word >> (24 - pulses) & 1 if pulses <= 24 else 1
        elif not level and rose_us >= 0:
            self._rose_us = -1
            if self._is_down:
                self._is_down = False
                self.next_us = self._time.now_us + self._period_us
                self._start()

    def data(self) -> int:
        """The level of DOUT, now; with no chip the pull-up holds it high."""
        if not self.is_plugged:
            return 1
        now_us = self._time.now_us
        if self._rose_us < 0 and now_us < self.next_us - REPLACING_US:
            return self._dout
        self._run()
        return 1 if now_us >= self.next_us - REPLACING_US else self._dout

    def _run(self) -> None:
        now_us = self._time.now_us
        if self._rose_us >= 0 and now_us - self._rose_us > POWER_DOWN_US:
            self._is_down, self._dout, self._word = True, 1, -1
        if self._is_down or now_us < self.next_us:
            return
        self.next_us += (now_us - self.next_us) // self._period_us * self._period_us + self._period_us
        divisor = DIVISOR.get(self._pulses, self._divisor)
        if divisor != self._divisor:
            self._divisor, self._settling = divisor, SETTLING
        # A result that nobody has read to its end is lost: the next pulse shifts the new one's first bit.
        if self._said < 0 or not self.is_stuck:
            self._said = self._convert() & 0xFFFFFF
        self._word, self._pulses, self._dout = self._said, 0, 0

    def _convert(self) -> int:
        value = self.count // self._divisor if self._divisor else 0
        if self._settling:
            # the filter still holds some of what was there before: nothing
            value = value * (SETTLING - self._settling) // SETTLING
            self._settling -= 1
        self._conversions += 1
        return max(LEAST, min(MOST, value + self.wobble[self._conversions % len(self.wobble)]))


class ClockPin:
    """SCK, called as a `machine.Pin` is; each write takes PIN_US."""

    def __init__(self, chip: Chip, time: Time) -> None:
        self._clock, self._time = chip.clock, time
        self._level = 0
        self._pulse = 0
        self._stretched = self._deaf = self._spiked = 0
        self._stretch_us = 0
        self._is_faulty = False
        """Whether one of the next pulses goes wrong."""

    def stretch(self, pulse: int, high_us: int) -> None:
        """Hold the line high for `high_us` in the `pulse`-th pulse from now, as an interrupt would."""
        self._pulse, self._stretched, self._stretch_us = 0, pulse, high_us
        self._is_faulty = True

    def swallow(self, pulse: int) -> None:
        """Let the chip miss the `pulse`-th pulse from now, as a bad contact would."""
        self._pulse, self._deaf = 0, pulse
        self._is_faulty = True

    def spike(self, pulse: int) -> None:
        """Let the chip see one pulse more after the `pulse`-th from now, as noise on the line would."""
        self._pulse, self._spiked = 0, pulse
        self._is_faulty = True

    def __call__(self, level: int) -> None:
        """Drive the line low or high."""
        self._time.now_us += PIN_US
        if self._is_faulty:
            self._drive_badly(level)
        else:
            self._clock(level)

    value = __call__

    def _drive_badly(self, level: int) -> None:
        if level and not self._level:
            self._pulse += 1
        if self._pulse and self._pulse == self._stretched and not level:
            self._time.now_us += self._stretch_us
            self._stretched = 0
        self._level = level
        if not self._pulse or self._pulse != self._deaf:
            self._clock(level)
        elif not level:
            self._deaf = 0
        if self._pulse and self._pulse == self._spiked and not level:
            self._spiked = 0
            self._clock(1)
            self._clock(0)
        self._is_faulty = bool(self._stretched or self._deaf or self._spiked)


class DataPin:
    """DOUT with a pull-up, called as a `machine.Pin` is."""

    def __init__(self, chip: Chip) -> None:
        self._data = chip.data

    def __call__(self, level: int | None = None) -> int:
        """The level; the line is the chip's to drive, so writing it is refused."""
        if level is not None:
            raise ValueError("DOUT is driven by the chip: make it an input")
        return self._data()

    value = __call__
