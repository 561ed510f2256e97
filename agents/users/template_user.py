"""A simulated user that speaks from templates: what a person who ordered the product would say about it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from random import Random

from agents.users.phrasebook import Kind, phrase, phrasebook_digest, read_phrasebook
from plans.errors import AuthorError
from plans.records.criteria import Criteria, EvaluationTask, Level
from plans.records.feedback import Feedback, FeedbackPoint, LeakPolicy
from plans.records.prd import PRD, Requirement
from plans.records.verdict import NOTHING_SERVABLE, Judgement, Status, TaskVerdict

MOST_POINTS = 8
"""Complaints in one message; a person does not write more."""
_TELLING = 4
"""Letters from which a word of a title tells what it is about."""
LONGEST_QUOTE = 160
"""Characters of an observation that are repeated under the policy full-report."""


class TemplateUser:
    """Implements plans.contracts.coding.UserSimulator from a phrasebook.

    It speaks of failed tasks alone: a blocked one has its cause in another, an unresolved one says nothing about the
    product. The heaviest come first: a task weighs with all that it keeps from being tried.
    """

    name = "template-1"

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
        failed = _heaviest_first(judgement, criteria)
        if NOTHING_SERVABLE in judgement.marks and failed:
            text = phrase(self._words.nothing_opens, thing=prd.title)
            return self._said(text, policy, [FeedbackPoint(task=failed[0].task, text=text)])
        complaints = self._complaints(draw)
        points = [self._point(verdict, criteria, prd, policy, complaints) for verdict in failed[:MOST_POINTS]]
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

    def _complaints(self, draw: Random) -> dict[Kind, Iterator[str]]:
        """Phrases in a drawn order, over and over: nobody says the same thing twice in a row."""
        return {
            kind: cycle(draw.sample(phrases, len(phrases))) for kind, phrases in self._words.complaint.items()
        }

    def _point(
        self,
        verdict: TaskVerdict,
        criteria: Criteria,
        prd: PRD,
        policy: LeakPolicy,
        complaints: Mapping[Kind, Iterator[str]],
    ) -> FeedbackPoint:
        task = criteria.task(verdict.task)
        requirements = _requirements(task, prd)
        text = self._complaint(task, verdict, _topic(requirements[0], prd), complaints)
        if policy is LeakPolicy.SYMPTOM:
            return FeedbackPoint(task=task.id, text=text)
        wanted = " ".join(_flat(requirement.text) for requirement in requirements)
        lines = [f"{text} {phrase(self._words.wanted, text=wanted)}"]
        if policy is LeakPolicy.FULL_REPORT:
            lines += self._reports(task, verdict)
        return FeedbackPoint(
            task=task.id, text="\n  - ".join(lines), requirements=tuple(r.id for r in requirements)
        )

    def _complaint(
        self, task: EvaluationTask, verdict: TaskVerdict, topic: str, complaints: Mapping[Kind, Iterator[str]]
    ) -> str:
        """What does not work, wholly or in part, and of which part of the product; never what is looked for."""
        wish = _within_sentence(task.title)
        text = phrase(next(complaints[_kind(task, verdict)]), wish=wish)
        if not _names(text, topic):
            text = phrase(self._words.about, topic=_within_sentence(topic), complaint=text)
        return text

    def _reports(self, task: EvaluationTask, verdict: TaskVerdict) -> list[str]:
        statements = {outcome.id: outcome.statement for outcome in task.outcomes}
        return [
            phrase(
                self._words.report,
                statement=statements[outcome.outcome].rstrip("."),
                looked_for=_quote(outcome.observation.looked_for),
                saw=_quote(outcome.observation.saw),
            )
            for outcome in verdict.outcomes
            if outcome.status is Status.FAILED and outcome.observation is not None
        ]


def _heaviest_first(judgement: Judgement, criteria: Criteria) -> list[TaskVerdict]:
    """The failed tasks, by the weight of each and of everything that waits for it."""
    dependants = {
        task.id: task.weight + sum(other.weight for other in criteria.tasks if task.id in criteria.ancestors(other.id))
        for task in criteria.tasks
    }  # fmt: skip
    failed = [verdict for verdict in judgement.tasks if verdict.status is Status.FAILED]
    return sorted(failed, key=lambda verdict: -dependants[verdict.task])


def _kind(task: EvaluationTask, verdict: TaskVerdict) -> Kind:
    is_halfway = any(outcome.status is Status.PASSED for outcome in verdict.outcomes)
    # What is said of robustness always grants that some of it is so.
    if is_halfway and task.level is not Level.ROBUSTNESS:
        return "halfway"
    return task.level.value


def _topic(requirement: Requirement, prd: PRD) -> str:
    """The part of the product that a requirement belongs to, by the title of the outermost requirement around it."""
    return next((_flat(part.title) for part in prd.requirements if requirement in part.walk()), prd.title)


def _names(text: str, topic: str) -> bool:
    """Whether a text says every longer word of the topic."""
    said = text.casefold()
    return all(word in said for word in topic.casefold().split() if len(word) >= _TELLING)


def _requirements(task: EvaluationTask, prd: PRD) -> list[Requirement]:
    known = {requirement.id: requirement for requirement in prd.walk()}
    missing = [id for id in task.requirements if id not in known]
    if missing:
        raise AuthorError(
            f"Evaluation task {task.id!r} names requirement {missing[0]!r}, which the PRD lacks, so no user can speak "
            "of it. Correct criteria.yaml or prd.yaml; `benchwright check` lists all of these."
        )
    return [known[id] for id in task.requirements]


def _within_sentence(text: str) -> str:
    """`text` for the middle of a sentence: no full stop, and a small first letter unless it is of a name ("Ctrl+Z")."""
    flat = _flat(text).rstrip(".")
    first = flat.partition(" ")[0]
    return flat if any(not letter.islower() for letter in first[1:]) else flat[:1].lower() + flat[1:]


def _flat(text: str) -> str:
    return " ".join(text.split())


def _quote(text: str) -> str:
    flat = _flat(text)
    return flat if len(flat) <= LONGEST_QUOTE else f"{flat[: LONGEST_QUOTE - 1]}…"
