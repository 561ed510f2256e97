"""What the catalog composes passes the gate's program checks: each feature, by each value of its parameters.

A step's literal that "comes from nowhere" was seen by nothing but the gate, a day later.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pydantic import JsonValue

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.checks.steps import statement_problems
from agents.authoring.verification.gate import run_checks
from plans.catalog.contents import legal_wishes, with_requirements
from plans.records.base import Problem
from plans.records.project import Project
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.webapp.catalog.compose import WebComposition
from plans.webapp.catalog.domain import WebDomain
from plans.webapp.catalog.library import WebCatalog, WebFeature, shipped_library
from plans.webapp.catalog.sampling import WebSelection, selection_for
from plans.webapp.generator import WebAppAuthor

CANARY = "benchwright-test-canary-1b6c"
TASKS = 14
"""As many as an item aims at: with fewer, its size is no item's."""


@pytest.fixture(scope="module")
def library() -> WebCatalog:
    return shipped_library()


def homes(library: WebCatalog, feature: WebFeature) -> list[WebDomain]:
    """Every domain that can have the feature."""
    base = [one.id for one in library.base]
    return [
        domain
        for domain in library.domains.values()
        if feature.base or with_requirements(library, domain, feature.id, base)
    ]


def choices(feature: WebFeature, home: list[WebDomain]) -> Iterator[tuple[str, JsonValue, WebDomain]]:
    """Each value of each parameter, in one domain after the other of those in which it makes sense."""
    for name, parameter in feature.parameters.items():
        listed = parameter.choices()
        for number, value in enumerate(listed):
            if value in listed[:number]:
                continue
            allowed = [
                one for one in home if (only := one.only.get(f"{feature.id}.{name}")) is None or value in only
            ]
            yield name, value, allowed[number % len(allowed)]


def recipe(library: WebCatalog, domain: WebDomain, selection: WebSelection) -> Recipe:
    coverage = SeedCoverage(scores={}, category=domain.category, domain=domain.id)
    return Recipe(
        id="trial",
        seed=ItemSeed(seed=Seed(id="trial", query="a trial"), coverage=coverage),
        parameters=WebAppAuthor(library).parameters_of(library, selection),
    )


def composed(library: WebCatalog, domain: WebDomain, selection: WebSelection) -> Project:
    return WebComposition(library, selection).project(recipe(library, domain, selection), CANARY)


def selections(library: WebCatalog, feature: WebFeature) -> Iterator[tuple[WebDomain, WebSelection]]:
    """The feature as it is drawn in its first and its last domain, and once with each of its values."""
    wanted, home = () if feature.base else (feature.id,), homes(library, feature)
    for number, domain in enumerate(dict.fromkeys((home[0].id, home[-1].id))):
        place = library.domains[domain]
        yield place, selection_for(library, place, wanted, number, tasks=TASKS)
    for name, value, domain in choices(feature, home):
        drawn = selection_for(library, domain, wanted, 2, tasks=TASKS)
        chosen = {**drawn.parameters[feature.id], name: value}
        yield domain, drawn.model_copy(update={"parameters": {**drawn.parameters, feature.id: chosen}})


def findings(library: WebCatalog, feature: WebFeature) -> Iterator[str]:
    """What the gate's program checks say of every composition, after the feature's values and the domain."""
    checks, plan = every_check("webapp", CANARY), WebAppAuthor(library).plan()
    for domain, selection in selections(library, feature):
        for result in run_checks(checks, composed(library, domain, selection), plan):
            said = f"{feature.id} {selection.parameters.get(feature.id, {})} in {domain.id}, {result.check}"
            yield from (f"{said}: {finding}" for finding in result.findings)


@pytest.mark.slow
def test_each_feature_with_each_value_passes_every_check_that_needs_no_browser(library: WebCatalog) -> None:
    assert [one for feature in library.features.values() for one in findings(library, feature)] == []


OTHERS = ("paging", "create", "delete", "sort", "search", "kanban", "favourites", "cart")
"""Features of which others' statements and steps speak where both are in a project."""


@pytest.mark.parametrize("id", shipped_library().features)
def test_each_feature_says_all_that_its_steps_expect(library: WebCatalog, id: str) -> None:
    """Also beside the features on which its tasks depend, in one domain after the other."""
    found: list[Problem] = []
    for number, other in enumerate(("", *OTHERS)):
        wanted = [one for one in (id, other) if one and not library.features[one].base]
        home = [one for one in library.domains.values() if legal_wishes(library, one, wanted)[0] == wanted]
        if not home:
            continue
        domain = home[number % len(home)]
        criteria = WebComposition(library, selection_for(library, domain, wanted, number)).criteria()
        found += [
            one for task in criteria.tasks for one in statement_problems(task, f"{domain.id}: {task.id}")
        ]
    assert found == []


def test_a_datum_that_only_one_value_makes_one_is_found(library: WebCatalog) -> None:
    """A five may be said of any list and a six may not: a size that no requirement states is seen by the six alone."""
    paging = library.features["paging"]
    split, *others = paging.requirements.leaves
    silent = split.model_copy(update={"text": "The list is shown in pages.", "data": ()})
    tree = paging.requirements.model_copy(update={"leaves": (silent, *others)})
    changed = paging.model_copy(update={"requirements": tree})
    stale = replace(library, features={**library.features, "paging": changed})
    found = [one for one in findings(stale, changed) if "data binding" in one and "from nowhere" in one]
    assert found
    assert all("{'page_size': 6}" in one for one in found)
