"""Prompts of authoring as they would be sent: each made by the agent that sends it, for a model that only keeps it."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from agents.authoring.evaluation.by_model import ModelEvaluator, Weighing
from agents.authoring.generation.by_model import AccessibleMaker, ModelMaker
from agents.authoring.generation.craft import Craft, Orders, WriterRequest
from agents.authoring.generation.files import shown
from agents.authoring.generation.independents import Adjudicator
from agents.authoring.generation.mutants import Defects, mutants_order, patched_defects
from agents.authoring.generation.pages import PageCraft
from agents.authoring.generation.patches import PRDPatch, listed_requirements
from agents.authoring.generation.programs.craft import ProgramCraft
from agents.authoring.generation.programs.criteria import wanted_tests
from agents.authoring.generation.reference_by_agent import ByAgent
from agents.authoring.generation.references import ByReply, Complaints, CurrentReference, Job, ReferenceWriter
from agents.authoring.generation.shapes import WrittenFile
from agents.authoring.generation.varying import ModelVarier, WrittenRestyling
from agents.authoring.instances.author import FamilyAuthor
from agents.authoring.instances.trials import FamilyTrials
from agents.authoring.material import TASK, ItemMaterial
from agents.authoring.planning.by_model import ModelPlanner
from agents.authoring.planning.seeding import SeedWriter, gaps
from agents.authoring.verification.reading.answers import Quoted, ReaderFindings, read_definitions
from agents.authoring.verification.reading.reader import ModelReader
from agents.authoring.writing import AuthoringMode, Patching, ReadAnswer, Writer, sent_back
from agents.families.folder import PARTS
from agents.gateway.prompts import CapturedCall, NotAnswered, PromptCapture
from agents.sandbox.roster import make_sandbox
from plans.contracts.runs import Judge
from plans.digests import value_digest
from plans.errors import AuthorError
from plans.families import family_named, generator
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.criteria import EvaluationTask
from plans.records.feedback import LeakPolicy
from plans.records.model_call import Message, ModelCall, Shape, asked_shape
from plans.records.model_settings import ModelRole
from plans.records.plan import TaskSpecification
from plans.records.project import Mutant, PartFault, PlantedMutant, ProjectPart, Scheme
from plans.records.seed import Assignment
from plans.records.specification import Underspecification
from plans.records.verdict import Judgement, JudgeRequest, OutcomeVerdict, Status, TaskVerdict

FAULT = "(what failed, as the judge saw it)"
"""Stands for what nobody knows before something was judged."""

_MakerAndMender = ModelMaker | AccessibleMaker


Shower = Callable[[ItemMaterial], Coroutine[Any, Any, CapturedCall]]
"""Has one prompt made; raises AuthorError where the item has no use for it."""
Shown = Callable[[], Coroutine[Any, Any, CapturedCall]]
"""The same where all that it is made of is known already."""


def showers(way: AuthoringMode) -> Mapping[ModelRole, Mapping[str, Shower]]:
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
            "restyled-again": _restyled_again,
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
        "verifier": {
            **{name: _reading(name) for name in checks},
            "requote": _requote,
            "adjudicate": _adjudicate,
        },
        "evaluator": {"weigh": _weigh, "weigh-again": _weigh_again},
        "coder": {"reference": _reference_by_agent, "reference-again": _reference_again},
    }


def instance_showers(family: str) -> Mapping[ModelRole, Mapping[str, Shown]]:
    """Role → step → what makes its prompt, for the agents that write a family of instances of this name."""
    coded: dict[ModelRole, dict[str, Shown]] = {
        part.role: {
            "design": _written(family, lambda author, stage=stage: author.design(stage, _THERE)),
            "code": _written(family, lambda author, stage=stage: author.code(stage, _THERE)),
        }
        for stage, part in PARTS.items()
    }
    planner: dict[ModelRole, dict[str, Shown]] = {
        "planner": {"plan": _written(family, lambda author: author.plan())}
    }
    return {**planner, **coded}


async def first_asked(ask: Callable[[PromptCapture], Awaitable[object]]) -> CapturedCall:
    """The first call that comes of some work for which no model answers."""
    model = PromptCapture()
    with suppress(NotAnswered):
        await ask(model)
    return model.asked[0]


async def asked_again(ask: Callable[[PromptCapture], Awaitable[object]], *answers: Shape) -> CapturedCall:
    """The first call of the work in which an answer is sent back; `answers` are those that it gets before."""
    model = PromptCapture(answers)
    with suppress(NotAnswered):
        await ask(model)
    return next(one for one in model.asked if any(said.role == "assistant" for said in one.call.messages))


def missed_task(item: ItemMaterial) -> TaskVerdict:
    """The item's first task as a judge would have failed it."""
    return missed(item.project.criteria.tasks[0])


