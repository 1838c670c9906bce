"""What a folder holds after a power cut: rebuilt from the system calls of whoever wrote to it.

strace records every write, sync and change of a name, as the kernel was asked for them, SQLite's included.
From that the folder is rebuilt as a disk may have it at any instant:

- what was synced is there (fsync, fdatasync of a file; of the folder for names);
- of each write that was not, any of its sectors of 512 bytes may be there, whatever the order;
- of the changes of names since the folder was synced, any first part is: file systems keep their order;
- a sync under way counts as not done.

That is harsher than ext4 on a card, which keeps the order of appends and writes by itself after 5 s. It does
not cover a card that says "written" and lies, nor the folder itself, which the installer made long before.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

CALLS = "openat,write,pwrite64,fsync,fdatasync,ftruncate,rename,unlink"
"""All that Python and SQLite change a file's bytes and names by. What is written through shared memory (-shm,
the index of the log) is not among them: SQLite makes it anew."""
COMMAND = ("strace", "-ff", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o")
"""What follows is the record's path, to which strace adds the number of each process. With `-y` a descriptor
comes with its path, with `-xx` every byte as \\xNN."""
SECTOR_BYTES = 512
EVERYTHING, NOTHING = 1.0, 0.0

_LINE = re.compile(r"^(\w+)\((.*)\) += (-?\d+)")
_FD = re.compile(r"^(?:\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2})*)>(?:\(deleted\))?")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Call:
    """One system call that has been done."""

    name: str
    path: str
    """The file or the folder; of a rename its old name."""
    data: bytes = b""
    """What was written; of a rename the new name."""
    at: int | None = None
    """Where to, or how long the file is now; None: at its end."""
    makes: bool = False
    """An open that makes the file, if it is not there; `at` 0: that cuts it off."""


def read_calls(lines: list[str]) -> Iterator[Call]:
    """The calls in some lines of a record; those that failed have done nothing."""
    for line in lines:
        found = _LINE.match(line)
        if found is None or int(found[3]) < 0:
            continue
        name, rest = found[1], found[2]
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(rest)]
        if name in ("rename", "unlink"):
            yield Call(name, texts[0].decode(), texts[1] if len(texts) > 1 else b"")
        elif name == "openat":
            yield Call(name, texts[0].decode(), at=0 if "O_TRUNC" in rest else None, makes="O_CREAT" in rest)
        else:
            fd = _FD.match(rest)
            path = bytes.fromhex(fd[1].replace("\\x", "")).decode() if fd else ""
            number = rest.rpartition(", ")[2]
            at = int(number) if name in ("pwrite64", "ftruncate") else None
            data = texts[0][: int(found[3])] if texts else b""
            yield Call(name, path, data, at)


@dataclass(slots=True)
class _File:
    """One file: its bytes on the disk, and what was asked for since they were synced."""

    synced: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Where, and the bytes; None: the file is so long from then on."""

    def all(self) -> bytearray:
        """As a program sees it."""
        content = bytearray(self.synced)
        for at, data in self.waiting:
            _apply(content, at, data)
        return content

    def left(self, random: Random, share: float) -> bytearray:
        """As it may be after a power cut; of what was not synced about so much is there."""
        content = bytearray(self.synced)
        for at, data in self.waiting:
            if data is None:
                if random.random() < share:
                    _apply(content, at, data)
                continue
            for start, part in _sectors(at, data):
                if random.random() < share:
                    _apply(content, start, part)
        return content


class Disk:
    """A folder as a disk knows it; feed it the calls in order."""

    def __init__(self, folder: Path) -> None:
        """`folder`: what is in it now is synced."""
        self._folder = str(folder)
        self._now = {path.name: _File(bytearray(path.read_bytes())) for path in folder.iterdir()}
        self._synced = dict(self._now)
        self._renamed: list[dict[str, _File]] = []

    def feed(self, call: Call) -> bool:
        """Take in a call; whether it has to do with this folder."""
        if call.path == self._folder and call.name in ("fsync", "fdatasync"):
            self._synced, self._renamed = dict(self._now), []
            return True
        folder, _, name = call.path.rpartition("/")
        if folder != self._folder or (call.name == "openat" and not call.makes):
            return False
        self._file(call, name)
        return True

    def rebuild(self, folder: Path, random: Random, share: float) -> None:
        """Make `folder` what may be left after a power cut at this instant."""
        folder.mkdir()
        kept = round(share) * len(self._renamed) if share in (0, 1) else random.randint(0, len(self._renamed))
        names = self._renamed[kept - 1] if kept else self._synced
        for name, file in names.items():
            (folder / name).write_bytes(file.left(random, share))

    def _file(self, call: Call, name: str) -> None:
        names = self._now
        file = names.get(name)
        if call.name == "openat":
            if file is None:
                self._name({**names, name: _File()})
            elif call.at == 0:
                file.waiting.append((0, None))
        elif call.name == "rename":
            others = {other: each for other, each in names.items() if other != name}
            new = call.data.decode().rpartition("/")
            moved = {new[2]: names[name]} if new[0] == self._folder else {}
            self._name({**others, **moved})
        elif call.name == "unlink":
            self._name({other: each for other, each in names.items() if other != name})
        elif file is not None and call.name in ("fsync", "fdatasync"):
            file.synced, file.waiting = file.all(), []
        elif file is not None and call.name == "ftruncate":
            file.waiting.append((call.at or 0, None))
        elif file is not None:
            file.waiting.append((len(file.all()) if call.at is None else call.at, call.data))

    def _name(self, names: dict[str, _File]) -> None:
        self._now = names
        self._renamed.append(names)


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    """Write there, zeros before it where the file was shorter; or make it so long."""
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    if data is None:
        del content[at:]
    else:
        content[at : at + len(data)] = data


def _sectors(at: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    start = at
    while start < at + len(data):
        end = min((start // SECTOR_BYTES + 1) * SECTOR_BYTES, at + len(data))
        yield start, data[start - at : end - at]
        start = end
