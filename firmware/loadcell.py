"""One HX711 on its own two pins. Numbers from the HX711 data sheet V2.0 unless said otherwise."""

from frame import DEAD, NOT_YET, SATURATED, SLIPPED, TOO_FAST

BITS = 24
LOWEST_CODE, HIGHEST_CODE = 0x800000, 0x7FFFFF  # both mean full scale, not a weight
ALL_ONES = 0xFFFFFF  # -1: also what a line says on which nobody answers
HIGH_US = 50  # longest SCK high; over 60 us the chip switches itself off in the middle of a word
OFF_US = 80  # SCK high for longer than 60 us and low again: the only way to start a chip anew
LOOKS, LOOK_US = 8, 10  # at DOUT, which a chip that is off lets go
SETTLING = 4  # conversions after a start that are not right yet (50 ms at 80/s, 400 ms at 10/s)
FRESH_US = 8_000  # an unread result is replaced after 10.7 ms (measured: olkal/HX711_ADC, issue 81)
SOON_US = 5_000  # half of that: no chip converts twice within it, two results read late apart
# So often a live chip never says the same: its noise is 50 nV rms at least, 21 counts at 5 V and 33 at 3.3 V.
# Two readings are alike in 1 of 50 cases or fewer then, eleven in 1 of 10^17.
SAME_MOST = 10


class LoadCell:
    """Raw counts, -8_388_607 to 8_388_606; `board` gives ticks and keeps interrupts off (boards/)."""

    def __init__(self, clock, data, board):
        self._clock, self._data, self._board = clock, data, board
        self._discard = SETTLING  # what it converted before the firmware ran is not known
        self._high_us = board.ticks_us()  # when DOUT was last seen high
        self._read_us = board.ticks_add(self._high_us, -SOON_US)  # when a word was last read
        self._soon = self._same = 0
        self._last = None  # the word before
        clock(0)

    def read(self):
        """None: no conversion waits. Else it is read: a count, or the letter that says why there is none.

        After SLIPPED, TOO_FAST and DEAD the chip has been started anew.
        """
        now_us, ticks_diff = self._board.ticks_us(), self._board.ticks_diff
        if self._data():
            self._high_us = now_us
            return None
        # One that waits for longer may be replaced while it is read: read it away, and trust the next.
        is_fresh = ticks_diff(now_us, self._high_us) < FRESH_US
        # One alone may follow on one that was read late; two in a row are none of a chip's.
        is_soon = ticks_diff(now_us, self._read_us) < SOON_US
        self._soon = self._soon + 1 if is_soon else 0
        word = self._shift_in()
        self._high_us = self._read_us = now_us
        if word is None or self._soon > 1:
            is_free = self.reset()
            return DEAD if not is_free else TOO_FAST if self._soon > 1 else SLIPPED
        if is_soon:
            return NOT_YET
        if self._discard:
            self._discard -= 1
            return NOT_YET
        return self._judge(word) if is_fresh else NOT_YET

    def reset(self):
        """Switch the chip off and on; its next four conversions are read away. False: DOUT is held low."""
        self._clock(1)
        self._board.sleep_us(OFF_US)
        is_free = False
        for _ in range(LOOKS):
            is_free = bool(self._data()) or is_free
            self._board.sleep_us(LOOK_US)
        self._clock(0)
        self._discard = SETTLING
        self._high_us = self._read_us = self._board.ticks_us()
        return is_free

    def _judge(self, word):
        if word in (LOWEST_CODE, HIGHEST_CODE):
            return SATURATED
        self._same = self._same + 1 if word == self._last else 0
        self._last = word
        if self._same >= SAME_MOST:
            self.reset()
            return DEAD
        if word == ALL_ONES:
            return NOT_YET
        return word - (1 << BITS) if word & LOWEST_CODE else word

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
