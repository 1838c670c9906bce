"""Writes every file of this folder that is made from another one: `make hardware`.

A wiring with a fault in it is refused, and nothing is written.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

from hardware.wiring import checks, draw_module, draw_pi, draw_sensors, tables
from hardware.wiring.form import malformed

HERE = Path(__file__).parent


def read(name: str) -> dict[str, Any]:
    """A source, `wiring.toml` or `bom.toml`."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


def faults(wiring: dict[str, Any]) -> list[str]:
    """What is wrong with a wiring: with its form, and only if that is sound, with its wires."""
    return malformed(wiring) or checks.faults(wiring)


def derived(wiring: dict[str, Any], parts: list[dict[str, str]]) -> dict[str, str]:
    """Each file that is made, by its name in this folder, and what stands in it."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    return {
        "wiring-pi.svg": draw_pi.draw(wiring),
        "wiring-sensors.svg": draw_sensors.draw(wiring),
        "wiring-module.svg": draw_module.draw(wiring),
        "bom.csv": tables.bom(parts),
        "README.md": tables.fill(readme, tables.blocks(wiring, parts)),
    }


def main() -> int:
    """Write what has changed, and say what that is; exit 1 and say why if the wiring is wrong."""
    try:
        wiring = read("wiring.toml")
    except ValueError as error:  # no TOML, or no UTF-8
        print(f"wiring.toml: {error}", file=sys.stderr)
        return 1
    if found := faults(wiring):
        print("\n".join(f"wiring.toml: {fault}" for fault in found), file=sys.stderr)
        return 1
    for name, content in derived(wiring, read("bom.toml")["part"]).items():
        path = HERE / name
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8", newline="\n")
            print(f"hardware/{name} is new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
