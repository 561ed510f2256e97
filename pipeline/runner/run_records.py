"""Records in the folder of a run: read back with what they must be about, the clock, guards of round folders."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from plans.errors import InvalidFile, RunMismatch
from plans.files import read_own_record, storage_errors
from plans.paths import RoundPaths, RunPaths
from plans.records.base import FileRecord, Problem
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.feedback import Feedback
from plans.records.run import RoundRecord, RunProject
from plans.records.verdict import NO_COUNTERPART, Judgement, OutcomeVerdict, Status, TaskVerdict

OF_A_TURN = ("message.md", "transcript.txt", "trajectory.json", "uses.json", "packages.json", "round.json")
"""What a turn that did not end, or whose end says nothing about the agent, may have left. What it used stands in the
run's book."""
AFTER_A_TURN = ("judgements", "feedback.json")
"""What is written only once a turn has ended."""


def make_afresh(round: RoundPaths, run: RunPaths) -> None:
    """A folder for a turn that is about to begin, without what an earlier try left; RunMismatch as `refuse_foreign`."""
    with storage_errors(round.root):
        refuse_foreign(round, run)
        round.root.mkdir(parents=True, exist_ok=True)
        for entry in round.root.iterdir():
            if any(entry.name == name or entry.name.startswith(f".{name}.") for name in OF_A_TURN):
                entry.unlink()


def refuse_links(path: Path, run: RunPaths) -> None:
    """RunMismatch where a link stands for anything between the run's folder and `path`, itself included."""
    for place in (*reversed(path.parents), path):
        if place != run.root and place.is_relative_to(run.root) and place.is_symlink():
            raise _foreign(place, "is a link, and what the run writes would lie elsewhere")


def refuse_foreign(round: RoundPaths, run: RunPaths) -> None:
    """RunMismatch where a link, a verdict or feedback lies before the round was judged."""
    refuse_links(round.root, run)
    if not round.root.is_dir():
        return
    for entry in sorted(round.root.iterdir()):
        if entry.is_symlink():
            raise _foreign(entry, "is a link, and what the run writes would lie elsewhere")
        if entry.name in AFTER_A_TURN:
            raise _foreign(entry, "lies there before this round was judged, and would count as its verdict")


def refuse_record(round: RoundPaths, run: RunPaths) -> None:
    """RunMismatch as `refuse_foreign`, and where a round that was never played has a record that would be scored."""
    refuse_foreign(round, run)
    if round.record.exists():
        raise _foreign(round.record, "is the record of a round that was not played, and would be scored")


def _foreign(path: Path, what: str) -> RunMismatch:
    return RunMismatch(
        f"{path} {what}: this run did not put it there, an agent may have. Remove it and give the same command again."
    )


Trial = tuple[str, str, int]
"""Project, agent and repeat."""

JUDGED_AGAIN = "Remove the file; `benchwright run`, as before, judges the submission again."
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


def nothing_left(judgement: Judgement, feedback: Feedback | None) -> bool:
    """Whether all tasks passed and the user is satisfied."""
    is_perfect = all(task.status is Status.PASSED for task in judgement.tasks)
    return is_perfect and feedback is not None and feedback.satisfied
