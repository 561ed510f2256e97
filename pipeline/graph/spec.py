"""What is being authored, a suite or a family, kept beside the checkpoints so that another process can go on."""

import uuid
from pathlib import Path
from typing import ClassVar, Literal, Protocol

from pydantic import Field

from plans.digests import record_digest, value_digest
from plans.errors import AuthorError, RunMismatch
from plans.families import is_family_folder
from plans.files import is_same_moved, read_record, storage_errors, write_record, write_text
from plans.items import read_suite
from plans.paths import FamilyPaths, SuitePaths
from plans.records.base import FileRecord, FolderName, Record
from plans.records.feedback import LEAK_POLICY, ROUNDS, LeakPolicy
from plans.records.plan import TaskSpecification
from plans.records.sandboxing import RuntimeEnvironment
from plans.records.seed import Assignment
from plans.runtimes import RECORD, declared, declared_digest, is_declared

AuthorName = Literal["catalog", "model"]
ReferenceBy = Literal["generator", "minimal"]
GateName = Literal["live", "static"]
"""live: the whole matrix in a real browser. static: the program-decided checks alone."""

CANARY_NAMESPACE = uuid.UUID("5f0c8f0e-6f7a-5d0b-9c55-0d3a1c1f7b52")
"""Namespace of the canaries of all suites."""


