"""The table's state: all that a page, a journal or an onlooker may show, as one frozen value."""

from dataclasses import dataclass
from enum import Enum

from companion.link.hello import LinkState
from companion.panel.press import Button
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position, Stones
from companion.rules.refusal import Refusal
from companion.rules.score import Score
from companion.table.dialogues.dialogue import Dialogue
from companion.table.vain import Vain
from companion.tracker.mismatch import Mismatch
from companion.tracker.question import Question

BRIGHTEST = 3
"""Of the display's three levels of brightness."""
LANGUAGES = ("en", "es", "fr", "de")
"""Of the screen's texts, as the settings name them, in the order of the menu."""


STANDING = (
    *("link", "shaken", "busy", "kept", "taken", "mended", "pads", "stuck", "settings", "calibration"),
    *("buzzer", "page"),
)
"""What can be faulty for a while, the worst first; `taken` is `kept` where another program is why."""


class Phase(Enum):
    """Where the evening stands."""

    START = "start"
    """No game: WHITE or BLACK begins one, and says by that who starts; GREY sets up ornaments."""
    PLAYING = "playing"
    OVER = "over"
    """The temple is complete; OK goes on to a new game."""


@dataclass(frozen=True, slots=True)
class TableState:
    """One moment at the table."""

    phase: Phase
    position: Position
    """As the last settled turn left it."""
    columns: tuple[tuple[Colour | None, ...], ...]
    """A to G, bottom to top, as the stones lie now, as far as understood; None: colour not known yet."""
    workshops: tuple[Stones, Stones]
    """White's and Black's, as far as they are understood."""
    to_move: Player
    """Whose act is expected now; once White's turn is understood but not yet settled, still White."""
    score: Score
    """As if the game ended with `position`."""
    turns: int
    """Turns settled since the game began."""
    taking: tuple[Colour, ...] = ()
    """Stones pressed so far for a take that is not settled yet."""
    question: Question | None = None
    mismatch: Mismatch | None = None
    refusal: Refusal | None = None
    """Why the last press was refused; gone with the next act, or after some seconds."""
    vain: Vain | None = None
    """Why the last press said nothing; gone in the same way."""
    is_guiding: bool = False
    """The stones are being put back after a take-back or a restart: `mismatch` says where."""
    link: LinkState = LinkState.UP
    silent_pads: tuple[Location, ...] = ()
    """Pads that say nothing usable; their columns are asked for by buttons."""
    busy_pads: tuple[Location, ...] = ()
    """Pads that something rests or moves on for longer than putting down a stone takes."""
    is_shaken: bool = False
    """The whole table moves for so long, so that no pad is named for it."""
    is_kept: bool = True
    """False: the journal cannot write, so a power cut would lose the game."""
    is_taken: bool = False
    """It cannot as another program keeps its games there."""
    dialogue: Dialogue | None = None
    """What buttons alone lead through; it hides all else."""
    language: str = "en"
    """Of the screen's texts, as the settings name it."""
    brightness: int = BRIGHTEST
    """Of the display while somebody plays, 1 to 3; how dark it rests does not depend on it."""
    stuck_buttons: tuple[Button, ...] = ()
    """Buttons that are ignored until they are released."""
    is_heard: bool = True
    """False: there is a buzzer, and it fails."""
    is_calibrated: bool = True
    """False: a calibration was kept and cannot be used, so that the settings count."""
    is_mended: bool = False
    """The journal was damaged when the device started: what could be read of it was saved."""
    is_set_right: bool = True
    """False: the settings were changed into what cannot be; the device goes by those before."""
    is_page_up: bool = True
    """False: there is to be a page for onlookers, and nobody can look at it."""
    fault_ages_s: tuple[tuple[str, float], ...] = ()
    """Of what is faulty, by the names of `STANDING`, for how long, as the last press asked for it."""
    version: str = ""
    """Of the companion, for people who ask for help."""

    @property
    def has_moved(self) -> bool:
        """Whether a stone lies elsewhere than as the last settled turn left it."""
        heights, settled = map(len, self.columns), map(len, self.position.columns)
        return any(height != before for height, before in zip(heights, settled, strict=True))

    @property
    def standing(self) -> dict[str, bool]:
        """What is faulty now, by the names of `STANDING`."""
        is_up = self.link is LinkState.UP
        return {
            "link": not is_up,
            "shaken": self.is_shaken,
            "busy": bool(self.busy_pads),
            "kept": not self.is_kept and not self.is_taken,
            "taken": not self.is_kept and self.is_taken,
            "mended": self.is_mended,
            "pads": bool(self.silent_pads) and is_up,  # without the line all of them are silent
            "stuck": bool(self.stuck_buttons),
            "settings": not self.is_set_right,
            "calibration": not self.is_calibrated,
            "buzzer": not self.is_heard,
            "page": not self.is_page_up,
        }
