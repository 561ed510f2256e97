"""A run of solvers: as it is asked for, its answers, results and comparisons."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, FolderName, Record
from plans.records.instance import Evaluated
from plans.records.marks import Mark
from plans.records.model_call import JudgeModel
from plans.records.model_settings import Endpoint, ModelBudget
from plans.records.result import Rate
from plans.records.run import Tools
from plans.records.usage import ModelUsage, PlayedRole


class AppliedChecks(Record):
    """What an instance is to be scored by."""

    checks: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    """Constraint groups of these checks, each once."""
    apart: tuple[str, ...] = ()
    """Checks that are told apart."""


class ScoredInstance(FileRecord):
    """One line of `instances.jsonl` of a run: an instance as reports show it, so that the run can be read alone."""

    SCHEMA: ClassVar[str] = "scored-instance"

    id: FolderName
    split: FolderName
    prompt: str
    media: tuple[str, ...] = ()
    """Digests of the pictures in `media/`, in the prompt's order."""
    kinds: tuple[str, ...] = ()
    """Kinds of its constraints, each once, in their order."""
    labels: dict[str, str] = {}
    """Disaggregation of the plan → the bucket that it falls into."""
    applied: AppliedChecks | None = None
    """What is planned for whatever is answered: what the family finds of an answer without words. None: the run was
    begun before this was kept.
    """


class DecidedCheck(Record):
    """What the model that decides open questions said of one check."""

    holds: bool | None
    """None: it could not say, or its answer could not be used."""
    reason: str
    key: str = ""
    """Where the run's journal has its reply."""


class ScoredAnswer(FileRecord):
    """One line of `scores/<solver>/<repeat>.jsonl`."""

    SCHEMA: ClassVar[str] = "scored-answer"

    instance: FolderName
    evaluated: Evaluated
    """What a model decided is among its checks; of an answer that could not be had all are unresolved."""
    decided: dict[str, DecidedCheck] = {}
    """Check → what a model said of it."""


SolverKind = Literal["model", "built-in", "plug-in"]


class SolverSpec(Record):
    """One solver."""

    name: FolderName
    """Unique in the run; its folders are named after it."""
    kind: SolverKind
    """model: asked by our gateway. built-in: a program of ours. plug-in: a class of somebody else's."""
    version: str
    is_baseline: bool = False
    """Whether it is one of the family's trivial baselines, which stand beside every score: it answers once."""
    played: PlayedRole | None = None
    """Of a model: which one, where, and with what parameters."""
    place: str = ""
    """Of a plug-in: MODULE:CLASS."""


class InstanceSuiteRef(Record):
    """The suite that is solved."""

    name: str
    family: str
    version: str
    digest: str
    plan_digest: str
    canary: str
    splits: dict[str, str]
    """Split → SHA-256 of its file."""


class SolverPlay(Record):
    """Solvers, each asked every instance."""

    kind: Literal["solvers"]
    """What plays; it is always written, so that other ways of playing a suite can be told apart by it."""
    solvers: tuple[SolverSpec, ...] = Field(min_length=1)
    repeats: int = Field(ge=1, le=100)
    """How often each instance is asked; of baselines once."""
    limit: int | None = Field(default=None, ge=1)
    """Instances of each split, the first of it, that are asked; None: all."""


class Metering(Record):
    """What turns answers into numbers."""

    family_digest: str
    """Of the family's code and plan that score."""
    suite_family_digest: str
    """Of those that drew and checked the instances; another where the family was edited since."""
    variant: str = ""
    """Other way to score that the family offers, such as `compat`; empty: its own."""
    judge: JudgeModel | None = None
    """The model of the role `evaluator` that decides what no program can; None: such checks stay unresolved."""


class ScoredRun(FileRecord):
    """`run.yaml` of a run of solvers: all that a published number must name."""

    SCHEMA: ClassVar[str] = "scored-run"
    IS_SYNCED: ClassVar[bool] = True

    name: str
    suite: InstanceSuiteRef
    play: SolverPlay
    metering: Metering
    endpoints: tuple[Endpoint, ...] = ()
    """Where models were asked, and at what prices; keys and what else an address may hold of them are left out."""
    budget: ModelBudget | None = None
    """What might be used of models when the run began; None: nobody asked any."""
    tools: Tools
    is_replay: bool = False
    """Whether a journal alone answered, and nobody was asked."""


class BucketScore(Record):
    """The numbers over some instances: those of a split, or of a bucket of it."""

    instances: int = Field(ge=1)
    pass_all: Rate
    """Share of instances whose answer passes all checks that apply."""
    fraction_passed: Rate
    """Mean over instances of the share of their checks that pass."""
    refusal: Rate
    """Share of instances to which the answer is that there is no solution."""


class CheckScore(Record):
    """How often a check passes, or the checks of a group, where any applies."""

    instances: int = Field(ge=1)
    """Those to which it applies."""
    passed: Rate


