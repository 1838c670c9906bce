"""What the rules refuse, each with one line for people: what, where, and what would be right.

ValueError
├── BadPosition     stones or ornaments that cannot lie like this
├── BadNotation     a position, turn or record that cannot be read
└── IllegalTurn     a turn that can be read, and that the rules refuse
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.refusal import Refusal


class BadPosition(ValueError):
    """Stones or ornaments that cannot lie like this."""


class BadNotation(ValueError):
    """A position, turn or record that cannot be read."""

    line: int | None = None
    """Of a record, from 1; None: it is no line of one."""


class IllegalTurn(ValueError):
    """A turn that can be read, and that the rules refuse; `refusal` says which rule."""

    line: int | None = None
    """Of a record, from 1; None: it is no line of one."""

    def __init__(self, text: str, refusal: "Refusal") -> None:
        super().__init__(text)
        self.refusal = refusal
