"""Tasks that pass where nothing was done: on an empty project, and on a program that prints all that the plan says."""

from agents.authoring.generation.trying import judged
from agents.authoring.verification.matrix import independent
from plans.contracts.judging import Judge
from plans.families import trivial_hand_ins
from plans.records.criteria import Criteria
from plans.records.project import Files, Scheme
from plans.records.verdict import Status

TRIED_ATTACKS = ("parrot", "late-parrot")
"""Of the family's attacks, those that gain by what the criteria are, and not by what the judge is; the gate has all."""


async def gained(judge: Judge, item: str, family: str, scheme: Scheme, tasks: frozenset[str]) -> list[str]:
    """Each of these tasks that a hand-in passes which does nothing, in words for who wrote them."""
    if not tasks:
        return []
    trivial = trivial_hand_ins(family)
    hand_ins: dict[str, Files] = {"a project of which nothing is written": trivial.empty()}
    for name, files in trivial.attacks(scheme.criteria).items():
        if name in TRIED_ATTACKS:
            hand_ins["a program that prints all words of the criteria and does nothing ({name})"] = files
    alone = independent(scheme.criteria)
    asked = Scheme(criteria=_only(alone, tasks), grader=scheme.grader)
    problems: list[str] = []
    for what, files in hand_ins.items():
        judgement = await judged(judge, item, files, asked, random_seed=1)
        problems += [
            f"task {verdict.task} is passed by {what}: {verdict.reason}. Expect what only work gives."
            for verdict in judgement.tasks
            if verdict.status is Status.PASSED
        ]
    return problems


def _only(criteria: Criteria, tasks: frozenset[str]) -> Criteria:
    return criteria.model_copy(update={"tasks": tuple(task for task in criteria.tasks if task.id in tasks)})
