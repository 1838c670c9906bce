"""Each field case has its story (tests/tables/README.md), and each story fails once its safeguard is gone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.simulate.noise import NOISES
from companion.simulate.session import play_script
from tests import broken

TABLES = Path(__file__).parent / "tables"
STORIES = {path.stem.removeprefix("field-"): path for path in TABLES.rglob("field-*.table")}
UNFELT = sorted((TABLES / "unfelt").glob("*.table"))
"""Stones move while no pad feels it: there is no pace to hold, which is why the folder is a separate one."""
ROW = re.compile(r"^\| \[([\w-]+)\].*$", re.MULTILINE)
ROWS = {row[1]: row[0] for row in ROW.finditer((TABLES / "README.md").read_text(encoding="utf-8"))}
"""The list of tests/tables/README.md by story."""

NEVER_S = 1e9
"""Longer than any evening."""


@dataclass(frozen=True, slots=True)
class Case:
    """A story, and the device that it must not hold on."""

    story: str
    safeguard: str
    """In the words of the list."""
    gone: Mapping[str, object]
    """What stands in the safeguard's place, by the name of what it replaces, without `companion.`."""
    mishap: Mapping[str, object] = field(default_factory=dict)
    """What befalls the table beyond the acts of the script; the story holds all the same."""
    noise: Mapping[str, float] = field(default_factory=dict)
    """How the noise of the table differs from `field`; the story holds all the same."""
    seed: int = 1

    @property
    def is_made_worse(self) -> bool:
        """Whether the table has more to bear than the script says."""
        return bool(self.mishap or self.noise)

    def told(self, patch: pytest.MonkeyPatch, gone: Mapping[str, object]) -> str:
        """The first expectation that does not hold, "" for none."""
        for name, value in {**self.mishap, **gone}.items():
            patch.setattr(f"companion.{name}", value, raising=name != "scale.stack.Stack.is_back")
        patch.setitem(NOISES, "field", replace(NOISES["field"], **self.noise))
        outcome = play_script(STORIES[self.story], seed=self.seed, is_fast=True, is_paced=False)
        return outcome.failure.line.text if outcome.failure else ""


