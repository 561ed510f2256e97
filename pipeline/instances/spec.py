"""Specification of a suite of instances that is being made, kept beside it for a later process."""

import uuid
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field, JsonValue

from pipeline.instances.sampling import checked_settings
from plans.contracts.instances import InstanceFamily
from plans.digests import record_digest, value_digest
from plans.errors import AuthorError, RunMismatch
from plans.files import is_same_moved, read_own_record, storage_errors, write_record, write_text
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.base import VERSION, FileRecord, FolderName
from plans.records.plan import Plan

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
        raise RunMismatch(_mismatch(paths, before, spec))
    if paths.suite.exists() and spec.kind != "grown":
        suite = read_suite(paths)
        raise AuthorError(
            f"{paths.root} holds the suite {suite.name} {suite.version}, which would be overwritten. Choose another "
            "folder with --out, delete this one if it was a trial, or add to it with `benchwright instances grow`."
        )
    clear_batches(paths)
    # Git passes over what is no part of the suite.
    write_text(paths.authoring / ".gitignore", "*\n")
    write_record(paths.sampling, spec)


def kept_spec(paths: SuitePaths) -> InstancesSpec | None:
    """What was made in this folder last, finished or not."""
    return read_own_record(paths.sampling, InstancesSpec) if paths.sampling.exists() else None


def is_published(paths: SuitePaths, spec: InstancesSpec) -> bool:
    """Whether suite.yaml, which is written last, is of this name, version and family."""
    if not paths.suite.exists():
        return False
    suite = read_suite(paths)
    return (suite.name, suite.version, suite.family) == (spec.name, spec.version, spec.family)


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


def _mismatch(paths: SuitePaths, before: InstancesSpec, spec: InstancesSpec) -> str:
    fields = [name for name in InstancesSpec.model_fields if getattr(before, name) != getattr(spec, name)]
    told = ", ".join(f"{name} ({getattr(before, name)!r}, now {getattr(spec, name)!r})" for name in fields)
    return (
        f"{paths.root} holds unfinished work with other settings: {told}. Instances made in two ways cannot be one "
        f"suite. Repeat the first command to finish it, choose another --out, or delete {paths.authoring} to begin "
        "again."
    )


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


def keep_order(paths: SuitePaths, order: SuiteOrder) -> None:
    """Keep what was asked for last; call it under the suite's lock."""
    write_record(paths.order, order)


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
