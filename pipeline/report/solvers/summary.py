"""The numbers of a run of solvers in the terminal, with remarks."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.report import words as shared
from pipeline.report.marks import MEANINGS, Remark, explained, short_list
from pipeline.report.solvers import words
from pipeline.report.solvers.words import open_count
from pipeline.report.summary import STYLE
from pipeline.report.words import percent
from pipeline.solving.scoring.result import SOLVED
from plans.plain_text import count_text
from plans.records.scored_run import ScoredResult, SplitScore


def solver_remarks(result: ScoredResult) -> tuple[Remark, ...]:
    """All remarks, the gravest first."""
    return (
        *_solved(result),
        *_canaries(result),
        *_unresolved(result),
        *_marked(result),
        *_declined(result),
    )


def _solved(result: ScoredResult) -> Iterator[Remark]:
    for split, names in result.solved_by_baseline.items():
        yield Remark(
            "danger",
            f"A trivial baseline solves {_split(result, split)}",
            f"{' and '.join(names)} {'passes' if len(names) == 1 else 'pass'} {SOLVED:.0%} or more of it without any "
            "thought, so that high scores on it say little of a model.",
        )


def _canaries(result: ScoredResult) -> Iterator[Remark]:
    if result.canaries:
        count = sum(map(len, result.canaries.values()))
        found = short_list(f"{name}: {', '.join(ids[:12])}" for name, ids in result.canaries.items())
        yield Remark(
            "warning",
            f"The suite's canary came back: {count_text(count, 'answer')}",
            "No prompt holds the string that marks this suite, so the solver had a copy, or its model learnt one; its "
            f"numbers say little of what it can do: {found}",
        )


def _unresolved(result: ScoredResult) -> Iterator[Remark]:
    told = [
        f"{score.solver.name} {count_text(count, 'answer')}"
        for score in result.solvers
        if (count := sum(map(open_count, score.splits)))
    ]
    if told:
        asked = (
            "No model was asked what no program can tell (--judge-model), an answer could not be had, or another way "
            "to score says nothing of the instance."
        )
        yield Remark("warning", "Some answers are unresolved", f"{'; '.join(told)}. {asked}")


def _marked(result: ScoredResult) -> Iterator[Remark]:
    for mark in result.marks:
        weight = "warning" if MEANINGS[mark.code].is_grave else "mild"
        yield Remark(weight, "Marked", f"{explained(mark)}.")


def _declined(result: ScoredResult) -> Iterator[Remark]:
    """How answers ended, and how checks passed, where that is not as it should be."""
    ends: list[str] = []
    vacuous: list[str] = []
    for score in result.solvers:
        found = {
            "cut off at the greatest length and scored as they are": sum(one.cut_off for one in score.splits),
            "refused by model or endpoint and scored as none": sum(one.declined for one in score.splits),
            "in which no answer could be read": sum(one.unread for one in score.splits),
        }
        told = [f"{count:,} {what}" for what, count in found.items() if count]
        ends += [f"{score.solver.name}: {', '.join(told)}"] if told else []
        empty = sum(one.vacuous_checks for one in score.splits)
        passed = sum(one.passed_checks for one in score.splits)
        vacuous += (
            [f"{score.solver.name} {percent(empty / passed)} ({empty:,} of {passed:,})"] if empty else []
        )
    if ends:
        yield Remark("mild", "How answers ended", f"{'; '.join(ends)}.")
    if vacuous:
        why = "of the checks that pass do so only because what they ask about does not occur"
        yield Remark("mild", "Vacuous passes", f"So many {why}: {'; '.join(vacuous)}.")


def _split(result: ScoredResult, split: str) -> str:
    return "the suite" if len(result.planned) == 1 else f"the split {split}"


MOST_BUCKETS = 12
"""Buckets of a disaggregation that the terminal shows; one with more stands on the page."""


def print_scores(result: ScoredResult, console: Console) -> None:
    """Print a table for each split, what it took, and a sentence for each thing that qualifies the numbers."""
    console.print(f"{result.run.name}: {words.what_text(result)}", markup=False, highlight=False)
    for split in result.planned:
        console.print(_numbers(result, split))
    if any(score.used.input_tokens is not None or score.used.charged for score in result.solvers):
        console.print(_used(result))
    console.print(f"In brackets: {words.CI_WORDS}; {words.UNRESOLVED_WORDS}.", style="dim", highlight=False)
    for remark in solver_remarks(result):
        told = Text.assemble((f"{remark.title}. ", STYLE[remark.weight]), remark.text)
        console.print(told, highlight=False)


def print_breakdowns(result: ScoredResult, console: Console) -> None:
    """Print pass-all by check, and by each bucket of each disaggregation."""
    for split in result.planned:
        console.print(_checks(result, split))
        labels = _of(result, split)[0].by_label if result.solvers else {}
        for label, buckets in labels.items():
            if 1 < len(buckets) <= MOST_BUCKETS:
                console.print(_buckets(result, split, label))


def unanswered(result: ScoredResult) -> int:
    """Answers that could not be had."""
    return sum(one.failed + one.missing for score in result.solvers for one in score.splits)


def _of(result: ScoredResult, split: str) -> list[SplitScore]:
    return [one for score in result.solvers for one in score.splits if one.split == split]


def _title(result: ScoredResult, split: str, what: str) -> str:
    return what if len(result.planned) == 1 else f"{split}: {what}"


def _table(title: str, first: str = "Solver") -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    table.add_column(first, overflow="fold")
    return table


def _numbers(result: ScoredResult, split: str) -> Table:
    count = result.planned[split]
    table = _table(_title(result, split, f"the numbers over {count_text(count, 'instance')}"))
    headings = [metric.title for metric in words.METRICS]
    if result.run.play.repeats > 1:
        headings += ["Mean ± sd", "Best", "Majority", "Worst"]
    for heading in (*headings, "Unresolved"):
        table.add_column(heading, justify="right")
    for score, one in zip(result.solvers, _of(result, split), strict=True):
        rates = [metric.of(one.whole) for metric in words.METRICS]
        cells = [f"{shared.rate_text(rate)}\n{Text(shared.interval_text(rate)).markup}" for rate in rates]
        if result.run.play.repeats > 1:
            repeats = one.repeats
            cells += [
                words.deviation_text(one),
                *(shared.rate_text(rate) for rate in (repeats.best, repeats.majority, repeats.worst)),
            ]
        name = Text(score.solver.name)
        if score.solver.is_baseline:
            name.append(" (baseline)", "dim")
        table.add_row(name, *cells, f"{words.open_count(one):,}")
    return table


def _used(result: ScoredResult) -> Table:
    table = _table("What it took")
    for heading in ("Answers", "Tokens in", "Tokens out", "Cost", "Time an answer"):
        table.add_column(heading, justify="right", no_wrap=True)
    for score in result.solvers:
        used = score.used
        table.add_row(
            Text(score.solver.name),
            f"{used.answers:,}",
            words.tokens_text(used.input_tokens, used),
            words.tokens_text(used.output_tokens, used),
            words.cost_text(used),
            words.second_text(score),
        )
    return table


def _checks(result: ScoredResult, split: str) -> Table:
    ones = _of(result, split)
    table = _table(_title(result, split, "how often each check passes"), "Check")
    for score in result.solvers:
        table.add_column(Text(score.solver.name), justify="right", overflow="fold")
    for name in dict.fromkeys(name for one in ones for name in one.by_check):
        found = [one.by_check.get(name) for one in ones]
        table.add_row(
            Text(words.spoken(name)),
            *(shared.rate_text(one.passed) if one else shared.UNKNOWN for one in found),
        )
    return table


def _buckets(result: ScoredResult, split: str, label: str) -> Table:
    ones = _of(result, split)
    table = _table(_title(result, split, f"pass all by {words.spoken(label)}"), words.spoken(label))
    table.add_column("Instances", justify="right")
    for score in result.solvers:
        table.add_column(Text(score.solver.name), justify="right", overflow="fold")
    buckets = ones[0].by_label[label]
    for name, first in buckets.items():
        rates = [shared.rate_text(one.by_label[label][name].pass_all) for one in ones]
        table.add_row(Text(name), f"{first.instances:,}", *rates)
    return table
