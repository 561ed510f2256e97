"""All that the HTML report of a run of solvers shows, gathered from its folder."""

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.report.remark import Remark
from pipeline.report.solvers.agreed import AnswersAgreed
from pipeline.report.solvers.examples import Examples, examples_of
from pipeline.report.solvers.figures import HeatMap, Panel, bucket_panel, heat_map, pair_map
from pipeline.report.solvers.remarks import solver_remarks
from pipeline.report.solvers.words import ORDERED, spoken
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.scoring.shapes import ALONE
from plans.records.rate import Rate
from plans.records.run_times import RunTimes
from plans.records.scored_result import BucketScore, CheckScore, ScoredResult, SolverScore, SplitScore

PICTURE_BYTES = 6_000_000
"""What pictures may add to the page."""
MOST_ROWS = 40
"""Rows of a heat map; of a disaggregation with more the commonest are shown."""
MOST_COMBINATIONS = 16
"""Combinations of constraints that are shown, the commonest ones."""


@dataclass(frozen=True)
class SplitView:
    """One split, as every section shows it."""

    name: str
    key: str
    """Of its elements' ids."""
    scores: tuple[tuple[SolverScore, SplitScore], ...]
    curves: tuple[Panel, ...]
    """Over buckets of constrainedness or complexity."""
    checks: tuple[HeatMap, ...]
    """By check, by group, and of what is told apart."""
    combinations: HeatMap | None
    pairs: tuple[HeatMap, ...]
    """Participants × days, a map for each solver that is no baseline."""
    labels: tuple[HeatMap, ...]
    left_out: tuple[str, ...]
    """Disaggregations of which only the commonest buckets are shown."""


@dataclass(frozen=True)
class SolverPage:
    """Everything on the page."""

    result: ScoredResult
    times: RunTimes
    remarks: tuple[Remark, ...]
    splits: tuple[SplitView, ...]
    examples: tuple[Examples, ...]
    agreed: AnswersAgreed | None = None

    @property
    def has_ranges(self) -> bool:
        """Whether a headline rate is a range."""
        return any(rate.low != rate.high for rate in self._headline())

    @property
    def has_degenerate(self) -> bool:
        """Whether a headline interval says nothing."""
        return any(rate.degenerate for rate in self._headline())

    def _headline(self) -> list[Rate]:
        wholes = [one.whole for score in self.result.solvers for one in score.splits]
        return [rate for one in wholes for rate in (one.pass_all, one.fraction_passed, one.refusal)]


def gather_solvers(reader: ScoredRunFolder, agreed: AnswersAgreed | None = None) -> SolverPage:
    """Read a run of solvers, finished or not; raises InvalidFile."""
    result = reader.result()
    return SolverPage(
        result=result,
        times=reader.times(),
        remarks=solver_remarks(result),
        splits=tuple(_split(result, name, f"s{place}") for place, name in enumerate(result.planned)),
        examples=examples_of(reader, PICTURE_BYTES),
        agreed=agreed,
    )


def _split(result: ScoredResult, name: str, key: str) -> SplitView:
    scores = tuple((score, one) for score in result.solvers for one in score.splits if one.split == name)
    solvers = [score for score, _ in scores]
    ones = [one for _, one in scores]
    names = list(ones[0].by_label) if ones else []
    ordered = [label for label in names if any(word in label for word in ORDERED)]
    others = [label for label in names if label not in ordered]
    return SplitView(
        name=name,
        key=key,
        scores=scores,
        curves=tuple(
            bucket_panel(
                f"{key}-{place}", f"Pass all by {spoken(label)}", [one.by_label[label] for one in ones]
            )
            for place, label in enumerate(ordered)
            if len(ones[0].by_label[label]) > 1
        ),
        checks=tuple(
            heat_map(title, corner, solvers, [_checks(table(one)) for one in ones])
            for title, corner, table in (
                ("How often each check passes", "Check", _by_check),
                ("Share of each group's checks that pass", "Constraint group", _by_group),
                ("Told apart, and in no other number", "Check", _apart),
            )
            if any(table(one) for one in ones)
        ),
        combinations=heat_map(
            "Pass all by what applies together",
            "Constraints",
            solvers,
            [_commonest(one.by_combination) for one in ones],
        )
        if ones and len(ones[0].by_combination) > 1
        else None,
        pairs=tuple(
            pair_map(
                f"{score.solver.name}: pass all by {spoken(pair)}",
                f"{spoken(pair).replace(' × ', ' ↓ × ')} →",
                table,
            )
            for score, one in scores
            if not score.solver.is_baseline
            for pair, table in one.by_pair.items()
        ),
        labels=tuple(
            heat_map(
                f"Pass all by {spoken(label)}",
                spoken(label),
                solvers,
                [_buckets(one.by_label[label]) for one in ones],
            )
            for label in others
            if len(ones[0].by_label[label]) > 1 and not _is_combination(ones[0], label)
        ),
        left_out=(
            *(spoken(label) for label in others if len(ones[0].by_label[label]) > MOST_ROWS),
            *(["what applies together"] if ones and len(ones[0].by_combination) > MOST_COMBINATIONS else []),
        ),
    )


def _is_combination(one: SplitScore, label: str) -> bool:
    """Whether a disaggregation says what the combinations say."""
    return {*map(_members, one.by_label[label])} - {_members("none")} == {
        *map(_members, one.by_combination)
    } - {_members(ALONE)}


def _members(name: str) -> frozenset[str]:
    return frozenset(name.split(" + "))


def _by_check(one: SplitScore) -> Mapping[str, CheckScore]:
    return one.by_check


def _by_group(one: SplitScore) -> Mapping[str, CheckScore]:
    return one.by_group


def _apart(one: SplitScore) -> Mapping[str, CheckScore]:
    return one.apart


def _checks(table: Mapping[str, CheckScore]) -> dict[str, tuple[int, Rate]]:
    return {name: (one.instances, one.passed) for name, one in table.items()}


def _commonest(table: Mapping[str, BucketScore]) -> dict[str, tuple[int, Rate]]:
    """The commonest combinations, which come first."""
    return {name: (one.instances, one.pass_all) for name, one in [*table.items()][:MOST_COMBINATIONS]}


def _buckets(table: Mapping[str, BucketScore]) -> dict[str, tuple[int, Rate]]:
    """The commonest buckets, in their order."""
    kept = {*sorted(table, key=lambda name: -table[name].instances)[:MOST_ROWS]}
    return {name: (one.instances, one.pass_all) for name, one in table.items() if name in kept}
