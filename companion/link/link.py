"""The line to the sensors as the rest of the house sees it: frames, and how the line is."""

from companion.link.decoder import Decoder, Frame, Lack
from companion.link.frame import QUESTION
from companion.link.hello import Hello, LinkState, speaks_our_protocol
from companion.link.port import Wire

OPEN_EVERY_S = 1.0  # a port that is not there is looked for no more often
ASK_EVERY_S = 1.0  # who is there, until it is known
SILENT_AFTER_S = 1.0  # 80 frames are missing by then
REOPEN_AFTER_S = 5.0  # noise on a USB lead can stall it until it is opened anew
SETTLED_AFTER_S = 1.0  # by then all is read that a lead kept from before somebody listened: kilobytes at most


class Link:
    """Keeps the line up by itself: call `poll` when bytes wait, and at `deadline_s` at the latest.

    link = Link(Port("/dev/serial/by-id/…"))
    frames = link.poll(clock.now_s())
    """

    def __init__(self, port: Wire, pads: int = 7) -> None:
        self.state = LinkState.UNPLUGGED
        self.hello: Hello | None = None
        """Who answered since the port was last opened."""
        self.decoder = Decoder(pads)
        """Its counters say how good the line is, from a second after each greeting on."""
        self.lacks: list[Lack | None] = [None] * pads
        """Why each pad gave no count when it last said anything; None: it gave one."""
        self.passed = 0
        """Frames passed on since the start."""
        self._port, self._pads = port, pads
        self._open_at_s = self._ask_at_s = float("-inf")
        self._good_s = 0.0  # when the last good line came, or the port was opened
        self._has_heard = False  # anything at all since then
        self._counts_from_s = float("inf")

    def poll(self, now_s: float) -> list[Frame]:
        """Take what waits; frames come only after a greeting of our protocol and number of pads."""
        self._keep_open(now_s)
        data = self._port.read()
        self._has_heard = self._has_heard or bool(data)
        frames = []
        for found in self.decoder.feed(data):
            if isinstance(found, Hello):
                if self.hello is None:
                    self._counts_from_s = now_s + SETTLED_AFTER_S
                self.hello = found
            elif self._is_greeted():
                frames.append(found)
                self._note(found)
            if self.hello is not None:
                self._good_s, self._has_heard = now_s, False
        if now_s < self._counts_from_s:
            # What was said before anybody listened is torn and has gaps, and no lead is to blame.
            self.decoder.forgive()
        self._ask(now_s)
        self._judge(now_s)
        self.passed += len(frames)
        return frames

    def deadline_s(self, now_s: float) -> float:
        """When `poll` must be called next, even if no byte comes."""
        if not self._port.is_open:
            return max(now_s, self._open_at_s)
        times = [self._good_s + REOPEN_AFTER_S]
        if now_s < self._good_s + SILENT_AFTER_S:
            times.append(self._good_s + SILENT_AFTER_S)
        if not self._is_greeted():
            times.append(self._ask_at_s)
        return max(now_s, min(times))

    def fileno(self) -> int | None:
        """What a selector can wait for; None while there is nothing."""
        return self._port.fileno()

    def close(self) -> None:
        """Let go of the line."""
        self._port.close()

    def _note(self, frame: Frame) -> None:
        for pad, reading in enumerate(frame.readings):
            if isinstance(reading, int):
                self.lacks[pad] = None
            elif reading is not Lack.NOT_YET:
                self.lacks[pad] = reading

    def _is_greeted(self) -> bool:
        return self.hello is not None and speaks_our_protocol(self.hello, self._pads)

    def _keep_open(self, now_s: float) -> None:
        if self._port.is_open and now_s >= self._good_s + REOPEN_AFTER_S:
            self._port.close()
        if self._port.is_open or now_s < self._open_at_s:
            return
        self._open_at_s = now_s + OPEN_EVERY_S
        if self._port.open():
            self.decoder.restart()
            self.hello, self._counts_from_s = None, float("inf")
            self._good_s, self._has_heard, self._ask_at_s = now_s, False, now_s

    def _ask(self, now_s: float) -> None:
        if self._port.is_open and not self._is_greeted() and now_s >= self._ask_at_s:
            self._port.write(QUESTION)
            self._ask_at_s = now_s + ASK_EVERY_S

    def _judge(self, now_s: float) -> None:
        if not self._port.is_open:
            self.state = LinkState.UNPLUGGED
        elif self.hello is not None and not self._is_greeted():
            self.state = LinkState.WRONG_VERSION
        elif now_s >= self._good_s + SILENT_AFTER_S:
            is_stranger = self.hello is None and self._has_heard
            self.state = LinkState.STRANGER if is_stranger else LinkState.SILENT
        elif self._is_greeted():
            self.state = LinkState.UP
        # else: just opened and asked; what was known of the line stands until it had time to answer
