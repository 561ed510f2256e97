"""What 2, 1 and 0 points are given for: rows of metric.json, joined to the plan by id and likeness of the title."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from rapidfuzz import fuzz

from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.plan import id_and_title
from plans.errors import InvalidFile
from plans.records.problem import Problem
from plans.records.published import Rubric

METRIC = "evaluation/metric.json"
ALIKE = 0.6
"""Likeness of two titles from which the same id means the same criterion: ids alone do not."""
ROWS_LIMIT = 500
_COMPARED = 300
"""Characters of two titles that are compared; the longest that was published has 120."""
_TITLE_FIELDS = ("metric", "得分点")
_TEXT_FIELDS = ("expected_output", "scoring_criteria", "得分规范")
"""How the fields are called; one task has names of its own, and had them in Chinese."""
_POINTS = re.compile(r"(?:^|(?<=[\s(;.]))\**(\d)\s*points?\**\s*[:：]\**\s*", re.IGNORECASE)


class Row(NamedTuple):
    """One row of the rubric."""

    id: str | None
    metric: str
    text: str


class ReadRubric(NamedTuple):
    """The rows that could be read, and what could not."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]


def read_rubric(folder: PublishedFolder) -> ReadRubric:
    """The rows of a task's rubric; without the file, or with one of another shape, there are none and a problem."""
    mend = (
        "Without it the criteria of the task have no rubric; restore the published file where there was one."
    )
    try:
        value = folder.json(METRIC)
    except InvalidFile as error:
        told = [
            problem.model_copy(update={"severity": "warning", "mend": mend}) for problem in error.problems
        ]
        return ReadRubric((), tuple(told))
    if not isinstance(value, list):
        return ReadRubric((), (folder.problem(METRIC, "is no list of rows.", mend, is_warning=True),))
    rows: list[Row] = []
    problems: list[Problem] = []
    for number, one in enumerate(cast("list[Any]", value)[:ROWS_LIMIT], 1):
        if (row := _row(one)) is not None:
            rows.append(row)
        else:
            message = "has no title, or no text that says what points are given for."
            problems.append(folder.problem(f"{METRIC}: row {number}", message, mend, is_warning=True))
    return ReadRubric(tuple(rows), tuple(problems))


def joined(metrics: Mapping[int, str], rows: Sequence[Row]) -> dict[int, Rubric]:
    """Ordinal → rubric, for the criteria that have one: the row of the same id whose title is the most alike.

    Args:
        metrics: Ordinal → title with its id, of the plan's criteria.
        rows: The rows of the rubric.
    """
    found: dict[int, Rubric] = {}
    for ordinal, metric in metrics.items():
        id, _ = id_and_title(metric)
        same = [(likeness(metric, row.metric), row) for row in rows if id is not None and row.id == id]
        best = max(same, key=lambda pair: pair[0], default=None)
        if best is not None and best[0] >= ALIKE:
            row = best[1]
            found[ordinal] = Rubric(
                metric=row.metric, similarity=round(best[0], 3), points=points_of(row.text), text=row.text
            )
    return found


def likeness(first: str, second: str) -> float:
    """How alike two titles are, from 0 to 1."""
    return fuzz.ratio(first[:_COMPARED], second[:_COMPARED]) / 100


def points_of(text: str) -> dict[int, str]:
    """Points → what they are given for, by the parts of a rubric's text; nothing where it has no such parts."""
    _, *parts = _POINTS.split(text)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {int(points): said.strip() for points, said in pairs if said.strip()}


def _row(one: Any) -> Row | None:
    if not isinstance(one, dict):
        return None
    row = cast("dict[str, Any]", one)
    metric, text = _first_text(row, _TITLE_FIELDS), _first_text(row, _TEXT_FIELDS)
    return Row(id_and_title(metric)[0], metric, text) if metric and text else None


def _first_text(row: dict[str, Any], fields: Sequence[str]) -> str | None:
    texts = (value.strip() for field in fields if isinstance(value := row.get(field), str))
    return next((text for text in texts if text), None)
