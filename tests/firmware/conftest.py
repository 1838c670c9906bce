"""The firmware's files see each other as on a Pico: all in one folder."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT / folder) for folder in ("firmware", "companion/link", "companion/simulate")]
