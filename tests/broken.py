"""The device without one of its safeguards, and mishaps that no act of a table script can do."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.link.decoder import Frame
from companion.panel.press import Button
from companion.scale.pad import Pad, PadState
from companion.scale.scale import Heights, Scale
from companion.simulate.lead import Lead
from companion.simulate.sensors import DirectSensors
from companion.table.record import Record
from companion.table.state import Phase
from companion.table.table import Table
from companion.tracker import ask
from companion.tracker.columns import Columns
from companion.tracker.explanation import heights_of
from companion.tracker.question import Asks, Question
from companion.tracker.settled import Revised, Settled
from companion.tracker.tracker import Tracker

RESTART, THINK, NOTE, FEED = Tracker.restart, Tracker.think, Columns._note, Scale.feed
QUESTION, IS_CLOSED = ask.question, ask.is_closed
"""What stands in the device while nothing is taken out of it."""

STOLEN = 0.4
"""How many lines lose a byte to another program that reads the same port."""


# --- mishaps that no act of a table script can do


def stall(sensors: DirectSensors) -> None:
    """In place of `unplug`: the port stays, and says nothing until it is opened anew."""
    port = sensors.port

    def open_anew() -> bool:
        del port.put, port.open
        return port.open()

    port.put, port.open = (lambda line: None), open_anew  # type: ignore[method-assign]


def steal_bytes(lead: Lead, line: bytes) -> bytes:
    """What arrives of a line while somebody else reads, too."""
    if lead._random.random() >= STOLEN:
        return line
    at = lead._random.randrange(len(line) - 1)
    return line[:at] + line[at + 1 :]


# --- the device without one of its safeguards


def believe_at_once(pad: Pad, middle: int, now_s: float) -> None:
    """Any reading is a level."""
    pad.level_counts = float(middle)


def deque_of_one(maxlen: int | None = None) -> deque[Any]:
    """The newest reading alone, in place of the last three."""
    return deque(maxlen=1 if maxlen == 3 else maxlen)


def feed_mirrored(scale: Scale, frame: Frame, now_s: float) -> Heights | None:
    """The pads in the order in which somebody has plugged them."""
    return FEED(scale, replace(frame, readings=frame.readings[::-1]), now_s)


def wake_cold(scale: Scale) -> None:
    """The zeros are as they were when the power went."""
    scale._is_waking = False


def restart_unguided(tracker: Tracker, *args: Any, **options: Any) -> None:
    """Whatever lies there after a turn was taken back is the next turn."""
    RESTART(tracker, *args)


def undo_what_looks_undone(tracker: Tracker, now_s: float) -> list[Settled | Revised]:
    """Stones that lie as before the last turn take it back."""
    last = tracker._belief.last
    if last is None or tracker._columns.heights != heights_of(last.before):
        return THINK(tracker, now_s)
    tracker.restart(last.before, tracker._course.end)
    return [Revised(last)]


def note_no_loss(columns: Columns, index: int, state: PadState, now_s: float) -> None:
    """A pad that comes back is believed whatever it says."""
    NOTE(columns, index, state, now_s)
    columns._lost.clear()


def wait_for_the_silent(columns: Columns, index: int, state: PadState, now_s: float) -> None:
    """A silent pad holds up the others."""
    NOTE(columns, index, PadState.MOVES if state is PadState.SILENT else state, now_s)


def undo_at_once(table: Table, now_s: float) -> list[Record]:
    """BACK asks nothing."""
    return table._answer(Question(Asks.TAKE_BACK, table.state.to_move.rival), Button.OK, now_s)


def leave_at_once(table: Table, asks: Asks) -> None:
    """BACK held gives up the game."""
    table._phase = Phase.START


def ask_about_the_newest(position: Any, found: Any, said: Any, touched: Any, end: Any) -> Question | None:
    """The stone that came last is asked about first."""
    return QUESTION(position, found, said, touched[::-1], end)


def close_by_press_alone(story: Any, said: Any, end: Any) -> bool:
    """What the rival does closes no turn."""
    return len(story.turns) == 1 and IS_CLOSED(story, said, end)


def no_stories(*_: Any) -> Iterator[Any]:
    """Nothing of this kind is thought of."""
    return iter(())
