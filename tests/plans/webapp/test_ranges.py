"""What a reviewer leaves in the plan is what recipes are made of; once the author never looked at it."""

import pytest
from pydantic import JsonValue

from plans.errors import AuthorError, SeedRefused
from plans.records.plan import Parameter, Plan
from plans.records.seed import Seed
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.catalog.sampling import OPEN, narrowed, ranges_of
from plans.webapp.generator import WebAppAuthor

pytestmark = pytest.mark.slow

SEED = Seed(id="plant-shop", query="A plant shop called Moss & Marigold with search and a cart")


def with_values(plan: Plan, **values: tuple[JsonValue, ...]) -> Plan:
    """The plan with some parameters narrowed to values; `__` stands for the dot of a feature's parameter."""
    named = {name.replace("__", "."): chosen for name, chosen in values.items()}
    return plan.model_copy(
        update={
            "parameters": tuple(
                Parameter(name=p.name, description=p.description, values=named[p.name])
                if p.name in named
                else p
                for p in plan.parameters
            )
        }
    )


def with_range(plan: Plan, name: str, minimum: float, maximum: float) -> Plan:
    changed = Parameter(name=name, description="narrowed", minimum=minimum, maximum=maximum, integer=True)
    parameters = tuple(changed if p.name == name else p for p in plan.parameters)
    return plan.model_copy(update={"parameters": parameters})


def values_of(author: WebAppAuthor, plan: Plan, name: str) -> list[JsonValue]:
    grown = [recipe.parameters for recipe in author.growth(plan, [], 12, 3)]
    seeded = [author.recipe(SEED, plan, number).parameters for number in range(6)]
    return [parameters.values[name] for parameters in (*grown, *seeded)]


def test_the_family_plan_leaves_everything(author: WebAppAuthor, plan: Plan, library: WebCatalog) -> None:
    assert ranges_of(plan) == OPEN
    whole = narrowed(library, plan)
    assert (whole.domains, whole.features) == (library.domains, library.features)


def test_a_plan_narrowed_to_terse_gives_terse_recipes(author: WebAppAuthor, plan: Plan) -> None:
    assert len(set(map(str, values_of(author, plan, "tone")))) == 3
    assert set(map(str, values_of(author, with_values(plan, tone=("terse",)), "tone"))) == {"terse"}


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("sample_items", 12, 13),
        ("sample_items", 22, 24),
        ("accent_hue", 200, 220),
    ],
)
def test_numbers_lie_in_the_narrowed_range(
    author: WebAppAuthor, plan: Plan, name: str, low: int, high: int
) -> None:
    found = values_of(author, with_range(plan, name, low, high), name)
    assert all(isinstance(value, int) and low <= value <= high for value in found), found
    assert len(set(map(str, found))) > 1


def test_fewer_tasks_in_the_plan_are_fewer_tasks_in_the_project(author: WebAppAuthor, plan: Plan) -> None:
    small = with_range(plan, "evaluation_tasks", 8, 11)
    tasks = [len(author.project(r, "c").criteria.tasks) for r in author.growth(small, [], 12, 3)]
    assert max(tasks) <= 11
    large = with_range(plan, "evaluation_tasks", 22, 26)
    tasks = [len(author.project(r, "c").criteria.tasks) for r in author.growth(large, [], 12, 3)]
    assert sum(tasks) / len(tasks) > 19


def test_features_and_their_parameters_follow_the_plan(
    author: WebAppAuthor, plan: Plan, library: WebCatalog
) -> None:
    base = tuple(feature.id for feature in library.base)
    few = with_values(plan, features=(*base, "search", "sort", "filter", "details"))
    for recipe in author.growth(few, [], 8, 1):
        features = recipe.parameters.values["features"]
        assert isinstance(features, list)
        assert set(map(str, features)) <= {*base, "search", "sort", "filter", "details"}
    recipe = author.recipe(SEED, few, 1)
    assert "“cart” (Cart) is left out: the plan has no place for it." in recipe.seed.coverage.notes
    assert "feature: cart" not in recipe.seed.coverage.covered.values()


def test_a_choice_that_the_plan_drops_is_never_taken(
    author: WebAppAuthor, plan: Plan, library: WebCatalog
) -> None:
    choices = library.features["sort"].parameters["control"].choices()
    assert len(choices) > 1
    sorted_shop = SEED.model_copy(update={"query": f"{SEED.query} and sorting"})
    for choice in choices:
        one = with_values(plan, sort__control=(choice,))
        assert {
            str(author.recipe(sorted_shop, one, n).parameters.values["sort.control"]) for n in range(6)
        } == {str(choice)}


def test_domains_follow_the_plan_and_a_seed_beyond_it_is_refused(author: WebAppAuthor, plan: Plan) -> None:
    here = next(p.values for p in plan.parameters if p.name == "domain")
    seeded = author.recipe(SEED, plan, 1).parameters.values["domain"]
    assert here is not None
    others = with_values(plan, domain=tuple(domain for domain in here if domain != seeded))
    assert seeded not in {r.parameters.values["domain"] for r in author.growth(others, [], 40, 1)}
    with pytest.raises(SeedRefused, match=r"is about plants .* the plan leaves that out"):
        author.recipe(SEED, others, 1)
    with pytest.raises(SeedRefused, match="plan"):
        author.recipe(SEED, with_values(plan, category=("booking",)), 1)


def test_a_variant_stays_in_the_plan(author: WebAppAuthor, plan: Plan) -> None:
    parent = author.recipe(SEED, plan, 1)
    terse = with_values(plan, tone=("terse",))
    tones = {author.variant(parent, "s 1.0.0", n, terse).parameters.values["tone"] for n in range(8)}
    assert tones == {"terse"}
    alone = with_values(plan, domain=(parent.parameters.values["domain"],))
    with pytest.raises(AuthorError, match="a variant has to be about something else"):
        author.variant(parent, "s 1.0.0", 1, alone)


def test_a_plan_that_nothing_can_be_made_of_is_refused_in_words(author: WebAppAuthor, plan: Plan) -> None:
    with pytest.raises(AuthorError, match=r"'tone' has no value .* plain, chatty, terse"):
        author.recipe(SEED, with_values(plan, tone=("rude",)), 1)
    with pytest.raises(AuthorError, match="leaves out accessibility, browse"):
        author.recipe(SEED, with_values(plan, features=("cart",)), 1)
    with pytest.raises(AuthorError, match="no domain of the catalog"):
        author.growth(with_values(plan, domain=("invented-shopping",)), [], 1, 1)
