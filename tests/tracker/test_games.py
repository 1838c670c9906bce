import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.legal import legal_turns
from companion.rules.notation import format_turn
from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import End, apply
from companion.rules.position import Position
from companion.rules.turn import Action, Place, Turn
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.scale.stack import MOST_STONES
from companion.tracker.belief import CLAIM_S, RETURN_S
from companion.tracker.columns import STRAIGHT_S
from companion.tracker.fingers import DOUBLE_S
from companion.tracker.question import Asks
from tests.rules.games import play_out, positions, random_ornaments, situations, stones_of
from tests.tracker.seat import BUTTON_OF, STEP_S, Seat

MOST_ANSWERS = 4
"""More questions about one turn than this are too many."""


def acts_of(turn: Place, order: random.Random) -> list[str]:
    """What hands do, in an order that hands can do it in: `+A` a stone comes, `-A` one leaves."""
    acts = [f"+{turn.location.value}"]
    if turn.bonus is None:
        return acts
    bonus_acts = []
    if turn.bonus.source is not None:
        bonus_acts.append(f"-{turn.bonus.source.value}")
    if turn.bonus.target is not None:
        bonus_acts.append(f"+{turn.bonus.target.value}")
    # A stone that comes first is believed to be the one that was placed, so only a lifting hand may be first;
    # and one that came to C from elsewhere is a turn of its own: C's bonus.
    may_be_first = turn.bonus.action in (Action.MOVE, Action.RETURN) and turn.bonus.target is not Location.C
    goes_first = may_be_first and order.random() < 0.3
    return bonus_acts + acts if goes_first else acts + bonus_acts


def answer(seat: Seat, turn: Turn, after: Position) -> str:
    """The button that a truthful player presses to what is asked about this turn."""
    question = seat.question
    assert question is not None, f"{seat.position}: {format_turn(turn)} neither settles nor is asked for"
    if question.asks is Asks.COLOUR and question.location is not None:
        return BUTTON_OF[after.column(question.location)[question.index]].value
    if question.asks is Asks.WHOSE:
        return BUTTON_OF[after.to_move.rival.colour].value
    assert isinstance(turn, Place)
    if question.asks is Asks.SOURCE:
        return "ok" if turn.bonus is None or turn.bonus.action is Action.QUARRYGREY else "grey"
    assert question.asks is Asks.BONUS, f"{seat.position}: {format_turn(turn)} makes it ask {question}"
    colour = turn.bonus.colour if turn.bonus is not None else None
    return "ok" if colour is None else BUTTON_OF[colour].value


def play(seat: Seat, turn: Turn, after: Position, order: random.Random) -> None:
    """Do a turn at the table: stones by hand, the rest as the device asks for it."""
    count = len(seat.settled)
    if isinstance(turn, Place):
        for act in acts_of(turn, order):
            seat = seat.put(act[1]) if act[0] == "+" else seat.lift(act[1])
        if turn.bonus is not None and turn.bonus.action is Action.RETURN:
            seat.wait(RETURN_S)
        for _ in range(MOST_ANSWERS):
            if len(seat.settled) == count:
                seat.press(answer(seat, turn, after))
    else:
        seat.wait(DOUBLE_S)
        seat.press(*[BUTTON_OF[turn.colour].value] * turn.count)
        if len(seat.settled) == count:
            seat.press("ok")


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32), end=st.sampled_from(End))
def test_a_game_played_turn_by_turn_settles_as_it_was_played(seed: int, end: End) -> None:
    """Whoever answers what is asked, truthfully, has every turn of the evening on record, and no other."""
    order = random.Random(seed)
    start = Position.start(order.choice(list(Player)), random_ornaments(order))
    game = play_out(order, start, end)
    seat = Seat(start, end)

    for turn, after in zip(game.turns, game.positions[1:], strict=True):
        play(seat, turn, after, order)

        assert seat.turns[-1:] == [format_turn(turn)]
        assert seat.tracker.position == after
        assert seat.refusal is None
        assert seat.view.mismatch is None
    assert len(seat.turns) == len(game.turns)


