"""The numbers of a run of solvers, with intervals: a score card for each answer, and the parts of a suite."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import stdev

from agents.gateway.counting import error_in_text
from pipeline.runner.scoring.intervals import mean_interval_of_many, mean_rate
from plans.plain_text import count_text
from plans.records.instance import AnswerMark, Evaluated, Response
from plans.records.instance import AnswerMark as CheckMark
from plans.records.marks import Mark, MarkCode
from plans.records.result import Rate
from plans.records.run import Share
from plans.records.scored_run import (
    AppliedChecks,
    BucketScore,
    CheckScore,
    RepeatScores,
    ScoredAnswer,
    ScoredInstance,
    ScoredResult,
    ScoredRun,
    SolverScore,
    SolverSpec,
    SolverUsed,
    SplitScore,
)
from plans.records.usage import ModelUsage, Tokens, Usage

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


def rate_of(shares: Sequence[Sequence[Share]]) -> Rate:
    """The mean over instances, each with the mean of its repeats; ValueError without any."""
    return mean_rate(shares, mean_interval_of_many, lambda values: sum(values) / len(values))


SAME_TEXT = 5
"""Instances from which on a single text as the answer to all of them is marked."""
SOLVED = 0.9
"""Pass-all of a trivial baseline from which on a split is said to be solved by it."""

Cards = Sequence[Sequence[AnswerCard]]
"""Of each instance a card for each repeat."""


def result_of(
    spec: ScoredRun,
    instances: Sequence[ScoredInstance],
    cards: Mapping[str, Cards],
    usage: ModelUsage | None,
) -> ScoredResult:
    """All numbers; what was not answered yet counts as unresolved. `usage` is None where it is not known."""
    splits = splits_of(instances)
    planned = planned_of(instances, cards.values())
    solvers = tuple(
        SolverScore(
            solver=solver,
            splits=tuple(_split(part, instances, planned, cards[solver.name]) for part in splits),
            used=_used(cards[solver.name], _counted(solver, usage)),
        )
        for solver in spec.play.solvers
    )
    solved = {part.name: _solving(part.name, solvers) for part in splits}
    return ScoredResult(
        run=spec,
        planned={part.name: len(part.places) for part in splits},
        solvers=solvers,
        solved_by_baseline={split: names for split, names in solved.items() if names},
        marks=(*_marks(spec, solvers, cards), *([Mark(code=MarkCode.USAGE_LOST)] if usage is None else [])),
        canaries={name: found for name in cards if (found := _canaries(spec, instances, cards[name]))},
        models=usage or ModelUsage(),
    )


def _canaries(spec: ScoredRun, instances: Sequence[ScoredInstance], cards: Cards) -> tuple[str, ...]:
    """Instances in whose answers, or thoughts, the suite's canary came back: no prompt gives it out."""
    canary = spec.suite.canary
    return tuple(
        instance.id
        for instance, repeats in zip(instances, cards, strict=True)
        if canary
        and canary not in instance.prompt
        and any(
            canary in one.response.text or canary in one.response.thoughts for one in repeats if one.response
        )
    )


