"""By which proxy an address is asked, as the environment says, and with nothing else that it says.

What `trust_env` of aiohttp would take besides are names and passwords of a `.netrc`, which are no part of a run: they
went in the key's place, or kept every request with a key from being made.
"""

from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from yarl import URL


def proxy_for(address: str) -> URL | None:
    """The proxy for an http address, with what it is shown; None where it is asked directly."""
    place = urlsplit(address)
    named = getproxies().get(place.scheme)
    if not named or (place.hostname and proxy_bypass(place.hostname)):
        return None
    proxy = URL(named if "://" in named else f"http://{named}")
    # No other kind can be spoken with, and a request is rather made than none.
    return proxy if proxy.scheme == "http" else None
