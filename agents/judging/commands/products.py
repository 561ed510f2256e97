"""File comparisons: whether the commands wrote the file, and how alike it is to the expected one."""

import asyncio
import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import PurePosixPath
from types import ModuleType

from pydantic import JsonValue

from agents.judging.commands.decisions import ByProgram, KindJudge, PointsDecision, failed_run
from agents.judging.commands.responses import (
    brief,
    crash,
    kept_from_running,
    pattern,
    runs_program,
    single_words,
)
from agents.judging.commands.running import Bench, Transcript
from agents.judging.commands.working_copies import CommandWithInput, sealed_path
from plans.errors import FileRefused, InstallFailed
from plans.plain_text import lines_of
from plans.records.criteria import EvaluationTask
from plans.records.task_kinds import FileComparison
from plans.records.verdict import FailureCause

_DELIMITERS = ",;\t|"
_SMALL = 1e-6
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)


def json_of(data: bytes) -> JsonValue:
    """The value of a JSON file."""
    try:
        return json.loads(text_of(data))
    except (ValueError, RecursionError) as error:
        raise FileRefused(f"it is no JSON: {error}") from error


def rows_of(data: bytes, *, is_exact: bool = False) -> list[list[str]]:
    """The rows of a table in text, without the empty ones, whatever stands between cells; numbers by what they mean.

    `is_exact`: only what is written as a number usually is counts as one, in all its digits: `007` and `1_0` are texts.
    """
    text = text_of(data)
    heading = next((line for line in lines_of(text) if line.strip()), "")
    delimiter = max(_DELIMITERS, key=heading.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise FileRefused(f"it is no table: {error}") from error
    read = _exact_cell if is_exact else _cell
    return [[read(cell) for cell in row] for row in rows if any(cell.strip() for cell in row)]


def text_lines(data: bytes) -> list[str]:
    """The lines of a text that have anything in them."""
    return [line for line in lines_of(text_of(data)) if line.strip()]


def text_of(data: bytes) -> str:
    """A text in UTF-8 or UTF-16."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise FileRefused(f"it is no text: {error}") from error


def number_text(value: float) -> str:
    """A number as it is held against others: in six places, however it was written."""
    if isinstance(value, int) or value.is_integer():
        return str(int(value))
    return "0" if abs(value) <= _SMALL else f"{round(value, 6):.15g}"


def _exact_cell(text: str) -> str:
    text = " ".join(text.split())
    if _NUMBER.fullmatch(text) is None:
        return text
    whole, _, decimals = text.partition(".")
    decimals = decimals.rstrip("0")
    return f"{whole}.{decimals}" if decimals else whole


def _cell(text: str) -> str:
    text = " ".join(text.split())
    try:
        return number_text(float(text))
    except (ValueError, OverflowError):
        return text


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
    cells_of = _binary_products().cells_of
    return _shared(cells_of(written), cells_of(expected))


def _of_picture(written: bytes, expected: bytes) -> float:
    return _binary_products().likeness_of_pictures(written, expected)


def _binary_products() -> ModuleType:
    """The reader of workbooks and pictures; InstallFailed where its libraries, which an extra brings, are not there."""
    try:
        return import_module("agents.judging.commands.binary_products")
    except ModuleNotFoundError as error:
        raise InstallFailed(
            f"{error.name} is not installed, and without it no workbook or picture can be held against "
            "others. Install it: "
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


def are_equal(name: str, written: bytes, expected: bytes) -> bool:
    """Whether a written file holds what is expected, by the kind that its name tells; others are equal byte by byte.

    Order counts, and so do ids and marks of time; the order of keys, spaces and how a number is written do not.
    Raises FileRefused where the expected file is none of its kind; of a written one that is none the answer is no.
    """
    if written == expected:
        return True
    suffix = PurePosixPath(name).suffix.lower()
    if (held := _EQUALITY_READERS.get(suffix)) is None:
        return is_comparable(name) and _is_wholly_alike(name, written, expected)
    wanted = held(expected)
    try:
        return held(written) == wanted
    except FileRefused:
        return False


def _is_wholly_alike(name: str, written: bytes, expected: bytes) -> bool:
    """Of workbooks and pictures, whose likeness leaves nothing out."""
    likeness(name, expected, expected)
    try:
        return likeness(name, written, expected) == 1.0
    except FileRefused:
        return False


def _value(value: JsonValue) -> object:
    """A value of JSON as it is held against another: a number by what it means, and `true` is no number."""
    match value:
        case bool():
            return ("truth", value)
        case int() | float():
            return ("number", number_text(value))
        case list():
            return [_value(inner) for inner in value]
        case dict():
            return {key: _value(inner) for key, inner in value.items()}
        case _:
            return value


def _values(data: bytes) -> object:
    try:
        return _value(json_of(data))
    except RecursionError as error:
        raise FileRefused("it goes deeper than can be read") from error


def _table(data: bytes) -> object:
    return rows_of(data, is_exact=True)


def _words(data: bytes) -> object:
    return [line.split() for line in text_lines(data)]


_EQUALITY_READERS: Mapping[str, Callable[[bytes], object]] = {
    ".json": _values,
    ".csv": _table,
    ".tsv": _table,
    ".txt": _words,
    ".md": _words,
    ".log": _words,
}


_ALIKE = 0.6
"""Likeness from which a file that may differ is supposed to be right (measured on six projects of PRDBench)."""
MOST_PRODUCTS = 10
"""Files that are read of all that were written where one should be."""


def by_product(
    how: FileComparison, transcript: Transcript, expected: bytes | None, most: int
) -> PointsDecision:
    """Points for a task that has to write a file.

    A file that holds what is expected earns all, and so does one of which nothing is expected but that it comes about,
    under the name that it is to have, and that is what it is called. Where it has to be equal, any difference earns
    nothing; where it is to be alike, its rubric says what a difference costs, and whoever reads decides it: without one
    it earns nothing. Where several were written, nobody says which is meant, and only what all of them come to is sure.

    Args:
        how: Which file, and by which rubric.
        transcript: What came of its commands.
        expected: What is expected; None: that it can be read is all that a program can say.
        most: The largest file that is read, in bytes.
    """
    found = products_of(how.product, transcript)
    if not found:
        return _none_of(how, transcript)
    if (made := _made_as_named(how, found, transcript, most)) is not None:
        return made
    decisions = [_of_one(how, name, transcript, expected, most) for name in found[:MOST_PRODUCTS]]
    return decisions[0] if len(found) == 1 else _of_several(found, decisions)


def products_of(pattern: str, transcript: Transcript) -> list[str]:
    """The files that were written where it should be, by name; without the empty ones, where others have anything."""
    found = [name for name in sorted(transcript.written) if fnmatchcase(name, pattern)]
    return [name for name in found if transcript.written[name]] or found


def _none_of(how: FileComparison, transcript: Transcript) -> PointsDecision:
    """The decision where nothing was written there: no sure one where it may be called otherwise, or lie elsewhere."""
    why = f"nothing was written to {how.product}{_why_none(transcript)}"
    if not any(runs_program(ran.line) for ran in transcript.ran):
        return PointsDecision(0.0, f"{why}, and the commands only look at what was submitted", is_sure=False)
    if how.is_supposed:
        return PointsDecision(
            0.0, f"{why}, and whether that is where it has to lie, nobody says", is_sure=False
        )
    base = PurePosixPath(how.product).name
    if other := next((name for name in sorted(transcript.written) if PurePosixPath(name).name == base), None):
        return PointsDecision(0.0, f"{why}, but to {other}", is_sure=False)
    return PointsDecision(0.0, why)


def _made_as_named(
    how: FileComparison, found: Sequence[str], transcript: Transcript, most: int
) -> PointsDecision | None:
    """The decision where it is all that a file of a name comes about, and one did; None where more is expected."""
    asked = pattern("asks_for_creation_alone").match(how.expected.strip())
    if asked is None or how.demands == "equal":
        return None
    for name in found:
        is_named_so = fnmatchcase(PurePosixPath(name).name, PurePosixPath(asked["name"]).name)
        data = transcript.content(name, most) if is_named_so and is_comparable(name) else None
        if data and (read := _readable(name, data)).points:
            return read._replace(why=f"{read.why}, and no more is expected", is_sure=True)
    return None


def _of_several(found: Sequence[str], decisions: Sequence[PointsDecision]) -> PointsDecision:
    best = max(decisions, key=lambda one: one.points)
    why = f"{len(found)} files were written there ({', '.join(found[:3])}{', …' if len(found) > 3 else ''})"
    if len(decisions) == len(found) and all(one.is_sure and one.points == best.points for one in decisions):
        return best._replace(why=f"{why}, and of each: {best.why}")
    return best._replace(
        why=f"{why}, and nothing says which is meant; of the best: {best.why}", is_sure=False
    )


def _of_one(
    how: FileComparison, found: str, transcript: Transcript, expected: bytes | None, most: int
) -> PointsDecision:
    size = transcript.written[found]
    if (data := transcript.content(found, most)) is None:
        limit = f"and {most:,} are read" if size > most else "and was tidied up with more than is kept"
        return PointsDecision(0.0, f"{found} has {size:,} bytes, {limit}", is_sure=False)
    if expected is not None and how.demands == "equal":
        return _held_against(found, data, expected)
    if expected is not None and is_comparable(found):
        return _compared(how, found, data, expected)
    return _readable(found, data)


def _held_against(found: str, data: bytes, expected: bytes) -> PointsDecision:
    try:
        if are_equal(found, data, expected):
            return PointsDecision(2.0, f"{found} holds what is expected")
    except FileRefused as refused:
        return PointsDecision(0.0, f"what {found} is held against cannot be read: {refused}", is_sure=False)
    return PointsDecision(0.0, f"{found} holds something else than what is expected")


def _compared(how: FileComparison, found: str, data: bytes, expected: bytes) -> PointsDecision:
    try:
        if are_equal(found, data, expected):
            return PointsDecision(2.0, f"{found} holds what is expected")
        share = likeness(found, data, expected)
    except FileRefused as refused:
        return PointsDecision(0.0, f"{found} cannot be read: {refused}", is_sure=False)
    if share == 1.0:
        # What was left out may be just what is asked for: an id, a day, or records in an order.
        why = f"{found} is like what is expected, but for ids, marks of time, order or signs that likeness leaves out"
        return PointsDecision(2.0, why, is_sure=False)
    why = f"{found} is like what is expected by {share:.0%}"
    if how.rubric is None:
        return PointsDecision(0.0, why)
    return PointsDecision(2.0 if share >= _ALIKE else 1.0, why, is_sure=False)


def _readable(found: str, data: bytes) -> PointsDecision:
    if not is_comparable(found):
        return PointsDecision(2.0, f"{found} was written, and no program says what it holds", is_sure=False)
    try:
        likeness(found, data, data)
    except FileRefused as refused:
        return PointsDecision(0.0, f"{found} cannot be read: {refused}")
    return PointsDecision(2.0, f"{found} was written and can be read", is_sure=False)


def _why_none(transcript: Transcript) -> str:
    output = transcript.output
    why = kept_from_running(output) or crash(output)
    return f": {brief(why)}" if why else ""


class FileComparisonJudge(KindJudge[FileComparison]):
    """By the file that was written."""

    async def by_program(
        self,
        bench: Bench,
        task: EvaluationTask,
        how: FileComparison,
        lines: Sequence[CommandWithInput],
        transcript: Transcript,
    ) -> ByProgram:
        reference = how.reference
        expected = sealed_path(task, bench.grader, reference).read_bytes() if reference else None
        decision = await asyncio.to_thread(
            by_product, how, transcript, expected, bench.settings.product_bytes
        )
        return ByProgram(decision, 1, reference=expected)

    def failed_by(self, how: FileComparison, transcript: Transcript, *, is_read: bool) -> FailureCause | None:
        if products_of(how.product, transcript):
            return FailureCause.OTHER_FILE
        return failed_run(transcript) or FailureCause.NO_FILE
