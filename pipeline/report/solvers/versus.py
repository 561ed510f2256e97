"""A comparison of two solvers in the terminal."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.report import words as shared
from pipeline.report.solvers import words
from pipeline.solving.comparing import FEWEST
from plans.plain_text import count_text
from plans.records.scored_run import ScoredComparison, ScoreDifference, SolverSide

TEST = "permutation test over instances, 5% level"
TITLE = {metric.key: metric.title for metric in words.METRICS}


def print_solver_comparison(comparison: ScoredComparison, console: Console) -> None:
    """Print what differs and how surely, split by split, and what else could be the cause."""
    first, second = _names(comparison.first, comparison.second)
    count = sum(one.instances for one in comparison.differences if one.metric == "pass_all")
    console.print(
        f"{first} against {second}, paired over {count_text(count, 'instance')}",
        markup=False,
        highlight=False,
    )
    console.print(_differences(comparison, first, second))
    if any(one.degenerate for one in comparison.differences):
        console.print("† all instances differ alike, so the 95% interval says nothing.", style="dim")
    console.print(_pairs(comparison, first, second))
    for one in comparison.differences:
        console.print(Text(_conclusion(one, first, second), "bold"), highlight=False)
    for caveat in comparison.caveats:
        console.print(Text(caveat, "yellow"), highlight=False)


def _names(first: SolverSide, second: SolverSide) -> tuple[str, str]:
    if first.run == second.run:
        return first.solver, second.solver
    return f"{first.solver} in {first.run}", f"{second.solver} in {second.run}"


def _differences(comparison: ScoredComparison, first: str, second: str) -> Table:
    table = Table(title=f"Differences, with their {words.CI_WORDS}", title_justify="left", box=SIMPLE_HEAD)
    for heading in ("Split", "Metric"):
        table.add_column(heading)
    for name in (first, second):
        table.add_column(Text(name), justify="right", overflow="fold")
    for heading in ("Difference", "p"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in comparison.differences:
        interval = (
            f"({shared.signed(one.ci_low)} to {shared.signed(one.ci_high)}){'†' if one.degenerate else ''}"
        )
        table.add_row(
            Text(one.split),
            TITLE[one.metric],
            shared.range_text(one.first_low, one.first_high),
            shared.range_text(one.second_low, one.second_high),
            f"{shared.signed_range(one.low, one.high)}\n{interval}",
            "<0.001" if one.p_value < 0.001 else f"{one.p_value:.3f}",
        )
    return table


def _pairs(comparison: ScoredComparison, first: str, second: str) -> Table:
    table = Table(title=f"Instances, {words.MAJORITY_WORDS}", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("Split")
    for heading in ("both", f"{first} alone", f"{second} alone", "neither", "unresolved"):
        table.add_column(Text(heading), justify="right", overflow="fold")
    for one in comparison.pairs:
        counts = (one.both, one.first_only, one.second_only, one.neither, one.open)
        table.add_row(Text(one.split), *(f"{count:,}" for count in counts))
    return table


def _conclusion(one: ScoreDifference, first: str, second: str) -> str:
    where = f"{TITLE[one.metric]} on {one.split}"
    if one.instances < FEWEST:
        few = count_text(one.instances, "instance")
        return f"{where}: with {few} nothing can be concluded at the 5% level; it takes {FEWEST} or more."
    if one.conclusion == "not told apart":
        return f"{where}: no difference is shown; chance may explain what there is ({TEST})."
    higher = first if one.conclusion == "first is higher" else second
    return f"{where}: {higher} is higher ({TEST})."
