"""The five buttons: which are down though nobody presses, and whether each says its own name."""

from collections.abc import Callable, Mapping

from companion.clock import Clock
from companion.doctor.finding import Finding, Verdict
from companion.panel.buttons import Buttons
from companion.panel.press import DEBOUNCE_S, Button, Edge
from companion.person import Person

PART = "buttons"
WAIT_S = 15.0
"""So long a person may take to find a button."""
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
    found = []
    for button in Button:
        if button in stuck:
            continue
        person.tell(f"Press {button.name}.")
        pressed = _wait_for_press(panel, clock, rest, stuck)
        pin = pins[button]
        figures = {"button": button.name, "bcm": pin}
        if pressed is None:
            says = f"{button.name} never came"
            cure = f"check its wires to BCM {pin} and to ground (hardware/README.md)"
            found.append(Finding(PART, Verdict.BAD, says, cure, figures))
        elif pressed is not button:
            says = f"{pressed.name} came where {button.name} was asked for"
            cure = f"swap their wires, or their pins in the settings ([panel] {button.value})"
            found.append(Finding(PART, Verdict.BAD, says, cure, {**figures, "came": pressed.name}))
    return found


def _wait_for_press(
    panel: Buttons, clock: Clock, rest: Callable[[float], None], stuck: list[Button]
) -> Button | None:
    """The first button that was down long enough to be meant, and is let go again; None: there was none."""
    until_s = clock.now_s() + WAIT_S
    since: dict[Button, float] = {}
    while clock.now_s() < until_s:
        rest(_LOOK_S)
        for edge in panel.drain():
            if edge.button not in stuck and (found := _released(edge, since)):
                return found
    return None


def _released(edge: Edge, since: dict[Button, float]) -> Button | None:
    if edge.is_down:
        since.setdefault(edge.button, edge.t_s)
        return None
    down_s = since.pop(edge.button, edge.t_s)
    return edge.button if edge.t_s - down_s >= DEBOUNCE_S else None
