"""Prompts of authoring as they would be sent: each made by the agent that sends it, for a model that only keeps it."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from agents.authoring.evaluation.by_model import ModelEvaluator
from agents.authoring.generation.by_model import AccessibleMaker, ModelMaker
from agents.authoring.generation.craft import Asking, Craft, Orders
from agents.authoring.generation.files import shown
from agents.authoring.generation.independents import Adjudicator
from agents.authoring.generation.mutants import Defects, patched_defects
from agents.authoring.generation.pages import PageCraft
from agents.authoring.generation.patches import PRDPatch, listed_requirements
from agents.authoring.generation.programs.craft import ProgramCraft
from agents.authoring.generation.programs.unit_tests import wanted_tests
from agents.authoring.generation.reference_by_agent import ByAgent
from agents.authoring.generation.references import ByReply, Complaints, Job, Standing
from agents.authoring.generation.varying import ModelVarier
from agents.authoring.material import TASK, Material
from agents.authoring.planning.by_model import ModelPlanner
from agents.authoring.planning.seeding import SeedWriter, gaps
from agents.authoring.verification.reading.answers import read_definitions
from agents.authoring.verification.reading.reader import ModelReader
from agents.authoring.ways import Way
from agents.authoring.writing import Patching, Read, Writer, sent_back
from agents.gateway.scripted import Asked, AskedOnly, NotAnswered
from plans.errors import AuthorError
from plans.families import family_named, generator
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.feedback import LeakPolicy
from plans.records.model_call import Message, ModelCall, asked_shape
from plans.records.model_settings import Role
from plans.records.plan import TaskSpecification
from plans.records.project import Part, PartFault, Scheme
from plans.records.seed import Assignment
from plans.records.specification import Underspecification
from plans.records.verdict import Judgement, JudgeRequest, OutcomeVerdict, Status, TaskVerdict

FAULT = "(what failed, as the judge saw it)"
"""Stands for what nobody knows before something was judged."""

_MakerAndMender = ModelMaker | AccessibleMaker
Shower = Callable[[Material], Coroutine[Any, Any, Asked]]
"""Has one prompt made; raises AuthorError where the item has no use for it."""


def showers(way: Way) -> Mapping[Role, Mapping[str, Shower]]:
    """Role → step → what makes its prompt, for items that are tried in this way."""
    checks = [check.name for check in read_definitions(way).checks]
    return {
        "planner": {"plan": _plan, "replan": _replan, "seed": _seed, "new-seed": _new_seed},
        "generator": {
            "prd": _made(lambda maker, one: maker.prd(one.recipe)),
            "query": _made(lambda maker, one: maker.query(one.recipe, one.project.prd)),
            "criteria": _made(
                lambda maker, one: maker.criteria(one.recipe, one.project.prd, one.project.query)
            ),
            "tests": _tests,
            "reference": _made(lambda maker, one: maker.reference(one.specified, "")),
            "repair": _repair,
            "restyled": _restyled,
            "mutants": _made(lambda maker, one: maker.mutants(one.specified, one.built)),
            "patch-prd": _made(
                lambda maker, one: maker.mended_prd(one.recipe, one.project.prd, [_fault("prd")])
            ),
            "patch-query": _made(
                lambda maker, one: maker.mended_query(
                    one.recipe, one.project.prd, one.project.query, [_fault("query")]
                )
            ),
            "patch-criteria": _made(
                lambda maker, one: maker.mended_criteria(
                    one.recipe,
                    one.project.prd,
                    one.project.query,
                    Scheme(criteria=one.project.criteria, grader=one.project.grader),
                    [_fault("criteria")],
                )
            ),
            "patch-mutants": _patched_mutants,
            "mend": _mend,
        },
        "verifier": {**{name: _reading(name) for name in checks}, "adjudicate": _adjudicate},
        "evaluator": {"weigh": _weigh},
        "coder": {"reference": _reference_by_agent},
    }


async def first_asked(ask: Callable[[AskedOnly], Awaitable[object]]) -> Asked:
    """The first call that comes of some work for which no model answers."""
    model = AskedOnly()
    with suppress(NotAnswered):
        await ask(model)
    return model.asked[0]


def missed_task(item: Material) -> TaskVerdict:
    """The item's first task as a judge would have failed it."""
    task = item.project.criteria.tasks[0]
    return TaskVerdict(
        task=task.id,
        status=Status.FAILED,
        reason=FAULT,
        outcomes=tuple(
            OutcomeVerdict(outcome=one.id, status=Status.FAILED, reason=FAULT) for one in task.outcomes
        ),
    )


class _Unasked:
    """Implements plans.contracts.judging.Judge where a prompt is made before anything is judged."""

    name = "unasked"
    digest = sandbox_digest = ""
    versions: Mapping[str, str] = {}

    async def judge(self, request: JudgeRequest) -> Judgement:
        raise AssertionError(f"{request.item} was to be judged before a model was asked")


class _Told:
    """Implements plans.contracts.coding.CodeAgent: it keeps what it is told and does not work."""

    spec = AgentSpec(name="shown", kind="shown", version="1")

    def __init__(self) -> None:
        self.message = ""

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        self.message = brief.message
        raise NotAnswered


async def _plan(item: Material) -> Asked:
    return await first_asked(lambda model: _planner(model, item).plan())


async def _replan(item: Material) -> Asked:
    return await first_asked(
        lambda model: _planner(model, item).redone_plan(item.plan, ("(a reviewer's note)",))
    )


