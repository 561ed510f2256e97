"""A small shop project and the parts around it, scripted where the browser is not the subject.

The page of the project has one line per evaluation task. A task passes when its line is in the page; a mutant takes
one line away or spoils it.
"""

import asyncio
from collections.abc import Collection, Mapping
from difflib import unified_diff
from pathlib import Path
from types import MappingProxyType

from agents.coding.prompting import JinjaPrompter
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import RunChoices, Services, plan_run
from plans.contracts.coding import UserSimulator
from plans.contracts.sandboxing import Sandbox
from plans.digests import folder_digest
from plans.files import write_text
from plans.items import judged_by
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.criteria import DEFAULT_WEIGHT, Criteria, EvaluationTask, ExpectedOutcome, Level
from plans.records.marks import Mark, MarkCode
from plans.records.plan import ItemParameters
from plans.records.project import Mutant, PlantedMutant, Project
from plans.records.run import RunSpec
from plans.records.seed import ItemSeed, Seed, SeedCoverage
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification
from plans.records.steps import Expect, Keyboard, Open, Target, Visible
from plans.records.suite import Suite, SuiteItem
from plans.records.task_kinds import BrowserSteps
from plans.records.verdict import Judgement, JudgeRequest, Observation, OutcomeVerdict, Status, TaskVerdict

CANARY = "canary-4f1c"
FEATURES = ("cart", "search", "coupon", "ratings", "sorting", "filters")
LEVELS = ((Level.PRESENCE, "is there"), (Level.FUNCTIONALITY, "works"), (Level.ROBUSTNESS, "holds"))


def line(task: str) -> str:
    """The line of the page that a task looks for."""
    return f"<p>{task} works</p>"


def _task(
    feature: str, level: Level, words: str, parents: tuple[str, ...], requirement: str
) -> EvaluationTask:
    id = f"{feature}-{level.value}"
    return EvaluationTask(
        id=id,
        title=f"The {feature} {words}",
        level=level,
        weight=DEFAULT_WEIGHT[level],
        depends_on=parents,
        requirements=(requirement,),
        outcomes=(
            ExpectedOutcome(id="seen", statement=f"The {feature} can be seen"),
            ExpectedOutcome(id="right", statement=f"The {feature} {words} as it should"),
        ),
        how=BrowserSteps(
            kind="browser",
            steps=(
                Open(do="open"),
                Expect(do="expect", outcome="seen", that=Visible(kind="visible", target=Target(name=id))),
                Expect(do="expect", outcome="right", that=Visible(kind="visible", target=Target(name=id))),
            ),
        ),
    )


def shop(id: str = "shop", features: tuple[str, ...] = FEATURES, category: str = "shopping") -> Project:
    """A project with three tasks per feature, each waiting for the one before, and a mutant per task."""
    tasks: list[EvaluationTask] = []
    for number, feature in enumerate(features, 1):
        parents: tuple[str, ...] = ()
        for level, words in LEVELS:
            tasks.append(_task(feature, level, words, parents, f"R{number}.1"))
            parents = (tasks[-1].id,)
    page = "".join(f"{line(task.id)}\n" for task in tasks)
    return Project(
        id=id,
        seed=ItemSeed(
            seed=Seed(id=id, query="a shop"),
            coverage=SeedCoverage(scores={}, category=category, domain="shop"),
        ),
        parameters=ItemParameters(family="webapp", random_seed=1, values={}, complexity=1.0),
        prd=PRD(
            title="Corner Shop",
            overview="A small shop.",
            requirements=tuple(
                Requirement(
                    id=f"R{number}",
                    title=feature.capitalize(),
                    text=f"There is {feature}.",
                    children=(
                        Requirement(
                            id=f"R{number}.1", title=feature.capitalize(), text=f"The {feature} obeys."
                        ),
                    ),
                )
                for number, feature in enumerate(features, 1)
            ),
        ),
        query=Query(
            levels={
                level: QueryLevel(text="I want a little shop.", withholds=("R1.1",))
                for level in Underspecification
            }
        ),
        criteria=Criteria(tasks=tuple(tasks)),
        reference={"index.html": page},
        mutants=tuple(_mutant(task.id, page) for task in tasks),
    )


CLAUSE = "accessibility"
"""A requirement, and the one task that tries it."""


def accessible_shop() -> Project:
    """The shop, which asks for keyboard and screen reader besides."""
    plain = shop()
    keyboard = Keyboard(kind="keyboard", asks="reaches")
    task = EvaluationTask(
        id=CLAUSE,
        title="It can be used by keyboard",
        level=Level.ROBUSTNESS,
        weight=3.0,
        depends_on=("cart-presence",),
        requirements=("R9.1",),
        outcomes=(ExpectedOutcome(id="reached", statement="Tab reaches every control, and there is one"),),
        how=BrowserSteps(
            kind="browser",
            steps=(Open(do="open"), Expect(do="expect", outcome="reached", that=keyboard)),
        ),
    )
    leaf = Requirement(id="R9.1", title="Everything by keyboard", text="It needs no mouse.")
    asked = Requirement(id="R9", title="Keyboard", text="It can be used so.", children=(leaf,))
    return plain.model_copy(
        update={
            "criteria": Criteria(tasks=(*plain.criteria.tasks, task)),
            "prd": plain.prd.model_copy(update={"requirements": (*plain.prd.requirements, asked)}),
        }
    )


