"""A new version of a suite, made of fresh variants: for a suite that has leaked into training data."""

from collections.abc import Sequence

from agents.authoring.planning.assignment import given, item_random_seed, made_from
from pipeline.graph.spec import AuthoringSpec, suite_canary
from plans.contracts.authoring import Refresher
from plans.digests import files_digest
from plans.errors import AuthorError
from plans.files import read_record
from plans.items import read_files, read_project, read_suite
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.recipe import Recipe
from plans.runtimes import declared_digest


def refresh_spec(
    old: SuitePaths, refresher: Refresher, *, random_seed: int, version: str | None, gate: str
) -> AuthoringSpec:
    """What has to be authored for a new version of the suite in `old`, within its plan; raises InvalidFile.

    `version` defaults to the next major one: numbers of the two versions are not comparable item by item. Raises
    AuthorError for one that is not above the old one.
    """
    suite = read_suite(old)
    new_version = version or next_version(suite.version, "major")
    if _numbers(new_version) <= _numbers(suite.version):
        raise AuthorError(
            f"Version {new_version!r} is not above {suite.version}, which {suite.name} has: numbers of two suites "
            "would go by one name. Choose a later one, or leave --version out."
        )
    plan = read_record(old.plan, Plan)
    named = f"{suite.name} {suite.version}"
    projects = [read_project(old.item(item.id)) for item in suite.items]
    _refuse_of_models(projects, "made afresh")
    parents = [_recipe(project) for project in projects]
    assignments = tuple(
        given(
            made_from(
                files_digest(read_files(old.item(parent.id).reference)),
                refresher.variant(parent, named, item_random_seed(random_seed, parent.id), plan),
            ),
            parent,
        )
        for parent in parents
    )
    return AuthoringSpec(
        name=suite.name,
        version=new_version,
        family=suite.family,
        licence=suite.licence,
        canary=suite_canary(suite.name, new_version, random_seed, assignments),
        random_seed=random_seed,
        gate=gate,
        parents=str(old.root.resolve()),
        runtime=declared_digest(old.runtime) or "",
        assignments=assignments,
    )


def grow_spec(
    paths: SuitePaths, refresher: Refresher, plan: Plan, n: int, *, random_seed: int, gate: str
) -> AuthoringSpec:
    """What has to be authored to add `n` items where the plan is not covered; the canary stays, the version rises."""
    suite = read_suite(paths)
    existing = [read_project(paths.item(item.id)) for item in suite.items]
    _refuse_of_models(existing, "added to")
    recipes = refresher.growth(plan, [project.parameters for project in existing], n, random_seed)
    return AuthoringSpec(
        name=suite.name,
        version=next_version(suite.version, "minor"),
        family=suite.family,
        licence=suite.licence,
        canary=suite.canary,
        random_seed=random_seed,
        gate=gate,
        extends=True,
        runtime=declared_digest(paths.runtime) or "",
        assignments=tuple(given(recipe) for recipe in recipes),
    )


def _refuse_of_models(projects: Sequence[Project], what: str) -> None:
    made = [project.id for project in projects if project.is_specified_by_model]
    if made:
        raise AuthorError(
            f"{', '.join(made)}: made by models, and suites are {what} out of a catalog, which knows nothing of them. "
            "Author new seeds with `--author model` into a folder of their own."
        )


def next_version(version: str, part: str) -> str:
    """The version after `version`: its major or minor part raised."""
    major, minor, _ = _numbers(version)
    return f"{major + 1}.0.0" if part == "major" else f"{major}.{minor + 1}.0"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


def _recipe(project: Project) -> Recipe:
    return Recipe(id=project.id, seed=project.seed, parameters=project.parameters)
