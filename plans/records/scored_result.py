"""What came out of a run of solvers on a suite of instances."""

from typing import ClassVar

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.marks import Mark
from plans.records.model_usage import ModelUsage
from plans.records.rate import Rate
from plans.records.scored_run import ScoredRun, SolverSpec


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
