"""What a reader must know before believing the numbers of a run of solvers."""

from collections.abc import Iterator

from pipeline.report.marks import MEANINGS, explained
from pipeline.report.remark import Remark, listed
from pipeline.report.solvers.words import open_count
from pipeline.report.words import percent
from pipeline.solving.scoring.result import SOLVED
from plans.plurals import count_text
from plans.records.scored_result import ScoredResult


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
        found = listed(f"{name}: {', '.join(ids[:12])}" for name, ids in result.canaries.items())
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
