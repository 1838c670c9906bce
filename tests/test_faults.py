import logging
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import __version__
from companion import faults as module
from companion.faults import COUNT_EVERY_S, PADS_AFTER_S, SETTLE_S, FaultLog, Faults, Losses, losses_told
from companion.link.decoder import Lack
from companion.link.fault import BUSY, NO_SUCH_PORT, NOT_ALLOWED, PortFault, PortTrouble
from companion.link.hello import LinkState

WELL = Faults(link=LinkState.UP)
BAD, GOOD = logging.WARNING, logging.INFO
PADS = {
    Lack.MISSING: "pad C has no converter that answers; check its supply, and the wires SCK and DOUT",
    Lack.SATURATED: "pad C is at the end of its range; free it, and check the four wires of its cell",
    Lack.SLIPPED: "pad C loses bits; shorten the wires SCK and DOUT, and keep them from others",
    Lack.DEAD: "pad C says the same whatever lies on it; is DOUT shorted, SCK off, the module broken?",
    Lack.TOO_FAST: "pad C converts faster than any converter can; SCK or DOUT is on the wrong pin, or loose",
}


def changes(old: Faults, new: Faults) -> list[tuple[int, str]]:
    """What is told, without what it is of."""
    return [(line.level, line.text) for line in module.changes(old, new)]


GONE = Faults(link=LinkState.UNPLUGGED, port=PortFault(PortTrouble.OTHER, "the line was lost"))


@pytest.mark.parametrize(
    ("wrong", "line", "healed"),
    [
        (
            Faults(link=LinkState.UP, display="I2C device not found on address: 0x3C"),
            "the display: I2C device not found on address: 0x3C",
            "the display works again",
        ),
        (
            Faults(link=LinkState.UP, journal="the disk is full; free it"),
            "the journal: the disk is full; free it",
            "the journal works again",
        ),
        (
            Faults(link=LinkState.UP, buzzer="PWM is not supported on pin GPIO18; check [sound] pin"),
            "the buzzer: PWM is not supported on pin GPIO18; check [sound] pin",
            "the buzzer works again",
        ),
        (
            Faults(link=LinkState.UP, buttons="no GPIO here; join the group gpio"),
            "the buttons: no GPIO here; join the group gpio",
            "the buttons work again",
        ),
        (
            Faults(link=LinkState.UP, calibration="the file is damaged; calibrate anew"),
            "the calibration: the file is damaged; calibrate anew",
            "the calibration works again",
        ),
        (
            Faults(link=LinkState.UP, page="it cannot be served at 127.0.0.1, port 8080; name another port"),
            "the page: it cannot be served at 127.0.0.1, port 8080; name another port",
            "the page can be looked at again",
        ),
        (
            Faults(link=LinkState.UP, stuck=("GREY",)),
            "button GREY is stuck; it is ignored until it is released",
            "button GREY works again",
        ),
        (
            Faults(link=LinkState.UP, silent=("C",)),
            "pad C says nothing that can be used; check its wires",
            "pad C works again",
        ),
        *(
            (
                Faults(link=LinkState.UP, silent=("C",), lacks={"C": lack, "D": Lack.MISSING}),
                line,
                "pad C works again",
            )
            for lack, line in PADS.items()
        ),
        (GONE, "the sensors are not there: the line was lost", "the sensors answer"),
        (
            Faults(link=LinkState.SILENT),
            "the sensors say nothing; if it stays so, unplug them and plug them in again",
            "the sensors answer",
        ),
        (
            Faults(link=LinkState.STRANGER),
            "what speaks on the port is not the sensors' firmware; put ours on it: make flash",
            "the sensors answer",
        ),
        (
            Faults(link=LinkState.WRONG_VERSION),
            "the sensors' firmware is of another version; renew it: make flash",
            "the sensors answer",
        ),
    ],
)
def test_a_fault_is_told_once_and_once_more_when_it_has_healed(wrong: Faults, line: str, healed: str) -> None:
    """Whoever reads the log finds when it began, what to do, and when it was over; nothing in between."""
    assert changes(WELL, wrong) == [(BAD, line)]
    assert changes(wrong, wrong) == []
    assert changes(wrong, WELL) == [(GOOD, healed)]


@given(
    st.lists(
        st.builds(
            Faults,
            link=st.sampled_from(LinkState),
            port=st.sampled_from([None, NO_SUCH_PORT, BUSY]),
            display=st.sampled_from([None, "gone"]),
            stuck=st.sampled_from([(), ("OK",), ("OK", "BACK")]),
            silent=st.sampled_from([(), ("A",), ("A", "G")]),
        ),
        min_size=2,
        max_size=20,
    )
)
def test_nothing_is_told_twice_in_a_row(history: list[Faults]) -> None:
    """Whatever comes and goes: between two lines of the same fault there is one that says it has healed."""
    told = [text for old, new in pairwise(history) for _, text in changes(old, new)]

    for kind in ("the display", "button OK", "button BACK", "pad A", "pad G"):
        of_it = [text.endswith("works again") for text in told if text.startswith(kind)]
        assert all(before != after for before, after in pairwise(of_it))


