"""Plays a table script on a simulated device: acts in their time, expectations at their moment."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.link.hello import LinkState
from companion.rules.notation import format_position
from companion.rules.pieces import Location
from companion.screen.choose import lines
from companion.simulate.acts import (
    Act,
    Expectation,
    MoveStone,
    PlugDisplay,
    PlugSensors,
    PowerCut,
    PressButton,
    Setup,
    TableAct,
    UnplugDisplay,
    UnplugSensors,
    Wait,
)
from companion.simulate.check import Failure, check
from companion.simulate.device import SLICE_S, Device
from companion.simulate.report import Report
from companion.table.state import Phase, TableState

BETWEEN_ACTS_S = 0.2
SETUP_S = 1.0
"""What people need to lay out a game, and the pads to rest."""
GREETING_S = 1.0
"""What the device gets to wake up before the first act."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a script went."""

    failure: Failure | None
    """The first expectation that did not hold, None: all did."""
    report: dict[str, Any]


class Runner:
    """Plays acts on a device."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self.after_step: Callable[[], None] | None = None
        """Called after each slice of time: to keep pace, or to look on."""
        self._report = Report()
        self._asked: object = None
        self._warned: object = None
        self._awaited_s: list[float] = []
        """When the stones came to rest that the screen does not show yet."""

    def run(self, acts: Sequence[Act]) -> Outcome:
        """Play all acts in order, up to the first expectation that does not hold.

        Raises ScriptError where an act cannot be done as the stones lie.
        """
        for _ in range(round(GREETING_S / SLICE_S)):
            self._step()  # nothing is warned of before the sensors had time to greet
        failure = None
        for act in acts:
            failure = self._do(act)
            if failure is not None:
                break
        return Outcome(failure, self._told())

    def _do(self, act: Act) -> Failure | None:
        device = self._device
        match act:
            case Wait():
                self._pass(act.seconds)
            case PressButton():
                device.drive(act.button, is_down=True)
                self._pass(act.seconds)
                device.drive(act.button, is_down=False)
                self._report.presses += 1
            case UnplugSensors():
                device.pull_lead()
            case PlugSensors():
                device.plug_lead()
            case UnplugDisplay():
                device.bus.unplug()
            case PlugDisplay():
                device.bus.plug()
            case PowerCut():
                device.cut_power()
            case _:
                return self._do_at_table(act)
        self._pass(BETWEEN_ACTS_S)
        return None

    def _do_at_table(self, act: TableAct | Expectation) -> Failure | None:
        device = self._device
        if isinstance(act, Expectation):
            return check(act, device)
        end_s = device.hands.start(act, device.clock.now_s())
        if isinstance(act, Setup):
            self._pass(SETUP_S)
            device.begin(act.position)
            self._awaited_s.clear()
        touches_pads = isinstance(act, MoveStone) and Location in (type(act.source), type(act.target))
        if touches_pads and device.hands.last_rest_s is not None:
            self._awaited_s.append(device.hands.last_rest_s)
        self._pass(max(0.0, end_s - device.clock.now_s()) + BETWEEN_ACTS_S)
        return None

    def _pass(self, seconds: float) -> None:
        for _ in range(round(seconds / SLICE_S)):
            self._step()
            self._look()

    def _step(self) -> None:
        self._device.step()
        if self.after_step is not None:
            self.after_step()

    def _look(self) -> None:
        device, report = self._device, self._report
        now_s = round(device.clock.now_s(), 4)
        state = device.state
        if state.question != self._asked:
            self._asked = state.question
            if state.question is not None:
                report.questions.append({"t": now_s, "text": " ".join(lines(state))})
        warning = _warning(state)
        if warning != self._warned:
            self._warned = warning
            if warning is not None:
                report.warnings.append({"t": now_s, "text": " ".join(lines(state))})
        rested_s = [rest_s for rest_s in self._awaited_s if rest_s <= now_s]
        if rested_s and device.shows_all_stones():
            report.latencies_s += [now_s - rest_s for rest_s in rested_s]
            self._awaited_s = [rest_s for rest_s in self._awaited_s if rest_s > now_s]

    def _told(self) -> dict[str, Any]:
        device = self._device
        state = device.state
        return self._report.as_json(
            turns=device.daemon.table.turns,
            position=format_position(state.position),
            result=state.score.result if state.phase is Phase.OVER else "*",
            truth=device.things.truth(),
            agrees=device.things.agrees_with(state.position),
        )


def _warning(state: TableState) -> object:
    """What people are warned of now, None: nothing; two different warnings differ."""
    link = None if state.link is LinkState.UP else state.link
    warning = (state.mismatch, state.refusal, link, state.silent_pads, state.is_kept)
    return None if warning == (None, None, None, (), True) else warning