def _split(
    part: InstanceSelection,
    instances: Sequence[ScoredInstance],
    planned: Sequence[AppliedChecks],
    cards: Cards,
) -> SplitScore:
    flat = [card for place in part.places for card in cards[place]]
    labels = labels_of(instances, part.places)
    applied = {place: with_found(planned[place], cards[place]) for place in part.places}
    return SplitScore(
        split=part.name,
        whole=_bucket(part.places, cards),
        repeats=_repeats(part.places, cards),
        by_check=_by(part.places, cards, lambda at: applied[at].checks, AnswerCard.of_check),
        by_group=_by(part.places, cards, lambda at: applied[at].groups, AnswerCard.of_group),
        apart=_by(part.places, cards, lambda at: applied[at].apart, AnswerCard.of_check),
        by_combination=_buckets(combinations_of(instances, planned, part.places), cards),
        by_label={name: _buckets(parts, cards) for name, parts in labels.items()},
        by_pair={
            f"{one} × {other}": {
                row.name: _buckets(buckets_of(instances, row.places, other), cards) for row in labels[one]
            }
            for one, other in pairs_of(labels)
        },
        failed=sum(card.response is not None and bool(card.response.failed) for card in flat),
        missing=sum(card.response is None or card.scored is None for card in flat),
        cut_off=sum(card.response is not None and card.response.cut_off for card in flat),
        declined=sum(card.response is not None and card.response.declined for card in flat),
        uncounted=sum(
            card.is_had and card.response is not None and card.response.is_uncounted for card in flat
        ),
        error_texts=sum(_is_error(card) for card in flat),
        unread=sum(card.is_had and card.evaluated is not None and not card.evaluated.answer for card in flat),
        passed_checks=sum(
            mark is CheckMark.PASSED
            for card in flat
            if card.evaluated
            for mark in card.evaluated.checks.values()
        ),
        vacuous_checks=sum(len(card.evaluated.vacuous) for card in flat if card.evaluated),
        undecided=sum(card.is_had and card.fraction_passed.decided_share < 1 for card in flat),
    )


def _bucket(places: Sequence[int], cards: Cards) -> BucketScore:
    return BucketScore(
        instances=len(places),
        pass_all=_rate(places, cards, lambda card: card.pass_all),
        fraction_passed=_rate(places, cards, lambda card: card.fraction_passed),
        refusal=_rate(places, cards, lambda card: card.refusal),
    )


def _buckets(parts: Sequence[InstanceSelection], cards: Cards) -> dict[str, BucketScore]:
    return {part.name: _bucket(part.places, cards) for part in parts}


def _rate(places: Sequence[int], cards: Cards, measure: Callable[[AnswerCard], Share]) -> Rate:
    return rate_of([[measure(card) for card in cards[place]] for place in places])


def _by(
    places: Sequence[int],
    cards: Cards,
    names_at: Callable[[int], Sequence[str]],
    share: Callable[[AnswerCard, str], Share | None],
) -> dict[str, CheckScore]:
    """Of each check, or group, over the instances to which it applies."""
    found: dict[str, list[list[Share]]] = {}
    for place in places:
        for name in names_at(place):
            seen = [one for card in cards[place] if (one := share(card, name)) is not None]
            if seen:
                found.setdefault(name, []).append(seen)
    return {name: CheckScore(instances=len(seen), passed=rate_of(seen)) for name, seen in found.items()}


