"""What is foreseen of a work is what the works written by hand took, and not a guess."""

from collections import defaultdict
from pathlib import Path

import pytest

from agents.gateway.journal import open_journal
from pipeline.cli.foreseeing import Amount, amounts, unverified
from plans.paths import SuitePaths
from plans.records.model_role import Role
from plans.records.usage import Usage
from tests.pipeline.graph.by_hand import journals_by_hand
from tests.pipeline.graph.studio import author, results, spec

NEAR = 0.15
"""Share by which a reworded prompt may change what is measured before the file has to be renewed."""


async def used_by_hand(folder: Path) -> dict[Role, Usage]:
    """Role → what it used for the two items."""
    used: defaultdict[Role, Usage] = defaultdict(Usage)
    for place in await journals_by_hand(folder):
        with open_journal(place, replay=True) as journal:
            for line in journal.usage().lines:
                used[line.role] += line.usage
    return used


async def test_amounts_are_the_means_of_the_items_written_by_hand(tmp_path: Path) -> None:
    """They had been guesses, and three times too high for what reads."""
    used, kept = await used_by_hand(tmp_path), amounts()
    # Of each of the two items: the plan, and what was sampled.
    pieces: list[tuple[str, Amount, Role, int]] = [
        ("plan", kept.plan, "planner", 4),
        ("made_item", kept.made_item, "generator", 2),
        ("read_item", kept.read_item, "verifier", 1),
        ("weighed_item", kept.weighed_item, "evaluator", 1),
    ]
    for name, amount, role, count in pieces:
        usage = used[role]
        mean = {"input": usage.tokens.input / count, "output": usage.tokens.output / count}
        told = {"input": amount.input, "output": amount.output}
        assert told == pytest.approx(mean, rel=NEAR), f"{name} in foreseeing.yaml is another by now"
        assert amount.calls == usage.calls // count, name


async def test_of_a_suite_that_is_published_nothing_is_foreseen(tmp_path: Path) -> None:
    """Drafts are moved then, and its command, given once more, was refused for a budget that nothing would use."""
    queries = {"shop": "a shop for plants", "weak": "weak until 9", "none": "impossible"}
    asked, paths = spec(queries), SuitePaths(tmp_path)
    assert unverified(asked, paths) == 3
    assert results(await author(tmp_path, queries))["shop"] == "released"
    assert unverified(asked, paths) == 0
