"""All texts of the screen, by key, from one file a language."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.rules.pieces import Colour, Player

LANGUAGES = ("en", "es", "fr", "de")
"""As they are named in the settings; each has a file."""

_VARIANTS = {0: "-none", 1: "-one"}
"""What a text's name ends with for these counts, in every language that says them in its own way."""

_FOLDER = Path(__file__).parent / "words"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language."""

    language: str
    texts: Mapping[str, Mapping[str, str]]
    """By section and name, as the file has them."""

    def text(self, key: str, **fields: object) -> str:
        """The text of a key such as "turn.to-move", its fields filled in.

        Where `count` is 0 or 1 and there is such a text, that of the key with "-none" or "-one".
        Raises KeyError for a key or a field that the file or the caller does not have.
        """
        section, name = key.split(".", 1)
        texts, count = self.texts[section], fields.get("count")
        variant = name + _VARIANTS.get(count, "") if isinstance(count, int) else name
        return texts[variant if variant in texts else name].format_map(
            {field.replace("_", "-"): value for field, value in fields.items()}
        )

    def colour_name(self, colour: Colour, count: int | None = None) -> str:
        """The colour of `count` stones inside a sentence; None: of stones, however many."""
        return self.text(f"colour.{colour.name.lower()}", count=count)

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
