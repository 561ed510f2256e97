"""How long the judge of programs takes for a project of the size of PRDBench's: no model, each task on its own copy."""

from collections import Counter
from pathlib import Path

import pytest

from agents.judging.commands.running import CommandSettings
from plans.python_project.catalog.library import shipped_library
from plans.records.verdict import Status
from tests.agents.sandbox.providers import refusal
from tests.benchmarks.figures import Figures
from tests.benchmarks.meter import metered
from tests.plans.python_project.composing import composed
from tests.plans.python_project.holding import FEATURES, Held

pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
]

CRITERIA = 25
"""PRDBench's mean is 25.2."""
MOST_SECONDS = 30.0
"""For so many criteria on two cores, repeats of passing tests included; PRDBench's judge took 426 s (its Table 6)."""


async def test_a_project_of_25_criteria_is_judged_in_half_a_minute(tmp_path: Path, figures: Figures) -> None:
    """In PRDBench's mix: a third unit tests, more than half shell interactions, a tenth files that are compared."""
    project = composed(shipped_library(), "expenses", FEATURES)
    tasks = project.criteria.tasks[:CRITERIA]
    kinds = Counter(task.how.kind for task in tasks)
    assert (kinds["unit-test"], kinds["shell-interaction"], kinds["file-comparison"]) == (8, 15, 2)
    usual = CommandSettings()
    assert (usual.manner, usual.repeats) == ("isolated", 3)
    with metered() as cost:
        judgement = await Held(project, tmp_path, usual).judged(project.reference, tasks)
    assert {v.status for v in judgement.tasks} == {Status.PASSED}
    assert not any(v.uses for v in judgement.tasks)
    # Tests that passed have passed again, as often as they are to be repeated.
    tests = {task.id for task in tasks if task.how.kind == "unit-test"}
    assert {v.attempts for v in judgement.tasks if v.task in tests} == {1 + usual.repeats}
    what = f"judging {len(tasks)} criteria of a Python project"
    seconds = figures.note(f"{what}, clock", judgement.seconds, "s", MOST_SECONDS)
    figures.note(f"{what}, processor", cost.processor, "s")
    figures.note(f"{what}, clock for each", judgement.seconds / len(tasks), "s")
    figures.note(f"{what}, copies tried", sum(v.attempts for v in judgement.tasks), "")
    assert seconds <= MOST_SECONDS
