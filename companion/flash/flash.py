"""One command: find the Pico, stop what runs on it, put the firmware there, start it, hear it greet."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing

from companion.clock import Sleeper
from companion.errors import CompanionError, HardwareMissing
from companion.flash.files import DOWNLOAD, MICROPYTHON, START, digest
from companion.flash.pico import Lost, Pico
from companion.link.hello import Hello, speaks_our_protocol
from companion.link.link import Link
from companion.link.port import Wire

LOOK_EVERY_S = 0.25
REFUSED_S = 3.0  # a port that is new may be opened only once udev has seen to it
TELL_AFTER_S = 8.0  # of trying: longer than a restart takes, and than the watchdog of a program that has died
GIVE_UP_AFTER_S = 60.0  # of trying: time to read what is told, and to do it
GREET_S = 20.0  # from the reset to the greeting: USB takes a second or two of it
TRIES = 5  # from the beginning, after the Pico went away in the middle
PADS = 7
OURS = "talker.py"  # a Pico with a program and without this one has somebody else's

_BY_HAND = "unplug the Pico and plug it in again"
_UNSTOPPABLE = "what runs on the Pico cannot be stopped"
_OTHER_NAME = "plug the Pico in, or leave PORT out: the one that is there is found"
_CURE = (
    f"get the .uf2 of v{MICROPYTHON} from {DOWNLOAD}, hold BOOTSEL while plugging the Pico in, "
    "copy the file onto the drive that appears, and flash again"
)


class Flash:
    """The steps in their order; `find` gives the port or None, `enter` a Pico that takes commands."""

    def __init__(
        self,
        find: Callable[[], str | None],
        enter: Callable[[str], Pico],
        clock: Sleeper,
        say: Callable[[str], None],
        *,
        named: str = "",
    ) -> None:
        self._find, self._enter, self._clock, self._say = find, enter, clock, say
        self._named = named  # the port that somebody has said: another program on that Pico may go

    def put(self, files: Mapping[str, bytes]) -> None:
        """Let the Pico hold these files and no others, copied in their order, and start it.

        `main.py` is the last of them; without it nothing starts.

        Raises CompanionError where it cannot be had, has another MicroPython or somebody else's program.
        """
        for _ in range(TRIES):
            # closed after each try: a port that is kept is busy at the next, and its name stays taken
            with closing(self._open()) as pico:
                try:
                    self._check(pico)
                    self._copy(pico, files)
                except Lost:
                    self._say("the Pico went away; from the beginning")
                    continue
                except BaseException:
                    pico.reset()  # refused, or somebody's Ctrl-C: nobody leaves it stopped
                    raise
                pico.reset()
                return
        raise CompanionError(f"the Pico went away {TRIES} times", cure="try another USB lead")

    def greeting(self, wire: Callable[[str], Wire]) -> Hello:
        """Who answers after the start. Raises CompanionError where nobody does, or another firmware."""
        with ExitStack() as opened:
            hello = self._hear(wire, opened)
        if hello is None:
            raise CompanionError(
                "the files are on the Pico, and it does not greet",
                cure=f"{_BY_HAND}, then flash it once more",
            )
        if not speaks_our_protocol(hello, PADS):
            raise CompanionError(f"the Pico greets with protocol {hello.protocol}", cure="flash it once more")
        return hello

    def _hear(self, wire: Callable[[str], Wire], opened: ExitStack) -> Hello | None:
        end_s, path, link = self._clock.now_s() + GREET_S, "", None
        while self._clock.now_s() < end_s:
            found = self._find()
            if found and found != path:
                opened.close()  # the one before
                path, link = found, Link(wire(found), PADS)
                opened.callback(link.close)
            if link is not None:
                link.poll(self._clock.now_s())
                if link.hello is not None:
                    return link.hello
            self._clock.sleep(LOOK_EVERY_S)
        return None

    def _open(self) -> Pico:
        began_s = opened_s = self._clock.now_s()  # when it began, and when the port was last no trouble
        is_told = is_seen = False
        while (tried_s := self._clock.now_s() - began_s) < GIVE_UP_AFTER_S:
            path = self._find()
            is_seen = is_seen or path is not None
            try:
                if path is not None:
                    return self._enter(path)
                opened_s = self._clock.now_s()
            except Lost as lost:
                if lost.fault is None:
                    opened_s = self._clock.now_s()
                elif self._clock.now_s() - opened_s >= REFUSED_S:
                    raise CompanionError(f"{path}: {lost.fault.what}", cure=lost.fault.cure) from lost
            if tried_s >= TELL_AFTER_S and not is_told:
                is_told = True
                self._say(f"{_UNSTOPPABLE}; {_BY_HAND}" if is_seen else self._missing("no Pico yet"))
            self._clock.sleep(LOOK_EVERY_S)
        if is_seen:
            doubt = f"if {self._named} is the Pico's port at all, " if self._named else ""
            raise CompanionError(_UNSTOPPABLE, cure=doubt + _CURE)
        raise HardwareMissing(
            self._missing("there is no Pico with MicroPython at any port"),
            cure=_OTHER_NAME if self._named else _CURE,
        )

    def _missing(self, unnamed: str) -> str:
        return f"no such port: {self._named}" if self._named else unnamed

    def _check(self, pico: Pico) -> None:
        running = pico.about()
        if running.platform != "rp2":
            raise CompanionError(
                f"this is no Pico but {running.platform}", cure="name its port: make flash PORT=..."
            )
        if running.version != MICROPYTHON:
            raise CompanionError(
                f"MicroPython {running.version} is on the Pico; {MICROPYTHON} is wanted",
                cure=_CURE,
            )

    def _copy(self, pico: Pico, files: Mapping[str, bytes]) -> None:
        there = pico.names()
        if not self._named and START in there and OURS not in there:
            raise CompanionError(
                f"this Pico has another program: {', '.join(sorted(there))}",
                cure="if that may go, name its port: make flash PORT=...",
            )
        wanted = {name: digest(data) for name, data in files.items()}
        folders = {name.rpartition("/")[0] for name in files} - {""}
        stale = [name for name, check in there.items() if name not in (wanted if check else folders)]
        if there.get(START) and (stale or _checks(there) != wanted):
            # first away and last back: a power cut on the way leaves what starts nothing, and no mixture
            pico.remove(START, is_folder=False)
            del there[START]
        # a folder after what lies in it: the deepest first
        for name in sorted(stale, key=lambda name: (-name.count("/"), name)):
            pico.remove(name, is_folder=not there[name])
            self._say(f"removed {name}")
        for name, data in files.items():
            if there.get(name) != wanted[name]:
                pico.write(name, data)
                self._say(f"copied {name}")
        found = _checks(pico.names())
        if found != wanted:
            wrong = sorted(
                name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name)
            )
            raise CompanionError(
                f"not as it should be on the Pico: {', '.join(wrong)}", cure="flash it once more"
            )
        self._say(f"{len(wanted)} files are on the Pico, each as it is here")


def _checks(names: Mapping[str, str]) -> dict[str, str]:
    """The files alone of what a Pico names."""
    return {name: check for name, check in names.items() if check}
