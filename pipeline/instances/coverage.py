"""Coverage of a plan by instances, and the page that shows it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment
from pydantic import JsonValue

from pipeline.instances.sampling import NumberOutcome
from pipeline.report.words import percent
from pipeline.templates import source_of, templates_of
from plans.plain_text import count_text
from plans.records.instance import (
    CheckRate,
    Count,
    GivenUpNumber,
    Instance,
    ParameterCoverage,
    StratumCount,
    SuiteCoverage,
)
from plans.records.plan import Parameter, Plan, ProvidedBy
from plans.records.suite import Suite
from plans.stratified import strata, stratum

EXAMPLES = 20
"""Numbers given up that are told of one by one."""
MOST_VALUES = 24
"""Different values of a measured parameter up to which each is told by itself."""

Splits = Mapping[str, Sequence[Instance]]


def covered(
    plan: Plan,
    splits: Splits,
    outcomes: Sequence[NumberOutcome],
    *,
    random_seed: int,
    settings: Mapping[str, JsonValue],
    checks: Sequence[str],
    before: SuiteCoverage | None = None,
) -> SuiteCoverage:
    """The coverage of a suite that has these instances; `before`: what it was before these outcomes were added.

    `checks`: those that programs decide, in the order in which they are told.
    """
    attempts = [attempt for outcome in outcomes for attempt in outcome.attempts]
    drawn = Counter(attempt.split for attempt in attempts)
    by_program = [_by_program(check, outcomes, drawn) for check in checks]
    given_up = [outcome for outcome in outcomes if outcome.instance is None]
    asked = dict.fromkeys(check for attempt in attempts for check in attempt.readings)
    told = {check.name for check in plan.quality_checks if check.decided_by == "model"}
    found = SuiteCoverage(
        random_seed=random_seed,
        settings=dict(settings),
        numbers=outcomes[-1].number + 1 if outcomes else 0,
        instances={name: len(instances) for name, instances in splits.items()},
        drawn=_sum({}, drawn),
        kept=_sum({}, Counter(attempt.split for attempt in attempts if attempt.passes)),
        alike=sum(bool(attempt.alike) for attempt in attempts),
        checks=(*by_program, *(_by_model(check, outcomes) for check in asked)),
        unasked=tuple(sorted(told - set(asked))),
        parameters=tuple(_parameters(plan, splits, given_up)),
        given_up=len(given_up),
        examples=tuple(
            GivenUpNumber(number=one.number, parameters=one.parameters, reasons=one.reasons)
            for one in given_up[:EXAMPLES]
        ),
    )
    return found if before is None else _added(before, found)


def _by_program(check: str, outcomes: Sequence[NumberOutcome], drawn: Count) -> CheckRate:
    passed = Counter(
        attempt.split for one in outcomes for attempt in one.attempts if check not in attempt.wrong
    )
    return CheckRate(check=check, put_to=_sum({}, drawn), passed=_sum({}, passed))


def _by_model(check: str, outcomes: Sequence[NumberOutcome]) -> CheckRate:
    asked = [attempt for one in outcomes for attempt in one.attempts if check in attempt.readings]
    counts: dict[bool | None, Counter[str]] = defaultdict(Counter)
    for attempt in asked:
        counts[attempt.readings[check].holds][attempt.split] += 1
    return CheckRate(
        check=check,
        decided_by="model",
        put_to=_sum({}, Counter(attempt.split for attempt in asked)),
        passed=_sum({}, counts[True]),
        undecided=_sum({}, counts[None]),
    )


def _parameters(plan: Plan, splits: Splits, given_up: Sequence[NumberOutcome]) -> Iterator[ParameterCoverage]:
    for parameter in plan.parameters:
        lost = Counter(stratum(parameter, one.parameters.get(parameter.name)) for one in given_up)
        yield _counted(parameter, splits, lost)
    planned = {parameter.name for parameter in plan.parameters}
    every = [one for instances in splits.values() for one in instances]
    for name in dict.fromkeys(name for one in every for name in one.parameters if name not in planned):
        axis = _axis(name, [value for one in every if (value := one.parameters.get(name)) is not None])
        if axis is not None:
            yield _counted(axis, splits, {}).model_copy(update={"is_measured": True})


def _counted(parameter: Parameter, splits: Splits, lost: Mapping[str, int]) -> ParameterCoverage:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for split, instances in splits.items():
        for one in instances:
            if (value := one.parameters.get(parameter.name)) is not None:
                counts[stratum(parameter, value)][split] += 1
    return ParameterCoverage(
        name=parameter.name,
        description=parameter.description,
        strata=tuple(
            StratumCount(name=name, instances=dict(counts.get(name, {})), given_up=lost.get(name, 0))
            for name in dict.fromkeys([*strata(parameter), *counts])
        ),
    )


def _axis(name: str, values: Sequence[JsonValue]) -> Parameter | None:
    """How values that were measured are divided; None for those that are no numbers, and too many for one each."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if values and len(numbers) == len(values):
        low, high = min(numbers), max(numbers)
        if low >= 0 and high <= 1:
            return Parameter(name=name, description="", minimum=0, maximum=1)
        if len(set(numbers)) > MOST_VALUES:
            is_whole = all(isinstance(value, int) for value in numbers)
            return Parameter(name=name, description="", minimum=low, maximum=high, integer=is_whole)
        return Parameter(name=name, description="", values=tuple(sorted(set(numbers))))
    if all(isinstance(value, str | bool) for value in values):
        distinct = sorted(set(map(str, values)))
        named = {str(value): value for value in values}
        if 0 < len(distinct) <= MOST_VALUES:
            return Parameter(name=name, description="", values=tuple(named[one] for one in distinct))
    return None


