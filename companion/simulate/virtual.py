"""The virtual table: a whole simulated device, and one hand that does what a page asks for.

Time is the device's own, and passes by `step` alone: whoever runs it decides how fast.
"""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.errors import ScriptError
from companion.panel.press import Button
from companion.rules.pieces import Player
from companion.rules.position import Position
from companion.settings import Settings
from companion.simulate import acts
from companion.simulate.acts import Act, Line, Setup
from companion.simulate.caption import caption
from companion.simulate.device import Device
from companion.simulate.finger import Finger
from companion.simulate.movements import PickUp, PutDown
from companion.simulate.runner import BETWEEN_ACTS_S, SETUP_S
from companion.simulate.script import read_script
from companion.simulate.session import EXAMPLE
from companion.simulate.wishes import (
    ChangeNoise,
    Example,
    Hold,
    LayOut,
    Lift,
    Power,
    Put,
    Slow,
    Stop,
    Wish,
    parse_wish,
)
from companion.simulate.words import refuse
from companion.table.state import TableState

PAGE = "the page"
"""Where an act comes from, for messages."""
REACH_S = 0.05
"""From the moment that somebody lets a stone go until it touches its new place."""
MOST_LINES = 50
"""Of the log."""
MOST_AT_ONCE = 40
"""Movements of hands and fingers, and drifts, that have begun and are not over; nobody has so many hands."""


