"""Which solvers there are for a family, and how they are named."""

from pathlib import Path

import pytest

from agents.solving.roster import (
    BASELINES,
    BUILT_IN_SOLVERS,
    baselines_of,
    built_in_solvers,
    make_solver,
    model_solver,
    solver_spec,
)
from plans.errors import AuthorError
from plans.families import instance_families
from plans.records.instance import Instance
from tests.agents.gateway.model_endpoint import MODEL, endpoint_saying, gateway_to, sent


@pytest.mark.parametrize("family", instance_families())
async def test_every_built_in_solver_of_a_family_can_be_made_and_is_called_as_it_is(family: str) -> None:
    for name in built_in_solvers(family):
        solver = make_solver(solver_spec(name, family), family)
        assert solver.name == name
        assert solver.families is None or family in solver.families


def test_baselines_are_among_the_built_in_solver() -> None:
    for family, names in BASELINES.items():
        assert set(names) <= set(built_in_solvers(family))
    assert baselines_of("a family from elsewhere") == ("refusing",)
    assert {family for of in BUILT_IN_SOLVERS.values() for family in of} <= {
        *instance_families(),
        "text",
        "causal",
    }


@pytest.mark.parametrize("family", ["calendar", "text", "causal", "elsewhere"])
async def test_one_that_refuses_says_so_in_the_words_of_its_family(family: str) -> None:
    instance = Instance(id="one", random_seed=0, prompt="?", parameters={})
    said = await make_solver(solver_spec("refusing", family), family).solve(instance, {}, 1)
    assert said.text
    assert ("No common time slot" in said.text) == (family == "calendar")


def test_a_solver_that_there_is_not_is_told_with_those_there_are() -> None:
    with pytest.raises(AuthorError, match="exact, bounded, random, refusing"):
        solver_spec("perfect", "calendar")
    with pytest.raises(AuthorError, match="constructive, refusing"):
        solver_spec("exact", "text")


def test_a_class_of_ones_own(tmp_path: Path) -> None:
    spec = solver_spec("mine@2=tests.pipeline.solving.making:Adder", "sums")
    assert (spec.name, spec.version, spec.kind) == ("mine", "2", "plug-in")
    assert make_solver(spec, "sums").name == "adder"
    with pytest.raises(AuthorError, match="could not be loaded"):
        make_solver(solver_spec("mine=tests.nowhere:Adder", "sums"), "sums")
    with pytest.raises(AuthorError, match="has no `solve`"):
        make_solver(solver_spec("mine=builtins:dict", "sums"), "sums")


async def test_models_are_named_with_or_without_endpoint_and_name() -> None:
    async with gateway_to(endpoint_saying(sent("{}"))) as gateway:
        spec, _ = model_solver(MODEL, gateway, ("stub",))
        assert (spec.name, spec.played and spec.played.model) == ("some-model", MODEL)
        spec, _ = model_solver("high=org/Model:7b@stub", gateway, ("stub",))
        assert (spec.name, spec.played and spec.played.model) == ("high", "org/Model:7b")
        # What is no endpoint's name belongs to the model's.
        spec, _ = model_solver("model@2024", gateway, ("stub",))
        assert (spec.name, spec.played and spec.played.model) == ("model-2024", "model@2024")
