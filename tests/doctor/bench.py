"""A machine made of files, pads made of functions, and somebody who does as they are told."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine
from companion.link.frame import HIGHEST
from companion.listening import Listener
from companion.simulate.sensors import DirectSensors
from tests.listening import listener

GRAM = 2_150.0
NOISE = 59.0
PADS = "ABCDEFG"

Signal = Callable[[float], int | str | None]
"""What a chip gives at a second, or a word of firmware/boards/simulated.py; None: it is unplugged."""


def machine(
    root: Path,
    files: Mapping[str, str | bytes] | None = None,
    *,
    commands: Mapping[str, str] | None = None,
    packages: Mapping[str, str] | None = None,
    forbidden: Sequence[str] = (),
) -> Machine:
    """One with these files below `root`, these programs and their answers, and files nobody may use."""
    for name, content in (files or {}).items():
        path = root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    known, answers = packages or {}, commands or {}
    here = root / "home"
    here.mkdir(parents=True, exist_ok=True)
    return Machine(
        root=root,
        run=lambda command: answers.get(command[0]),
        may_use=lambda path: f"/{path.relative_to(root)}" not in forbidden and os.access(path, os.R_OK),
        version_of=known.get,
        user="ana",
        user_number=os.getuid(),
        folder=here,
    )


def lines(findings: Sequence[Finding]) -> list[tuple[Verdict, str]]:
    """What people read first."""
    return [(finding.verdict, finding.says) for finding in findings]


class Pads:
    """Seven sound pads with noise, until a test says otherwise."""

    def __init__(self, seed: int = 0, sigma: float = NOISE) -> None:
        self._random, self._sigma = Random(seed), sigma
        self._zeros = [self._random.randint(-200_000, 200_000) for _ in PADS]
        self.signals: dict[str, Signal] = {}
        self.added: dict[str, Callable[[float], float]] = {}

    def counts(self, t_s: float) -> list[int | str | None]:
        """What the seven chips give."""
        return [self._count(pad, name, t_s) for pad, name in enumerate(PADS)]

    def _count(self, pad: int, name: str, t_s: float) -> int | str | None:
        if name in self.signals:
            return self.signals[name](t_s)
        more = self.added[name](t_s) if name in self.added else 0.0
        return min(HIGHEST + 1, round(self._random.gauss(self._zeros[pad] + more, self._sigma)))

    def zero(self, name: str) -> int:
        """What that pad reads empty."""
        return self._zeros[PADS.index(name)]

    def listener(self) -> Listener:
        """One that hears them."""
        return listener(DirectSensors(), self.counts)


class Hands:
    """Does what it is told, by the acts that a test gives for a part of the text, and has its answers."""

    def __init__(self, acts: Mapping[str, Callable[[], None]] | None = None, answer: str = "") -> None:
        self._acts, self._answer = acts or {}, answer
        self.told: list[str] = []

    def tell(self, text: str) -> None:
        """Hear it, and act."""
        self.told.append(text)
        for part, act in self._acts.items():
            if part in text:
                act()

    def ask(self, question: str) -> str:
        """Answer."""
        self.told.append(question)
        return f"{self._answer}\n"
