"""Runs of Python projects in memory: a few tasks of each kind, and for each submission what every task earned."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from plans.digests import graded_digest, text_digest
from plans.records.code_agent import AgentReport
from plans.records.criteria import Criteria, EvaluationTask, ExpectedOutcome, Level, TaskMethod
from plans.records.model_call import ModelUse
from plans.records.model_settings import SamplingSettings
from plans.records.run import JudgedRound, RoundRecord, RunProject
from plans.records.specification import PRD, Requirement
from plans.records.task_kinds import Command, FileComparison, Printed, ShellInteraction, UnitTest
from plans.records.usage import Tokens
from plans.records.verdict import FailureCause, Judgement, OutcomeVerdict, Status, TaskVerdict
from tests.pipeline.report.synthetic import SyntheticRun, make_spec
from tests.specs import changed_spec

Fate = float | FailureCause | Status | ModelUse
"""What became of a task: its points; why it earned none; blocked or unresolved; or a model's reply that passed it."""
Hands = Mapping[str, Fate]
"""Task → what became of it."""
RUN = (Command(line="python src/main.py"),)
HOWS: dict[str, TaskMethod] = {
    "u": UnitTest(kind="unit-test", tests=("tests/test_jars.py",), act=RUN),
    "s": ShellInteraction(kind="shell-interaction", act=RUN, expected=Printed(words="the jars")),
    "f": FileComparison(kind="file-comparison", act=RUN, product="jars.csv", expected="the jars"),
}
"""First letter of a task → how it is tried."""


def reply(tokens: Tokens | None = None, cost: float | None = None, key: str = "k") -> ModelUse:
    """A reply of the model that judges."""
    return ModelUse(
        role="ui_judge",
        endpoint="mine",
        model="reader",
        sampling=SamplingSettings(),
        prompt_hash="p",
        template_hash="t",
        tokens=tokens,
        cost=cost,
        key=key,
    )


def project(id: str, tasks: Sequence[str]) -> RunProject:
    """A project of tasks whose first letters say how they are tried: u, s or f."""
    leaves = (Requirement(id="R1.1", title="Jars", text="Jars are listed."),)
    return RunProject(
        id=id,
        title=f"Jars of {id}",
        category="pantry",
        query="a program that keeps track of jars",
        prd=PRD(
            title="Jars",
            overview="Jars.",
            requirements=(Requirement(id="R1", title="All", text="All.", children=leaves),),
        ),
        criteria=Criteria(
            tasks=tuple(
                EvaluationTask(
                    id=name,
                    title=f"Jars by {name}",
                    level=Level.FUNCTIONALITY,
                    weight=2,
                    requirements=("R1.1",),
                    outcomes=(ExpectedOutcome(id="outcome", statement="Jars are listed."),),
                    how=HOWS[name[0]],
                )
                for name in tasks
            )
        ),
    )


def played(
    of: RunProject, agent: str, number: int, hands: Hands | None, report: AgentReport, seconds: float = 8.0
) -> JudgedRound:
    """A round; `hands`: None where it could not be judged."""
    submission = text_digest(f"{of.id} {agent} {hands}")
    judgement = None if hands is None else judgement_of(of, hands, submission, seconds)
    return JudgedRound(
        number=number,
        record=RoundRecord(
            project=of.id,
            agent=agent,
            repeat=1,
            round=number,
            report=report,
            submission_digest=submission,
            judgement=text_digest("judge"),
        ),
        judgement=judgement,
        evidence=Path("nowhere"),
    )


def judgement_of(of: RunProject, hands: Hands, submission: str = "h", seconds: float = 8.0) -> Judgement:
    """The verdicts of a submission of which this became."""
    return Judgement(
        item=of.id,
        graded_digest=graded_digest(of.criteria, {}),
        submission_digest=submission,
        judge="commands",
        judge_digest=text_digest("judge"),
        tasks=tuple(_verdict(task.id, hands[task.id]) for task in of.criteria.tasks),
        seconds=seconds,
        sandbox="bubblewrap",
    )


def _verdict(task: str, fate: Fate) -> TaskVerdict:
    uses = (fate,) if isinstance(fate, ModelUse) else ()
    points = fate if isinstance(fate, float | int) else 2.0 if uses else 0.0
    status = fate if isinstance(fate, Status) else Status.PASSED if points == 2 else Status.FAILED
    outcome = OutcomeVerdict(
        outcome="outcome",
        status=status,
        reason="It was looked at.",
        points=points,
        max_points=2.0,
        decided_by="model" if uses else "program",
    )
    marks = (fate.value,) if isinstance(fate, FailureCause) else ()
    return TaskVerdict(
        task=task,
        status=status,
        reason=outcome.reason,
        outcomes=(outcome,),
        attempts=1,
        uses=uses,
        marks=marks,
    )


def points_run(items: Sequence[RunProject], agents: Sequence[str], rounds: int) -> SyntheticRun:
    """A run that debugs, in which nothing has been played."""
    spec = make_spec(items, tuple(agents), rounds, repeats=1)
    play: dict[str, object] = {"mode": "full-prd", "later": "debug"}
    return SyntheticRun(
        changed_spec(spec, suite={"family": "python_project"}, play=play, judge={"name": "commands"}),
        list(items),
    )
