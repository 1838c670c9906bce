"""States of the table worth a picture, by name."""

from dataclasses import replace

from companion.link.hello import LinkState
from companion.panel.press import Button
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position
from companion.rules.refusal import Refusal, Rule
from companion.rules.score import score
from companion.rules.turn import Action
from companion.scale.calibration import Calibration, PadCalibration
from companion.scale.step import FIRST_STEP, STONES, Objection, Wants, Why
from companion.scale.step import Step as Asked
from companion.table.dialogues.calibrating import Calibrating, Weighing
from companion.table.dialogues.correcting import Correcting, Part, Place
from companion.table.dialogues.menu import About, Brightness, Entry, Languages, Menu, SwitchingOff
from companion.table.dialogues.setup import Deal, Setup, Step
from companion.table.state import Phase, TableState
from companion.table.vain import Vain
from companion.tracker.mismatch import Mismatch, Wrong
from companion.tracker.question import Asks, Question

W, G, B = Colour.WHITE, Colour.GREY, Colour.BLACK
A_, B_, C_, D_, E_, F_, G_ = Location


def stones(letters: str) -> tuple[Colour, ...]:
    """Stones from their letters, bottom to top."""
    return tuple(Colour(letter) for letter in letters)


def position(text: str, ornaments: tuple[tuple[Location, Ornament], ...] = ()) -> Position:
    """A position from the first four fields of its notation."""
    columns, white, black, to_move = text.replace("-", "").split(" ")
    return Position(
        tuple(stones(column) for column in columns.split("/")),
        stones(white),
        stones(black),
        Player(to_move),
        ornaments,
    )


def at(place: Position, **changes: object) -> TableState:
    """A game in this position, changed as the keywords say."""
    state = TableState(
        phase=Phase.PLAYING,
        position=place,
        columns=place.columns,
        workshops=(place.white_workshop, place.black_workshop),
        to_move=place.to_move,
        score=score(place),
        turns=12,
    )
    return replace(state, **changes)


MIDDLE = position("wwb/gb/wg/bbwgw/-/bbwgb/b wwg bb w")
BLACKS_TURN = replace(MIDDLE, to_move=Player.BLACK)
ADVANCED = position(
    "wwb/gb/wg/bbwgw/-/bwgbwgb/b wwg bb b",
    (
        (A_, Ornament.BONUS3),
        (B_, Ornament.MINORITY),
        (D_, Ornament.GREYPLUS2),
        (E_, Ornament.GREYACTIVATES),
        (F_, Ornament.TALL),
    ),
)
OTHER_ORNAMENTS = position("ww/-/g/-/-/-/- ww bb w", ((C_, Ornament.GREYMINUS3), (D_, Ornament.QUARRYGREY)))
FULL = position("wwbgg/wwwbb/wwwgg/bbbww/bbbgg/wgbgb/bbwwb g g w")
# Both scores below zero, by grey stones.
BELOW_ZERO = position("wgggg/bgggg/-/wgg/-/-/- ww bb b")
WITH_ROOM = position("wwb/gb/wg/bbwgw/-/bbwgb/b wg b w")
# Five points each, one column each.
TIED = position("wwwww/-/-/bbbbb/-/-/- w b w")


def _last_column(place: Position, location: Location, letters: str) -> tuple[tuple[Colour | None, ...], ...]:
    known = {"?": None, "w": W, "g": G, "b": B}
    columns: list[tuple[Colour | None, ...]] = list(place.columns)
    columns[location.index] = tuple(known[letter] for letter in letters)
    return tuple(columns)


def _asked(asks: Asks, location: Location | None = None, **more: object) -> Question:
    return Question(asks, Player.WHITE, location, **more)


def _wrong(*columns: tuple[Location, int, int], refusal: Refusal | None = None) -> Mismatch:
    return Mismatch(tuple(Wrong(*column) for column in columns), refusal)


def _setting_up(step: Step, *laid: tuple[Location, Ornament], tile: Ornament = Ornament.TALL) -> TableState:
    setup = Setup(Deal(), tuple(Ornament), laid, step, tile, Location.E)
    return at(Position.start(Player.WHITE), phase=Phase.START, dialogue=setup)


CALIBRATED = Calibration(STONES, (PadCalibration(1234.0, 7955.0, 640.0, 59.0, 3.0),) * 7, 3)
MENU = Menu(tuple(Entry), MIDDLE, "en", 3)
"""With every entry that there may ever be."""


