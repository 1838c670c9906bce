"""A whole session: a table script played on a new device, in real time or as fast as the machine can."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from companion.clock import Pace
from companion.errors import CompanionError
from companion.settings import DisplaySettings, GameSettings, Settings
from companion.simulate.device import Device
from companion.simulate.runner import Outcome, Runner
from companion.simulate.script import read_script

_SHIPPED = Path(__file__).with_name("first-game.table")
EXAMPLE = _SHIPPED if _SHIPPED.exists() else Path(__file__).parents[2] / "tests" / "tables" / _SHIPPED.name
"""A whole game: beside this file where the package is installed, among the stories in a checkout."""

ENLARGED = 4
"""Pixels of a kept picture, each way, for one of the display's."""

Watcher = Callable[[Image.Image, float], object]
"""Is shown the glass at each new picture, with the simulated second."""


def play_script(
    path: Path,
    *,
    noise: str = "field",
    seed: int = 0,
    is_fast: bool = False,
    is_paced: bool = True,
    language: str = "en",
    is_confirmed: bool = False,
    watch: Watcher | None = None,
) -> Outcome:
    """Play a script from a file.

    `is_fast`: frames go straight to the link's decoder, without firmware. `is_paced`: as long as it lasts.
    `is_confirmed`: every turn waits for OK.
    Raises ScriptError where the script is wrong.
    """
    acts = read_script(path)
    with TemporaryDirectory(prefix="tholos-") as folder:
        settings = Settings(
            display=DisplaySettings(language=language), game=GameSettings(confirm=is_confirmed)
        )
        device = Device(Path(folder), settings, noise=noise, seed=seed, is_direct=is_fast)
        try:
            runner = Runner(device)
            runner.after_step = _every_step(device, is_paced=is_paced, watch=watch)
            return runner.run(acts)
        finally:
            device.close()


def save_pictures(folder: Path) -> Watcher:
    """A watcher that keeps each picture as a PNG, named by its number and its second.

    Raises CompanionError where the folder cannot be made, or holds pictures already: two evenings in one
    folder would be told apart by nobody.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error, "name a folder that is there or can be made") from error
    if any(folder.glob("*.png")):
        raise CompanionError(f"{folder} holds pictures already", cure="name a new folder, or empty this one")
    count = 0

    def save(image: Image.Image, second: float) -> None:
        nonlocal count
        count += 1
        size = (ENLARGED * image.width, ENLARGED * image.height)
        image.resize(size, Image.Resampling.NEAREST).save(folder / f"{count:04}-{second:08.2f}s.png")

    return save


def check_report(file: Path, script: Path) -> None:
    """Raises CompanionError if a report cannot be written to `file`: told before a game, not after.

    It cannot be where the script itself is. Changes nothing.
    """
    if file.exists() and script.exists() and file.samefile(script):
        raise CompanionError(f"{file} is the script itself", cure="name another file for the report")
    was_there = file.exists()
    try:
        # Without waiting: a pipe that nobody reads would hold everything up.
        os.close(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o666))
    except OSError as error:
        raise _unwritable(file, error, "name a file in a folder that can be written") from error
    if not was_there:
        file.unlink()


def write_report(file: Path, report: dict[str, Any]) -> None:
    """The report of a game as JSON. Raises CompanionError if it cannot be written after all."""
    try:
        file.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise _unwritable(file, error, "make room, or name another file") from error


def _unwritable(path: Path, error: OSError, cure: str) -> CompanionError:
    return CompanionError(f"{path} cannot be written ({error.strerror})", cure=cure)


def _every_step(device: Device, *, is_paced: bool, watch: Watcher | None) -> Callable[[], None]:
    pace = Pace(device.clock) if is_paced else None
    transfers, pixels = -1, b""

    def step() -> None:
        nonlocal transfers, pixels
        if pace is not None:
            pace.keep()
        if watch is None or device.bus.transfers == transfers:
            return
        image = device.glass.image()
        if image.tobytes() != pixels:
            watch(image, device.clock.now_s())
        transfers, pixels = device.bus.transfers, image.tobytes()

    return step
