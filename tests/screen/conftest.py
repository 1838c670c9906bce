import pytest

from companion.screen.words import LANGUAGES, Words, words_of


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn: whoever asks for it is run once for each."""
    return str(request.param)


@pytest.fixture
def words(language: str) -> Words:
    """The texts of that language."""
    return words_of(language)
