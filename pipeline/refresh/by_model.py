"""Growing and making afresh a suite that models made: a model writes the seeds, and a program says what they lack."""

from collections.abc import Sequence

from pydantic import JsonValue

from agents.authoring.events import Hear, unheard
from agents.authoring.planning.by_model import open_parameters
from agents.authoring.planning.gaps import gaps
from agents.authoring.planning.seeding import SeedWriter
from pipeline.graph.spec import AuthoringSpec, ReferenceBy
from pipeline.refresh.refreshing import NewVersion, grown, read_own, reference_digest
from plans.contracts.models import Model
from plans.errors import AuthorError
from plans.files import read_record
from plans.paths import SuitePaths
from plans.records.assignment import Assignment
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.seed import Seed
from plans.records.suite import Lineage

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
