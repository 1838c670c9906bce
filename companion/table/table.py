"""The table: carries the game from the tracker's turns to the state that everybody sees."""

from collections.abc import Callable
from dataclasses import fields, replace

from companion.clock import Since
from companion.link.hello import LinkState
from companion.panel.press import Button, Press
from companion.rules.notation import format_position, format_turn, parse_position, parse_turn
from companion.rules.pieces import Location, Player
from companion.rules.play import End, apply, is_over
from companion.rules.position import Position
from companion.rules.score import score
from companion.rules.turn import Turn
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.scale.step import Step
from companion.table.condition import Condition
from companion.table.dialogues.calibrating import Calibrating, Weighing
from companion.table.dialogues.dialogue import Ask, Begin, Dialogue, Empty, Leave, Prefer, SwitchOff
from companion.table.dialogues.menu import About, Brightness, Menu
from companion.table.dialogues.setup import Deal, Setup
from companion.table.offer import Offer
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
from companion.table.state import BRIGHTEST, Phase, TableState
from companion.table.vain import InVain, Vain
from companion.tracker.question import Asks, Question
from companion.tracker.settled import Revised, Settled
from companion.tracker.tracker import Tracker

YES = {Asks.TRUST: Button.GREY}
"""Where yes is not OK: whoever presses OK on and on must not take stones on the pads for none."""
FIRST = {Button.WHITE: Player.WHITE, Button.BLACK: Player.BLACK}
"""Who starts, at the start page."""


