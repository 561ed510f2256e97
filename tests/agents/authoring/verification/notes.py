"""A small notes app with three tasks, mutants of it, and a judge that reads its lines instead of a screen."""

from collections.abc import Mapping
from difflib import unified_diff
from types import MappingProxyType

from plans.digests import folder_digest
from plans.items import judged_by
from plans.records.criteria import Criteria, EvaluationTask, ExpectedOutcome, Level
from plans.records.model_call import ModelUse
from plans.records.model_settings import SamplingSettings
from plans.records.plan import ItemParameters, Parameter, Plan
from plans.records.project import Mutant, PlantedMutant, Project, Provenance
from plans.records.seed import ItemSeed, Seed, SeedCoverage
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification
from plans.records.steps import Expect, Open, Press, Target, Visible
from plans.records.task_kinds import BrowserSteps
from plans.records.verdict import Judgement, JudgeRequest, OutcomeVerdict, Status, TaskVerdict, World

PLAN = Plan(family="webapp", task="notes", parameters=(Parameter(name="n", description="n", values=(1,)),))
USE = ModelUse(
    role="generator",
    endpoint="mine",
    model="m",
    sampling=SamplingSettings(),
    prompt_hash="",
    template_hash="",
    key="",
)
BY_MODEL = Provenance().with_output("prd.yaml", (USE,))
"""Of an item whose requirements a model wrote."""
REFERENCE = {"index.html": "list of notes\nsearch box\nsearch works\n"}


def planted(id: str, task: str, line: str, instead: str = "") -> PlantedMutant:
    old = REFERENCE["index.html"].splitlines(keepends=True)
    new = [instead + "\n" if text == line + "\n" else text for text in old]
    new = [text for text in new if text != "\n"]
    patch = "".join(unified_diff(old, new, "a/index.html", "b/index.html"))
    return PlantedMutant(mutant=Mutant(id=id, description=line, kills=(task,)), patch=patch)


def operating(one: EvaluationTask) -> EvaluationTask:
    """The task, with a step that does something to the app."""
    steps = (*one.steps[:1], Press(do="press", key="Tab"), *one.steps[1:])
    return one.model_copy(update={"how": BrowserSteps(kind="browser", steps=steps)})


def task(id: str, level: Level, *parents: str) -> EvaluationTask:
    return EvaluationTask(
        id=id,
        title=id,
        level=level,
        weight=1,
        depends_on=parents,
        requirements=("R1",),
        outcomes=(ExpectedOutcome(id="seen", statement=f"{id} is there"),),
        how=BrowserSteps(
            kind="browser",
            steps=(
                Open(do="open"),
                Expect(do="expect", outcome="seen", that=Visible(kind="visible", target=Target(name=id))),
            ),
        ),
    )


CRITERIA = Criteria(
    tasks=(
        task("list", Level.PRESENCE),
        task("box", Level.PRESENCE, "list"),
        task("works", Level.FUNCTIONALITY, "box"),
    )
)
LINES = {"list": "list of notes", "box": "search box", "works": "search works"}
MUTANTS = (
    planted("no-list", "list", "list of notes"),
    planted("no-box", "box", "search box"),
    planted("broken", "works", "search works"),
)


def notes_app(**changes: object) -> Project:
    levels = {level: QueryLevel(text="notes please") for level in Underspecification}
    project = Project(
        id="notes",
        seed=ItemSeed(
            seed=Seed(id="notes", query="notes"),
            coverage=SeedCoverage(scores={}, category="productivity", domain="notes"),
        ),
        parameters=ItemParameters(family="webapp", random_seed=1, values={}, complexity=1),
        prd=PRD(
            title="Notes",
            overview="Notes",
            requirements=(Requirement(id="R1", title="List", text="It lists."),),
        ),
        query=Query(levels=levels),
        criteria=CRITERIA,
        reference=REFERENCE,
        mutants=MUTANTS,
    )
    return project.model_copy(update=changes)


class ReadingJudge:
    """A task passes when its lines are in the page; `doubts` says without which line it is not decided."""

    name = "reading"
    digest = "0" * 64
    sandbox_digest: str = ""
    versions: Mapping[str, str] = MappingProxyType({})

    def __init__(
        self,
        needs: Mapping[str, tuple[str, ...]],
        gullible: bool = False,
        flaky: bool = False,
        doubts: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._needs = needs
        self._gullible = gullible
        self._flaky = flaky
        self._doubts = doubts
        self.judged = 0
        self.unconfirmed = 0
        self.worlds: list[World] = []

    async def judge(self, request: JudgeRequest) -> Judgement:
        criteria, submission = request.criteria, request.submission
        self.judged += 1
        self.worlds.append(request.world)
        if request.confirm is not None and not request.confirm:
            self.unconfirmed += 1
        page = (submission / "index.html").read_text() if (submission / "index.html").exists() else ""
        seen: dict[str, Status] = {}
        for one in criteria.tasks:
            if any(seen.get(parent) is not Status.PASSED for parent in one.depends_on):
                seen[one.id] = Status.BLOCKED
            elif all(line in page for line in self._needs[one.id]) or (self._gullible and "reviewed" in page):
                seen[one.id] = Status.PASSED
            else:
                seen[one.id] = Status.FAILED
            if self._doubts.get(one.id, "") not in page and page:
                seen[one.id] = Status.UNRESOLVED
            if self._flaky and request.random_seed == 2 and one.id == "works":
                seen[one.id] = Status.UNRESOLVED
        return Judgement(
            item=request.item,
            graded_digest=judged_by(request),
            submission_digest=folder_digest(submission),
            judge=self.name,
            judge_digest=self.digest,
            tasks=tuple(
                TaskVerdict(
                    task=one.id,
                    status=seen[one.id],
                    reason="read",
                    outcomes=(OutcomeVerdict(outcome="seen", status=seen[one.id], reason="read"),),
                )
                for one in criteria.with_prerequisites(request.only)
            ),
        )


SOUND = {
    "list": ("list of notes",),
    "box": ("list of notes", "search box"),
    "works": ("search box", "search works"),
}
