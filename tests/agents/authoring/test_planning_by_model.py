"""A model's plan: what every plan of the family has stays, and what the model lays down is held to what can be done."""

import json
from random import Random
from typing import Any

import pytest

from agents.authoring.planning import by_model
from agents.authoring.planning.reading import SeedReading, WrittenPlan, read_plan, value_in
from agents.authoring.planning.seeding import SeedWriter
from agents.authoring.writing import UnreadableAnswer
from plans.families import generator
from plans.records.base import is_folder_name
from plans.records.plan import Parameter, Plan, ProvidedBy
from plans.records.seed import Assignment, Seed
from tests.agents.authoring.hand import reply
from tests.agents.gateway.model_endpoint import completion, endpoint_saying, gateway_to, sent

FAMILY = generator("webapp").plan()


def read(**changes: Any) -> Plan:
    return read_plan(WrittenPlan.model_validate({**reply("WrittenPlan"), **changes}), FAMILY).value


def test_a_plan_says_of_each_part_who_provides_it() -> None:
    plan = read()
    assert plan.family == "webapp"
    assert plan.parameter("evaluation_tasks").maximum == 5
    assert plan.parameter("underspecification").provided_by is ProvidedBy.DEVELOPER
    assert plan.parameter("entry_order").values == ("newest first", "oldest first")
    assert {rule.name: rule.provided_by.value for rule in plan.constraints} == {
        "alone in a browser": "model",
        "one person": "developer",
    }
    checks = {check.name: check.decided_by for check in plan.quality_checks}
    assert checks["data binding"] == "program"
    assert checks["worth asking for"] == "model"
    assert "asked for" not in checks, "it holds a project against the catalog, of which this is none"
    assert plan.metrics[0].description == FAMILY.metrics[0].description
    assert [split.by for split in plan.disaggregations] == ["level", "withheld", "narrowing"]


def test_a_split_by_the_levels_that_every_item_has_is_left_out() -> None:
    splits = [
        {"name": by, "by": by, "provided_by": "model"} for by in ("level", "underspecification", "category")
    ]
    assert [split.by for split in read(disaggregations=splits).disaggregations] == ["level", "category"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"task": " "}, "`task` is empty"),
        ({"categories": []}, "name 1 to 10"),
        ({"categories": ["Keeping Track"]}, "other characters than small letters"),
        ({"fewest_tasks": 6}, "the fewest no more than the most"),
        ({"most_tasks": 60, "most_outcomes": 96}, "3 to 28 evaluation tasks"),
        ({"most_outcomes": 9}, "leaves no two outcomes to each task"),
        ({"metrics": ["pass_at_1"]}, "There is no metric 'pass_at_1'"),
        (
            {"disaggregations": [{"name": "x", "by": "colour", "provided_by": "model"}]},
            "'colour' to split by",
        ),
    ],
)
def test_what_cannot_be_done_is_told(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        read(**changes)
    assert any(message in problem for problem in caught.value.problems), caught.value.problems


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "category"}, "is one of ours"),
        ({"name": "Entry Order"}, "small letters, digits and underscores"),
        ({"values": ["newest first"]}, "at least two values"),
        ({"values": []}, "needs either `values` or both"),
        ({"values": [], "minimum": 9, "maximum": 3}, "minimum 9.0 is above maximum 3.0"),
        ({"values": [], "minimum": 1.2, "maximum": 1.8, "integer": True}, "are to be whole numbers"),
    ],
)
def test_a_parameter_that_cannot_be_sampled_is_told(changes: dict[str, Any], message: str) -> None:
    parameters = reply("WrittenPlan")["parameters"]
    with pytest.raises(UnreadableAnswer) as caught:
        read(parameters=[parameters[0], {**parameters[1], **changes}], disaggregations=[])
    assert any(message in problem for problem in caught.value.problems), caught.value.problems


