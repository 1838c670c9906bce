"""Every setting: its type, default, unit and range; an unknown key is an error.

The fields below are the whole truth: what is read, what is refused and the commented example
(`systemd/tholos.toml`) all come from them.
"""

import re
import reprlib
import tomllib
from collections.abc import Iterable
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from ipaddress import IPv4Address, ip_address
from pathlib import Path
from typing import Any

from companion.errors import SettingsError
from companion.files import LARGEST_SETTINGS_BYTES, SETTINGS, read_whole
from companion.panel.press import Button

I2C_PINS = (2, 3)  # BCM: the display's bus on every Pi, with pull-ups that cannot be switched off
FIRST_PIN, LAST_PIN = 0, 27  # BCM numbers on the 40-pin header

_FEWEST_LETTERS = 2  # each player draws a token
_ALL_MACHINES = IPv4Address("255.255.255.255")  # of the link (RFC 919): nobody can call it
_LONGEST_BITS = 64  # TOML's own integers have no more
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60  # characters


def _key(
    default: Any,
    says: str,
    *,
    low: float = 0,
    high: float = 0,
    among: tuple[Any, ...] = (),
    letters: str = "",
    is_address: bool = False,
    is_hex: bool = False,
) -> Any:
    # a number from `low` to `high`, one `among` these, some of the `letters`, or a machine's address; `says`
    # tells people what it is, with its unit; `is_hex`: it is written as 0x3C
    ranges = {"low": low, "high": high, "among": among, "letters": letters, "is_address": is_address}
    return field(default=default, metadata={"says": says, "is_hex": is_hex, **ranges})


def _pin(default: int, says: str) -> Any:
    return _key(default, f"{says}, BCM number", low=FIRST_PIN, high=LAST_PIN)


