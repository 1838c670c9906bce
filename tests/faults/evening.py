"""Two people, a device, and a fault that strikes while they play."""

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.panel.press import Button
from companion.rules.legal import most_to_take
from companion.rules.turn import Take
from companion.simulate.acts import Line, Setup
from companion.table.state import Phase, TableState
from companion.tracker.question import Asks
from tests.bench.answering import take_presses
from tests.bench.people import GivenUp
from tests.bench.plans import start_of
from tests.bench.rig import PRESS_S
from tests.bench.seats import Doing, Seats
from tests.bench.truth import Truth
from tests.faults.machine import Machine
from tests.faults.mending import Mender, WatchfulPeople
from tests.faults.result import Trial

GREETING_S = 1.5
LAID_OUT_S = 1.0
PATIENCE_S = 90.0
"""Of people who have seen the device fail; outages of some 20 s are within."""
NOTICED_S = 1.5
"""So long, at most, people play on before they see that something is wrong."""
GIVEN_UP_S = 30.0
"""A device that is not well by then has not healed."""
FELT_S = 0.3
"""After so long at least it is looked at: does the device say so?"""
UNFELT_S = 30.0
"""What the device has not felt by then it does not feel."""
NOTHING_SHOWN_S = 2.5
"""Who sees nothing of the take that was pressed for so long presses it again."""


Strike = Generator[float, str, None]
"""Does it to a machine: yields the seconds to pass, is sent what is not well; then it is over."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that can befall a device."""

    name: str
    strike: Callable[[Any, Random], Strike]
    feels: str
    """What the device must have felt: a part of what is not well meanwhile, or one of the `signs`."""
    do_people_wait: bool = True
    """They see that something is wrong, and wait; else they play on."""


def until_felt(feels: str, more_s: float) -> Strike:
    """Until the device says that it is not well in this way, and so long more."""
    waited_s = 0.0
    while waited_s < UNFELT_S:
        ill = yield FELT_S
        if feels in ill:
            break
        waited_s += FELT_S
    yield more_s


