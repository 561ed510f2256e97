"""Which prompts there are, by role and step, and each as it would be sent about an item."""

from collections.abc import Mapping

from agents.authoring.material import Material, Parts, material
from agents.authoring.shown_prompts import Shower, first_asked, missed_task, showers, told_to_coder
from agents.authoring.ways import way_of
from agents.coding.prompting import JinjaPrompter
from agents.gateway.scripted import Asked
from agents.users.model_user import ModelUser
from agents.users.personas import DEFAULT
from pipeline.runner.messages import independent_words
from plans.digests import value_digest
from plans.files import read_record
from plans.items import read_files, read_grader
from plans.paths import ItemPaths, SuitePaths
from plans.records.criteria import Criteria
from plans.records.feedback import LeakPolicy
from plans.records.model_settings import Role
from plans.records.plan import ItemParameters, Plan
from plans.records.seed import ItemSeed
from plans.records.specification import PRD, Query
from plans.records.verdict import Judgement

CANARY = "(the suite's canary)"


Steps = Mapping[Role, Mapping[str, Shower]]
"""Role → step → what makes its prompt."""


def prompt_steps(family: str) -> Steps:
    """The prompts about items of the family; AuthorError where there is no such family."""
    of_authors = showers(way_of(family))
    to_coders: Mapping[str, Shower] = {"request": _request, "feedback": _later}
    to_users: Mapping[str, Shower] = {"feedback": _feedback}
    return {**of_authors, "coder": {**of_authors["coder"], **to_coders}, "user": to_users}


def item_material(family: str, suite: SuitePaths | None, item: ItemPaths | None) -> Material:
    """What there is of an item and its suite, with placeholders for the rest; raises InvalidFile."""
    plan = suite.plan if suite and suite.plan.exists() else suite.plan_draft if suite else None
    return material(family, read_record(plan, Plan) if plan and plan.exists() else None, _parts(item))


def _parts(item: ItemPaths | None) -> Parts:
    if item is None:
        return Parts()
    grader = item.grader if item.grader.exists() else item.scheme
    return Parts(
        id=item.root.resolve().name,
        seed=read_record(item.seed, ItemSeed) if item.seed.exists() else None,
        parameters=read_record(item.parameters, ItemParameters) if item.parameters.exists() else None,
        prd=read_record(item.prd, PRD) if item.prd.exists() else None,
        query=read_record(item.query, Query) if item.query.exists() else None,
        criteria=read_record(item.criteria, Criteria) if item.criteria.exists() else None,
        grader=read_grader(grader),
        reference=read_files(item.reference) if item.reference.exists() else None,
    )


async def _request(item: Material) -> Asked:
    told = independent_words(JinjaPrompter(), item.project, item.plan.family, CANARY)
    return told_to_coder(told.first, "request", item)


async def _later(item: Material) -> Asked:
    told = independent_words(JinjaPrompter(), item.project, item.plan.family, CANARY)
    return told_to_coder(told.again("(what the simulated user says)"), "feedback", item)


async def _feedback(item: Material) -> Asked:
    judgement = Judgement(
        item=item.project.id,
        graded_digest=value_digest([]),
        hand_in_digest=value_digest([]),
        judge="shown",
        judge_digest=value_digest([]),
        tasks=(missed_task(item),),
    )
    return await first_asked(
        lambda model: ModelUser(model, DEFAULT).feedback(
            judgement,
            item.project.criteria,
            item.project.prd,
            LeakPolicy.SYMPTOM,
            round=1,
            random_seed=0,
        )
    )
