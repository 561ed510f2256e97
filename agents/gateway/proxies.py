"""Which proxy an address is asked through: one rule for the gateway's client, the relay and the package mirror.

The environment names proxies (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY) and hosts that need none (NO_PROXY). An address on
this machine's loopback never goes through a proxy: one elsewhere cannot reach it, and would be sent the key and the
prompts. Nothing else is read from the environment, as the HTTP libraries do by themselves: a password in a `.netrc` is
no part of a run, and went out in place of the endpoint's key.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from yarl import URL

from plans.errors import ProxyUnusable

SCHEMES = ("http", "https")
"""Schemes of proxies that both HTTP libraries support without another package; SOCKS is not among them."""


@dataclass(frozen=True)
class Proxy:
    """A proxy that the environment names."""

    url: URL
    """With the name and password that it is shown."""

    @property
    def note(self) -> str:
        """How errors name it: without name and password."""
        return f"(asked through the proxy {_shown(self.url)}, which the environment names; NO_PROXY exempts a host)"


def proxy_for(address: str) -> Proxy | None:
    """The proxy for an http address; None where it is asked directly. Raises ProxyUnusable."""
    place = urlsplit(address)
    host = place.hostname or ""
    named = getproxies()
    proxy = named.get(place.scheme) or named.get("all")
    if not proxy or is_loopback(host) or proxy_bypass(host):
        return None
    try:
        url = URL(proxy if "://" in proxy else f"http://{proxy}")
    except ValueError:
        url = URL()
    if url.scheme not in SCHEMES or not url.host:
        raise ProxyUnusable(
            f"{host} would be asked through the proxy {_shown(url)!r}, which {place.scheme.upper()}_PROXY or ALL_PROXY "
            f"names, and only {' and '.join(SCHEMES)} proxies are supported, not SOCKS. Name such a proxy in "
            f"{place.scheme.upper()}_PROXY, or add {host} to NO_PROXY to ask it directly."
        )
    return Proxy(url)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by every spelling that needs no name server."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name.partition("%")[0])
    except ValueError:
        try:
            # Also `127.1` and other short forms, which connect to the same place.
            address = ip_address(socket.inet_aton(name))
        except OSError:
            return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback or address.is_unspecified


def _shown(url: URL) -> str:
    return str(url.with_user(None)) if url.host else f"{url.scheme}://?"
