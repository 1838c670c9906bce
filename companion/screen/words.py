"""All texts of the screen, by key, from one file a language."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.rules.pieces import Colour, Player

LANGUAGES = ("en",)
"""As they are named in the settings; each has a file."""

_FOLDER = Path(__file__).parent / "words"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language."""

    language: str
    texts: Mapping[str, Mapping[str, str]]
    """By section and name, as the file has them."""

    def text(self, key: str, **fields: object) -> str:
        """The text of a key such as "turn.to-move", its fields filled in.

        Raises KeyError for a key or a field that the file or the caller does not have.
        """
        section, name = key.split(".", 1)
        return self.texts[section][name].format_map(
            {name.replace("_", "-"): value for name, value in fields.items()}
        )

    def colour_name(self, colour: Colour) -> str:
        """A stone's colour inside a sentence."""
        return self.text(f"colour.{colour.name.lower()}")

    def player_name(self, player: Player) -> str:
        """A player's name at the start of a sentence."""
        return self.text(f"player.{player.name.lower()}")

    def button_name(self, colour: Colour) -> str:
        """The button of a colour, as its cap is lettered."""
        return self.text(f"button.{colour.name.lower()}")


@lru_cache
def words_of(language: str) -> Words:
    """A language's texts, read once, when first wanted: the start of the daemon does not wait for it."""
    return Words(language, tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8")))
