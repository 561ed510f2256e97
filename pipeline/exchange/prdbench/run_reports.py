"""A run's rounds as PRDBench's evaluation leaves them: for each agent a folder of `<task>/reports/round<N>.jsonl`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pipeline.exchange.prdbench.reports import report_path, write_report
from pipeline.exchange.prdbench.suite_tasks import SuiteTask
from pipeline.runner.scoring.agreement import points_of
from plans.contracts.runs import RunReader
from plans.errors import AuthorError
from plans.paths import inside
from plans.records.published import PublishedCriterion, PublishedTask
from plans.records.published_scores import ReportLine
from plans.records.run import RunSpec
from plans.records.verdict import Judgement, OutcomeVerdict, Status, TaskVerdict


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
