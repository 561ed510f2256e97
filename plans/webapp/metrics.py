"""The numbers of one web-app project, after Asuka-Bench (arXiv 2606.05920).

For a project with evaluation tasks t of weight w_t (by level: presence 1, functionality 2, robustness 3), each with n_t
expected outcomes:

- Task Pass Rate       TPR = Σ w_t [t passed] / Σ w_t, over all planned tasks;
- Criteria Pass Rate   CPR = Σ (w_t / n_t) · (passed outcomes of t) / Σ w_t;
- completed            all of its tasks passed; the Project Completion Rate is the share of such projects;
- attempted            tasks that were tried / planned: a blocked one was not;
- state at a round     the verdicts of that round's hand-in alone;
- cumulative           a task or outcome counts as passed once it passed in any round so far.

The paper names the three rates, the DAG, the rounds and the attempted share, its headline being cumulative; its
formulas were not to be read. The weights by level, the formula of CPR and reporting state beside cumulative are ours.
So is the treatment of what could not be decided: every rate is an interval over what was planned, `low` with unresolved
verdicts as not passed and `high` with them as passed. Blocked is decided: it did not pass. The rate over decided parts
alone, and their share, stand beside. A project with an unresolved task and no failed one is undecided. A round that was
not judged is unresolved throughout.
"""

from collections.abc import Iterable, Sequence

from pydantic import Field

from plans.records.base import Record
from plans.records.criteria import Criteria
from plans.records.verdict import Judgement, Status


class Share(Record):
    """A weighted share of what was planned, as an interval."""

    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)
    decided: float | None = Field(ge=0, le=1)
    """Over decided parts alone; None when there is none."""
    decided_share: float = Field(ge=0, le=1)


class Standing(Record):
    """Where every task and outcome of a project stands, at a round or cumulatively."""

    tasks: dict[str, Status]
    outcomes: dict[str, tuple[Status, ...]]
    """Task → status of each planned outcome, in order."""
    tried: frozenset[str]
    """Tasks that were run."""


class ProjectScore(Record):
    """The numbers of one hand-in, or of all hand-ins of a trial so far."""

    task_pass_rate: Share
    criteria_pass_rate: Share
    completed: Share
    attempted: float = Field(ge=0, le=1)


def standing(criteria: Criteria, judgement: Judgement | None) -> Standing:
    """How a judgement leaves the planned tasks; without one, all are unresolved."""
    verdicts = {verdict.task: verdict for verdict in judgement.tasks} if judgement else {}
    tasks: dict[str, Status] = {}
    outcomes: dict[str, tuple[Status, ...]] = {}
    for task in criteria.tasks:
        verdict = verdicts.get(task.id)
        known = {o.outcome: o.status for o in verdict.outcomes} if verdict else {}
        tasks[task.id] = verdict.status if verdict else Status.UNRESOLVED
        outcomes[task.id] = tuple(known.get(o.id, Status.UNRESOLVED) for o in task.outcomes)
    tried = frozenset(
        id
        for id, verdict in verdicts.items()
        if verdict.status in (Status.PASSED, Status.FAILED)
        or (verdict.status is Status.UNRESOLVED and verdict.attempts > 0)
    )
    return Standing(tasks=tasks, outcomes=outcomes, tried=tried)


def cumulative(standings: Sequence[Standing]) -> Standing:
    """The best of several rounds: passed once passed, else unresolved once unresolved, else as it stands last."""
    last = standings[-1]
    return Standing(
        tasks={id: _best(s.tasks[id] for s in standings) for id in last.tasks},
        outcomes={
            id: tuple(_best(statuses) for statuses in zip(*(s.outcomes[id] for s in standings), strict=True))
            for id in last.outcomes
        },
        tried=frozenset[str]().union(*(s.tried for s in standings)),
    )


def project_score(criteria: Criteria, stands: Standing) -> ProjectScore:
    """The numbers of a project whose tasks stand so."""
    statuses = list(stands.tasks.values())
    return ProjectScore(
        task_pass_rate=share((task.weight, stands.tasks[task.id]) for task in criteria.tasks),
        criteria_pass_rate=share(
            (task.weight / len(task.outcomes), status)
            for task in criteria.tasks
            for status in stands.outcomes[task.id]
        ),
        completed=share([(1.0, _whole(statuses))]),
        attempted=len(stands.tried) / len(statuses),
    )


def share(parts: Iterable[tuple[float, Status]]) -> Share:
    """The share of weight that passed; ValueError when there are no parts."""
    weights = dict.fromkeys(Status, 0.0)
    for weight, status in parts:
        weights[status] += weight
    planned = sum(weights.values())
    if planned <= 0:
        raise ValueError("a share needs at least one planned part")
    passed, unresolved = weights[Status.PASSED], weights[Status.UNRESOLVED]
    decided = planned - unresolved
    return Share(
        low=_ratio(passed, planned),
        high=_ratio(passed + unresolved, planned),
        decided=_ratio(passed, decided) if unresolved < planned and decided > 0 else None,
        decided_share=_ratio(decided, planned),
    )


def _ratio(part: float, whole: float) -> float:
    # Sums of floats may exceed the whole by a rounding error.
    return min(max(part / whole, 0.0), 1.0)


def _whole(statuses: Sequence[Status]) -> Status:
    """A project has passed when all tasks have; a failed task settles that it has not, whatever is unresolved."""
    if any(status in (Status.FAILED, Status.BLOCKED) for status in statuses):
        return Status.FAILED
    return Status.UNRESOLVED if Status.UNRESOLVED in statuses else Status.PASSED


def _best(statuses: Iterable[Status]) -> Status:
    seen = list(statuses)
    if Status.PASSED in seen:
        return Status.PASSED
    return Status.UNRESOLVED if Status.UNRESOLVED in seen else seen[-1]
