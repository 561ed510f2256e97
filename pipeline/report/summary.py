"""The report's numbers in the terminal, in the same words: whole, or in a few lines."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.report import points, words
from pipeline.report.marks import Remark
from pipeline.report.remarks import APPRENTICES, fault_remarks, remarks
from pipeline.report.words import INSTANCES, PROJECTS, KindWords
from plans.plain_text import count_text
from plans.records.result import AgentScore, PointTables, Rate, RoundScore, RunResult
from plans.records.scored_run import ScoredResult, SolverScore, SplitScore
from plans.records.usage import Used

STYLE = {"danger": "bold red", "warning": "yellow", "mild": "dim"}
TAKEN = ("Tokens in", "Tokens out", "Cost")
MOST_BUCKETS = 12
"""Buckets of a disaggregation that the terminal shows; one with more stands on the page."""


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
    _print_qualified(remarks(result), PROJECTS, console)


def print_headline(result: RunResult, console: Console) -> None:
    """Print one line for each agent, and a sentence for each thing that qualifies the numbers and is no trifle."""
    console.print(_what(result), markup=False, highlight=False)
    table = _table(f"After {count_text(result.run.play.rounds, 'round')}")
    for metric in PROJECTS.metrics:
        table.add_column(metric.title, justify="right")
    if not result.uncorrected:
        table.add_column("Task Pass Rate, corrected", justify="right")
    is_told = words.tells_usage(score.used for score in result.agents)
    for heading in TAKEN if is_told else ():
        table.add_column(heading, justify="right", no_wrap=True)
    for score in result.agents:
        rates = [
            words.rate_text(metric.state(score.rounds[-1])) for metric in PROJECTS.metrics if score.rounds
        ]
        rates = rates or [words.UNKNOWN] * len(PROJECTS.metrics)
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


def print_scores(result: ScoredResult, remarks: Sequence[Remark], console: Console) -> None:
    """Print a table for each split, what it took, and a sentence for each thing that qualifies the numbers."""
    console.print(f"{result.run.name}: {scored_text(result)}", markup=False, highlight=False)
    for split in result.planned:
        console.print(_scores(result, split))
    if any(score.used.input_tokens is not None or score.used.charged for score in result.solvers):
        console.print(_answers_used(result))
    _print_qualified(remarks, INSTANCES, console)


def print_breakdowns(result: ScoredResult, console: Console) -> None:
    """Print pass-all by check, and by each bucket of each disaggregation."""
    for split in result.planned:
        console.print(_checks(result, split))
        labels = _of(result, split)[0].by_label if result.solvers else {}
        for label, buckets in labels.items():
            if 1 < len(buckets) <= MOST_BUCKETS:
                console.print(_buckets(result, split, label))


def _print_qualified(remarks: Sequence[Remark], kind: KindWords, console: Console) -> None:
    console.print(f"In brackets: {kind.interval}; {kind.range}.", style="dim", highlight=False)
    for remark in remarks:
        _print_remark(remark, remark.text, console)


def _print_brief(remark: Remark, console: Console) -> None:
    _print_remark(remark, remark.brief, console)


def _print_remark(remark: Remark, text: str, console: Console) -> None:
    console.print(Text.assemble((f"{remark.title}. ", STYLE[remark.weight]), text), highlight=False)


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
    for metric in PROJECTS.metrics:
        table.add_column(metric.title.replace(" ", "\n"), justify="right", no_wrap=True)
    if not result.uncorrected:
        table.add_column("Task Pass\nRate,\ncorrected", justify="right")
    table.add_column("Unresolved", justify="right")
    for score in result.agents:
        *rates, unresolved = _cells(score)
        corrected = [] if result.uncorrected else [Text(_corrected(score).replace(" ", "\n", 1))]
        table.add_row(Text(score.agent.name), *rates, *corrected, unresolved)
    return table


def _table(title: str, first: str = "Agent") -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    table.add_column(first, overflow="fold")
    return table


def _rate(rate: Rate) -> str:
    """In markup."""
    return f"{words.rate_text(rate)}\n{Text(words.interval_text(rate)).markup}"


def _cells(score: AgentScore) -> list[str]:
    if not score.rounds:
        return [words.UNKNOWN] * (len(PROJECTS.metrics) + 1)
    last = score.rounds[-1]
    return [*(_rate(metric.state(last)) for metric in PROJECTS.metrics), f"{last.unresolved:,}"]


def _corrected(score: AgentScore) -> str:
    rate = score.rounds[-1].corrected_task_pass_rate if score.rounds else None
    return words.UNKNOWN if rate is None else words.corrected_text(rate)


def _used(result: RunResult) -> Table:
    table = _table("What it took: tokens in, out and cost of all turns, and of each round's")
    for heading in TAKEN:
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
    table = _table(f"Our own models{replayed}", "Role")
    table.add_column("Stage", overflow="fold")
    for heading in ("Calls", "Failed", *TAKEN):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, cells in words.role_rows(result.models):
        table.add_row(*name, *cells)
    return table


def _tokens_and_cost(used: Used) -> tuple[str, str, str]:
    tokens = (used.input_tokens, used.output_tokens)
    received, sent = (words.turns_tokens_text(number, used) for number in tokens)
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


def scored_text(result: ScoredResult) -> str:
    """Who was scored on what, in a sentence."""
    named = [one for one in result.run.play.solvers if not one.is_baseline]
    baselines = len(result.run.play.solvers) - len(named)
    repeats = result.run.play.repeats
    splits = ", ".join(f"{count:,} {split}" for split, count in result.planned.items())
    often = f", {count_text(repeats, 'repeat')} each" if repeats > 1 else ""
    beside = f" beside {count_text(baselines, 'trivial baseline')}" if baselines else ""
    instances = count_text(sum(result.planned.values()), "instance")
    return (
        f"{count_text(len(named), 'solver')}{beside} on {instances} of {result.run.suite.name} "
        f"{result.run.suite.version}" + (f" ({splits})" if len(result.planned) > 1 else "") + often
    )


def open_count(one: SplitScore) -> int:
    """Answers that are unresolved, wholly or in part."""
    return one.failed + one.missing + one.undecided


def deviation_text(one: SplitScore) -> str:
    """Mean and standard deviation of pass-all over the repeats."""
    repeats = one.repeats
    if repeats.standard_deviation is None:
        return words.percent(repeats.mean)
    return f"{words.percent(repeats.mean)} ± {repeats.standard_deviation * 100:.1f}"


def answers_used_cells(score: SolverScore) -> tuple[str, ...]:
    """Answers, tokens in and out, cost as the budget counts it, and seconds that an answer took on the average."""
    used = score.used
    tokens = (used.input_tokens, used.output_tokens)
    return (
        f"{used.answers:,}",
        *(words.tokens_text(number, is_least=used.unreported > 0) for number in tokens),
        words.charged_text(used.cost, used.charged),
        f"{used.seconds / used.answers:.2f} s" if used.answers else words.UNKNOWN,
    )


def _of(result: ScoredResult, split: str) -> list[SplitScore]:
    return [one for score in result.solvers for one in score.splits if one.split == split]


def _split_table(result: ScoredResult, split: str, title: str, first: str = "Solver") -> Table:
    return _table(title if len(result.planned) == 1 else f"{split}: {title}", first)


def _scores(result: ScoredResult, split: str) -> Table:
    count = count_text(result.planned[split], "instance")
    table = _split_table(result, split, f"the numbers over {count}")
    has_repeats = result.run.play.repeats > 1
    for metric in INSTANCES.metrics:
        table.add_column(metric.title, justify="right")
    for heading in (*(("Mean ± sd", "Best", "Majority", "Worst") if has_repeats else ()), "Unresolved"):
        table.add_column(heading, justify="right")
    for score, one in zip(result.solvers, _of(result, split), strict=True):
        cells = [_rate(metric.state(one.whole)) for metric in INSTANCES.metrics]
        if has_repeats:
            ends = (one.repeats.best, one.repeats.majority, one.repeats.worst)
            cells += [deviation_text(one), *map(words.rate_text, ends)]
        name = Text(score.solver.name)
        if score.solver.is_baseline:
            name.append(" (baseline)", "dim")
        table.add_row(name, *cells, f"{open_count(one):,}")
    return table


def _answers_used(result: ScoredResult) -> Table:
    table = _table("What it took", "Solver")
    for heading in ("Answers", *TAKEN, "Time an answer"):
        table.add_column(heading, justify="right", no_wrap=True)
    for score in result.solvers:
        table.add_row(Text(score.solver.name), *answers_used_cells(score))
    return table


def _checks(result: ScoredResult, split: str) -> Table:
    ones = _of(result, split)
    table = _split_table(result, split, "how often each check passes", "Check")
    for score in result.solvers:
        table.add_column(Text(score.solver.name), justify="right", overflow="fold")
    for name in dict.fromkeys(name for one in ones for name in one.by_check):
        found = [one.by_check.get(name) for one in ones]
        rates = (words.rate_text(one.passed) if one else words.UNKNOWN for one in found)
        table.add_row(Text(words.spoken(name)), *rates)
    return table


def _buckets(result: ScoredResult, split: str, label: str) -> Table:
    tables = [one.by_label[label] for one in _of(result, split)]
    table = _split_table(result, split, f"pass all by {words.spoken(label)}", words.spoken(label))
    table.add_column("Instances", justify="right")
    for score in result.solvers:
        table.add_column(Text(score.solver.name), justify="right", overflow="fold")
    for name, first in tables[0].items():
        rates = (words.rate_text(one[name].pass_all) for one in tables)
        table.add_row(Text(name), f"{first.instances:,}", *rates)
    return table