CASES = (
    Case("slide-over", "a level holds still", {"scale.pad.Pad._settle": broken.believe_at_once}),
    Case(
        "knock",
        "all pads rest together",
        {
            "scale.pad.Pad._settle": broken.believe_at_once,
            "tracker.columns.Columns.is_resting": lambda *_: True,
            "scale.stack.PROOF_S": 0.0,
        },
    ),
    Case(
        "stone-put-twice", "a quiet moment first", {"scale.pad.Pad._settle": broken.believe_at_once}, seed=3
    ),
    Case(
        "zero-under-a-hand",
        "a zero is made at rest",
        {"scale.pad.Pad._settle": broken.believe_at_once, "scale.stack.PROOF_S": 0.0},
    ),
    Case("drift", "a level follows", {"scale.pad.FOLLOW_S": NEVER_S}),
    Case("worn-cell", "each zero follows", {"scale.pad.FOLLOW_S": NEVER_S}, noise={"wander_grams": 12.0}),
    Case(
        "wild-samples",
        "the median of three",
        {"scale.pad.deque": broken.deque_of_one},
        noise={"spark_chance": 0.02},
    ),
    Case(
        "damaged-lines",
        "the check sum",
        {"link.frame.crc16": lambda data: 0},
        mishap={"simulate.lead.Lead.__call__": broken.steal_bytes},
        seed=4,
    ),
    Case("which-column", "pads in the order A to G", {"scale.scale.Scale.feed": broken.feed_mirrored}),
    Case("dead-pad", "a silent pad is told of by buttons", {"scale.pad.SILENT_S": NEVER_S}),
    Case(
        "one-pad-less",
        "a silent pad holds up nobody",
        {"tracker.columns.Columns._note": broken.wait_for_the_silent},
    ),
    Case("pad-came-back", "a pad that returns is compared", {"scale.pad.SILENT_S": NEVER_S}),
    Case("cable-pulled", "the port is looked for", {"link.link.OPEN_EVERY_S": NEVER_S}),
    Case(
        "cable-pulled-mid-turn",
        "what nobody saw is put back",
        {"tracker.columns.Columns._note": broken.note_no_loss},
    ),
    Case(
        "stalled-lead",
        "a silent port is opened anew",
        {"link.link.REOPEN_AFTER_S": NEVER_S},
        mishap={"simulate.sensors.DirectSensors.unplug": broken.stall},
    ),
    Case("start-order", "the display is tried again", {"screen.oled.RETRY_S": NEVER_S}),
    Case(
        "display-unplugged",
        "the display is started anew",
        {"screen.oled.Oled._forget": lambda oled, fault: None},
    ),
    Case(
        "resume-where-it-stood",
        "the first rest sets the zeros",
        {"scale.scale.Scale._wake": broken.wake_cold},
    ),
    Case(
        "resume-after-cleaning",
        "the zeros are on disk",
        {"journal.journal.Journal.memory": lambda journal: ""},
    ),
    Case(
        "continue-or-new",
        "going on, and giving up, is asked",
        {"table.table.Table._ask": broken.leave_at_once},
    ),
    Case("lifted-and-replaced", "a stone may be in the hand", {"tracker.watch.MISSING_S": 0.0}),
    Case("bonus-first", "half a turn is no fault", {"tracker.explain.is_begun": lambda *_: False}),
    Case("parked-stone", "a missing stone is asked for", {"tracker.watch.MISSING_S": NEVER_S}),
    Case("hover-over-a-bonus", "a returned stone is waited for", {"tracker.belief.RETURN_S": 0.0}),
    Case(
        "long-hesitation",
        "a stone is known by its weight",
        {"scale.stack.Stack.is_back": property(lambda stack: False, lambda stack, is_back: None)},
    ),
    Case(
        "passing-older-state",
        "heights undo no settled turn",
        {"tracker.tracker.Tracker.think": broken.undo_what_looks_undone},
    ),
    Case(
        "undo-in-a-question",
        "hands are guided back",
        {"tracker.tracker.Tracker.restart": broken.restart_unguided},
    ),
    Case("several-taken-back", "BACK asks first", {"table.table.Table._unsay": broken.undo_at_once}),
    Case("wrong-answer", "BACK unsays", {"tracker.tracker.Tracker.unsay": lambda *_: None}),
    Case("quick-reply", "two turns are thought of", {"tracker.explain._first_turns": broken.no_stories}),
    Case(
        "reply-closes-the-turn",
        "the rival closes a turn",
        {"tracker.ask.is_closed": broken.close_by_press_alone},
    ),
    Case(
        "question-stays",
        "the first stone is asked first",
        {"tracker.belief.question": broken.ask_about_the_newest},
    ),
    Case(
        "one-side-twice",
        "a turn out of turn is asked about",
        {"tracker.explain._forgotten": broken.no_stories},
    ),
    Case("forgotten-take", "a forgotten take is offered", {"tracker.explain._forgotten": broken.no_stories}),
    Case(
        "press-before-placing",
        "a press may name a stone",
        {"tracker.explain._names_as": lambda turn, said: not said.taking},
    ),
    Case(
        "replaced-by-another",
        "an answer goes with its stone",
        {"tracker.said.Said.as_lie": lambda said, *heights: said},
    ),
    Case("told-at-once", "told within a second", {"tracker.watch.MISMATCH_S": 60.0}),
    Case(
        "names-the-column",
        "only what is wrong is named",
        {"tracker.mismatch.less": lambda steps, others: steps},
    ),
)

each_case = pytest.mark.parametrize("case", CASES, ids=[case.story for case in CASES])
each_worse = pytest.mark.parametrize(
    "case", [case for case in CASES if case.is_made_worse], ids=lambda case: case.story
)
each_unfelt = pytest.mark.parametrize("table", UNFELT, ids=lambda table: table.stem)


@each_case
def test_a_story_fails_without_its_safeguard(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes out what keeps this from going wrong is told by the story, where the list says so."""
    failed = case.told(monkeypatch, case.gone)

    assert failed
    assert failed in ROWS[case.story]
    assert case.safeguard in ROWS[case.story]
    assert all(f"`{name}`" in ROWS[case.story] for name in case.gone)


@each_worse
def test_a_story_holds_where_the_table_is_worse(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no script can do to a table is done to it as well, and the people notice nothing."""
    failed = case.told(monkeypatch, {})

    assert failed == ""


@each_unfelt
@pytest.mark.parametrize(("is_fast", "seed"), [(False, 1), (True, 11)])
def test_a_story_of_unfelt_stones_goes_as_told(table: Path, is_fast: bool, seed: int) -> None:
    """Stones that were moved while no pad felt them are understood in the end, at any table."""
    outcome = play_script(table, seed=seed, is_fast=is_fast, is_paced=False)

    assert outcome.failure is None, str(outcome.failure)
    assert outcome.report["agrees"]


def test_every_field_case_has_its_safeguard() -> None:
    """No story of the list, and none in the folder, is there without a safeguard that it watches."""
    watched = [case.story for case in CASES]

    assert sorted(STORIES) == sorted(watched)
    assert sorted(ROWS) == sorted(watched)
    assert len(watched) >= 20
