"""The five buttons: which are down though nobody presses, and whether each says its own name."""

from collections.abc import Callable, Iterator, Mapping

from companion.clock import Clock
from companion.doctor.finding import Finding, Verdict
from companion.panel.buttons import Buttons
from companion.panel.press import DEBOUNCE_S, Button, Edge
from companion.person import Person

PART = "buttons"
WAIT_S = 15.0
"""So long a person may take to find a button."""
QUIET_S = 0.5
"""An impatient finger presses twice within that."""
_LOOK_S = 0.02


def buttons(
    panel: Buttons,
    pins: Mapping[Button, int],
    clock: Clock,
    rest: Callable[[float], None],
    person: Person | None,
) -> list[Finding]:
    """Without a person only the levels are read; with one, each button is asked for in turn."""
    if person is not None:
        person.tell("Hands off all buttons.")
        rest(1.0)
    stuck = [button for button in Button if button in panel.down()]
    found = [_stuck(button, pins[button]) for button in stuck]
    if person is not None:
        found += _press_each(panel, pins, clock, rest, person, stuck)
    if found:
        return found
    says = "each says its own name" if person is not None else "none is down, as it should be"
    return [Finding(PART, Verdict.GOOD, says)]


def _stuck(button: Button, pin: int) -> Finding:
    says = f"{button.name} is down though nobody presses it"
    cure = f"it is stuck, wired normally closed, or BCM {pin} is shorted to ground"
    return Finding(PART, Verdict.BAD, says, cure, {"button": button.name, "bcm": pin})


def _press_each(
    panel: Buttons,
    pins: Mapping[Button, int],
    clock: Clock,
    rest: Callable[[float], None],
    person: Person,
    stuck: list[Button],
) -> list[Finding]:
    came: dict[Button, frozenset[Button]] = {}
    for button in Button:
        if button in stuck:
            continue
        asked = f"Press {button.name}."
        came[button] = _ask(panel, clock, rest, person, stuck, asked)
        if came[button] - {button}:  # the one before once more, or a finger that slipped
            came[button] = _ask(panel, clock, rest, person, stuck, f"Once more. {asked}") or came[button]
    return list(_judged(came, pins))


def _judged(came: Mapping[Button, frozenset[Button]], pins: Mapping[Button, int]) -> Iterator[Finding]:
    told: set[frozenset[Button]] = set()
    for button, others in came.items():
        pair = others | {button}
        if others == {button} or pair in told:
            continue
        told.add(pair)
        figures = {"button": button.name, "bcm": pins[button]}
        check = f"check its wires to BCM {pins[button]} and to ground (hardware/README.md)"
        if not others:
            yield Finding(PART, Verdict.BAD, f"{button.name} never came", check, figures)
        elif len(others) > 1:
            yield _together(others, pins)
        else:
            (other,) = others
            says, cure = f"{other.name} came where {button.name} was asked for", check
            if came.get(other, frozenset()) == {button}:
                says = f"{button.name} and {other.name} are swapped"
                cure = (
                    f"swap their wires, or their pins in the settings ([panel] {button.value}, {other.value})"
                )
            yield Finding(PART, Verdict.BAD, says, cure, {**figures, "came": other.name})


def _together(shorted: frozenset[Button], pins: Mapping[Button, int]) -> Finding:
    buttons = [button for button in Button if button in shorted]
    says = f"{' and '.join(button.name for button in buttons)} come together"
    numbers = " and ".join(f"BCM {pins[button]}" for button in buttons)
    cure = f"part their wires: {numbers} touch each other, by a drop of solder, or a strand of wire"
    return Finding(PART, Verdict.BAD, says, cure, {"buttons": [button.name for button in buttons]})


def _ask(
    panel: Buttons,
    clock: Clock,
    rest: Callable[[float], None],
    person: Person,
    stuck: list[Button],
    please: str,
) -> frozenset[Button]:
    """All that are down, long enough to be meant, when the first of them is let go; empty: none came."""
    quiet_s, until_s = clock.now_s() + QUIET_S, clock.now_s() + WAIT_S
    while clock.now_s() < min(quiet_s, until_s):  # what is pressed yet is no answer
        rest(_LOOK_S)
        if any(edge.button not in stuck for edge in panel.drain()):
            quiet_s = clock.now_s() + QUIET_S
    person.tell(please)
    until_s = clock.now_s() + WAIT_S
    since: dict[Button, float] = {}
    while clock.now_s() < until_s:
        rest(_LOOK_S)
        for edge in panel.drain():
            if edge.button not in stuck and (found := _released(edge, since)):
                return found
    return frozenset()


def _released(edge: Edge, since: dict[Button, float]) -> frozenset[Button]:
    if edge.is_down:
        since.setdefault(edge.button, edge.t_s)
        return frozenset()
    meant = frozenset(button for button, down_s in since.items() if edge.t_s - down_s >= DEBOUNCE_S)
    since.pop(edge.button, None)
    return meant if edge.button in meant else frozenset()
