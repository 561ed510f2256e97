"""Score cards: one for each answer, and the parts of a suite by which they are broken down."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from plans.records.instance import AnswerMark, Evaluated, Response
from plans.records.round import Share
from plans.records.scored_run import AppliedChecks, ScoredAnswer, ScoredInstance

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


def share_of_marks(marks: Iterable[AnswerMark]) -> Share:
    """The share of marks that passed, of those that apply; nothing where none does."""
    applied = [mark for mark in marks if mark is not AnswerMark.NOT_APPLIED]
    if not applied:
        return NOT_PASSED
    passed, unresolved = applied.count(AnswerMark.PASSED), applied.count(AnswerMark.UNRESOLVED)
    decided = len(applied) - unresolved
    return Share(
        low=passed / len(applied),
        high=(passed + unresolved) / len(applied),
        decided=passed / decided if decided else None,
        decided_share=decided / len(applied),
    )


def _applies(mark: AnswerMark | None) -> bool:
    return mark is not None and mark is not AnswerMark.NOT_APPLIED


MOST_COMBINATIONS = 64
"""Combinations that are told, the commonest ones: of a suite in which each instance has its own nobody reads all."""
PAIRS = (("participants", "days"), ("objects", "complexity"))
"""Words in the names of disaggregations that are told together."""
ALONE = "nothing else"
"""The combination of instances to which nothing applies but what applies to all."""


@dataclass(frozen=True)
class InstanceSelection:
    """Some instances, by their places."""

    name: str
    places: tuple[int, ...]


def applied_of(evaluated: Evaluated) -> AppliedChecks:
    """What an evaluation applied."""
    checks = tuple(check for check, mark in evaluated.checks.items() if mark is not AnswerMark.NOT_APPLIED)
    return AppliedChecks(
        checks=checks,
        groups=tuple(dict.fromkeys(evaluated.groups[one] for one in checks if one in evaluated.groups)),
        apart=tuple(check for check, mark in evaluated.apart.items() if mark is not AnswerMark.NOT_APPLIED),
    )


def planned_of(
    instances: Sequence[ScoredInstance], cards: Iterable[Sequence[Sequence[AnswerCard]]]
) -> tuple[AppliedChecks, ...]:
    """Of each instance what is planned for it; of a run that did not keep it, what any answer was found to meet."""
    of_solvers = list(cards)
    return tuple(
        with_found(AppliedChecks(), [card for of_solver in of_solvers for card in of_solver[place]])
        if one.applied is None
        else one.applied
        for place, one in enumerate(instances)
    )


def with_found(planned: AppliedChecks, cards: Iterable[AnswerCard]) -> AppliedChecks:
    """What is planned, and what these answers were found to meet beyond it."""
    found = [planned, *(applied_of(card.evaluated) for card in cards if card.evaluated)]
    return AppliedChecks(
        checks=tuple(dict.fromkeys(name for one in found for name in one.checks)),
        groups=tuple(dict.fromkeys(name for one in found for name in one.groups)),
        apart=tuple(dict.fromkeys(name for one in found for name in one.apart)),
    )


def splits_of(instances: Sequence[ScoredInstance]) -> tuple[InstanceSelection, ...]:
    """Splits in the order of the suite."""
    names = dict.fromkeys(one.split for one in instances)
    return tuple(
        InstanceSelection(name, tuple(place for place, one in enumerate(instances) if one.split == name))
        for name in names
    )


def combinations_of(
    instances: Sequence[ScoredInstance], planned: Sequence[AppliedChecks], places: Sequence[int]
) -> tuple[InstanceSelection, ...]:
    """Constraint groups, or else kinds, that apply together, but for what applies everywhere; the commonest first."""
    parts = {place: frozenset(planned[place].groups or instances[place].kinds) for place in places}
    everywhere = frozenset[str].intersection(*parts.values()) if parts else frozenset[str]()
    names = {place: " + ".join(sorted(of - everywhere)) or ALONE for place, of in parts.items()}
    often = Counter(names.values())
    chosen = sorted(often, key=lambda name: (-often[name], name))[:MOST_COMBINATIONS]
    return tuple(InstanceSelection(name, tuple(p for p in places if names[p] == name)) for name in chosen)


def labels_of(
    instances: Sequence[ScoredInstance], places: Sequence[int]
) -> Mapping[str, tuple[InstanceSelection, ...]]:
    """Disaggregation → its buckets in order."""
    names = dict.fromkeys(name for place in places for name in instances[place].labels)
    return {name: buckets_of(instances, places, name) for name in names}


def buckets_of(
    instances: Sequence[ScoredInstance], places: Sequence[int], name: str
) -> tuple[InstanceSelection, ...]:
    """The buckets of a disaggregation, numbers in them in the order of numbers."""
    values = {place: instances[place].labels[name] for place in places if name in instances[place].labels}
    return tuple(
        InstanceSelection(value, tuple(place for place, is_value in values.items() if is_value == value))
        for value in sorted(set(values.values()), key=natural)
    )


def pairs_of(labels: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Disaggregations that are told together, where the family has both."""
    names = list(labels)
    found = [(_named(names, one), _named(names, other)) for one, other in PAIRS]
    return tuple((one, other) for one, other in found if one and other and one != other)


def natural(text: str) -> tuple[tuple[int, float, str], ...]:
    """By which buckets are ordered: `9 to 10` before `10 to 11`, `< 0.2` before `0.2 to 0.4`."""
    parts = re.findall(r"-?\d+(?:\.\d+)?|[^\d]+", text)
    if parts and not re.match(r"-?\d", parts[0]) and parts[0].strip() in ("<", "≤", "under", "below"):
        return ((0, float("-inf"), ""),)
    return tuple((0, float(one), "") if re.match(r"-?\d", one) else (1, 0.0, one) for one in parts)


def _named(names: Sequence[str], word: str) -> str:
    return next((name for name in names if word in name), "")
