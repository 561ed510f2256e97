"""Report of authoring, item by item."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal

from agents.authoring.verification.duplicates import is_by_same_model
from pipeline.graph.drafts import place_of
from pipeline.graph.state import NodeContext, State
from plans.catalog.matching import tokens
from plans.errors import BenchwrightError, Cause
from plans.files import read_record
from plans.items import read_evidence, read_project
from plans.paths import ItemPaths, SuitePaths
from plans.plain_text import count_text
from plans.records.base import Record
from plans.records.criteria import Criteria
from plans.records.evidence import Evidence
from plans.records.seed import DomainReading, ItemSeed, SeedCoverage
from plans.records.usage import ModelUsage
from plans.shell import command_line
from review.checkpoints import Checkpoint

FEWEST_WORDS = 4
"""Words of a sentence that may ask for something; “Thank you!” does not."""
Result = Literal["released", "unproved", "ready", "waiting", "refused", "not released", "rejected", "failed"]
"""unproved: written, and not released, since its author asked for the static checks alone. ready: will be written, and
waits for the other items. failed: something broke, and the same command goes on from there."""


@dataclass(frozen=True)
class Ending:
    """How far a thread came, or what stopped it."""

    item: str
    state: State
    error: BenchwrightError | None = None


class ShownFair(Record):
    """On how many of an item's tasks a solution by another hand shows that they are fair."""

    tasks: int
    """Tasks of the item."""
    passed: int
    """Those that pass on an independent implementation."""
    implementations: int
    by_same_model: int = 0
    """Those of them that are by the model that wrote the reference."""

    @property
    def words(self) -> str:
        """`shown fair` where every task is, with the counts."""
        one = "the independent implementation"
        by = (
            one if self.implementations == 1 else f"one of {self.implementations} independent implementations"
        )
        pass_ = "passes" if self.tasks == 1 else "pass"
        what = "shown fair" if self.passed == self.tasks else "not shown fair as a whole"
        return f"{what} ({self.passed} of {count_text(self.tasks, 'task')} {pass_} on {by}{self._whose})"

    @property
    def _whose(self) -> str:
        if not self.by_same_model:
            return ""
        count = "" if self.implementations == 1 else f"{self.by_same_model} of them "
        return f", {count}by the same model as the reference"


class ItemReport(Record):
    """What became of one seed."""

    item: str
    result: Result
    reasons: tuple[str, ...] = ()
    """Why it is not released, in words."""
    attempts: int = 1
    """Recipes that were tried."""
    category: str = ""
    domain: str = ""
    scores: dict[str, float] = {}
    """Category → share of the seed's words for subjects that speak of it, of 100."""
    reading: DomainReading | None = None
    """Why the seed was taken to be about this domain, and whether that is a thin match; None where none was read."""
    notes: tuple[str, ...] = ()
    """What the author remarks on the seed: what was left out and why."""
    covered: dict[str, str] = {}
    """Phrase of the seed → the feature, subject or sample data that serves it; the other phrases are `uncovered`."""
    uncovered: tuple[str, ...] = ()
    """Phrases of the seed that the author could not serve, in the seed's words."""
    unread_sentences: tuple[str, ...] = ()
    """Of a seed that the catalog read, its sentences of which no word was taken or is listed elsewhere here."""
    tasks: int = 0
    """Evaluation tasks."""
    outcomes: int = 0
    """Expected outcomes."""
    never_shown_fair: tuple[str, ...] = ()
    """Tasks that pass on no independent implementation, of an item that is in or ready."""
    fairness: ShownFair | None = None
    """Of such an item; None where nobody has implemented it independently."""
    minutes: float | None = None
    """For which it was worked on in this call; None where it was not, or is not at its end."""
    unlike: str = ""
    """How much a variant asks and how much its parent, where that is not of like complexity; empty where it is."""
    cause: Cause | None = None
    """Whose fault a failure is."""


class AuthoringReport(Record):
    """What became of a suite."""

    suite: str
    version: str
    folder: str
    is_written: bool
    """Whether suite.yaml names this version. Whether its items are released or unproved, the result of each says."""
    plan_result: Literal["planned", "waiting", "rejected"]
    reasons: tuple[str, ...] = ()
    """Why the plan was rejected."""
    items: tuple[ItemReport, ...]
    parked: tuple[Checkpoint, ...] = ()
    """Checkpoints that wait for a decision."""
    next_step: str = ""
    """The command that has to follow before numbers are published; empty when none has to."""
    models: ModelUsage = ModelUsage()
    """What models were used for in this folder, in this call and those before it."""

    def count(self, result: Result) -> int:
        """How many items ended so."""
        return sum(item.result == result for item in self.items)

    @property
    def is_all_released(self) -> bool:
        return bool(self.items) and self.count("released") == len(self.items)

    @property
    def is_all_written(self) -> bool:
        """Whether every item is in the suite, released or, where no more was asked for, unproved."""
        return bool(self.items) and self.count("released") + self.count("unproved") == len(self.items)


