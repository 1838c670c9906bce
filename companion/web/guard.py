"""Who may ask for what: the checks that come before anything is answered. Pure."""

from collections.abc import Iterable, Mapping
from hmac import compare_digest

from companion.web.address import plain
from companion.web.site import Site

OUR_NAMES = ("localhost", "127.0.0.1", "::1")
"""Of this machine, for itself."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
    "connection": "close",
}
"""With every answer. One request a connection: whoever wants more has to pass the gate again."""
_SCHEME = "http://"
_HERE = ("same-origin", "none")
"""What Sec-Fetch-Site says where no other site's page has asked (W3C, Fetch Metadata)."""


def is_loopback(address: str) -> bool:
    """Whether an address is this very machine's own."""
    found = plain(address)
    return found is not None and found.is_loopback


def host_name(header: str) -> str:
    """The name in a Host header, in small letters, without its port; "" where it is none."""
    name, _, port = header.rpartition(":") if _has_port(header) else (header, ":", "0")
    if not port.isdecimal():
        return ""
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    return name.lower().removesuffix(".")


def asked_for(target: str, host: str) -> tuple[str, str]:
    """Path and Host of a request: its target may be a whole address, which goes before that header.

    So RFC 9112 has it, 3.2.2.
    """
    if not target.lower().startswith(_SCHEME):
        return target, host
    authority, _, rest = target[len(_SCHEME) :].partition("/")
    return f"/{rest}", authority


def is_ours(host: str, names: Iterable[str], local: str) -> bool:
    """Whether a Host header means this server: by one of its names, or by the address that was called.

    A page of another site that has its own name point here (DNS rebinding) comes with that name.
    """
    name = host_name(host)
    asked = plain(name)
    return (
        name in OUR_NAMES or (bool(name) and name in names) or (asked is not None and asked == plain(local))
    )


def refusal(
    site: Site,
    names: Iterable[str],
    method: str,
    path: str,
    headers: Mapping[str, str],
    ends: tuple[str, str],
) -> tuple[int, str] | None:
    """Why a request is not answered: the status and a sentence; None: it is.

    `ends`: the address that called, and the one that was called.
    """
    peer, local = ends
    known = () if site.is_local else names
    if not is_ours(headers.get("host", ""), known, "" if site.is_local else local):
        return 421, "this server has another name; ask for it by its address"
    if headers.get("sec-fetch-site", "none") not in _HERE and headers.get("sec-fetch-mode") != "navigate":
        return 403, "another site's page may not use this one"
    if site.is_local and not is_loopback(peer):
        return 403, "only for the machine that it runs on"
    if method not in ("GET", "HEAD", "POST"):
        return 405, "only GET is answered, and HEAD"
    looks = (site.files, site.downloads, site.streams, site.hidden_streams)
    offers = (site.acts,) if method == "POST" else looks
    return None if any(path in offer for offer in offers) else (404, "there is nothing here")


def is_let_in(site: Site, path: str, peer: str, told: str) -> bool:
    """Whether a path may be had by somebody at that address who says this token."""
    if path not in site.acts and path not in site.hidden_streams:
        return True
    return is_loopback(peer) and bool(site.token) and compare_digest(told.encode(), site.token.encode())


def _has_port(header: str) -> bool:
    return ":" in header.rpartition("]")[2] if "]" in header else header.count(":") == 1
