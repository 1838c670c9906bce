"""The game that was kept is offered; who moves a stone or presses a colour has said yes, as OK would."""

REACTION_S = 0.25
"""So long after the offer has gone a finger may still come down for it: none is stopped sooner by what an eye
sees (simple reactions to light take 0.2 to 0.25 s)."""

Stones = tuple[int | None, ...]
"""What each pad counts; None: not known now."""


class Offer:
    """Tells who has said yes without OK, and whose OK came too late for it."""

    def __init__(self) -> None:
        self._woke: Stones | None = None
        """What the pads said first after the power came back."""
        self._gone_s = float("-inf")

    def is_taken_by_hand(self, counted: Stones) -> bool:
        """Whether a stone was moved since the power came back."""
        woke = self._woke or counted
        pairs = list(zip(woke, counted, strict=True))
        self._woke = tuple(now if then is None else then for then, now in pairs)
        return any(None not in pair and pair[0] != pair[1] for pair in pairs)

    def close(self, now_s: float) -> None:
        """Somebody has said yes, but not by OK."""
        self._gone_s = now_s

    def was_meant(self, pressed_s: float) -> bool:
        """Whether OK or BACK, by a finger at `pressed_s`, was for the offer: it has only just gone."""
        return pressed_s < self._gone_s + REACTION_S
