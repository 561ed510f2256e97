"""The paired comparison of two solvers: what differs, how surely, and what else could be the cause.

Both answer the same instances, so each instance's difference takes its difficulty out.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from pipeline.runner.scoring.intervals import (
    chance_of_many,
    mean_bounds,
    mean_interval_of_many,
    paired_difference,
)
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.scoring.cards import AnswerCard
from plans.errors import AuthorError
from plans.plain_text import count_text
from plans.records.round import Share
from plans.records.scored_run import (
    PairCounts,
    ScoredComparison,
    ScoreDifference,
    ScoredRun,
    SolverSide,
    SolverSpec,
)

MetricName = Literal["pass_all", "fraction_passed"]
METRICS: dict[MetricName, Callable[[AnswerCard], Share]] = {
    "pass_all": lambda card: card.pass_all,
    "fraction_passed": lambda card: card.fraction_passed,
}


class Pair(NamedTuple):
    """What both answered to one instance."""

    split: str
    first: Sequence[AnswerCard]
    second: Sequence[AnswerCard]


def compare_solvers(
    first: ScoredRunFolder, first_solver: str, second: ScoredRunFolder, second_solver: str
) -> ScoredComparison:
    """Compare two solvers over the instances that both runs have; raises AuthorError for unknown solvers, and for runs
    that share no instance.
    """
    specs = (_known(first.spec(), first_solver), _known(second.spec(), second_solver))
    pairs, alone = _pairs(first, first_solver, second, second_solver)
    splits = list(dict.fromkeys(pair.split for pair in pairs))
    return ScoredComparison(
        first=SolverSide(run=first.spec().name, solver=first_solver),
        second=SolverSide(run=second.spec().name, solver=second_solver),
        differences=tuple(
            _difference(split, metric, [pair for pair in pairs if pair.split == split])
            for split in splits
            for metric in METRICS
        ),
        pairs=tuple(_counts(split, [pair for pair in pairs if pair.split == split]) for split in splits),
        caveats=tuple(_caveats(first.spec(), second.spec(), specs, alone)),
    )


def _known(spec: ScoredRun, solver: str) -> SolverSpec:
    for one in spec.play.solvers:
        if one.name == solver:
            return one
    raise AuthorError(
        f"Run {spec.name!r} has no solver {solver!r}, so there is nothing to compare. Name one of "
        f"{', '.join(one.name for one in spec.play.solvers)}."
    )


def _pairs(
    first: ScoredRunFolder, first_solver: str, second: ScoredRunFolder, second_solver: str
) -> tuple[list[Pair], int]:
    """Instances that are the same in both, by id and by all that a solver is shown; and how many are in one alone."""
    others = {
        one.id: (one, cards) for one, cards in zip(second.instances, second.cards[second_solver], strict=True)
    }
    found: list[Pair] = []
    for one, cards in zip(first.instances, first.cards[first_solver], strict=True):
        other, other_cards = others.get(one.id, (None, ()))
        if other is not None and (other.prompt, other.media) == (one.prompt, one.media):
            found.append(Pair(one.split, cards, other_cards))
    if not found:
        raise AuthorError(
            f"Runs {first.spec().name!r} and {second.spec().name!r} share no instance, and numbers on different ones "
            "cannot be compared. Run both solvers on the same version of the suite."
        )
    return found, len(first.instances) + len(second.instances) - 2 * len(found)


def _difference(split: str, metric: MetricName, pairs: Sequence[Pair]) -> ScoreDifference:
    measure = METRICS[metric]
    bounds = [
        (mean_bounds(map(measure, pair.first)), mean_bounds(map(measure, pair.second))) for pair in pairs
    ]
    found = paired_difference(bounds, mean_interval_of_many, chance_of_many)
    return ScoreDifference(split=split, metric=metric, instances=len(pairs), **found._asdict())


def _counts(split: str, pairs: Sequence[Pair]) -> PairCounts:
    found = [(_mostly(pair.first), _mostly(pair.second)) for pair in pairs]
    return PairCounts(
        split=split,
        both=found.count((True, True)),
        first_only=found.count((True, False)),
        second_only=found.count((False, True)),
        neither=found.count((False, False)),
        open=sum(None in pair for pair in found),
    )


def _mostly(cards: Sequence[AnswerCard]) -> bool | None:
    """Whether more than half of the repeats pass all; None where that is open."""
    ends = mean_bounds(card.pass_all for card in cards)
    return None if ends.low <= 0.5 < ends.high else ends.low > 0.5


def _caveats(
    first: ScoredRun, second: ScoredRun, specs: tuple[SolverSpec, SolverSpec], alone: int
) -> Iterator[str]:
    if alone:
        yield f"Left out, because only one run has them or what is asked differs: {count_text(alone, 'instance')}."
    one, other = first.metering, second.metering
    if one.family_digest != other.family_digest:
        yield "The family's code that scores differs."
    if one.variant != other.variant:
        yield f"The metrics differ: {one.variant or 'own'} against {other.variant or 'own'}."
    if one.judge != other.judge:
        told = [judge.model if judge else "none" for judge in (one.judge, other.judge)]
        yield f"What decides where no program can tell differs: {told[0]} against {told[1]}."
    if first.play.repeats != second.play.repeats:
        yield f"The number of repeats differs: {first.play.repeats} against {second.play.repeats}."
    if specs[0].name == specs[1].name and specs[0] != specs[1]:
        yield f"The two solvers named {specs[0].name!r} are not the same: another version, model or parameters."
