"""What a judge might have said of a synthetic submission, and a user after it."""

import random
from collections.abc import Mapping, Sequence

from plans.digests import graded_digest, text_digest
from plans.records.criteria import EvaluationTask
from plans.records.feedback import Feedback, FeedbackPoint, LeakPolicy
from plans.records.run import RunProject
from plans.records.verdict import Judgement, Observation, OutcomeVerdict, Status, TaskVerdict

SEEN = (
    "The button was there, and after the click the page read the same as before.",
    "The list still held 12 entries; 3 were expected to remain.",
    "No field, label or placeholder spoke of a quantity.",
    "The number beside the cart stayed at 1.",
)


def judge(
    project: RunProject, works: Mapping[str, bool], chance: random.Random, shots: Sequence[str]
) -> Judgement:
    """Verdicts in DAG order; one task in 60 that works stays undecided."""
    statuses: dict[str, Status] = {}
    verdicts: list[TaskVerdict] = []
    for task in project.criteria.tasks:
        above = {statuses[parent] for parent in task.depends_on}
        if above & {Status.FAILED, Status.BLOCKED}:
            status, reason = Status.BLOCKED, "A task that it depends on failed."
        elif Status.UNRESOLVED in above:
            status, reason = Status.UNRESOLVED, "A task that it depends on is unresolved."
        elif not works[task.id]:
            status, reason = Status.FAILED, "An expected outcome does not hold."
        elif 0 < sum(works.values()) < len(works) and chance.random() < 1 / 60:
            status, reason = Status.UNRESOLVED, "Two runs disagreed."
        else:
            status, reason = Status.PASSED, "All expected outcomes hold."
        statuses[task.id] = status
        verdicts.append(_verdict(task, status, reason, chance, shots, gains=any(works.values())))
    return Judgement(
        item=project.id,
        graded_digest=graded_digest(project.criteria, {}),
        submission_digest=text_digest("submission"),
        judge="programmatic",
        judge_digest=text_digest("judge"),
        tasks=tuple(verdicts),
        seconds=6.0,
    )


def _verdict(
    task: EvaluationTask,
    status: Status,
    reason: str,
    chance: random.Random,
    shots: Sequence[str],
    *,
    gains: bool,
) -> TaskVerdict:
    """`gains`: whether outcomes of a failed task may hold; none does where nothing works."""
    failing = chance.randrange(len(task.outcomes)) if status is Status.FAILED else -1
    if failing > 0 and not gains:
        failing = 0
    outcomes: list[OutcomeVerdict] = []
    for index, outcome in enumerate(task.outcomes):
        own = status
        if status is Status.FAILED and index < failing:
            own = Status.PASSED
        seen = Observation(
            looked_for="a button named “Save”, “Add” or “Create” in the form",
            saw=chance.choice(SEEN),
            url="/#/list",
            screenshot=chance.choice(shots) if index == failing else None,
        )
        words = "Not reached after a failed step." if 0 <= failing < index else reason
        outcomes.append(
            OutcomeVerdict(
                outcome=outcome.id,
                status=own,
                reason=words,
                observation=seen if index == failing else None,
            )
        )
    return TaskVerdict(
        task=task.id, status=status, reason=reason, outcomes=tuple(outcomes), seconds=0.3, attempts=1
    )


def feedback_on(judgement: Judgement) -> Feedback:
    points = tuple(
        FeedbackPoint(task=verdict.task, text="When I press save, nothing seems to happen.")
        for verdict in judgement.tasks
        if verdict.status is Status.FAILED
    )
    lines = ["Thanks, that is a start!", *(f"- {point.text}" for point in points[:4])]
    return Feedback(
        policy=LeakPolicy.SYMPTOM,
        persona="plain",
        text="\n".join(lines) if points else "That is just what I wanted.",
        points=points,
        satisfied=not points,
    )