def sampled(plan: Plan, seed: int, *, settled: str = "") -> tuple[Any, Any]:
    """How many tasks and outcomes an item has whose request settles so many tasks."""
    fixed = [{"parameter": "evaluation_tasks", "value": settled}] if settled else []
    reading = SeedReading.model_validate({**reply("SeedReading"), "fixed": fixed})
    assignment = Assignment(seed=Seed(id="lent", query="Track my books."))
    assert by_model._reading_problems(reading, plan) == []  # pyright: ignore[reportPrivateUsage]
    values = by_model._recipe(assignment, plan, reading, seed).parameters.values  # pyright: ignore[reportPrivateUsage]
    return values["evaluation_tasks"], values["expected_outcomes"]


WIDE = {"fewest_tasks": 6, "most_tasks": 24, "fewest_outcomes": 15, "most_outcomes": 75}


def test_items_are_of_the_usual_size_where_nobody_says_anything_of_it() -> None:
    """A plan reaches beyond it for the requests that ask for another size, and for these alone."""
    plan = read(**WIDE, sizes_by="model")
    sizes = [sampled(plan, seed) for seed in range(40)]
    assert {tasks for tasks, _ in sizes} == {14, 15, 16, 17, 18}
    assert all(45 <= outcomes <= 55 for _, outcomes in sizes)
    tiny, large = sampled(plan, 1, settled="6"), sampled(plan, 1, settled="24")
    assert (tiny[0], large[0]) == (6, 24)
    assert 15 <= tiny[1] <= 24
    assert 48 <= large[1] <= 75


def test_a_size_that_the_task_specification_names_is_spread_over_its_range() -> None:
    plan = read(**WIDE, sizes_by="developer")
    assert plan.parameter("evaluation_tasks").provided_by is ProvidedBy.DEVELOPER
    sizes = [sampled(plan, seed) for seed in range(60)]
    assert {tasks for tasks, _ in sizes} > {6, 10, 20, 24}
    assert all(2 * tasks <= outcomes <= 4 * tasks for tasks, outcomes in sizes)


def test_a_program_has_an_outcome_for_each_task_and_no_number_of_them_of_its_own() -> None:
    family = generator("python_project").plan()
    written = {
        **reply("WrittenPlan"),
        "fewest_tasks": 15,
        "most_tasks": 25,
        "fewest_outcomes": 15,
        "most_outcomes": 25,
    }
    plan = read_plan(WrittenPlan.model_validate(written), family).value
    reading = SeedReading.model_validate(reply("SeedReading"))
    assignment = Assignment(seed=Seed(id="lent", query="Track my books."))
    values = by_model._recipe(assignment, plan, reading, 3).parameters.values  # pyright: ignore[reportPrivateUsage]
    assert "expected_outcomes" not in values


def test_what_is_drawn_lies_within_its_range_however_narrow() -> None:
    narrow = Parameter(name="share", description="", minimum=0.001, maximum=0.004)
    drawn = by_model._drawn(narrow, Random(1))  # pyright: ignore[reportPrivateUsage]
    assert isinstance(drawn, float)
    assert 0.001 <= drawn <= 0.004


@pytest.mark.parametrize(
    "subject", ["con", "an album of all the photographs that our hiking club took in a year"]
)
async def test_a_request_is_given_an_id_that_every_disk_takes(subject: str) -> None:
    plan = read()
    told = {"query": "I want to look at all that we did together.", "subject": subject}
    endpoint = endpoint_saying(sent(completion(json.dumps(told))))
    async with gateway_to(endpoint) as gateway:
        made = await SeedWriter(gateway, plan, 1).seed({"category": "keeping-track"}, (), ())
    assert is_folder_name(made.value.id)
    assert made.value.id.startswith(subject.split()[0])


def test_what_a_request_settles_is_a_value_of_the_plan_or_nothing() -> None:
    order = Parameter(name="order", description="", values=("newest first", "oldest first"))
    size = Parameter(name="size", description="", minimum=4, maximum=8, integer=True)
    assert value_in(order, "oldest first") == "oldest first"
    assert value_in(order, "by title") is None
    assert value_in(size, "6") == 6
    assert value_in(size, "9") is None
    assert value_in(size, "6.5") is None, "it was taken for 6"
    assert value_in(size, "several") is None