async def _seed(item: Material) -> Asked:
    assignment = Assignment(seed=item.project.seed.seed)
    return await first_asked(lambda model: _planner(model, item).recipe(assignment, item.plan))


async def _new_seed(item: Material) -> Asked:
    [settled] = gaps(item.plan, [item.project.parameters], 1, 0)
    known = [item.project.seed.seed]
    return await first_asked(lambda model: SeedWriter(model, item.plan, 0).seed(settled, known, ()))


def _planner(model: AskedOnly, item: Material) -> ModelPlanner:
    specification = TaskSpecification(task=item.plan.task)
    family = generator(item.plan.family).plan()
    return ModelPlanner(model, family, specification, [item.project.seed.seed], 0)


def _made(part: Callable[[_MakerAndMender, Material], Awaitable[object]]) -> Shower:
    async def shown(item: Material) -> Asked:
        return await first_asked(lambda model: part(_maker(model, item), item))

    return shown


def _maker(model: AskedOnly, item: Material) -> _MakerAndMender:
    def plan():
        return item.plan

    maker = ModelMaker(model, _Unasked(), (), plan, item.way)
    return AccessibleMaker(maker, plan) if family_named(item.plan.family).has_clause else maker


def _craft(item: Material) -> Craft:
    return PageCraft() if item.way == "browser" else ProgramCraft(_Unasked())


def _asking(model: AskedOnly, item: Material) -> Asking:
    writer = Writer(model, "generator", "agents.authoring.generation", item.way)
    complaints = Complaints((), lambda: item.plan)
    return Asking(writer, Orders(lambda: item.plan, item.way), complaints.of_scheme)


async def _tests(item: Material) -> Asked:
    if item.way == "browser" or not wanted_tests(item.project.criteria):
        raise AuthorError(
            f"No task of {item.project.id!r} is tried by unit tests, so nobody is asked for any."
        )
    craft, one = ProgramCraft(_Unasked()), item.specified
    return await first_asked(
        lambda model: craft.tests(_asking(model, item), one.recipe, one.prd, one.query, one.scheme)
    )


async def _repair(item: Material) -> Asked:
    async def asked(model: AskedOnly) -> None:
        asking = _asking(model, item)
        opens = ByReply(asking.writer, _craft(item), asking.orders, Complaints((), lambda: item.plan))
        with opens(Job(item.specified, "")) as writer:
            await writer.mended(Standing(item.built.reference, item.specified.scheme), [FAULT], 1)

    return await first_asked(asked)


def _fault(part: Part) -> PartFault:
    return PartFault(part=part, message=FAULT)


async def _patched_mutants(item: Material) -> Asked:
    craft, one = _craft(item), item.specified
    scheme = Scheme(criteria=one.criteria, grader=one.grader)
    planted = [{"id": "a-mutant", "task": TASK, "description": "(the defect)", "patch": "(its patch)"}]

    async def unread(defects: Defects) -> Read[Defects]:
        raise AssertionError("nobody answers")

    async def asked(model: AskedOnly) -> None:
        asking = _asking(model, item)
        files = shown(item.built.reference)
        order = asking.orders.patch(
            "mutants", one.recipe, [FAULT], one.prd, planted=planted, files=files, **craft.shown(scheme)
        )
        patching = Patching(craft.mutants_patch, patched_defects)
        await asking.writer.patched(order, Defects([]), patching, unread)

    return await first_asked(asked)


async def _mend(item: Material) -> Asked:
    """What any answer is sent back with that a program finds fault with, here that of the PRD."""
    first = await first_asked(lambda model: _maker(model, item).prd(item.recipe))
    again = sent_back("(what was answered)", [FAULT], listed_requirements(item.project.prd))
    messages = (*first.call.messages, *again)
    return Asked(first.call.model_copy(update={"messages": messages}), asked_shape(PRDPatch))


async def _restyled(item: Material) -> Asked:
    if item.way == "commands":
        raise AuthorError(f"{item.project.id!r} is a program, of which there is no second rendering.")
    return await first_asked(
        lambda model: ModelVarier(model, _Unasked(), (), lambda: item.plan, item.way).restyled(
            item.specified, item.built, ""
        )
    )


async def _reference_by_agent(item: Material) -> Asked:
    agent = _Told()
    orders = Orders(lambda: item.plan, item.way)
    opens = ByAgent(agent, _craft(item), orders, Complaints((), lambda: item.plan))
    with opens(Job(item.specified, "")) as writer, suppress(NotAnswered):
        await writer.first()
    return told_to_coder(agent.message, "reference", item)


def told_to_coder(message: str, stage: str, item: Material) -> Asked:
    """The first message of a code agent, which adds its own words and tools to it."""
    messages = (Message(role="user", text=message),)
    return Asked(ModelCall(role="coder", messages=messages, stage=stage, project=item.project.id), None)


def _reading(name: str) -> Shower:
    async def shown(item: Material) -> Asked:
        model = AskedOnly()
        await ModelReader(model, item.way).read(item.project)
        marked = f"**{name}**"
        return next(one for one in model.asked if marked in one.call.messages[-1].text)

    return shown


async def _adjudicate(item: Material) -> Asked:
    seen = item.project.query.at(Underspecification.LOW).text
    files = item.built.reference
    return await first_asked(
        lambda model: Adjudicator(model, item.way).ruled(item.project, seen, files, [missed_task(item)], 1)
    )


async def _weigh(item: Material) -> Asked:
    one = item.project
    return await first_asked(
        lambda model: ModelEvaluator(model, item.way, LeakPolicy.SYMPTOM, 3).evaluate(
            one.id, one.prd, one.query, one.criteria
        )
    )
