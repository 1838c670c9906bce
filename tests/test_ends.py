import pytest

from companion.ends import end


class Part:
    """Notes what is done to it."""

    def __init__(self, name: str, done: list[str], error: Exception | None = None) -> None:
        self._name, self._done, self._error = name, done, error

    def stop(self) -> None:
        """Begin to end."""
        self._done.append(f"{self._name} stops")

    def close(self) -> None:
        """End."""
        self._done.append(self._name)
        if self._error is not None:
            raise self._error


def test_all_is_let_go_while_the_glass_goes_dark() -> None:
    """A stuck bus takes its time: by then the games are closed, and whoever comes next can have them."""
    done: list[str] = []

    end(Part("glass", done), Part("buzzer", done), None, Part("journal", done))

    assert done == ["glass stops", "buzzer", "journal", "glass"]


def test_a_part_that_cannot_be_closed_keeps_no_other_one_open() -> None:
    """The error is told, once all the others are closed."""
    done: list[str] = []

    with pytest.raises(OSError, match="no such pin"):
        end(Part("glass", done), Part("buzzer", done, OSError("no such pin")), Part("journal", done))

    assert done == ["glass stops", "buzzer", "journal", "glass"]
