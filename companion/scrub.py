"""Takes out of a text what tells who somebody is, or where: before it is mailed."""

import ipaddress
import re
from collections.abc import Iterable
from unicodedata import normalize

LONGEST_LINE = 2_000
"""Characters; the rest of a longer line is left out, and none can hold the search up."""
_NOTHING_PERSONAL = {"", "tholos", "root", "localhost", "raspberrypi", "raspberry", "nobody", "lo"}
"""Names that every second device has."""
_OURS = {"white", "grey", "black", "ok", "back"}
"""What the players and the buttons are called: nobody is known by it."""
_ESCAPED = re.compile(r"(?i)\\u([0-9a-f]{4})|((?:\\x[0-9a-f]{2})+)")
"""Letters as JSON, TOML and Python write them where they keep to ASCII."""
_PATTERNS = (
    (re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}"), "<mail>"),
    (re.compile(r"(/(?:home|Users|media|run/user)/)[^/\s:'\",;)]+"), r"\1<user>"),
    (re.compile(r"(?i)(\bb?e?ssid\b['\"]?\s*[:= ]\s*)(\"[^\"]*\"|'[^']*'|\S+)"), r"\1<wifi>"),
    (
        re.compile(r"(?i)(\b(?:psk|passphrase|password|wpa-psk)\b['\"]?\s*[:= ]\s*)(\"[^\"]*\"|\S+)"),
        r"\1<secret>",
    ),
    (re.compile(r"(?i)(\bserial(?:[ _-]?(?:number|no))?\b['\"]?\s*[:=]\s*)(\"[^\"]*\"|\S+)"), r"\1<serial>"),
    (re.compile(r"(?i)\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "<id>"),
    (re.compile(r"(?i)(?<![0-9a-f:])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![0-9a-f:])"), "<mac>"),
    (re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]\d)"), "<ip>"),
    # of chips, machines and boots: twelve and more of hexadecimal digits, a decimal one among them
    (re.compile(r"(?i)(?<![0-9a-f])(?=[a-f]*[0-9])[0-9a-f]{12,}(?![0-9a-f])"), "<serial>"),
)
_LIKE_IPV6 = re.compile(r"(?i)(?<![0-9a-f:.])[0-9a-f]*:[0-9a-f:]*:[0-9a-f:.]*")


def scrub(text: str, names: Iterable[str] = (), networks: Iterable[str] = ()) -> str:
    """The text without addresses, serial numbers, home folders, and these `names` and Wi-Fi `networks`.

    `names` are of users and of the machine; each is taken out wherever it stands as a word, in any case, and
    however its letters are written.
    """
    text = normalize("NFC", _ESCAPED.sub(_letters, text))
    text = "\n".join(line[:LONGEST_LINE] for line in text.split("\n"))
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    text = _LIKE_IPV6.sub(_address, text)
    for known, instead in ((names, "<name>"), (networks, "<wifi>")):
        written = {normalize("NFC", name) for name in known}
        for name in sorted(written, key=len, reverse=True):  # a longer one may hold a shorter one
            if name.lower() not in _NOTHING_PERSONAL | _OURS:
                text = re.sub(rf"(?i)(?<!\w){re.escape(name)}(?!\w)", instead, text)
    return text


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


def _address(match: re.Match[str]) -> str:
    """A time of day has colons as well."""
    try:
        ipaddress.IPv6Address(match[0].rstrip("."))
    except ValueError:
        return match[0]
    return "<ip>" if len(match[0]) > len("::") else match[0]
