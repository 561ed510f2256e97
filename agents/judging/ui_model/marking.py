"""Whose verdict it is: what a program saw, what it saw where a model pointed, and what a model alone saw."""

from plans.records.criteria import EvaluationTask
from plans.records.event import Event
from plans.records.expectations import Visible
from plans.records.model_use import ModelUse
from plans.records.steps import Expect
from plans.records.verdict import BY_POINTING, NOT_FOUND, Status, TaskVerdict
from plans.records.walk import found_in

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