def is_beyond_telling(turn: Turn) -> bool:
    """Whether all three colours answer the bonus, so that no button is left to tell of a column."""
    bonus = turn.bonus if isinstance(turn, Place) else None
    return (
        bonus is not None and bonus.action is Action.QUARRYGREY and turn.location in (Location.D, Location.E)
    )


class HalfBlind(Seat):
    """Some pads are dead: people tell by buttons what comes to their columns and goes."""

    def __init__(self, position: Position, end: End) -> None:
        super().__init__(position, end)
        self.blind: set[int] = set()
        self.meant: tuple[Turn, Position] | None = None
        """The turn that is being played, and where it leads."""
        self._lie = [len(column) for column in position.columns]

    def toggle(self, index: int) -> None:
        """A pad dies, or is heard again."""
        self.blind ^= {index}
        self.heights[index] = None if index in self.blind else self._lie[index]
        self.now_s += STEP_S
        self.look()

    def hear_all(self) -> None:
        """Every lead is pushed in again."""
        for index in sorted(self.blind):
            self.toggle(index)

    def _change(self, location: str, step: int) -> None:
        index = Location(location).index
        self._lie[index] += step
        if index not in self.blind:
            super()._change(location, step)
        elif self.asks is Asks.BONUS or not self._is_known(location, step):
            self._tell(location, step)

    def _is_known(self, location: str, step: int) -> bool:
        """Whether what was seen elsewhere has shown already that a stone has left here."""
        return (
            step < 0
            and len(self.tracker.position.column(Location(location))) == self._lie[Location(location).index]
        )

    def _tell(self, location: str, step: int) -> None:
        while self.asks in (Asks.COLOUR, Asks.WHOSE) and self.meant is not None:
            self.press(answer(self, *self.meant))
        self.now_s += DOUBLE_S
        self.press("grey" if self.asks is Asks.BONUS else "ok")
        for _ in Location:
            if self.question is not None and self.question.location is not Location(location):
                self.press("black")
        assert self.asks is Asks.COLUMN
        self.press("ok" if step > 0 else "grey")


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_a_game_on_dead_pads_settles_as_it_was_told(seed: int) -> None:
    """Pads died and came back all evening. We told by buttons what they could not feel: all is on record."""
    order = random.Random(seed)
    start = Position.start(order.choice(list(Player)), random_ornaments(order))
    game = play_out(order, start, End.AT_ONCE)
    seat = HalfBlind(start, End.AT_ONCE)

    for turn, after in zip(game.turns, game.positions[1:], strict=True):
        if order.random() < 0.2:
            seat.toggle(order.randrange(len(Location)))
        if is_beyond_telling(turn):
            seat.hear_all()
        seat.meant = turn, after
        play(seat, turn, after, order)

        assert seat.turns[-1:] == [format_turn(turn)]
        assert seat.tracker.position == after
        assert seat.view.mismatch is None
    assert len(seat.turns) == len(game.turns)


PLACES, BUTTONS = "ABCDEFG", ["white", "grey", "black", "ok", "back"]
STATES = st.sampled_from([PadState.RESTS] * 6 + [PadState.SILENT, PadState.MOVES, PadState.UNCLEAR])
pads = st.tuples(st.integers(0, 8), STATES)
acts = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(PLACES)),
    st.tuples(st.just("lift"), st.sampled_from(PLACES)),
    st.tuples(st.just("press"), st.sampled_from(BUTTONS)),
    st.tuples(st.just("see"), st.lists(pads, min_size=7, max_size=7)),
    st.tuples(st.just("wait"), st.floats(0, 3)),
)


