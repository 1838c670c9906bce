"""Which question, if any, tells the explanations apart; and whether the first turn needs none any more."""

from collections.abc import Iterable

from companion.rules.legal import legal_turns, open_actions
from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.turn import Action, Place, Take
from companion.tracker.evidence import Explanations
from companion.tracker.explanation import Explanation, bonus_of, colours_were, heights_of
from companion.tracker.question import Asks, Question
from companion.tracker.said import BonusIs, PlayerIs, Said
from companion.tracker.settled import Settled

BY_BUTTON = (Action.FETCH, Action.STEAL)
"""The bonuses that leave no trace on the pads."""


def settled_turn(found: Explanations, said: Said, end: End) -> Explanation | None:
    """A story whose first turn is certain and closed; None: something is still open."""
    firsts = {(story.turns[0], story.revises) for story in found.whole}
    if not firsts or (len(firsts) > 1 and not _are_alike(found.whole)):
        return None
    # of two that are alike, the first player's bonus claims what fits it; the rival's stays open
    story = next((story for story in found.whole if bonus_of(story.turns[0]) is not None), found.whole[0])
    return story if is_closed(story, said, end) else None


def _are_alike(stories: tuple[Explanation, ...]) -> bool:
    """Whether they are two turns each that lead to the same, and no question tells which: any will do."""
    first = stories[0]
    return (
        len({(story.after, len(story.turns)) for story in stories}) == 1
        and len(first.turns) > 1
        and not any(isinstance(story.turns[0], Take) for story in stories)
        and _whose(first.befores[0].to_move, stories) is None
    )


def is_closed(story: Explanation, said: Said, end: End) -> bool:
    """Whether the first turn of a story is over: by a press, at the most allowed, or as the rival acts."""
    turn, before = story.turns[0], story.befores[0]
    if isinstance(turn, Take):
        more = Take(turn.colour, turn.count + 1)
        is_most = more not in legal_turns(before, end)
        return said.is_taken or is_most or (len(story.turns) > 1 and not said.is_late)
    if turn.bonus is not None or len(story.turns) > 1:
        return True
    return is_declined(turn, before, said) or not open_actions(
        before, before.to_move, turn.colour, turn.location, end
    )


def question(
    position: Position, found: Explanations, said: Said, touched: tuple[Location, ...], end: End
) -> Question | None:
    """The one question to ask now, about the stone that came first (`touched`: in order); None: none."""
    player = position.to_move
    if found.forgotten:
        takes = [story.turns[0] for story in found.forgotten]
        colours = _in_order(take.colour for take in takes if isinstance(take, Take))
        return Question(Asks.FORGOTTEN, player, colours=colours)
    if said.is_late and not said.is_taken and (found.whole or found.has_begun):
        return Question(Asks.FORGOTTEN, player, colours=said.taking[:1])
    if not found.whole:
        return None
    if isinstance(found.whole[0].turns[0], Take) and len(found.whole) == 1:
        return None
    return (
        _colour(player, found.whole, touched)
        or _taken(player, found.whole, said)
        or _whose(player, found.whole)
        or _source(player, found.whole)
        or _moved_on(player, found.whole)
        or _bonus(position, found, end)
    )


def columns_in_doubt(stories: tuple[Explanation, ...]) -> tuple[tuple[Colour | None, ...], ...]:
    """The columns as all the stories have them, bottom to top; None: a stone whose colour they dispute."""
    columns = []
    for location in Location:
        versions = zip(*(story.after.column(location) for story in stories), strict=False)
        columns.append(tuple(stones[0] if len(set(stones)) == 1 else None for stones in versions))
    return tuple(columns)


def is_same_in_doubt(stories: tuple[Explanation, ...]) -> bool:
    """Whether a stone lies again where one was lifted for a bonus, and may be that one or another."""
    is_back = [story.revises and bonus_of(story.turns[0]) is None for story in stories]
    return any(is_back) and not all(is_back)


