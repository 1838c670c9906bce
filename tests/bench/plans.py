"""Which turn people play, and in which order their hands do it."""

from dataclasses import dataclass
from random import Random

from companion.rules.legal import legal_turns
from companion.rules.ornaments import MOST_ORNAMENTS, Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import after
from companion.rules.position import Position, Stones
from companion.rules.turn import Action, Place, Take, Turn
from companion.simulate.acts import Aside, Spot
from tests.bench.reading import BY_HAND, NOTHING, Steps, at, fitting, is_closed, plus, steps_of

LONG_GAME = 90
"""From this turn on nobody returns stones any more: people want to go home."""

_WEIGHTS = {
    "take": 3.0,
    "place": 2.0,
    Action.MOVE: 2.0,
    Action.RETURN: 0.6,
    Action.FETCH: 1.5,
    Action.STEAL: 1.5,
    Action.BUILD: 2.0,
    Action.QUARRYGREY: 2.0,
}


def start_of(random: Random, *, is_advanced: bool) -> Position:
    """A game: basic, or with two to five ornaments."""
    first = random.choice(list(Player))
    if not is_advanced:
        return Position.start(first)
    count = random.randint(2, MOST_ORNAMENTS)
    places = sorted(random.sample(list(Location), count), key=lambda place: place.index)
    return Position.start(first, tuple(zip(places, random.sample(list(Ornament), count), strict=True)))


def choose_turn(random: Random, position: Position, number: int, *, placing: bool = False) -> Turn | None:
    """A legal turn by chance, each kind about as often as it is played; None: there is none.

    `placing`: one that puts a stone into the temple.
    """
    kinds: dict[str | Action, list[Turn]] = {}
    for turn in legal_turns(position):
        kinds.setdefault(_kind(turn), []).append(turn)
    if placing:
        kinds.pop("take", None)
    if number > LONG_GAME:
        kinds.pop(Action.RETURN, None)
    if not kinds:
        return None
    names = list(kinds)
    kind = random.choices(names, [_WEIGHTS[name] for name in names])[0]
    return random.choice(kinds[kind])


def _kind(turn: Turn) -> str | Action:
    if isinstance(turn, Take):
        return "take"
    return "place" if turn.bonus is None else turn.bonus.action


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a hand: it takes a stone, or puts the stone down that it has taken."""

    is_bonus: bool
    """The stone of the bonus; else the one placed."""
    is_put: bool
    spot: Spot
    colour: Colour | None = None

    @property
    def steps(self) -> Steps:
        """What the columns feel of it."""
        return at(self.spot, 1 if self.is_put else -1) if isinstance(self.spot, Location) else NOTHING


_ORDERS = (
    (5.0, "PpBb"),  # capital: taken, small: put; P the placed stone, B the bonus stone
    (1.0, "BPpb"),  # the bonus stone first, held aside
    (1.0, "BbPp"),
    (1.0, "PBpb"),  # one in each hand
    (1.0, "PBbp"),
)


def workshop_of(player: Player) -> Aside:
    """Where a player's stones lie before they are placed."""
    return Aside.WHITE if player is Player.WHITE else Aside.BLACK


def hand_steps(turn: Place, player: Player) -> dict[str, Step]:
    """What hands do for a turn, by the letters of an order."""
    own = workshop_of(player)
    steps = {"P": Step(False, False, own, turn.colour), "p": Step(False, True, turn.location)}
    bonus = turn.bonus
    if bonus is None or bonus.action not in BY_HAND:
        return steps
    source: Spot = bonus.source or (own if bonus.action is Action.BUILD else Aside.QUARRY)
    colour = None if bonus.source else bonus.colour or Colour.GREY
    steps["B"] = Step(True, False, source, colour)
    steps["b"] = Step(True, True, bonus.target or Aside.QUARRY)
    return steps


def plan(random: Random, base: Position, before: Position, turn: Place, done: Steps) -> list[Step] | None:
    """The steps of a turn in an order that the grammar can tell apart; None: there is no such order.

    `base` is the last position that the device has settled, `done` what turns not yet settled have added to
    it; `before` is the position in which the turn begins.
    """
    letters = hand_steps(turn, before.to_move)
    orders = [(weight, order) for weight, order in _ORDERS if "B" in letters or order == "PpBb"]
    while orders:
        chosen = random.choices(orders, [weight for weight, _ in orders])[0]
        orders.remove(chosen)
        steps = [letters[letter] for letter in chosen[1] if letter in letters]
        if _is_clear(steps, base, before, turn, done):
            return steps
    return None


def _is_clear(steps: list[Step], base: Position, before: Position, turn: Place, done: Steps) -> bool:
    """Whether no stage of it is another whole turn, and none fits the open turn of the player before."""
    first = next(step.spot for step in steps if step.is_put)
    if first is not turn.location and any(
        other.location is first for other in fitting(before, steps_of(turn)) if isinstance(other, Place)
    ):
        return False  # the stone put first opens a bonus there, which claims the other
    so_far, columns, held = NOTHING, [list(column) for column in before.columns], {}
    for number, step in enumerate(steps, start=1):
        so_far = plus(so_far, step.steps)
        _move(step, columns, held)
        if any(done) and any(so_far) and any(True for _ in fitting(base, plus(done, so_far))):
            return False
        if number < len(steps) and _would_settle(before, turn, so_far, tuple(map(tuple, columns))):
            return False
    return True


def _would_settle(before: Position, turn: Turn, so_far: Steps, lies: tuple[Stones, ...]) -> bool:
    """Whether a stage is another whole turn, colours considered as far as the device would ask for them."""
    whole = list(fitting(before, so_far)) if any(so_far) else []
    if len({after(before, other).columns for other in whole}) > 1:
        whole = [other for other in whole if after(before, other).columns == lies] or whole
    return any(other != turn and is_closed(before, other) for other in whole)


def _move(step: Step, columns: list[list[Colour]], held: dict[bool, Colour]) -> None:
    """Let one stone move, and know which one each hand holds."""
    place = columns[step.spot.index] if isinstance(step.spot, Location) else None
    if not step.is_put:
        held[step.is_bonus] = place.pop() if place is not None else step.colour
    elif place is not None:
        place.append(held[step.is_bonus])
