"""Reports in PRDBench's own format, `reports/round<N>.jsonl`: read however they were written, written of a run, and
counted as its `score_cal` counts them, with ours beside it and each cause of the difference.

Theirs is the mean over the projects that have a report; ours is over all that was planned, and an interval where
something is undecided.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from pipeline.exchange.prdbench.exporting import SuiteTask
from pipeline.exchange.prdbench.files import PublishedFolder
from pipeline.exchange.prdbench.reading import id_and_title, most_alike
from pipeline.runner.scoring.agreement import points_of
from plans.contracts.runs import RunReader
from plans.errors import AuthorError, InvalidFile
from plans.files import write_text
from plans.paths import inside
from plans.plain_text import count_text, mended
from plans.records.published import (
    DifferenceKind,
    PublishedCriterion,
    PublishedProjectScore,
    PublishedScore,
    PublishedScoreDifference,
    PublishedTask,
    ReportLine,
)
from plans.records.run import RunSpec
from plans.records.verdict import Judgement, Status, TaskVerdict

LARGEST = 1_000_000
"""A larger number is no score that anybody meant, and none that can be added up for sure."""
_BEGINNING = re.compile(r"(?:^|(?<=[\[,}\]]))\s*\{", re.M)
_POINTS = (0, 1, 2)
_FULL = 2
_LOOKED_AT = range(1, 51)
"""The numbers of the projects that score_cal looks for; a report of any other it never opens."""
_FEWEST_PIECES = 5
"""Objects that a report in neither form has to have, or it counts as 0."""


def report_path(folder: Path, number: int, round: str) -> Path:
    """Where a project's report of a round lies."""
    return folder / str(number) / "reports" / f"round{round}.jsonl"


def parse_report(text: str) -> tuple[ReportLine, ...]:
    """The lines of a report that have a score, whatever form they were written in; what cannot be read is passed over.

    A report is a JSON list; one JSON value a line; or neither, and objects are looked for by their braces.
    """
    stripped = text.lstrip("\ufeff").strip()
    if stripped.startswith("[") and (listed := _value(stripped)) is not None and isinstance(listed[0], list):
        values = cast("list[Any]", listed[0])
    else:
        by_line = [_value(line) for line in stripped.split("\n") if line.strip()]
        values = [one[0] for one in by_line if one is not None]
        if len(values) < len(by_line):
            values = list(_objects(stripped))
    objects = (cast("dict[str, Any]", value) for value in values if isinstance(value, dict))
    return tuple(_line(one) for one in objects if "score" in one)


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


def _objects(text: str) -> Iterator[Any]:
    """The values that begin with a `{` at the beginning of a line or behind another one."""
    decoder, place = json.JSONDecoder(), 0
    while (begun := _BEGINNING.search(text, place)) is not None:
        try:
            value, place = decoder.raw_decode(text, begun.end() - 1)
            yield value
        except (ValueError, RecursionError):
            place = begun.end()


def write_report(path: Path, lines: Sequence[ReportLine]) -> None:
    """Write a report as PRDBench's own tools read it, one object a line.

    A line without points, such as that of a criterion which could not be decided, is written without a score: its
    tools pass over it. Raises AuthorError for any other score.
    """
    odd = [line.metric for line in lines if line.points is None and (line.score, line.said) != (None, None)]
    if odd:
        raise AuthorError(
            f"The report {str(path)!r} was not written: {', '.join(map(repr, odd))} has a score other than 0, 1 and 2, "
            "of which PRDBench does not know what it means. Give points, or no score where it is undecided."
        )
    written: list[str] = []
    for line in lines:
        score = {} if line.points is None else {"score": line.points}
        named = {"metric": line.metric, "description": line.description or ""}
        told = {**named, **score, "explanation": line.explanation or ""}
        written.append(f"{json.dumps(told, ensure_ascii=False)}\n")
    write_text(path, "".join(written))


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


