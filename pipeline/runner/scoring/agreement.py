"""Agreement of judges with people's points (PRDBench, arXiv 2510.24358, Table 5)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import Field

from pipeline.runner.scoring.intervals import Measured, measured_agreement
from plans.contracts.runs import RunReader
from plans.errors import AuthorError, InvalidFile
from plans.files import read_record
from plans.records.base import Problem, Record
from plans.records.criteria import TASK_KINDS, KindWord
from plans.records.review import PointLabels, Points
from plans.records.run import RunProject
from plans.records.verdict import Judgement, Status, TaskVerdict
from review.agreement import POINTS, PointAgreement, tally_points

SHORTEST = 8
"""Letters of a digest that can stand for it."""


class Labelled(NamedTuple):
    """A submission with what its judge and what people say of it."""

    project: RunProject
    judgement: Judgement
    labels: PointLabels


class LabelledRun(NamedTuple):
    """What people labelled of a run, and what else they labelled."""

    found: tuple[Labelled, ...]
    """At least one; each submission once, however many rounds stand with it."""
    elsewhere: tuple[str, ...]
    """Item and name of labelled submissions that are none of the run, or were not judged in it."""


Labels = TypeVar("Labels")


def read_labels(folder: Path) -> list[PointLabels]:
    """All labels that lie in a folder, one file a submission; raises as read_label_files does."""
    return read_label_files(
        folder,
        lambda path: read_record(path, PointLabels),
        "verdicts",
        "a file point-labels for each submission",
    )


def read_label_files(folder: Path, read: Callable[[Path], Labels], held: str, files: str) -> list[Labels]:
    """What `read` makes of each file in a folder; InvalidFile with the problems of all of them, AuthorError where there
    is none.

    `held`: what is held against the labels. `files`: what the folder has to have.
    """
    found: list[Labels] = []
    problems: list[Problem] = []
    paths = sorted({*folder.rglob("*.yaml"), *folder.rglob("*.json")})
    if not paths:
        raise AuthorError(
            f"No labels lie in {folder} (*.yaml, *.json), so there is nothing to hold {held} against. Name the folder "
            f"that has {files}."
        )
    for path in paths:
        try:
            found.append(read(path))
        except InvalidFile as error:
            problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return found


def labelled_in(reader: RunReader, labels: Sequence[PointLabels]) -> LabelledRun:
    """The labelled submissions of a run, by the judge that is read.

    Raises AuthorError where the labels are of no submission of the run, of one twice, or of tasks that its project does
    not have.
    """
    judged = {
        (project.id, judgement.submission_digest): (project, judgement)
        for project, judgement in _judged(reader)
    }
    labels = [_in_full(one, judged) for one in labels]
    _refuse_doubles(labels)
    found: list[Labelled] = []
    elsewhere: list[str] = []
    for one in labels:
        if (key := (one.item, one.submission_digest)) in judged:
            found.append(Labelled(*judged[key], one))
        else:
            elsewhere.append(f"{one.item}/{one.submission}")
    if not found:
        raise AuthorError(
            f"None of the labelled submissions ({len(labels)}) was judged in this run, so there is nothing to hold its "
            "verdicts against. `submission_digest` of a label file names the folder that was labelled; those of a run "
            "stand in its trials/*/*/*/round-*/round.json, and the beginning of one is enough."
        )
    _refuse_unknown_tasks(found)
    return LabelledRun(tuple(found), tuple(elsewhere))


def _in_full(labels: PointLabels, judged: Collection[tuple[str, str]]) -> PointLabels:
    """The labels with the whole digest where they name its beginning; AuthorError where several begin so."""
    said = labels.submission_digest
    meant = sorted(digest for item, digest in judged if item == labels.item and digest.startswith(said))
    if len(said) < SHORTEST or not meant or said in meant:
        return labels
    if len(meant) > 1:
        raise AuthorError(
            f"Several submissions of {labels.item} have a digest that begins with {said!r}, so nobody knows which was "
            f"labelled. Write more of it: {', '.join(meant)}."
        )
    return labels.model_copy(update={"submission_digest": meant[0]})


def _judged(reader: RunReader) -> Iterator[tuple[RunProject, Judgement]]:
    play = reader.spec().play
    for project in reader.projects():
        for agent in play.agents:
            for repeat in range(1, play.repeats + 1):
                for one in reader.rounds(project.id, agent.name, repeat):
                    if one.judgement is not None:
                        yield project, one.judgement


def _refuse_doubles(labels: Sequence[PointLabels]) -> None:
    times = Counter((one.item, one.submission_digest) for one in labels)
    doubles = [f"{one.item}/{one.submission}" for one in labels if times[one.item, one.submission_digest] > 1]
    if doubles:
        raise AuthorError(
            f"The same submission is labelled in several files, and would count several times: {', '.join(doubles)}. "
            "Keep one file for each; `hands` holds what several people said."
        )


def _refuse_unknown_tasks(found: Sequence[Labelled]) -> None:
    unknown = [
        f"{task!r} of {one.project.id}/{one.labels.submission}"
        for one in found
        for task in one.labels.tasks
        if task not in {known.id for known in one.project.criteria.tasks}
    ]
    if unknown:
        raise AuthorError(
            f"People labelled tasks that the criteria do not have, so that nothing can be held against them: "
            f"{', '.join(unknown)}. Name the tasks as criteria.yaml does."
        )


def _recall(points: Points) -> Callable[[PointAgreement], float | None]:
    return lambda seen: seen.recall(points)


MEASURES: dict[str, Callable[[PointAgreement], float | None]] = {
    "decided": lambda seen: seen.decided_share,
    "exact": lambda seen: seen.exact,
    "off by one": lambda seen: seen.off_by_one,
    "off by two": lambda seen: seen.off_by_two,
    "defensible": lambda seen: seen.defended,
    "kappa": lambda seen: seen.kappa,
    "weighted kappa": lambda seen: seen.weighted_kappa,
    **{f"recall of {points}": _recall(points) for points in POINTS},
}


class AgreementRow(Record):
    """Agreement on all labelled tasks, or on those of a kind."""

    part: KindWord | None
    """None: all."""
    counts: PointAgreement
    measured: dict[str, Measured]
    """By the names in MEASURES."""


class AgreementTable(Record):
    """What was measured."""

    rows: tuple[AgreementRow, ...] = Field(min_length=1)
    projects: int
    submissions: int


def agreement(found: Sequence[Labelled]) -> AgreementTable:
    """Agreement on all labelled tasks, and by how they are tried, of at least one submission."""
    tasks = [task for one in found for task in one.project.criteria.tasks if task.id in one.labels.tasks]
    kinds = {task.how.word() for task in tasks}
    parts: list[KindWord | None] = [None, *(kind for kind in TASK_KINDS if kind in kinds)]
    return AgreementTable(
        rows=tuple(_row(part, found) for part in parts),
        projects=len({one.project.id for one in found}),
        submissions=len(found),
    )


def points_of(verdict: TaskVerdict) -> Points | None:
    """2 when it passed, 1 when it failed and earned a part, else 0; None when it was not tried or not decided."""
    if verdict.status is Status.PASSED:
        return 2
    if verdict.status is not Status.FAILED:
        return None
    return 1 if any(outcome.credit for outcome in verdict.outcomes) else 0


def _row(part: KindWord | None, found: Sequence[Labelled]) -> AgreementRow:
    """Submissions for one project stand or fall together, so projects are drawn and not submissions."""
    clusters: dict[str, PointAgreement] = {}
    for one in found:
        counts = _counts(part, one)
        if counts.labelled:
            clusters[one.project.id] = clusters.get(one.project.id, PointAgreement()) + counts
    whole = sum(clusters.values(), PointAgreement())
    measured = measured_agreement(whole, list(clusters.values()), MEASURES)
    return AgreementRow(part=part, counts=whole, measured=measured)


def _counts(part: KindWord | None, one: Labelled) -> PointAgreement:
    return tally_points(
        (points_of(one.judgement.of(task.id)), one.labels.tasks[task.id])
        for task in one.project.criteria.tasks
        if task.id in one.labels.tasks and part in (None, task.how.word())
    )