def authoring_report(
    context: NodeContext,
    plan: State,
    endings: Sequence[Ending],
    parked: Sequence[Checkpoint],
    *,
    is_written: bool,
) -> AuthoringReport:
    """The report of one call."""
    status = plan.get("status")
    items = tuple(_item(context.paths, ending, is_written=is_written) for ending in endings)
    is_unproved = any(item.result == "unproved" for item in items)
    return AuthoringReport(
        suite=context.spec.name,
        version=context.spec.version,
        folder=str(context.paths.root),
        is_written=is_written,
        plan_result="planned" if status == "planned" else "rejected" if status == "rejected" else "waiting",
        reasons=tuple(plan.get("reasons", [])),
        items=items,
        parked=tuple(parked),
        next_step=_proving(context) if is_unproved else "",
        models=context.model.usage() if context.model else ModelUsage(),
    )


def _proving(context: NodeContext) -> str:
    """The command that proves what was written; variants are proved against their parents' references too."""
    parents = context.spec.parents
    against = () if parents is None else ("--parents", Path(parents))
    return command_line("benchwright", "verify", context.paths.root, *against)


def _item(paths: SuitePaths, ending: Ending, *, is_written: bool) -> ItemReport:
    state, place, seed = ending.state, place_of(paths, ending.item), _read_seed(paths, ending.item)
    coverage = seed.coverage if seed else None
    criteria = read_record(place.criteria, Criteria) if place.criteria.exists() else None
    evidence = read_evidence(place) if state.get("status") == "ready" else None
    return ItemReport(
        item=ending.item,
        result=_result(ending, place, is_written=is_written),
        reasons=(str(ending.error),) if ending.error else tuple(state.get("reasons", [])),
        attempts=state.get("attempt", 1),
        category=coverage.category if coverage else "",
        domain=coverage.domain if coverage else "",
        scores=coverage.scores if coverage else {},
        reading=coverage.reading if coverage else None,
        notes=coverage.notes if coverage else (),
        covered=coverage.covered if coverage else {},
        uncovered=coverage.uncovered if coverage else (),
        unread_sentences=tuple(unread_sentences(seed.seed.query, coverage)) if seed and coverage else (),
        tasks=len(criteria.tasks) if criteria else 0,
        outcomes=sum(len(task.outcomes) for task in criteria.tasks) if criteria else 0,
        never_shown_fair=evidence.never_shown_fair if evidence else (),
        fairness=_shown_fair(place, evidence) if evidence else None,
        unlike=str(state.get("lineage", {}).get("unlike", "")),
        cause=ending.error.cause if ending.error else None,
    )


def _result(ending: Ending, place: ItemPaths, *, is_written: bool) -> Result:
    if ending.error:
        return "failed"
    match ending.state.get("status"):
        case "ready":
            return _written(place) if is_written else "ready"
        case "refused" | "not released" | "rejected" as status:
            return status
        case _:
            return "waiting"


def _written(place: ItemPaths) -> Result:
    """Of an item in the suite: whether its evidence releases it, or it was written without being judged."""
    evidence = read_evidence(place)
    return "released" if evidence is not None and evidence.released else "unproved"


def ending_words(paths: SuitePaths, item: str, status: str) -> str:
    """How an item ended, in words: released or not, and whether its tasks are shown to be fair."""
    if status != "ready":
        return status
    place = place_of(paths, item)
    evidence = read_evidence(place)
    if evidence is None or not evidence.released:
        return "written, unproved"
    fairness = _shown_fair(place, evidence)
    return f"released, {fairness.words}" if fairness else "released"


def _shown_fair(place: ItemPaths, evidence: Evidence) -> ShownFair | None:
    made = evidence.independents
    if not made:
        return None
    tasks = len(made[0].passed) + len(made[0].not_passed)
    passed = tasks - len(evidence.never_shown_fair)
    project, names = read_project(place), {one.name for one in made}
    own = [
        one
        for one in project.independents
        if one.about.name in names and is_by_same_model(project, one.about)
    ]
    return ShownFair(tasks=tasks, passed=passed, implementations=len(made), by_same_model=len(own))


def unread_sentences(query: str, coverage: SeedCoverage) -> Iterator[str]:
    """The sentences of a seed that no word of its coverage stands in: whoever looks at what was read, and at what was
    not, does not learn of them. None where no catalog read the seed.
    """
    if coverage.reading is None:
        return
    told = (*coverage.covered, *coverage.uncovered, *coverage.reading.words)
    known = [word.casefold() for word in told if word]
    remarks = " ".join(coverage.notes).casefold()
    for _, found in groupby(tokens(query), key=lambda token: token.sentence):
        words = [*found]
        sentence = query[words[0].start : words[-1].end]
        is_told = any(word in sentence.casefold() for word in known) or sentence.casefold() in remarks
        if len(words) >= FEWEST_WORDS and not is_told:
            yield sentence


def _read_seed(paths: SuitePaths, item: str) -> ItemSeed | None:
    """The seed with how it was understood, from the draft or the released item."""
    for folder in (paths.draft(item), paths.item(item)):
        if folder.seed.exists():
            return read_record(folder.seed, ItemSeed)
    return None