def _added(before: SuiteCoverage, found: SuiteCoverage) -> SuiteCoverage:
    """The coverage of both works; what lies in the suite is counted in `found` already."""
    earlier = {check.check: check for check in before.checks}
    lost = {(one.name, part.name): part.given_up for one in before.parameters for part in one.strata}
    new = {check.check: check for check in found.checks}
    return found.model_copy(
        update={
            "drawn": _sum(before.drawn, found.drawn),
            "kept": _sum(before.kept, found.kept),
            "alike": before.alike + found.alike,
            "checks": tuple(_both(earlier.get(name), new.get(name)) for name in {**earlier, **new}),
            "unasked": tuple(sorted({*before.unasked, *found.unasked})),
            "parameters": tuple(_with_lost(one, lost) for one in found.parameters),
            "given_up": before.given_up + found.given_up,
            "examples": (*before.examples, *found.examples)[:EXAMPLES],
        }
    )


def _both(earlier: CheckRate | None, new: CheckRate | None) -> CheckRate:
    if earlier is None or new is None:
        found = earlier or new
        assert found is not None
        return found
    return new.model_copy(
        update={
            "put_to": _sum(earlier.put_to, new.put_to),
            "passed": _sum(earlier.passed, new.passed),
            "undecided": _sum(earlier.undecided, new.undecided),
        }
    )


def _with_lost(one: ParameterCoverage, lost: Mapping[tuple[str, str], int]) -> ParameterCoverage:
    parts = (
        part.model_copy(update={"given_up": part.given_up + lost.get((one.name, part.name), 0)})
        for part in one.strata
    )
    return one.model_copy(update={"strata": tuple(parts)})


def _sum(a: Count, b: Count) -> Count:
    return {name: a.get(name, 0) + b.get(name, 0) for name in sorted({**a, **b})}


MOST_BARS = 16
"""Bars of a parameter that are shown at once; of more the others are folded away."""


@dataclass(frozen=True)
class StratumPiece:
    """The instances of a stratum that are in one split."""

    index: int
    """Of the split, which decides the colour."""
    width: float
    """Share of the longest bar, from 0 to 1."""
    words: str


