"""A comparison of two agents in the terminal."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.report import words
from pipeline.report.marks import explained
from pipeline.runner.scoring.comparison import too_few
from pipeline.runner.scoring.intervals import FEWEST_PROJECTS
from plans.plain_text import count_text
from plans.records.result import Comparison, Difference, ProjectDifference, Side

TEST = "permutation test over projects, 5% level"
TITLE = {metric.key: metric.title for metric in words.METRICS}


def print_comparison(comparison: Comparison, console: Console, *, most_projects: int = 40) -> None:
    """Print what differs and how surely, project by project, and what else could be the cause.

    Of too few projects that comes first, and then there are neither p-values nor conclusions.
    """
    first, second = _names(comparison.first, comparison.second)
    count = count_text(len(comparison.projects), "project")
    console.print(f"{first} against {second}, paired over {count}", markup=False, highlight=False)
    reasons = too_few(len(comparison.projects))
    for reason in reasons:
        console.print(Text(reason, "bold yellow"), highlight=False)
    console.print(_metrics(comparison, first, second))
    if any(one.degenerate for one in comparison.metrics):
        console.print(f"{words.DEGENERATE_DIFFERENCE}.", style="dim", highlight=False)
    for sentence in () if reasons else _conclusions(comparison, first, second):
        console.print(Text(sentence, "bold"), highlight=False)
    console.print()
    console.print(_projects(comparison, first, second, most_projects))
    if len(comparison.projects) > most_projects:
        rest = len(comparison.projects) - most_projects
        console.print(
            f"… and {count_text(rest, 'project')} with smaller differences; --json has them all.",
            highlight=False,
        )
    if not reasons:
        console.print(_detectable(comparison), highlight=False)
    for sentence in _calibrations(comparison, first, second):
        console.print(Text(sentence), highlight=False)
    for mark in comparison.marks:
        console.print(Text(f"{explained(mark)}.", "bold yellow"), highlight=False)
    for caveat in (caveat for caveat in comparison.caveats if caveat not in reasons):
        console.print(Text(caveat, "yellow"), highlight=False)


def _calibrations(comparison: Comparison, first: str, second: str) -> Iterator[str]:
    """Task Pass Rates corrected for the judge's error, and how often it is right; or why they are not corrected."""
    sides = ((first, comparison.first), (second, comparison.second))
    for name, side in sides:
        if rate := side.corrected_task_pass_rate:
            yield f"{name}, Task Pass Rate corrected for the judge's error: {words.corrected_text(rate)}."
    for name, side in sides if comparison.marks else sides[:1]:
        which = f"{name}: " if comparison.marks else ""
        if side.uncorrected:
            yield f"{which}No calibration can be used for this judge. {words.uncorrected_text(side.uncorrected)}"
        if side.calibration:
            yield f"{which}{words.accuracy_text(side.calibration)}"


def _names(first: Side, second: Side) -> tuple[str, str]:
    if first.run == second.run:
        return first.agent, second.agent
    return f"{first.agent} in {first.run}", f"{second.agent} in {second.run}"


def _metrics(comparison: Comparison, first: str, second: str) -> Table:
    table = Table(title=f"Differences, with their {words.CI_WORDS}", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("Metric")
    for name in (first, second):
        table.add_column(Text(name), justify="right", overflow="fold")
    table.add_column("Difference", justify="right", no_wrap=True)
    is_tested = not too_few(len(comparison.projects))
    if is_tested:
        table.add_column("p", justify="right", no_wrap=True)
    for one in comparison.metrics:
        table.add_row(
            TITLE[one.metric],
            words.range_text(one.first_low, one.first_high),
            words.range_text(one.second_low, one.second_high),
            f"{words.signed_range(one.low, one.high)}\n{_interval(one)}",
            *([_chance(one.p_value)] if is_tested else []),
        )
    return table


def _projects(comparison: Comparison, first: str, second: str, most: int) -> Table:
    table = Table(
        title="Task Pass Rate by project, the largest difference first", title_justify="left", box=SIMPLE_HEAD
    )
    table.add_column("Project", overflow="fold")
    for name in (first, second):
        table.add_column(Text(name), justify="right", overflow="fold")
    table.add_column("Difference", justify="right", no_wrap=True)
    for one in comparison.projects[:most]:
        table.add_row(
            Text(f"{one.title} ({one.project})"),
            words.range_text(one.first_low, one.first_high),
            words.range_text(one.second_low, one.second_high),
            _project_difference(one),
        )
    return table


def _project_difference(one: ProjectDifference) -> str:
    return words.signed_range(one.first_low - one.second_high, one.first_high - one.second_low)


def _detectable(comparison: Comparison) -> str:
    smallest = comparison.smallest_detectable_difference
    if smallest is None:
        return (
            "No smallest detectable difference can be named: it takes"
            f" {FEWEST_PROJECTS} projects or more, whose differences vary, and not so much that even one of 100 points"
            " could be missed."
        )
    return (
        f"The smallest difference in Task Pass Rate that {count_text(len(comparison.projects), 'project')} can detect"
        f" between the two (80% power, 5% level) is about {words.points(smallest)}."
    )


def _conclusions(comparison: Comparison, first: str, second: str) -> Iterator[str]:
    """One sentence for each conclusion that was drawn."""
    words_for = {
        "first is higher": f"{first} is higher",
        "second is higher": f"{second} is higher",
    }
    for conclusion, start in words_for.items():
        metrics = [TITLE[one.metric] for one in comparison.metrics if one.conclusion == conclusion]
        if metrics:
            where = " and ".join(metrics) if len(metrics) < 3 else "all three rates"
            yield f"{start} in {where} ({TEST})."
    unclear = [TITLE[one.metric] for one in comparison.metrics if one.conclusion == "not told apart"]
    if unclear:
        where = " and ".join(unclear) if len(unclear) < len(TITLE) else "any of the three rates"
        yield f"No difference is shown in {where}: chance may explain what there is ({TEST})."


def _chance(p_value: float) -> str:
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"


def _interval(one: Difference) -> str:
    return f"({words.signed(one.ci_low)} to {words.signed(one.ci_high)}){'†' if one.degenerate else ''}"
