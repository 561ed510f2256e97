"""How far judges agree with people's points (PRDBench, arXiv 2510.24358, Table 5)."""

from collections.abc import Callable, Sequence
from typing import get_args

from pydantic import Field

from pipeline.runner.labelled import Labelled
from pipeline.runner.scoring.intervals import clustered_interval
from plans.records.base import Record
from plans.records.criteria import Kind
from plans.records.point_labels import Points
from plans.records.verdict import Status, TaskVerdict
from review.point_agreement import POINTS, PointAgreement, tally_points


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


class Measured(Record):
    """A measure of agreement; None where it is not defined."""

    value: float | None
    low: float | None
    """Lower end of the 95% interval, bootstrap over projects; None where there are fewer than two."""
    high: float | None


class AgreementRow(Record):
    """Agreement on all labelled tasks, or on those of a kind."""

    part: Kind | None
    """None: all."""
    counts: PointAgreement
    measured: dict[str, Measured]
    """By the names in MEASURES."""


class AgreementTable(Record):
    """What was measured."""

    rows: tuple[AgreementRow, ...] = Field(min_length=1)
    projects: int
    hand_ins: int


def agreement(found: Sequence[Labelled]) -> AgreementTable:
    """Agreement on all labelled tasks, and by how they are tried, of at least one hand-in."""
    tasks = [task for one in found for task in one.project.criteria.tasks if task.id in one.labels.tasks]
    kinds = {task.how.kind for task in tasks}
    parts: list[Kind | None] = [None, *(kind for kind in get_args(Kind) if kind in kinds)]
    return AgreementTable(
        rows=tuple(_row(part, found) for part in parts),
        projects=len({one.project.id for one in found}),
        hand_ins=len(found),
    )


def points_of(verdict: TaskVerdict) -> Points | None:
    """2 when it passed, 1 when it failed and earned a part, else 0; None when it was not tried or not decided."""
    if verdict.status is Status.PASSED:
        return 2
    if verdict.status is not Status.FAILED:
        return None
    return 1 if any(outcome.credit for outcome in verdict.outcomes) else 0


def _row(part: Kind | None, found: Sequence[Labelled]) -> AgreementRow:
    """Hand-ins for one project stand or fall together, so projects are drawn and not hand-ins."""
    clusters: dict[str, PointAgreement] = {}
    for one in found:
        counts = _counts(part, one)
        if counts.labelled:
            clusters[one.project.id] = clusters.get(one.project.id, PointAgreement()) + counts
    whole = sum(clusters.values(), PointAgreement())
    return AgreementRow(part=part, counts=whole, measured=_measured(whole, list(clusters.values())))


def _measured(whole: PointAgreement, clusters: Sequence[PointAgreement]) -> dict[str, Measured]:
    found: dict[str, Measured] = {}
    for name, measure in MEASURES.items():
        low, high = clustered_interval(clusters, measure) or (None, None)
        found[name] = Measured(value=measure(whole), low=low, high=high)
    return found


def _counts(part: Kind | None, one: Labelled) -> PointAgreement:
    return tally_points(
        (points_of(one.judgement.of(task.id)), one.labels.tasks[task.id])
        for task in one.project.criteria.tasks
        if task.id in one.labels.tasks and part in (None, task.how.kind)
    )
