"""The one loop: carries values from stage to stage, left to right, and decides nothing.

    link ─ scale ─ table ─ screen, speaker
    buttons ─ presses ─┘ └─ journal

It knows no game: the table gives it records to keep and a state to show.
"""

import os
import select
from collections.abc import Callable, Sequence
from dataclasses import replace

from PIL import Image

from companion.clock import Clock
from companion.ends import Door, Glass, Panel, Speaker, end
from companion.journal.journal import Journal
from companion.journal.waiting import UNFINISHED
from companion.link.decoder import Frame
from companion.link.hello import LinkState
from companion.link.link import Link
from companion.link.times import frame_times
from companion.panel.press import Button, Press, Presses
from companion.scale.calibrations import Calibrations
from companion.scale.pad import PadState
from companion.scale.scale import Heights, Scale
from companion.screen.resting import Level, Resting, contrast
from companion.table.condition import Condition
from companion.table.record import (
    Begun,
    CalibrationBegun,
    Laid,
    Preferred,
    Record,
    Relaid,
    SwitchedOff,
    TakenBack,
    TurnSettled,
)
from companion.table.sounding import sound_of
from companion.table.state import TableState
from companion.table.table import Table

TRY_AGAIN_S = 2.0
"""While the disk takes nothing it is asked so often: people see soon that their cure has helped."""
CALM_S = 0.03
"""While no pad moves, frames are read two or three at a time, which halves what waiting costs."""


class Daemon:
    """All stages of one device; call `pump` whenever something may have come, and at `deadline_s`."""

    def __init__(
        self,
        *,
        clock: Clock,
        link: Link,
        scale: Scale,
        calibrations: Calibrations,
        panel: Panel,
        table: Table,
        draw: Callable[[TableState], Image.Image],
        saver: Callable[[TableState, int], Image.Image],
        glass: Glass,
        journal: Journal,
        speaker: Speaker | None = None,
    ) -> None:
        self.table, self.link = table, link
        self.is_switched_off = False
        """Somebody has asked for it: to be closed, and not to be pumped any more."""
        self.calibrations = calibrations
        self.known = Condition()  # what somebody else says: of settings, page, and what was mended before
        self._clock, self._scale, self._panel = clock, scale, panel
        self._draw, self._saver, self._glass, self._journal = draw, saver, glass, journal
        self._speaker = speaker
        self._presses = Presses()
        self._pumped_s = clock.now_s()
        self._resting = Resting(self._pumped_s)
        self._try_again_s = self._pumped_s
        self._drawn: TableState | None = None
        self._step: int | None = None
        self._contrast: int | None = None
        self._image: Image.Image  # drawn by the first `pump`

    @property
    def stuck_buttons(self) -> tuple[Button, ...]:
        """The buttons that are ignored until they are released."""
        return self._presses.stuck

    @property
    def heights(self) -> Heights:
        """What the pads say now."""
        return self._scale.heights

    @property
    def is_calm(self) -> bool:
        """Whether no pad moves, so that its frames may be read a few at a time."""
        return PadState.MOVES not in self._scale.heights.states

    @property
    def is_resting(self) -> bool:
        """Whether the saver is shown in place of the state."""
        return self._resting.level(self._pumped_s) is Level.SAVER

    def pump(self) -> None:
        """Carry on what has come since the last call: keep it, then show it."""
        now_s = self._clock.now_s()
        frames = self.link.poll(now_s)
        found = self.calibrations.renew() if self.link.state is LinkState.UP else None
        if found is not None:
            self._scale.recalibrate(found.memory(self.table.heights), found.stones_counts)
        for frame, sent_s in zip(frames, frame_times(frames, self._pumped_s, now_s), strict=True):
            heights = self._scale.feed(frame, sent_s)
            if heights is not None:
                self.keep(self.table.see(heights, sent_s))
            if self.table.is_calibrating:
                self._calibrate(frame, sent_s)
        self._pumped_s = now_s
        if self._scale.has_news(now_s):
            self._journal.remember(self._scale.keep().to_json())
        if self.link.state is not LinkState.UP:
            self.calibrations.lose()
            lost = self._scale.lose(now_s)
            if lost is not None:
                self.keep(self.table.see(lost, now_s))
        for edge in self._panel.drain():
            self._press(self._presses.edge(edge), now_s)
        self._press(self._presses.tick(now_s), now_s)
        self.keep(self.table.tick(now_s))
        if not self._journal.is_keeping and now_s >= self._try_again_s:
            self._journal.try_again()
            self._try_again_s = now_s + TRY_AGAIN_S
        self._report(now_s)
        self._show(now_s)

    def keep(self, records: Sequence[Record]) -> None:
        """Put on disk what happened, before anybody is shown that it did."""
        for record in records:
            match record:
                case Begun():
                    self._begin(record)
                case TurnSettled(turn, result):
                    self._scale.believe(self.table.heights)
                    self._journal.add_turn(turn, self._scale.keep().to_json(), result or UNFINISHED)
                case Laid(is_done):
                    self._lay(is_done=is_done)
                case Relaid(heights):
                    self._scale.set_up_anew(heights)
                case CalibrationBegun():
                    self.calibrations.begin()
                case TakenBack():
                    self._scale.believe(self.table.heights)
                    self._journal.take_back()
                case Preferred(name, value):
                    self._journal.prefer(name, value)
                case SwitchedOff():
                    self.is_switched_off = True

    def deadline_s(self, now_s: float) -> float:
        """When `pump` must be called next, though nothing comes."""
        deadlines = (
            self.link.deadline_s(now_s),
            self._presses.deadline_s(),
            self.table.deadline_s(),
            self._resting.deadline_s(now_s),
            None if self._journal.is_keeping else self._try_again_s,
        )
        return min(deadline for deadline in deadlines if deadline is not None)

    def close(self) -> None:
        """Stop in good order: no sound, all that happened on disk, pins and line free, the glass dark."""
        end(self._glass, self._speaker, self._journal, self._panel, self.link)

    def _begin(self, begun: Begun) -> None:
        self._journal.begin(begun.start, begun.end)
        if begun.result is not None:
            self._journal.finish(begun.result)
        self._scale.set_up(self.table.heights)

    def _lay(self, *, is_done: bool) -> None:
        self._journal.lay(is_done=is_done)
        if is_done:  # a pad that had no zero when the stones were laid finds it below them
            self._scale.believe(self.table.heights)
            self._scale.set_up_unknown(self.table.heights)

    def _calibrate(self, frame: Frame, sent_s: float) -> None:
        step = self.calibrations.feed(frame, sent_s)
        if step is None:
            return
        if step.result is not None:
            self._scale.recalibrate(self.calibrations.memory(step.result), step.result.stones_counts)
            self._journal.remember(self._scale.keep().to_json())
        self.table.calibrate(step)

    def _press(self, presses: Sequence[Press], now_s: float) -> None:
        for press in presses:
            self._resting.act(now_s)
            self._journal.note("press", f"{press.button.value}{' hold' if press.is_hold else ''}")
            self.keep(self.table.press(press, now_s))

    def _report(self, now_s: float) -> None:
        now = replace(
            self.known,
            link=self.link.state,
            is_kept=self._journal.is_keeping,
            is_taken=self._journal.is_taken,
            is_mended=self._journal.is_mended or self.known.is_mended,
            stuck_buttons=self.stuck_buttons,
            is_heard=self._speaker is None or self._speaker.fault is None,
            is_calibrated=self.calibrations.fault is None,
        )
        self.table.report(now, now_s)

    def _show(self, now_s: float) -> None:
        state = self.table.state
        is_new = state is not self._drawn
        if is_new:
            self._resting.act(now_s)
            self._sound(state)
        step, level = self._resting.step(now_s), self._resting.level(now_s)
        if is_new or step != self._step:
            self._image = self._draw(state) if step is None else self._saver(state, step)
            self._drawn, self._step, self._contrast = state, step, None
        if self._contrast != contrast(level, state.brightness):
            self._contrast = contrast(level, state.brightness)
            self._glass.show(self._image, self._contrast)

    def _sound(self, state: TableState) -> None:
        sound = sound_of(self._drawn, state) if self._drawn is not None else None
        if self._speaker is not None and sound is not None:
            self._speaker.play(sound)