class RepeatScores(Record):
    """How pass-all varies over the repeats of each instance."""

    by_repeat: tuple[float, ...]
    """Pass-all of each repeat over all instances, unresolved as not passed."""
    mean: float
    standard_deviation: float | None
    """Of `by_repeat`, with n - 1; None of a single repeat."""
    best: Rate
    """An instance counts where any repeat passes all."""
    worst: Rate
    """It counts where every repeat does."""
    majority: Rate
    """It counts where more than half of the repeats do."""


class SplitScore(Record):
    """The numbers of a solver on one split."""

    split: str
    whole: BucketScore
    repeats: RepeatScores
    by_check: dict[str, CheckScore]
    by_group: dict[str, CheckScore]
    """Constraint group → mean over instances of the share of its checks that pass."""
    apart: dict[str, CheckScore] = {}
    """Checks that are told apart and count in no other number."""
    by_combination: dict[str, BucketScore]
    """Constraint groups that apply together, or kinds of constraints where the family has no groups."""
    by_label: dict[str, dict[str, BucketScore]]
    """Disaggregation → bucket → its numbers."""
    by_pair: dict[str, dict[str, dict[str, BucketScore]]]
    """Two disaggregations, as `participants × days` → bucket of the first → of the second."""
    failed: int = Field(ge=0)
    """Answers that could not be had: endpoint or plug-in failed. They are unresolved."""
    missing: int = Field(ge=0)
    """Answers that were planned and not asked for yet. They are unresolved."""
    cut_off: int = Field(ge=0)
    """Answers that ended at the greatest length, scored as they are."""
    declined: int = Field(ge=0)
    """Answers that model or endpoint refused to give, scored as none."""
    unread: int = Field(ge=0)
    """Answers in which none could be read."""
    uncounted: int = Field(default=0, ge=0)
    """Answers for whose text the endpoint reported a usage of zero tokens, scored as they are."""
    error_texts: int = Field(default=0, ge=0)
    """Answers whose text is an error object of which the endpoint counted tokens, scored as they are."""
    passed_checks: int = Field(default=0, ge=0)
    vacuous_checks: int = Field(default=0, ge=0)
    """Those of them that passed only because what they ask about did not occur."""
    undecided: int = Field(ge=0)
    """Answers that came, and of which a check is unresolved."""


class SolverUsed(Record):
    """What a solver took; None is unknown, and never nothing.

    Of a model it is what the gateway counted of all its calls, those that failed included, as the budget does; of any
    other solver it is what its answers report.
    """

    answers: int = Field(ge=0)
    unreported: int = Field(default=0, ge=0)
    """Calls, or answers, that did not report all that they used: the sums are the least that was used."""
    input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)
    """US dollars; None also where some of it was not reported."""
    charged: float = Field(default=0.0, ge=0)
    """US dollars with an estimate for what was not reported; 0 where no price is known."""
    seconds: float = Field(ge=0)
    """Sum over its answers; many are asked for at once."""


class SolverScore(Record):
    """The numbers of one solver."""

    solver: SolverSpec
    splits: tuple[SplitScore, ...]
    used: SolverUsed


class ScoredResult(FileRecord):
    """`RESULT.json` of a run of solvers: everything that a published number must name, on one page."""

    SCHEMA: ClassVar[str] = "scored-result"
    VERSION: ClassVar[int] = 2

    schema_version: int = 2
    run: ScoredRun
    planned: dict[str, int]
    """Split → instances."""
    solvers: tuple[SolverScore, ...]
    solved_by_baseline: dict[str, tuple[str, ...]] = {}
    """Split → trivial baselines that pass 90% of it or more: high scores on it say little."""
    marks: tuple[Mark, ...] = ()
    """What qualifies the numbers."""
    canaries: dict[str, tuple[str, ...]] = {}
    """Solver → instances in whose answers the suite's canary came back."""
    models: ModelUsage = ModelUsage()
    """What was used of models, judge included; of a replay what the journal's replies had taken."""


ComparisonOutcome = Literal["first is higher", "second is higher", "not told apart"]


class SolverSide(Record):
    """One of the two."""

    run: str
    solver: str


class ScoreDifference(Record):
    """How far the two are apart in one metric on one split, first minus second, from -1 to 1."""

    split: str
    metric: Literal["pass_all", "fraction_passed"]
    instances: int = Field(ge=1)
    first_low: float
    """Of the first, with what is unresolved as not passed; `high` with it as passed."""
    first_high: float
    second_low: float
    second_high: float
    low: float
    """Least difference that what is unresolved leaves open."""
    high: float
    ci_low: float
    """Lower end of the 95% interval of `low`, bootstrap over instances."""
    ci_high: float
    degenerate: bool
    p_value: float
    """Sign-flip permutation test over instances, with every unresolved one turned against the higher."""
    conclusion: ComparisonOutcome


class PairCounts(Record):
    """How the instances of a split fall out, over all repeats: passed in more than half of them, or not."""

    split: str
    both: int
    first_only: int
    second_only: int
    neither: int
    open: int
    """Unresolved of either."""


class ScoredComparison(Record):
    """What differs, and how surely."""

    first: SolverSide
    second: SolverSide
    differences: tuple[ScoreDifference, ...]
    pairs: tuple[PairCounts, ...]
    caveats: tuple[str, ...] = ()
    """What else could be the cause."""