class Table:
    """Takes heights and presses, gives what is to be recorded; `state` is new only when something changed.

    `deal` shuffles tiles and tokens each time that ornaments are set up. `since` knows how old the faults are
    that were there before this table; None: there were none.
    """

    def __init__(
        self,
        end: End,
        language: str = "en",
        brightness: int = BRIGHTEST,
        version: str = "",
        *,
        is_confirmed_by_hand: bool = False,
        deal: Callable[[], Deal] = Deal,
        since: Since | None = None,
    ) -> None:
        self._end, self._version, self._deal = end, version, deal
        self._end_of_new_games = end
        self._start = Position.start(Player.WHITE)
        self._first = Player.WHITE
        self._offer, self._vain = Offer(), InVain()
        self._language, self._brightness = language, brightness
        self._dialogue: Dialogue | None = None
        self._played: list[Settled] = []
        self._asked: Question | None = None
        self._condition = Condition()
        self._since, self._asked_s = since or Since(), 0.0
        self._is_told = False
        self._silent: tuple[Location, ...] = ()
        self._counted: tuple[int | None, ...] = (None,) * len(Location)
        self._has_game = False
        self._now_s = 0.0
        self._deadline_s: float | None = None
        self._tracker = Tracker(self._start, end, is_confirmed_by_hand=is_confirmed_by_hand)
        self._go_on()
        self._phase = Phase.START
        self.state = self._shown()

    @property
    def heights(self) -> tuple[int, ...]:
        """How many stones should lie on each pad: as the last turn left them, or as hands are guided."""
        return self._tracker.wanted

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns settled since the game began, in notation."""
        return tuple(format_turn(settled.turn) for settled in self._played)

    @property
    def start(self) -> Position:
        """How the game began."""
        return self._start

    @property
    def end(self) -> End:
        """When the game ends, as it was set when it began."""
        return self._end

    @property
    def played(self) -> tuple[Settled, ...]:
        """The turns settled since the game began, each with the positions before and after it."""
        return tuple(self._played)

    @property
    def counted(self) -> tuple[int | None, ...]:
        """The stones on each pad as the scale said last; None: not known."""
        return self._counted

    @property
    def stories(self) -> tuple[tuple[Turn, ...], ...]:
        """All that may have happened since the last settled turn, as far as hands and buttons have told."""
        return self._tracker.stories

    def begin(self, position: Position, now_s: float) -> list[Record]:
        """Begin a game with this position; no turn counts before the stones lie so."""
        self._now_s = now_s
        self._end = self._end_of_new_games
        self._played, self._start = [], position
        if not any(position.columns):  # else it goes on from a board that people have set up or corrected
            self._first = position.to_move
        self._restart(position, is_guiding=True)
        result = score(position).result if is_over(position) else None
        return [Begun(format_position(position), self._end.value, result), *self._think(now_s)]

    def resume(self, start: str, turns: tuple[str, ...], end: str, *, is_laid: bool = True) -> None:
        """Go on with a kept game, if people like; stones that lie otherwise are an act under way, or wrong.

        `is_laid` False: they were being laid out or put back, and that comes first.
        """
        position = begun = parse_position(start)
        played = []
        for text in turns:
            turn = parse_turn(text)
            after = apply(position, turn, End(end))
            played.append(Settled(position, turn, after))
            position = after
        self._end, self._start, self._played = End(end), begun, played
        self._first = begun.to_move
        self._restart(position, is_guiding=not is_laid)
        if self._phase is Phase.PLAYING:
            self._ask(Asks.CONTINUE)
        self._refresh()

    def open(self, dialogue: Dialogue, now_s: float) -> None:
        """Show a dialogue: until it is over, buttons speak to it alone, and no stone counts."""
        self._now_s = now_s
        self._dialogue = dialogue
        self._refresh()

    def see(self, heights: Heights, now_s: float) -> list[Record]:
        """New heights from the scale."""
        self._now_s = now_s
        states = zip(Location, heights.states, strict=True)
        self._silent = tuple(location for location, state in states if state is PadState.SILENT)
        self._counted = heights.stones
        self._vain.note(None, now_s)
        self._tracker.look(heights, now_s)
        self._note_hands(heights)
        return self._think(now_s)

    def press(self, press: Press, now_s: float) -> list[Record]:
        """A press of the panel."""
        self._now_s = self._asked_s = now_s
        self._vain.note(None, now_s)
        records: list[Record] = []
        if self._dialogue is not None:
            records = self._talk(self._dialogue, press, now_s)
        elif press.is_hold:
            self._dialogue = Menu.of(self.state, self._counted)
        elif press.button in (Button.OK, Button.BACK) and self._offer.was_meant(press.t_s):
            pass
        elif (asked := self._asked) is not None and not self._goes_on(asked, press.button):
            records = self._answer(asked, press.button, now_s)
        elif self._phase is Phase.START:
            records = self._choose(press.button, now_s)
        elif press.button is Button.BACK:
            records = self._unsay(now_s)
        elif self._phase is Phase.OVER:
            self._ask_rematch(press.button)
        elif self._tracker.is_guiding:
            self._ask_trust(press.button)
        else:
            records = self._tell(press, now_s)
        self._refresh()
        return records

    @property
    def is_calibrating(self) -> bool:
        """Whether the pads are being calibrated: the steps of that are to be told by `calibrate`."""
        return isinstance(self._dialogue, Weighing) and self._dialogue.is_under_way

    def calibrate(self, step: Step) -> None:
        """What hands are to do next, while the pads are being calibrated."""
        if isinstance(self._dialogue, Weighing):
            self._dialogue = replace(self._dialogue, step=step)
            self._refresh()

    def tick(self, now_s: float) -> list[Record]:
        """Time has passed; to be called at `deadline_s` at the latest."""
        if self._deadline_s is None or now_s < self._deadline_s:
            return []
        self._now_s = now_s
        return self._think(now_s)

    def deadline_s(self) -> float | None:
        """When `tick` may find something new; None: not before something else happens."""
        return self._deadline_s

    def report(self, condition: Condition, now_s: float | None = None) -> None:
        """How the parts of the device are; `now_s` None: as long ago as what was last heard of."""
        if condition != self._condition or not self._is_told:
            self._condition, self._is_told = condition, True
            self._now_s = self._now_s if now_s is None else now_s
            if Button.BACK in condition.stuck_buttons:
                self._dialogue = None  # no finger has opened it, and none could leave it
            self._refresh()

    def _think(self, now_s: float) -> list[Record]:
        records: list[Record] = []
        if self._phase is Phase.PLAYING and self._dialogue is None:
            was_guiding = self._tracker.is_guiding
            events = self._tracker.think(now_s)
            if was_guiding and not self._tracker.is_guiding:
                records = [Laid()]
                if self._asked is not None and self._asked.asks is Asks.TRUST:
                    self._asked = None  # the stones have answered it
            records += self._settle(events)
        self._refresh()
        return records

    def _tell(self, press: Press, now_s: float) -> list[Record]:
        """A press that is the tracker's: an answer, or a take. While stones lie wrong, it may say nothing."""
        before = self.state
        records = self._settle(self._tracker.press(press.button, press.t_s, now_s))
        is_wrong = before.mismatch is not None and self._tracker.view(now_s).mismatch == before.mismatch
        shown, is_in_vain = self._shown(), self._tracker.is_in_vain and not records
        if is_in_vain and shown.question is not None:
            self._vain.note(Vain.KEYS, now_s)
        elif is_wrong and not records and shown == replace(before, refusal=None, vain=None):
            self._vain.note(Vain.STONES, now_s)
        elif is_in_vain and shown.columns == shown.position.columns:
            self._vain.note(Vain.NOTHING, now_s)
        return records

    def _settle(self, events: list[Settled | Revised]) -> list[Record]:
        records: list[Record] = []
        for event in events:
            if isinstance(event, Settled):
                self._played.append(event)
                result = score(event.after).result if is_over(event.after) else None
                records.append(TurnSettled(format_turn(event.turn), result))
            else:
                self._played.pop()
                records += [TakenBack(), Laid()]  # no hand has to put anything back
        if events:
            self._leave_question()  # it was about the turn that was the last one then
            self._go_on()
        return records

    def _restart(self, position: Position, *, is_guiding: bool = False) -> None:
        last = self._played[-1] if self._played else None
        self._has_game = True
        self._asked = None
        self._tracker.restart(position, self._end, last, is_guiding=is_guiding)
        self._go_on()

    def _go_on(self) -> None:
        position = self._tracker.position
        self._score = score(position)
        self._phase = Phase.OVER if is_over(position) else Phase.PLAYING

    def _goes_on(self, asked: Question, button: Button) -> bool:
        """Whether a colour is pressed where going on was asked for, and means what it says.

        It does where all lies as the last turn left it. Else there is something that the glass has yet to ask
        or to show, and no press is an answer to what nobody has read: then it only goes on.
        """
        if asked.asks is not Asks.CONTINUE or button in (Button.OK, Button.BACK):
            return False
        self._leave_question()
        pads = zip(Location, self._counted, self.heights, strict=True)
        return all(counted == height or place in self._silent for place, counted, height in pads)

    def _leave_question(self) -> None:
        """What was asked needs no answer any more."""
        if self._asked is not None and self._asked.asks is Asks.CONTINUE:
            self._offer.close(self._now_s)
        self._asked = None

    def _ask(self, asks: Asks) -> None:
        if asks is Asks.TAKE_BACK and not self._played:
            self._vain.note(Vain.UNDO, self._now_s)
        elif self._phase is not Phase.START:
            self._asked = Question(asks, self._tracker.position.to_move.rival)

    def _talk(self, dialogue: Dialogue, press: Press, now_s: float) -> list[Record]:
        """A press while a dialogue is open; BACK held leaves it, wherever it has come to."""
        following = Leave() if press.is_hold else dialogue.press(press.button)
        self._dialogue = None
        match following:
            case Leave():
                return self._think(now_s)
            case Begin(position):
                return self.begin(position, now_s)
            case Ask(asks):
                records = self._think(now_s)  # a turn that settles only now would take the question away
                self._ask(asks)
                return records
            case Prefer(name, value):
                return [self._prefer(name, value), *self._think(now_s)]
            case Empty():
                return self._empty(dialogue)
            case SwitchOff():
                return [SwitchedOff()]
        self._dialogue = following
        return []

    def _empty(self, dialogue: Dialogue) -> list[Record]:
        """The pads begin anew from empty, and are calibrated; then the stones of a game are laid back.

        Where the pads still count stones, that is said first: people may have pressed too early. Where no
        pad can say so, as the sensors are gone, OK does nothing; the page says why.
        """
        self._dialogue = dialogue
        if not isinstance(dialogue, Calibrating) or self.state.link is not LinkState.UP:
            return []
        loaded = tuple(place for place, count in zip(Location, self._counted, strict=True) if count)
        if loaded and not dialogue.loaded:
            self._dialogue = replace(dialogue, loaded=loaded)
            return []
        self._dialogue = Weighing(dialogue.menu)
        records: list[Record] = [Relaid((0,) * len(Location)), CalibrationBegun()]
        if not self._has_game or is_over(self._tracker.position):
            return records
        phase = self._phase
        self._restart(self._tracker.position, is_guiding=True)
        self._phase = phase
        return [*records, Laid(is_done=False)]

    def _prefer(self, name: str, value: str) -> Preferred:
        if name == "language":
            self._language = value
        else:
            self._brightness = int(value)
        return Preferred(name, value)

    def _answer(self, asked: Question, button: Button, now_s: float) -> list[Record]:
        """OK does what was asked, or the key in `YES`; BACK leaves it; any other press is in vain."""
        yes = YES.get(asked.asks, Button.OK)
        if button not in (yes, Button.BACK):
            self._vain.note(Vain.KEYS if self._asked is not None else None, now_s)
            return []
        self._asked = None
        is_yes = button is yes
        if asked.asks is Asks.CONTINUE:
            self._phase = self._phase if is_yes else Phase.START
            return self._think(now_s)
        if asked.asks is Asks.REMATCH:
            return self._play_again(asked.player, now_s) if is_yes else self._leave()
        if not is_yes:
            return []
        if asked.asks is Asks.NEW_GAME:
            return self._leave()
        if asked.asks is Asks.TRUST:
            return [Relaid(self.heights)]
        before = self._played.pop().before
        self._restart(before, is_guiding=True)
        return [TakenBack(), *self._think(now_s)]

    def _choose(self, button: Button, now_s: float) -> list[Record]:
        """At the start page: who begins, or GREY for ornaments; BACK returns to the game that was left."""
        if button in FIRST:
            return self.begin(Position.start(FIRST[button]), now_s)
        if button is Button.GREY:
            self._dialogue = Setup.of(self._deal(), self._language)
        if button is Button.BACK and self._has_game:
            self._go_on()
            return self._think(now_s)
        self._vain.note(Vain.KEYS if self._dialogue is None else None, self._now_s)
        return []

    def _ask_trust(self, button: Button) -> None:
        if button is Button.OK:
            self._ask(Asks.TRUST)
        else:
            self._vain.note(Vain.KEYS, self._now_s)

    def _unsay(self, now_s: float) -> list[Record]:
        events = self._tracker.unsay(now_s)
        if events is None:
            self._ask(Asks.TAKE_BACK)
        return self._settle(events or [])

    def _leave(self) -> list[Record]:
        self._phase = Phase.START
        return []

    def _play_again(self, first: Player, now_s: float) -> list[Record]:
        return self.begin(Position.start(first, self._start.ornaments), now_s)

    def _ask_rematch(self, button: Button) -> None:
        if button is Button.OK:
            self._asked = Question(Asks.REMATCH, self._first.rival)
        else:
            self._vain.note(Vain.KEYS, self._now_s)

    def _note_hands(self, heights: Heights) -> None:
        """Whoever moves a stone goes on with the game that was left."""
        is_offered = self._asked is not None and self._asked.asks is Asks.CONTINUE
        if is_offered and self._offer.is_taken_by_hand(heights.stones):
            self._leave_question()

    def _refresh(self) -> None:
        is_playing = self._phase is Phase.PLAYING
        deadlines = [self._vain.deadline_s(self._now_s)]
        deadlines += [self._tracker.deadline_s(self._now_s)] * is_playing
        self._deadline_s = min((each for each in deadlines if each is not None), default=None)
        shown = self._shown()
        if self._is_told:  # else nobody knows yet what is faulty
            self._since.note(shown.standing, self._now_s)
        if isinstance(shown.dialogue, About):
            # as of the last press: ages that went on by themselves would keep the display awake
            ages = (
                (name, self._since.age_s(name, self._asked_s))
                for name, is_so in shown.standing.items()
                if is_so
            )
            shown = replace(shown, fault_ages_s=tuple((name, max(0.0, age_s)) for name, age_s in ages))
        if shown != self.state:
            self.state = shown

    def _shown(self) -> TableState:
        position, view = self._tracker.position, self._tracker.view(self._now_s)
        parts = {each.name: getattr(self._condition, each.name) for each in fields(Condition)}
        is_playing = self._phase is Phase.PLAYING
        return TableState(
            phase=self._phase,
            position=position,
            columns=view.columns if is_playing else position.columns,
            workshops=view.workshops,
            to_move=position.to_move,
            score=self._score,
            turns=len(self._played),
            taking=view.taking,
            question=self._asked or (view.question if is_playing else None),
            mismatch=view.mismatch if is_playing else None,
            refusal=view.refusal if is_playing else None,
            vain=self._vain.shown(self._now_s),
            is_guiding=self._tracker.is_guiding,
            silent_pads=self._silent,
            busy_pads=view.busy if is_playing else (),
            is_shaken=is_playing and view.is_shaken,
            dialogue=self._dialogue,
            language=self._language,
            brightness=self._dialogue.level if isinstance(self._dialogue, Brightness) else self._brightness,
            version=self._version,
            **parts,
        )
