"""Reports in PRDBench's own format, `reports/round<N>.jsonl`: one object a criterion with metric, description, score
and explanation.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from plans.errors import AuthorError
from plans.files import write_text
from plans.plain_text import mended
from plans.records.published_scores import ReportLine

Form = Literal["list", "lines", "pieces"]
"""A JSON list; one JSON value a line; or neither, so that objects are looked for by their braces."""
_BEGINNING = re.compile(r"(?:^|(?<=[\[,}\]]))\s*\{", re.M)
_POINTS = (0, 1, 2)
LARGEST = 1_000_000
"""A larger number is no score that anybody meant, and none that can be added up for sure."""


class Report(NamedTuple):
    """What a report holds, read as generously as can be."""

    form: Form
    lines: tuple[ReportLine, ...]
    """Its objects that have a score."""
    unscored: int
    """Its objects that have none."""
    broken: int
    """Parts of it that are no JSON, or no object."""


def report_path(folder: Path, number: int, round: str) -> Path:
    """Where a project's report of a round lies."""
    return folder / str(number) / "reports" / f"round{round}.jsonl"


def parse_report(text: str) -> Report:
    """The lines of a report, whatever form they were written in; what cannot be read is counted, and never guessed."""
    stripped = text.lstrip("\ufeff").strip()
    if stripped.startswith("[") and (listed := _value(stripped)) is not None and isinstance(listed[0], list):
        return _report("list", [(one,) for one in cast("list[Any]", listed[0])])
    values = [_value(line) for line in stripped.split("\n") if line.strip()]
    if all(value is not None for value in values):
        return _report("lines", values)
    return _report("pieces", list(_objects(stripped)))


def pieces(text: str) -> Iterator[str]:
    """The parts of a text from a `{` to the `}` that closes it, as PRDBench's own tools count: braces within quotations
    count too, and behind a `}` too many nothing is found any more.
    """
    depth = begin = 0
    for place, character in enumerate(text):
        if character == "{":
            begin = place if depth == 0 else begin
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                yield text[begin : place + 1]


def _objects(text: str) -> Iterator[tuple[Any] | None]:
    """The values that begin with a `{` at the beginning of a line or behind another one; None for one that is none."""
    decoder, place = json.JSONDecoder(), 0
    while (begun := _BEGINNING.search(text, place)) is not None:
        try:
            value, place = decoder.raw_decode(text, begun.end() - 1)
            yield (value,)
        except (ValueError, RecursionError):
            place = begun.end()
            yield None


def write_report(path: Path, lines: Sequence[ReportLine]) -> None:
    """Write a report as PRDBench's own tools read it, one object a line.

    A line without points, such as that of a criterion which could not be decided, is written without a score: its
    tools pass over it. Raises AuthorError for any other score.
    """
    if odd := [line.metric for line in lines if line.points is None and not _is_silent(line)]:
        raise AuthorError(
            f"The report {str(path)!r} was not written: {', '.join(map(repr, odd))} has a score other than 0, 1 and 2, "
            "of which PRDBench does not know what it means. Give points, or no score where it is undecided."
        )
    write_text(path, "".join(f"{json.dumps(_object(line), ensure_ascii=False)}\n" for line in lines))


def _is_silent(line: ReportLine) -> bool:
    return line.score is None and line.said is None


def _object(line: ReportLine) -> dict[str, Any]:
    told = {"metric": line.metric, "description": line.description or ""}
    score = {} if line.points is None else {"score": line.points}
    return {**told, **score, "explanation": line.explanation or ""}


def _report(form: Form, values: Sequence[tuple[Any] | None]) -> Report:
    objects = [cast("dict[str, Any]", value[0]) for value in values if value and isinstance(value[0], dict)]
    scored = [one for one in objects if "score" in one]
    lines = tuple(_line(one) for one in scored)
    return Report(form, lines, len(objects) - len(scored), len(values) - len(objects))


def _line(one: dict[str, Any]) -> ReportLine:
    score = one["score"]
    is_number = isinstance(score, int | float) and not isinstance(score, bool) and abs(score) <= LARGEST
    is_points = is_number and score in _POINTS
    return ReportLine(
        metric=_text(one.get("metric")),
        description=_text(one.get("description")),
        score=float(score) if is_number else None,
        explanation=_text(one.get("explanation")),
        said=None if is_points else json.dumps(mended(score))[:200],
    )


def _text(value: Any) -> str | None:
    return mended(value) if isinstance(value, str) else None


def _value(text: str) -> tuple[Any] | None:
    """A JSON value, or None where the text is none: null is a value too."""
    try:
        return (json.loads(text),)
    except (ValueError, RecursionError):
        return None