class Bell:
    """Wakes the loop from another thread, or from a signal: a pipe that the loop's select watches."""

    def __init__(self) -> None:
        self._read_end, self._write_end = os.pipe()
        os.set_blocking(self._read_end, False)
        os.set_blocking(self._write_end, False)

    def ring(self) -> None:
        """Wake the loop; it never blocks, and a full pipe has woken it already."""
        try:
            os.write(self._write_end, b"!")
        except BlockingIOError:
            return

    def fileno(self) -> int:
        """For a selector."""
        return self._read_end

    def still(self) -> None:
        """Stop ringing."""
        try:
            while os.read(self._read_end, 512):
                pass
        except BlockingIOError:
            return

    def close(self) -> None:
        """Let the pipe go."""
        os.close(self._read_end)
        os.close(self._write_end)


def run(
    daemon: Daemon,
    clock: Clock,
    bell: Bell,
    is_stopped: Callable[[], bool],
    after_pump: Callable[[], float | None] = lambda: None,
    door: Door | None = None,
) -> None:
    """Pump until stopped or switched off; between two pumps the process sleeps until something comes.

    `after_pump` is called at each turn, and says when it has to be again at the latest; None: whenever.
    """
    while not is_stopped():
        daemon.pump()
        wanted_s = after_pump()
        if daemon.is_switched_off:
            return
        now_s = clock.now_s()
        wake_s = daemon.deadline_s(now_s) if wanted_s is None else min(daemon.deadline_s(now_s), wanted_s)
        port = daemon.link.fileno()
        watched = [bell.fileno()] if port is None else [bell.fileno(), port]
        if door is not None and now_s >= door.opens_s:
            watched.append(door.fileno())
        elif door is not None:
            wake_s = min(wake_s, door.opens_s)
        wait_s = max(0.0, wake_s - now_s)
        if port is not None and daemon.is_calm:
            lull_s = min(CALM_S, wait_s)
            select.select([bell.fileno()], [], [], lull_s)  # a press ends it, and the next wait at once
            wait_s -= lull_s
        ready, _, _ = select.select(watched, [], [], wait_s)
        if door is not None and door.fileno() in ready:
            door.serve(clock.now_s())
        bell.still()
