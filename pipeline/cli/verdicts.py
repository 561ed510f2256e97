"""Verdicts in the terminal."""

import re

from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from plans.folding import folded
from plans.plurals import count_text
from plans.records.criteria import Criteria
from plans.records.verdict import Judgement, OutcomeVerdict, Status, TaskVerdict

LOOK = {
    Status.PASSED: ("green", "✓"),
    Status.FAILED: ("red", "✗"),
    Status.BLOCKED: ("bright_black", "⊘"),
    Status.UNRESOLVED: ("yellow", "?"),
}
"""Status → colour and sign; never colour alone."""


LONGEST = 240
"""Characters of a reason in the terminal."""
NAMES = re.compile(r"(\(or '[^']*'), '[^()]*'\)")
"""The other names that a target was looked for by, where there are several."""
NEAREST = re.compile(r"(nearest: '[^']*' \([\d.]+\))(?:, '[^']*' \([\d.]+\))+")
"""What came nearest to a target, where several did."""


def print_judgement(judgement: Judgement, criteria: Criteria, console: Console) -> None:
    """Every task with its verdict, and under those that did not pass what was looked for and seen."""
    tree = Tree(f"{judgement.item}, judged by {judgement.judge} {judgement.judge_digest[:8]}")
    for verdict in judgement.tasks:
        _add(tree, verdict, criteria)
    console.print(tree)
    counts = {status: sum(v.status is status for v in judgement.tasks) for status in Status}
    words = ", ".join(f"{count} {status.value}" for status, count in counts.items() if count)
    console.print(
        f"{count_text(len(judgement.tasks), 'evaluation task')}: {words}; {judgement.seconds:.1f} s."
    )
    if any(
        brief(one.reason) != folded(one.reason) for verdict in judgement.tasks for one in _explained(verdict)
    ):
        console.print(
            "Reasons are shortened here (…); --json has them whole.", style="bright_black", markup=False
        )
    for mark in judgement.marks:
        console.print(f"Marked: {folded(mark)}", style="yellow", markup=False)


def brief(reason: str) -> str:
    """The reason with one other name of each target, and no longer than can be read at a glance."""
    text = NEAREST.sub(r"\1 …", NAMES.sub(r"\1, …)", folded(reason)))
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"


def _add(tree: Tree, verdict: TaskVerdict, criteria: Criteria) -> None:
    colour, sign = LOOK[verdict.status]
    task = criteria.task(verdict.task)
    branch = tree.add(f"[{colour}]{sign} {verdict.status.value}[/] {verdict.task}: {escape(task.title)}")
    if not _is_opened(verdict):
        return
    statements = {outcome.id: outcome.statement for outcome in task.outcomes}
    for outcome in verdict.outcomes:
        branch.add(_line(outcome, statements[outcome.outcome]))


def _is_opened(verdict: TaskVerdict) -> bool:
    """Whether outcomes are listed under the task."""
    return verdict.status not in (Status.PASSED, Status.BLOCKED)


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
