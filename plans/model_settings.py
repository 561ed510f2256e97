"""`benchwright.toml`, read and checked: endpoints, which agent and role asks which model, what may be spent."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from pydantic import ValidationError

from plans.errors import InvalidFile
from plans.files import LISTED_LIMIT, read_text, require_version, unread_reason
from plans.records.base import Problem
from plans.records.model_settings import ModelConfiguration, ModelSettings
from plans.schema_complaints import SchemaComplaint, complaints, refusals

KeyPath = tuple[str, ...]
"""Keys that lead from the top to a table or a value."""
DEEPEST = 50
"""Tables and lists within one another that a text may have; Python's parser takes a key of any number of parts."""


MOST = 1e12
"""The largest price and the largest bound of a budget; what is beyond could not be added up."""
MIRROR_FORM = "https://HOST/PATH, or https://NAME:PASSWORD@HOST/PATH"
ENDPOINT_FORM = "https://HOST/v1, or https://HOST:PORT/v1"
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""What a variable of the environment is called."""
_CAPITALS = re.compile("[A-Z][A-Z0-9_]{0,63}")
OF_THE_ENVIRONMENT = "environment"
"""Name of the endpoint that the environment makes, which an agent may be given by the file."""
OWN_CODER = "minimal"
"""The code agent of ours, whose model is asked in the role `coder`."""
BYTE_ORDER_MARK = "\ufeff"


def toml_lines(text: str) -> Mapping[KeyPath, int]:
    """Keys → line, from 1, of a text that is sound TOML; a table has the line of its header."""
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in enumerate(text.split("\n"), 1):
        value = _alone(line)
        for path in _paths(value):
            found.setdefault((*table, *path) if not _is_header(line) else path, number)
        if _is_header(line):
            table = max(_paths(value), key=len, default=table)
    return found


def line_in(lines: Mapping[KeyPath, int], location: Sequence[str | int]) -> int | None:
    """The line of what the keys and indices lead to, or of the innermost table or key about it that has one."""
    path = tuple(map(str, location))
    return next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), None)


def is_too_deep(value: Mapping[str, Any]) -> bool:
    """Whether more tables and lists lie within one another than any reader of them is made for."""
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _within(one) if isinstance(inner, dict | list)]
    return bool(level)


def _within(one: Mapping[str, Any] | Sequence[Any]) -> Iterable[Any]:
    return one.values() if isinstance(one, Mapping) else one


def _is_header(line: str) -> bool:
    return line.lstrip().startswith("[")


def _alone(line: str) -> dict[str, Any]:
    """What the line says by itself; a value that goes on in the next line is left out, and so is one that has begun."""
    for whole in (line, f"{line.partition('=')[0]} = 0"):
        try:
            return tomllib.loads(whole)
        except tomllib.TOMLDecodeError:
            continue
    return {}


def _paths(value: Mapping[str, Any]) -> Iterator[KeyPath]:
    for key, inner in value.items():
        yield (key,)
        if isinstance(inner, dict):
            yield from ((key, *path) for path in _paths(cast("dict[str, Any]", inner)))


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


def endpoint_complaints(name: str, entry: Mapping[str, object]) -> Iterator[SchemaComplaint]:
    """What is to be said of `[endpoints.NAME]` beyond its schema."""
    place = ("endpoints", name)
    url = entry.get("url")
    variable = entry.get("key_variable")
    written = url if isinstance(url, str) and url.startswith(("http://", "https://")) else None
    if written and (fault := endpoint_fault(written, variable is not None)):
        yield SchemaComplaint((*place, "url"), fault, f"Write it as {ENDPOINT_FORM}.")
    if isinstance(variable, str) and not VARIABLE.fullmatch(variable):
        message = "is no name of a variable; if it is the key itself, it is not repeated here"
        mend = "Put the key into a variable of the environment and name that one, such as MY_MODEL_KEY."
        yield SchemaComplaint((*place, "key_variable"), message, mend)
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


def mirror_complaints(entry: Mapping[str, object]) -> Iterator[SchemaComplaint]:
    """What is to be said of `[mirror]` beyond its schema."""
    listed = entry.get("files")
    files = cast("list[object]", listed) if isinstance(listed, list) else []
    named = [(("mirror", kind), entry.get(kind)) for kind in ("python", "node")]
    for place, address in [*named, *((("mirror", "files", n), one) for n, one in enumerate(files))]:
        if isinstance(address, str) and (fault := mirror_fault(address)):
            yield SchemaComplaint(place, fault, f"Write it as {MIRROR_FORM}.")


def amount_complaints(place: tuple[str | int, ...], table: object) -> Iterator[SchemaComplaint]:
    """What is to be said of the amounts of a price or an allowance beyond their schema."""
    for name, amount in _table(table).items():
        # In this form not a number is too much as well.
        if isinstance(amount, int | float) and not amount <= MOST:
            mend = f"Give a number of at most {MOST:,.0f}."
            yield SchemaComplaint((*place, name), "is no amount that could be reckoned with", mend)


def _table(value: object) -> dict[str, object]:
    """An empty one where there is none: that it should be one is the schema's to say."""
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def read_model_settings(path: Path, kinds: Sequence[str] = ()) -> ModelSettings:
    """What the file says, and nothing where there is none; raises InvalidFile with every problem in it.

    `kinds` are the agents that there are; where none are given, every one is taken.
    """
    # A link that leads nowhere is a file that somebody meant: its budgets would hold for nothing.
    if not path.exists() and not path.is_symlink():
        return ModelSettings()
    # Some editors begin every file with it, and none shows it.
    text = read_text(path).removeprefix(BYTE_ORDER_MARK)
    value = _loaded(path, text)
    require_version(value, ModelConfiguration, path)
    found = [
        *complaints(value, ModelConfiguration, LISTED_LIMIT),
        *_unusable(value),
        *_contradictions(value, kinds),
    ]
    if found:
        raise InvalidFile(_listed(path, text, found))
    try:
        return ModelConfiguration.model_validate(value).settings()
    except ValidationError as error:
        # Such as a price that is no number, which a schema has no words for.
        raise InvalidFile(_listed(path, text, refusals(error))) from None


