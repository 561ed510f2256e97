"""The built-in solvers of causal instances, asked as a run asks them."""

from itertools import pairwise

import pytest

from agents.solving.built_in import BoundedCausal, ClosestFrame, LinearExtrapolation, RandomOption
from plans.causal.baselines import baselines
from plans.contracts.instances import Solver
from plans.families import family_code
from plans.records.instance import Instance
from tests.plans.causal.drawing import many

pytestmark = pytest.mark.slow

TRIVIAL: tuple[Solver, ...] = (ClosestFrame(), LinearExtrapolation(), RandomOption())


@pytest.mark.parametrize("solver", TRIVIAL, ids=lambda solver: solver.name)
async def test_a_solver_scores_what_its_baseline_says(solver: Solver) -> None:
    code = family_code("causal")
    for instance in [*many("frames")[:15], *many("counterfactual")[:15]]:
        said = await solver.solve(Instance.model_validate(instance), {}, 0)
        assert said.instance == instance["id"]
        marks = code.evaluate(instance, said.text)["checks"]
        assert marks == {"exact_match": "passed" if baselines(instance)[solver.name] else "failed"}


async def test_the_random_one_says_the_same_again_and_something_else_in_other_repeats() -> None:
    solver = RandomOption()
    instance = Instance.model_validate(many("frames")[0])
    said = [(await solver.solve(instance, {}, repeat)).text for repeat in range(12)]
    assert said == [(await solver.solve(instance, {}, repeat)).text for repeat in range(12)]
    assert len(set(said)) > 1


def test_they_are_of_this_family_alone() -> None:
    assert all(solver.families == ("causal",) for solver in (*TRIVIAL, BoundedCausal()))


async def test_the_one_that_sees_roughly_is_right_the_less_often_the_more_complex_an_instance_is() -> None:
    """Of three thirds by complexity; over 2,000 instances it falls in each of the report's buckets."""
    code, solver = family_code("causal"), BoundedCausal()
    instances = sorted(many("frames", 300), key=lambda instance: instance["metadata"]["complexity"])
    third = len(instances) // 3
    right = [
        code.evaluate(instance, (await solver.solve(Instance.model_validate(instance), {}, 0)).text)["checks"]
        == {"exact_match": "passed"}
        for instance in instances
    ]
    rates = [sum(right[at : at + third]) / third for at in (0, third, 2 * third)]
    assert rates[0] > 0.97
    assert all(harder < easier for easier, harder in pairwise(rates)), rates
