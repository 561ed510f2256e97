"""Results of a run: rates, points, comparisons of agents, and rates corrected for how often the judge is wrong."""

from datetime import date
from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from plans.records.base import FileRecord, Record
from plans.records.code_agent import AgentSpec
from plans.records.criteria import KindWord, Level
from plans.records.marks import Event, Mark
from plans.records.model_call import JudgedByModel
from plans.records.run import RunSpec, Share
from plans.records.usage import ModelUsage, Used
from plans.records.verdict import OutcomeCause, World

CorpusHalf = Literal["tuned", "aside", "both"]
BLOCKED, UNRESOLVED, UNTOLD = "blocked", "unresolved", "not told"
"""What else than a FailureCause keeps a task from all its points: one that it builds on failed, nobody could decide
it, or it failed and its judge names no cause."""
Metric = Literal["project_completion_rate", "task_pass_rate", "criteria_pass_rate"]
Conclusion = Literal["first is higher", "second is higher", "not told apart"]


class Uncorrected(StrEnum):
    """Why Task Pass Rates are not corrected for the judge's error."""

    NO_CALIBRATION = "no_calibration"
    """No judge of this mode has a calibration."""
    OTHER_DIGEST = "other_digest"
    """There are calibrations of this mode, but all of judges with another digest, and none of them is used."""
    OTHER_FAMILY = "other_family"
    """The judge was calibrated on apps of another family."""
    OTHER_WORLD = "other_world"
    """The judge was calibrated in another world."""
    TOO_FEW_LABELS = "too_few_labels"
    """The calibration rests on too few labelled tasks or apps."""
    NO_INFORMATION = "no_information"
    """Sensitivity and specificity add up to 1 or less: the judge passes as many unfulfilled tasks as fulfilled."""


class CauseCounts(Record):
    """Labelled tasks that the judge did not pass for one cause."""

    fulfilled: int = Field(default=0, ge=0)
    unfulfilled: int = Field(default=0, ge=0)


class AppCounts(Record):
    """The labelled tasks of one level in one app, each judged on its own; tasks labelled `unclear` count nowhere."""

    project: str
    app: str
    """Name of the app within its project."""
    level: Level
    is_adversarial: bool = False
    """Whether the app tries to gain credit that it did not earn."""
    fulfilled: int = Field(ge=0)
    """Tasks that the app fulfils, by the labels."""
    fulfilled_passed: int = Field(ge=0)
    fulfilled_failed: int = Field(ge=0)
    """The rest of the fulfilled tasks was left unresolved."""
    unfulfilled: int = Field(ge=0)
    unfulfilled_passed: int = Field(ge=0)
    causes: dict[OutcomeCause, CauseCounts] = {}
    """Cause → tasks that did not pass for it; a task has the cause of its first outcome that names one."""

    @model_validator(mode="after")
    def _has_no_part_larger_than_its_whole(self) -> "AppCounts":
        parts = (
            ("fulfilled", self.fulfilled, self.fulfilled_passed + self.fulfilled_failed),
            ("unfulfilled", self.unfulfilled, self.unfulfilled_passed),
        )
        for name, whole, part in parts:
            if part > whole:
                raise ValueError(f"{part} {name} tasks were judged, of {whole}")
        return self


class Calibration(FileRecord):
    """How one judge did on the labelled corpus, app by app, so that its apps can be resampled."""

    SCHEMA: ClassVar[str] = "calibration"
    INLINE: ClassVar[frozenset[str]] = frozenset({"apps"})

    mode: str
    """Name of the judge, as in run.yaml: programmatic, hybrid or model."""
    judge_digest: str
    family: str
    """Family of the labelled apps."""
    world: World
    half: CorpusHalf
    """The half of the corpus that was judged: the one that the judge was tuned on, the one set aside, or both."""
    corpus_digest: str
    """Digest of the apps, their criteria and their labels."""
    made_on: date
    apps: tuple[AppCounts, ...]


class Proportion(Record):
    """A share of labelled tasks, with its 95% interval by bootstrap over apps; None without an interval: one app."""

    value: float = Field(ge=0, le=1)
    low: float | None = Field(default=None, ge=0, le=1)
    high: float | None = Field(default=None, ge=0, le=1)


