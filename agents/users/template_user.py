"""A simulated user that speaks from templates: root failures in one message, as a person would put them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random

from agents.users.personas import (
    ComplaintKind,
    Persona,
    Phrasebook,
    phrase,
    phrasebook_digest,
    read_phrasebook,
)
from plans.errors import AuthorError
from plans.records.criteria import Criteria, EvaluationTask, Level
from plans.records.feedback import Feedback, FeedbackFault, FeedbackPoint, LeakPolicy, PersonaFaults
from plans.records.marks import MarkCode
from plans.records.specification import PRD, Requirement
from plans.records.verdict import Judgement, Status, TaskVerdict

MOST_POINTS = 8
"""Complaints in one message; a person does not write more."""
LONGEST_QUOTE = 160
"""Characters of an observation that are repeated under the policy full-report."""
NO_PAGE = "there is a page to open, and it comes up"
"""What is wished for where nothing of a submission could be opened."""
_TELLING = 4
"""Letters from which a word of a title tells what it is about."""


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


class TemplateUser:
    """Implements plans.contracts.coding.UserSimulator from a phrasebook.

    It speaks of failed tasks, and behind them of those of which something was not found: a blocked one has its cause in
    another, any other unresolved one says nothing about the product. The heaviest come first: a task weighs with all
    that it keeps from being tried.
    """

    name = "template-1"
    faults = PersonaFaults()

    def __init__(self, persona: str = "plain") -> None:
        """Raises InvalidFile when the persona has no phrasebook."""
        self.persona = persona
        self._words = read_phrasebook(persona)

    @property
    def prompt_hashes(self) -> Mapping[str, str]:
        """The digest of its phrasebook."""
        return {f"user {self.persona}": phrasebook_digest(self.persona)}

    async def feedback(
        self,
        judgement: Judgement,
        criteria: Criteria,
        prd: PRD,
        policy: LeakPolicy,
        *,
        round: int,
        random_seed: int,
    ) -> Feedback:
        """What this user says; the same arguments give the same words."""
        draw = Random(f"{random_seed}/{round}")
        failed = root_failures(judgement, criteria, prd)
        if judgement.has(MarkCode.NOTHING_SERVABLE) and failed:
            text = phrase(self._words.nothing_opens, thing=prd.title)
            return self._said(text, policy, [FeedbackPoint(task=failed[0].task, text=text)])
        complaints = self._complaints(draw)
        points = [self._point(failure, policy, complaints) for failure in failed[:MOST_POINTS]]
        return self._said(self._message(points, judgement, round, draw, len(failed)), policy, points)

    def _said(self, text: str, policy: LeakPolicy, points: Sequence[FeedbackPoint]) -> Feedback:
        return Feedback(
            policy=policy, persona=self.persona, text=text, points=tuple(points), satisfied=not points
        )

    def _message(
        self, points: Sequence[FeedbackPoint], judgement: Judgement, round: int, draw: Random, failed: int
    ) -> str:
        words = self._words
        opening = draw.choice(words.opening.first if round == 1 else words.opening.later)
        if not points:
            unresolved = any(task.status is Status.UNRESOLVED for task in judgement.tasks)
            return f"{opening} {words.unsure if unresolved else words.satisfied}"
        if len(points) == 1:
            return f"{opening} {words.lead_in.one} {points[0].text}"
        lines = [f"{opening} {words.lead_in.several}", "", *(f"- {point.text}" for point in points)]
        return "\n".join([*lines, "", words.more] if failed > len(points) else lines)

    def _complaints(self, draw: Random) -> dict[ComplaintKind, Iterator[str]]:
        """Phrases in a drawn order, over and over: nobody says the same thing twice in a row."""
        return {
            kind: cycle(draw.sample(phrases, len(phrases))) for kind, phrases in self._words.complaint.items()
        }

    def _point(
        self, failure: Failure, policy: LeakPolicy, complaints: Mapping[ComplaintKind, Iterator[str]]
    ) -> FeedbackPoint:
        text = self._complaint(failure, complaints)
        if policy is LeakPolicy.SYMPTOM:
            return FeedbackPoint(task=failure.task, text=text)
        lines = [f"{text} {phrase(self._words.wanted, text=failure.wanted)}"]
        if policy is LeakPolicy.FULL_REPORT:
            lines += report_lines(failure, self._words)
        return FeedbackPoint(
            task=failure.task,
            text="\n  - ".join(lines),
            requirements=tuple(requirement.id for requirement in failure.requirements),
        )

    def _complaint(self, failure: Failure, complaints: Mapping[ComplaintKind, Iterator[str]]) -> str:
        """What does not work, wholly or in part, and of which part of the product; never what is looked for."""
        text = phrase(next(complaints[failure.kind]), wish=failure.wish)
        if not _names(text, failure.topic):
            text = phrase(self._words.about, topic=within_sentence(failure.topic), complaint=text)
        return text


def report_lines(failure: Failure, words: Phrasebook) -> list[str]:
    """Every outcome that failed, with what was looked for and seen."""
    return [
        phrase(words.report, statement=one.statement, looked_for=one.looked_for, saw=one.saw)
        for one in failure.reports
    ]


def _names(text: str, topic: str) -> bool:
    """Whether a text says every longer word of the topic."""
    said = text.casefold()
    return all(word in said for word in topic.casefold().split() if len(word) >= _TELLING)
