"""What the program complains of."""

import pytest


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr; nothing is on stdout."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tholos")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    return err.rstrip("\n")
