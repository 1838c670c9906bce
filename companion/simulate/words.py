"""One line of a script, read word by word; what does not fit is refused, saying what would."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TypeVar

from companion.errors import ScriptError
from companion.simulate.acts import Line

Meaning = TypeVar("Meaning")

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_QUOTED_OR_REMARK = re.compile(_QUOTED + r"|#")
_WORD = re.compile(_QUOTED + r'|"|[^\s"]+')
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_SHOWN_CHARACTERS = 40  # a message stays one line, whatever the file is full of


def refuse(line: Line, what: str, cure: str) -> ScriptError:
    """The error for `line`: file, line, what was read; the cure says what would be right."""
    return ScriptError(f"{line}: {what}", cure=cure)


def shown(text: str) -> str:
    """Text from a script, quoted for a message: short, and free of anything that could break the line."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text)
    cut = printable if len(printable) <= _SHOWN_CHARACTERS else printable[: _SHOWN_CHARACTERS - 1] + "…"
    return f'"{cut}"'


def without_remark(text: str) -> str:
    """The line up to the first `#` outside quotes, without spaces at either end."""
    for match in _QUOTED_OR_REMARK.finditer(text):
        if match.group() == "#":
            return text[: match.start()].strip()
    return text.strip()


class Words:
    """The words of one line, each handed out once; ScriptError where one is missing, wrong or too many."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._text = without_remark(line.text)
        self._words = list(_WORD.finditer(self._text))
        self._next = 0

    @property
    def is_done(self) -> bool:
        """No word is left."""
        return self._next == len(self._words)

    def refuse(self, what: str, cure: str) -> ScriptError:
        """The error for this line."""
        return refuse(self._line, what, cure)

    def word(self, wanted: str) -> str:
        """The next word as written; `wanted` says what it should be, for the message if there is none."""
        if self.is_done:
            raise self.refuse(f"{shown(self._text)} stops too early", f"write {wanted} after it")
        self._next += 1
        return self._words[self._next - 1].group()

    def one_of(self, meanings: Mapping[str, Meaning], wanted: str) -> Meaning:
        """What the next word means; a word that is not in `meanings` is refused, naming the nearest."""
        return self.meaning(self.word(wanted), meanings, wanted)

    def meaning(self, word: str, meanings: Mapping[str, Meaning], wanted: str) -> Meaning:
        """What `word` means, refused like `one_of` does."""
        if word in meanings:
            return meanings[word]
        spelled = {known.casefold(): known for known in meanings}
        near = get_close_matches(word.casefold(), spelled, n=1, cutoff=0.5)
        hint = f'did you mean "{spelled[near[0]]}"? ' if near else ""
        raise self.refuse(f"{shown(word)} cannot be read here", f"{hint}write {wanted}")

    def number(self, wanted: str, at_least: float, at_most: float) -> float:
        """The next word as a plain decimal number between the two bounds, both included."""
        word = self.word(wanted)
        if _NUMBER.fullmatch(word) and at_least <= float(word) <= at_most:
            return float(word)
        raise self.refuse(f"{shown(word)} cannot be read here", f"write {wanted}")

    def quoted(self) -> str:
        r"""The next word, which is a text in double quotes; inside, `\"` and `\\` stand for `"` and `\`."""
        wanted = 'a text in double quotes, as in "White to move"'
        word = self.word(wanted)
        if word == '"':
            raise self.refuse("a text in quotes is never closed", 'write " at its end')
        if word[0] != '"':
            raise self.refuse(f"{shown(word)} cannot be read here", f"write {wanted}")
        if re.search(r'\\[^"\\]', re.sub(r"\\\\", "", word)):
            raise self.refuse(
                f"{shown(word)} has a stray backslash", r"write \\ for a backslash and \" for a quote"
            )
        text = re.sub(r"\\(.)", r"\1", word[1:-1])
        if not text.strip():
            # Every screen shows an empty text: such a line could never fail.
            raise self.refuse("the text in quotes is empty", f"write {wanted}")
        return text

    def rest(self, wanted: str) -> str:
        """All that is left of the line, spaces between words as written."""
        if self.is_done:
            self.word(wanted)
        start = self._words[self._next].start()
        self._next = len(self._words)
        return self._text[start:]

    def end(self) -> None:
        """Nothing may be left."""
        if not self.is_done:
            extra = self._words[self._next]
            whole = self._text[: extra.start()].strip()
            raise self.refuse(f"{shown(extra.group())} is too much", f"stop after {shown(whole)}")
