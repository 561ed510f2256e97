"""coverage.html: how often each stratum of a parameter comes, and what passed before any was refused, as pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment
from markupsafe import Markup

from pipeline.report.words import percent
from pipeline.templates import templates_of
from plans.plurals import count_text
from plans.records.coverage import CheckRate, Coverage, ParameterCoverage, StratumCount
from plans.records.plan import Plan, ProvidedBy
from plans.records.suite import Suite

MOST_BARS = 16
"""Bars of a parameter that are shown at once; of more the others are folded away."""


@dataclass(frozen=True)
class Piece:
    """The instances of a stratum that are in one split."""

    index: int
    """Of the split, which decides the colour."""
    width: float
    """Share of the longest bar, from 0 to 1."""
    words: str


@dataclass(frozen=True)
class Bar:
    """One stratum."""

    name: str
    count: int
    given_up: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Panel:
    """One parameter."""

    name: str
    description: str
    said: str
    """How even it is, in words."""
    shown: tuple[Bar, ...]
    folded: tuple[Bar, ...]


def render(suite: Suite, plan: Plan, coverage: Coverage) -> str:
    """The page as HTML; whatever a plan, a family or an instance says is escaped."""
    return (
        _environment()
        .get_template("coverage.html.jinja")
        .render(
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
            style=Markup(_style()),
        )
    )


@cache
def _environment() -> Environment:
    environment = templates_of("pipeline.instances", escaped=True)
    environment.filters["percent"] = percent
    return environment


def _panels(plan: Plan, coverage: Coverage, *, is_measured: bool) -> Iterator[Panel]:
    splits = {name: index for index, name in enumerate(coverage.instances)}
    left = {one.name for one in plan.parameters if one.provided_by is ProvidedBy.DEVELOPER}
    for parameter in coverage.parameters:
        if parameter.is_measured == is_measured:
            is_set = parameter.name in coverage.settings
            yield _panel(parameter, splits, is_set, is_left=parameter.name in left)


def _panel(parameter: ParameterCoverage, splits: Mapping[str, int], is_set: bool, *, is_left: bool) -> Panel:
    longest = max([1, *(sum(one.instances.values()) for one in parameter.strata)])
    bars = [_bar(one, splits, longest) for one in parameter.strata]
    if is_set:
        bars = [bar for bar in bars if bar.count]
    return Panel(
        name=parameter.name,
        description=parameter.description,
        said=_said(parameter, bars, is_set, is_left),
        shown=tuple(bars[:MOST_BARS]),
        folded=tuple(bars[MOST_BARS:]),
    )


def _bar(one: StratumCount, splits: Mapping[str, int], longest: int) -> Bar:
    pieces = (
        Piece(index, round(count / longest, 4), f"{name}: {count_text(count, 'instance')}")
        for name, index in splits.items()
        if (count := one.instances.get(name, 0))
    )
    return Bar(one.name, sum(one.instances.values()), one.given_up, tuple(pieces))


def _said(parameter: ParameterCoverage, bars: list[Bar], is_set: bool, is_left: bool) -> str:
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


def _remarks(coverage: Coverage) -> Iterator[str]:
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


def _style() -> str:
    """The report's, and what bars need."""
    report = templates_of("pipeline.report", escaped=False).loader
    own = templates_of("pipeline.instances", escaped=False).loader
    assert report is not None
    assert own is not None
    environment = templates_of("pipeline.report", escaped=False)
    return (
        f"{report.get_source(environment, 'report.css')[0]}\n{own.get_source(environment, 'coverage.css')[0]}"
    )
