"""The display: a picture with a one-pixel frame, by which a wrong driver or offset is seen."""

from collections.abc import Callable

from PIL import Image

from companion.doctor.finding import Finding, Verdict
from companion.person import Person
from companion.screen.oled import Oled
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page
from companion.settings import DisplaySettings

PART = "display"
CONTRAST = 0xCF
"""What an SSD1306 starts with."""
_SEEN = (
    "What does the display show?",
    "  1  a whole thin frame at the glass's edge, TOP above",
    "  2  the same upside down",
    "  3  the frame shifted: an edge is missing, or a bar of noise stands at one",
    "  4  snow, stripes or rows out of order",
    "  5  nothing",
)
_OTHER_CHIP = {"ssd1306": "sh1106", "ssd1309": "sh1106", "sh1106": "ssd1306"}


def proof_picture() -> Image.Image:
    """A frame of one pixel at the very edge, words that say which way is up, and fine stripes."""
    page = Page()
    page.fill(Box(0, 0, WIDTH_PX, HEIGHT_PX))
    page.fill(Box(1, 1, WIDTH_PX - 2, HEIGHT_PX - 2), is_lit=False)
    page.text(Box(4, 3, WIDTH_PX - 8, 16), "TOP", Font.TEXT)
    page.text(Box(4, 22, WIDTH_PX - 8, 16), "one-pixel frame?", Font.TEXT)
    for x in range(16, WIDTH_PX - 16, 2):
        page.fill(Box(x, 44, 1, 14))
    return page.image


def display(
    oled: Oled, settings: DisplaySettings, person: Person | None, rest: Callable[[float], None]
) -> list[Finding]:
    """Show the picture, and ask what is seen; without a person only that the chip takes it is known."""
    if not oled.show(proof_picture(), CONTRAST):
        return [Finding(PART, Verdict.BAD, f"it takes no picture ({oled.fault})", "see the part i2c")]
    figures = {"driver": settings.driver, "rotation": settings.rotation}
    if person is None:
        rest(1.0)
        says = f"it takes a picture as an {settings.driver}; nobody has said what is seen"
        return [Finding(PART, Verdict.GOOD, says, figures=figures)]
    for line in _SEEN:
        person.tell(line)
    answer = person.ask("1 to 5: ").strip()
    verdict, says, cure = _meaning(answer, settings)
    return [Finding(PART, verdict, says, cure, {**figures, "answer": answer})]


def _meaning(answer: str, settings: DisplaySettings) -> tuple[Verdict, str, str]:
    other = _OTHER_CHIP[settings.driver]
    answers = {
        "1": (Verdict.GOOD, f"a whole frame, upright, as an {settings.driver}", ""),
        "2": (
            Verdict.BAD,
            "the picture is upside down",
            f"[display] rotation = {180 - settings.rotation} in the settings",
        ),
        "3": (
            Verdict.BAD,
            f"the picture is shifted: the chip is no {settings.driver}",
            f'[display] driver = "{other}" in the settings (glasses of 1.3 inch are mostly sh1106)',
        ),
        "4": (
            Verdict.BAD,
            f"the picture is snow: the chip is no {settings.driver}",
            f'[display] driver = "{other}" in the settings; if it stays, another I2C speed',
        ),
        "5": (
            Verdict.BAD,
            "the chip takes the picture, and nothing is seen",
            "check its 3.3 V; if it stays dark, the glass is broken",
        ),
    }
    unknown = (Verdict.SUSPICIOUS, "nobody has said what is seen", "ask again: tholos doctor display")
    return answers.get(answer, unknown)
