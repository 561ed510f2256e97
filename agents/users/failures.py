"""Root failures as a person who ordered the product would tell them: what is not so, and of which part.

What was not found is told too, behind them and as such.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plans.errors import AuthorError
from plans.records.criteria import Criteria, EvaluationTask, Level
from plans.records.prd import PRD, Requirement
from plans.records.verdict import Judgement, Status, TaskVerdict

MOST_POINTS = 8
"""Complaints in one message; a person does not write more."""
LONGEST_QUOTE = 160
"""Characters of an observation that are repeated under the policy full-report."""

Kind = Literal["presence", "functionality", "halfway", "robustness", "unfound"]
"""What failed: a task's level; halfway when some of the outcomes hold of a task that is not of robustness. unfound: it
did not fail, but what it is about was not found, which may be there in another form."""


@dataclass(frozen=True)
class Report:
    """An outcome that failed, for the policy full-report."""

    statement: str
    looked_for: str
    saw: str


@dataclass(frozen=True)
class Failure:
    """A task that failed, or of which something was not found, and nothing before it."""

    task: str
    kind: Kind
    wish: str
    """What should be so, for the middle of a sentence."""
    topic: str
    """The part of the product that it is about."""
    requirements: tuple[Requirement, ...]
    reports: tuple[Report, ...]

    @property
    def wanted(self) -> str:
        """The texts of its requirements, which the policy symptom does not tell."""
        return " ".join(flat(requirement.text) for requirement in self.requirements)


def root_failures(judgement: Judgement, criteria: Criteria, prd: PRD) -> list[Failure]:
    """The failed tasks, the heaviest first: a task weighs with all that it keeps from being tried. Behind them stand
    those of which something was not found, as far as nothing that they build on is one of them.

    A blocked task has its cause in another, and any other unresolved one says nothing about the product. Raises
    AuthorError for a task whose requirement the PRD lacks.
    """
    return [_failure(verdict, criteria, prd) for verdict in _heaviest_first(judgement, criteria)]


def within_sentence(text: str) -> str:
    """`text` for the middle of a sentence: no full stop, and a small first letter unless it is of a name ("Ctrl+Z")."""
    plain = flat(text).rstrip(".")
    first = plain.partition(" ")[0]
    return plain if any(not letter.islower() for letter in first[1:]) else plain[:1].lower() + plain[1:]


def flat(text: str) -> str:
    """In one line."""
    return " ".join(text.split())


def _heaviest_first(judgement: Judgement, criteria: Criteria) -> list[TaskVerdict]:
    dependants = {
        task.id: task.weight + sum(other.weight for other in criteria.tasks if task.id in criteria.ancestors(other.id))
        for task in criteria.tasks
    }  # fmt: skip
    failed = [verdict for verdict in judgement.tasks if verdict.status is Status.FAILED]
    unfound = {verdict.task: verdict for verdict in judgement.tasks if verdict.is_merely_unbound}
    roots = [one for id, one in unfound.items() if not criteria.ancestors(id) & unfound.keys()]
    return [
        verdict
        for group in (failed, roots)
        for verdict in sorted(group, key=lambda verdict: -dependants[verdict.task])
    ]


def _failure(verdict: TaskVerdict, criteria: Criteria, prd: PRD) -> Failure:
    task = criteria.task(verdict.task)
    requirements = _requirements(task, prd)
    return Failure(
        task=task.id,
        kind=_kind(task, verdict),
        wish=within_sentence(task.title),
        topic=_topic(requirements[0], prd),
        requirements=tuple(requirements),
        reports=tuple(_reports(task, verdict)),
    )


def _kind(task: EvaluationTask, verdict: TaskVerdict) -> Kind:
    if verdict.is_merely_unbound:
        return "unfound"
    is_halfway = any(outcome.status is Status.PASSED for outcome in verdict.outcomes)
    # What is said of robustness always grants that some of it is so.
    if is_halfway and task.level is not Level.ROBUSTNESS:
        return "halfway"
    return task.level.value


def _topic(requirement: Requirement, prd: PRD) -> str:
    """The part of the product that a requirement belongs to, by the title of the outermost requirement around it."""
    return next((flat(part.title) for part in prd.requirements if requirement in part.walk()), prd.title)


def _requirements(task: EvaluationTask, prd: PRD) -> Sequence[Requirement]:
    known = {requirement.id: requirement for requirement in prd.walk()}
    missing = [id for id in task.requirements if id not in known]
    if missing:
        raise AuthorError(
            f"Evaluation task {task.id!r} names requirement {missing[0]!r}, which the PRD lacks, so no user can speak "
            "of it. Correct criteria.yaml or prd.yaml; `benchwright check` lists all of these."
        )
    return [known[id] for id in task.requirements]


def _reports(task: EvaluationTask, verdict: TaskVerdict) -> list[Report]:
    statements = {outcome.id: outcome.statement for outcome in task.outcomes}
    return [
        Report(
            statement=statements[outcome.outcome].rstrip("."),
            looked_for=_quote(outcome.observation.looked_for),
            saw=_quote(outcome.observation.saw),
        )
        for outcome in verdict.outcomes
        if outcome.status is Status.FAILED and outcome.observation is not None
    ]


def _quote(text: str) -> str:
    plain = flat(text)
    return plain if len(plain) <= LONGEST_QUOTE else f"{plain[: LONGEST_QUOTE - 1]}…"