@dataclass(frozen=True, slots=True)
class SensorSettings:
    """The sensing temple and its stones."""

    port: str = _key("/dev/tholos", "the USB port of the sensors")
    counts_per_gram: float = _key(
        2150.0,
        "counts a gram of a pad not yet calibrated; 2150 for a 500 g cell of 0.5 mV/V",
        low=100,
        high=100_000,
    )
    stone_grams: float = _key(3.7, "grams that a stone weighs, about", low=1, high=20)


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """The pins of the five buttons."""

    white: int = _pin(5, "the button WHITE")
    grey: int = _pin(6, "the button GREY")
    black: int = _pin(13, "the button BLACK")
    ok: int = _pin(19, "the button OK")
    back: int = _pin(26, "the button BACK")

    @property
    def pins(self) -> dict[Button, int]:
        """The BCM number of each button's pin."""
        return {button: getattr(self, button.value) for button in Button}


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """The display on the I2C bus."""

    driver: str = _key(
        "ssd1306",
        "the display's chip; 1.3 inch glasses are mostly sh1106, whatever the seller says",
        among=("ssd1306", "sh1106", "ssd1309"),
    )
    address: int = _key(0x3C, "the display's address on the I2C bus", among=(0x3C, 0x3D), is_hex=True)
    i2c_port: int = _key(1, "the N of /dev/i2c-N", low=0, high=99)
    language: str = _key("en", "the language of its texts", among=("en", "es", "fr", "de"))
    rotation: int = _key(0, "degrees; 180 when it is mounted upside down", among=(0, 180))


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """The buzzer, a passive piezo; the device does without."""

    is_on: bool = _key(False, "whether there is one", among=(True, False))
    pin: int = _pin(18, "the buzzer")


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The page on which others follow the game in a browser; they can change nothing."""

    is_on: bool = _key(False, "whether there is one", among=(True, False))
    address: str = _key("127.0.0.1", "where it listens; 0.0.0.0 lets in the home network", is_address=True)
    port: int = _key(8080, "the port behind it", low=1024, high=65_535)


@dataclass(frozen=True, slots=True)
class GameSettings:
    """Where the rulebooks leave something open."""

    end: str = _key(
        "at-once", "whether the bonus of the completing stone is still open", among=("at-once", "after-bonus")
    )
    confirm: bool = _key(False, "whether every turn waits for OK", among=(True, False))
    tokens: str = _key(
        "ABCDEFG", "the letters on the location tokens that the device draws from", letters="ABCDEFG"
    )


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """Where games are kept."""

    folder: str = _key("/var/lib/tholos", "the folder, on a disk that outlives a power cut")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; each field is a table of the file."""

    sensors: SensorSettings = field(default_factory=SensorSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    web: WebSettings = field(default_factory=WebSettings)
    game: GameSettings = field(default_factory=GameSettings)
    journal: JournalSettings = field(default_factory=JournalSettings)


_TABLES: dict[str, Any] = {each.name: each.type for each in fields(Settings)}


def found(named: Path | None, usual: Path = SETTINGS) -> Path | None:
    """The settings file to read: the one that is named, else the usual one; None: that one is not there."""
    if named is not None:
        return named
    try:
        usual.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return usual  # it is there and may not be looked at: reading it says why
    return usual


def read(named: Path | None, usual: Path = SETTINGS) -> Settings:
    """The settings of the device: those of the file `found`, else the defaults. Raises SettingsError."""
    path = found(named, usual)
    return load(path) if path is not None else Settings()


def load(path: Path) -> Settings:
    """The settings in a TOML file; what it leaves out has its default.

    Raises SettingsError naming the file, the key and what would be right.
    """
    try:
        content = read_whole(path, LARGEST_SETTINGS_BYTES)
        if not content:  # so it is while an editor is saving it: those are not the defaults
            raise SettingsError(
                f"the settings file {path} is empty", cure="for the defaults, leave a comment in it"
            )
        tables = tomllib.loads(content.decode("utf-8"))
    except OSError as error:
        raise SettingsError(
            f"the settings file {path} cannot be read ({error.strerror})", cure="name a file that can be read"
        ) from error
    except ValueError as error:  # no TOML, no UTF-8, or a number of thousands of digits
        if twice := re.match(r"Cannot declare \('(.+)',\) (twice.*)", str(error)):
            raise SettingsError(
                f"the settings file {path} has [{twice[1]}] {twice[2]}",
                cure="put its keys below the first one",
            ) from error
        raise SettingsError(
            f"the settings file {path} is not TOML ({error})", cure="mend that line"
        ) from error
    except RecursionError as error:
        raise SettingsError(
            f"the settings file {path} nests too deeply", cure="keys stand in a table, each with one value"
        ) from error
    return checked(path, tables)


def checked(path: Path, tables: Any) -> Settings:
    """The settings in these tables, read from `path`. Raises SettingsError as `load` does."""
    if not isinstance(tables, dict):
        raise SettingsError(f"{path}: this is a value", cure="it must be tables of keys")
    _refuse_unknown(str(path), "table", tables, _TABLES)
    settings = Settings(**{table: _read_table(path, table, keys) for table, keys in tables.items()})
    _check_pins(path, settings)
    return settings


def example() -> str:
    """A settings file with every key, what it is, its range and its default, all commented out."""
    lines = ["# Settings of the Tholos companion. Each key shows its default: remove the # and change it."]
    for table, shape in _TABLES.items():
        lines += ["", f"# {shape.__doc__}", f"[{table}]"]
        for key in fields(shape):
            lines += [
                f"# {key.metadata['says']}: {_what_is_right(key)}",
                f"#{key.name} = {_toml(key, key.default)}",
            ]
    return "\n".join(lines) + "\n"


def _read_table(path: Path, table: str, keys: Any) -> Any:
    shape = _TABLES[table]
    if not isinstance(keys, dict):
        raise SettingsError(
            f"{path}: {table} is a value", cure=f"make it a table: a line [{table}], its keys below"
        )
    known = {key.name: key for key in fields(shape)}
    _refuse_unknown(f"{path}: [{table}]", "key", keys, known)
    for name, value in keys.items():
        if not _is_right(known[name], value):
            raise SettingsError(
                f"{path}: [{table}] {name} is {_shown(value)}",
                cure=f"it must be {_what_is_right(known[name])}",
            )
    return shape(**keys)


def _refuse_unknown(where: str, kind: str, names: Iterable[str], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            cure = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            raise SettingsError(f"{where}: there is no {kind} {_shown(name)}", cure=cure)


def _shown(value: Any) -> str:
    """A value or a name from the file, short enough for a line."""
    if isinstance(value, int) and value.bit_length() > _LONGEST_BITS:
        return "far too large"  # and perhaps too long for Python to write out
    return _SHORT.repr(value)


def _is_right(key: Field[Any], value: Any) -> bool:
    kinds = (int, float) if key.type is float else (key.type,)
    if type(value) not in kinds:  # exactly: TOML's true is an instance of int, too
        return False
    if key.metadata["among"]:
        return value in key.metadata["among"]
    if key.metadata["letters"]:
        known = sum(letter in value for letter in key.metadata["letters"])
        return known == len(value) >= _FEWEST_LETTERS
    if key.metadata["is_address"]:
        return _is_address(value)
    if isinstance(value, str):
        # another one would begin where the service was started, in a folder that is gone when it ends
        return value.startswith("/") and "\0" not in value
    return bool(key.metadata["low"] <= value <= key.metadata["high"])


def _what_is_right(key: Field[Any]) -> str:
    if key.metadata["among"]:
        return " or ".join(_toml(key, value) for value in key.metadata["among"])
    if key.metadata["letters"]:
        return f"{_FEWEST_LETTERS} or more of the letters {key.metadata['letters']}, each once, in quotes"
    if key.metadata["is_address"]:
        return "an IP address in quotes, not one of many machines"
    if key.type is str:
        return "a whole path, from / on, in quotes"
    kind = "a whole number" if key.type is int else "a number"
    return f"{kind} from {key.metadata['low']} to {key.metadata['high']}"


def _is_address(value: str) -> bool:
    try:
        found = ip_address(value)
    except ValueError:
        return False
    return not found.is_multicast and found != _ALL_MACHINES


def _toml(key: Field[Any], value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    return f"0x{value:02X}" if key.metadata["is_hex"] else str(value)


def _check_pins(path: Path, settings: Settings) -> None:
    wired = [("panel", button.value, pin) for button, pin in settings.panel.pins.items()]
    if settings.sound.is_on:
        wired.append(("sound", "pin", settings.sound.pin))
    users: dict[int, str] = {}
    for table, key, pin in wired:
        if pin in I2C_PINS:
            raise SettingsError(
                f"{path}: [{table}] {key} is on pin {pin}, which is the display's (I2C)",
                cure=f"wire it to another pin, for example {getattr(_TABLES[table](), key)}",
            )
        if pin in users:
            user = key if table == "panel" else "the buzzer"
            part = "button" if table == "panel" else "part"
            raise SettingsError(
                f"{path}: [{table}] {users[pin]} and {user} are both on pin {pin}",
                cure=f"give each {part} a pin of its own",
            )
        users[pin] = key
