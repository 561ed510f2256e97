"""The words that page and terminal share about runs of solvers, so that both say the same."""

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.report.words import UNKNOWN, charged_text, percent
from plans.plain_text import count_text
from plans.records.result import Rate
from plans.records.scored_run import (
    BucketScore,
    ScoredResult,
    SolverScore,
    SolverSpec,
    SolverUsed,
    SplitScore,
)


@dataclass(frozen=True)
class SolverMetric:
    """One of the three headline numbers."""

    key: str
    title: str
    gloss: str
    of: Callable[[BucketScore], Rate]


METRICS = (
    SolverMetric(
        "pass_all",
        "Pass all",
        "Share of instances whose answer passes every check that applies to it.",
        lambda score: score.pass_all,
    ),
    SolverMetric(
        "fraction_passed",
        "Fraction passed",
        "Of each instance the share of the checks that apply and pass, averaged over instances.",
        lambda score: score.fraction_passed,
    ),
    SolverMetric(
        "refusal",
        "Refused",
        "Share of instances to which the answer is that there is no solution: wrong where there is one, right where "
        "there is none.",
        lambda score: score.refusal,
    ),
)
CI_WORDS = "95% interval, bootstrap over instances"
UNRESOLVED_WORDS = (
    "a range a–b counts what is unresolved as not passed (a) and as passed (b); its interval holds both"
)
DEGENERATE_WORDS = "† all instances scored alike, so the 95% interval says nothing"
MAJORITY_WORDS = "passed in more than half of the repeats"
BASELINE_WORDS = "a trivial baseline: what a score is worth that no thought was needed for"
ORDERED = ("constrainedness", "complexity")
"""Disaggregations along which scores are expected to fall, and that are drawn as curves."""


def spoken(name: str) -> str:
    """A name of plan or check as people read it: `number of objects`, which breaks where a column is narrow."""
    return name.replace("_", " ")


def kind_text(solver: SolverSpec) -> str:
    """What a solver is, beside its name."""
    if solver.is_baseline:
        return "trivial baseline"
    if solver.played is not None:
        return f"{solver.played.model} of {solver.played.endpoint}"
    return solver.kind if solver.version == "unstated" else f"{solver.kind} {solver.version}"


def what_text(result: ScoredResult) -> str:
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
        return percent(repeats.mean)
    return f"{percent(repeats.mean)} ± {repeats.standard_deviation * 100:.1f}"


def tokens_text(tokens: int | None, used: SolverUsed) -> str:
    """A number of tokens, of calls that may not all have reported theirs."""
    if tokens is None:
        return UNKNOWN
    return f"{'≥ ' if used.unreported else ''}{tokens:,}"


def cost_text(used: SolverUsed) -> str:
    """US dollars, as the budget counts them."""
    return charged_text(used.cost, used.charged)


def second_text(score: SolverScore) -> str:
    """Seconds that an answer took on the average."""
    return f"{score.used.seconds / score.used.answers:.2f} s" if score.used.answers else UNKNOWN
