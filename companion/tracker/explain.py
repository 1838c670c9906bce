"""All the stories that fit what the pads and the buttons have said since the last settled turn. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.legal import legal_turns
from companion.rules.pieces import Colour
from companion.rules.play import End, after
from companion.rules.position import Position
from companion.rules.turn import Place, Take, Turn
from companion.tracker.explanation import (
    NO_STEPS,
    Explanation,
    Heights,
    differences,
    is_begun,
    is_part,
    is_whole,
    steps_of,
)
from companion.tracker.said import Said


@dataclass(frozen=True, slots=True)
class Explanations:
    """What may have happened."""

    whole: tuple[Explanation, ...] = ()
    """Stories whose every turn was seen to its end; their last turn may still have a bonus open."""
    has_begun: bool = False
    """There is none, but a legal turn may be under way: a stone is in somebody's hand."""
    forgotten: tuple[Take, ...] = ()
    """There is none either, but there would be one if the player to move had taken these and not said so."""


def explain(position: Position, seen: Heights, said: Said, end: End) -> Explanations:
    """The stories from a settled position: of one turn where that is enough, else of two.

    A bonus that is open claims every act that fits it, as the panel grammar has it: the rival's turn
    begins with OK or with an act that only the rival could have done.
    """
    seen_steps = differences(position, seen)
    whole = _agreeing(_whole(position, seen_steps, said, end), said)
    if whole or not any(seen_steps):
        return Explanations(whole)
    if any(is_begun(turn, seen_steps) for turn in _next_turns(position, said, end)):
        return Explanations(has_begun=True)
    if said.taking:
        return Explanations()
    return Explanations(forgotten=tuple(_forgotten(position, seen_steps, end)))


def _whole(position: Position, seen_steps: Heights, said: Said, end: End) -> list[Explanation]:
    stories: list[Explanation] = []
    if said.taking:
        stories += _after_take(position, seen_steps, said, end)
        if len(said.taking) > 1 or said.is_taken or said.is_late:
            return stories
    elif not any(seen_steps):
        return stories
    placed = list(_one_turn(position, seen_steps, end)) or list(_two_turns(position, seen_steps, end))
    return stories + [story for story in placed if not said.taking or _names(story.turns[0], said.taking[0])]


def _after_take(position: Position, seen_steps: Heights, said: Said, end: End) -> Iterator[Explanation]:
    """The player to move has taken what was pressed; what is seen is the rival's."""
    take = Take(said.taking[0], len(said.taking))
    if take not in legal_turns(position, end):
        return
    taken = after(position, take)
    if not any(seen_steps):
        yield Explanation((take,), (position,), taken)
        return
    for story in _one_turn(taken, seen_steps, end):
        yield Explanation((take, *story.turns), (position, taken), story.after)


def _one_turn(position: Position, seen_steps: Heights, end: End) -> Iterator[Explanation]:
    for turn in legal_turns(position, end):
        steps = steps_of(turn)
        if steps is not NO_STEPS and is_whole(steps, seen_steps):
            yield Explanation((turn,), (position,), after(position, turn))


def _two_turns(position: Position, seen_steps: Heights, end: End) -> Iterator[Explanation]:
    """The rival has played already, before the first turn was closed by a press."""
    for first in legal_turns(position, end):
        steps = steps_of(first)
        if steps is NO_STEPS or not is_part(steps, seen_steps):
            continue
        between = after(position, first)
        rest = tuple(
            None if seen is None else seen - step for step, seen in zip(steps, seen_steps, strict=True)
        )
        for story in _one_turn(between, rest, end):
            yield Explanation((first, *story.turns), (position, between), story.after)


def _next_turns(position: Position, said: Said, end: End) -> Iterator[Turn]:
    """Turns of which a part may be seen now: the player's, and the rival's after a take that was pressed."""
    yield from legal_turns(position, end)
    for story in _after_take(position, NO_STEPS, said, end) if said.taking else ():
        yield from legal_turns(story.after, end)


def _forgotten(position: Position, seen_steps: Heights, end: End) -> Iterator[Take]:
    for turn in legal_turns(position, end):
        if isinstance(turn, Take) and any(True for _ in _one_turn(after(position, turn), seen_steps, end)):
            yield turn


def _names(turn: Turn, colour: Colour) -> bool:
    return isinstance(turn, Place) and turn.colour is colour


def _agreeing(stories: list[Explanation], said: Said) -> tuple[Explanation, ...]:
    facts = said.facts
    return tuple(story for story in stories if all(story.agrees(fact) for fact in facts))
