"""`make wheels`: fetch all that `make install` needs, for a Pi without a network.

The lock file names every package with its hashes; those that Raspberry Pi OS bookworm (Python 3.11) and
trixie (3.13) need on a 64-bit Pi are fetched as wheels, each checked. Nothing is built: any machine will do.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.markers import Marker

LOCK = Path(__file__).parent.parent / ".ci" / "lock-pi.txt"
PYTHONS = ("3.11", "3.13")
"""Of Raspberry Pi OS bookworm and trixie."""
GLIBC_MINORS = range(17, 37)
"""glibc 2.36 is bookworm's, trixie's is newer; 2.17 is the oldest that any wheel for aarch64 names."""
PLATFORMS = ("manylinux2014_aarch64", *(f"manylinux_2_{minor}_aarch64" for minor in GLIBC_MINORS))

_ENTRY = re.compile(r"^([^#\s][^;\\\n]*?)(?: ; ([^\\\n]*?))?((?: \\\n +--hash=\S+)+)$", re.MULTILINE)
"""A package and its version; where it is needed, if not everywhere; its hashes."""


def needed(lock: str, python: str) -> str:
    """The entries of a lock file that hold on a 64-bit Pi with this Python, without their conditions.

    pip would ask the machine that it runs on whether a condition holds, also when it fetches for another one.
    """
    pi = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": "aarch64",
        "sys_platform": "linux",
        "platform_system": "Linux",
    }
    return "\n".join(
        f"{name}{hashes}"
        for name, condition, hashes in _ENTRY.findall(lock)
        if not condition or Marker(condition).evaluate(pi)
    )


def fetch(python: str, folder: Path) -> int:
    """Fetch for one Python; pip's exit status, and pip has said what is wrong."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as wanted:
        wanted.write(needed(LOCK.read_text(encoding="utf-8"), python))
        wanted.flush()
        command = [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"),
            *("--require-hashes", "--only-binary", ":all:", "--no-deps", "--implementation", "cp"),
            *("--python-version", python, "--dest", str(folder), "--requirement", wanted.name),
            *(word for platform in PLATFORMS for word in ("--platform", platform)),
        ]
        return subprocess.run(command, check=False).returncode


def main() -> int:
    """Fetch into the folder that the command line names; the exit status, 0 if all is there."""
    parser = argparse.ArgumentParser(
        prog="make wheels", description="Fetch wheels for a Pi without a network."
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    folder = parser.parse_args().folder
    for python in PYTHONS:
        print(f"fetching for Python {python} on a 64-bit Pi into {folder} ...", flush=True)
        if fetch(python, folder):
            print(
                f"make wheels: not every package of {LOCK.name} is to be had for Python {python}; pip says"
                " above why; connect this machine to the network and try again",
                file=sys.stderr,
            )
            return 2
    print(f"{len(list(folder.glob('*.whl')))} wheels; copy them to the Pi: sudo make install WHEELS=...")
    return 0


if __name__ == "__main__":
    sys.exit(main())