def _in_menu(dialogue: object, **changes: object) -> TableState:
    return at(MIDDLE, dialogue=dialogue, version="0.1.0", **changes)


def _calibrating(step: Asked) -> TableState:
    return _in_menu(Weighing(MENU, step))


def _about(why: Why) -> tuple[int, ...]:
    """As many pads as that can be about."""
    if why in (Why.ELSEWHERE, Why.GAIN):
        return (0, 1)
    is_of_many = why in (Why.MOVES, Why.MISSING, Why.SATURATED, Why.SLIPPED, Why.TOO_FAST, Why.DEAD, Why.ZERO)
    return tuple(range(7)) if is_of_many or why in (Why.LEFT, Why.WAS_LOADED) else (2,)


def _corrected(place: Position, at_place: Place, pads: tuple[int | None, ...] = (None,) * 7) -> Correcting:
    return replace(Correcting.of(place, pads), at=at_place)


FULL_REFUSAL = Refusal(Rule.COLUMN_FULL, Player.WHITE, location=D_, limit=5)

STATES: dict[str, TableState] = {
    "start": at(Position.start(Player.WHITE), phase=Phase.START),
    "start-unplugged": at(Position.start(Player.WHITE), phase=Phase.START, link=LinkState.UNPLUGGED),
    "start-mended": at(Position.start(Player.WHITE), phase=Phase.START, is_mended=True),
    "playing-first-turn": at(Position.start(Player.WHITE)),
    "playing-white": at(MIDDLE),
    "playing-black": at(BLACKS_TURN),
    "playing-advanced": at(ADVANCED),
    "playing-ornaments": at(OTHER_ORNAMENTS),
    "playing-below-zero": at(BELOW_ZERO),
    "playing-taking": at(replace(WITH_ROOM, to_move=Player.BLACK), taking=(G, G)),
    "playing-refused": at(MIDDLE, refusal=Refusal(Rule.TAKE_AT_MOST, Player.WHITE, colour=B, limit=1)),
    "playing-unknown-stone": at(MIDDLE, columns=_last_column(MIDDLE, E_, "?"), silent_pads=(C_, G_)),
    "playing-unplugged": at(MIDDLE, link=LinkState.UNPLUGGED),
    "playing-not-saved": at(BLACKS_TURN, is_kept=False),
    "playing-busy": at(MIDDLE, busy_pads=(D_,)),
    "playing-shaken": at(MIDDLE, is_shaken=True),
    "asking-colour": at(
        MIDDLE,
        columns=_last_column(MIDDLE, E_, "?"),
        question=_asked(Asks.COLOUR, E_, colours=(W, G)),
    ),
    "asking-colour-of-two": at(
        MIDDLE,
        columns=_last_column(MIDDLE, D_, "bb??w"),
        question=_asked(Asks.COLOUR, D_, index=3, colours=(W, G)),
    ),
    "asking-colour-of-one-gone": at(
        MIDDLE,
        columns=_last_column(MIDDLE, C_, "wgb"),
        question=replace(_asked(Asks.COLOUR, A_, index=3, colours=(W, G)), is_gone=True),
    ),
    "asking-move": at(
        MIDDLE,
        columns=_last_column(MIDDLE, A_, "wwbw"),
        question=_asked(Asks.BONUS, A_, actions=(Action.MOVE,)),
    ),
    "asking-fetch": at(
        MIDDLE,
        columns=_last_column(MIDDLE, C_, "wgw"),
        question=_asked(Asks.BONUS, D_, colours=(W, G, B), actions=(Action.FETCH,)),
    ),
    "asking-steal": at(
        ADVANCED,
        columns=_last_column(ADVANCED, E_, "w"),
        question=_asked(Asks.BONUS, E_, colours=(G, B), actions=(Action.STEAL,)),
    ),
    "asking-two-actions": at(
        OTHER_ORNAMENTS,
        question=_asked(Asks.BONUS, D_, colours=(W, G, B), actions=(Action.FETCH, Action.QUARRYGREY)),
    ),
    "asking-move-beside-silent": at(
        MIDDLE,
        columns=_last_column(MIDDLE, A_, "wwbw"),
        question=_asked(Asks.BONUS, A_, actions=(Action.MOVE,)),
        silent_pads=(C_,),
    ),
    "asking-source": at(
        MIDDLE, columns=_last_column(MIDDLE, C_, "wgg"), question=_asked(Asks.SOURCE, C_, index=2)
    ),
    "asking-same": at(MIDDLE, question=_asked(Asks.SAME, C_)),
    "asking-column": at(MIDDLE, question=_asked(Asks.COLUMN, C_, index=2), silent_pads=(C_,)),
    "asking-column-of-two": at(MIDDLE, question=_asked(Asks.COLUMN, C_, index=2), silent_pads=(C_, G_)),
    "asking-whose": at(MIDDLE, columns=_last_column(MIDDLE, E_, "w"), question=_asked(Asks.WHOSE, E_)),
    "asking-forgotten": at(MIDDLE, question=_asked(Asks.FORGOTTEN, colours=(W, G, B))),
    "asking-forgotten-so-far": at(WITH_ROOM, question=_asked(Asks.FORGOTTEN, E_, colours=(G,)), taking=(G,)),
    "asking-confirm": at(MIDDLE, columns=_last_column(MIDDLE, C_, "wgw"), question=_asked(Asks.CONFIRM)),
    "asking-continue": at(MIDDLE, question=_asked(Asks.CONTINUE)),
    "asking-continue-mended": at(MIDDLE, question=_asked(Asks.CONTINUE), is_mended=True),
    "asking-rematch": at(FULL, phase=Phase.OVER, question=_asked(Asks.REMATCH)),
    "asking-take-back": at(BLACKS_TURN, question=_asked(Asks.TAKE_BACK)),
    "asking-new-game": at(MIDDLE, question=_asked(Asks.NEW_GAME)),
    "asking-trust": at(
        MIDDLE,
        columns=_last_column(MIDDLE, B_, "g"),
        question=_asked(Asks.TRUST),
        mismatch=_wrong((B_, 1, 2)),
        is_guiding=True,
    ),
    "asking-in-vain": at(BLACKS_TURN, question=_asked(Asks.TAKE_BACK), vain=Vain.KEYS),
    "asking-refused": at(
        MIDDLE,
        columns=_last_column(MIDDLE, E_, "?"),
        question=_asked(Asks.COLOUR, E_, colours=(W, G)),
        refusal=Refusal(Rule.WORKSHOP_LACKS, Player.WHITE, colour=B),
    ),
    "asking-while-busy": at(
        MIDDLE,
        columns=_last_column(MIDDLE, A_, "wwbw"),
        question=_asked(Asks.BONUS, A_, actions=(Action.MOVE,)),
        busy_pads=(D_, F_),
    ),
    "asking-while-silent": at(
        MIDDLE,
        columns=_last_column(MIDDLE, E_, "?"),
        question=_asked(Asks.COLOUR, E_, colours=(W, G, B)),
        link=LinkState.SILENT,
    ),
    "mending-full": at(
        MIDDLE,
        columns=_last_column(MIDDLE, D_, "bbwgw?"),
        mismatch=_wrong((D_, 6, 5), refusal=FULL_REFUSAL),
    ),
    "mending-unexplained": at(MIDDLE, mismatch=_wrong((B_, 1, 2), (C_, 3, 2))),
    "mending-one": at(MIDDLE, columns=_last_column(MIDDLE, B_, "g"), mismatch=_wrong((B_, 1, 2))),
    "mending-guiding": at(ADVANCED, mismatch=_wrong((A_, 2, 3), (B_, 3, 2), (E_, 1, 0)), is_guiding=True),
    "mending-while-unplugged": at(
        MIDDLE,
        columns=_last_column(MIDDLE, D_, "bbwgw?"),
        mismatch=_wrong((D_, 6, 5), refusal=FULL_REFUSAL),
        link=LinkState.UNPLUGGED,
    ),
    "counting-points": at(FULL, phase=Phase.OVER),
    "counting-draw": at(TIED, phase=Phase.OVER),
    "counting-in-vain": at(FULL, phase=Phase.OVER, vain=Vain.KEYS),
    "ornaments-none": _setting_up(Step.LIST),
    **{f"ornaments-{tile.value}": _setting_up(Step.TILE, tile=tile) for tile in Ornament},
    "ornaments-where": _setting_up(Step.LOCATION, *ADVANCED.ornaments[:3]),
    "ornaments-two": _setting_up(Step.LIST, *OTHER_ORNAMENTS.ornaments),
    "ornaments-five": _setting_up(Step.LIST, *ADVANCED.ornaments),
    "ornaments-first": _setting_up(Step.FIRST, *OTHER_ORNAMENTS.ornaments),
    "menu-top": _in_menu(MENU),
    "menu-middle": _in_menu(replace(MENU, index=3)),
    "menu-end": _in_menu(replace(MENU, index=len(Entry) - 1)),
    "menu-start": at(
        Position.start(Player.WHITE),
        phase=Phase.START,
        dialogue=Menu.of(at(Position.start(Player.WHITE), phase=Phase.START)),
    ),
    "menu-language": _in_menu(Languages(MENU, 2)),
    "menu-brightness": _in_menu(Brightness(MENU, 2)),
    "menu-about": _in_menu(About(MENU)),
    "menu-fault-unplugged": _in_menu(About(MENU), link=LinkState.UNPLUGGED, fault_ages_s=(("link", 300.0),)),
    "menu-fault-journal": _in_menu(About(MENU), is_mended=True, fault_ages_s=(("mended", 7_200.0),)),
    "menu-fault-settings": _in_menu(About(MENU), is_set_right=False),
    "menu-fault-pads": _in_menu(About(MENU, 1), is_kept=False, silent_pads=(C_, G_), is_heard=False),
    "menu-fault-stuck": _in_menu(About(MENU, 1), is_kept=False, stuck_buttons=(Button.WHITE,)),
    "menu-calibrate": _in_menu(Calibrating(MENU)),
    "menu-calibrate-loaded": _in_menu(Calibrating(MENU, tuple(Location))),
    "menu-calibrate-unplugged": _in_menu(Calibrating(MENU), link=LinkState.UNPLUGGED),
    "menu-fault-calibration": _in_menu(About(MENU), is_calibrated=False),
    "calibrating-empty": _calibrating(FIRST_STEP),
    "calibrating-stone": _calibrating(Asked(Wants.STONE, 0, 2)),
    "calibrating-pile": _calibrating(Asked(Wants.PILE, 3, STONES)),
    "calibrating-clear": _calibrating(Asked(Wants.CLEAR, 6, STONES)),
    "calibrating-done": _calibrating(Asked(Wants.NOTHING, result=CALIBRATED)),
    "calibrating-not-kept": _calibrating(Asked(Wants.NOTHING, result=CALIBRATED, fault="no room")),
    **{
        f"calibrating-{why.value}": _calibrating(Asked(Wants.PILE, 2, STONES, Objection(why, _about(why))))
        for why in Why
    },
    "calibrating-unplugged": at(
        MIDDLE, dialogue=Weighing(MENU, Asked(Wants.PILE, 3, STONES)), link=LinkState.UNPLUGGED
    ),
    "menu-switch-off": _in_menu(SwitchingOff(MENU)),
    "correcting-column": at(MIDDLE, dialogue=_corrected(MIDDLE, A_)),
    "correcting-empty-column": at(MIDDLE, dialogue=_corrected(MIDDLE, E_, (3, 2, 2, 5, 0, 5, 1))),
    "correcting-by-the-pad": at(MIDDLE, dialogue=_corrected(MIDDLE, B_, (3, 3, 2, 5, 0, 4, 1))),
    "correcting-tall": at(ADVANCED, dialogue=_corrected(ADVANCED, F_, (4, 2, 2, 6, 0, 6, 1))),
    "correcting-refused": at(MIDDLE, dialogue=replace(_corrected(MIDDLE, D_), refusal=FULL_REFUSAL)),
    "correcting-workshop": at(WITH_ROOM, dialogue=_corrected(WITH_ROOM, Player.BLACK)),
    "correcting-to-move": at(MIDDLE, dialogue=_corrected(MIDDLE, Part.TO_MOVE)),
    "correcting-whole": at(
        MIDDLE, dialogue=replace(_corrected(BLACKS_TURN, Part.WHOLE, (3, 2, 2, 5, 0, 4, 1)), before=MIDDLE)
    ),
    "correcting-full": at(MIDDLE, dialogue=replace(_corrected(FULL, Part.WHOLE), before=MIDDLE)),
    "correcting-unchanged": at(MIDDLE, dialogue=_corrected(MIDDLE, Part.WHOLE)),
    "correcting-give-up": at(MIDDLE, dialogue=_corrected(MIDDLE, Part.GIVE_UP)),
}
