import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.screen.page import HEIGHT_PX, THIN_SPACE, WIDTH_PX, Box, Font, Page, TextTooWide, width_px

LATIN = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=40)


@given(LATIN, st.sampled_from(Font), st.integers(1, WIDTH_PX))
@example("new", Font.SMALL, 14)  # the w of this font is as wide as its cell
def test_a_text_is_shown_whole_or_not_at_all(text: str, font: Font, width: int) -> None:
    """Nobody ever reads a cut-off word."""
    page = Page()
    box = Box((WIDTH_PX - width) // 2, 20, width, 15)

    try:
        page.text(box, text, font)
    except TextTooWide:
        assert width_px(text, font) > width
        assert page.image.getbbox() is None
        return

    left, top, right, foot = page.image.getbbox() or (box.x, box.y, box.x, box.y)
    assert box.x <= left
    assert right <= box.x + box.width
    assert box.y - 1 <= top
    assert foot <= box.y + box.height + 3  # a descender may hang below its row


def test_the_first_font_that_fits_is_used() -> None:
    """A long text gets smaller letters before it is refused."""
    page, small = Page(), Page()
    text = "twenty-five letters in it"

    page.text(Box(0, 0, WIDTH_PX, 13), text, Font.TEXT, Font.SMALL)
    small.text(Box(0, 0, WIDTH_PX, 13), text, Font.SMALL)

    assert page.image.tobytes() == small.image.tobytes()


def test_a_refused_text_is_named() -> None:
    """Whoever wrote a text too long reads which it was and how much room there is."""
    with pytest.raises(TextTooWide, match=r"'far too long' is wider than 20 px in 6x13, 5x8"):
        Page().text(Box(0, 0, 20, 13), "far too long", Font.TEXT, Font.SMALL)


@pytest.mark.parametrize("text", ["cantera", "atelier épuisé", "schwärzer, größer", "¿quién?"])
def test_the_languages_of_the_rulebooks_have_their_letters(text: str) -> None:
    """Accents and sharp s are drawn, each its own shape."""
    plain = text.translate(str.maketrans("éäöß¿", "eaos?"))
    page, without = Page(), Page()

    page.text(Box(0, 0, WIDTH_PX, 13), text, Font.TEXT)
    without.text(Box(0, 0, WIDTH_PX, 13), plain, Font.TEXT)

    assert (page.image.tobytes() == without.image.tobytes()) is (text == plain)


def test_a_thin_space_is_thin() -> None:
    """French sets one before ? and :, without spending a whole letter's room on it."""
    page, without = Page(), Page()

    page.text(Box(0, 0, 50, 13), f"qui{THIN_SPACE}?", Font.TEXT)
    without.text(Box(0, 0, 48, 13), "qui?", Font.TEXT)

    assert width_px(f"qui{THIN_SPACE}?", Font.TEXT) == width_px("qui?", Font.TEXT) + 2
    assert page.image.crop((0, 0, 30, 13)).tobytes() == without.image.crop((0, 0, 30, 13)).tobytes()
    assert page.image.crop((32, 0, 50, 13)).tobytes() == without.image.crop((30, 0, 48, 13)).tobytes()


def test_a_letter_that_no_font_has_is_refused() -> None:
    """A text with a foreign letter fails in the workshop, not on the glass."""
    with pytest.raises(UnicodeEncodeError):
        Page().text(Box(0, 0, WIDTH_PX, 13), "Θόλος", Font.TEXT)


def test_a_text_stands_in_the_middle() -> None:
    """H is 5 pixels wide and 9 high; in a box of 40 by 13 it stands at 17, 2."""
    page = Page()

    page.text(Box(10, 0, 40, 13), "H", Font.TEXT)

    assert page.image.getbbox() == (27, 2, 32, 11)


def test_marking_twice_changes_nothing() -> None:
    """What is bright by a mark is the same picture the other way round."""
    page = Page()
    page.text(Box(0, 0, WIDTH_PX, 13), "E", Font.TEXT)
    before = page.image.tobytes()

    page.invert(Box(50, 0, 30, 13))
    once = page.image.tobytes()
    page.invert(Box(50, 0, 30, 13))

    assert once != before
    assert page.image.tobytes() == before


def test_a_page_is_as_large_as_the_glass() -> None:
    """Every chip we drive has 128 by 64 pixels of one bit."""
    page = Page()

    page.fill(Box(0, 0, WIDTH_PX, HEIGHT_PX))

    assert page.image.mode == "1"
    assert page.image.getbbox() == (0, 0, 128, 64)
