"""PRDBench's own number of a round, `score_cal`, with ours beside it and the difference put into words.

Theirs is the mean over the projects that have a report; ours is over all that was planned, and an interval where
something is undecided.
"""

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from pipeline.exchange.prdbench.folder import PublishedFolder, decoded
from pipeline.exchange.prdbench.plan import ALIKE, id_and_title, likeness
from pipeline.exchange.prdbench.reports import LARGEST, parse_report, pieces, report_path
from plans.errors import AuthorError, InvalidFile
from plans.plain_text import count_text
from plans.records.published import PublishedCriterion, PublishedTask
from plans.records.published_scores import (
    DifferenceKind,
    PublishedProjectScore,
    PublishedScore,
    PublishedScoreDifference,
    ReportLine,
)

_FULL = 2
_LOOKED_AT = range(1, 51)
"""The numbers of the projects that score_cal looks for; a report of any other it never opens."""
_FEWEST_PIECES = 5
"""Objects that a report in neither form has to have, or it counts as 0."""


class Counted(NamedTuple):
    """What score_cal makes of one report."""

    score: float | None
    """None where it leaves the project out."""
    why: str | None = None


def counted(data: bytes) -> Counted:
    """What score_cal makes of a report; it is followed in all that it does, right or not."""
    try:
        text = data.decode("utf-8").strip()
        if not text:
            return Counted(None, "its report is empty")
        if text.startswith("[") and text.endswith("]"):
            values: list[Any] = json.loads(text)
        else:
            lines = [line for line in text.splitlines() if line.strip()]
            values = _all_values(lines) or []
            if not values:
                parts = list(pieces(text))
                if len(parts) < _FEWEST_PIECES:
                    why = (
                        f"its report is neither a list nor lines, and has {count_text(len(parts), 'object')}"
                    )
                    return Counted(0.0, why)
                values = [value for part in parts for value in _piece(part)]
        objects = [cast("dict[str, Any]", value) for value in values if isinstance(value, dict)]
        scores = [one["score"] for one in objects if "score" in one]
        if not scores:
            return Counted(None, "its report has no score")
        total = 0
        for score in scores:
            total += score
        return Counted(float(total / len(scores) / 2))
    except UnicodeDecodeError:
        return Counted(None, "its report is not UTF-8")
    except (ValueError, RecursionError):
        return Counted(None, "its report is cut off, or otherwise no JSON")
    except (TypeError, OverflowError):
        return Counted(None, "its report has a score that is no number")


def _all_values(lines: Sequence[str]) -> list[Any] | None:
    """The JSON values of all lines; None where one is none."""
    try:
        return [json.loads(line) for line in lines]
    except json.JSONDecodeError:
        return None


def _piece(part: str) -> list[Any]:
    """The value of a part; nothing where it is no JSON, however it is none."""
    try:
        return [json.loads(part)]
    except (ValueError, RecursionError):
        return []


class _Project(NamedTuple):
    """One project, with what its report says of each criterion."""

    task: PublishedTask
    counted: Counted
    lines: tuple[ReportLine, ...]
    """Of its report, those with a score."""
    of: dict[int, tuple[ReportLine, ...]]
    """Ordinal → the lines that speak of that criterion."""
    left: frozenset[int]
    """Ordinals of the criteria that count."""

    def points(self, ordinal: int) -> int | None:
        """0, 1 or 2; None where the report says nothing, something else, or different things."""
        said = {line.points for line in self.of.get(ordinal, ())}
        return said.pop() if len(said) == 1 else None


def score_cal(
    folder: Path, round: str, tasks: Sequence[PublishedTask], *, with_unsatisfiable: bool = False
) -> PublishedScore:
    """The mean over projects as published, and ours.

    Args:
        folder: Holds `<task>/reports/round<N>.jsonl`.
        round: N, or whatever stands in its place.
        tasks: What was planned.
        with_unsatisfiable: Whether criteria that nobody can satisfy count in ours too, as they do in theirs.

    Raises AuthorError where there is no task, or no such round can be.
    """
    if not tasks or not round.isalnum():
        raise AuthorError(
            f"There is nothing to count of round {round!r}: name a round by letters and digits, and a folder of "
            "tasks with their plans."
        )
    projects = [_project(folder, round, task, with_unsatisfiable=with_unsatisfiable) for task in tasks]
    scores = [project.counted.score for project in projects if project.counted.score is not None]
    published = sum(scores) / len(scores) if scores else 0.0
    # A number that is none makes all of them none; beside a huge one, what the others differ by is lost.
    is_number = abs(published) <= LARGEST
    told = tuple(_told(project) for project in projects)
    return PublishedScore(
        round=round,
        published=published if is_number else None,
        valid=len(scores),
        low=_mean([project.low for project in told]),
        high=_mean([project.high for project in told]),
        differences=_differences(projects, published) if is_number else (),
        projects=told,
    )


def _project(folder: Path, round: str, task: PublishedTask, *, with_unsatisfiable: bool) -> _Project:
    left = frozenset(one.ordinal for one in task.criteria if with_unsatisfiable or one.is_satisfiable)
    place = report_path(folder, task.number, round).relative_to(folder).as_posix()
    try:
        data = PublishedFolder(folder, folder.name, is_listed=False).read(place)
    except InvalidFile as error:
        return _Project(task, Counted(None, f"its report {error.problems[0].message}"), (), {}, left)
    lines = parse_report(decoded(data).text)
    theirs = counted(data) if task.number in _LOOKED_AT else Counted(None, "score_cal looks at 1 to 50 alone")
    return _Project(task, theirs, lines, _by_criterion(lines, task.criteria), left)