class WrittenReports(NamedTuple):
    """What was written of one agent's play of the suite."""

    agent: str
    repeat: int
    folder: Path
    """Holds a folder for each task, as `score_cal` is given it."""
    tasks: tuple[PublishedTask, ...]
    """Those that the run planned, with or without a report."""
    rounds: int
    """Rounds that were planned."""
    missing: tuple[str, ...]
    """Rounds that nobody judged, as item and number: they have no report, as PRDBench leaves none there."""


def written_reports(reader: RunReader, tasks: Sequence[SuiteTask], out: Path) -> Sequence[WrittenReports]:
    """Write the reports of all rounds of a run; a round that carries on a finished trial is that trial's last one.

    Args:
        reader: The run, by the judge whose verdicts are wanted.
        tasks: Of the suite that was played.
        out: A new or empty folder: one for each agent is written there, with the repeat behind its name where the run
            has several.

    Raises AuthorError where the folder is not empty, and where the run was judged by other criteria than the suite's.
    """
    spec = reader.spec()
    if out.exists() and any(out.iterdir()):
        raise AuthorError(f"{out} is not empty, and files in it could be replaced. Choose another --out.")
    played = _played(spec, tasks)
    repeats = spec.play.repeats
    return [
        _of_play(reader, played, agent.name, repeat, inside(out, agent.name + f"-{repeat}" * (repeats > 1)))
        for agent in spec.play.agents
        for repeat in range(1, repeats + 1)
    ]


def _played(spec: RunSpec, tasks: Sequence[SuiteTask]) -> Mapping[str, SuiteTask]:
    """The items of the run; the report of one that has changed since would speak of other criteria."""
    there = {one.item.id: one for one in tasks}
    unlike = [
        id
        for id, digest in spec.suite.items.items()
        if id not in there or there[id].item.graded_digest != digest
    ]
    if unlike:
        raise AuthorError(
            f"{', '.join(unlike)}: the run judged these items by other criteria than the suite has, so its reports "
            "would name criteria that are not there. Name the suite as it was when the run was made."
        )
    return {id: there[id] for id in spec.suite.items}


def _of_play(
    reader: RunReader, played: Mapping[str, SuiteTask], agent: str, repeat: int, folder: Path
) -> WrittenReports:
    rounds = reader.spec().play.rounds
    missing: list[str] = []
    for item, told in played.items():
        judged = {one.number: one.judgement for one in reader.rounds(item, agent, repeat)}
        for number in range(1, rounds + 1):
            judgement = judged.get(number)
            if judgement is None:
                missing.append(f"{item}, round {number}")
            else:
                lines = list(report_lines(judgement, told.criteria))
                write_report(report_path(folder, told.task.number, str(number)), lines)
    return WrittenReports(
        agent, repeat, folder, tuple(one.task for one in played.values()), rounds, tuple(missing)
    )


def report_lines(judgement: Judgement, criteria: Mapping[str, PublishedCriterion]) -> Iterator[ReportLine]:
    """A line for each task: its points, or none where nobody could decide it.

    What was not tried because something before it failed has earned nothing, and PRDBench's judge gives it 0.
    """
    for verdict in judgement.tasks:
        one = criteria[verdict.task]
        points = 0 if verdict.status is Status.BLOCKED else points_of(verdict)
        yield ReportLine(
            metric=one.metric,
            description=one.description,
            score=points,
            explanation=f"{verdict.status.value}: {' '.join(_reasons(verdict))}",
        )


def _reasons(verdict: TaskVerdict) -> Sequence[str]:
    of_outcomes = dict.fromkeys(outcome.reason for outcome in verdict.outcomes if outcome.reason)
    return tuple(of_outcomes) or (verdict.reason,)


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
            values = _all_values(lines)
            if not values:
                parts = list(pieces(text))
                if len(parts) < _FEWEST_PIECES:
                    why = (
                        f"its report is neither a list nor lines, and has {count_text(len(parts), 'object')}"
                    )
                    return Counted(0.0, why)
                values = [value for part in parts for value in _value(part) or ()]
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


