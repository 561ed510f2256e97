"""On which line of a TOML text each table and key stands, which Python's parser does not tell."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

Path = tuple[str, ...]
"""Keys that lead from the top to a table or a value."""
DEEPEST = 50
"""Tables and lists within one another that a text may have; Python's parser takes a key of any number of parts."""


def toml_lines(text: str) -> Mapping[Path, int]:
    """Keys → line, from 1, of a text that is sound TOML; a table has the line of its header."""
    found: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.split("\n"), 1):
        value = _alone(line)
        for path in _paths(value):
            found.setdefault((*table, *path) if not _is_header(line) else path, number)
        if _is_header(line):
            table = max(_paths(value), key=len, default=table)
    return found


def line_in(lines: Mapping[Path, int], location: Sequence[str | int]) -> int | None:
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


def _paths(value: Mapping[str, Any]) -> Iterator[Path]:
    for key, inner in value.items():
        yield (key,)
        if isinstance(inner, dict):
            yield from ((key, *path) for path in _paths(cast("dict[str, Any]", inner)))