@dataclass(frozen=True)
class StratumBar:
    """One stratum."""

    name: str
    count: int
    given_up: int
    pieces: tuple[StratumPiece, ...]


@dataclass(frozen=True)
class ParameterPanel:
    """One parameter."""

    name: str
    description: str
    said: str
    """How even it is, in words."""
    shown: tuple[StratumBar, ...]
    folded: tuple[StratumBar, ...]


def render(suite: Suite, plan: Plan, coverage: SuiteCoverage) -> str:
    """The page as HTML; whatever a plan, a family or an instance says is escaped."""
    environment = _environment()
    return environment.get_template("coverage.html.jinja").render(
        suite=suite,
        plan=plan,
        coverage=coverage,
        splits=tuple(coverage.instances),
        sampled=tuple(_panels(plan, coverage, is_measured=False)),
        measured=tuple(_panels(plan, coverage, is_measured=True)),
        definitions={check.name: check.description for check in plan.quality_checks},
        undecided=_undecided,
        remarks=tuple(_remarks(coverage)),
        count_text=count_text,
        style=source_of(environment, "report.css") + "\n" + source_of(environment, "coverage.css"),
    )


@cache
def _environment() -> Environment:
    environment = templates_of("pipeline.report", escaped=True)
    environment.filters["percent"] = percent
    return environment


def _panels(plan: Plan, coverage: SuiteCoverage, *, is_measured: bool) -> Iterator[ParameterPanel]:
    splits = {name: index for index, name in enumerate(coverage.instances)}
    left = {one.name for one in plan.parameters if one.provided_by is ProvidedBy.DEVELOPER}
    for parameter in coverage.parameters:
        if parameter.is_measured == is_measured:
            is_set = parameter.name in coverage.settings
            yield _panel(parameter, splits, is_set, is_left=parameter.name in left)


def _panel(
    parameter: ParameterCoverage, splits: Mapping[str, int], is_set: bool, *, is_left: bool
) -> ParameterPanel:
    longest = max([1, *(sum(one.instances.values()) for one in parameter.strata)])
    bars = [_bar(one, splits, longest) for one in parameter.strata]
    if is_set:
        bars = [bar for bar in bars if bar.count]
    return ParameterPanel(
        name=parameter.name,
        description=parameter.description,
        said=_said(parameter, bars, is_set, is_left),
        shown=tuple(bars[:MOST_BARS]),
        folded=tuple(bars[MOST_BARS:]),
    )


def _bar(one: StratumCount, splits: Mapping[str, int], longest: int) -> StratumBar:
    pieces = (
        StratumPiece(index, round(count / longest, 4), f"{name}: {count_text(count, 'instance')}")
        for name, index in splits.items()
        if (count := one.instances.get(name, 0))
    )
    return StratumBar(one.name, sum(one.instances.values()), one.given_up, tuple(pieces))


def _said(parameter: ParameterCoverage, bars: list[StratumBar], is_set: bool, is_left: bool) -> str:
    if is_set:
        return "set by the author, not sampled"
    if parameter.is_measured:
        return f"measured on the instances, in {count_text(len(bars), 'part')}"
    counts = [bar.count for bar in bars]
    low, high = min(counts), max(counts)
    each = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    by = "not sampled but chosen by the family; " if is_left else ""
    return f"{by}{count_text(len(bars), 'value or part', 'values or parts')}, each {each} times"


def _undecided(check: CheckRate) -> int:
    return sum(check.undecided.values())


def _remarks(coverage: SuiteCoverage) -> Iterator[str]:
    for parameter in coverage.parameters:
        if parameter.uncovered:
            yield (
                f"{parameter.name}: no instance was found for {', '.join(parameter.uncovered)}, whatever was drawn; "
                "other values stand in for it."
            )
    if coverage.unasked:
        yield (
            f"No model was asked of {', '.join(coverage.unasked)}: with --with-model one decides about instances too."
        )
