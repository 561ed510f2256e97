"""Verdicts in the terminal."""

import re
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from agents.judging.commands.testing.forging import unless_forged_elsewhere
from pipeline.cli.failed_tests import failed_tests
from plans.plurals import count_text
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.verdict import ORDER_DEPENDENT, Judgement, OutcomeVerdict, Status, TaskVerdict
from plans.untrusted_text import folded

LOOK = {
    Status.PASSED: ("green", "✓"),
    Status.FAILED: ("red", "✗"),
    Status.BLOCKED: ("bright_black", "⊘"),
    Status.UNRESOLVED: ("yellow", "?"),
}
"""Status → colour and sign; never colour alone."""


LONGEST = 240
"""Characters of a reason in the terminal."""
MOST_TESTS = 3
"""Failed tests of a task that are named."""
MOST_ADAPTED = 3
"""Adaptations of a task that are printed."""
NAMES = re.compile(r"(\(or '[^']*'), '[^()]*'\)")
"""The other names that a target was looked for by, where there are several."""
NEAREST = re.compile(r"(nearest: '[^']*' \([\d.]+\))(?:, '[^']*' \([\d.]+\))+")
"""What came nearest to a target, where several did."""


def print_judgement(judgement: Judgement, criteria: Criteria, console: Console) -> None:
    """Every task with its verdict, and under those that did not pass what was looked for and seen."""
    manner = f", {judgement.manner}" if judgement.manner else ""
    title = f"{judgement.item}, judged by {judgement.judge} {judgement.judge_digest[:8]}{manner}"
    tree = Tree(escape(title))
    for verdict in judgement.tasks:
        _add(tree, verdict, criteria)
    console.print(tree)
    tasks = count_text(len(judgement.tasks), "evaluation task")
    console.print(f"{tasks}: {_counted(judgement.tasks)}; {judgement.seconds:.1f} s.")
    if any(
        brief(one.reason) != folded(one.reason) for verdict in judgement.tasks for one in _explained(verdict)
    ):
        console.print(
            "Reasons are shortened here (…); --json has them whole.", style="bright_black", markup=False
        )
    if dependent := [one.task for one in judgement.tasks if ORDER_DEPENDENT in one.marks]:
        console.print(
            f"Order-dependent, for they come out otherwise after the tasks before them than by themselves: "
            f"{', '.join(dependent)}. What they are by themselves counts.",
            style="yellow",
            markup=False,
        )
    for mark in judgement.marks:
        console.print(f"Marked: {folded(mark.text)}", style="yellow", markup=False)


def print_part(
    verdicts: Mapping[str, TaskVerdict],
    planned: Sequence[EvaluationTask],
    criteria: Criteria,
    console: Console,
) -> None:
    """What was decided of a judgement that was stopped, and which of the planned tasks were not."""
    # As at the end of a judgement: whoever forged one report has passed no other tests either.
    verdicts = unless_forged_elsewhere(planned, verdicts)
    decided = [verdicts[task.id] for task in planned if task.id in verdicts]
    left = [task.id for task in planned if task.id not in verdicts]
    if decided:
        tree = Tree("What was decided before the judgement was stopped:")
        for verdict in decided:
            _add(tree, verdict, criteria)
        console.print(tree)
    tasks = count_text(len(planned), "evaluation task")
    found = f"{len(decided)} of {tasks} decided{f' ({_counted(decided)})' if decided else ''}"
    console.print(f"{found}; not decided: {', '.join(left) or 'none'}.", markup=False, highlight=False)


def _counted(verdicts: Sequence[TaskVerdict]) -> str:
    counts = {status: sum(one.status is status for one in verdicts) for status in Status}
    return ", ".join(f"{count} {status.value}" for status, count in counts.items() if count)


def brief(reason: str) -> str:
    """The reason with one other name of each target, and no longer than can be read at a glance."""
    text = NEAREST.sub(r"\1 …", NAMES.sub(r"\1, …)", folded(reason)))
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"


def _add(tree: Tree, verdict: TaskVerdict, criteria: Criteria) -> None:
    colour, sign = LOOK[verdict.status]
    task = criteria.task(verdict.task)
    why = f" [bright_black]({escape(brief(verdict.reason))})[/]" if verdict.status is Status.BLOCKED else ""
    branch = tree.add(f"[{colour}]{sign} {verdict.status.value}[/] {verdict.task}: {escape(task.title)}{why}")
    if ORDER_DEPENDENT in verdict.marks:
        branch.add(f"[yellow]{escape(brief(f'{ORDER_DEPENDENT}: {verdict.reason}'))}[/]")
    if not _is_opened(verdict):
        return
    for one in verdict.adaptations[:MOST_ADAPTED]:
        branch.add(
            f"[bright_black]{escape(brief(f'{one.asked!r} was tried as {one.given!r}, by {one.by}'))}[/]"
        )
    statements = {outcome.id: outcome.statement for outcome in task.outcomes}
    for outcome in verdict.outcomes:
        branch.add(_line(outcome, statements[outcome.outcome]))
    if task.how.kind == "unit-test":
        for line in _failed_tests(verdict)[:MOST_TESTS]:
            branch.add(f"[bright_black]{escape(line)}[/]")


def _is_opened(verdict: TaskVerdict) -> bool:
    """Whether outcomes are listed under the task."""
    return verdict.status not in (Status.PASSED, Status.BLOCKED)


def _failed_tests(verdict: TaskVerdict) -> list[str]:
    """Tests that failed, as what was printed names them; outcomes of one task all have the same transcript."""
    seen = next((one.observation for one in verdict.outcomes if one.observation is not None), None)
    return [brief(f"printed of {line}") for line in failed_tests(seen.saw)] if seen is not None else []


def _explained(verdict: TaskVerdict) -> list[OutcomeVerdict]:
    """The outcomes whose reasons are printed."""
    return [one for one in verdict.outcomes if _is_opened(verdict) and one.status is not Status.PASSED]


def _line(outcome: OutcomeVerdict, statement: str) -> str:
    """An outcome; of one that does not hold also why, and the picture, which several on the same look share."""
    colour, sign = LOOK[outcome.status]
    told = [f"[{colour}]{sign}[/] {escape(statement)}"]
    if outcome.status is not Status.PASSED:
        told.append(f"  [bright_black]{escape(brief(outcome.reason))}[/]")
        if outcome.observation is not None and outcome.observation.screenshot is not None:
            told.append(f"  [bright_black]picture: {escape(folded(outcome.observation.screenshot))}[/]")
    return "\n".join(told)
