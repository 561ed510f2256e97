"""What one author does for the catalogs of all families, each by its own trade."""

import pytest

from plans.contracts.authoring import Generator
from plans.errors import AuthorError, SeedRefused
from plans.families import FAMILIES, generator
from plans.records.plan import Plan
from plans.records.seed import Seed


@pytest.fixture(scope="module", params=sorted(FAMILIES))
def author(request: pytest.FixtureRequest) -> Generator:
    return generator(str(request.param))


def leaving(plan: Plan, name: str, *values: str) -> Plan:
    """The plan with these values of one parameter alone."""
    changed = plan.parameter(name).model_copy(update={"values": values})
    parameters = tuple(changed if one.name == name else one for one in plan.parameters)
    return plan.model_copy(update={"parameters": parameters})


def domains(plan: Plan) -> list[str]:
    return [str(id) for id in plan.parameter("domain").values or () if not str(id).startswith("invented")]


def test_a_seed_that_names_what_is_not_there_is_told_what_is(author: Generator):
    first, *_, last = author.catalog().categories
    domain = first.domains[0].id
    listing = f"author --catalog --family {author.family}`"
    for seed, told in (
        (Seed(id="x", query="y", category="rockets"), f"category 'rockets', which is unknown. .* {last.id}"),
        (
            Seed(id="x", query="y", domain="rockets"),
            f"domain 'rockets', which is unknown. .*{listing}",
        ),
        (Seed(id="x", query="y", domain=domain, category=last.id), f"is of the category '{first.id}'"),
    ):
        with pytest.raises(SeedRefused, match=f"^Seed 'x' asks for .*{told}"):
            author.recipe(seed, author.plan(), 1)
        assert author.misnamed(seed)
    assert author.misnamed(Seed(id="x", query="y", domain=domain, category=first.id)) == ""


def test_a_grown_item_whose_subject_has_left_the_plan_is_told(author: Generator):
    """Of web apps it ended in a KeyError that named the subject and nothing else."""
    plan = author.plan()
    (grown,) = author.growth(plan, [], 1, 1)
    own = str(grown.parameters.values["domain"])
    others = leaving(plan, "domain", *(id for id in domains(plan) if id != own))
    with pytest.raises(AuthorError, match=f"leaves out '{own}', which '{own}-.*' was grown for"):
        author.another(grown, 2, others)
    assert author.another(grown, 2, leaving(plan, "domain", own)).id == grown.id


def test_where_the_plan_leaves_one_subject_there_is_no_variant(author: Generator):
    plan = author.plan()
    (grown,) = author.growth(plan, [], 1, 1)
    own = str(grown.parameters.values["domain"])
    with pytest.raises(AuthorError, match=f"leaves no domain .*but '{own}'"):
        author.variant(grown, "suite", 1, leaving(plan, "domain", own))
    with pytest.raises(AuthorError, match="leaves no domain of the catalog to grow in"):
        author.growth(leaving(plan, "domain", "rockets"), [], 1, 1)
