"""New versions of a suite: fresh variants of its items, by the catalog or by models."""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from agents.authoring.events import Hear, unheard
from agents.authoring.planning.agent import given, item_random_seed, made_from
from agents.authoring.planning.by_model import open_parameters
from agents.authoring.planning.seeding import SeedWriter, gaps
from pipeline.graph.spec import AuthoringSpec, ReferenceBy, suite_canary
from plans.contracts.authoring import Refresher
from plans.contracts.models import Model
from plans.digests import files_digest
from plans.errors import AuthorError
from plans.files import read_record
from plans.items import read_files, read_project, read_suite
from plans.patches import reference_of
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.seed import Assignment, Recipe, Seed
from plans.records.suite import Lineage, Suite
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


CHANGED = ("subject", "names", "data", "wording", "code")
"""What a variant that a model makes of another request shares with its parent nothing of."""


async def grown_by_model(
    paths: SuitePaths,
    model: Model,
    n: int,
    *,
    random_seed: int,
    gate: str,
    reference_by: ReferenceBy,
    hear: Hear = unheard,
) -> AuthoringSpec:
    """What has to be authored to add `n` items where the plan is covered least, each of a request that is written for
    its gap. Raises AuthorError for a suite of a catalog, GivenUp, and what a Model raises.
    """
    existing = read_own(paths)
    _refuse_of_catalogs(existing, "grown")
    plan = read_record(paths.plan, Plan)
    writer = SeedWriter(model, plan, random_seed, hear)
    known = [project.seed.seed for project in existing]
    assignments: list[Assignment] = []
    for settled in gaps(plan, [project.parameters for project in existing], n, random_seed):
        made = await writer.seed(settled, known, [seed.id for seed in known])
        known.append(made.value)
        assignments.append(Assignment(seed=made.value, settled=settled))
    return _by_model(grown(paths, tuple(assignments), random_seed, gate), reference_by)


async def refreshed_by_model(
    new: NewVersion,
    model: Model,
    *,
    random_seed: int,
    gate: str,
    reference_by: ReferenceBy,
    hear: Hear = unheard,
) -> AuthoringSpec:
    """What has to be authored for the new version: of each item one of another request, whose parameters are those of
    its parent. Raises as `grown_by_model`.
    """
    projects = new.projects
    _refuse_of_catalogs(projects, "refreshed")
    plan = read_record(new.old.plan, Plan)
    writer = SeedWriter(model, plan, random_seed, hear)
    known = [project.seed.seed for project in projects]
    ids = [seed.id for seed in known]
    assignments: list[Assignment] = []
    for project in projects:
        seed = await _variant(writer, project, plan, known, ids)
        known.append(seed)
        ids.append(seed.id)
        lineage = Lineage(
            parent=project.id,
            parent_suite=new.parent_suite,
            changed=CHANGED,
            reference_digest=reference_digest(new.old, project.id),
        )
        assignments.append(Assignment(seed=seed, settled=_settled(project, plan), lineage=lineage))
    return _by_model(new.spec(tuple(assignments), random_seed, gate), reference_by)


async def _variant(
    writer: SeedWriter, project: Project, plan: Plan, known: Sequence[Seed], ids: Sequence[str]
) -> Seed:
    made = await writer.seed(_settled(project, plan), known, ids, project.seed.seed)
    return made.value


def _settled(project: Project, plan: Plan) -> dict[str, JsonValue]:
    """What the parent has of the plan's parameters, but for what is counted on the finished item."""
    values = project.parameters.values
    names = ("category", *(one.name for one in open_parameters(plan)))
    return {name: values[name] for name in names if name in values}


def _by_model(spec: AuthoringSpec, reference_by: ReferenceBy) -> AuthoringSpec:
    return spec.model_copy(update={"author": "model", "reference_by": reference_by})


def _refuse_of_catalogs(projects: Sequence[Project], what: str) -> None:
    made = [project.id for project in projects if not project.is_specified_by_model]
    if made:
        raise AuthorError(
            f"{', '.join(made)}: made out of a catalog, within a plan that says what of the catalog there may be, so "
            f"the suite is {what} out of it too. Leave --author model out."
        )
