"""What a change at the table sounds like."""

from companion.panel.sound import Sound
from companion.rules.refusal import Refusal
from companion.table.dialogues.correcting import Correcting
from companion.table.state import TableState
from companion.table.vain import Vain
from companion.tracker.question import Question


def sound_of(before: TableState, after: TableState) -> Sound | None:
    """The one sound for what is new in a state, None for silence; what needs people most is heard."""
    refusal = _refusal(after)
    if refusal is not None and refusal != _refusal(before):
        return Sound.REFUSED
    if after.question is not None and _gist(after.question) != _gist(before.question):
        return Sound.QUESTION
    return Sound.SETTLED if after.turns > before.turns else None


def _refusal(state: TableState) -> Refusal | Vain | None:
    """Of the game, or of the dialogue that hides it."""
    return state.dialogue.refusal if isinstance(state.dialogue, Correcting) else state.refusal or state.vain


def _gist(question: Question | None) -> object:
    """What is asked, and where: that an answer narrows it down makes no other question of it."""
    return question and (question.asks, question.player, question.location, question.index)
