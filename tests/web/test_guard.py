import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.guard import POLICY, host_name, is_loopback, is_ours

NAMES = ("table", "table.local")


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


def test_who_calls_over_ipv4_where_ipv6_listens_is_answered() -> None:
    """`address = "::"` is for both."""
    assert is_ours("192.168.1.7:8080", NAMES, "::ffff:192.168.1.7")
    assert is_ours("[fd00::7]:8080", NAMES, "fd00::7")
    assert not is_ours("[fd00::8]:8080", NAMES, "fd00::7")


@given(st.text(max_size=60))
def test_no_host_header_is_anything_but_a_name_or_nothing(host: str) -> None:
    """Whatever stands there, it is read or it is not; nothing breaks."""
    name = host_name(host)

    assert name == name.lower()
    assert is_ours(host, (), "") == (name in ("localhost", "127.0.0.1", "::1"))


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
