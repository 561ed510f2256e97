"""Records of a run read back: each must be about what its place says, and a judgement about all that was planned."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from plans.errors import InvalidFile
from plans.files import read_own_record
from plans.paths import RunPaths
from plans.records.base import FileRecord
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.problem import Problem
from plans.records.round import RoundRecord
from plans.records.run_project import RunProject
from plans.records.verdict import NO_COUNTERPART, Judgement, OutcomeVerdict, Status, TaskVerdict

Trial = tuple[str, str, int]
"""Project, agent and repeat."""

JUDGED_AGAIN = "Remove the file; `benchwright run`, as before, judges the hand-in again."
PLAYED_AGAIN = "Restore it, or remove its folder: `benchwright run`, as before, plays the round again."
RESTORED = "Restore it as the run left it, or make a new run."


def read_project(run: RunPaths, id: str) -> RunProject:
    """What the run keeps of an item; InvalidFile where it is another one's."""
    path = run.project(id)
    there = read_own_record(path, RunProject)
    _refuse(_differing(path, there, {"id": id}, RESTORED))
    return there


def read_round(run: RunPaths, trial: Trial, number: int) -> RoundRecord:
    """The record of a round that was played; InvalidFile where it is another round's, or another trial's."""
    path = run.trial(*trial).round(number).record
    there = read_own_record(path, RoundRecord)
    project, agent, repeat = trial
    asked = {"project": project, "agent": agent, "repeat": repeat, "round": number}
    _refuse(_differing(path, there, asked, PLAYED_AGAIN))
    return there


def read_judgement(path: Path, asked: Mapping[str, str], criteria: Criteria) -> Judgement:
    """The judgement in a file.

    InvalidFile when fields that name what was judged, and by whom, are not as `asked`; and when it has not one verdict
    for each task and outcome of the criteria, or verdicts that contradict each other.
    """
    there = read_own_record(path, Judgement)
    _refuse(_differing(path, there, asked, JUDGED_AGAIN))
    _refuse(
        Problem(where=str(path), message=message, mend=JUDGED_AGAIN) for message in _wrong(there, criteria)
    )
    return there


def _refuse(problems: Iterator[Problem]) -> None:
    if found := list(problems):
        raise InvalidFile(found)


def _differing(path: Path, there: FileRecord, asked: Mapping[str, str | int], mend: str) -> Iterator[Problem]:
    found = there.model_dump(include=set(asked))
    for name, value in asked.items():
        if found[name] != value:
            message = (
                f"{name}: {found[name]!r}, but this is the place of {value!r}: it is about something else."
            )
            yield Problem(where=str(path), message=message, mend=mend)


def _wrong(judgement: Judgement, criteria: Criteria) -> Iterator[str]:
    """What is missing, unknown or contradicts itself in verdicts, in words."""
    verdicts = {verdict.task: verdict for verdict in judgement.tasks}
    yield from _misnamed(
        "evaluation task", [one.task for one in judgement.tasks], [task.id for task in criteria.tasks]
    )
    for task in criteria.tasks:
        if task.id in verdicts:
            yield from _wrong_in(task, verdicts)


def _misnamed(noun: str, there: Sequence[str], planned: Sequence[str]) -> Iterator[str]:
    if missing := [id for id in planned if id not in there]:
        yield f"{noun} without a verdict: {', '.join(missing)}."
    if unknown := [id for id in dict.fromkeys(there) if id not in planned]:
        yield f"{noun} that the run's criteria do not have: {', '.join(map(repr, unknown))}."
    if twice := [id for id in planned if there.count(id) > 1]:
        yield f"{noun} with more than one verdict: {', '.join(twice)}."


def _wrong_in(task: EvaluationTask, verdicts: Mapping[str, TaskVerdict]) -> Iterator[str]:
    verdict = verdicts[task.id]
    there = [one.outcome for one in verdict.outcomes]
    misnamed = list(_misnamed(f"{task.id}: expected outcome", there, [one.id for one in task.outcomes]))
    yield from misnamed
    if not misnamed and not _follows(verdict.status, verdict.outcomes):
        told = ", ".join(f"{one.outcome} {one.status.value}" for one in verdict.outcomes)
        yield f"{task.id}: {verdict.status.value} contradicts its outcomes: {told}."
    parents = [verdicts[id] for id in task.depends_on if id in verdicts]
    if verdict.status is Status.PASSED and (
        open_ones := [
            one
            for one in parents
            if one.status is not Status.PASSED
            and NO_COUNTERPART not in one.marks
            and not one.is_merely_unbound
        ]
    ):
        parent = open_ones[0]
        yield f"{task.id}: passed, although its prerequisite {parent.task} is {parent.status.value}."


def _follows(status: Status, outcomes: Sequence[OutcomeVerdict]) -> bool:
    """Whether a task with these outcomes may have this status."""
    found = [one.status for one in outcomes]
    if status in (Status.PASSED, Status.BLOCKED):
        return all(one is status for one in found)
    return status in found
