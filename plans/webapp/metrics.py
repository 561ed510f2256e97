"""The numbers of one project.

Asuka-Bench (arXiv 2606.05920) reports Project Completion Rate, weighted Task Pass Rate and weighted Criteria Pass Rate
over evaluation tasks and their expected outcomes. Its formulas were not published where we could read them; those
below are this project's own reading, and what is not marked "paper" is ours.

For a project with evaluation tasks t of weight w_t (by level: presence 1, functionality 2, robustness 3) and n_t
expected outcomes each, over everything that was planned:

- Task Pass Rate       TPR = Σ w_t · [t passed] / Σ w_t                                  (name: paper)
- Criteria Pass Rate   CPR = Σ (w_t / n_t) · (passed outcomes of t) / Σ w_t              (name: paper)
- Completion           1 when every task passed, else 0; its mean over projects is the
  Project Completion Rate                                                                (paper)
- Attempted share      tasks that were not blocked / planned tasks                       (paper)

A verdict may be unresolved, so each rate is an interval: `low` counts unresolved as not passed, `high` as passed.
`decided` is the rate over what was decided alone, `decided_share` the weight of that part. A project without a failed
or blocked task but with an unresolved one is undecided: its completion is the interval from 0 to 1.

"State at round r" takes the verdicts of that round's hand-in alone; "cumulative at r" counts a task as passed that
passed in any round up to r, and an outcome likewise (`best_of`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from plans.records.criteria import Criteria
from plans.records.verdict import Judgement, Status

Verdicts = Mapping[str, "TaskState"]
"""Task → how it stands."""


@dataclass(frozen=True)
class TaskState:
    """How one task and its outcomes stand."""

    status: Status
    outcomes: Mapping[str, Status]


@dataclass(frozen=True)
class ProjectRate:
    """A rate of one project."""

    low: float
    high: float
    decided: float | None
    """None when nothing was decided."""
    decided_share: float


def states(judgement: Judgement) -> dict[str, TaskState]:
    """The verdicts of one hand-in."""
    return {
        verdict.task: TaskState(verdict.status, {o.outcome: o.status for o in verdict.outcomes})
        for verdict in judgement.tasks
    }


def best_of(rounds: Sequence[Verdicts]) -> dict[str, TaskState]:
    """Cumulative verdicts: the best that each task and each outcome reached in any of the rounds."""
    best: dict[str, TaskState] = {}
    for verdicts in rounds:
        for task, state in verdicts.items():
            known = best.get(task)
            if known is None:
                best[task] = state
                continue
            ids = {**known.outcomes, **state.outcomes}
            outcomes = {
                id: _better(known.outcomes.get(id, Status.BLOCKED), state.outcomes.get(id, Status.BLOCKED))
                for id in ids
            }
            best[task] = TaskState(_better(known.status, state.status), outcomes)
    return best


def task_pass_rate(criteria: Criteria, verdicts: Verdicts) -> ProjectRate:
    """Weighted share of passed tasks."""
    return _rate((task.weight, _task_status(verdicts, task.id)) for task in criteria.tasks)


def criteria_pass_rate(criteria: Criteria, verdicts: Verdicts) -> ProjectRate:
    """Weighted share of passed outcomes."""
    return _rate(
        (task.weight / len(task.outcomes), _outcome_status(verdicts, task.id, outcome.id))
        for task in criteria.tasks
        for outcome in task.outcomes
    )


def completion(criteria: Criteria, verdicts: Verdicts) -> ProjectRate:
    """Whether the project is complete, as a rate of 0 or 1."""
    found = [_task_status(verdicts, task.id) for task in criteria.tasks]
    if all(status is Status.PASSED for status in found):
        return ProjectRate(1.0, 1.0, 1.0, 1.0)
    if any(status in (Status.FAILED, Status.BLOCKED) for status in found):
        return ProjectRate(0.0, 0.0, 0.0, 1.0)
    return ProjectRate(0.0, 1.0, None, 0.0)


def attempted_share(criteria: Criteria, verdicts: Verdicts) -> float:
    """Share of the planned tasks that were not blocked."""
    found = [_task_status(verdicts, task.id) for task in criteria.tasks]
    return sum(status is not Status.BLOCKED for status in found) / len(found)


def repaired(before: Verdicts, after: Verdicts) -> list[str]:
    """Tasks that had not passed in the round before and pass now."""
    return [task for task in after if _passes(after, task) and task in before and not _passes(before, task)]


def regressed(before: Verdicts, after: Verdicts) -> list[str]:
    """Tasks that had passed in the round before and do not now."""
    return [task for task in before if _passes(before, task) and task in after and not _passes(after, task)]


def _rate(weighted: Iterable[tuple[float, Status]]) -> ProjectRate:
    planned = passed = unresolved = 0.0
    for weight, status in weighted:
        planned += weight
        passed += weight if status is Status.PASSED else 0.0
        unresolved += weight if status is Status.UNRESOLVED else 0.0
    decided = planned - unresolved
    return ProjectRate(
        low=_share(passed, planned),
        high=_share(passed + unresolved, planned),
        decided=_share(passed, decided) if decided > 1e-9 else None,
        decided_share=_share(decided, planned),
    )


def _share(part: float, whole: float) -> float:
    """A quotient kept in 0..1, whatever rounding did to the sums."""
    return min(1.0, max(0.0, part / whole))


def _task_status(verdicts: Verdicts, task: str) -> Status:
    """A planned task without a verdict is unresolved: nobody decided it."""
    state = verdicts.get(task)
    return state.status if state else Status.UNRESOLVED


def _outcome_status(verdicts: Verdicts, task: str, outcome: str) -> Status:
    state = verdicts.get(task)
    return state.outcomes.get(outcome, Status.UNRESOLVED) if state else Status.UNRESOLVED


def _passes(verdicts: Verdicts, task: str) -> bool:
    return _task_status(verdicts, task) is Status.PASSED


_GOODNESS = (Status.BLOCKED, Status.FAILED, Status.UNRESOLVED, Status.PASSED)


def _better(a: Status, b: Status) -> Status:
    return max(a, b, key=_GOODNESS.index)
