"""What a suite of instances is to be: what was ordered, the plan that a developer decides, and what is made of it.

All of it is kept beside the suite for a later process.
"""

import uuid
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from pydantic import Field, JsonValue

from agents.families.folder import PLAN
from pipeline.graph.spec import ignored_by_git, is_published, overwriting, unfinished_work
from pipeline.instances.sampling import checked_settings
from plans.contracts.instances import InstanceFamily
from plans.digests import record_digest, text_digest, value_digest
from plans.errors import AuthorError
from plans.files import (
    is_same_moved,
    parse_record,
    read_lines,
    read_own_record,
    read_text,
    storage_errors,
    write_record,
    write_text,
)
from plans.items import held_suite, refuse_links
from plans.paths import SuitePaths
from plans.records.base import VERSION, FileRecord, FolderName
from plans.records.plan import Plan
from plans.records.review import Decision
from review.checkpoints import Checkpoint, Reviewer
from review.ledger import Ledger

NAMESPACE = uuid.UUID("3c9f4f5e-8a0a-5b1e-9a43-61f2a1c7d9b4")
"""Namespace of the canaries of all suites of instances."""


class InstancesSpec(FileRecord):
    """`sampling.json`: every setting that decides which instances come of it."""

    SCHEMA: ClassVar[str] = "sampling"

    name: FolderName
    """Name of the suite."""
    version: str = Field(pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$")
    family: str
    family_digest: str
    plan_digest: str
    licence: str
    random_seed: int
    settings: dict[str, JsonValue] = {}
    """Parameters that are not sampled, and the value of each."""
    n: int = Field(ge=1)
    """Instances to be made, beside those that are there."""
    with_model: bool = False
    """Whether a model is asked what no program can tell."""
    kind: Literal["new", "grown", "refreshed"] = "new"
    first: int = Field(default=0, ge=0)
    """Number that it begins with: in a suite that grows, the one after its last."""
    parent: str = ""
    """Name and version of the suite that is refreshed."""
    parent_folder: str = ""
    """Where that lies, absolute: nothing of it may come again."""

    @property
    def canary(self) -> str:
        """A string that nothing else contains, the same whenever the same suite is made again."""
        content = value_digest(
            [self.name, self.version, self.family, self.plan_digest, self.random_seed, self.first, self.n]
        )
        return f"benchwright-canary-{uuid.uuid5(NAMESPACE, content)}"


def begin(paths: SuitePaths, spec: InstancesSpec) -> None:
    """Take up `spec` in this folder, anew or where it was left; call it under the suite's lock.

    Raises RunMismatch where other work is unfinished there, and AuthorError where another suite would be overwritten.
    """
    before = kept_spec(paths)
    if before == spec:
        return
    if before is not None and is_same_moved(before, spec, "parent_folder"):
        write_record(paths.sampling, spec)
        return
    if before is not None and is_unfinished(paths, before):
        raise unfinished_work(paths, before, spec, "Instances")
    if paths.suite.exists() and spec.kind != "grown":
        raise overwriting(paths, "benchwright instances grow")
    clear_batches(paths)
    ignored_by_git(paths)
    write_record(paths.sampling, spec)


def kept_spec(paths: SuitePaths) -> InstancesSpec | None:
    """What was made in this folder last, finished or not."""
    return read_own_record(paths.sampling, InstancesSpec) if paths.sampling.exists() else None


def is_unfinished(paths: SuitePaths, spec: InstancesSpec) -> bool:
    """Whether something is there of what was begun, and it has not become a suite."""
    return not is_published(paths, spec) and any(paths.batches.glob("*.json"))


def clear_batches(paths: SuitePaths) -> None:
    """Remove what was kept of work that has ended."""
    with storage_errors(paths.batches):
        for file in sorted(paths.batches.glob("*")):
            file.unlink()
        if paths.batches.is_dir():
            paths.batches.rmdir()
        paths.coverage_before.unlink(missing_ok=True)


def parent_paths(spec: InstancesSpec) -> SuitePaths | None:
    """The suite that is refreshed."""
    return SuitePaths(Path(spec.parent_folder)) if spec.parent_folder else None


class SuiteOrder(FileRecord):
    """`.authoring/order.json`: all that `author` was told of a suite of instances, but for how its plan is reviewed."""

    SCHEMA: ClassVar[str] = "instances-order"

    name: FolderName
    """Name of the suite."""
    version: str = Field(pattern=VERSION)
    family: str
    licence: str
    random_seed: int
    settings: dict[str, str] = {}
    """Parameter that is not sampled → its value in words, as it is looked up in the plan that is decided on."""
    n: int = Field(ge=1)
    with_model: bool = False
    """Whether a model is asked what no program can tell."""
    max_cost: float | None = Field(default=None, gt=0)
    """US dollars that models may cost in all; None: as benchwright.toml says."""
    max_tokens: int | None = Field(default=None, ge=1)
    replay: str = ""
    """The journal that alone may answer, or its folder, absolute; empty: models are asked."""

    def spec(self, family: InstanceFamily, plan: Plan) -> InstancesSpec:
        """What is to be made of this plan; AuthorError for settings that it has not."""
        return InstancesSpec(
            name=self.name,
            version=self.version,
            family=family.name,
            family_digest=family.digest,
            plan_digest=record_digest(plan),
            licence=self.licence,
            random_seed=self.random_seed,
            settings=checked_settings(plan, self.settings),
            n=self.n,
            with_model=self.with_model,
        )


def kept_order(paths: SuitePaths) -> SuiteOrder | None:
    """What was asked for in this folder and has not become a suite of instances.

    Raises InvalidFile for one that makes no sense, and AuthorError where a plan waits beside none.
    """
    if paths.suite.exists() or paths.authoring_spec.exists():
        return None
    if paths.order.exists():
        return read_own_record(paths.order, SuiteOrder)
    if paths.plan_draft.exists():
        raise AuthorError(
            f"{paths.order} is missing, so nobody knows what is to be made of the plan in {paths.plan_draft}. Give "
            "the `benchwright instances author` command again that parked it."
        )
    return None


class Rejected(NamedTuple):
    """A plan of which nothing is sampled, by the reviewer's word."""

    note: str

    def __str__(self) -> str:
        why = f": {self.note}" if self.note else ""
        return (
            f"The plan was rejected{why}. Nothing is sampled from it; to begin again, choose another --out."
        )


async def reviewed_plan(
    paths: SuitePaths, order: SuiteOrder, plan: Plan, reviewer: Reviewer
) -> Plan | Rejected | None:
    """The plan as it was decided; None where the reviewer leaves it waiting, in `.authoring/plan.yaml` beside `order`.

    What was decided stands in review.jsonl, and is not asked twice. Nothing is decided that could not be made: raises
    InvalidFile for a plan that makes no sense, and AuthorError for one that has not what the order sets. Raises
    AuthorError too where it was rejected earlier, and Busy.
    """
    with held_suite(paths):
        ignored_by_git(paths)
        if not paths.plan_draft.exists():
            write_record(paths.plan_draft, plan)
        checkpoint = _checkpoint(paths, order)
        if (earlier := _earlier(paths, checkpoint)) is not None:
            if earlier.action == "reject":
                raise AuthorError(str(Rejected(earlier.note)))
            # An edit may not have come to its place before the process died.
            edit = paths.edit(earlier.after_digest)
            return _taken(paths, read_text(edit if edit.exists() else paths.plan_draft))
        write_record(paths.order, order)
        answer = await reviewer.review(checkpoint, paths.authoring)
        if answer is None:
            return None
        if answer.action == "redo":
            raise AuthorError(
                f"The plan of {plan.family} comes with the family, so a redo would give the same one. Edit plan.yaml "
                "where it should be another, or reject it."
            )
        if answer.action == "reject":
            Ledger(paths).record_answer(checkpoint, answer, paths.authoring)
            return Rejected(answer.note)
        text = answer.edits.get(PLAN, read_text(paths.plan_draft))
        checked_settings(parse_record(text, Plan, paths.plan_draft), order.settings)
        Ledger(paths).record_answer(checkpoint, answer, paths.authoring)
        return _taken(paths, text)


def parked_plan(paths: SuitePaths) -> Checkpoint | None:
    """The checkpoint at which the plan of a suite of instances waits in this folder; read alone, so also while it is
    being decided. Raises as kept_order.
    """
    order = kept_order(paths)
    if order is None or not paths.plan_draft.exists():
        return None
    refuse_links(paths)
    checkpoint = _checkpoint(paths, order)
    return None if _earlier(paths, checkpoint) else checkpoint


def _checkpoint(paths: SuitePaths, order: SuiteOrder) -> Checkpoint:
    digest = text_digest(read_text(paths.plan_draft))
    return Checkpoint(item=order.name, stage="plan", showing=1, artifacts={PLAN: digest})


def _earlier(paths: SuitePaths, checkpoint: Checkpoint) -> Decision | None:
    """What was decided about this text: as it was shown, or as an edit left it."""
    digest = checkpoint.artifacts[PLAN]
    for one in read_lines(paths.review, Decision):
        is_edited = one.before_digest == digest and paths.edit(one.after_digest).exists()
        if (one.item, one.stage) == (checkpoint.item, "plan") and (one.after_digest == digest or is_edited):
            return one
    return None


def _taken(paths: SuitePaths, text: str) -> Plan:
    """The plan, put in its place."""
    write_text(paths.plan_draft, text)
    return parse_record(text, Plan, paths.plan_draft)
