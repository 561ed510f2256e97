"""A new version of a suite, made of fresh variants: for a suite that has leaked into training data."""

from collections.abc import Sequence
from typing import NamedTuple

from agents.authoring.planning.assignment import given, item_random_seed, made_from
from pipeline.graph.spec import AuthoringSpec, suite_canary
from plans.contracts.authoring import Refresher
from plans.digests import files_digest
from plans.errors import AuthorError
from plans.files import read_record
from plans.items import read_files, read_project, read_suite
from plans.paths import SuitePaths
from plans.records.assignment import Assignment
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.recipe import Recipe
from plans.records.suite import Suite
from plans.references import reference_of
from plans.runtimes import declared_digest


class NewVersion(NamedTuple):
    """A suite that is to be made afresh, and under which number."""

    old: SuitePaths
    suite: Suite
    version: str

    @property
    def projects(self) -> list[Project]:
        """Whose variants are to be made, in order; raises InvalidFile, and NoReference where one was imported."""
        return read_own(self.old)

    @property
    def parent_suite(self) -> str:
        """Name and version of the old one, as lineages have it."""
        return f"{self.suite.name} {self.suite.version}"

    def spec(self, assignments: tuple[Assignment, ...], random_seed: int, gate: str) -> AuthoringSpec:
        """What has to be authored."""
        return AuthoringSpec(
            name=self.suite.name,
            version=self.version,
            family=self.suite.family,
            licence=self.suite.licence,
            canary=suite_canary(self.suite.name, self.version, random_seed, assignments),
            random_seed=random_seed,
            gate=gate,
            parents=str(self.old.root.resolve()),
            runtime=declared_digest(self.old.runtime) or "",
            assignments=assignments,
        )


def read_own(paths: SuitePaths) -> list[Project]:
    """The items of a suite; raises InvalidFile, and NoReference where one was imported: of such a suite nothing can be
    made that would be proved.
    """
    projects = [read_project(paths.item(item.id)) for item in read_suite(paths).items]
    for project in projects:
        reference_of(project, "no variant of it and no further item beside it can be made")
    return projects


def new_version(old: SuitePaths, version: str | None) -> NewVersion:
    """The suite in `old` under a later number: by itself the next major one, as numbers of the two versions are not
    comparable item by item. Raises InvalidFile, and AuthorError for one that is not above the old one.
    """
    suite = read_suite(old)
    number = version or next_version(suite.version, "major")
    if _numbers(number) <= _numbers(suite.version):
        raise AuthorError(
            f"Version {number!r} is not above {suite.version}, which {suite.name} has: numbers of two suites "
            "would go by one name. Choose a later one, or leave --version out."
        )
    return NewVersion(old, suite, number)


def refresh_spec(new: NewVersion, refresher: Refresher, *, random_seed: int, gate: str) -> AuthoringSpec:
    """What has to be authored for the new version out of a catalog, within the suite's plan; raises InvalidFile, and
    AuthorError where the suite is none of a catalog.
    """
    plan = read_record(new.old.plan, Plan)
    projects = new.projects
    _refuse_of_models(projects, "made afresh")
    parents = [_recipe(project) for project in projects]
    assignments = tuple(
        given(
            made_from(
                reference_digest(new.old, parent.id),
                refresher.variant(parent, new.parent_suite, item_random_seed(random_seed, parent.id), plan),
            ),
            parent,
        )
        for parent in parents
    )
    return new.spec(assignments, random_seed, gate)


def grow_spec(
    paths: SuitePaths, refresher: Refresher, plan: Plan, n: int, *, random_seed: int, gate: str
) -> AuthoringSpec:
    """What has to be authored to add `n` items of a catalog where the plan is not covered."""
    existing = read_own(paths)
    _refuse_of_models(existing, "added to")
    recipes = refresher.growth(plan, [project.parameters for project in existing], n, random_seed)
    return grown(paths, tuple(given(recipe) for recipe in recipes), random_seed, gate)


def grown(
    paths: SuitePaths, assignments: tuple[Assignment, ...], random_seed: int, gate: str
) -> AuthoringSpec:
    """What has to be authored to add these items; the canary stays, the version rises."""
    suite = read_suite(paths)
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
        assignments=assignments,
    )


def reference_digest(suite: SuitePaths, item: str) -> str:
    """Of an item's reference, by which a lineage knows it again."""
    return files_digest(read_files(suite.item(item).reference))


def _refuse_of_models(projects: Sequence[Project], what: str) -> None:
    made = [project.id for project in projects if project.is_specified_by_model]
    if made:
        raise AuthorError(
            f"{', '.join(made)}: made by models, and suites are {what} out of a catalog, which knows nothing of them. "
            "Give --author model, so that a model writes what they are made of."
        )


def next_version(version: str, part: str) -> str:
    """The version after `version`: its major or minor part raised."""
    major, minor, _ = _numbers(version)
    return f"{major + 1}.0.0" if part == "major" else f"{major}.{minor + 1}.0"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


def _recipe(project: Project) -> Recipe:
    return Recipe(id=project.id, seed=project.seed, parameters=project.parameters)
