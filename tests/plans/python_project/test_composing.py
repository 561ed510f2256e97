"""Features combine: any legal pair makes one project whose parts fit together, the same bytes every time."""

import ast
import json
import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.authoring.verification.checks.leakage import leakage_problems
from agents.authoring.verification.checks.structure import coverage_problems, dag_problems
from plans.catalog.contents import with_requirements
from plans.digests import files_digest, record_digest
from plans.patches import apply_patch
from plans.prd_text import prd_text
from plans.python_project.catalog.library import ProgramCatalog, shipped_library
from plans.python_project.catalog.sampling import ProgramSelection
from plans.records.project import Project
from plans.records.specification import Underspecification
from plans.records.task_kinds import BrowserSteps, ShellInteraction
from tests.plans.python_project.composing import CANARY, compose, composed, recipe

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ledger(library: ProgramCatalog) -> Project:
    return composed(library, "expenses", ("records", "statistics", "csv-export"))


def optional(library: ProgramCatalog) -> list[str]:
    return [id for id, feature in library.features.items() if not feature.base]


def legal(library: ProgramCatalog, domain: str, features: tuple[str, ...]) -> bool:
    chosen = [feature.id for feature in library.base]
    for id in features:
        chosen += with_requirements(library, library.domains[domain], id, chosen)
    return set(features) <= set(chosen)


def is_sound(project: Project) -> bool:
    """All parts fit together: every leaf is tested, every task has a mutant, every file that is named is there."""
    problems = [
        *dag_problems(project.criteria, "criteria"),
        *coverage_problems(project.prd, project.criteria, project.id),
    ]
    for task in project.criteria.tasks:
        assert not isinstance(task.how, BrowserSteps)
        problems += task.how.problems(project.grader, task.id)
    assert problems == []
    grader = {path: data.decode() for path, data in project.grader.items()}
    for path, text in {**project.reference, **grader}.items():
        assert "{{" not in text, path
        if path.endswith(".py"):
            ast.parse(text, filename=path)
        if path.endswith(".json") and not path.endswith("damaged.json"):
            json.loads(text)
    killed = {id for planted in project.mutants for id in planted.mutant.kills}
    assert killed == {task.id for task in project.criteria.tasks}
    return True


def test_every_feature_composes_in_every_domain_that_can_have_it(library: ProgramCatalog):
    for id in optional(library):
        for domain in library.domains:
            if legal(library, domain, (id,)):
                assert is_sound(composed(library, domain, (id,))), (domain, id)


def test_every_feature_composes_with_defects_that_differ_and_a_query_that_keeps_what_it_withholds(
    library: ProgramCatalog,
):
    for id in optional(library):
        homes = [domain for domain in library.domains if legal(library, domain, (id,))]
        assert homes, f"no domain can have {id}"
        project = composed(library, homes[-1], (id,))
        assert is_sound(project)
        assert any(planted.mutant.id.startswith(id) for planted in project.mutants)
        assert list(leakage_problems(project.query, project.prd.leaves(), id)) == []
        broken = [apply_patch(project.reference, planted.patch) for planted in project.mutants]
        assert len({files_digest(files) for files in (project.reference, *broken)}) == 1 + len(broken), id


def test_every_legal_pair_of_features_composes(library: ProgramCatalog):
    for pair in combinations(optional(library), 2):
        home = next((domain for domain in library.domains if legal(library, domain, pair)), None)
        if home is not None:
            assert is_sound(composed(library, home, pair)), pair


@given(st.data())
@settings(max_examples=15, deadline=None)
def test_any_choice_of_features_in_any_order_composes(data: st.DataObject):
    library = shipped_library()
    domain = data.draw(st.sampled_from(sorted(library.domains)))
    features = data.draw(st.lists(st.sampled_from(optional(library)), unique=True, max_size=5))
    assert is_sound(composed(library, domain, tuple(features), data.draw(st.integers(0, 10_000))))


@given(st.integers(0, 10_000))
@settings(max_examples=5, deadline=None)
def test_the_same_recipe_gives_the_same_bytes_and_another_seed_others(random_seed: int):
    library = shipped_library()
    once, twice, other = (
        composed(library, "houseplants", ("records", "search"), seed)
        for seed in (random_seed, random_seed, random_seed + 1)
    )
    assert record_digest(once) == record_digest(twice)
    assert record_digest(once) != record_digest(other)
    assert once.grader != other.grader


def test_a_selection_comes_back_from_the_parameters_that_record_it(library: ProgramCatalog):
    made = recipe(library, "expenses", ("csv-import", "undo"), 7)
    selection = ProgramSelection.of(made.parameters)
    assert selection.values(library.domains[selection.domain].category) == made.parameters.values
    assert compose(library, made).parameters == made.parameters


def test_criteria_come_in_the_mix_of_the_three_types(ledger: Project):
    kinds = [task.how.kind for task in ledger.criteria.tasks]
    assert 20 <= len(kinds) <= 32
    assert 0.25 <= kinds.count("unit-test") / len(kinds) <= 0.42
    assert kinds.count("shell-interaction") / len(kinds) >= 0.48
    assert kinds.count("file-comparison") / len(kinds) >= 0.05


def test_the_prd_is_some_hundred_lines_long(ledger: Project):
    assert 90 <= prd_text(ledger.prd, CANARY).count("\n") <= 150


def test_what_patterns_expect_literally_stands_in_the_prd(library: ProgramCatalog):
    """Words of our own before a value, such as `Found:`, are no secret."""
    for domain in ("parcels", "contacts", "tournament"):
        project = composed(library, domain, tuple(optional(library)))
        told = " ".join(prd_text(project.prd, CANARY).split())
        for task in project.criteria.tasks:
            if isinstance(task.how, ShellInteraction):
                labels = re.findall(r"([A-Z][A-Za-z ]*) \*:", task.how.expected.pattern or "")
                for label in labels:
                    assert label.strip() in told, (domain, task.id, label)


def test_low_gives_away_more_than_high(ledger: Project):
    low, medium, high = (
        set(ledger.query.at(level).withholds)
        for level in (Underspecification.LOW, Underspecification.MEDIUM, Underspecification.HIGH)
    )
    assert low < medium < high


def test_programs_and_tests_carry_the_canary(ledger: Project):
    texts = {**ledger.reference, **{path: data.decode() for path, data in ledger.grader.items()}}
    marked = [path for path in texts if path.endswith((".py", ".md"))]
    assert len(marked) > 8
    for path in marked:
        assert texts[path].count(CANARY) == 1, path
        assert "do not train" in texts[path], path


def test_a_total_of_nothing_is_told_in_either_way_that_the_prd_allows():
    """It says that the total is 0 and that it is shown as amounts are; whoever printed the first failed."""
    whole = composed(shipped_library(), "course-grades", ("records", "statistics"))
    how = whole.criteria.task("statistics-empty").how
    assert isinstance(how, ShellInteraction)
    assert how.expected.pattern is not None
    total_laid, median_laid = re.findall(r"\*(\d+\\\.\d+)", how.expected.pattern)
    dashes = "Mean: -\nMedian: -\nSmallest: -\nLargest: -\n"
    laid = f"Total: {total_laid}\nMedian: {median_laid}\n".replace("\\", "")
    for total, is_right in (("0", True), ("0.0", True), ("0.5", False), ("00", False), ("-", False)):
        printed = f"Count: 0\nTotal: {total}\n{dashes}{laid}"
        assert bool(re.search(how.expected.pattern, printed)) is is_right, total