def do(seat: Seat, act: tuple[str, object]) -> None:
    """One act of a child at the table."""
    match act:
        case "put", str(place) if (seat.heights[Location(place).index] or 0) < MOST_STONES:
            seat.put(place)
        case "lift", str(place) if seat.heights[Location(place).index]:
            seat.lift(place)
        case "press", str(button):
            seat.press(button)
        case "see", list(said):
            stones = tuple(height if state is PadState.RESTS else None for height, state in said)
            seat.look(Heights(stones, tuple(state for _, state in said)))
        case "wait", float(seconds):
            seat.wait(seconds)


@settings(max_examples=60)
@given(situation=situations(), script=st.lists(acts, max_size=12))
def test_whatever_happens_only_legal_turns_are_settled(
    situation: tuple[Position, End], script: list[tuple[str, object]]
) -> None:
    """Children, cats and loose leads: no stone is ever made or lost, and every turn on record is legal."""
    position, end = situation
    seat = Seat(position, end)

    for act in script:
        do(seat, act)
        view = seat.view

        assert [len(column) <= 9 for column in view.columns] == [True] * 7

    for settled in seat.settled:
        assert settled.before == position
        assert settled.turn in legal_turns(position, end)
        position = apply(position, settled.turn, end)
        assert settled.after == position
    assert seat.tracker.position == position
    assert [stones_of(position, colour) for colour in Colour] == [15, 10, 15]


@settings(max_examples=60)
@given(situation=situations(), script=st.lists(acts, max_size=10))
def test_there_is_always_a_way_out(situation: tuple[Position, End], script: list[tuple[str, object]]) -> None:
    """Stones put back as they were, and BACK until nothing is left to unsay: all is calm again."""
    seat = Seat(*situation)
    for act in script:
        do(seat, act)

    for _ in range(len(script) + 2):
        seat.press("back")
        seat.heights = [len(column) for column in seat.tracker.position.columns]
        seat.look()
    seat.wait(STRAIGHT_S)  # of a column that was named

    view = seat.view
    assert (view.question, view.mismatch, view.taking) == (None, None, ())
    assert view.columns == seat.tracker.position.columns


def builds(position: Position, end: End) -> list[Place]:
    """The turns that place a stone, and use no bonus that has to be told."""
    turns = (turn for turn in legal_turns(position, end) if isinstance(turn, Place))
    return [turn for turn in turns if turn.bonus is None or turn.bonus.source is not None]


def two_turns(order: random.Random, end: End) -> tuple[Position, Place, Place]:
    """Each player builds, on or by the same columns where that can be; from a position of any game."""
    for position in positions(order, end):
        if firsts := builds(position, end):
            first = order.choice(firsts)
            seconds = builds(apply(position, first, end), end)
            onto = [turn for turn in seconds if columns_of(first) & columns_of(turn)]
            if seconds:
                return position, first, order.choice(onto or seconds)
    raise AssertionError("there is always another game")


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32), end=st.sampled_from(End))
def test_two_turns_in_a_row_are_known_or_asked_for_or_taken_for_what_hands_did(seed: int, end: End) -> None:
    """Both play before either looks at the glass: it knows both or asks, or one bonus claims it all."""
    order = random.Random(seed)
    position, *both = two_turns(order, end)
    seat = Seat(position, end)

    acts = [act for turn in both for act in acts_of(turn, order)]
    for act in acts:
        seat = seat.put(act[1]) if act[0] == "+" else seat.lift(act[1])
    seat.wait(CLAIM_S).wait()

    on_record = [settled.turn for settled in seat.settled]
    if on_record == both[: len(on_record)]:
        assert seat.view.mismatch is None
        assert on_record == both or seat.question is not None
    else:
        told = [act for turn in on_record if isinstance(turn, Place) for act in acts_of(turn, order)]
        assert Counter(told) <= Counter(acts)
        assert all(isinstance(turn, Place) for turn in on_record)


def columns_of(turn: Place) -> set[Location]:
    """Where its stones come from and go to."""
    bonus = (turn.bonus.source, turn.bonus.target) if turn.bonus is not None else ()
    return {turn.location, *(place for place in bonus if place is not None)}
