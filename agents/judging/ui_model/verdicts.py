"""From walks to a verdict: what does not hold in two of them has failed; walks that disagree decide nothing."""

from collections.abc import Sequence
from typing import NamedTuple

from agents.judging.ui_model.walking import Walk
from agents.judging.ui_model.weighing import Weighing
from plans.errors import RULING, Event, Fate
from plans.records.criteria import EvaluationTask
from plans.records.expectations import Visible
from plans.records.model_use import ModelUse
from plans.records.steps import Expect
from plans.records.verdict import BY_POINTING, NOT_FOUND, Observation, OutcomeVerdict, Status, TaskVerdict
from plans.records.walk import found_in

OUT_OF_STEPS = "out of steps"
"""Mark of a verdict of which the model came to no end."""
FLAKY = "flaky"


class Course(NamedTuple):
    """What walks come to so far."""

    status: Status
    outcomes: dict[str, Weighing]


def course_of(task: EvaluationTask, walks: Sequence[Walk]) -> Course:
    """What the walks come to: one that shows all of it decides, unless another one saw it fail."""
    outcomes = {
        outcome.id: _agreed([_weighing(walk, outcome.id) for walk in walks]) for outcome in task.outcomes
    }
    statuses = {one.status for one in outcomes.values()}
    for status in (Status.FAILED, Status.UNRESOLVED):
        if status in statuses:
            return Course(status, outcomes)
    return Course(Status.PASSED, outcomes)


def verdict_of(task: EvaluationTask, walks: Sequence[Walk], seconds: float) -> TaskVerdict:
    """The verdict of a task by the walks that were made of it."""
    course = course_of(task, walks)
    marks = {FLAKY for one in course.outcomes.values() if one.is_flaky}
    if any(walk.weighed is None for walk in walks):
        marks.add(OUT_OF_STEPS)
    told = [id for id, one in course.outcomes.items() if one.status is course.status]
    reason = "all outcomes were observed"
    if course.status is not Status.PASSED:
        reason = f"{told[0]}: {course.outcomes[told[0]].reason}"
    return TaskVerdict(
        task=task.id,
        status=course.status,
        reason=reason,
        outcomes=tuple(
            OutcomeVerdict(
                outcome=outcome.id,
                status=course.outcomes[outcome.id].status,
                reason=course.outcomes[outcome.id].reason,
                observation=Observation(looked_for=outcome.statement, saw=course.outcomes[outcome.id].saw),
                points=1.0 if course.outcomes[outcome.id].status is Status.PASSED else 0.0,
                decided_by="model",
            )
            for outcome in task.outcomes
        ),
        seconds=round(seconds, 3),
        attempts=len(walks),
        marks=tuple(sorted(marks)),
    )


def unresponsive(task: EvaluationTask, said: str, seconds: float, attempts: int) -> TaskVerdict:
    """The verdict of a task on a page that does not answer, which no model decides."""
    is_failed = RULING[Event.PAGE_UNRESPONSIVE].fate is Fate.OUTCOME_FAILED
    status = Status.FAILED if is_failed else Status.UNRESOLVED
    reason = f"page unresponsive: {said}"
    return TaskVerdict(
        task=task.id,
        status=status,
        reason=reason,
        outcomes=tuple(
            OutcomeVerdict(outcome=o.id, status=status, reason=reason, is_unseen=True) for o in task.outcomes
        ),
        seconds=round(seconds, 3),
        attempts=attempts,
        event=Event.PAGE_UNRESPONSIVE,
    )


def _weighing(walk: Walk, outcome: str) -> Weighing:
    if walk.weighed is None:
        return Weighing(Status.UNRESOLVED, "the model came to no end in the moves that it had", "")
    return walk.weighed.outcomes[outcome]


def _agreed(seen: Sequence[Weighing]) -> Weighing:
    """What the walks have in common; one that could not tell says nothing against one that could."""
    statuses = {one.status for one in seen}
    if {Status.PASSED, Status.FAILED} <= statuses:
        said = " / ".join(f"{one.status.value} ({one.reason})" for one in seen)
        return Weighing(Status.UNRESOLVED, f"walks disagree: {said}", seen[-1].saw, is_flaky=True)
    passed = next((one for one in seen if one.status is Status.PASSED), None)
    if passed is not None:
        return passed
    is_failed = all(one.status is Status.FAILED for one in seen)
    return seen[-1] if is_failed else next(one for one in seen if one.status is Status.UNRESOLVED)


BY_MODEL_ALONE = "by a model alone"
"""Mark of a task that a model decided, and that a program could not follow."""
NO_MORE_SEEN = "a model saw no more"
"""Mark of a program's verdict that stands after a model has looked."""
_DEAD = frozenset({Event.PAGE_UNRESPONSIVE, Event.NOT_SERVABLE, Event.SERVER_SILENT})
_LONGEST = 300
"""Letters of another's reason within one."""


def may_be_there(verdict: TaskVerdict) -> bool:
    """Whether a model may see more than a program: something was not found, or could not be decided."""
    if verdict.event in _DEAD:
        return False
    if verdict.status is Status.FAILED:
        return any(one.cause in NOT_FOUND for one in verdict.outcomes if one.status is Status.FAILED)
    return verdict.status is Status.UNRESOLVED


def speaks_against(verdict: TaskVerdict) -> bool:
    """Whether a program found what it looked for and saw it fail, so that no model's word stands against it."""
    return any(one.status is Status.FAILED and one.cause not in NOT_FOUND for one in verdict.outcomes)


def credited(task: EvaluationTask, verdict: TaskVerdict) -> TaskVerdict:
    """A program's verdict, with what it owes to a model: that something is there, where the model said what it is."""
    finding = verdict.finding
    if verdict.status is not Status.PASSED or finding is None or not finding.is_pointed_out:
        return verdict
    pointed = {meaning.target.called for meaning in finding.meant}
    by_model = {
        step.outcome
        for step in task.steps
        if isinstance(step, Expect)
        and any(
            target.called in pointed
            for visible in found_in(step.that, Visible)
            for target in (visible.target,)
        )
    }
    outcomes = tuple(
        one.model_copy(update={"decided_by": "model"}) if one.outcome in by_model else one
        for one in verdict.outcomes
    )
    return verdict.model_copy(update={"outcomes": outcomes, "marks": _marks(verdict, BY_POINTING)})


def with_model(verdict: TaskVerdict, uses: tuple[ModelUse, ...]) -> TaskVerdict:
    """The verdict, with what a model was asked for it."""
    return verdict.model_copy(update={"uses": uses})


def alone(seen: TaskVerdict, program: TaskVerdict, uses: tuple[ModelUse, ...]) -> TaskVerdict:
    """A model's verdict, of a task that a program could not decide, or did not find all of."""
    said = f"{seen.reason}; by a program {program.status.value}: {program.reason[:_LONGEST]}"
    update = {"reason": said, "uses": uses, "marks": _marks(seen, BY_MODEL_ALONE)}
    return seen.model_copy(update=update)


def stands(program: TaskVerdict, seen: str, uses: tuple[ModelUse, ...]) -> TaskVerdict:
    """A program's verdict after a model has looked and shown nothing else."""
    said = f"{program.reason}; a model saw: {seen[:_LONGEST]}"
    return program.model_copy(update={"reason": said, "uses": uses, "marks": _marks(program, NO_MORE_SEEN)})


def _marks(verdict: TaskVerdict, mark: str) -> tuple[str, ...]:
    return tuple(sorted({*verdict.marks, mark}))