class Accuracy(Record):
    """How often a judge is right about tasks whose label is known."""

    fulfilled: int = Field(ge=0)
    """Fulfilled tasks of honest apps."""
    unfulfilled: int = Field(ge=0)
    """Unfulfilled tasks of all apps."""
    sensitivity: Proportion | None
    """Share of the fulfilled tasks that pass; None where there are none. Unresolved counts as not passed."""
    specificity: Proportion | None
    """Share of the unfulfilled tasks that do not pass."""
    false_fails: Proportion | None
    """Share of the fulfilled tasks that fail; the rest of those not passed is unresolved."""


class JudgeAccuracy(Accuracy):
    """What a calibration says of its judge, as a result names it."""

    mode: str
    judge_digest: str
    world: World
    half: CorpusHalf
    corpus_digest: str
    made_on: date
    honest_apps: int
    apps: int
    by_level: dict[Level, Accuracy]
    by_cause: dict[OutcomeCause, CauseCounts]
    """Cause → tasks of honest apps that did not pass for it: fulfilled ones were judged wrongly or left open."""


class CorrectedRate(Record):
    """A Task Pass Rate corrected for sensitivity and specificity of the judge (Rogan and Gladen 1978), within 0 to 1.

    It estimates the rate that labels would give. Tasks that the judge left open are corrected like those it did not
    pass. Tasks that nobody could judge, because a round is missing or something else than the judge's doubt kept them
    from a verdict, make it a range.
    """

    low: float = Field(ge=0, le=1)
    """Tasks that nobody could judge counted as not passed."""
    high: float = Field(ge=0, le=1)
    """Tasks that nobody could judge counted as passed."""
    ci_low: float = Field(ge=0, le=1)
    """Lower end of the 95% interval of `low`, bootstrap over projects and labelled apps together."""
    ci_high: float = Field(ge=0, le=1)
    """Upper end of the 95% interval of `high`."""
    degenerate: bool = False
    """All projects have the same rate, so the interval tells of the judge's error alone."""


class Rate(Record):
    """A rate as an interval over what was planned."""

    low: float = Field(ge=0, le=1)
    """Unresolved counted as not passed."""
    high: float = Field(ge=0, le=1)
    """Unresolved counted as passed."""
    decided: float | None = Field(default=None, ge=0, le=1)
    """Rate over decided tasks alone, mean over the projects that have any; None when none was decided."""
    decided_share: float = Field(ge=0, le=1)
    ci_low: float = Field(ge=0, le=1)
    """Lower end of the 95% interval, bootstrap over projects, of `low`."""
    ci_high: float = Field(ge=0, le=1)
    """Upper end of the 95% interval of `high`."""
    degenerate: bool = False
    """All projects scored alike, so the interval says nothing."""


class Gain(Record):
    """The score of the last round less that of the first, paired by project."""

    low: float = Field(ge=-1, le=1)
    """Mean over projects, with what is unresolved turned against the last round."""
    high: float = Field(ge=-1, le=1)
    """The same, turned in favour of the last round."""
    ci_low: float = Field(ge=-1, le=1)
    """Lower end of the 95% interval, bootstrap over projects, of `low`."""
    ci_high: float = Field(ge=-1, le=1)
    """Upper end of the 95% interval of `high`."""
    degenerate: bool = False
    """All projects gained alike, so the interval says nothing."""


class PointScore(Record):
    """Table 3: what the tasks earned, of all that they could."""

    rounds: tuple[Rate, ...]
    """By round: the mean over tasks of points / 2, per project, then over projects; tasks count alike."""
    gain: Gain | None
    """Debugging's gain; None with a single round."""


class TurnCost(Record):
    """Table 4: what a turn took, on average over the projects of one round."""

    turns: int = Field(ge=0)
    """Submissions that were asked for in that round; one of an agent that had finished is none."""
    seconds: float | None = Field(ge=0)
    """Wall time of the agent, mean of the turns; None where there was none."""
    tokens_told: int = Field(ge=0)
    """Turns of which all tokens are known: the means of tokens are over these."""
    input_tokens: float | None = Field(ge=0)
    """None: nobody told."""
    output_tokens: float | None = Field(ge=0)
    priced: int = Field(ge=0)
    """Turns of which the whole cost is known: its mean is over these."""
    cost: float | None = Field(ge=0)
    """US dollars; None: nobody told."""
    counted: int = Field(ge=0)
    """Turns of which the calls are known: their mean is over these."""
    calls: float | None = Field(ge=0)
    """Requests to a model; None where no relay counted."""


