"""Why something is refused, in a few words."""

from companion.rules.refusal import Refusal, Rule
from companion.screen.words import Words

_NONE_LEFT = {Rule.WORKSHOP_ROOM, Rule.QUARRY_LACKS}
"""Rules with words of their own where nothing at all is left."""


def refusal_text(refusal: Refusal, words: Words) -> str:
    """The broken rule with its colour, location and limit."""
    is_none_left = refusal.rule in _NONE_LEFT and not refusal.limit
    return words.text(
        f"refusal.{refusal.rule.value}{'-none' if is_none_left else ''}",
        colour=words.colour_name(refusal.colour) if refusal.colour else "",
        own=words.colour_name(refusal.player.colour),
        location=refusal.location.value if refusal.location else "",
        limit=refusal.limit,
    )
