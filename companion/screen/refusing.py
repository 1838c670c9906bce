"""Why something is refused, in a few words."""

from companion.rules.refusal import Refusal
from companion.screen.words import Words


def refusal_text(refusal: Refusal, words: Words) -> str:
    """The broken rule with its colour, location and limit."""
    return words.text(
        f"refusal.{refusal.rule.value}",
        colour=words.colour_name(refusal.colour, refusal.limit) if refusal.colour else "",
        own=words.colour_name(refusal.player.colour),
        location=refusal.location.value if refusal.location else "",
        count=refusal.limit,
    )