def _loaded(path: Path, text: str) -> dict[str, Any]:
    try:
        value = tomllib.loads(text)
        if is_too_deep(value):
            raise RecursionError
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else unread_reason(error)
        raise InvalidFile(
            [Problem(where=str(path), message=f"cannot be read: {reason}.", mend="Correct the syntax.")]
        ) from None
    return value


def _unusable(value: dict[str, Any]) -> Iterator[SchemaComplaint]:
    """Addresses, keys and amounts that would fail only in the middle of a run."""
    for name, entry in _table(value.get("endpoints")).items():
        yield from endpoint_complaints(name, _table(entry))
    for scope, allowance in _table(value.get("budget")).items():
        yield from amount_complaints(("budget", scope), allowance)
    for role, settings in _table(value.get("roles")).items():
        yield from amount_complaints(("roles", role), settings)
        yield from amount_complaints(("roles", role, "budget"), _table(settings).get("budget"))
    yield from mirror_complaints(_table(value.get("mirror")))


def _contradictions(value: dict[str, Any], kinds: Sequence[str]) -> Iterator[SchemaComplaint]:
    """Names of what is not there."""
    endpoints, agents = _table(value.get("endpoints")), _table(value.get("agents"))
    for kind in agents:
        if kinds and kind not in kinds:
            mend = f"Use one of {', '.join(kinds)}, or remove it."
            yield SchemaComplaint(
                ("agents", kind), "no such agent is installed, so nobody would read it", mend
            )
    for kind, settings in agents.items():
        yield from _misplaced(kind, _table(settings))
    named = {"agents": agents, "roles": _table(value.get("roles"))}
    for table, parts in named.items():
        for part, settings in parts.items():
            name = _table(settings).get("endpoint")
            if isinstance(name, str) and name not in (*endpoints, OF_THE_ENVIRONMENT):
                mend = f"Use one of {', '.join(endpoints)}." if endpoints else f"Add [endpoints.{name}]."
                yield SchemaComplaint((table, part, "endpoint"), f"there is no endpoint {name!r}", mend)


def _misplaced(kind: str, settings: dict[str, object]) -> Iterator[SchemaComplaint]:
    """What is set for an agent that does not read it there."""
    of_role = {"model": "roles.coder", "endpoint": "roles.coder"}
    of_ours = {"steps": f"agents.{OWN_CODER}", "tokens": f"agents.{OWN_CODER}"}
    elsewhere = of_role if kind == OWN_CODER else of_ours
    for name in settings:
        if place := elsewhere.get(name):
            mend = f"Write it under [{place}], if that was meant, or remove it."
            yield SchemaComplaint(("agents", kind, name), f"{kind} does not read it here", mend)


def _listed(path: Path, text: str, found: Sequence[SchemaComplaint]) -> list[Problem]:
    """The complaints, each with its line, and in their order."""
    lines = toml_lines(text)
    problems: list[Problem] = []
    placed = [(line_in(lines, one.location) or 0, one) for one in found]
    for line, one in sorted(placed, key=lambda pair: pair[0]):
        place = ".".join(map(str, one.location)) or "the file"
        where = f"{path}:{line}" if line else str(path)
        problems.append(Problem(where=where, message=f"{place}: {one.message}.", mend=one.mend))
    return problems
