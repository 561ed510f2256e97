"""Features combine: any legal pair makes one project whose parts fit together, the same bytes every time."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations

import pytest

from plans.catalog.contents import MutantTemplate, with_requirements
from plans.digests import files_digest, record_digest
from plans.errors import InvalidFile
from plans.patches import apply_patch
from plans.records.plan import ItemParameters
from plans.records.project import Project
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.specification import Underspecification
from plans.webapp.catalog.compose import other_items, sample_items
from plans.webapp.catalog.domain import WebDomain
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.catalog.sampling import selection_for
from plans.webapp.generator import WebAppAuthor
from tests.plans.webapp.composing import compose

CANARY = "benchwright-test-canary-1b6c"


def recipe(library: WebCatalog, domain: WebDomain, features: tuple[str, ...], random_seed: int = 1) -> Recipe:
    selection = selection_for(library, domain, features, random_seed)
    coverage = SeedCoverage(scores={}, category=domain.category, domain=domain.id)
    return Recipe(
        id="trial",
        seed=ItemSeed(seed=Seed(id="trial", query="a trial"), coverage=coverage),
        parameters=ItemParameters(
            family="webapp", random_seed=random_seed, values=selection.values(domain.category), complexity=1
        ),
    )


def home_of(library: WebCatalog, *features: str) -> WebDomain | None:
    """The first domain in which the features are legal together."""
    for domain in library.domains.values():
        chosen = [feature.id for feature in library.base]
        for id in features:
            chosen += with_requirements(library, domain, id, chosen)
        if set(features) <= set(chosen):
            return domain
    return None


@pytest.fixture(scope="module")
def shop(library: WebCatalog) -> Project:
    return compose(
        library, recipe(library, library.domains["houseplants"], ("cart", "search", "create")), CANARY
    )


@pytest.mark.slow
def test_every_legal_pair_of_features_composes(library: WebCatalog):
    optional = [feature.id for feature in library.features.values() if not feature.base]
    illegal: list[tuple[str, str]] = []
    for pair in combinations(optional, 2):
        domain = home_of(library, *pair)
        if domain is None:
            illegal.append(pair)
            continue
        project = compose(library, recipe(library, domain, pair), CANARY)
        tasks = {task.id for task in project.criteria.tasks}
        assert {task for planted in project.mutants for task in planted.mutant.kills} == tasks, pair
        assert {id for task in project.criteria.tasks for id in task.requirements} == {
            leaf.id for leaf in project.prd.leaves()
        }, pair
    assert len(illegal) < len(optional), f"hardly anything combines: {illegal}"


@pytest.mark.slow
def test_every_feature_composes_in_every_domain_that_can_have_it(library: WebCatalog):
    for feature in library.features.values():
        for domain in library.domains.values():
            if not feature.base and with_requirements(library, domain, feature.id, ["browse"]):
                assert compose(library, recipe(library, domain, (feature.id,)), CANARY).criteria.tasks


@pytest.mark.slow
def test_the_first_column_of_a_board_holds_more_than_one_card(library: WebCatalog):
    """With a single card, an app whose every control moves the first one could not be told from one that works."""
    for domain in library.domains.values():
        if domain.facets.stages is None:
            continue
        first = domain.facets.stages.values[0]
        for random_seed in range(20):
            for items in (sample_items(domain, 10, random_seed), other_items(domain, 10, random_seed)):
                assert len(items) == 10
                assert sum(item.stage == first for item in items) >= 2, (domain.id, random_seed)


@pytest.mark.slow
def test_every_feature_composes(library: WebCatalog):
    for feature in library.features.values():
        domain = home_of(library, feature.id)
        assert domain is not None, f"no domain can have {feature.id}"
        project = compose(library, recipe(library, domain, () if feature.base else (feature.id,)), CANARY)
        assert any(planted.mutant.id.startswith(feature.id) for planted in project.mutants)


def test_mutants_change_the_reference_and_each_one_differently(shop: Project):
    broken = [apply_patch(shop.reference, planted.patch) for planted in shop.mutants]
    digests = {files_digest(files) for files in (shop.reference, *broken)}
    assert len(digests) == 1 + len(shop.mutants)


def test_every_file_that_an_agent_may_see_carries_the_canary(shop: Project):
    files = {**shop.reference}
    for laid_over in shop.alternatives:
        files |= {f"{laid_over.alternative.name}/{path}": text for path, text in laid_over.files.items()}
    assert len(files) > 8
    for path, text in files.items():
        assert text.count(CANARY) == 1, path
        assert "do not train" in text, path


def test_the_page_names_only_files_that_are_there(shop: Project):
    page = shop.reference["index.html"]
    named = [part.split('"')[0] for part in page.split('src="')[1:]]
    named += [part.split('"')[0] for part in page.split('rel="stylesheet" href="')[1:]]
    assert set(named) == set(shop.reference) - {"index.html"}


def test_alternatives_replace_files_of_the_reference(shop: Project):
    assert [laid.alternative.name for laid in shop.alternatives] == ["restyled", "other-data"]
    for laid_over in shop.alternatives:
        assert set(laid_over.files) <= set(shop.reference)
        assert all(laid_over.files[path] != shop.reference[path] for path in laid_over.files)


def test_other_words_leave_what_the_prd_states(library: WebCatalog):
    """A wizard's "Next" is "Continue" in the second rendering, and "Next free day" was "Continue free day" with it."""
    domain = library.domains["appointments"]
    project = compose(library, recipe(library, domain, ("wizard",)), CANARY)
    kit = next(laid for laid in project.alternatives if laid.alternative.name == "restyled").files[
        "js/kit.js"
    ]
    table = kit.split("App.wording = ", 1)[1].split(";\n", 1)[0]
    wording = json.loads(table.replace(",\n}", "\n}"))
    assert wording["Next"] == "Continue"
    assert wording["Next free day"] == "Next free day"


