"""Where the commands print: no text from a file works the terminal; what it cannot show is spelled out."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

OUTPUT = "standard output"
"""The name of a file that it is not, for who is told that nothing more can be written there."""
_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
"""Unicode's category Cc: a terminal takes them for commands."""
_TURNING = (0x200E, 0x200F, 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""These break a line, or turn the direction of what follows (Unicode Standard Annex 9, 2)."""
_SPELLED = {
    code: f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"
    for code in (*_CONTROLS, *_TURNING)
    if chr(code) not in "\n\t"
}


class Plain:
    """A text stream without control characters; of letters that it has not, their numbers.

    Raises OSError with the stream's name.
    """

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream, self._name = stream, name

    def write(self, text: str) -> int:
        """Write it, for people."""
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        shown = text.translate(_SPELLED).encode(encoding, "backslashreplace").decode(encoding)
        with named(self._name):
            return self._stream.write(shown)

    def flush(self) -> None:
        """Keep nothing back."""
        with named(self._name):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def named(name: str) -> Iterator[None]:
    """Whatever the system refuses meanwhile has this name."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error


@contextmanager
def plain_streams() -> Iterator[None]:
    """As long as it lasts, standard output and error are `Plain`."""
    with ExitStack() as until:
        until.enter_context(redirect_stdout(cast("TextIO", Plain(sys.stdout, OUTPUT))))
        if sys.stderr is not None:
            until.enter_context(redirect_stderr(cast("TextIO", Plain(sys.stderr, "standard error"))))
        yield
