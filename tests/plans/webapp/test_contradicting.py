"""A query never asks for one thing and its opposite."""

from itertools import product

import pytest

from plans.catalog.contents import clash
from plans.records.plan import ItemParameters, Plan
from plans.records.project import Project
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.specification import Underspecification
from plans.webapp.catalog.library import WebCatalog, denied_in
from plans.webapp.catalog.sampling import selection_for
from plans.webapp.checks import CHECKS, contradictions
from tests.plans.webapp.composing import compose
from tests.plans.webapp.test_asking import touched_by


def project(library: WebCatalog, features: tuple[str, ...], random_seed: int) -> Project:
    domain = library.domains["recipes"]
    selection = selection_for(library, domain, features, random_seed)
    coverage = SeedCoverage(scores={}, category=domain.category, domain=domain.id)
    values = selection.values(domain.category)
    return compose(
        library,
        Recipe(
            id="trial",
            seed=ItemSeed(seed=Seed(id="trial", query="a trial"), coverage=coverage),
            parameters=ItemParameters(family="webapp", random_seed=random_seed, values=values, complexity=1),
        ),
        "canary",
    )


@pytest.mark.parametrize("random_seed", range(12))
def test_whoever_wants_pages_does_not_want_everything_on_one(library: WebCatalog, random_seed: int):
    """The query said "all on one page" and, some sentences later, "don't show everything at once"."""
    made = project(library, ("paging", "search"), random_seed)
    for level in Underspecification:
        assert "on one page" not in made.query.at(level).text
        assert "one page that lists all" not in made.query.at(level).text
    assert list(contradictions(library, made)) == []


def test_a_reviewers_sentence_that_contradicts_a_feature_is_found(library: WebCatalog, plan: Plan):
    made = project(library, ("paging",), 1)
    level = Underspecification.MEDIUM
    text = f"{made.query.at(level).text} Show them all on one page."
    written = made.query.at(level).model_copy(update={"text": text})
    query = made.query.model_copy(update={"levels": {**made.query.levels, level: written}})
    # What a model only weighed was taken for what a model had specified, of which the catalog says nothing.
    edited = made.model_copy(update={"query": query, "provenance": touched_by("evaluator")})
    problems = [
        problem for check in CHECKS for problem in check.check(edited, plan) if problem.severity == "error"
    ]
    assert [problem.where for problem in problems] == ["trial/query.yaml: medium"]
    assert "'on one page' for the opposite of “Pages”, which is in" in problems[0].message


def test_a_phrase_that_is_turned_round_denies_nothing(library: WebCatalog):
    paging = library.features["paging"]
    assert denied_in("Please show everything at once.", paging) == "everything at once"
    assert denied_in("Don't show everything at once, use pages.", paging) is None


def test_every_feature_can_still_be_asked_for_beside_every_other(library: WebCatalog):
    """Else a level of the query would leave out a feature that the next one gives."""
    for feature, other in product(library.features.values(), repeat=2):
        if feature is other or clash(feature, other):
            continue
        for level, wishes in feature.wishes.items():
            left = [wish for wish in wishes if not denied_in(wish.text, other)]
            assert bool(left) == bool(wishes), (feature.id, level, other.id)


@pytest.mark.parametrize("listed", [None, "paging"])
def test_features_that_are_no_list_are_told(library: WebCatalog, listed: str | None):
    """They were read as "no features", whose opposite nobody can ask for, and the check passed."""
    made = project(library, ("paging",), 1)
    broken = made.parameters.model_copy(update={"values": {**made.parameters.values, "features": listed}})
    (problem,) = contradictions(library, made.model_copy(update={"parameters": broken}))
    assert problem.where == "trial/parameters.yaml"
    assert problem.message.startswith(f"`features` is {listed!r} and no list")
