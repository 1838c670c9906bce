import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.guard import POLICY, host_name, is_let_in, is_loopback, is_ours
from tests.web.conftest import SITE, TOKEN

NAMES = ("table", "table.local")
LATIN = st.characters(max_codepoint=255)
"""As headers are read."""


@pytest.mark.parametrize(
    "host",
    [
        *(
            "localhost",
            "localhost:8080",
            "LOCALHOST:80",
            "127.0.0.1",
            "127.0.0.1:8080",
            "[::1]",
            "[::1]:8080",
        ),
        *("table", "table:8080", "table.local", "Table.Local.:8080", "192.168.1.7", "192.168.1.7:8080"),
    ],
)
def test_the_page_answers_to_every_name_that_people_type(host: str) -> None:
    """This machine's own names, its name at home, and the very address that was called."""
    assert is_ours(host, NAMES, "192.168.1.7")


@pytest.mark.parametrize(
    "host",
    [
        *(
            "",
            "evil.example",
            "evil.example:8080",
            "192.168.1.8",
            "localhost.evil.example",
            "table.local.evil",
        ),
        *(
            "127.0.0.1.evil.example",
            "localhost:80:80",
            "localhost:",
            "localhost:x",
            "[::1",
            "::1]",
            "@localhost",
        ),
        *("localhost@evil.example", "evil.example#localhost", "localhost/..", " localhost ", "8.8.8.8"),
    ],
)
def test_a_name_that_another_site_has_pointed_here_is_none_of_ours(host: str) -> None:
    """Whoever rebinds a name of theirs to the device comes with that name."""
    assert not is_ours(host, NAMES, "192.168.1.7")


@given(
    name=st.sampled_from(("localhost", "127.0.0.1", "[::1]", "192.168.1.7", *NAMES)),
    before=st.text(LATIN, max_size=20),
    after=st.text(LATIN, max_size=20),
)
def test_a_name_with_anything_added_is_another_one(name: str, before: str, after: str) -> None:
    """Whatever stands there is read or not; a port and the dot at a name's end are all that may be added."""
    host = f"{before}{name}{after}"
    is_our_own = before == "" and re.fullmatch(r"\.?(:[0-9]+)?", after, re.ASCII) is not None

    assert not is_ours(host, NAMES, "192.168.1.7") or is_our_own or host_name(host) in NAMES
    assert is_ours(f"{name}:8080", NAMES, "192.168.1.7")


@pytest.mark.parametrize(
    ("host", "called"),
    [
        ("192.168.1.7:8080", "::ffff:192.168.1.7"),
        ("[fe80::1]:8080", "fe80::1%eth0"),
        ("[FE80:0::1]:8080", "fe80::1"),
        ("[::ffff:192.168.1.7]", "192.168.1.7"),
    ],
)
def test_an_address_is_the_same_however_it_is_written(host: str, called: str) -> None:
    """A server that listens on :: is called by IPv4, too, and a link's own address has a zone."""
    assert is_ours(host, (), called)
    assert not is_ours("192.168.1.8", (), called)


@pytest.mark.parametrize("path", ["/act", "/hidden"])
def test_what_is_guarded_is_for_this_machine_alone(path: str) -> None:
    """The token does not help who has learnt it elsewhere."""
    assert is_let_in(SITE, path, "127.0.0.1", TOKEN)
    assert not is_let_in(SITE, path, "192.168.1.9", TOKEN)
    assert not is_let_in(SITE, path, "", TOKEN)
    assert not is_let_in(SITE, path, "127.0.0.1", "")
    assert is_let_in(SITE, "/events", "192.168.1.9", "")


@pytest.mark.parametrize(
    ("address", "is_own"),
    [
        *(("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("::ffff:127.0.0.1", True)),
        *(
            ("192.168.1.7", False),
            ("::ffff:192.168.1.7", False),
            ("8.8.8.8", False),
            ("", False),
            ("x", False),
        ),
    ],
)
def test_who_sits_at_this_machine_is_known(address: str, is_own: bool) -> None:
    """Over IPv4, IPv6, or the one in the clothes of the other."""
    assert is_loopback(address) is is_own


def test_a_page_can_load_nothing_from_another_host() -> None:
    """The policy names this server alone, and no script that stands in a page itself."""
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))

    assert rules["default-src"] == "'none'"
    assert set(rules.values()) == {"'none'", "'self'"}
