import pytest

from companion.rules.ornaments import Ornament


@pytest.mark.parametrize(
    ("name", "spanish_english", "french_german"),
    [
        ("bonus3", 1, 1),
        ("minority", 2, 3),
        ("greyplus2", 3, 5),
        ("greyminus3", 4, 2),
        ("greyactivates", 5, 4),
        ("quarrygrey", 6, 7),
        ("tall", 7, 6),
    ],
)
def test_a_tile_is_named_by_the_number_of_the_players_own_edition(
    name: str, spanish_english: int, french_german: int
) -> None:
    """The number on my screen is the one printed on my tile."""
    ornament = Ornament(name)

    numbers = {language: ornament.number(language) for language in ("es", "en", "fr", "de")}

    assert numbers == {
        "es": spanish_english,
        "en": spanish_english,
        "fr": french_german,
        "de": french_german,
    }


def test_a_number_of_no_edition_is_not_guessed() -> None:
    """For a language without an edition there is no number."""
    with pytest.raises(KeyError):
        Ornament.TALL.number("it")
