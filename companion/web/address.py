"""Addresses as they come from a socket or a header, made comparable. Pure."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_HOME_BITS = 64
"""A machine has as many addresses of IPv6 as it likes, all with the same so many bits (RFC 4291, 2.5.4)."""


def plain(address: str) -> IPv4Address | IPv6Address | None:
    """What it means: without a zone (`fe80::1%eth0`), and IPv4 where IPv6 carries it; None: no address."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    return (found.ipv4_mapped or IPv6Address(int(found))) if isinstance(found, IPv6Address) else found


def household(address: str) -> str:
    """Under what a caller is counted: an address of IPv4, a network of IPv6."""
    found = plain(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found), _HOME_BITS), strict=False))
    return str(found) if found is not None else address
