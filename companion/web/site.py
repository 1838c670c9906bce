"""What a server offers: files, downloads, streams of events and acts, each at one fixed path."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from hashlib import sha256

ACT_BYTES = 512
"""The longest act that is taken."""


@dataclass(frozen=True, slots=True)
class File:
    """What one path gives."""

    kind: str
    """As Content-Type has it."""
    content: bytes
    saved_as: str = ""
    """The name under which a browser keeps it; "": it is shown."""

    @property
    def tag(self) -> str:
        """The same for the same content: who has it already need not fetch it again."""
        return f'"{sha256(self.content).hexdigest()[:16]}"'


Act = Callable[[str], Future[str | None]]
"""Is told what somebody wants, in the server's thread, and must not wait; None in the end, or why it cannot
be. Who has asked and gone cancels it: then it need not be done."""


@dataclass(frozen=True, slots=True)
class Site:
    """All that is there. Nothing is looked up by what a request says but these paths, as they are."""

    files: Mapping[str, File]
    downloads: Mapping[str, Callable[[], File]] = field(default_factory=dict)
    """Made anew, in the server's thread, each time that somebody wants one."""
    streams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the events on each."""
    hidden_streams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The same, for who sits at this very machine and says the token."""
    acts: Mapping[str, Act] = field(default_factory=dict)
    """For the same."""
    token: str = ""
    is_local: bool = False
    """True: all of it is for this machine only, under the names that it has for itself."""

    def __post_init__(self) -> None:
        """ValueError: something is to be guarded, and there is nothing to guard it by."""
        if (self.acts or self.hidden_streams) and not self.token:
            raise ValueError("acts and hidden streams need a token")