def _all_values(lines: Sequence[str]) -> list[Any]:
    """The JSON values of all lines; none where one is no JSON."""
    try:
        return [json.loads(line) for line in lines]
    except json.JSONDecodeError:
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
    told = tuple(_scored(project) for project in projects)
    return PublishedScore(
        round=round,
        published=published if is_number else None,
        valid=len(scores),
        low=_mean([project.low for project in told]),
        high=_mean([project.high for project in told]),
        differences=tuple(_differences(projects, published)) if is_number else (),
        projects=told,
    )


def _project(folder: Path, round: str, task: PublishedTask, *, with_unsatisfiable: bool) -> _Project:
    left = frozenset(one.ordinal for one in task.criteria if with_unsatisfiable or one.is_satisfiable)
    place = report_path(folder, task.number, round).relative_to(folder).as_posix()
    try:
        data = PublishedFolder(folder, folder.name, is_listed=False).read(place)
    except InvalidFile as error:
        return _Project(task, Counted(None, f"its report {error.problems[0].message}"), (), {}, left)
    lines = parse_report(data.decode("utf-8", "replace"))
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
    same = [one for one in criteria if id is not None and one.id == id]
    place = most_alike(metric, [one.metric for one in same])
    return same[place].ordinal if place is not None else None


def _scored(project: _Project) -> PublishedProjectScore:
    points = [project.points(ordinal) for ordinal in sorted(project.left)]
    decided = [one for one in points if one is not None]
    # Entries of the plan of which no criterion could be made were planned all the same.
    planned = len(points) + project.task.planned - len(project.task.criteria)
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


_MESSAGES: Mapping[DifferenceKind, str] = {
    "dropped_projects": "projects without a report that score_cal can use: {}. It leaves them out of its mean; here "
    "they count.",
    "unread_reports": "reports whose lines can be read though score_cal drops them or counts them otherwise: {}.",
    "foreign_lines": "lines that belong to no planned criterion, or repeat one: {}. score_cal counts them.",
    "odd_scores": "criteria with a score other than 0, 1 and 2, or with two different ones: {}. Here they are "
    "undecided.",
    "left_out": "criteria that were planned and that their project's report leaves out: {}. score_cal divides by the "
    "others.",
    "unsatisfiable": "criteria that nobody can satisfy: {}. They are reported beside our number, and are no part of "
    "it.",
}


def _differences(projects: Sequence[_Project], published: float) -> Iterator[PublishedScoreDifference]:
    """What changes the mean when one thing after the other is put right."""
    before = published
    for steps in zip(*map(_steps, projects), strict=True):
        after = _mean([step.score for step in steps])
        kind, concerned = steps[0].kind, sum(step.concerns for step in steps)
        if concerned:
            message = _MESSAGES[kind].format(concerned)
            yield PublishedScoreDifference(kind=kind, effect=after - before, count=concerned, message=message)
        before = after


class _Step(NamedTuple):
    """One thing that is put right in a project: its score from then on, and how much it concerns."""

    kind: DifferenceKind
    score: float
    concerns: int


def _steps(project: _Project) -> tuple[_Step, ...]:
    """What is put right, one after the other."""
    task, lines = project.task, project.lines
    published = project.counted.score or 0.0
    # By all lines that can be read, then by what they say of planned criteria, then by points alone.
    read = _mean([line.score for line in lines if line.score is not None]) / _FULL
    firsts = [said[0].score for said in project.of.values()]
    points = [project.points(ordinal) for ordinal in project.of]
    earned = sum(one or 0 for one in points)
    return (
        _Step("dropped_projects", published, int(project.counted.score is None)),
        _Step("unread_reports", read, int(not math.isclose(published, read))),
        _Step(
            "foreign_lines",
            _mean([score for score in firsts if score is not None]) / _FULL,
            len(lines) - len(points),
        ),
        _Step("odd_scores", earned / (_FULL * len(points)) if points else 0.0, points.count(None)),
        # A project of which no line can be read is a cause of its own.
        _Step(
            "left_out",
            earned / (_FULL * task.planned) if task.planned else 0.0,
            task.planned - len(points) if lines else 0,
        ),
        _Step("unsatisfiable", _scored(project).low, len(task.criteria) - len(project.left)),
    )


def _mean(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores) if scores else 0.0