def _by_criterion(
    lines: Sequence[ReportLine], criteria: Sequence[PublishedCriterion]
) -> dict[int, tuple[ReportLine, ...]]:
    """Ordinal → the lines that name the criterion: by its very title, else by its id and a like one."""
    exact = {one.metric: one.ordinal for one in reversed(criteria)}
    found: dict[int, list[ReportLine]] = {}
    for line in lines:
        ordinal = exact.get((line.metric or "").strip()) or _alike(line.metric or "", criteria)
        if ordinal is not None:
            found.setdefault(ordinal, []).append(line)
    return {ordinal: tuple(named) for ordinal, named in found.items()}


def _alike(metric: str, criteria: Sequence[PublishedCriterion]) -> int | None:
    id, _ = id_and_title(metric)
    same = [
        (likeness(metric, one.metric), one.ordinal) for one in criteria if id is not None and one.id == id
    ]
    best = max(same, default=(0.0, 0))
    return best[1] if best[0] >= ALIKE else None


def _told(project: _Project) -> PublishedProjectScore:
    points = [project.points(ordinal) for ordinal in sorted(project.left)]
    decided = [one for one in points if one is not None]
    planned = len(points) + _lost(project)
    earned = sum(decided)
    score = project.counted.score
    # Of a project in which nothing counts nothing is known: from 0 to 1.
    return PublishedProjectScore(
        number=project.task.number,
        published=score if score is None or math.isfinite(score) else None,
        why=project.counted.why,
        lines=len(project.lines),
        planned=planned,
        decided=len(decided),
        low=earned / (_FULL * planned) if planned else 0.0,
        high=(earned + _FULL * (planned - len(decided))) / (_FULL * planned) if planned else 1.0,
    )


def _lost(project: _Project) -> int:
    """Entries of the plan of which no criterion could be made: they were planned all the same."""
    return project.task.planned - len(project.task.criteria)


def _differences(projects: Sequence[_Project], published: float) -> tuple[PublishedScoreDifference, ...]:
    """What changes the mean when one thing after the other is put right."""
    found: list[PublishedScoreDifference] = []
    before = published
    for kind, score, count, message in _STEPS:
        after = _mean([score(project) for project in projects])
        concerned = sum(count(project) for project in projects)
        if concerned:
            found.append(
                PublishedScoreDifference(
                    kind=kind, effect=after - before, count=concerned, message=message.format(concerned)
                )
            )
        before = after
    return tuple(found)


def _as_published(project: _Project) -> float:
    return project.counted.score or 0.0


def _of_lines(project: _Project) -> float:
    """By all lines that can be read, whatever form the report has."""
    scores = [line.score for line in project.lines if line.score is not None]
    return _mean(scores) / _FULL


def _of_named(project: _Project) -> float:
    """By what the lines say of planned criteria, each once."""
    scores = [lines[0].score for lines in project.of.values() if lines[0].score is not None]
    return _mean(scores) / _FULL


def _of_points(project: _Project) -> float:
    """By points alone: what is none of 0, 1 and 2, or not the same in two lines, earns nothing."""
    return _mean([project.points(ordinal) or 0 for ordinal in project.of]) / _FULL


def _of_all(project: _Project) -> float:
    """Over all that was planned."""
    earned = sum(project.points(ordinal) or 0 for ordinal in project.of)
    return earned / (_FULL * project.task.planned) if project.task.planned else 0.0


def _foreign(project: _Project) -> int:
    return len(project.lines) - len(project.of)


def _misread(project: _Project) -> int:
    """1 for a report whose readable lines score_cal does not count as they are."""
    return int(not math.isclose(_as_published(project), _of_lines(project)))


def _odd(project: _Project) -> int:
    return sum(project.points(ordinal) is None for ordinal in project.of)


def _left_out(project: _Project) -> int:
    """Criteria of which a report with lines says nothing; a project without any is a cause of its own."""
    return project.task.planned - len(project.of) if project.lines else 0


def _mean(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores) if scores else 0.0


_STEPS: tuple[tuple[DifferenceKind, Callable[[_Project], float], Callable[[_Project], int], str], ...] = (
    (
        "dropped_projects",
        _as_published,
        lambda project: int(project.counted.score is None),
        "projects without a report that score_cal can use: {}. It leaves them out of its mean; here they count.",
    ),
    (
        "unread_reports",
        _of_lines,
        _misread,
        "reports whose lines can be read though score_cal drops them or counts them otherwise: {}.",
    ),
    (
        "foreign_lines",
        _of_named,
        _foreign,
        "lines that belong to no planned criterion, or repeat one: {}. score_cal counts them.",
    ),
    (
        "odd_scores",
        _of_points,
        _odd,
        "criteria with a score other than 0, 1 and 2, or with two different ones: {}. Here they are undecided.",
    ),
    (
        "left_out",
        _of_all,
        _left_out,
        "criteria that were planned and that their project's report leaves out: {}. score_cal divides by the others.",
    ),
    (
        "unsatisfiable",
        lambda project: _told(project).low,
        lambda project: len(project.task.criteria) - len(project.left),
        "criteria that nobody can satisfy: {}. They are reported beside our number, and are no part of it.",
    ),
)
"""What is put right one after the other: kind, score of a project from then on, how many it concerns, in words."""
