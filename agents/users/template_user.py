"""A simulated user that speaks from templates: what a person who ordered the product would say about it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from random import Random

from agents.users.complaints import MOST_POINTS, Failure, root_failures, within_sentence
from agents.users.personas import ComplaintKind, Phrasebook, phrase, phrasebook_digest, read_phrasebook
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback, FeedbackPoint, LeakPolicy, PersonaFaults
from plans.records.marks import MarkCode
from plans.records.specification import PRD
from plans.records.verdict import Judgement, Status

_TELLING = 4
"""Letters from which a word of a title tells what it is about."""


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
