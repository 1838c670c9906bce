"""Why something is refused, in a few words."""

from companion.rules.refusal import Refusal
from companion.screen.words import Words
from companion.table.state import TableState


def refused_text(state: TableState, words: Words) -> str:
    """Why the last press did nothing, "" where it did something, or long ago."""
    if state.refusal is not None:
        return refusal_text(state.refusal, words)
    return words.text(f"vain.{state.vain.value}") if state.vain is not None else ""


def refusal_text(refusal: Refusal, words: Words) -> str:
    """The broken rule with its colour, location and limit."""
    return words.text(
        f"refusal.{refusal.rule.value}",
        colour=words.colour_name(refusal.colour, refusal.limit) if refusal.colour else "",
        own=words.colour_name(refusal.player.colour),
        location=refusal.location.value if refusal.location else "",
        count=refusal.limit,
    )
