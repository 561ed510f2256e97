"""A scored run as it is asked for: which suite of instances, who solves it and how often, what scores the answers."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.endpoint import Budget, Endpoint
from plans.records.judge_model import JudgeModel
from plans.records.model_play import PlayedRole
from plans.records.names import FolderName
from plans.records.run_spec import Tools

SolverKind = Literal["model", "yardstick", "plug-in"]


class SolverSpec(Record):
    """One solver."""

    name: FolderName
    """Unique in the run; its folders are named after it."""
    kind: SolverKind
    """model: asked by our gateway. yardstick: a program of ours. plug-in: a class of somebody else's."""
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
    budget: Budget | None = None
    """What might be used of models when the run began; None: nobody asked any."""
    tools: Tools
    is_replay: bool = False
    """Whether a journal alone answered, and nobody was asked."""
