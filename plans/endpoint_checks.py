"""What no schema has words for: addresses that lead nowhere, keys that no request can carry, amounts without an end."""

import re
from collections.abc import Iterator, Mapping
from typing import cast
from urllib.parse import urlsplit

from plans.schema_words import Complaint

MOST = 1e12
"""The largest price and the largest bound of a budget; what is beyond could not be added up."""
MIRROR_FORM = "https://HOST/PATH, or https://NAME:PASSWORD@HOST/PATH"
ENDPOINT_FORM = "https://HOST/v1, or https://HOST:PORT/v1"
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""What a variable of the environment is called."""
_CAPITALS = re.compile("[A-Z][A-Z0-9_]{0,63}")


def address_fault(address: str) -> str:
    """What keeps every program from asking at this http address, in words; empty where nothing does.

    The words do not repeat the address, which may hold a password.
    """
    if not address.isprintable() or " " in address:
        return "holds a blank, a line end or another character that is no part of an address"
    try:
        place = urlsplit(address)
        host = place.hostname
        if host:
            host.encode("idna")
    except ValueError:
        return "has a host that is neither a name nor a number; one of IPv6 stands in brackets"
    if not host:
        return "names no host"
    try:
        is_port = place.port != 0
    except ValueError:
        is_port = False
    return "" if is_port else "names a port that is no number from 1 to 65535"


def endpoint_fault(address: str, has_key: bool) -> str:
    """What keeps a model from being asked at this http address, in words that do not repeat it; empty where nothing
    does. A query may stand in it, and is asked with every request.
    """
    if fault := address_fault(address):
        return fault
    place = urlsplit(address)
    if place.fragment or address.endswith("#"):
        return "has a # in it, and what stands behind one is told to no endpoint"
    if has_key and "@" in place.netloc:
        return "holds a name or a password beside a key, and a request can show but one of them"
    return ""


def key_fault(key: str) -> str:
    """What keeps a request from carrying this key, in words that do not repeat it; empty where nothing does."""
    for place, letter in enumerate(key, 1):
        if not (letter.isascii() and letter.isprintable()):
            return f"its character {place} of {len(key)} is U+{ord(letter):04X}, which no request can carry"
    return ""


def shown_variable(variable: str) -> str:
    """A variable as it may be told: a key that stands in a name's place is told nowhere, and few are capitals alone."""
    return repr(variable) if _CAPITALS.fullmatch(variable) else "the variable that its key_variable names"


def endpoint_complaints(name: str, entry: Mapping[str, object]) -> Iterator[Complaint]:
    """What is to be said of `[endpoints.NAME]` beyond its schema."""
    place = ("endpoints", name)
    url = entry.get("url")
    variable = entry.get("key_variable")
    written = url if isinstance(url, str) and url.startswith(("http://", "https://")) else None
    if written and (fault := endpoint_fault(written, variable is not None)):
        yield Complaint((*place, "url"), fault, f"Write it as {ENDPOINT_FORM}.")
    if isinstance(variable, str) and not VARIABLE.fullmatch(variable):
        message = "is no name of a variable; if it is the key itself, it is not repeated here"
        mend = "Put the key into a variable of the environment and name that one, such as MY_MODEL_KEY."
        yield Complaint((*place, "key_variable"), message, mend)
    for model, price in _table(entry.get("prices")).items():
        yield from amount_complaints((*place, "prices", model), price)


def mirror_fault(address: str) -> str:
    """What keeps packages from being had at this address, in words that do not repeat it; empty where nothing does."""
    if not address.startswith(("http://", "https://")):
        return "does not begin with http:// or https://"
    if fault := address_fault(address):
        return fault
    place = urlsplit(address)
    if place.query or place.fragment:
        return "has a ? or a # in it, behind which no package's place could be written"
    return ""


def mirror_complaints(entry: Mapping[str, object]) -> Iterator[Complaint]:
    """What is to be said of `[mirror]` beyond its schema."""
    listed = entry.get("files")
    files = cast("list[object]", listed) if isinstance(listed, list) else []
    named = [(("mirror", kind), entry.get(kind)) for kind in ("python", "node")]
    for place, address in [*named, *((("mirror", "files", n), one) for n, one in enumerate(files))]:
        if isinstance(address, str) and (fault := mirror_fault(address)):
            yield Complaint(place, fault, f"Write it as {MIRROR_FORM}.")


def amount_complaints(place: tuple[str | int, ...], table: object) -> Iterator[Complaint]:
    """What is to be said of the amounts of a price or an allowance beyond their schema."""
    for name, amount in _table(table).items():
        # In this form not a number is too much as well.
        if isinstance(amount, int | float) and not amount <= MOST:
            mend = f"Give a number of at most {MOST:,.0f}."
            yield Complaint((*place, name), "is no amount that could be reckoned with", mend)


def _table(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}