def test_each_level_of_the_query_withholds_more_and_the_first_gives_nearly_everything(shop: Project):
    withheld = [set(shop.query.at(level).withholds) for level in Underspecification]
    leaves = {leaf.id for leaf in shop.prd.leaves()}
    assert withheld[0] < withheld[1] < withheld[2] < leaves
    assert len(withheld[0]) <= 1


def test_the_query_reads_like_a_person(shop: Project):
    for level in Underspecification:
        text = shop.query.at(level).text
        assert not any(mark in text for mark in ("{{", "R1", "  ", " .", "a apple", "None"))
        assert text[0].isupper()
        assert "plants" in text


@pytest.mark.slow
def test_the_same_recipe_gives_the_same_bytes_in_another_process(library: WebCatalog):
    script = (
        "from plans.digests import record_digest\n"
        "from plans.webapp.generator import WebAppAuthor\n"
        "from plans.records.seed import Seed\n"
        "author = WebAppAuthor()\n"
        "seed = Seed(id='x', query='a kanban board for our team with search')\n"
        "recipe = author.recipe(seed, author.plan(), 5)\n"
        "print(record_digest(author.project(recipe, 'c')))\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64


def test_other_random_seeds_give_other_projects(library: WebCatalog):
    domain = library.domains["houseplants"]
    digests = {
        record_digest(compose(library, recipe(library, domain, ("search",), n), CANARY)) for n in range(5)
    }
    assert len(digests) == 5


def test_a_defect_whose_text_is_gone_from_the_code_is_told(library: WebCatalog):
    stale = MutantTemplate(id="stale", task="box", description="", find="no such code", replace="")
    search = library.features["search"].model_copy(update={"mutants": (stale,)})
    changed = replace(library, features={**library.features, "search": search})
    with pytest.raises(InvalidFile, match="'no such code' stands 0 times"):
        compose(changed, recipe(changed, changed.domains["notes"], ("search",)), CANARY)


def test_patches_fit_whatever_else_unicode_takes_for_a_line_break(library: WebCatalog):
    """The diff ended lines at U+2028 and its like, which the patch is not read by."""
    strange = "// one\u2028two\x85three\x0cfour\n"
    scripts = {id: f"{strange}{script}" for id, script in library.scripts.items()}
    author = WebAppAuthor(replace(library, scripts=scripts))
    recipe = author.recipe(Seed(id="shop", query="A plant shop with search and a cart"), author.plan(), 1)
    project = author.project(recipe, "c")
    assert any(strange in text for text in project.reference.values())
    for planted in project.mutants:
        assert apply_patch(project.reference, planted.patch) != project.reference
