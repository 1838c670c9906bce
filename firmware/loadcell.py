"""One HX711 on its own two pins. Numbers from the HX711 data sheet V2.0 unless said otherwise."""

from frame import NOT_YET, SATURATED, SLIPPED

BITS = 24
LOWEST_CODE, HIGHEST_CODE = 0x800000, 0x7FFFFF  # both mean full scale, not a weight
HIGH_US = 50  # longest SCK high; over 60 us the chip switches itself off in the middle of a word
RESET_US = 80  # SCK high for longer than 60 us and low again: the only way to start a chip anew
SETTLING = 4  # conversions after a start that are not right yet (50 ms at 80/s)
FRESH_US = 8_000  # an unread result is replaced after 10.7 ms (measured: olkal/HX711_ADC, issue 81)


class LoadCell:
    """Raw counts, -8_388_607 to 8_388_606; `board` gives ticks and keeps interrupts off (boards/)."""

    def __init__(self, clock, data, board):
        self._clock, self._data, self._board = clock, data, board
        self._discard = SETTLING  # what it converted before the firmware ran is not known
        self._high_us = board.ticks_us()  # when DOUT was last seen high
        clock(0)

    def read(self):
        """None: no conversion waits. Else it is read: a count, SATURATED, SLIPPED, or NOT_YET: of no use."""
        now_us = self._board.ticks_us()
        if self._data():
            self._high_us = now_us
            return None
        # One that waits for longer may be replaced while it is read: read it away, and trust the next.
        is_fresh = self._board.ticks_diff(now_us, self._high_us) < FRESH_US
        word = self._shift_in()
        if word is None:
            return SLIPPED
        self._high_us = now_us
        if self._discard:
            self._discard -= 1
            return NOT_YET
        if not is_fresh:
            return NOT_YET
        if word in (LOWEST_CODE, HIGHEST_CODE):
            return SATURATED
        return word - (1 << BITS) if word & LOWEST_CODE else word

    def reset(self):
        """Switch the chip off and on; its next four conversions are read away."""
        self._clock(1)
        self._board.sleep_us(RESET_US)
        self._clock(0)
        self._discard = SETTLING
        self._high_us = self._board.ticks_us()

    def _shift_in(self):
        # Names looked up once: a pulse then takes a Pico some 15 us by estimate (not measured), and all seven
        # cells less than FRESH_US.
        clock, data, board = self._clock, self._data, self._board
        quiet, loud, ticks_us, ticks_diff = board.quiet, board.loud, board.ticks_us, board.ticks_diff
        word = 0
        for _ in range(BITS + 1):
            state = quiet()
            start_us = ticks_us()
            clock(1)
            clock(0)
            high_us = ticks_diff(ticks_us(), start_us)
            loud(state)
            if high_us > HIGH_US:
                # The chip may have started anew, and what it says then are ones that look like bits.
                return None
            word = word << 1 | data()
        # The 25th pulse asks for channel A at gain 128 next; DOUT is high after it, or a bit has slipped.
        return word >> 1 if word & 1 else None
