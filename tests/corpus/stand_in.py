"""A corpus of four small apps, and a judge without a browser that says what a test wants."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from plans.digests import folder_digest
from plans.files import write_record, write_text
from plans.items import judged_by
from plans.records.criteria import Criteria, EvaluationTask, ExpectedOutcome, Level
from plans.records.review import LabelAnswer, Labels, OutcomeLabel
from plans.records.steps import Open
from plans.records.task_kinds import BrowserSteps
from plans.records.verdict import Judgement, JudgeRequest, OutcomeVerdict, Status, TaskVerdict
from tests.corpus.bounds import Floor, HalfFloor
from tests.corpus.material import ASIDE as SET_ASIDE
from tests.corpus.material import App

TUNED, ASIDE = "fashion-boutique", min(SET_ASIDE)
LEVELS = {"listed": Level.PRESENCE, "added": Level.FUNCTIONALITY}
HELD: Mapping[str, Mapping[str, LabelAnswer]] = {
    "partial": {"listed": "yes", "added": "yes"},
    "hollow": {"listed": "yes", "added": "no"},
}
"""Style → task → what people say of it: the hollow app only claims that something was added."""
FLOOR = HalfFloor(labelled=4, decided_share=0.75, accuracy=0.75, unearned_passes=0)


def criteria() -> Criteria:
    return Criteria(
        tasks=tuple(
            EvaluationTask(
                id=task,
                title=task,
                level=level,
                weight=1,
                requirements=("R1",),
                outcomes=(ExpectedOutcome(id="seen", statement=f"It is {task}"),),
                how=BrowserSteps(kind="browser", steps=(Open(do="open"),)),
                depends_on=("listed",) if task == "added" else (),
            )
            for task, level in LEVELS.items()
        )
    )


def lay_out(root: Path, labelled: tuple[str, ...] = (TUNED, ASIDE), floor: HalfFloor | None = FLOOR) -> Path:
    """A corpus of one project a half, each of one honest and one adversarial app; the named ones are labelled."""
    write_record(root / "FLOOR.yaml", Floor(tuned=floor))
    for project in (TUNED, ASIDE):
        write_record(root / "projects" / project / "criteria.yaml", criteria())
        for style in HELD:
            app = App(project, style, root)
            write_text(app.site / "index.html", f"<h1>{app.name}</h1>")
            write_text(app.site.parent / "app.yaml", f"style: {style}\nrequest: {project}.txt\n")
            if project in labelled:
                label(app, HELD[style])
    return root


def label(app: App, held: Mapping[str, LabelAnswer]) -> None:
    tasks = {
        task: {"seen": OutcomeLabel(holds=answer, hands=(answer, answer), why=f"{task}: <b>tried</b>")}
        for task, answer in held.items()
    }
    path = app.root / "labels" / app.project / f"{app.style}.yaml"
    write_record(path, Labels(item=app.project, submission=app.style, tasks=tasks))


@dataclass
class StandInJudge:
    """Says of each app what people say, but where `otherwise` has another status for "project/style task"."""

    otherwise: Mapping[str, Status] = field(default_factory=dict[str, Status])
    digest: str = "a" * 64
    name: str = "stand-in"
    sandbox_digest: str = ""
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    asked: list[str] = field(default_factory=list[str])
    """The apps that it was asked about."""

    async def judge(self, request: JudgeRequest) -> Judgement:
        style = request.submission.parent.name
        self.asked.append(f"{request.item}/{style}")
        return Judgement(
            item=request.item,
            graded_digest=judged_by(request),
            submission_digest=folder_digest(request.submission),
            judge=self.name,
            judge_digest=self.digest,
            tasks=tuple(self._verdict(request.item, style, task.id) for task in request.criteria.tasks),
        )

    def _verdict(self, project: str, style: str, task: str) -> TaskVerdict:
        right = Status.PASSED if HELD[style][task] == "yes" else Status.FAILED
        status = self.otherwise.get(f"{project}/{style} {task}", right)
        outcome = OutcomeVerdict(outcome="seen", status=status, reason=f"saw <i>{task}</i>")
        return TaskVerdict(task=task, status=status, reason=outcome.reason, outcomes=(outcome,))