def same_question(lifted: Settled) -> Question:
    """Which it is, of the turn in whose bonus the stone was lifted."""
    bonus = bonus_of(lifted.turn)
    source = bonus.source if bonus is not None else None
    index = len(lifted.before.column(source)) - 1 if source is not None else 0
    return Question(Asks.SAME, lifted.before.to_move, source, index)


def _colour(
    player: Player, stories: tuple[Explanation, ...], touched: tuple[Location, ...]
) -> Question | None:
    columns = columns_in_doubt(stories)
    for location in (*touched, *Location):
        column = columns[location.index]
        if None in column:
            index = column.index(None)
            colours = _in_order(story.after.column(location)[index] for story in stories)
            return Question(Asks.COLOUR, player, location, index, colours)
    return None


def _taken(player: Player, stories: tuple[Explanation, ...], said: Said) -> Question | None:
    """Did the player take stones and not say so (which?), or is the rival's turn still going on (OK)?"""
    takes = [story.turns[0] for story in stories if not story.revises]
    colours = _in_order(take.colour for take in takes if isinstance(take, Take))
    if said.taking or not colours or not any(story.revises for story in stories):
        return None
    placed = stories[-1].turns[0]
    location = placed.location if isinstance(placed, Place) else None
    return Question(Asks.FORGOTTEN, player, location, 0, colours)


def _whose(player: Player, stories: tuple[Explanation, ...]) -> Question | None:
    for location in Location:
        for index in range(len(stories[0].after.column(location))):
            fact = PlayerIs(location, index, player)
            if len({story.agrees(fact) for story in stories}) > 1:
                return Question(Asks.WHOSE, player, location, index)
    return None


def _source(player: Player, stories: tuple[Explanation, ...]) -> Question | None:
    """A grey stone came by the bonus of F, and *quarrygrey* lies there: from the workshop, or the quarry?"""
    bonuses = {
        bonus.action: bonus for bonus in (bonus_of(story.turns[0]) for story in stories) if bonus is not None
    }
    grey = bonuses.get(Action.QUARRYGREY)
    if grey is None or grey.target is None or Action.BUILD not in bonuses:
        return None
    index = len(stories[0].befores[0].column(grey.target))
    return Question(Asks.SOURCE, player, grey.target, index)


def _moved_on(player: Player, stories: tuple[Explanation, ...]) -> Question | None:
    """Which stone did the player place, or build, that the rival's bonus has taken away since?"""
    brought = (colours_were(story.turns[0], story.befores[0]) for story in stories)
    for were in zip(*brought, strict=False):
        colours, places = _in_order(was.colour for was in were), {(was.location, was.index) for was in were}
        if len(colours) > 1 and len(places) == 1:
            return Question(Asks.COLOUR, player, *places.pop(), colours, is_gone=True)
    return None


def _bonus(position: Position, found: Explanations, end: End) -> Question | None:
    turns = [story.turns[0] for story in found.whole]
    turn = turns[0]
    if not isinstance(turn, Place):
        return None
    bonuses = [turn.bonus for turn in turns if isinstance(turn, Place)]
    if None not in bonuses and not any(bonus.action in BY_BUTTON for bonus in bonuses if bonus is not None):
        return None  # however the stories differ, it is used
    colours = _in_order(bonus.colour for bonus in bonuses if bonus is not None and bonus.action in BY_BUTTON)
    actions = open_actions(position, position.to_move, turn.colour, turn.location, end)
    if not actions:
        return None
    index = len(position.column(turn.location))
    return Question(Asks.BONUS, position.to_move, turn.location, index, colours, actions)


def is_declined(turn: Place, before: Position, said: Said) -> bool:
    """Whether OK left the bonus of this turn."""
    index = heights_of(before)[turn.location.index]
    return BonusIs(turn.location, index) in said.facts


def _in_order(colours: Iterable[Colour | None]) -> tuple[Colour, ...]:
    wanted = set(colours)
    return tuple(colour for colour in Colour if colour in wanted)
