"""What programs print as JSON, a value a line, read without trust: what is no event is passed over."""

import json
from collections.abc import Iterator
from typing import Any, cast

Event = dict[str, Any]


def events(text: str) -> list[Event]:
    """The JSON objects among the lines."""
    return list(_objects(text))


def _objects(text: str) -> Iterator[Event]:
    # JSON may hold U+2028, U+2029 and U+0085 as they are, and str.splitlines would cut an event there.
    for line in text.split("\n"):
        if line.startswith("{"):
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                yield cast("Event", value)


def part(value: object, *path: str) -> Event:
    """The object at a path of keys; an empty one where there is none."""
    for key in path:
        value = cast("Event", value).get(key) if isinstance(value, dict) else None
    return cast("Event", value) if isinstance(value, dict) else {}


def parts(value: object) -> list[Event]:
    """The objects of a list; none where there is no list."""
    listed = cast("list[object]", value) if isinstance(value, list) else []
    return [cast("Event", one) for one in listed if isinstance(one, dict)]


def word(value: object) -> str:
    """A value as text: itself, or its JSON; empty for nothing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