class VirtualTable:
    """A device on a table, and a log of what happens at it.

        table = VirtualTable(folder, seed=7)
        table.do("lift white:w")
        table.step()

    `speed`, 0.1 to 1, is how fast people want to see it.
    """

    def __init__(self, folder: Path, *, seed: int = 0, is_direct: bool = False) -> None:
        self.device = Device(
            folder, Settings(), noise="field", seed=seed, is_direct=is_direct, dice=Random(seed)
        )
        self.device.hands.lay_out(Position.start(Player.WHITE))
        self.speed = 1.0
        self.lines: deque[str] = deque(maxlen=MOST_LINES)
        """What happened, each with its second; the newest last."""
        self._finger = Finger(self.device.drive)
        self._taken: PickUp | None = None
        self._put: PutDown | None = None
        self._carries_until_s = float("-inf")
        self._releases: list[tuple[float, Button]] = []
        """Of buttons that a script's `press` holds."""
        self._begins: tuple[float, Setup] | None = None
        """The setup that is laid out, and when the device is told."""
        self._story: Iterator[Act] = iter(())
        self._next_act_s: float | None = None
        self._seen = self.device.state
        self._told = len(self.device.daemon.table.turns)

    @property
    def hand(self) -> str:
        """The colour of the stone that the hand holds, as a letter; "" while it holds none."""
        taken = self._taken or (self._put.taken if self._put is not None and not self._put.is_down else None)
        return taken.stone.colour.value if taken is not None and taken.is_up else ""

    @property
    def is_reaching(self) -> bool:
        """Whether the hand is about to put a stone down: what it is to do next has to wait."""
        is_putting = self._put is not None and not self._put.is_down
        return is_putting or self.device.clock.now_s() < self._carries_until_s

    @property
    def is_showing(self) -> bool:
        """Whether the example is being played."""
        return self._next_act_s is not None

    def do(self, text: str) -> None:
        """Do what a line asks for. CompanionError, in words for people, where it cannot be done."""
        line = Line(PAGE, 1, text)
        try:
            wish = parse_wish(line)
            if _begins(wish) and self._under_way >= MOST_AT_ONCE:
                raise refuse(line, "too much is under way at once", "wait until some of it is over")
            if not isinstance(wish, Slow | ChangeNoise):
                self._next_act_s = None  # the example is over
            self._do(wish)
        except ScriptError as error:
            raise ScriptError(error.what.removeprefix(f"{line}: "), cure=error.cure) from error
        self.note(f"> {text}")

    def step(self) -> None:
        """Let one slice of time pass."""
        now_s = self.device.clock.now_s()
        self._finger.advance(now_s)
        for release in [release for release in self._releases if release[0] <= now_s]:
            self._releases.remove(release)
            self.device.drive(release[1], is_down=False)
        if self._begins is not None and self._begins[0] <= now_s:
            setup, self._begins = self._begins[1], None
            self._begin(setup)
        if self._next_act_s is not None and now_s >= self._next_act_s:
            self._play_on()
        self.device.step()
        self._look()

    def note(self, text: str) -> None:
        """A line in the log."""
        self.lines.append(f"{self.device.clock.now_s():.1f} s  {text}")

    def close(self) -> None:
        """Stop the device in good order."""
        self.device.close()

    def _do(self, wish: Wish) -> float:
        """Begin it; when it ends."""
        device, now_s = self.device, self.device.clock.now_s()
        match wish:
            case Lift() | Put():
                self._move(wish, now_s)
            case Hold(button, is_down):
                self._finger.move(button, is_down=is_down, now_s=now_s)
            case ChangeNoise(level):
                device.change_noise(level)
            case Slow(speed):
                self.speed = speed
            case Power(is_on):
                self._switch(is_on=is_on)
            case LayOut(position):
                self._let_go()
                device.hands.lay_out(position)
            case Example():
                self._begin_example()
            case Stop():
                pass  # as whatever else somebody does: `do` has seen to it
            case _:
                return self._act(wish, now_s)
        return now_s

    def _act(self, act: Act, now_s: float) -> float:
        """An act of a table script."""
        device = self.device
        if isinstance(act, acts.Expectation):
            raise refuse(act.line, "what is expected is for scripts", "tholos simulate FILE")
        match act:
            case acts.UnplugSensors() | acts.PlugSensors() | acts.UnplugDisplay() | acts.PlugDisplay():
                self._pull_or_plug(act)
                return now_s
            case acts.PowerCut():
                device.cut_power()
                return now_s
            case acts.Wait():
                return now_s + act.seconds
            case acts.PressButton():
                device.drive(act.button, is_down=True)
                end_s = now_s + act.seconds
                self._releases.append((end_s, act.button))
                return end_s
            case acts.MoveStone():
                self._carries_until_s = device.hands.start(act, now_s)
                return self._carries_until_s
            case Setup():
                self._let_go()
                device.hands.start(act, now_s)
                self._begins = (now_s + SETUP_S, act)
                return now_s + SETUP_S
            case _:
                return device.hands.start(act, now_s)

    def _pull_or_plug(
        self, act: acts.UnplugSensors | acts.PlugSensors | acts.UnplugDisplay | acts.PlugDisplay
    ) -> None:
        match act:
            case acts.UnplugSensors():
                self.device.pull_lead()
            case acts.PlugSensors():
                self.device.plug_lead()
            case acts.UnplugDisplay():
                self.device.bus.unplug()
            case acts.PlugDisplay():
                self.device.bus.plug()

    def _move(self, wish: Lift | Put, now_s: float) -> None:
        hands = self.device.hands
        if isinstance(wish, Lift):
            if self._taken is not None:
                raise refuse(wish.line, "the hand holds a stone already", "put it down first")
            self._taken = hands.pick_up(wish.line, wish.source, wish.colour, now_s)
            return
        if self._taken is None:
            raise refuse(wish.line, "there is no stone in the hand", "lift one first")
        self._put = hands.put_down(self._taken, wish.target, max(now_s, self._taken.end_s) + REACH_S)
        self._taken = None

    def _let_go(self) -> None:
        """All stones are laid out anew: no stone of before is still on its way; a finger may be."""
        self._taken = self._put = self._begins = None
        self._carries_until_s = float("-inf")

    @property
    def _under_way(self) -> int:
        device, now_s = self.device, self.device.clock.now_s()
        device.hands.advance(now_s)
        return (
            device.hands.under_way + device.plate.drifting(now_s) + len(self._releases) + self._finger.waiting
        )

    def _begin(self, setup: Setup) -> None:
        if self.device.is_running:
            self.device.begin(setup.position)

    def _switch(self, *, is_on: bool) -> None:
        device = self.device
        if not is_on:
            device.power_off()
        elif not device.is_running:  # switched off by its menu, its lead has to be pulled first
            device.cut_power()

    def _begin_example(self) -> None:
        self._switch(is_on=True)
        self._story = iter(act for act in read_script(EXAMPLE) if not isinstance(act, acts.Expectation))
        self._next_act_s = self.device.clock.now_s()

    def _play_on(self) -> None:
        act = next(self._story, None)
        if act is None:
            self._next_act_s = None
            return
        self.note(caption(act, self.device.state.to_move))
        self._next_act_s = self._do(act) + BETWEEN_ACTS_S

    def _look(self) -> None:
        state = self.device.state
        if state is self._seen:
            return
        turns = self.device.daemon.table.turns
        if len(turns) > self._told:
            self.note("settled: " + " ".join(turns[self._told :]))
        elif len(turns) < self._told and turns:
            self.note("taken back")
        self._note_faults(self._seen, state)
        self._seen, self._told = state, len(turns)

    def _note_faults(self, before: TableState, now: TableState) -> None:
        for name, is_so in now.standing.items():
            if is_so != before.standing[name]:
                self.note(f"{'fault' if is_so else 'healed'}: {name}")


def _begins(wish: Wish) -> bool:
    """Whether it takes its time, and ends nothing that has begun, as `put` and `up` do."""
    takes_time = (Lift, acts.MoveStone, acts.Hover, acts.Lean, acts.Bump, acts.Drift, acts.PressButton)
    return wish.is_down if isinstance(wish, Hold) else isinstance(wish, takes_time)
