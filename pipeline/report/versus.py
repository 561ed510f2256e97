"""Comparisons in the terminal: of two agents, of two solvers, and of a judge or checks with people."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.report import words
from pipeline.report.marks import explained
from pipeline.report.page import Agreed
from pipeline.report.words import INSTANCES, PROJECTS, KindWords
from pipeline.runner.scoring.comparison import too_few
from pipeline.runner.scoring.intervals import FEWEST_PAIRS
from plans.plain_text import count_text
from plans.records.result import Comparison, Difference, ProjectDifference, Side
from plans.records.scored_run import ScoredComparison, ScoreDifference, SolverSide


def print_comparison(comparison: Comparison, console: Console, *, most_projects: int = 40) -> None:
    """Print what differs and how surely, project by project, and what else could be the cause.

    Of too few projects that comes first, and then there are neither p-values nor conclusions.
    """
    names = _names(comparison.first, comparison.second)
    _print_pairing(names, len(comparison.projects), PROJECTS, console)
    reasons = too_few(len(comparison.projects))
    for reason in reasons:
        console.print(Text(reason, "bold yellow"), highlight=False)
    _print_differences(comparison.metrics, names, PROJECTS, console, is_tested=not reasons)
    for sentence in () if reasons else _conclusions(comparison, names):
        console.print(Text(sentence, "bold"), highlight=False)
    console.print()
    console.print(_projects(comparison, names, most_projects))
    if len(comparison.projects) > most_projects:
        rest = len(comparison.projects) - most_projects
        console.print(
            f"… and {count_text(rest, 'project')} with smaller differences; --json has them all.",
            highlight=False,
        )
    if not reasons:
        console.print(_detectable(comparison), highlight=False)
    for sentence in _calibrations(comparison, names):
        console.print(Text(sentence), highlight=False)
    for mark in comparison.marks:
        console.print(Text(f"{explained(mark)}.", "bold yellow"), highlight=False)
    for caveat in (caveat for caveat in comparison.caveats if caveat not in reasons):
        console.print(Text(caveat, "yellow"), highlight=False)


def print_solver_comparison(comparison: ScoredComparison, console: Console) -> None:
    """Print what differs and how surely, split by split, and what else could be the cause."""
    names = _names(comparison.first, comparison.second)
    count = sum(one.instances for one in comparison.differences if one.metric == "pass_all")
    _print_pairing(names, count, INSTANCES, console)
    _print_differences(comparison.differences, names, INSTANCES, console, is_tested=True)
    console.print(_pairs(comparison, names))
    for one in comparison.differences:
        console.print(Text(_conclusion(one, names), "bold"), highlight=False)
    for caveat in comparison.caveats:
        console.print(Text(caveat, "yellow"), highlight=False)


def print_agreement(seen: Agreed, console: Console) -> None:
    """Print the measures of agreement with people, each with its interval."""
    table = _table("Agreement with people", "")
    for title, _ in seen.columns:
        table.add_column(title, justify="right")
    for title, rows in seen.groups:
        if title:
            table.add_row(Text(title, "bold"))
        for row in rows:
            table.add_row(Text(row.title), *(Text("\n".join(filter(None, cell))) for cell in row.cells))
    console.print(table)
    console.print(f"{seen.what} {seen.intervals}", style="dim", highlight=False, markup=False)


Names = tuple[str, str]


def _names(first: Side | SolverSide, second: Side | SolverSide) -> Names:
    one, other = (side.agent if isinstance(side, Side) else side.solver for side in (first, second))
    return (one, other) if first.run == second.run else (f"{one} in {first.run}", f"{other} in {second.run}")


def _print_pairing(names: Names, count: int, kind: KindWords, console: Console) -> None:
    told = f"{names[0]} against {names[1]}, paired over {count_text(count, kind.unit)}"
    console.print(told, markup=False, highlight=False)


def _table(title: str, *columns: str, names: Sequence[str] = ()) -> Table:
    """`names`: of agents or solvers, for a column each of numbers."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    for heading in columns:
        table.add_column(heading, overflow="fold")
    for name in names:
        table.add_column(Text(name), justify="right", overflow="fold")
    return table


