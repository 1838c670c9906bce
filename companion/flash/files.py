"""What a Pico of the sensing temple holds: these files and no others, run by one MicroPython."""

from hashlib import sha256
from pathlib import Path

MICROPYTHON = "1.28.0"
"""The release of MicroPython that the firmware wants; the tests run it in a build of the same year."""
DOWNLOAD = "https://micropython.org/download/RPI_PICO/"
"""Where its .uf2 file is."""

_COMPANION = Path(__file__).parents[1]
_FIRMWARE = _COMPANION.parent / "firmware"
START = "main.py"
"""What MicroPython runs by itself at each start."""


def files() -> dict[str, bytes]:
    """All of them by their names on the Pico, in the order of copying: what runs by itself comes last."""
    found = {path.name: path.read_bytes() for path in sorted(_FIRMWARE.glob("*.py"))}
    found["boards/pico.py"] = (_FIRMWARE / "boards" / "pico.py").read_bytes()
    found["frame.py"] = (_COMPANION / "link" / "frame.py").read_bytes()
    found[START] = found.pop(START)
    return found


def digest(data: bytes) -> str:
    """How two files are compared: SHA-256 in hexadecimal digits."""
    return sha256(data).hexdigest()