def _mutant(task: str, page: str) -> PlantedMutant:
    old, new = page.splitlines(True), page.replace(line(task), f"<p>{task} is broken</p>").splitlines(True)
    patch = "".join(unified_diff(old, new, "a/index.html", "b/index.html"))
    mutant = Mutant(id=f"no-{task}", description=f"{task} is broken", kills=(task,))
    return PlantedMutant(mutant=mutant, patch=patch)


class ReadingJudge:
    """A judge that reads the page instead of opening it; `unsure` tasks are unresolved whatever stands there."""

    name = "reading"
    sandbox_digest: str = ""
    versions: Mapping[str, str] = MappingProxyType({"reader": "1"})

    def __init__(
        self,
        digest: str = "a" * 64,
        unsure: Collection[str] = (),
        strict: Collection[str] = (),
        seconds: float = 0.0,
    ) -> None:
        self.digest = digest
        self.judged: list[str] = []
        self._unsure = frozenset(unsure)
        self._strict = frozenset(strict)
        self._seconds = seconds

    async def judge(self, request: JudgeRequest) -> Judgement:
        await asyncio.sleep(self._seconds)
        criteria, submission = request.criteria, request.submission
        digest = folder_digest(submission)
        self.judged.append(digest)
        index = submission / "index.html"
        page = index.read_text() if index.exists() else ""
        statuses: dict[str, Status] = {}
        for task in criteria.tasks:
            statuses[task.id] = self._status(task, page, statuses)
        if request.evidence is not None:
            write_text(request.evidence / "seen.txt", page)
        return Judgement(
            item=request.item,
            graded_digest=judged_by(request),
            submission_digest=digest,
            judge=self.name,
            judge_digest=self.digest,
            tasks=tuple(
                verdict(task, statuses[task.id]) for task in criteria.with_prerequisites(request.only)
            ),
            seconds=0.5,
            marks=() if index.exists() else (Mark(code=MarkCode.NOTHING_SERVABLE),),
        )

    def _status(self, task: EvaluationTask, page: str, known: Mapping[str, Status]) -> Status:
        parents = {known[parent] for parent in task.depends_on}
        if parents & {Status.FAILED, Status.BLOCKED}:
            return Status.BLOCKED
        if task.id in self._unsure or Status.UNRESOLVED in parents:
            return Status.UNRESOLVED
        return Status.PASSED if line(task.id) in page and task.id not in self._strict else Status.FAILED


class LosingJudge(ReadingJudge):
    """A judge whose browser dies a number of times."""

    def __init__(self, losses: int) -> None:
        super().__init__()
        self.losses = losses

    async def judge(self, request: JudgeRequest) -> Judgement:
        if self.losses:
            self.losses -= 1
            raise RuntimeError("the browser is gone")
        return await super().judge(request)


def verdict(task: EvaluationTask, status: Status) -> TaskVerdict:
    """A verdict whose outcomes all stand as the task does."""
    return TaskVerdict(
        task=task.id,
        status=status,
        reason=status.value,
        outcomes=tuple(
            OutcomeVerdict(
                outcome=outcome.id,
                status=status,
                reason=status.value,
                observation=Observation(looked_for=f"data-test-{task.id}", saw="an empty page"),
            )
            for outcome in task.outcomes
        ),
        attempts=0 if status is Status.BLOCKED else 1,
    )


class ScriptedAgent:
    """A code agent that submits given pages, one per round, and ends as it is told."""

    def __init__(
        self, name: str, pages: Mapping[int, str], ended: Mapping[int, AgentReport] | None = None
    ) -> None:
        self.spec = AgentSpec(name=name, kind="scripted", version="1")
        self.briefs: list[Brief] = []
        self.found: list[str] = []
        self._pages = pages
        self._ended = ended or {}

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        self.briefs.append(brief)
        index = workspace / "index.html"
        self.found.append(index.read_text() if index.exists() else "")
        if brief.round in self._pages:
            write_text(index, self._pages[brief.round])
        write_text(transcript, f"round {brief.round}\n")
        return self._ended.get(brief.round, AgentReport(ended="done"))


def suite(*items: Project) -> Suite:
    """A suite of these items."""
    return Suite(
        name="sample",
        family="webapp",
        version="1.0.0",
        plan_digest="0" * 64,
        canary=CANARY,
        licence="MIT",
        items=tuple(SuiteItem(id=item.id, graded_digest="0", prose_digest="0") for item in items),
    )


def planned(
    items: tuple[Project, ...],
    agents: tuple[AgentSpec, ...],
    judge: ReadingJudge,
    sandbox: Sandbox | None = None,
    user: UserSimulator | None = None,
    **choices: object,
) -> RunSpec:
    """A run of these items by these agents."""
    chosen = RunChoices.model_validate({"name": "trial-run", "time_limit": 20.0, **choices})
    services = Services(judge, user or TemplateUser(), JinjaPrompter(), sandbox)
    return plan_run(chosen, suite(*items), items, agents, services)
