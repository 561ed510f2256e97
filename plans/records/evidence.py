"""`evidence.json`: why an item may be released; what a model found when it read it."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.model_call import ModelUse
from plans.records.project import FaultOwner
from plans.records.verdict import Status


class Quotation(Record):
    """Words that stand in an artifact."""

    artifact: str
    """The artifact, such as `prd` or `query high`."""
    words: str


class ReadFault(Record):
    """A fault that a reading found."""

    what: str
    """What is wrong."""
    mend: str
    """What would mend it."""
    quotations: tuple[Quotation, ...]
    """The words that it is about; each was looked up in the artifact."""


class ReadClause(Record):
    """A clause of a requirement, as a reading took it apart."""

    requirement: str
    words: str
    """Looked up in the requirement's text."""
    tried_by: tuple[str, ...] = ()
    """Outcomes that try it, each looked up in a task that names the requirement; empty: none does."""


class Untested(Record):
    """A clause of a requirement that no outcome tries, as most readings find."""

    requirement: str
    words: str
    """As they stand in its text."""


class ReadingSample(Record):
    """One reading; several of a check are made apart from each other."""

    verdict: Literal["holds", "fails", "unusable"]
    """unusable: it gave no verdict that could be gone by, and does not count."""
    evidence: tuple[Quotation, ...] = ()
    """What a verdict of `holds` goes by; each was looked up in the artifact."""
    faults: tuple[ReadFault, ...] = ()
    """What a verdict of `fails` goes by."""
    clauses: tuple[ReadClause, ...] = ()
    """Of a check by clause, what the requirements say part by part."""
    uses: tuple[ModelUse, ...] = ()
    """Every reply that it took."""
    flaws: tuple[str, ...] = ()
    """Why it was sent back, and in the end not used."""


REFERENCE_RUNS = 3
"""How often a reference is run where nobody says otherwise: one run that differs keeps an item from release."""


class Digests(Record):
    """What the evidence was made for: an edit of any of these voids it."""

    graded: str
    """Criteria without wording, parameters of judging."""
    reference: str
    """Empty for an imported item, which has none."""
    mutants: str
    alternatives: str
    independents: str = ""
    """Of independent implementations; empty where there is none. An edit voids what is said of them, and no more."""
    prose: str
    """PRD, query and wording: decides the program-decided checks."""
    judge: str
    """Judge code, settings and browser."""
    gate: str = ""
    """The release gate's own code; empty in evidence of gates that did not record it."""
    plan: str = ""
    """The plan and what it sampled for the item, which the checks are decided against; empty where not recorded."""
    runtime: str = ""
    """The packages that the suite locks, which submissions found when they were judged; empty: there were none."""


class Cell(Record):
    """One judged submission of the matrix."""

    submission: str
    """nop, empty, reference, alternative/<name>, mutant/<id>, attack/<name>, independent/<name>, parent."""
    repeat: int = 1
    tasks: dict[str, dict[str, Status]]
    """Task → outcome → status."""
    unseen: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Task → outcomes that failed without having been seen to be not so: the task broke off before."""
    task_status: dict[str, Status]
    """Task → status."""
    partly: dict[str, float] = Field(default_factory=dict)
    """Task → share of its points, of tasks that failed and earned some all the same."""
    seconds: float = Field(default=0.0, ge=0)
    sandbox: str = ""
    """Digest of the code of the sandbox that ran the submission; empty for files that were served."""
    not_served: bool = False
    """The submission held nothing that could be run, or its own server never answered: no task was tried on it."""


class MutantEvidence(Record):
    """Whether a mutant was killed, and by what."""

    mutant: str
    task: str
    """The task that had to notice."""
    killed: bool
    how: Literal["failed", "blocked by presence parent", "survived", "unresolved"]


class EdgeEvidence(Record):
    """Whether a child cannot pass while its parent is broken."""

    parent: str
    child: str
    confirmed: bool
    by: str
    """Mutant that broke the parent, or why nothing could show it."""
    rests_on_empty: bool = False
    """Whether that mutant leaves nothing to be seen, so that anything fails on it, and no other confirms the edge."""
    spared_by: tuple[str, ...] = ()
    """Mutants that break the parent while the child, tried by itself, passes: it does not need all of the parent."""


class IndependentEvidence(Record):
    """What became of one independent implementation in a run of the judge, as submissions are judged."""

    name: str
    passed: tuple[str, ...]
    """Tasks that pass on it."""
    not_passed: dict[str, Status]
    """The other tasks, in the order of the criteria."""
    faults: dict[str, FaultOwner] = Field(default_factory=dict)
    """Of those, whose fault it is, where somebody ruled."""


class CheckResult(Record):
    """Result of one program-decided or model-decided check."""

    check: str
    passed: bool
    findings: tuple[str, ...] = ()
    """Each with place and mend; empty when passed."""
    decided_by: Literal["program", "model"] = "program"
    samples: tuple[ReadingSample, ...] = ()
    """Of a check that a model decides, what it found each time."""
    untested: tuple[Untested, ...] | None = None
    """Of a check by clause, clauses of requirements that no outcome tries; None: it is no such check, or undecided."""


class Gained(Record):
    """What a submission that does no work gained."""

    submission: str
    """nop, empty or attack/<name>."""
    score: float = Field(ge=0, le=1)
    """Points over all that can be earned; what nobody decided counts as nothing."""
    passed: tuple[str, ...] = ()
    """Tasks that it passed."""
    unresolved: tuple[str, ...] = ()
    """Tasks that no program decided."""


class Evidence(FileRecord):
    """The release gate's matrix and its conclusion."""

    SCHEMA: ClassVar[str] = "evidence"

    item: str
    digests: Digests
    repeats: int = Field(default=0, ge=0, le=100)
    """Runs of the reference that the gate was asked for; 0: no browser, or made before this was recorded, and void."""
    cells: tuple[Cell, ...]
    mutants: tuple[MutantEvidence, ...]
    edges: tuple[EdgeEvidence, ...]
    checks: tuple[CheckResult, ...]
    alternative: Literal["none", "restyled", "independent"] = "none"
    """The strongest alternative on which every task passed."""
    independents: tuple[IndependentEvidence, ...] = ()
    """Implementations by hands that saw neither criteria nor reference; none of an imported item."""
    never_shown_fair: tuple[str, ...] = ()
    """Tasks that pass on no independent implementation: nothing shows that a complete app of another design passes."""
    gained: tuple[Gained, ...] = ()
    """Of an imported item, what each submission gained that does no work: it is audited, as nothing can prove it."""
    vacuous: tuple[str, ...] = ()
    """Tasks of an imported item that are passed where nothing was done, so that passing them says nothing."""
    released: bool
    reasons: tuple[str, ...] = ()
    """Why it is not released; empty when it is."""
    is_void: bool = False
    """Whether it was made for other files, packages or another item, so that it shows nothing about this one."""
    awaits_parent: bool = False
    """Whether all that a variant lacks is the judgement of its parent's reference."""

    @property
    def untested(self) -> tuple[Untested, ...] | None:
        """Clauses of requirements that no outcome tries; None where no model read the item by clause."""
        found = (check.untested for check in self.checks if check.untested is not None)
        return next(found, None)
