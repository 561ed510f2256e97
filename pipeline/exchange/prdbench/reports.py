"""Reports in PRDBench's own format, `reports/round<N>.jsonl`: read however they were written, and written of a run."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from pipeline.exchange.prdbench.exporting import SuiteTask
from pipeline.runner.scoring.agreement import points_of
from plans.contracts.runs import RunReader
from plans.errors import AuthorError
from plans.files import write_text
from plans.paths import inside
from plans.plain_text import mended
from plans.records.published import PublishedCriterion, PublishedTask
from plans.records.published_scores import ReportLine
from plans.records.run import RunSpec
from plans.records.verdict import Judgement, OutcomeVerdict, Status, TaskVerdict

_BEGINNING = re.compile(r"(?:^|(?<=[\[,}\]]))\s*\{", re.M)
_POINTS = (0, 1, 2)
LARGEST = 1_000_000
"""A larger number is no score that anybody meant, and none that can be added up for sure."""


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
    return [
        _of_play(reader, played, agent.name, repeat, inside(out, _folder(agent.name, repeat, spec)))
        for agent in spec.play.agents
        for repeat in range(1, spec.play.repeats + 1)
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


def _folder(agent: str, repeat: int, spec: RunSpec) -> str:
    return agent if spec.play.repeats == 1 else f"{agent}-{repeat}"


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
            explanation=_explanation(verdict),
        )


def _explanation(verdict: TaskVerdict) -> str:
    reasons = dict.fromkeys(_reasons(verdict.outcomes)) or {verdict.reason: None}
    return f"{verdict.status.value}: {' '.join(reasons)}"


def _reasons(outcomes: Sequence[OutcomeVerdict]) -> Iterator[str]:
    return (outcome.reason for outcome in outcomes if outcome.reason)
