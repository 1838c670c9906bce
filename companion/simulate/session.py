"""A whole session: a table script played on a new device, in real time or as fast as the machine can."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from companion.clock import Pace
from companion.errors import CompanionError
from companion.settings import Settings
from companion.simulate.device import Device
from companion.simulate.runner import Outcome, Runner
from companion.simulate.script import read_script

EXAMPLE = Path(__file__).parents[2] / "tests" / "tables" / "first-game.table"
"""A whole game, in a checkout."""

Watcher = Callable[[Image.Image, float, str], object]
"""Is shown each new picture of the glass, with the simulated second and the line of the script under way."""


def play_script(
    path: Path,
    *,
    noise: str = "field",
    seed: int = 0,
    is_fast: bool = False,
    is_paced: bool = True,
    watch: Watcher | None = None,
) -> Outcome:
    """Play a script from a file.

    `is_fast`: frames go straight to the link's decoder, without firmware. `is_paced`: as long as it lasts.
    Raises ScriptError where the script is wrong.
    """
    acts = read_script(path)
    with TemporaryDirectory(prefix="tholos-") as folder:
        device = Device(Path(folder), Settings(), noise=noise, seed=seed, is_direct=is_fast)
        try:
            runner = Runner(device)
            runner.after_step = _every_step(device, runner, is_paced=is_paced, watch=watch)
            return runner.run(acts)
        finally:
            device.close()


def save_pictures(folder: Path) -> Watcher:
    """A watcher that keeps each picture as a PNG, named by its number and its second.

    Raises CompanionError where the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error, "name a folder that is there or can be made") from error
    count = 0

    def save(image: Image.Image, second: float, line: str) -> None:
        nonlocal count
        count += 1
        image.save(folder / f"{count:04}-{second:08.2f}s.png")

    return save


def check_writable(file: Path) -> None:
    """Raises CompanionError if a file cannot be written: told before a game, not after. Changes nothing."""
    was_there = file.exists()
    try:
        file.open("ab").close()
    except OSError as error:
        raise _unwritable(file, error, "name a file in a folder that can be written") from error
    if not was_there:
        file.unlink()


def _unwritable(path: Path, error: OSError, cure: str) -> CompanionError:
    return CompanionError(f"{path} cannot be written ({error.strerror})", cure=cure)


def _every_step(
    device: Device, runner: Runner, *, is_paced: bool, watch: Watcher | None
) -> Callable[[], None]:
    pace = Pace(device.clock) if is_paced else None
    shown: tuple[int, bytes] = (-1, b"")

    def step() -> None:
        nonlocal shown
        if pace is not None:
            pace.keep()
        if watch is None or device.bus.transfers == shown[0]:
            return
        image = device.glass.image()
        pixels = image.tobytes()
        if pixels != shown[1]:
            watch(image, device.clock.now_s(), runner.line.text if runner.line else "")
        shown = (device.bus.transfers, pixels)

    return step
