"""`benchwright.toml`, read: which endpoints there are, which agent and which role asks which model, what may be spent,
and where packages are had.

[endpoints.local]
url = "http://127.0.0.1:8000/v1"
protocols = ["chat", "responses"]
key_variable = "LOCAL_KEY"
prices."some-model" = { input = 1.25, cached_input = 0.1, output = 10 }

[agents.codex]
model = "some-model"
session = "fresh"

[roles.planner]
model = "some-model"
temperature = 0.2

[budget.turn]
cost = 2.0
[budget.run]
cost = 50.0
[budget.author]
cost = 20.0

[mirror]
python = "https://mirror.example/simple"
node = "https://mirror.example/npm"
files = ["https://files.mirror.example/packages"]
"""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from plans.endpoint_checks import amount_complaints, endpoint_complaints, mirror_complaints
from plans.errors import InvalidFile
from plans.files import LISTED_LIMIT, read_text, unread_reason
from plans.migrations import migrated
from plans.records.model_settings import ModelConfiguration, ModelSettings
from plans.records.problem import Problem
from plans.schema_complaints import complaints, refusals
from plans.schema_words import Complaint
from plans.toml_lines import is_too_deep, line_in, toml_lines

OF_THE_ENVIRONMENT = "environment"
"""Name of the endpoint that the environment makes, which an agent may be given by the file."""
OWN_CODER = "minimal"
"""The code agent of ours, whose model is asked in the role `coder`."""
BYTE_ORDER_MARK = "\ufeff"


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
    migrated(value, ModelConfiguration, path)
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


def _unusable(value: dict[str, Any]) -> Iterator[Complaint]:
    """Addresses, keys and amounts that would fail only in the middle of a run."""
    for name, entry in _table(value.get("endpoints")).items():
        yield from endpoint_complaints(name, _table(entry))
    for scope, allowance in _table(value.get("budget")).items():
        yield from amount_complaints(("budget", scope), allowance)
    for role, settings in _table(value.get("roles")).items():
        yield from amount_complaints(("roles", role), settings)
        yield from amount_complaints(("roles", role, "budget"), _table(settings).get("budget"))
    yield from mirror_complaints(_table(value.get("mirror")))


def _contradictions(value: dict[str, Any], kinds: Sequence[str]) -> Iterator[Complaint]:
    """Names of what is not there."""
    endpoints, agents = _table(value.get("endpoints")), _table(value.get("agents"))
    for kind in agents:
        if kinds and kind not in kinds:
            mend = f"Use one of {', '.join(kinds)}, or remove it."
            yield Complaint(("agents", kind), "no such agent is installed, so nobody would read it", mend)
    for kind, settings in agents.items():
        yield from _misplaced(kind, _table(settings))
    named = {"agents": agents, "roles": _table(value.get("roles"))}
    for table, parts in named.items():
        for part, settings in parts.items():
            name = _table(settings).get("endpoint")
            if isinstance(name, str) and name not in (*endpoints, OF_THE_ENVIRONMENT):
                mend = f"Use one of {', '.join(endpoints)}." if endpoints else f"Add [endpoints.{name}]."
                yield Complaint((table, part, "endpoint"), f"there is no endpoint {name!r}", mend)


def _misplaced(kind: str, settings: dict[str, object]) -> Iterator[Complaint]:
    """What is set for an agent that does not read it there."""
    of_role = {"model": "roles.coder", "endpoint": "roles.coder"}
    of_ours = {"steps": f"agents.{OWN_CODER}", "tokens": f"agents.{OWN_CODER}"}
    elsewhere = of_role if kind == OWN_CODER else of_ours
    for name in settings:
        if place := elsewhere.get(name):
            mend = f"Write it under [{place}], if that was meant, or remove it."
            yield Complaint(("agents", kind, name), f"{kind} does not read it here", mend)


def _table(value: object) -> dict[str, object]:
    """An empty one where there is none: that it should be one is the schema's to say."""
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _listed(path: Path, text: str, found: Sequence[Complaint]) -> list[Problem]:
    """The complaints, each with its line, and in their order."""
    lines = toml_lines(text)
    problems: list[Problem] = []
    placed = [(line_in(lines, one.location) or 0, one) for one in found]
    for line, one in sorted(placed, key=lambda pair: pair[0]):
        place = ".".join(map(str, one.location)) or "the file"
        where = f"{path}:{line}" if line else str(path)
        problems.append(Problem(where=where, message=f"{place}: {one.message}.", mend=one.mend))
    return problems
