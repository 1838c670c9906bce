"""Puts the stages together: the same device from real parts and from simulated ones."""

from dataclasses import replace
from functools import partial
from random import Random

from companion import __version__
from companion.clock import Clock, Since, wall_time
from companion.daemon import Daemon
from companion.ends import Glass, Panel, Speaker
from companion.journal.journal import Journal
from companion.journal.waiting import UNFINISHED
from companion.link.link import Link
from companion.link.port import Wire
from companion.rules.pieces import Location
from companion.rules.play import End
from companion.scale.calibrations import Calibrations
from companion.scale.kept import KeptCalibration
from companion.scale.memory import Memory, PadMemory
from companion.scale.scale import Scale
from companion.screen.choose import page
from companion.screen.saver import saver
from companion.settings import SensorSettings, Settings
from companion.table.dialogues.setup import Deal
from companion.table.state import BRIGHTEST, LANGUAGES, Phase
from companion.table.table import Table


def assemble(
    settings: Settings,
    *,
    clock: Clock,
    wire: Wire,
    panel: Panel,
    glass: Glass,
    journal: Journal,
    speaker: Speaker | None = None,
    dice: Random | None = None,
    since: Since | None = None,
) -> Daemon:
    """A device that goes on with the game that its (open) journal keeps, or is ready for a new one.

    `dice` shuffle tiles and tokens; None: dice that nobody can foretell. `since` outlives the device, and
    knows how old its faults are.
    """
    table = Table(
        End(settings.game.end),
        *_preferred(journal, settings),
        __version__,
        is_confirmed_by_hand=settings.game.confirm,
        deal=partial(Deal.shuffled, dice or Random(), settings.game.tokens),
        since=since,
    )
    is_resumed = _resume(journal, table)
    kept = KeptCalibration.loaded(journal.folder, len(Location), wall_time)
    return Daemon(
        clock=clock,
        link=Link(wire, pads=len(Location)),
        scale=_scale(journal, settings.sensors, kept, table.heights if is_resumed else None),
        calibrations=Calibrations(len(Location), settings.sensors.counts_per_gram, kept),
        panel=panel,
        table=table,
        draw=page,
        saver=saver,
        glass=glass,
        journal=journal,
        speaker=speaker,
    )


def _scale(
    journal: Journal, sensors: SensorSettings, kept: KeptCalibration, heights: tuple[int, ...] | None
) -> Scale:
    """The scale as the journal remembers it; else a new one, told the heights of a game that goes on.

    What a stone adds comes from the calibration, else from the settings. What was remembered before the
    pads were calibrated is forgotten: they may be other cells since.
    """
    calibration, memory = kept.current, Memory.from_json(journal.memory())
    if calibration is not None and (memory is None or memory.calibration != calibration.name):
        memory = calibration.memory(heights or (0,) * len(Location))
    if memory is None or len(memory.pads) != len(Location):
        memory = Memory((PadMemory(),) * len(Location))
    usual = (sensors.counts_per_gram * sensors.stone_grams,) * len(Location)
    stones_counts = calibration.stones_counts if calibration is not None else usual
    scale = Scale(replace(memory, calibration=kept.name), stones_counts)
    if heights is not None:
        scale.set_up_unknown(heights)
    return scale


def _preferred(journal: Journal, settings: Settings) -> tuple[str, int]:
    """Language and brightness as they were chosen; what is none, or was never chosen, is as it is set."""
    chosen = journal.preferences()
    levels = {str(level): level for level in range(1, BRIGHTEST + 1)}
    language = chosen.get("language")
    return (
        language if language in LANGUAGES else settings.display.language,
        levels.get(chosen.get("brightness", ""), BRIGHTEST),
    )


def _resume(journal: Journal, table: Table) -> bool:
    """Whether the table has taken up the game that is kept; False: there is none that can be gone on with."""
    kept = journal.kept_game()
    if kept is None:
        return False
    try:
        table.resume(kept.start, kept.turns, kept.end, is_laid=kept.is_laid)
    except ValueError as refused:  # by the rules as they are now: an update, or a file that people changed
        journal.leave(f"game {kept.id} cannot be gone on with ({refused}); it stays on disk as it is")
        return False
    if table.state.phase is Phase.OVER and kept.result == UNFINISHED:
        journal.finish(table.state.score.result)
    return True