def missed(task: EvaluationTask) -> TaskVerdict:
    """A task as a judge would have failed it."""
    return TaskVerdict(
        task=task.id,
        status=Status.FAILED,
        reason=FAULT,
        outcomes=tuple(
            OutcomeVerdict(outcome=one.id, status=Status.FAILED, reason=FAULT) for one in task.outcomes
        ),
    )


class _Unasked:
    """Implements plans.contracts.runs.Judge where a prompt is made before anything is judged."""

    name = "unasked"
    digest = sandbox_digest = ""
    versions: Mapping[str, str] = {}

    async def judge(self, request: JudgeRequest) -> Judgement:
        raise AssertionError(f"{request.item} was to be judged before a model was asked")


class _SeesNothing(_Unasked):
    """Implements plans.contracts.runs.Judge where a prompt tells what did not pass: all of it."""

    async def judge(self, request: JudgeRequest) -> Judgement:
        return Judgement(
            item=request.item,
            graded_digest=value_digest([]),
            submission_digest=value_digest([]),
            judge=self.name,
            judge_digest=value_digest([]),
            tasks=tuple(map(missed, request.criteria.tasks[:1])),
        )


class _Told:
    """Implements plans.contracts.coding.CodeAgent: it keeps what it is told and does not work."""

    spec = AgentSpec(name="shown", kind="shown", version="1")

    def __init__(self) -> None:
        self.message = ""

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        self.message = brief.message
        raise NotAnswered


async def _plan(item: ItemMaterial) -> CapturedCall:
    return await first_asked(lambda model: _planner(model, item).plan())


async def _replan(item: ItemMaterial) -> CapturedCall:
    return await first_asked(
        lambda model: _planner(model, item).redone_plan(item.plan, ("(a reviewer's note)",))
    )


async def _seed(item: ItemMaterial) -> CapturedCall:
    assignment = Assignment(seed=item.project.seed.seed)
    return await first_asked(lambda model: _planner(model, item).recipe(assignment, item.plan))


async def _new_seed(item: ItemMaterial) -> CapturedCall:
    [settled] = gaps(item.plan, [item.project.parameters], 1, 0)
    known = [item.project.seed.seed]
    return await first_asked(lambda model: SeedWriter(model, item.plan, 0).seed(settled, known, ()))


def _planner(model: PromptCapture, item: ItemMaterial) -> ModelPlanner:
    specification = TaskSpecification(task=item.plan.task)
    family = generator(item.plan.family).plan()
    return ModelPlanner(model, family, specification, [item.project.seed.seed], 0)


def _made(part: Callable[[_MakerAndMender, ItemMaterial], Awaitable[object]]) -> Shower:
    async def shown(item: ItemMaterial) -> CapturedCall:
        return await first_asked(lambda model: part(_maker(model, item), item))

    return shown


def _maker(model: PromptCapture, item: ItemMaterial) -> _MakerAndMender:
    def plan():
        return item.plan

    maker = ModelMaker(model, _Unasked(), (), plan, item.way)
    return AccessibleMaker(maker, plan) if family_named(item.plan.family).has_clause else maker


def _craft(item: ItemMaterial) -> Craft:
    return PageCraft(_Unasked()) if item.way == "browser" else ProgramCraft(_Unasked())


def _asking(model: PromptCapture, item: ItemMaterial) -> WriterRequest:
    writer = Writer(model, "generator", "agents.authoring.generation", item.way)
    complaints = Complaints((), lambda: item.plan)
    return WriterRequest(writer, Orders(lambda: item.plan, item.way), complaints.of_scheme)


async def _tests(item: ItemMaterial) -> CapturedCall:
    if item.way == "browser" or not wanted_tests(item.project.criteria):
        raise AuthorError(
            f"No task of {item.project.id!r} is tried by unit tests, so nobody is asked for any."
        )
    craft, one = ProgramCraft(_Unasked()), item.specified
    return await first_asked(
        lambda model: craft.tests(_asking(model, item), one.recipe, one.prd, one.query, one.scheme)
    )


async def _repair(item: ItemMaterial) -> CapturedCall:
    async def asked(model: PromptCapture) -> None:
        asking = _asking(model, item)
        opens = ByReply(asking.writer, _craft(item), asking.orders, Complaints((), lambda: item.plan))
        with opens(Job(item.specified, "")) as writer:
            await writer.mended(CurrentReference(item.built.reference, item.specified.scheme), [FAULT], 1)

    return await first_asked(asked)


def _fault(part: ProjectPart) -> PartFault:
    return PartFault(part=part, message=FAULT)


async def _patched_mutants(item: ItemMaterial) -> CapturedCall:
    craft, one = _craft(item), item.specified
    scheme = Scheme(criteria=one.criteria, grader=one.grader)
    about = Mutant(id="a-mutant", description="(the defect)", kills=(TASK,), operator="removed")
    defects = Defects([PlantedMutant(mutant=about, patch="(its patch)")])

    async def unread(defects: Defects) -> ReadAnswer[Defects]:
        raise AssertionError("nobody answers")

    async def asked(model: PromptCapture) -> None:
        asking = _asking(model, item)
        files = shown(item.built.reference)
        order = mutants_order(asking.orders, one, defects, [FAULT], files, craft.shown(scheme))
        patching = Patching(craft.mutants_patch, patched_defects)
        await asking.writer.patched(order, defects, patching, unread)

    return await first_asked(asked)


