"""Takes out of a text what tells who somebody is, or where: before it is mailed."""

import re
from collections.abc import Iterable, Iterator
from unicodedata import normalize

LONGEST_LINE = 2_000
"""Characters; the rest of a longer line is left out, and none can hold the search up."""
LONGEST_SECRET = 400
"""Characters, a mail's address being the longest: so much before a cut may be a part of one, and goes too."""
_NOTHING_PERSONAL = {"", "tholos", "root", "localhost", "raspberrypi", "raspberry", "nobody", "lo"}
"""Names that every second device has."""
_OURS = {"white", "grey", "black", "ok", "back"}
"""What the players and the buttons are called: nobody is known by it."""
_ESCAPED = re.compile(r"(?i)\\u([0-9a-f]{4})|((?:\\x[0-9a-f]{2})+)")
"""Letters as JSON, TOML and Python write them where they keep to ASCII."""
_QUOTED = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
_SAID = rf"\b['\"]?\s*[:= ]\s*)(?:{_QUOTED}|.+)"
"""Of what stands before it; without quotes it may have spaces, and ends with the line."""
_GROUP = "[0-9a-f]{1,4}"
_GROUPS = rf"{_GROUP}(?::{_GROUP}){{0,6}}"
_PATTERNS = (
    (re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}"), "<mail>"),
    (re.compile(r"(/(?:home|Users|media|run/user)/)[^/\s:'\",;)]+"), r"\1<user>"),
    (re.compile(rf"(?i)(\bssid{_SAID}"), r"\1<wifi>"),
    (re.compile(rf"(?i)(\b(?:psk|passphrase|password|wpa-psk){_SAID}"), r"\1<secret>"),
    (re.compile(r"(?i)(\bserial(?:[ _-]?(?:number|no))?\b['\"]?\s*[:=]\s*)(\"[^\"]*\"|\S+)"), r"\1<serial>"),
    (re.compile(r"(?i)\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "<id>"),
    (re.compile(r"(?i)(?<![0-9a-z])(?:[0-9a-f]{2}[:-]){5,}[0-9a-f]{2}(?![0-9a-z])"), "<mac>"),
    # with a port behind it, as some write it, it has five numbers
    (re.compile(r"(?<!\d)\d{1,3}(?:\.\d{1,3}){3,}(?!\d)"), "<ip>"),
    # of IPv6: eight groups, or fewer with two colons in one place (RFC 4291, 2.2); a time of day has neither
    (re.compile(rf"(?i)(?<!\w)(?:{_GROUP}:){{7,}}{_GROUP}(?!\w)"), "<ip>"),
    (re.compile(rf"(?i)(?<!\w)(?:{_GROUPS}::(?:{_GROUPS})?|::{_GROUPS})(?!\w)"), "<ip>"),
    # of chips, machines and boots: twelve and more of hexadecimal digits, a decimal one among them
    (re.compile(r"(?i)(?<![0-9a-f])(?=[a-f]*[0-9])[0-9a-f]{12,}(?![0-9a-f])"), "<serial>"),
)


def scrub(text: str, names: Iterable[str] = (), networks: Iterable[str] = ()) -> str:
    """The text without addresses, serial numbers, home folders, and these `names` and Wi-Fi `networks`.

    `names` are of users and of the machine; each is taken out wherever it stands as a word, in any case, and
    however its letters are written. Of a line that is cut, what a cut might have made unknowable is left out.
    """
    lines = normalize("NFC", _ESCAPED.sub(_letters, text)).split("\n")
    known = [*_words(names, "<name>"), *_words(networks, "<wifi>")]
    return "\n".join(_scrubbed(line, known) for line in lines)


_Known = tuple[re.Pattern[str], str]


def _scrubbed(line: str, known: Iterable[_Known]) -> str:
    cut = line[:LONGEST_LINE]
    for pattern, instead in (*_PATTERNS, *known):
        cut = pattern.sub(instead, cut)
    return cut if len(line) <= LONGEST_LINE else cut[:-LONGEST_SECRET]


def _words(names: Iterable[str], instead: str) -> Iterator[_Known]:
    """What finds each of these as a word; a longer one, which may hold a shorter one, first."""
    for name in sorted({normalize("NFC", name) for name in names}, key=len, reverse=True):
        if name.lower() not in _NOTHING_PERSONAL | _OURS:
            before, behind = _beside(name[0]), _beside(name[-1])
            yield re.compile(rf"(?i)(?<!{before}){re.escape(name)}(?!{behind})"), instead


def _beside(character: str) -> str:
    """What makes it another word where it stands beside this; ana_games and ana1 have ana in them."""
    return r"[^\W\d_]" if character.isalpha() else r"[^\W_]"


def _letters(match: re.Match[str]) -> str:
    """What is written so; signs of ASCII stay as they are, and so do halves of a letter."""
    if match[1]:
        code = int(match[1], 16)
        return chr(code) if code >= 0x80 and not 0xD800 <= code < 0xE000 else match[0]
    data = bytes.fromhex(match[2].replace("\\x", "").replace("\\X", ""))
    if min(data) < 0x80:
        return match[0]
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
