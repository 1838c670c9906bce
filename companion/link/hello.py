"""Who is at the other end of the line: the greeting, and what it makes of the link."""

from dataclasses import dataclass
from enum import Enum

from companion.link.frame import PROTOCOL


@dataclass(frozen=True, slots=True)
class Hello:
    """The sensors' greeting."""

    protocol: int
    firmware: str
    """Its version, as in `0.1.0`."""
    pads: int
    rate_hz: int
    """Samples a second for each pad, and frames a second."""


class LinkState(Enum):
    """How the line to the sensors is; every state but UP heals by itself once its cause is gone."""

    UP = "up"
    """Greeted, and frames come."""
    UNPLUGGED = "unplugged"
    """There is no such port."""
    SILENT = "silent"
    """The port is there; no good line came for 1 s."""
    STRANGER = "stranger"
    """The port is there and something comes, but no greeting of ours."""
    WRONG_VERSION = "wrong-version"
    """Our firmware, of another protocol or with another number of pads."""


def speaks_our_protocol(hello: Hello, pads: int) -> bool:
    """Whether frames of this sender can be believed by a companion that expects `pads` pads."""
    return hello.protocol == PROTOCOL and hello.pads == pads
