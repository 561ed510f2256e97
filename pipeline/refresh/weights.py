"""Whether evaluation.yaml says what criteria.yaml, which decides the numbers, says."""

import math
from collections.abc import Iterator

from agents.authoring.evaluation.agent import weight_shares
from plans.errors import InvalidFile
from plans.items import read_evaluation
from plans.paths import ItemPaths
from plans.records.criteria import Criteria
from plans.records.problem import Problem

SAME_SHARE = 1e-4
"""Shares of the whole weight that differ by no more are the same: both files are rounded."""


def evaluation_problems(paths: ItemPaths, criteria: Criteria) -> Iterator[Problem]:
    """What is wrong with an item's evaluation.yaml."""
    where = str(paths.evaluation)
    try:
        evaluation = read_evaluation(paths)
    except InvalidFile as error:
        yield from error.problems
        return
    if evaluation is None:
        mend = "Restore it; without it a run takes its own defaults."
        yield Problem(where=where, message="is missing.", mend=mend, severity="warning")
        return
    shares = weight_shares(criteria)
    for task in sorted({*shares, *evaluation.weights}):
        asked, counted = evaluation.weights.get(task), shares.get(task)
        if asked is None or counted is None or not math.isclose(asked, counted, abs_tol=SAME_SHARE):
            yield Problem(
                where=f"{where}: weights: {task}",
                message=f"says {_told(asked)}; by criteria.yaml, which decides the numbers, it is {_told(counted)}.",
                mend="Make the two agree: a share is the task's weight over the sum of all weights.",
            )


def _told(share: float | None) -> str:
    return "nothing" if share is None else f"{share:.4f}"
