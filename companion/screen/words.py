"""All texts of the screen, by key, from one file a language."""

import tomllib
from functools import lru_cache
from pathlib import Path

from companion.rules.pieces import Colour, Player

_FILE = Path(__file__).parent / "words" / "en.toml"


def text(key: str, **fields: object) -> str:
    """The text of a key such as "turn.to-move", its fields filled in.

    Raises KeyError for a key or a field that the file or the caller does not have.
    """
    section, name = key.split(".", 1)
    return _texts()[section][name].format_map(
        {name.replace("_", "-"): value for name, value in fields.items()}
    )


def colour_name(colour: Colour) -> str:
    """A stone's colour inside a sentence."""
    return text(f"colour.{colour.name.lower()}")


def player_name(player: Player) -> str:
    """A player's name at the start of a sentence."""
    return text(f"player.{player.name.lower()}")


def button_name(colour: Colour) -> str:
    """The button of a colour, as its cap is lettered."""
    return text(f"button.{colour.name.lower()}")


@lru_cache
def _texts() -> dict[str, dict[str, str]]:
    """Read once, at the first text: the start of the daemon does not wait for it."""
    texts: dict[str, dict[str, str]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return texts
