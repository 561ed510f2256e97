"""The numbers of a run of solvers, with intervals, drawn from what every answer scores."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import stdev

from agents.gateway.counting import error_in_text
from pipeline.runner.scoring.intervals import mean_interval_of_many, mean_rate
from pipeline.solving.scoring.cards import (
    AnswerCard,
    InstanceSelection,
    buckets_of,
    combinations_of,
    labels_of,
    of_truth,
    pairs_of,
    planned_of,
    splits_of,
    with_found,
)
from plans.plain_text import count_text
from plans.records.instance import AnswerMark as CheckMark
from plans.records.marks import Mark, MarkCode
from plans.records.result import Rate
from plans.records.round import Share
from plans.records.scored_run import (
    AppliedChecks,
    BucketScore,
    CheckScore,
    RepeatScores,
    ScoredInstance,
    ScoredResult,
    ScoredRun,
    SolverScore,
    SolverSpec,
    SolverUsed,
    SplitScore,
)
from plans.records.usage import ModelUsage, Tokens, Usage


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