def test_a_second_pad_is_a_line_of_its_own() -> None:
    """One pad is out already, another follows: only the other is told."""
    told = changes(replace(WELL, silent=("C",)), replace(WELL, silent=("C", "E")))

    assert told == [(BAD, "pad E says nothing that can be used; check its wires")]


@pytest.mark.parametrize(
    "name", ["settings", "journal", "calibration", "page", "display", "buttons", "buzzer"]
)
def test_another_fault_of_the_same_part_is_told(name: str) -> None:
    """One slip mended and another made, the disk no longer full but taken: the log says what holds now."""
    before, after = (replace(WELL, **{name: text}) for text in ("the disk is full", "another program has it"))

    assert changes(before, after) == [(BAD, f"the {name}: another program has it")]
    assert changes(after, after) == []


def test_another_reason_why_a_pad_says_nothing_is_told() -> None:
    """Its wires were looked at, and now they are another fault; that nobody knows any more is none."""
    unknown, missing, dead = (
        replace(WELL, silent=("C",), lacks={"C": lack} if lack else {})
        for lack in (None, Lack.MISSING, Lack.DEAD)
    )

    assert changes(unknown, missing) == [(BAD, PADS[Lack.MISSING])]
    assert changes(missing, dead) == [(BAD, PADS[Lack.DEAD])]
    assert changes(dead, unknown) == []


FLAPPING = {
    "a loose wire": ({}, {"silent": ("C",)}),
    "a loose lead": ({}, {"link": LinkState.UNPLUGGED, "port": NO_SUCH_PORT}),
    "a button that jams": ({}, {"stuck": ("OK",)}),
    "a display on a long wire": ({}, {"display": "[Errno 5]"}, {"display": "[Errno 121]"}),
    "a disk that is nearly full": ({}, {"journal": "the disk is full; free it"}),
    "settings that an editor saves": ({"settings": "slip 1"}, {"settings": "slip 2"}),
    "pads that fail in turn": ({"silent": ("A",)}, {"silent": ("B",)}, {}),
}


