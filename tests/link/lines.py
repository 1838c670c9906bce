"""Lines that several tests read, and the golden ones of firmware/vectors.json."""

import json
from pathlib import Path
from typing import Any

from companion.link.decoder import Frame
from companion.link.frame import frame_line, hello_line

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "firmware" / "vectors.json").read_text(encoding="utf-8")
)
COUNTS = (10423, -77, 5, 0, -1, 123456, -654321)
HELLO_LINE = hello_line("0.2.0", 7, 80)


def line(seq: int) -> bytes:
    """A good frame with this number."""
    return frame_line(seq, 12 * seq, list(COUNTS))


def frame(seq: int) -> Frame:
    """What that line says."""
    return Frame(seq, 12 * seq, COUNTS)
