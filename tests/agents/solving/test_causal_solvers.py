"""The three yardsticks of causal instances, asked as a run asks them."""

import pytest

from agents.solving.causal.closest_frame import ClosestFrame
from agents.solving.causal.linear_extrapolation import LinearExtrapolation
from agents.solving.causal.random_option import RandomOption
from plans.causal.baselines import baselines
from plans.contracts.instances import Solver
from plans.instance_families import family_code
from plans.records.instance import Instance
from tests.plans.causal.drawing import many

SOLVERS: tuple[Solver, ...] = (ClosestFrame(), LinearExtrapolation(), RandomOption())


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
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
    assert all(solver.families == ("causal",) for solver in SOLVERS)