class KindErrors(Record):
    """Figure 5: how the tasks of one kind went wrong."""

    planned: int = Field(ge=0)
    """Tasks of the kind, all projects and repeats together."""
    halved: int = Field(ge=0)
    """Of those that went wrong: tasks that earned one point of two."""
    causes: dict[str, int]
    """What kept tasks from all their points → how many: a FailureCause, or BLOCKED, UNRESOLVED or UNTOLD."""

    @property
    def wrong(self) -> int:
        """Tasks without all their points."""
        return sum(self.causes.values())


class JudgeCost(Record):
    """Table 6: what judging took, and who decided; a submission that stands for several rounds is counted once."""

    judgements: int = Field(ge=0)
    tasks: int = Field(ge=0)
    """Planned in them."""
    seconds: float = Field(ge=0)
    """Wall time of all judgements together."""
    calls: int = Field(ge=0)
    """Replies of a model that verdicts were made of; 0: a program decided all that was decided."""
    input_tokens: int | None = Field(ge=0)
    """None: of some reply nobody told."""
    output_tokens: int | None = Field(ge=0)
    cost: float | None = Field(ge=0)
    """US dollars; None: of some reply it is not known."""
    decided: dict[str, int]
    """program, model, person, BLOCKED and UNRESOLVED → tasks."""


class AgentPoints(Record):
    """The tables' rows of one agent."""

    agent: str
    score: PointScore
    by_kind: dict[KindWord, PointScore]
    """Over the projects that have such tasks."""
    cost: tuple[TurnCost, ...]
    """By round."""
    errors: tuple[dict[KindWord, KindErrors], ...]
    """By round."""
    judging: JudgeCost


class PointTables(Record):
    """All of them."""

    agents: tuple[AgentPoints, ...]
    """In the run's order."""


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
    """Of judging its submissions; one that was judged once for several rounds or agents counts at each."""


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
    """`transcript.txt`, `trajectory.json`, and in quotes files that were submitted."""


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
    """Rounds in which an agent printed or submitted the suite's canary, other than in the words of its message."""
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


class Side(Record):
    """One of the two that are compared."""

    run: str
    """Name of its run."""
    agent: str
    round: int = Field(ge=1)
    """Its last round, whose submission counts."""
    corrected_task_pass_rate: CorrectedRate | None = None
    """Its Task Pass Rate on the shared projects, corrected for the judge's error."""
    calibration: JudgeAccuracy | None
    """How often its judge is right on labelled apps; None where that judge has no calibration."""
    uncorrected: Uncorrected | None = None
    """Why its rate is not corrected; None where it is."""


class Difference(Record):
    """A metric of the first minus that of the second, paired by project."""

    metric: Metric
    first_low: float = Field(ge=0, le=1)
    """Unresolved counted as not passed."""
    first_high: float = Field(ge=0, le=1)
    """Unresolved counted as passed."""
    second_low: float = Field(ge=0, le=1)
    second_high: float = Field(ge=0, le=1)
    low: float = Field(ge=-1, le=1)
    """Mean difference with unresolved verdicts turned against the first."""
    high: float = Field(ge=-1, le=1)
    """Mean difference with unresolved verdicts turned in favour of the first."""
    ci_low: float = Field(ge=-1, le=1)
    """95% interval, bootstrap over projects: its lower end for `low`."""
    ci_high: float = Field(ge=-1, le=1)
    """Its upper end for `high`."""
    degenerate: bool
    """All projects differ alike, so the interval says nothing."""
    p_value: float = Field(ge=0, le=1)
    """Two-sided, of a permutation test over projects, with unresolved verdicts turned against the higher."""
    conclusion: Conclusion
    """At the 5% level."""


class ProjectDifference(Record):
    """Task Pass Rates on one project, means over repeats."""

    project: str
    title: str
    first_low: float = Field(ge=0, le=1)
    first_high: float = Field(ge=0, le=1)
    second_low: float = Field(ge=0, le=1)
    second_high: float = Field(ge=0, le=1)


class Comparison(Record):
    """What can be said about two agents."""

    first: Side
    second: Side
    metrics: tuple[Difference, ...]
    projects: tuple[ProjectDifference, ...] = Field(min_length=1)
    """The projects that both were tried on with the same criteria, the largest difference first."""
    smallest_detectable_difference: float | None = None
    """Of Task Pass Rate between these two on these projects, at 80% power, as a share. None where there is none: too
    few projects, differences that do not vary, or vary so much that even one of 1 could be missed."""
    marks: tuple[Mark, ...] = ()
    """What qualifies every number of the comparison: that it is across judges."""
    caveats: tuple[str, ...] = ()
    """What else differs between the two, and what was left out."""