class Evening(Seats):
    """One game on a machine; `befall` lets a fault strike."""

    def __init__(
        self,
        machine: Machine,
        seed: str,
        tell: Callable[[str], None] | None = None,
        *,
        may_be_advanced: bool = True,
    ) -> None:
        super().__init__(tell)
        self.machine, self.things, self.hands = machine, machine.things, machine.hands
        self.wrong = self.unresolved = ""
        """Why the game cannot go on; "" while it can."""
        self._random = Random(f"{seed}/evening")
        self._released: list[tuple[float, Button]] = []
        self._pressed_s = 0.0
        self._watchers_wait_from_s: float | None = None
        start = start_of(Random(f"{seed}/start"), is_advanced=may_be_advanced and self._random.random() < 0.5)
        self.start = start
        self.truth = Truth(start, self.things)
        self.hands.start(Setup(Line("faults", 0, ""), start), self.now_s)
        self._told: tuple[str, ...] = ()
        self._shown: TableState | None = None
        self._pass(GREETING_S)
        machine.begin(start)
        self._pass(LAID_OUT_S)
        self._people = people = WatchfulPeople(self, self.truth, seed, PATIENCE_S)
        self.do(people.answering.work())
        self.do(people.answering.repair())
        self._playing = self.do(people.play())
        self.do(self._take_again())
        self.do(Mender(self, self.truth, people.touching).work())

    @property
    def now_s(self) -> float:
        """The table's time."""
        return self.machine.clock.now_s()

    @property
    def state(self) -> TableState:
        """What the glass shows."""
        return self.machine.state

    @property
    def is_over(self) -> bool:
        """Somebody has won, or the game cannot go on."""
        is_won = self.state.phase is Phase.OVER and not self.truth.pending
        return bool(self.wrong or self.unresolved) or is_won

    def press(self, button: Button) -> None:
        """Push a button down; it is let go by itself."""
        self.log(f"press {button.name}")
        self._pressed_s = self.now_s
        if button in self.machine.jammed:
            self._wait_from(
                self.now_s
            )  # a button that gives nothing: somebody frees it before anybody plays on
        self.machine.drive(button, is_down=True)
        self._released.append((self.now_s + PRESS_S, button))

    def step(self) -> None:
        """Let one slice of time pass."""
        self.machine.step()
        for _, button in [each for each in self._released if each[0] <= self.now_s]:
            self.machine.drive(button, is_down=False)
        self._released = [each for each in self._released if each[0] > self.now_s]
        self.hands.advance(self.now_s)
        self._judge()
        if self.machine.is_down and self._watchers_wait_from_s is None:
            self._wait_from(self.now_s + self._random.uniform(0.0, NOTICED_S) * self.machine.is_lit)
        waits = self._watchers_wait_from_s
        try:
            if waits is None or self.now_s < waits:
                self.go_on()
            elif self._people.touching.is_slipping:
                self._playing.go_on(self.now_s)
        except GivenUp as given_up:
            self.unresolved = str(given_up)

    def play_on(self, seconds: float) -> None:
        """Let people play, so long or to the end."""
        self.run(lambda: self.is_over, self.now_s + seconds)

    def befall(self, fault: Fault, random: Random, clock: str) -> Trial:
        """Let it strike now; what became of the game, as far as it is known by the time all is well."""
        machine, before, starts = self.machine, self.machine.turns, self.machine.starts
        signs = machine.signs()
        machine.struck_how = ""
        self.log(f"STRUCK by {fault.name}")
        if fault.do_people_wait:
            self._wait_from(self.now_s + random.uniform(0.0, NOTICED_S))
        felt, ill, strike = list[str](), "", fault.strike(machine, random)
        with suppress(StopIteration):
            seconds = next(strike)
            while True:
                self._pass(seconds)
                ill = machine.ill() if seconds >= FELT_S else ""
                felt.append(ill)
                before = before if machine.starts != starts else machine.turns
                seconds = strike.send(ill)
        gone_s = self.now_s
        self.log("the cause is gone")
        ill = machine.ill()
        while ill and self.now_s < gone_s + GIVEN_UP_S and not self.wrong:
            self._pass(0.1)
            ill = machine.ill()
        self._watchers_wait_from_s = None
        now = machine.turns
        felt += [sign for sign, count in machine.signs().items() if count != signs[sign]]
        is_felt = any(fault.feels in each for each in felt)
        self.log(f"well again, {len(now)} turns" if not ill else f"ILL: {ill}")
        return Trial(
            fault.name,
            clock,
            at_turn=len(before),
            heal_s=None if ill else self.now_s - gone_s,
            turns_lost=max(0, len(before) - len(now)) if machine.starts != starts else 0,
            is_game_lost=self.state.phase is Phase.START,
            wrong=self.wrong,
            what="; ".join(part for part in (machine.struck_how, ill) if part),
            felt="; ".join(dict.fromkeys([*[each for each in felt if each][:1], *[fault.feels] * is_felt])),
            unfelt="" if is_felt else f"it was not felt: {fault.feels}",
        )

    def final_wrong(self) -> str:
        """At the end: what is believed that is not so."""
        if self.wrong or self.unresolved or self.state.phase is not Phase.OVER:
            return self.wrong
        is_right = self.state.position == self.truth.position and self.things.agrees_with(self.truth.position)
        return "" if is_right else "the last position is not that of the table"

    def _wait_from(self, at_s: float) -> None:
        self._watchers_wait_from_s = min(at_s, self._watchers_wait_from_s or at_s)

    def _pass(self, seconds: float) -> None:
        until_s = self.now_s + seconds
        while self.now_s < until_s - 1e-9:
            self.step()

    def _judge(self) -> None:
        """Is what the device has settled what was played?"""
        turns, truth = self.machine.turns, self.truth
        if turns != self._told:
            self._told = turns
            self.log(f"  settled {len(turns)}: {' '.join(turns[-1:])}")
            if list(turns) != truth.texts[: len(turns)]:
                played = " ".join(truth.texts[-3:])
                self.wrong = self.wrong or f"settled were {' '.join(turns[-3:])}, played {played}"
            if truth.unsaid in truth.turns[: len(turns)]:
                truth.unsaid = None
            truth.settled = len(turns)
        if self._tell is not None and self.state is not self._shown:
            self._shown = state = self.state
            columns = "/".join("".join(stone.value if stone else "?" for stone in c) for c in state.columns)
            self.log(
                f"    glass: {columns} {'guides ' * state.is_guiding}{state.link.value} {state.taking} "
                f"{state.question} {state.mismatch} {state.refusal}"
            )

    def _take_again(self) -> Doing:
        """All game long: a take that was pressed, and of which the glass shows nothing any more."""
        truth = self.truth
        while True:
            yield self._misses_take
            yield 0.5
            if not self._misses_take():
                continue
            take = truth.turns[truth.settled]
            if truth.pending > 1:
                truth.unsaid = take  # the device asks for it
                yield 1.0
                continue
            before = truth.settled_position
            presses = take_presses(take, most_to_take(before, before.to_move, take.colour))
            yield from self._people.press_take(self._random, presses)

    def _misses_take(self) -> bool:
        truth = self.truth
        if not truth.pending or truth.unsaid is not None:
            return False
        is_quiet = self.now_s > self._pressed_s + NOTHING_SHOWN_S and self.hands.is_still
        question = self.state.question
        is_asked = question is not None and question.asks is Asks.CONTINUE
        return is_quiet and not is_asked and isinstance(truth.turns[truth.settled], Take)
