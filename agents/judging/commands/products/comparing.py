"""How alike two files are by what they hold: values of JSON, cells of a table, words of a text, points of a picture."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import PurePosixPath
from types import ModuleType

from pydantic import JsonValue

from agents.judging.commands.phrases import single_words
from agents.judging.commands.products.contents import json_of, number_text, rows_of, text_lines
from plans.errors import InstallFailed

_WORD = re.compile(r"(?:(?<!\w)[-+](?=\d))?[^\W_]+(?:[.:-][^\W_]+)*|[<>=]+")
_WORD_OF_KEY = re.compile(r"[^\W_]+")


def is_comparable(name: str) -> bool:
    """Whether a program can hold such a file against another, by what it holds."""
    return _suffix(name) in _READERS


def likeness(name: str, written: bytes, expected: bytes) -> float:
    """From 0 to 1, which is equal; FileRefused where what was written is no such file, or the expected one is none."""
    return _READERS[_suffix(name)](written, expected)


def _of_json(written: bytes, expected: bytes) -> float:
    one, other = _leaves(json_of(written)), _leaves(json_of(expected))
    return _shared(one, other)


def _leaves(value: JsonValue, path: str = "") -> Counter[tuple[str, str]]:
    """(place, value) of everything in it; where it stands in a list of single values says nothing."""
    found: Counter[tuple[str, str]] = Counter()
    match value:
        case dict():
            for key, inner in value.items():
                if single_words("marks_of_time").isdisjoint(_WORD_OF_KEY.findall(key.lower())):
                    found += _leaves(inner, f"{path}.{key}")
        case list() if all(not isinstance(inner, dict | list) for inner in value):
            found.update((f"{path}[]", _scalar(inner)) for inner in value)
        case list():
            for number, inner in enumerate(value):
                found += _leaves(inner, f"{path}[{number}]")
        case _:
            found[path, _scalar(value)] += 1
    return found


def _scalar(value: JsonValue) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_text(value)
    return json.dumps(value, ensure_ascii=False)


def _of_table(written: bytes, expected: bytes) -> float:
    return _shared(_cells(written), _cells(expected))


def _cells(data: bytes) -> Counter[tuple[str, str]]:
    """(row and column, cell) of a table in text."""
    return Counter((f"{y}:{x}", cell) for y, row in enumerate(rows_of(data)) for x, cell in enumerate(row))


def _of_workbook(written: bytes, expected: bytes) -> float:
    cells_of = _installed("spreadsheets").cells_of
    return _shared(cells_of(written), cells_of(expected))


def _of_picture(written: bytes, expected: bytes) -> float:
    return _installed("pictures").likeness_of_pictures(written, expected)


def _installed(name: str) -> ModuleType:
    """A reader whose library is behind an extra; InstallFailed where it is not installed."""
    try:
        return import_module(f"agents.judging.commands.products.{name}")
    except ModuleNotFoundError as error:
        raise InstallFailed(
            f"{error.name} is not installed, and without it {name} cannot be held against others. Install it: "
            "pip install 'benchwright[python-project]'."
        ) from error


def _of_text(written: bytes, expected: bytes) -> float:
    one, other = (Counter((str(n), word) for n, word in _placed(data)) for data in (written, expected))
    return _shared(one, other)


def _placed(data: bytes) -> Sequence[tuple[int, str]]:
    """(line, word) of a text, empty lines left out."""
    return [(number, word) for number, line in enumerate(text_lines(data)) for word in _WORD.findall(line)]


def _shared(one: Counter[tuple[str, str]], other: Counter[tuple[str, str]]) -> float:
    """The share of what stands in either that stands in both; two empty ones are alike."""
    both = (one & other).total()
    either = (one | other).total()
    return both / either if either else 1.0


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


_READERS: Mapping[str, Callable[[bytes, bytes], float]] = {
    ".json": _of_json,
    ".csv": _of_table,
    ".tsv": _of_table,
    ".xlsx": _of_workbook,
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp"), _of_picture),
    ".txt": _of_text,
    ".md": _of_text,
    ".log": _of_text,
}
