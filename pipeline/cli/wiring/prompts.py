"""Prompts by role and step, each as it would be sent.

Each is made by the agent that sends it, for a model that only keeps what it is asked. An answer that is sent back, and
what nobody knows before something was run, are placeholders in brackets.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from agents.authoring.material import ItemMaterial, Parts, material
from agents.authoring.shown_prompts import (
    FAULT,
    Shown,
    asked_again,
    first_asked,
    instance_showers,
    missed,
    missed_task,
    showers,
    told_to_coder,
)
from agents.authoring.verification.asking.asker import ModelAsker
from agents.authoring.writing import way_of
from agents.browser.atlas import Atlas, Screen
from agents.browser.snapshot import Element, Rectangle, Snapshot, TextRun
from agents.coding.minimal.agent import MinimalAgent
from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import TurnLimits
from agents.gateway.gateway import Ready, check_call
from agents.gateway.prompts import CapturedCall, NotAnswered, PromptCapture, fill
from agents.judging.commands.adapting.exploring import Explored
from agents.judging.commands.adapting.meaning import asked_of
from agents.judging.commands.adapting.proposing import Proposer
from agents.judging.commands.adapting.starting import StartCommand
from agents.judging.commands.decisions import ByProgram, PointsDecision
from agents.judging.commands.reading.reader import Score, TranscriptReader
from agents.judging.commands.reading.showing import shown
from agents.judging.commands.running import Bench, CommandSettings, ExecutedCommand, Transcript
from agents.judging.pool import WorkerPool
from agents.judging.ui_model.judge import ModelJudge, judge_model
from agents.judging.wire import ExploreRequest, JudgeSettings, Stuck, TaskRequest, WorkerReply, WorkerSetup
from agents.sandbox.roster import make_sandbox
from agents.solving.model import ModelAnswerJudge, ModelSolver
from agents.users.model_user import ModelUser, SaidMessage
from agents.users.personas import DEFAULT
from pipeline.runner.messages import first_message, independent_words, next_message
from pipeline.runner.run_folder import PlayMode, usual_mode
from plans.digests import value_digest
from plans.errors import AuthorError
from plans.families import FAMILIES, family_code
from plans.files import read_record
from plans.items import read_files, read_grader
from plans.paths import ItemPaths, SuitePaths
from plans.records.code_agent import AgentSpec, Brief
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback, LeakPolicy
from plans.records.instance import AnswerQuestion, DrawnInstance, Instance
from plans.records.model_call import AskedShape, ModelCall, ModelReply, asked_shape
from plans.records.model_settings import ROLES, ModelRole
from plans.records.plan import ItemParameters, Plan
from plans.records.run import CodeAgentPlay, RunSpec, SuiteRef
from plans.records.seed import ItemSeed
from plans.records.specification import PRD, Query, Underspecification
from plans.records.steps import Expect
from plans.records.verdict import Judgement, JudgeRequest, OutcomeCause, World
from plans.scratch import scratch
from plans.stratified import sampled

CANARY = "(the suite's canary)"
FEEDBACK = "(what the simulated user says)"
SCREEN = "(what the app shows)"
ANSWER = "(what was answered)"
REQUESTS = ("request", "request-free", "request-mirror")
MINIMAL = ("minimal", "minimal-again")


class PromptBook(NamedTuple):
    """All prompts about one item, or about the instances of a family."""

    about: str
    """Id of the item; of instances the family."""
    placeholders: tuple[str, ...]
    """What placeholders stand for."""
    steps: Mapping[ModelRole, Mapping[str, Shown]]
    with_request: frozenset[str] = frozenset()
    """Steps of the role coder that show the request, at one of its levels."""


def prompt_book(
    family: str,
    suite: SuitePaths | None = None,
    item: ItemPaths | None = None,
    level: Underspecification | None = None,
) -> PromptBook:
    """The prompts of a family, made of what there is of an item and its suite; `level`: of the request, as `run` takes
    it.

    Raises AuthorError where there is no such family, and InvalidFile.
    """
    checks: dict[ModelRole, dict[str, Shown]] = {role: _of_connection(role) for role in ROLES}
    if family not in FAMILIES:
        if item is not None:
            raise AuthorError(
                f"The family {family!r} has instances, and prompts about them are shown of one that is drawn anew. "
                "Leave out --item; `benchwright instances show SUITE --item ID` prints an instance of a suite."
            )
        instance = _instance(family)
        own: Mapping[ModelRole, Mapping[str, Shown]] = _of_instances(family, instance)
        placeholders = ("plan", "modules", "answer", *(["pictures"] if _has_pictures(family) else []))
        return PromptBook(family, placeholders, _joined(instance_showers(family), own, checks))
    about = _material(family, suite, item)
    of_authors: dict[ModelRole, dict[str, Shown]] = {
        role: {step: partial(show, about) for step, show in known.items()}
        for role, known in showers(way_of(family)).items()
    }
    mode = "query" if level else usual_mode(family)
    with_request = (*REQUESTS, *(MINIMAL if mode == "query" else ()))
    of_runs = _of_runs(about, mode, level or Underspecification.MEDIUM)
    return PromptBook(
        about.project.id,
        about.placeholders,
        _joined(of_authors, of_runs, _of_judges(about), checks),
        frozenset(with_request),
    )


def _joined(*books: Mapping[ModelRole, Mapping[str, Shown]]) -> Mapping[ModelRole, Mapping[str, Shown]]:
    return {
        role: {step: show for book in books for step, show in book.get(role, {}).items()} for role in ROLES
    }


def _material(family: str, suite: SuitePaths | None, item: ItemPaths | None) -> ItemMaterial:
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


def _of_connection(role: ModelRole) -> dict[str, Shown]:
    """What any role is asked: whether its model answers; and what an answer in no shape is sent back with."""

    async def check() -> CapturedCall:
        return CapturedCall(check_call(role), asked_shape(Ready))

    async def misshapen() -> CapturedCall:
        kept: list[CapturedCall] = []

        async def ask(call: ModelCall, shape: AskedShape) -> tuple[ModelReply, bool]:
            kept.append(CapturedCall(call, shape))
            if len(kept) > 1:
                raise NotAnswered
            return PromptCapture.unpaid(call, ANSWER), False

        with suppress(NotAnswered):
            await fill(check_call(role), Ready, ask, lambda _: None)
        return kept[-1]

    return {"check": check, "check-again": misshapen}


def _of_runs(
    item: ItemMaterial, mode: PlayMode, level: Underspecification
) -> Mapping[ModelRole, Mapping[str, Shown]]:
    """What code agents and simulated users are told in a run; `mode`: what `minimal` is shown to be handed."""

    def opening(step: str, prompter: JinjaPrompter, spec: RunSpec) -> Shown:
        async def show() -> CapturedCall:
            return told_to_coder(first_message(prompter, item.project, spec), step, item)

        return show

    def later(step: str, spec: RunSpec) -> Shown:
        feedback = Feedback(
            policy=LeakPolicy.SYMPTOM, persona=DEFAULT, text=FEEDBACK, points=(), satisfied=False
        )

        async def show() -> CapturedCall:
            said = next_message(JinjaPrompter(), feedback, _missed(item), item.project.criteria, spec)
            return told_to_coder(said, step, item)

        return show

    async def independent() -> CapturedCall:
        told = independent_words(JinjaPrompter(), item.project, item.plan.family, CANARY)
        return told_to_coder(told.first, "independent", item)

    async def minimal() -> CapturedCall:
        return CapturedCall(_minimal().first_call(_brief()), None)

    async def minimal_again() -> CapturedCall:
        return CapturedCall(_minimal().nudged_call(_brief(), ANSWER), None)

    def _brief() -> Brief:
        message = first_message(
            JinjaPrompter(), item.project, _run(item, mode=mode, underspecification=level)
        )
        return Brief(message=message, round=1, time_limit=1.0, random_seed=0, project=item.project.id)

    usual = JinjaPrompter()
    plain = _run(item, underspecification=level)
    free = _run(item, interface="free", underspecification=level)
    full, full_free = _run(item, mode="full-prd"), _run(item, mode="full-prd", interface="free")
    nothing = SaidMessage(opening="", complaints=[], asides=[], closing="")
    return {
        "coder": {
            "request": opening("request", usual, plain),
            "request-free": opening("request-free", usual, free),
            "request-mirror": opening("request-mirror", JinjaPrompter((), ("python", "node")), plain),
            "full-prd": opening("full-prd", usual, full),
            "full-prd-free": opening("full-prd-free", usual, full_free),
            "feedback": later("feedback", plain),
            "debug": later("debug", _run(item, later="debug")),
            "independent": independent,
            "minimal": minimal,
            "minimal-again": minimal_again,
        },
        "user": {
            "feedback": lambda: first_asked(partial(_said, item)),
            "feedback-again": lambda: asked_again(partial(_said, item), nothing),
        },
    }


def _run(item: ItemMaterial, **play: str) -> RunSpec:
    """Of a run what its messages are made of."""
    asked = CodeAgentPlay.model_validate(
        {
            "kind": "code-agents",
            "agents": (AgentSpec(name="shown", kind="shown", version="1"),),
            "rounds": 3,
            "repeats": 1,
            "underspecification": Underspecification.HIGH,
            "leak_policy": LeakPolicy.SYMPTOM,
            "simulator": "shown",
            "persona": DEFAULT,
            "random_seed": 0,
            "time_limit": 1.0,
            **play,
        }
    )
    suite = SuiteRef(name="shown", family=item.plan.family, version="1", digest="", canary=CANARY, items={})
    # What nobody is told of a run is left out.
    return RunSpec.model_construct(suite=suite, play=asked)


def _minimal() -> MinimalAgent:
    spec = AgentSpec(name="minimal", kind="minimal", version="1")
    return MinimalAgent(spec, make_sandbox(), PromptCapture(), TurnLimits())


def _missed(item: ItemMaterial) -> Judgement:
    return Judgement(
        item=item.project.id,
        graded_digest=value_digest([]),
        submission_digest=value_digest([]),
        judge="shown",
        judge_digest=value_digest([]),
        tasks=(missed_task(item),),
    )


async def _said(item: ItemMaterial, model: PromptCapture) -> object:
    user = ModelUser(model, DEFAULT)
    criteria, prd = item.project.criteria, item.project.prd
    return await user.feedback(_missed(item), criteria, prd, LeakPolicy.SYMPTOM, round=1, random_seed=0)


def _of_judges(item: ItemMaterial) -> Mapping[ModelRole, Mapping[str, Shown]]:
    """What a model is asked by the judge of the family: about an app, or about what programs printed."""
    if item.way == "browser":
        return {
            "ui_judge": {
                "bind": lambda: first_asked(partial(_judged, item, OutcomeCause.NOT_BOUND)),
                "walk": lambda: first_asked(partial(_judged, item, OutcomeCause.CONTRARY_OBSERVED)),
            }
        }
    unquoted = Score(observed=[], missing="", points="two")
    return {
        "ui_judge": {
            "read": lambda: first_asked(partial(_read, item)),
            "read-again": lambda: asked_again(partial(_read, item), unquoted),
            "interface": lambda: first_asked(partial(_adapted, item)),
        }
    }


async def _judged(item: ItemMaterial, cause: OutcomeCause, model: PromptCapture) -> object:
    """The first task of an app, judged where a program does not see it pass for this cause."""
    criteria = item.project.criteria
    judge = _StuckJudge(cause, model)
    with scratch("prompts") as folder:
        request = JudgeRequest(item=item.project.id, submission=folder, criteria=criteria, world=World.OPEN)
        return await judge.decider(request, folder).decide(criteria.tasks[0], {})


class _StuckJudge(ModelJudge):
    """The judge by program and model, with a browser in which nothing passes."""

    def __init__(self, cause: OutcomeCause, model: PromptCapture) -> None:
        super().__init__(None, model, judge_model(model.ready("ui_judge")))
        self._cause = cause

    @property
    def pool(self) -> WorkerPool:
        return _StuckPool(self._cause)


class _StuckPool(WorkerPool):
    """Workers that see one page with a heading and a control, and no outcome."""

    def __init__(self, cause: OutcomeCause) -> None:
        super().__init__(WorkerSetup(chromium="", settings=JudgeSettings(), isolated=False), 1)
        self._cause = cause

    async def run(self, request: ExploreRequest) -> WorkerReply:
        if not isinstance(request, TaskRequest):
            atlas = Atlas(screens=(Screen(way=(), snapshot=_page()),), presses=0)
            Path(request.atlas).write_text(atlas.model_dump_json())
            return WorkerReply()
        verdict = missed(request.task)
        outcomes = tuple(one.model_copy(update={"cause": self._cause}) for one in verdict.outcomes)
        step = next(n for n, one in enumerate(request.task.steps, 1) if isinstance(one, Expect))
        return WorkerReply(
            verdict=verdict.model_copy(update={"outcomes": outcomes}),
            stuck=Stuck(
                step=step,
                outcomes=tuple(one.outcome for one in outcomes),
                account=(*["(what came of the step)"] * (step - 1), FAULT),
                names={},
                bindings=(),
                page=_page(),
            ),
        )


def _page() -> Snapshot:
    box = Rectangle(0, 0, 100, 20)
    elements = (
        Element(index=0, parent=-1, end=3, tag="body", box=Rectangle(0, 0, 1280, 720), last_text=2),
        Element(index=1, parent=0, end=2, tag="h1", box=box, role="heading", name=SCREEN, last_text=1),
        Element(
            index=2, parent=0, end=3, tag="button", box=box, role="button", name="(a control)",
            clickable=True, first_text=1, last_text=2,
        ),
    )  # fmt: skip
    return Snapshot(
        elements=elements,
        pieces=(TextRun(1, SCREEN, 2, hidden=False), TextRun(2, "(a control)", 2, hidden=False)),
        url="http://127.0.0.1/",
        title="(title of the page)",
        width=1280,
        height=720,
        sideways=0.0,
        brightness=1.0,
        left_out=frozenset(),
        obstacles=(),
        invalid=(),
        flashes=(),
    )


async def _read(item: ItemMaterial, model: PromptCapture) -> object:
    """The first task of a program, read where a program is not sure of it."""
    task = item.project.criteria.tasks[0]
    with scratch("prompts") as folder:
        ran = tuple(
            ExecutedCommand(line=line, input="", output="(what it printed)\n", status=0)
            for line in (command.line for command in task.how.commands)
        )
        transcript = Transcript(ran=ran, root=folder)
        seen = shown(task, transcript)
    found = ByProgram(PointsDecision(0.0, "(what a program supposes)", is_sure=False), runs=1)
    reader = TranscriptReader(model, model.ready("ui_judge"))
    return await reader.decided(item.project.id, task, transcript, found, seen)


async def _adapted(item: ItemMaterial, model: PromptCapture) -> object:
    """How the tasks would be tried on a program with an interface of its own."""
    project = item.project
    tasks = project.criteria.tasks
    start = StartCommand("python src/main.py", "src/main.py")
    seen = [Explored(start, texts={"--help": "(what the program says)"})]
    with scratch("prompts") as folder:
        bench = Bench(make_sandbox(), CommandSettings(), folder, None, project.id)
        proposer = Proposer(model, model.ready("ui_judge"))
        return await proposer.proposed(bench, asked_of(tasks, project.prd), seen, tasks, project.grader)


def _instance(family: str) -> Instance:
    """One that is drawn by the family's plan; its pictures are left out."""
    drawn = _drawn(family)
    return Instance(
        id=f"{family}-1",
        random_seed=1,
        prompt=drawn.prompt,
        parameters=drawn.parameters,
        constraints=drawn.constraints,
        metadata=drawn.metadata,
    )


def _has_pictures(family: str) -> bool:
    return bool(_drawn(family).pictures)


def _drawn(family: str) -> DrawnInstance:
    code = family_code(family)
    return DrawnInstance.model_validate(code.draw(sampled(code.plan, 0, 1), 1))


def _of_instances(family: str, instance: Instance) -> Mapping[ModelRole, Mapping[str, Shown]]:
    """What models are asked about an instance: the prompt itself, and what no program can tell."""
    asked = "(a question of the family that no program can decide)"

    async def question(model: PromptCapture) -> object:
        return await ModelAsker(model).ask([instance], [{"(a check)": asked}])

    async def answer(model: PromptCapture) -> object:
        return await ModelAnswerJudge(model).decide(
            instance, ANSWER, AnswerQuestion(check="(a check)", question=asked)
        )

    async def solve(model: PromptCapture) -> object:
        return await ModelSolver(model, "(model)").solve(instance, {}, 1)

    return {
        "verifier": {"question": lambda: first_asked(question)},
        "evaluator": {"answer": lambda: first_asked(answer)},
        "solver": {"instance": lambda: first_asked(solve)},
    }