def _print_differences(
    differences: Sequence[Difference] | Sequence[ScoreDifference],
    names: Names,
    kind: KindWords,
    console: Console,
    *,
    is_tested: bool,
) -> None:
    has_splits = any(isinstance(one, ScoreDifference) for one in differences)
    title = f"Differences, with their {kind.interval}"
    table = _table(title, *(["Split"] if has_splits else []), "Metric", names=names)
    for heading in ("Difference", "p") if is_tested else ("Difference",):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in differences:
        interval = (
            f"({words.signed(one.ci_low)} to {words.signed(one.ci_high)}){'†' if one.degenerate else ''}"
        )
        table.add_row(
            *([Text(one.split)] if isinstance(one, ScoreDifference) else []),
            _title(one.metric, kind),
            *_rates(one),
            f"{words.signed_range(one.low, one.high)}\n{interval}",
            *(["<0.001" if one.p_value < 0.001 else f"{one.p_value:.3f}"] if is_tested else []),
        )
    console.print(table)
    if any(one.degenerate for one in differences):
        told = f"† all {kind.unit}s differ alike, so the 95% interval says nothing."
        console.print(told, style="dim", highlight=False)


def _title(metric: str, kind: KindWords) -> str:
    return next(one.title for one in kind.metrics if one.key == metric)


def _test(kind: KindWords) -> str:
    return f"permutation test over {kind.unit}s, 5% level"


def _rates(one: Difference | ScoreDifference | ProjectDifference) -> tuple[str, str]:
    return (
        words.range_text(one.first_low, one.first_high),
        words.range_text(one.second_low, one.second_high),
    )


def _projects(comparison: Comparison, names: Names, most: int) -> Table:
    table = _table("Task Pass Rate by project, the largest difference first", "Project", names=names)
    table.add_column("Difference", justify="right", no_wrap=True)
    for one in comparison.projects[:most]:
        difference = words.signed_range(one.first_low - one.second_high, one.first_high - one.second_low)
        table.add_row(Text(f"{one.title} ({one.project})"), *_rates(one), difference)
    return table


def _pairs(comparison: ScoredComparison, names: Names) -> Table:
    headings = ("both", f"{names[0]} alone", f"{names[1]} alone", "neither", "unresolved")
    table = _table(f"Instances, {words.MAJORITY_WORDS}", "Split", names=headings)
    for one in comparison.pairs:
        counts = (one.both, one.first_only, one.second_only, one.neither, one.open)
        table.add_row(Text(one.split), *(f"{count:,}" for count in counts))
    return table


def _detectable(comparison: Comparison) -> str:
    smallest = comparison.smallest_detectable_difference
    if smallest is None:
        return (
            "No smallest detectable difference can be named: it takes"
            f" {FEWEST_PAIRS} projects or more, whose differences vary, and not so much that even one of 100 points"
            " could be missed."
        )
    return (
        f"The smallest difference in Task Pass Rate that {count_text(len(comparison.projects), 'project')} can detect"
        f" between the two (80% power, 5% level) is about {words.points(smallest)}."
    )


def _conclusions(comparison: Comparison, names: Names) -> Iterator[str]:
    """One sentence for each conclusion that was drawn."""
    for conclusion, name in zip(("first is higher", "second is higher"), names, strict=True):
        metrics = [_title(one.metric, PROJECTS) for one in comparison.metrics if one.conclusion == conclusion]
        if metrics:
            where = " and ".join(metrics) if len(metrics) < 3 else "all three rates"
            yield f"{name} is higher in {where} ({_test(PROJECTS)})."
    unclear = [
        _title(one.metric, PROJECTS) for one in comparison.metrics if one.conclusion == "not told apart"
    ]
    if unclear:
        where = " and ".join(unclear) if len(unclear) < 3 else "any of the three rates"
        yield f"No difference is shown in {where}: chance may explain what there is ({_test(PROJECTS)})."


def _conclusion(one: ScoreDifference, names: Names) -> str:
    where = f"{_title(one.metric, INSTANCES)} on {one.split}"
    if one.instances < FEWEST_PAIRS:
        few = count_text(one.instances, "instance")
        return (
            f"{where}: with {few} nothing can be concluded at the 5% level; it takes {FEWEST_PAIRS} or more."
        )
    if one.conclusion == "not told apart":
        return f"{where}: no difference is shown; chance may explain what there is ({_test(INSTANCES)})."
    higher = names[0] if one.conclusion == "first is higher" else names[1]
    return f"{where}: {higher} is higher ({_test(INSTANCES)})."


def _calibrations(comparison: Comparison, names: Names) -> Iterator[str]:
    """Task Pass Rates corrected for the judge's error, and how often it is right; or why they are not corrected."""
    sides = list(zip(names, (comparison.first, comparison.second), strict=True))
    for name, side in sides:
        if rate := side.corrected_task_pass_rate:
            yield f"{name}, Task Pass Rate corrected for the judge's error: {words.corrected_text(rate)}."
    for name, side in sides if comparison.marks else sides[:1]:
        which = f"{name}: " if comparison.marks else ""
        if side.uncorrected:
            yield f"{which}No calibration can be used for this judge. {words.uncorrected_text(side.uncorrected)}"
        if side.calibration:
            yield f"{which}{words.accuracy_text(side.calibration)}"
