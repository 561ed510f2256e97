"""What came out of a run: the numbers of every agent at every round."""

from typing import ClassVar

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.calibration import CorrectedRate, JudgeAccuracy, Uncorrected
from plans.records.code_agent import AgentSpec
from plans.records.event import Event
from plans.records.judge_model import JudgedByModel
from plans.records.marks import Mark
from plans.records.model_usage import ModelUsage
from plans.records.point_tables import PointTables
from plans.records.rate import Rate
from plans.records.run_spec import RunSpec
from plans.records.score import Share
from plans.records.usage import Used


class RoundScore(Record):
    """The numbers of one agent at one round."""

    round: int
    project_completion_rate: Rate
    task_pass_rate: Rate
    """Macro: mean over projects of the weighted Task Pass Rate."""
    criteria_pass_rate: Rate
    """Macro: mean over projects of the weighted Criteria Pass Rate."""
    corrected_task_pass_rate: CorrectedRate | None = None
    """`task_pass_rate` corrected for the judge's error; None where `uncorrected` says why."""
    task_pass_rate_micro: Share
    """Over all tasks of all projects at once, so that projects with more tasks count more."""
    criteria_pass_rate_micro: Share
    cumulative_task_pass_rate: Rate
    """A task counts once it passed in any round up to this one."""
    cumulative_criteria_pass_rate: Rate
    cumulative_project_completion_rate: Rate
    attempted_share: Rate
    """Tasks that were tried over planned; decided are those that were judged, and not held up by an unresolved one."""
    repaired: int = Field(ge=0)
    """Tasks not passed the round before and passed now; `regressed` is the reverse. Unresolved at either is neither."""
    regressed: int = Field(ge=0)
    unresolved: int = Field(ge=0)
    """Tasks unresolved at this round."""
    carried: int = Field(ge=0)
    """Trials that had finished before this round and are carried forward."""
    used: Used = Used()
    """Of models, in the turns of this round; unknown in files of before it was added up."""


class AgentScore(Record):
    """The numbers of one agent."""

    agent: AgentSpec
    rounds: tuple[RoundScore, ...]
    by_level: dict[str, tuple[Rate, ...]]
    """Level → Task Pass Rate per round over the tasks of that level, mean over the projects that have any."""
    by_category: dict[str, tuple[Rate, ...]]
    """Category → Task Pass Rate per round, mean over its projects."""
    by_stated: dict[str, tuple[Rate, ...]]
    """withheld or stated → Task Pass Rate per round over such tasks, mean over the projects that have any."""
    agent_seconds: float = Field(ge=0)
    used: Used = Used()
    """Of models, in all its turns."""
    judge_seconds: float = Field(ge=0)
    """Of judging its hand-ins; one that was judged once for several rounds or agents counts at each."""


class RoundFault(Record):
    """A round with tasks that are undecided because this machine, a service or the judge failed.

    It never counts against the agent, and the same `run` command makes up for it.
    """

    project: str
    agent: str
    repeat: int
    round: int
    event: Event
    """What failed."""
    detail: str = ""
    """The same in words."""
    tasks: tuple[str, ...]
    """Evaluation tasks that are undecided because of it."""
    is_judged: bool
    """Whether the agent's turn counts, so that only the judgement has to be made again; else the round is played again,
    and later rounds wait for it."""
    is_trial_lost: bool
    """Whether nothing of the whole trial could be decided."""


class BaselineFailure(Record):
    """A baseline agent off its mark, oracle below 100% or nop above 0%: no number of the run can be trusted."""

    agent: str
    kind: str
    """oracle or nop."""
    round: int
    """Where it was furthest off."""
    criteria_pass_rate: Rate
    """Of that round."""
    tasks: dict[str, tuple[str, ...]]
    """Item → tasks that came out wrong in any round."""


class CanaryLeak(Record):
    """A round in which the suite's canary came back."""

    project: str
    agent: str
    repeat: int
    round: int
    places: tuple[str, ...]
    """`transcript.txt`, `trajectory.json`, and in quotes files that were handed in."""


class RunResult(FileRecord):
    """`RESULT.json`: everything that a published number must name, on one page."""

    SCHEMA: ClassVar[str] = "result"
    VERSION: ClassVar[int] = 7

    schema_version: int = 7
    run: RunSpec
    planned_projects: int
    planned_tasks: int
    planned_outcomes: int
    calibration: JudgeAccuracy | None
    """How often this judge is right on labelled apps; None where it has no calibration."""
    uncorrected: Uncorrected | None = None
    """Why Task Pass Rates are not corrected for the judge's error; None where they are."""
    agents: tuple[AgentScore, ...]
    faults: tuple[RoundFault, ...] = ()
    """Rounds in which something failed that is not the agent's."""
    baseline_failures: tuple[BaselineFailure, ...] = ()
    marks: tuple[Mark, ...] = ()
    canaries: tuple[CanaryLeak, ...] = ()
    """Rounds in which an agent printed or handed in the suite's canary, other than in the words of its message."""
    models: ModelUsage = ModelUsage()
    """What models of ours were used for: judge, simulated user, and the minimal code agent, whose use is among that of
    the agents too. Of a replay it is what the journal's replies had taken when they were made."""
    by_model: JudgedByModel | None = None
    """What a model had to do with the verdicts; None where the judge asks none."""
    order_dependent: dict[str, tuple[str, ...]] = {}
    """Item → tasks that came out otherwise after those before them than by themselves, for some agent in some round;
    looked for where both manners of judging were asked for."""
    smallest_detectable_difference: float | None = None
    """Of Task Pass Rate between two agents on this suite, at 80% power, as a share: the median over the pairs of
    agents. None where no pair has one: too few projects, differences that do not vary, or vary too much."""
    points: PointTables | None = None
    """The same run in points; None of families whose tasks earn none."""