class AuthoringSpec(FileRecord):
    """`authoring.json`: the seeds, and every setting that decides what becomes of them."""

    SCHEMA: ClassVar[str] = "authoring"
    VERSION: ClassVar[int] = 2

    schema_version: int = 2

    name: FolderName
    """Name of the suite."""
    version: str = Field(pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$")
    family: str
    licence: str
    """SPDX name of the licence that the suite is released under."""
    canary: str
    random_seed: int
    gate: str
    """Which part of the release gate decides: live, static, …"""
    author: AuthorName = "catalog"
    """Who plans and makes the items: the family's catalog, or the models of the roles."""
    reference_by: ReferenceBy = "generator"
    """Who writes references where a model authors: the generator in its replies, or our code agent in a workspace."""
    independent_by: str = ""
    """Code agent that implements each item from what agents under test are told; empty: nobody does."""
    task: TaskSpecification | None = None
    """What the benchmark is to be about, for a model that plans; None: the purpose of the family's own plan."""
    refinements: int = Field(default=2, ge=0, le=10)
    """How many times an item that the gate refuses is put right or made again."""
    leak_policy: LeakPolicy = LEAK_POLICY
    """Feedback policy of the items."""
    rounds: int = Field(default=ROUNDS, ge=1, le=20)
    """Submissions that an agent gets."""
    with_model: bool = False
    """Whether models read what is made, for what no program can tell (role verifier), and weigh it (evaluator)."""
    extends: bool = False
    """Whether the items are added to the suite that lies there already."""
    parents: str | None = None
    """Folder of the suite whose items the variants' parents are, absolute; None for a suite that is no refresh."""
    runtime: str = ""
    """Digest of the packages that the suite locks, with which its items are judged; empty where it locks none."""
    assignments: tuple[Assignment, ...] = Field(min_length=1)
    """What is to become an item, in order; before items have the `ids` that titles give them."""
    ids_by_title: bool = False
    """Whether nobody named the seeds, so that items are called by the titles that a model reads in them."""
    ids: dict[FolderName, FolderName] = {}
    """Id of such a seed → id of its item; empty until the plan stands and all titles are known."""

    def assignment(self, item: str) -> Assignment:
        """The assignment with this id; KeyError when there is none."""
        for assignment in self.assignments:
            if assignment.id == item:
                return assignment
        raise KeyError(item)

    def named(self) -> "AuthoringSpec":
        """The same, with items under the `ids` that titles gave them."""
        if not self.ids:
            return self
        named = (
            one.model_copy(update={"seed": one.seed.model_copy(update={"id": self.ids[one.id]})})
            for one in self.assignments
        )
        return self.model_copy(update={"assignments": tuple(named), "ids": {}, "ids_by_title": False})

    def kept_plan(self, paths: SuitePaths) -> Path | None:
        """The plan that new items are sampled from: that of the suite which is extended, or refreshed.

        None for a suite of its own, whose plan the Planning Agent lays down.
        """
        if self.extends:
            return paths.plan
        return SuitePaths(Path(self.parents)).plan if self.parents is not None else None

    def kept_runtime(self, paths: SuitePaths) -> Path:
        """The folder that says what the suite locks: its own, else that of the suite which is refreshed."""
        if self.parents is None or is_declared(paths.runtime):
            return paths.runtime
        return SuitePaths(Path(self.parents)).runtime


def suite_canary(name: str, version: str, random_seed: int, assignments: tuple[Assignment, ...]) -> str:
    """A string that nothing else contains, the same whenever the same suite is authored again."""
    content = value_digest([name, version, random_seed, [record_digest(a) for a in assignments]])
    return f"benchwright-canary-{uuid.uuid5(CANARY_NAMESPACE, content)}"


def begin(paths: SuitePaths, spec: AuthoringSpec) -> AuthoringSpec:
    """Take up `spec` in this folder, anew or where it was left; call it under the suite's lock. Returns it with the ids
    that its items have by now.

    Work that has ended is set aside, whether something was released or not, and what was decided about it is asked anew
    where it comes up again; a released suite keeps the decisions about its plan and its items. Raises RunMismatch when
    other work is unfinished there, or the packages are not those that `spec` was made for, and AuthorError when another
    suite would be overwritten.
    """
    _refuse_other_packages(paths, spec)
    before = read_spec(paths) if paths.authoring_spec.exists() else None
    spec = as_begun(paths, spec)
    if before is not None and is_same_moved(before, spec, "parents"):
        write_record(paths.authoring_spec, spec)
    elif before != spec:
        _begin_anew(paths, spec, before)
    _lock_as_parent(paths, spec)
    return spec


def as_begun(paths: SuitePaths, spec: AuthoringSpec) -> AuthoringSpec:
    """The spec with the ids that titles gave its items, where exactly this work was begun in the folder."""
    before = read_spec(paths) if paths.authoring_spec.exists() else None
    if before is None or not before.ids:
        return spec
    known = spec.model_copy(update={"ids": before.ids})
    return known if known == before else spec


def under_way(paths: SuitePaths) -> AuthoringSpec | None:
    """What was begun in this folder and has not ended."""
    before = read_spec(paths) if paths.authoring_spec.exists() else None
    has_ended = before is None or is_published(paths, before) or paths.fruitless.exists()
    return None if has_ended else before


def has_drafts(paths: SuitePaths) -> bool:
    """Whether a plan or an item of unfinished work lies there, the first of which is written once its thread is on
    record; or, in the folder of a family, a part of one that is not released.
    """
    if isinstance(paths, FamilyPaths):
        return is_begun(paths) and not is_family_folder(paths.root) and paths.family_draft.is_dir()
    is_drafted = paths.plan_draft.exists() or (paths.drafts.is_dir() and any(paths.drafts.iterdir()))
    return is_drafted and under_way(paths) is not None


def _begin_anew(paths: SuitePaths, spec: AuthoringSpec, before: AuthoringSpec | None) -> None:
    if (unfinished := under_way(paths)) is not None:
        raise unfinished_work(paths, unfinished, spec, "Items")
    if paths.suite.exists() and not spec.extends:
        raise overwriting(paths, "benchwright grow")
    if paths.suite.exists():
        _refuse_taken_ids(paths, spec)
    if before is not None:
        _set_aside(paths)
    _drop_progress(paths)
    ignored_by_git(paths)
    write_record(paths.authoring_spec, spec)


def ignored_by_git(paths: SuitePaths) -> None:
    """Have the folder there that is no part of the suite, and git pass it over."""
    write_text(paths.authoring / ".gitignore", "*\n")


def _refuse_other_packages(paths: SuitePaths, spec: AuthoringSpec) -> None:
    folder = spec.kept_runtime(paths)
    if (declared_digest(folder) or "") != spec.runtime:
        raise RunMismatch(
            f"{folder} locks other packages than when {spec.name} {spec.version} was begun in {paths.root}, and items "
            "that were judged with different ones cannot be one suite. Restore it, or delete "
            f"{paths.authoring} to begin again."
        )


def _lock_as_parent(paths: SuitePaths, spec: AuthoringSpec) -> None:
    """A refreshed suite locks what the one before it locks; what says so comes last, so that half of it is none."""
    if spec.parents is None or not spec.runtime or is_declared(paths.runtime):
        return
    folder = spec.kept_runtime(paths)
    kind, texts = declared(folder)
    for name, text in texts.items():
        write_text(paths.runtime / name, text)
    write_record(paths.runtime / RECORD, RuntimeEnvironment(kind=kind))


def read_spec(paths: SuitePaths) -> AuthoringSpec:
    """The spec in a suite's folder; AuthorError when nothing was authored there."""
    if not paths.authoring_spec.exists():
        raise AuthorError(
            f"Nothing is being authored in {paths.root}: {paths.authoring_spec} is missing. "
            "Start with `benchwright author SEEDS --out FOLDER`."
        )
    return read_record(paths.authoring_spec, AuthoringSpec)


class SuiteSpec(Protocol):
    """What names a suite that is being made."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def family(self) -> str: ...


def is_published(paths: SuitePaths, spec: SuiteSpec) -> bool:
    """Whether suite.yaml, which is written last, is of this name, version and family."""
    if not paths.suite.exists():
        return False
    suite = read_suite(paths)
    return (suite.name, suite.version, suite.family) == (spec.name, spec.version, spec.family)


def end_fruitless(paths: SuitePaths) -> None:
    """Note that every thread has ended and nothing was released: other seeds may take the folder."""
    write_text(paths.fruitless, "Every seed has ended and none was released.\n")


def _refuse_taken_ids(paths: SuitePaths, spec: AuthoringSpec) -> None:
    taken = {item.id for item in read_suite(paths).items}
    twice = [assignment.id for assignment in spec.assignments if assignment.id in taken]
    if twice:
        raise AuthorError(
            f"{paths.root} holds items with these ids already: {', '.join(twice)}. They would be overwritten; give "
            "the new ones other ids."
        )


def _set_aside(paths: SuitePaths) -> None:
    """Part with work that is done; its decisions are kept where new work does not find them answered.

    After a kill the next call finds this work once more, still known to be done, until nothing but its marker is left.
    """
    _drop_checkpoints(paths)
    tried = [paths.drafts, paths.refused]
    kept = tried if paths.suite.exists() else [*tried, paths.review]
    folder = paths.ended / str(len([*paths.ended.glob("*")]) + 1)
    with storage_errors(folder):
        for path in kept:
            if path.exists():
                folder.mkdir(parents=True, exist_ok=True)
                path.rename(folder / path.name)
        paths.authoring_spec.unlink()


def _drop_progress(paths: SuitePaths) -> None:
    """How far work came that no spec speaks of any more: new work would take it for its own."""
    _drop_checkpoints(paths)
    with storage_errors(paths.authoring):
        for path in (paths.fruitless, paths.plan_draft, paths.provenance_draft):
            path.unlink(missing_ok=True)


def _drop_checkpoints(paths: SuitePaths) -> None:
    with storage_errors(paths.checkpoints):
        for path in sorted(paths.authoring.glob(f"{paths.checkpoints.name}*")):
            path.unlink()


def differences(before: Record, now: Record) -> list[str]:
    """The fields in which two specifications of the same kind differ."""
    return [name for name in type(now).model_fields if getattr(before, name) != getattr(now, name)]


def unfinished_work(paths: SuitePaths, before: FileRecord, now: FileRecord, made: str) -> RunMismatch:
    """What to raise where other work is unfinished in a folder; `made`: what comes of it, as a sentence begins."""
    fields = [name for name in differences(before, now) if name != "ids"]
    described = ", ".join(
        "the seeds"
        if name == "assignments"
        else f"{name} ({getattr(before, name)!r}, now {getattr(now, name)!r})"
        for name in fields
        if name != "canary" or len(fields) == 1
    )
    return RunMismatch(
        f"{paths.root} holds unfinished work with other settings: {described}. {made} made in two ways cannot be "
        "one suite. Repeat the first command to finish it, choose another --out, or delete "
        f"{paths.authoring} to begin again."
    )


def overwriting(paths: SuitePaths, grow: str) -> AuthorError:
    """What to raise where another suite would take the place of the one that lies there; `grow`: what adds to it."""
    suite = read_suite(paths)
    return AuthorError(
        f"{paths.root} holds the suite {suite.name} {suite.version}, which would be overwritten. Choose another "
        f"folder with --out, delete this one if it was a trial, or add to it with `{grow}`."
    )


class FamilySpec(FileRecord):
    """`family.json`: every setting that decides what becomes of a family."""

    SCHEMA: ClassVar[str] = "family-authoring"

    family: str
    task: TaskSpecification
    """What it is to measure."""
    mends: int = Field(default=2, ge=0, le=10)
    """How often a model is shown what is wrong with a part that it wrote, before it is given up."""


def begin_family(paths: FamilyPaths, spec: FamilySpec) -> None:
    """Take up `spec` in this folder, anew or where it was left; call it under the folder's lock.

    Raises RunMismatch where another task was begun there, and AuthorError where somebody else's family lies there.
    """
    if not paths.family_spec.exists():
        if is_family_folder(paths.root):
            raise AuthorError(
                f"{paths.root} holds a family that was not begun by a model, and it would be overwritten. Leave --task "
                "and --author out to draw instances of it, or name another family."
            )
        ignored_by_git(paths)
        write_record(paths.family_spec, spec)
        return
    before = read_family_spec(paths)
    if before != spec:
        raise RunMismatch(
            f"{paths.root} was begun with another {' and another '.join(differences(before, spec))}. Repeat the first "
            "command to finish it, name another family, or delete the folder to begin again."
        )


def read_family_spec(paths: FamilyPaths) -> FamilySpec:
    """The spec in a family's folder; raises InvalidFile."""
    return read_record(paths.family_spec, FamilySpec)


def is_begun(paths: FamilyPaths) -> bool:
    """Whether models write, or wrote, a family there."""
    return paths.family_spec.is_file()
