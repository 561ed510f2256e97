"""Criteria of a program are patched task by task, and tests function by function; the other bytes stay."""

from typing import Any

import pytest

from agents.authoring.generation.programs.craft import (
    ProgramCraft,
    SchemeMend,
    UnitTestsPatch,
    mended_scheme,
    patched_tests,
)
from agents.authoring.generation.programs.task_kinds import WrittenTestFiles
from agents.authoring.writing import UnreadableAnswer
from plans.families import trivial_submissions
from plans.records.base import found_in
from plans.records.criteria import DEFAULT_WEIGHT
from plans.records.project import Scheme
from plans.records.task_kinds import Laid
from tests.agents.authoring.lending.hand import reply
from tests.agents.authoring.lending.test_reading import prd, scheme
from tests.agents.authoring.test_parts_by_model import recipe_of
from tests.pipeline.graph.test_author_by_model import Reading, head
from tests.pipeline.graph.test_author_programs import changed_tests, scheme_patch

PATH = "tests/test_overdue.py"
REFUSED = "test_negative_days_are_refused"
CODE = f"def {REFUSED}():\n    with pytest.raises(ValueError):\n        overdue([], '2026-05-31', -2)\n"


def mend(**changes: Any) -> SchemeMend:
    return SchemeMend.model_validate({**scheme_patch(), "tests": changed_tests(), **changes})


def written_tests() -> WrittenTestFiles:
    return WrittenTestFiles.model_validate(reply("WrittenTestFiles"))


def other_files(one: Scheme) -> dict[str, bytes]:
    return {path: data for path, data in one.grader.items() if path != PATH}


def test_a_function_is_replaced_by_its_name_and_another_put_behind() -> None:
    [file] = written_tests().files
    new = {"path": PATH, "name": "holds", "code": "def holds(value):\n    assert value"}
    patch = changed_tests(functions=[{"path": PATH, "name": REFUSED, "code": CODE}, new])
    [after] = patched_tests(written_tests(), UnitTestsPatch.model_validate(patch)).files
    before, _, _ = file.content.partition(f"def {REFUSED}")
    assert after.content == f"{before}{CODE}\n\n{new['code']}\n"


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        ({"functions": [{"path": "tests/test_other.py", "name": REFUSED, "code": CODE}]}, "no test file"),
        ({"functions": [{"path": PATH, "name": "test_x", "code": CODE}]}, "no function of this name"),
        ({"functions": [{"path": PATH, "name": REFUSED, "code": "def ("}]}, "no Python"),
        ({"edits": [{"path": PATH, "find": "nowhere", "replace": ""}]}, "stands 0 times"),
        ({"removed": ["tests/test_other.py"]}, "There is no file"),
    ],
)
def test_a_patch_of_tests_that_are_not_there_is_told(patch: dict[str, Any], told: str) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        patched_tests(written_tests(), UnitTestsPatch.model_validate(changed_tests(**patch)))
    assert any(told in one for one in caught.value.problems)


def test_a_task_is_replaced_and_all_other_records_and_files_stay() -> None:
    before = scheme()
    lend = next(task for task in reply("WrittenScheme")["tasks"] if task["id"] == "lend")
    after = mended_scheme(before, mend(tasks=[{**lend, "statement": "It is noted."}]), prd())
    assert [one for one in after.criteria.tasks if one.id != "lend"] == [
        one for one in before.criteria.tasks if one.id != "lend"
    ]
    assert after.criteria.task("lend").outcomes[0].statement == "It is noted."
    assert after.grader == before.grader


def test_the_tests_of_criteria_that_stand_are_patched_and_patched_again() -> None:
    before = scheme()
    functions = [{"path": PATH, "name": REFUSED, "code": CODE}]
    once = mended_scheme(before, mend(tests=changed_tests(functions=functions)), prd())
    edit = {"path": PATH, "find": "-2)", "replace": "-3)"}
    twice = mended_scheme(once, mend(tests=changed_tests(edits=[edit])), prd())
    assert twice.criteria == before.criteria
    assert other_files(twice) == other_files(before)
    assert twice.grader[PATH].decode() == once.grader[PATH].decode().replace("-2)", "-3)")
    assert once.grader[PATH] != before.grader[PATH]


def test_a_task_that_is_removed_takes_its_tests_along() -> None:
    after = mended_scheme(scheme(), mend(removed=["overdue"]), prd())
    assert PATH not in after.grader
    with pytest.raises(UnreadableAnswer):
        mended_scheme(scheme(), mend(removed=["nobody"]), prd())


def test_a_patch_of_its_importance_weighs_a_task_anew() -> None:
    before = scheme()
    after = mended_scheme(before, mend(heads=[head("lend", importance=1)]), prd())
    weight = DEFAULT_WEIGHT[before.criteria.task("lend").level] - 0.5
    assert before.criteria.task("lend").weight != weight
    assert after.criteria.task("lend") == before.criteria.task("lend").model_copy(update={"weight": weight})
    assert after.grader == before.grader
    with pytest.raises(UnreadableAnswer):
        mended_scheme(before, mend(heads=[head("lend", importance=0)]), prd())


def test_a_task_that_keeps_level_and_importance_keeps_the_weight_that_a_reviewer_gave_it() -> None:
    before = scheme()
    lend = next(task for task in reply("WrittenScheme")["tasks"] if task["id"] == "lend")
    weight = before.criteria.task("lend").weight + 0.1
    tasks = tuple(
        one.model_copy(update={"weight": weight}) if one.id == "lend" else one
        for one in before.criteria.tasks
    )
    weighed = before.model_copy(update={"criteria": before.criteria.model_copy(update={"tasks": tasks})})
    kept = mended_scheme(weighed, mend(tasks=[{**lend, "title": "Other"}]), prd())
    assert kept.criteria.task("lend").weight == weight
    less = mended_scheme(weighed, mend(tasks=[{**lend, "importance": 1}]), prd())
    assert less.criteria.task("lend").weight < before.criteria.task("lend").weight


async def test_where_only_an_inputs_content_changes_the_tasks_that_lay_it_are_tried_anew() -> None:
    """Their records stay the same: an input keeps its file's name."""
    before = scheme()
    [few] = [one for one in reply("WrittenScheme")["inputs"] if one["name"] == "few"]
    patch = mend(inputs=[{**few, "content": "[]\n"}])
    after = mended_scheme(before, patch, prd())
    assert after.criteria == before.criteria
    judge = Reading(trivial_submissions("python_project").empty())
    craft, item = ProgramCraft(judge), recipe_of()
    parameters = item.parameters.model_copy(update={"family": "python_project"})
    earned = await craft.vacuous(item.model_copy(update={"parameters": parameters}), before, after)
    lays = [
        task.id for task in before.criteria.tasks if any("few" in laid.file for laid in found_in(task, Laid))
    ]
    assert lays
    assert [id for id in lays if not any(f"task {id}, " in one for one in earned)] == []
    assert len(earned) < sum(len(task.outcomes) for task in before.criteria.tasks), (
        "others stand as they were"
    )