async def _mend(item: ItemMaterial) -> CapturedCall:
    """What any answer is sent back with that a program finds fault with, here that of the PRD."""
    first = await first_asked(lambda model: _maker(model, item).prd(item.recipe))
    again = sent_back("(what was answered)", [FAULT], listed_requirements(item.project.prd))
    messages = (*first.call.messages, *again)
    return CapturedCall(first.call.model_copy(update={"messages": messages}), asked_shape(PRDPatch))


async def _restyled(item: ItemMaterial) -> CapturedCall:
    return await first_asked(lambda model: _second_rendering(model, _Unasked(), item))


async def _restyled_again(item: ItemMaterial) -> CapturedCall:
    page = WrittenFile(path="index.html", content="<!doctype html><title>(the second rendering)</title>")
    model = PromptCapture([WrittenRestyling(files=[page])])
    with suppress(NotAnswered):
        await _second_rendering(model, _SeesNothing(), item)
    return model.asked[-1]


async def _second_rendering(model: PromptCapture, judge: Judge, item: ItemMaterial) -> object:
    if item.way == "commands":
        raise AuthorError(f"{item.project.id!r} is a program, of which there is no second rendering.")
    varier = ModelVarier(model, judge, (), lambda: item.plan, item.way)
    return await varier.restyled(item.specified, item.built, "")


async def _reference_by_agent(item: ItemMaterial) -> CapturedCall:
    return await _told_in_workspace(item, "reference", lambda writer: writer.first())


async def _reference_again(item: ItemMaterial) -> CapturedCall:
    standing = CurrentReference(item.built.reference, item.specified.scheme)
    return await _told_in_workspace(
        item, "reference-again", lambda writer: writer.mended(standing, [FAULT], 1)
    )


async def _told_in_workspace(
    item: ItemMaterial, step: str, write: Callable[[ReferenceWriter], Awaitable[object]]
) -> CapturedCall:
    agent = _Told()
    orders = Orders(lambda: item.plan, item.way)
    opens = ByAgent(agent, _craft(item), orders, Complaints((), lambda: item.plan))
    with opens(Job(item.specified, "")) as writer, suppress(NotAnswered):
        await write(writer)
    return told_to_coder(agent.message, step, item)


def told_to_coder(message: str, stage: str, item: ItemMaterial) -> CapturedCall:
    """The first message of a code agent, which adds its own words and tools to it."""
    messages = (Message(role="user", text=message),)
    return CapturedCall(
        ModelCall(role="coder", messages=messages, stage=stage, project=item.project.id), None
    )


def _reading(name: str) -> Shower:
    async def shown(item: ItemMaterial) -> CapturedCall:
        model = PromptCapture()
        await ModelReader(model, item.way).read(item.project)
        marked = f"**{name}**"
        return next(one for one in model.asked if marked in one.call.messages[-1].text)

    return shown


async def _requote(item: ItemMaterial) -> CapturedCall:
    """What a reading of any check is sent back with that quotes what is not there."""
    quoted = Quoted(artifact="prd", words="(words that do not stand there)")
    reading = ReaderFindings(faults=[], evidence=[quoted], verdict="holds")
    return await asked_again(lambda model: ModelReader(model, item.way).read(item.project), reading)


async def _adjudicate(item: ItemMaterial) -> CapturedCall:
    seen = item.project.query.at(Underspecification.LOW).text
    files = item.built.reference
    return await first_asked(
        lambda model: Adjudicator(model, item.way).ruled(item.project, seen, files, [missed_task(item)], 1)
    )


async def _weigh(item: ItemMaterial) -> CapturedCall:
    return await first_asked(lambda model: _weighed(model, item))


async def _weigh_again(item: ItemMaterial) -> CapturedCall:
    nothing = Weighing(tasks=[], doubts=[], feedback="symptom", feedback_reason="")
    return await asked_again(lambda model: _weighed(model, item), nothing)


async def _weighed(model: PromptCapture, item: ItemMaterial) -> object:
    one = item.project
    evaluator = ModelEvaluator(model, item.way, LeakPolicy.SYMPTOM, 3)
    return await evaluator.evaluate(one.id, one.prd, one.query, one.criteria)


_THERE: Mapping[str, str] = {"plan.yaml": "# (the plan, and what else was approved before)"}


def _written(family: str, part: Callable[[FamilyAuthor], Awaitable[object]]) -> Shown:
    specification = TaskSpecification(task="(what the benchmark is to measure)")
    # Code is tried once it is written, which it never is here.
    trials = FamilyTrials(make_sandbox())
    return lambda: first_asked(lambda model: part(FamilyAuthor(model, family, specification, trials)))
