"""What a simulated user tells in one message: root failures, as a person would put them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from agents.users.personas import ComplaintKind, Persona
from plans.errors import AuthorError
from plans.records.criteria import Criteria, EvaluationTask, Level
from plans.records.feedback import FeedbackFault, LeakPolicy
from plans.records.specification import PRD, Requirement
from plans.records.verdict import Judgement, Status, TaskVerdict

MOST_POINTS = 8
"""Complaints in one message; a person does not write more."""
LONGEST_QUOTE = 160
"""Characters of an observation that are repeated under the policy full-report."""

"""What failed: a task's level; halfway when some of the outcomes hold of a task that is not of robustness. unfound: it
did not fail, but what it is about was not found, which may be there in another form."""


@dataclass(frozen=True)
class FullReport:
    """An outcome that failed, for the policy full-report."""

    statement: str
    looked_for: str
    saw: str


@dataclass(frozen=True)
class Failure:
    """A task that failed, or of which something was not found, and nothing before it."""

    task: str
    kind: ComplaintKind
    wish: str
    """What should be so, for the middle of a sentence."""
    topic: str
    """The part of the product that it is about."""
    requirements: tuple[Requirement, ...]
    reports: tuple[FullReport, ...]

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


def _kind(task: EvaluationTask, verdict: TaskVerdict) -> ComplaintKind:
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


def _reports(task: EvaluationTask, verdict: TaskVerdict) -> list[FullReport]:
    statements = {outcome.id: outcome.statement for outcome in task.outcomes}
    return [
        FullReport(
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


NO_PAGE = "there is a page to open, and it comes up"
"""What is wished for where nothing of a submission could be opened."""


@dataclass(frozen=True)
class Complaint:
    """One thing that the message has to tell."""

    failure: Failure
    wanted: str = ""
    """What the user had in mind; empty where the policy keeps it back."""
    fault: FeedbackFault | None = None
    cause: str = ""
    """What it is wrongly put down to."""

    @property
    def data(self) -> tuple[str, ...]:
        """What has to be said word for word, as nobody could guess it."""
        if not self.wanted:
            return ()
        return tuple(datum for requirement in self.failure.requirements for datum in requirement.data)


@dataclass(frozen=True)
class FeedbackMessage:
    """One message."""

    title: str
    """Name of the product."""
    round: int
    complaints: tuple[Complaint, ...]
    unsaid: tuple[str, ...] = ()
    """Tasks that are kept back."""
    asides: tuple[str, ...] = ()
    """What else is spoken of."""
    has_more: bool = False
    """Whether there are more failures than a person would write about."""
    is_closed: bool = False
    """Whether nothing at all could be opened."""

    @property
    def lines(self) -> Iterator[str]:
        """All that the message may say."""
        yield self.title
        yield from self.asides
        for one in self.complaints:
            yield from (one.failure.topic, one.failure.wish, one.wanted, one.cause)

    @property
    def given(self) -> frozenset[str]:
        """Ids of the requirements whose text it may say."""
        return frozenset(
            requirement.id
            for one in self.complaints
            if one.wanted
            for requirement in one.failure.requirements
        )


def telling(
    title: str,
    failed: Sequence[Failure],
    persona: Persona,
    policy: LeakPolicy,
    *,
    round: int,
    random_seed: int,
) -> FeedbackMessage:
    """What is told of these failures, the heaviest first; the same arguments give the same."""
    draw = Random(f"{random_seed}/{round}/telling")
    faults = persona.faults
    # Drawn for every failure alike, so that what is drawn for one does not hang on what was drawn for another.
    drawn = [(draw.random(), draw.random(), draw.random(), draw.random()) for _ in failed]
    said = [place for place, (kept, *_) in enumerate(drawn) if place == 0 or kept >= faults.unsaid]
    blamed = [place for place in said if drawn[place][1] < faults.wrong_cause]
    if faults.wrong_cause and not blamed:
        blamed = [0]
    complaints: list[Complaint] = []
    for place in said[:MOST_POINTS]:
        _, _, praised, cause = drawn[place]
        is_praised = place > 0 and place not in blamed and praised < faults.said_to_work
        wanted = "" if policy is LeakPolicy.SYMPTOM or is_praised else failed[place].wanted
        if place in blamed:
            causes = persona.causes
            complaints.append(
                Complaint(failed[place], wanted, "wrong cause", causes[int(cause * len(causes))])
            )
        else:
            complaints.append(Complaint(failed[place], wanted, "said to work" if is_praised else None))
    return FeedbackMessage(
        title=title,
        round=round,
        complaints=tuple(complaints),
        unsaid=tuple(one.task for place, one in enumerate(failed) if place not in said),
        asides=tuple(draw.sample(persona.topics, faults.asides)),
        has_more=len(said) > MOST_POINTS,
    )


def telling_of_nothing(title: str, failure: Failure, *, round: int) -> FeedbackMessage:
    """What is told where nothing of a submission could be opened: that, whatever the persona gets wrong elsewhere."""
    unopened = Failure(failure.task, "presence", NO_PAGE, title, (), ())
    return FeedbackMessage(title=title, round=round, complaints=(Complaint(unopened),), is_closed=True)
