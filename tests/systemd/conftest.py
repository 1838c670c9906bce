from pathlib import Path
from types import ModuleType

import pytest

from tests.systemd.programs import load

SKELETON = (
    "etc/polkit-1/rules.d",
    "etc/udev/rules.d",
    "etc/systemd/system",
    "usr/local/bin",
    "var/lib",
    "opt",
)
NEIGHBOURS = ("etc/udev/rules.d/99-com.rules", "usr/local/bin/other", "opt/other/file", "etc/tholos.toml.old")
"""Files of others in the same folders."""


@pytest.fixture(scope="session")
def machine() -> ModuleType:
    """What is done to a machine."""
    return load("machine")


@pytest.fixture(scope="session")
def install() -> ModuleType:
    """The installer."""
    return load("install")


@pytest.fixture(scope="session")
def names() -> ModuleType:
    """Where each part is put."""
    return load("names")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Another system's root, with users, the usual folders and some files of others."""
    for folder in SKELETON:
        (tmp_path / "root" / folder).mkdir(parents=True)
    root = tmp_path / "root"
    (root / "etc" / "passwd").write_text("root:x:0:0:root:/root:/bin/bash\n", encoding="utf-8")
    (root / "etc" / "group").write_text("root:x:0:\ndialout:x:20:\n", encoding="utf-8")
    for neighbour in NEIGHBOURS:
        (root / neighbour).parent.mkdir(exist_ok=True)
        (root / neighbour).write_text("of another\n", encoding="utf-8")
    return root
