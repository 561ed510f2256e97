"""Of every answer that was planned what numbers need: how it stands, as shares that may be open."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from plans.records.instance import Evaluated, Mark, Response
from plans.records.score import Share
from plans.records.scored_answer import ScoredAnswer, ScoredInstance

OPEN = Share(low=0, high=1, decided=None, decided_share=0)
"""Of what could not be decided."""
PASSED = Share(low=1, high=1, decided=1, decided_share=1)
NOT_PASSED = Share(low=0, high=0, decided=0, decided_share=1)


@dataclass(frozen=True)
class AnswerCard:
    """One answer that was planned; without `response` it was not asked for yet."""

    response: Response | None = None
    scored: ScoredAnswer | None = None

    @property
    def evaluated(self) -> Evaluated | None:
        """What it scores; None where there is nothing to score."""
        return self.scored.evaluated if self.scored else None

    @property
    def is_had(self) -> bool:
        """Whether there is an answer, whatever it is worth."""
        return self.response is not None and not self.response.failed and self.scored is not None

    @property
    def pass_all(self) -> Share:
        """Whether all checks that apply pass."""
        return of_truth(self.evaluated.pass_all if self.evaluated else None)

    @property
    def fraction_passed(self) -> Share:
        """The share of them that do."""
        return share_of_marks(self.evaluated.checks.values()) if self.evaluated else OPEN

    @property
    def refusal(self) -> Share:
        """Whether it says that there is no solution."""
        return of_truth(self.evaluated.is_refusal if self.is_had and self.evaluated else None)

    def of_check(self, name: str) -> Share | None:
        """How a check stands, also one that is told apart; None where it does not apply."""
        if self.evaluated is None:
            return OPEN
        marks = {**self.evaluated.apart, **self.evaluated.checks}
        return share_of_marks([marks[name]]) if _applies(marks.get(name)) else None

    def of_group(self, name: str) -> Share | None:
        """The share of a group's checks that pass; None where none of them applies."""
        if self.evaluated is None:
            return OPEN
        groups, checks = self.evaluated.groups, self.evaluated.checks
        marks = [mark for check, mark in checks.items() if groups.get(check) == name and _applies(mark)]
        return share_of_marks(marks) if marks else None


def cards_of(
    instances: Sequence[ScoredInstance],
    repeats: Sequence[tuple[Mapping[str, Response], Mapping[str, ScoredAnswer]]],
) -> tuple[tuple[AnswerCard, ...], ...]:
    """Of each instance a card for each repeat."""
    return tuple(
        tuple(AnswerCard(responses.get(one.id), scores.get(one.id)) for responses, scores in repeats)
        for one in instances
    )


def of_truth(holds: bool | None) -> Share:
    """What holds, does not, or is open."""
    return OPEN if holds is None else PASSED if holds else NOT_PASSED


def share_of_marks(marks: Iterable[Mark]) -> Share:
    """The share of marks that passed, of those that apply; nothing where none does."""
    applied = [mark for mark in marks if mark is not Mark.NOT_APPLIED]
    if not applied:
        return NOT_PASSED
    passed, unresolved = applied.count(Mark.PASSED), applied.count(Mark.UNRESOLVED)
    decided = len(applied) - unresolved
    return Share(
        low=passed / len(applied),
        high=(passed + unresolved) / len(applied),
        decided=passed / decided if decided else None,
        decided_share=decided / len(applied),
    )


def _applies(mark: Mark | None) -> bool:
    return mark is not None and mark is not Mark.NOT_APPLIED