@pytest.mark.parametrize("kind", FLAPPING)
def test_what_comes_and_goes_all_the_time_does_not_fill_the_disk(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A part on a loose wire: each change at first, then once a minute how it is, with a count."""
    caplog.set_level(logging.INFO)
    log, moments = FaultLog(0.0), FLAPPING[kind]

    for number in range(7_200):
        log.note(replace(WELL, **moments[number % len(moments)]), Losses(), number / 2)

    assert 60 <= len(caplog.messages) < 170
    assert len([text for text in caplog.messages if text.endswith(" lines before it not told)")]) >= 58


def test_how_it_is_in_the_end_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """The wire is fixed after a minute: within another one the log says so, and the next fault at once."""
    caplog.set_level(logging.INFO)
    log, loose = FaultLog(0.0), replace(WELL, silent=("C",))
    log.note(WELL, Losses(), 0.0)
    for number in range(1, 41):
        log.note(loose if number % 2 else WELL, Losses(), 10.0 + number)
    flapping = len(caplog.messages)
    for second in range(51, 200):
        log.note(WELL, Losses(), float(second))
    calm = caplog.messages[flapping:]
    log.note(loose, Losses(), 200.0)

    assert flapping == 1 + 4
    assert calm == ["pad C works again (35 lines before it not told)"]
    assert caplog.messages[-1] == "pad C says nothing that can be used; check its wires"


def test_the_end_keeps_nothing_back(caplog: pytest.LogCaptureFixture) -> None:
    """Stopped in the middle of it: the last word is there."""
    caplog.set_level(logging.INFO)
    log = FaultLog(0.0)
    for number in range(9):
        log.note(replace(WELL, display=None if number % 2 else "gone"), Losses(), 1.0 + number)

    log.stop()

    assert caplog.messages[-2] == "the display: gone (4 lines before it not told)"


def test_what_the_journal_found_is_told() -> None:
    """A game that could not be gone on with is in the log, once."""
    before, after = replace(WELL, remarks=("first",)), replace(WELL, remarks=("first", "second"))

    assert changes(WELL, before) == [(BAD, "first")]
    assert changes(before, after) == [(BAD, "second")]


def test_a_pulled_lead_is_one_line() -> None:
    """The line is lost, a moment later the port is gone: one event for people."""
    assert changes(GONE, replace(GONE, port=NO_SUCH_PORT)) == []


def test_a_port_that_may_not_be_opened_is_told_though_the_lead_was_out() -> None:
    """Plugged in again, and now the system says no: why, and what to do."""
    told = changes(GONE, replace(GONE, port=NOT_ALLOWED))

    assert told == [(BAD, "the sensors are not there: permission denied; add the user to the group dialout")]


def test_sensors_that_are_out_from_the_start_are_told() -> None:
    """The first look finds no port: that is news as well."""
    just_opened = Faults(link=LinkState.UNPLUGGED)

    assert changes(Faults(), just_opened) == []
    assert changes(just_opened, replace(just_opened, port=NO_SUCH_PORT)) == [
        (BAD, f"the sensors are not there: {NO_SUCH_PORT}")
    ]
    assert changes(just_opened, WELL) == [(GOOD, "the sensors answer")]


def test_lost_lines_are_told_as_what_the_minute_brought() -> None:
    """Numbers since the start would tell nobody whether it gets worse; and people are told what to do."""
    told = losses_told(Losses(5, 10, 0), Losses(7, 10, 1))

    assert [(line.level, line.text) for line in told] == [
        (
            BAD,
            "lines from the sensors in the last minute: 2 damaged, 0 lost, 1 out of order; "
            "a busy machine may lose some; if it goes on, try another, shorter USB lead",
        )
    ]
    assert losses_told(Losses(7, 10, 1), Losses(7, 10, 1)) == []


def test_lost_lines_are_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """A bad lead loses lines all the time: the log has one line a minute, and none once it is mended."""
    log = FaultLog(0.0)
    caplog.set_level(logging.INFO)

    for second in range(300):
        log.note(WELL, Losses(damaged=min(second, 100)), float(second))

    lines = [text for text in caplog.messages if "damaged" in text]
    assert COUNT_EVERY_S == 60
    assert [text.split(": ")[1].split(" ")[0] for text in lines] == ["60", "40"]


def test_pads_are_judged_once_the_sensors_have_spoken(caplog: pytest.LogCaptureFixture) -> None:
    """With the lead out every pad is silent, and that is one fault, not eight; a dead pad is told later."""
    log = FaultLog(0.0)
    all_silent = tuple("ABCDEFG")

    log.note(replace(GONE, silent=all_silent), Losses(), 19.0)
    log.note(replace(WELL, silent=all_silent), Losses(), 20.0)
    log.note(replace(WELL, silent=("C",)), Losses(), 20.1)
    at_once = list(caplog.messages)
    log.note(replace(WELL, silent=("C",)), Losses(), 20.0 + PADS_AFTER_S)
    log.note(replace(GONE, silent=all_silent), Losses(), 30.0)

    assert at_once == ["the sensors are not there: the line was lost"]
    assert caplog.messages[1:] == [
        "pad C says nothing that can be used; check its wires",
        "the sensors are not there: the line was lost",
    ]


def test_other_settings_begin_no_other_evening(caplog: pytest.LogCaptureFixture) -> None:
    """All parts are opened anew: what was faulty is not told again, and is as old as it is."""
    caplog.set_level(logging.INFO)
    log = FaultLog(0.0)
    faulty = replace(WELL, display="no display", silent=("C",), remarks=("game 3 was mended",))
    log.note(faulty, Losses(lost=7), 100.0)
    told = len(caplog.messages)

    log.begin_anew(3_700.0)
    opened = Faults(link=LinkState.UNPLUGGED, silent=tuple("ABCDEFG"), remarks=("game 4 stays on disk",))
    log.note(opened, Losses(), 3_700.0)
    log.note(replace(opened, port=NO_SUCH_PORT), Losses(), 3_700.5)
    log.note(replace(faulty, remarks=opened.remarks), Losses(lost=1), 3_701.5)
    log.note(replace(faulty, remarks=opened.remarks), Losses(lost=1), 3_700.0 + 2 * SETTLE_S)
    status = log.status(3_700.0 + 2 * SETTLE_S)

    assert [text for text in caplog.messages[told:] if not text.startswith("lines")] == [
        "game 4 stays on disk"
    ]
    assert status["running_s"] == 3_706.0
    assert status["remarks"] == ["game 3 was mended", "game 4 stays on disk"]
    assert status["lines"]["lost"] == 8
    assert {part["for_s"] for part in status["parts"]} == {3_606.0}


def test_what_other_settings_break_or_mend_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """Another port, where there are no sensors; another display, which is there."""
    caplog.set_level(logging.INFO)
    log = FaultLog(0.0)
    log.note(replace(WELL, display="no display"), Losses(), 100.0)
    told, after = len(caplog.messages), Faults(link=LinkState.UNPLUGGED, port=NO_SUCH_PORT, page="taken")

    log.begin_anew(200.0)
    log.note(after, Losses(), 200.0)
    at_once = caplog.messages[told:]
    log.note(after, Losses(), 200.0 + SETTLE_S)

    assert at_once == ["the page: taken"]
    assert caplog.messages[told + 1 :] == [
        f"the sensors are not there: {NO_SUCH_PORT}",
        "the display works again",
    ]


def test_start_and_stop_name_the_version(caplog: pytest.LogCaptureFixture) -> None:
    """A log that is mailed to us says which version it is from."""
    caplog.set_level(logging.INFO)
    log = FaultLog(0.0)

    log.start("sensors at /dev/tholos")
    log.stop()

    assert caplog.messages == [
        f"tholos {__version__} starts: sensors at /dev/tholos",
        f"tholos {__version__} stops",
    ]
