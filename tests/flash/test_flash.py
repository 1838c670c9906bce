from contextlib import suppress
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.flash.files import DOWNLOAD, MICROPYTHON, files
from companion.flash.pico import Running
from tests.flash.desk import Desk

ROOT = Path(__file__).parents[2]


def test_the_firmware_is_what_the_picos_program_imports() -> None:
    """Main, cells, sampler, talker, the Pico's own board and the frame definition; no simulated board."""
    assert sorted(files()) == [
        "boards/pico.py",
        "frame.py",
        "loadcell.py",
        "main.py",
        "sampler.py",
        "talker.py",
    ]


def test_what_starts_by_itself_is_copied_last() -> None:
    """A lead pulled half way leaves a Pico that waits, not one that runs new files with old ones."""
    desk = Desk()

    desk.flash().put(files())

    assert desk.written == list(files())
    assert desk.written[-1] == "main.py"
    assert desk.resets == 1


@pytest.mark.parametrize("chances", range(12))
@pytest.mark.parametrize("older", [{name: b"# older" for name in files()}, {"gone.py": b"", **files()}])
def test_an_update_cut_off_anywhere_starts_no_mixture(older: dict[str, bytes], chances: int) -> None:
    """A complete older firmware, and the power goes: it is all there, or nothing starts."""
    desk, left = Desk(older), iter([True] * chances)
    desk.may_remove = desk.may_write = lambda: next(left, False)

    with suppress(CompanionError):
        desk.flash().put(files())
    cut_off = dict(desk.held)
    desk.may_remove = desk.may_write = lambda: True
    desk.flash().put(files())

    assert cut_off in (older, files()) or "main.py" not in cut_off
    assert desk.held == files()


def test_a_name_of_ours_that_is_something_else_there_gives_way() -> None:
    """A folder where a file belongs, a file where a folder belongs: both once, by hand."""
    desk = Desk(files() | {"talker.py/odd.py": b"", "boards": b"a file"})
    del desk.held["talker.py"], desk.held["boards/pico.py"]

    desk.flash().put(files())

    assert desk.held == files()


def test_what_is_there_already_is_not_copied_again() -> None:
    """Flash memory wears; and the second time takes a second."""
    desk = Desk(files())

    desk.flash().put(files())

    assert desk.written == []


def test_a_pico_that_goes_away_in_the_middle_is_begun_anew() -> None:
    """The watchdog cuts in: the next time it goes on with what is missing."""
    desk = Desk()
    chances = iter([True, True, False, True, False, *[True] * 10])
    desk.may_write = lambda: next(chances)

    desk.flash().put(files())

    assert desk.held == files()
    assert desk.written == list(files())
    assert desk.said.count("the Pico went away; from the beginning") == 2


def test_one_that_goes_away_every_time_is_given_up() -> None:
    """Five times, and no more: a bad lead is named."""
    desk = Desk()
    desk.may_write = lambda: False

    with pytest.raises(CompanionError, match="went away 5 times; try another USB lead"):
        desk.flash().put(files())


def test_the_flasher_never_finds_its_own_lock() -> None:
    """A port that is still open is busy for the next try, and the Pico comes back under another name."""
    desk = Desk(files())
    chances = iter([False, True])
    desk.held["main.py"] = b"# older"
    desk.may_write = lambda: next(chances)

    desk.flash().put(files())

    assert desk.entered == 2
    assert not desk.is_held


@pytest.mark.parametrize("error", [KeyboardInterrupt, CompanionError("the Pico refuses: ENOSPC")])
@pytest.mark.parametrize("step", ["about", "names", "write", "remove"])
def test_whatever_ends_it_the_pico_is_not_left_stopped(
    step: str, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C, a full Pico: it starts anew, and its port is free."""
    desk = Desk({name: b"# older" for name in files()})

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(desk, step, fail)
    with pytest.raises(type(error) if isinstance(error, Exception) else KeyboardInterrupt):
        desk.flash().put(files())

    assert (desk.is_stopped, desk.is_held) == (False, False)


def test_another_board_with_micropython_is_no_pico() -> None:
    """It is started anew as it was, and nothing is copied."""
    desk = Desk()
    desk.running = Running("esp32", MICROPYTHON)

    with pytest.raises(CompanionError, match="no Pico but esp32"):
        desk.flash().put(files())
    assert (desk.written, desk.resets) == ([], 1)


def test_a_file_that_arrives_damaged_is_named() -> None:
    """Each file is compared by its check sum after all are there."""
    desk = Desk()
    desk.kept = lambda data: data[:-1] if b"class Talker" in data else data

    with pytest.raises(
        CompanionError, match=r"not as it should be on the Pico: talker\.py; flash it once more"
    ):
        desk.flash().put(files())


def test_the_maker_reads_which_micropython_and_where_it_is() -> None:
    """firmware/README.md names exactly the release that is asked for."""
    readme = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")

    assert f"MicroPython **{MICROPYTHON}**" in readme
    assert DOWNLOAD in readme