def _repeats(places: Sequence[int], cards: Cards) -> RepeatScores:
    passed = [[card.pass_all for card in cards[place]] for place in places]
    by_repeat = [sum(share.low for share in column) / len(places) for column in zip(*passed, strict=True)]
    return RepeatScores(
        by_repeat=tuple(by_repeat),
        mean=sum(by_repeat) / len(by_repeat),
        standard_deviation=stdev(by_repeat) if len(by_repeat) > 1 else None,
        best=rate_of([[_of_repeats(repeats, 1)] for repeats in passed]),
        worst=rate_of([[_of_repeats(repeats, len(repeats))] for repeats in passed]),
        majority=rate_of([[_of_repeats(repeats, len(repeats) // 2 + 1)] for repeats in passed]),
    )


def _of_repeats(repeats: Sequence[Share], needed: int) -> Share:
    """Whether so many repeats pass; open where that hangs on those that are."""
    least, most = sum(one.low == 1 for one in repeats), sum(one.high == 1 for one in repeats)
    return of_truth(True if least >= needed else False if most < needed else None)


def _counted(solver: SolverSpec, usage: ModelUsage | None) -> Usage | None:
    """What the gateway counted of a model's calls; None where it counted none, or its record is lost."""
    if usage is None:
        return None
    lines = [one.usage for one in usage.lines if one.role == "solver" and one.project == solver.name]
    return sum(lines, Usage()) if lines and solver.kind == "model" else None


def _used(cards: Cards, counted: Usage | None) -> SolverUsed:
    had = [
        card.response for repeats in cards for card in repeats if card.response and not card.response.failed
    ]
    if counted is None:
        told = [one for one in had if one.input_tokens is not None and one.output_tokens is not None]
        priced = [one.cost for one in had if one.cost is not None]
        tokens = Tokens(
            input=sum(one.input_tokens or 0 for one in told),
            output=sum(one.output_tokens or 0 for one in told),
        )
        cost = sum(priced) if priced and len(priced) == len(had) else None
        counted = Usage(unreported=len(had) - len(told), tokens=tokens, cost=cost, charged=sum(priced))
    is_told = counted.tokens.total > 0 or (counted.calls > 0 and not counted.unreported)
    return SolverUsed(
        answers=len(had),
        unreported=counted.unreported,
        input_tokens=counted.tokens.input if is_told else None,
        output_tokens=counted.tokens.output if is_told else None,
        cost=counted.cost,
        charged=counted.charged,
        seconds=round(sum(one.seconds for one in had), 3),
    )


def _solving(split: str, solvers: Sequence[SolverScore]) -> tuple[str, ...]:
    """Baselines that solve a split; one that refuses everything has no share in what a split of instances without a
    solution says.
    """
    return tuple(
        score.solver.name
        for score in solvers
        for one in score.splits
        if score.solver.is_baseline
        and one.split == split
        and one.whole.pass_all.low >= SOLVED
        and one.whole.refusal.low < 1
    )


def _marks(spec: ScoredRun, solvers: Sequence[SolverScore], cards: Mapping[str, Cards]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    if spec.play.limit is not None:
        asked = f"at most the first {count_text(spec.play.limit, 'instance')} of each split"
        marks.append(Mark(code=MarkCode.PART_ASKED, detail=asked))
    metering = spec.metering
    if metering.variant:
        marks.append(Mark(code=MarkCode.OTHER_METRICS, detail=repr(metering.variant)))
    if metering.suite_family_digest and metering.family_digest != metering.suite_family_digest:
        marks.append(Mark(code=MarkCode.FAMILY_CHANGED))
    if spec.is_replay:
        marks.append(Mark(code=MarkCode.REPLAYED))
    gone = {score.solver.name: sum(one.failed + one.missing for one in score.splits) for score in solvers}
    told = [f"{name} {count_text(count, 'answer')}" for name, count in gone.items() if count]
    if told:
        marks.append(Mark(code=MarkCode.ANSWERS_MISSING, detail="; ".join(told)))
    return (*marks, *_doubts(solvers, cards))


def _doubts(solvers: Sequence[SolverScore], cards: Mapping[str, Cards]) -> Iterator[Mark]:
    """What speaks for texts that are the endpoint's, and not the model's; they are scored all the same."""
    for score in solvers:
        if score.solver.is_baseline:
            continue
        name = score.solver.name
        uncounted = sum(one.uncounted for one in score.splits)
        if uncounted:
            yield Mark(code=MarkCode.NO_TOKENS, detail=f"{count_text(uncounted, 'answer')} of {name}")
        if errors := sum(one.error_texts for one in score.splits):
            yield Mark(code=MarkCode.ERROR_ANSWERS, detail=f"{count_text(errors, 'answer')} of {name}")
        texts = [
            card.response.text for repeats in cards[name] for card in repeats if card.is_had and card.response
        ]
        if len(cards[name]) >= SAME_TEXT and len(texts) >= SAME_TEXT and len({*texts}) == 1:
            yield Mark(code=MarkCode.SAME_ANSWER, detail=f"all {len(texts):,} answers of {name}")


def _is_error(card: AnswerCard) -> bool:
    return card.is_had and card.response is not None and error_in_text(card.response.text) is not None
