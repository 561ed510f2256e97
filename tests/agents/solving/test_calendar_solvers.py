"""Built-in solvers of the calendar: always right, right as long as it is easy, and by chance."""

from collections import defaultdict

import pytest

from agents.solving.built_in import BoundedCalendar, ExactCalendar, RandomSlot
from plans.calendar.published import instance_of
from plans.contracts.instances import Solver
from plans.families import family_code
from plans.records.instance import Evaluated, Instance
from plans.stratified import sampled, seed_of

pytestmark = pytest.mark.slow

CODE = family_code("calendar")
SOLVERS: tuple[type[Solver], ...] = (ExactCalendar, BoundedCalendar, RandomSlot)


def instances(count: int, random_seed: int = 0) -> list[Instance]:
    found: list[Instance] = []
    for number in range(count):
        seed = seed_of(random_seed, number, 0)
        drawn = CODE.draw(sampled(CODE.plan, random_seed, number), seed)
        del drawn["split"]
        found.append(Instance.model_validate({"id": f"calendar-{number}", "random_seed": seed, **drawn}))
    return found


def published(free_on_monday: dict[str, list[str]]) -> Instance:
    """An hour's meeting, in words that are not ours."""
    row = {
        "task_prompt": f"When can {' and '.join(free_on_monday)} meet for an hour?",
        "params": {"days_of_week": ["Monday"]},
        "constraints": {"meeting_duration": 60, "high_priority_meeting": True},
        "metadata": {"availability": {who: {"Monday": blocks} for who, blocks in free_on_monday.items()}},
    }
    return Instance.model_validate(instance_of(row))


async def score(solver: Solver, instance: Instance) -> Evaluated:
    response = await solver.solve(instance, {}, 0)
    assert response.instance == instance.id
    return Evaluated.model_validate(CODE.evaluate(instance.model_dump(mode="json"), response.text))


async def passed(solver: Solver, found: list[Instance]) -> float:
    return sum([(await score(solver, one)).pass_all is True for one in found]) / len(found)


async def test_the_exact_solver_is_always_right() -> None:
    found = instances(200)
    scores = [await score(ExactCalendar(), one) for one in found]
    assert all(one.pass_all for one in scores)
    assert [one.is_refusal for one in scores] == [one.metadata["feasible"] is False for one in found]


async def test_it_needs_nothing_but_the_prompt() -> None:
    """What is recorded is taken away, and it finds the same."""
    for one in instances(20):
        blind = one.model_copy(update={"metadata": {}, "constraints": (), "parameters": {}})
        assert await ExactCalendar().solve(blind, {}, 0) == await ExactCalendar().solve(one, {}, 0)


async def test_of_a_published_row_it_takes_what_is_recorded() -> None:
    one = published({"Ann": ["09:00-12:00"], "Ben": ["10:30-12:00"]})
    response = await ExactCalendar().solve(one, {}, 0)
    assert response.text == "Final Answer: Monday 10:30-11:30"


async def test_the_more_constrained_the_less_the_bounded_solver_finds() -> None:
    """In tenths of constrainedness that have more than 30 instances."""
    buckets: defaultdict[str, list[Instance]] = defaultdict(list)
    for one in instances(600):
        if one.metadata["feasible"]:
            buckets[CODE.labels(one.model_dump(mode="json"))["constrainedness"]].append(one)
    shares = [
        await passed(BoundedCalendar(), found) for _, found in sorted(buckets.items()) if len(found) > 30
    ]
    assert len(shares) >= 5
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9
    assert shares[-1] < 0.4


async def test_the_bounded_solver_refuses_only_what_it_saw_whole() -> None:
    few, many = (
        published({"Ann": ["09:00-10:00"], "Ben": ["10:00-11:00"]}),
        published({"Ann": ["09:00-12:00"], "Ben": ["13:00-16:00"]}),
    )
    assert (await score(BoundedCalendar(), few)).is_refusal
    assert not (await score(BoundedCalendar(), many)).is_refusal


async def test_chance_solves_little() -> None:
    assert await passed(RandomSlot(), instances(200)) < 0.2


@pytest.mark.parametrize("kind", SOLVERS)
async def test_the_same_question_has_the_same_answer(kind: type[Solver]) -> None:
    found = instances(10)
    there = [await kind().solve(one, {}, 0) for one in found]
    back = [await kind().solve(one, {}, 0) for one in reversed(found)]
    assert there == back[::-1]


async def test_another_repeat_is_another_guess() -> None:
    one = instances(1)[0]
    assert len({(await RandomSlot().solve(one, {}, repeat)).text for repeat in range(10)}) > 1
