"""The report's numbers in the terminal, in the same words: whole, or in a few lines."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.report import points, words
from pipeline.report.marks import Remark
from pipeline.report.remarks import APPRENTICES, fault_remarks, remarks
from plans.plain_text import count_text
from plans.records.result import AgentScore, PointTables, RoundScore, RunResult
from plans.records.usage import Used

STYLE = {"danger": "bold red", "warning": "yellow", "mild": "dim"}


def print_summary(result: RunResult, console: Console) -> None:
    """Print headline numbers with their intervals, the way over the rounds, and what qualifies them."""
    run = result.run
    console.print(_what(result), markup=False, highlight=False)
    console.print(_numbers(result, f"The numbers after {count_text(run.play.rounds, 'round')}"))
    if result.calibration is not None and not result.uncorrected:
        told = f"The corrected rate {words.CORRECTED_WORDS}. {words.accuracy_text(result.calibration)}\n"
        console.print(told, style="dim", markup=False, highlight=False)
    if run.play.rounds > 1:
        console.print(_rounds(result))
    if words.tells_usage(score.used for score in result.agents):
        console.print(_used(result))
        if words.tells_unfinished(result.models):
            console.print(f"{words.UNFINISHED_WORDS}\n", style="dim", highlight=False)
    else:
        console.print(f"{words.UNTOLD_WORDS}\n", style="dim", highlight=False)
    if result.models.lines:
        console.print(_models(result))
    if result.points is not None:
        console.print(_points(result, result.points))
        console.print(f"{points.judging_text(result.points)}\n", style="dim", highlight=False)
    console.print(f"In brackets: {words.CI_WORDS}; {words.UNRESOLVED_WORDS}.", style="dim", highlight=False)
    for remark in remarks(result):
        console.print(
            Text.assemble((f"{remark.title}. ", STYLE[remark.weight]), remark.text), highlight=False
        )


def print_headline(result: RunResult, console: Console) -> None:
    """Print one line for each agent, and a sentence for each thing that qualifies the numbers and is no trifle."""
    console.print(_what(result), markup=False, highlight=False)
    table = _table(f"After {count_text(result.run.play.rounds, 'round')}")
    for metric in words.METRICS:
        table.add_column(metric.title, justify="right")
    if not result.uncorrected:
        table.add_column("Task Pass Rate, corrected", justify="right")
    is_told = words.tells_usage(score.used for score in result.agents)
    for heading in ("Tokens in", "Tokens out", "Cost") if is_told else ():
        table.add_column(heading, justify="right", no_wrap=True)
    for score in result.agents:
        rates = [words.rate_text(metric.state(score.rounds[-1])) for metric in words.METRICS if score.rounds]
        rates = rates or [words.UNKNOWN] * len(words.METRICS)
        if not result.uncorrected:
            rates.append(Text(_corrected(score)).markup)
        table.add_row(Text(score.agent.name), *rates, *(_tokens_and_cost(score.used) if is_told else ()))
    console.print(table)
    if any(score.agent.kind == "apprentice" for score in result.agents):
        console.print(APPRENTICES, style=STYLE["mild"], highlight=False)
    for remark in remarks(result):
        if remark.weight != "mild" or remark.is_against_quoting:
            _print_brief(remark, console)


def print_faults(result: RunResult, console: Console) -> None:
    """Print what the headline says of faults and of baseline agents off their mark, and nothing else."""
    for remark in fault_remarks(result):
        _print_brief(remark, console)


def _print_brief(remark: Remark, console: Console) -> None:
    told = Text.assemble((f"{remark.title}. ", STYLE[remark.weight]), remark.brief)
    console.print(told, highlight=False)


def _what(result: RunResult) -> str:
    run = result.run
    return (
        f"{run.name}: {count_text(len(run.play.agents), 'agent')} on "
        f"{count_text(result.planned_projects, 'project')} of {run.suite.name} {run.suite.version} "
        f"({count_text(result.planned_tasks, 'evaluation task')}, "
        f"{count_text(result.planned_outcomes, 'expected outcome')}), {words.rounds_text(run)}"
    )


def _numbers(result: RunResult, title: str) -> Table:
    table = _table(title)
    for metric in words.METRICS:
        table.add_column(metric.title.replace(" ", "\n"), justify="right", no_wrap=True)
    if not result.uncorrected:
        table.add_column("Task Pass\nRate,\ncorrected", justify="right")
    table.add_column("Unresolved", justify="right")
    for score in result.agents:
        *rates, unresolved = _cells(score)
        corrected = [] if result.uncorrected else [Text(_corrected(score).replace(" ", "\n", 1))]
        table.add_row(Text(score.agent.name), *rates, *corrected, unresolved)
    return table


def _table(title: str) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    table.add_column("Agent", overflow="fold")
    return table


def _cells(score: AgentScore) -> list[str]:
    if not score.rounds:
        return [words.UNKNOWN] * (len(words.METRICS) + 1)
    last = score.rounds[-1]
    rates = [metric.state(last) for metric in words.METRICS]
    return [
        *(f"{words.rate_text(rate)}\n{Text(words.interval_text(rate)).markup}" for rate in rates),
        f"{last.unresolved:,}",
    ]


def _corrected(score: AgentScore) -> str:
    rate = score.rounds[-1].corrected_task_pass_rate if score.rounds else None
    return words.UNKNOWN if rate is None else words.corrected_text(rate)


def _used(result: RunResult) -> Table:
    table = _table("What it took: tokens in, out and cost of all turns, and of each round's")
    for heading in ("Tokens in", "Tokens out", "Cost"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number in range(1, result.run.play.rounds + 1):
        table.add_column(f"Round {number}", justify="right")
    for score in result.agents:
        by_round = [" / ".join(_tokens_and_cost(one.used)) for one in score.rounds]
        table.add_row(Text(score.agent.name), *_tokens_and_cost(score.used), *by_round)
    return table


def _points(result: RunResult, tables: PointTables) -> Table:
    run = result.run
    table = _table("In points, as PRDBench counts")
    for number in range(1, run.play.rounds + 1):
        table.add_column(points.round_title(run, number), justify="right")
    if run.play.rounds > 1:
        table.add_column(points.gain_title(run), justify="right")
    for agent in tables.agents:
        cells = ["\n".join(points.rate_cell(rate)) for rate in agent.score.rounds]
        if (gain := agent.score.gain) is not None:
            cells.append(f"{points.gain_text(gain)}\n{points.gain_interval(gain)}")
        table.add_row(Text(agent.agent), *map(Text, cells))
    return table


def _models(result: RunResult) -> Table:
    """What models of ours were used for, by role and stage."""
    replayed = " (replayed: nobody was asked)" if result.run.models.is_replay else ""
    table = Table(title=f"Our own models{replayed}", title_justify="left", box=SIMPLE_HEAD)
    for heading in ("Role", "Stage"):
        table.add_column(heading, overflow="fold")
    for heading in ("Calls", "Failed", "Tokens in", "Tokens out", "Cost"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, cells in words.role_rows(result.models):
        table.add_row(*name, *cells)
    return table


def _tokens_and_cost(used: Used) -> tuple[str, str, str]:
    tokens = (used.input_tokens, used.output_tokens)
    received, sent = (words.tokens_text(number, used) for number in tokens)
    return received, sent, words.cost_text(used)


def _rounds(result: RunResult) -> Table:
    table = _table("Round by round: Task Pass Rate, repaired (+) and regressed (−)")
    for number in range(1, result.run.play.rounds + 1):
        table.add_column(f"Round {number}", justify="right")
    for score in result.agents:
        table.add_row(Text(score.agent.name), *(_way(one) for one in score.rounds))
    return table


def _way(one: RoundScore) -> str:
    changes = f"  +{one.repaired} −{one.regressed}" if one.round > 1 else ""
    return f"{words.rate_text(one.task_pass_rate)}{changes}"
