"""A patch changes the elements that it names and nothing else, and one that names what is not there changes nothing."""

from typing import Any

import pytest

from agents.authoring.generation.pages import read_criteria, reread_criteria, written_criteria
from agents.authoring.generation.patches import (
    CriteriaPatch,
    PRDPatch,
    patched_criteria,
    patched_prd,
)
from agents.authoring.generation.shapes import WrittenCriteria
from agents.authoring.writing import ReadAnswer, UnreadableAnswer
from plans.records.criteria import Criteria
from tests.agents.authoring.hand import reply
from tests.agents.authoring.test_parts_by_model import prd, query
from tests.pipeline.graph.test_author_by_model import criteria_patch, head
from tests.pipeline.graph.test_mending import prd_patch

LEAF = {"title": "Sorting by name", "text": "The books can be put in order.", "data": []}


def written() -> WrittenCriteria:
    return WrittenCriteria.model_validate(reply("WrittenCriteria"))


def test_requirements_keep_their_ids_when_others_go_and_come() -> None:
    before = prd()
    patch = prd_patch(
        removed=["R2.1"],
        requirements=[{"id": "R2", "requirement": LEAF}],
        new_sections=[{"title": "Order", "text": "How it is shown.", "requirements": [LEAF]}],
    )
    after = patched_prd(before, PRDPatch.model_validate(patch))
    assert [leaf.id for leaf in after.leaves()] == ["R1.1", "R2.2", "R2.3", "R2.4", "R3.1", "R4.1"]
    kept = {leaf.id: leaf for leaf in before.leaves() if leaf.id != "R2.1"}
    assert {leaf.id: leaf for leaf in after.leaves() if leaf.id in kept} == kept
    assert (after.title, after.users, after.non_goals) == (before.title, before.users, before.non_goals)


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        ({"removed": ["R7"]}, "'R7'"),
        ({"sections": [{"id": "R1.1", "title": "x", "text": "y"}]}, "'R1.1'"),
        ({"removed": ["R1", "R2", "R3"]}, "every section"),
    ],
)
def test_a_patch_of_requirements_that_are_not_there_is_told(patch: dict[str, Any], told: str) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        patched_prd(prd(), PRDPatch.model_validate(prd_patch(**patch)))
    assert any(told in one for one in caught.value.problems)


def test_steps_and_outcomes_are_patched_one_by_one() -> None:
    before = written()
    first = before.tasks[0]
    patch = criteria_patch(
        steps=[
            {"task": first.id, "step": 1, "steps": ["open", "reload"]},
            {"task": first.id, "step": len(first.steps), "steps": []},
        ],
        outcomes=[
            {"task": first.id, "id": first.outcomes[0].id, "statement": "There are some"},
            {"task": first.id, "id": first.outcomes[1].id, "statement": None},
        ],
    )
    after = patched_criteria(before, CriteriaPatch.model_validate(patch))
    assert after.tasks[0].steps == ["open", "reload", *first.steps[1:-1]]
    assert [one.id for one in after.tasks[0].outcomes] == [
        one.id for one in first.outcomes if one != first.outcomes[1]
    ]
    assert after.tasks[0].outcomes[0].statement == "There are some"
    assert (after.tasks[1:], after.targets) == (before.tasks[1:], before.targets)


@pytest.mark.parametrize(
    "patch",
    [
        {"removed": ["nobody"]},
        {"removed_targets": ["nobody"]},
        {"steps": [{"task": "nobody", "step": 1, "steps": []}]},
        {"steps": [{"task": "list", "step": 99, "steps": ["open"]}]},
        {"outcomes": [{"task": "list", "id": "nobody", "statement": None}]},
        {"heads": [head("nobody", title="x")]},
        {
            "steps": [
                {"task": "list", "step": 1, "steps": ["open"]},
                {"task": "list", "step": 1, "steps": ["reload"]},
            ]
        },
        {"tasks": [reply("WrittenCriteria")["tasks"][0]], "removed": ["list"]},
        {
            "tasks": [reply("WrittenCriteria")["tasks"][0]],
            "steps": [{"task": "list", "step": 1, "steps": ["open"]}],
        },
    ],
)
def test_a_patch_of_tasks_that_names_what_is_not_there_or_contradicts_itself_is_told(
    patch: dict[str, Any],
) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        patched_criteria(written(), CriteriaPatch.model_validate(criteria_patch(**patch)))
    assert len(caught.value.problems) == 1


def test_a_patch_names_targets_however_their_words_are_joined() -> None:
    before = written()
    called = next(one.name for one in before.targets if " " in one.name)
    changed = {"name": called.replace(" ", "_"), "target": "{role: any}"}
    after = patched_criteria(before, CriteriaPatch.model_validate(criteria_patch(targets=[changed])))
    assert [one.target for one in after.targets] == [
        "{role: any}" if one.name == called else one.target for one in before.targets
    ]
    gone = criteria_patch(removed_targets=[called.replace(" ", "-")])
    assert (
        len(patched_criteria(before, CriteriaPatch.model_validate(gone)).targets) == len(before.targets) - 1
    )


def test_criteria_that_stand_are_patched_in_one_task_and_keep_their_weights() -> None:
    before = read_criteria(written(), prd(), query(), "lent").value
    weighed = before.model_copy(
        update={"tasks": tuple(one.model_copy(update={"weight": 2.5}) for one in before.tasks)}
    )
    patch = CriteriaPatch.model_validate(criteria_patch(heads=[head("search", title="Other")]))
    found = reread_criteria(
        patched_criteria(written_criteria(weighed), patch), weighed, prd(), query(), "lent"
    )
    assert found.problems == []
    assert [one for one in found.value.tasks if one.id != "search"] == [
        one for one in weighed.tasks if one.id != "search"
    ]
    assert found.value.task("search") == weighed.task("search").model_copy(update={"title": "Other"})


def test_a_patch_of_its_importance_weighs_a_task_anew_within_its_level() -> None:
    """No patch could carry it, so that a task of the wrong weight was written anew as a whole, for nothing."""
    before = read_criteria(written(), prd(), query(), "lent").value

    def patched(importance: int) -> ReadAnswer[Criteria]:
        heads = [head("search", importance=importance)]
        patch = CriteriaPatch.model_validate(criteria_patch(heads=heads))
        whole = patched_criteria(written_criteria(before), patch)
        return reread_criteria(whole, before, prd(), query(), "lent")

    found = patched(3)
    assert found.problems == []
    assert found.value.task("search") == before.task("search").model_copy(update={"weight": 2.5})
    assert [one for one in found.value.tasks if one.id != "search"] == [
        one for one in before.tasks if one.id != "search"
    ]
    with pytest.raises(UnreadableAnswer):
        patched(4)
