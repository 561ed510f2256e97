"""Authoring: a suite by its plan, every item and the publish step; and a family of instances by its one thread."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from pipeline.graph.build import FAMILY, SUITE
from pipeline.graph.driver import (
    Driver,
    ProgressSink,
    is_cut_short,
    open_checkpoints,
    pending_checkpoints,
    read_pending,
)
from pipeline.graph.publish import as_verified, without_near_duplicates
from pipeline.graph.report import AuthoringReport, Ending, authoring_report
from pipeline.graph.spec import (
    AuthoringSpec,
    FamilySpec,
    begin,
    begin_family,
    end_fruitless,
    is_published,
    read_spec,
)
from pipeline.graph.state import FamilyContext, NodeContext, Released, State
from plans.errors import BenchwrightError, GivenUp, SeedRefused, StorageFailed, first_of
from plans.files import write_record
from plans.items import held_suite, refuse_links
from plans.paths import SuitePaths
from plans.records.base import Record
from plans.records.seed import Assignment
from plans.slugs import new_id
from review.checkpoints import Checkpoint, Reviewer

PLAN_THREAD = "plan"
PUBLISH_THREAD = "publish"
FAMILY_THREAD = "family"


class SuiteProgress(ProgressSink, Protocol):
    """Hears what happens while a suite is authored."""

    def called(self, seed: str, item: str) -> None:
        """The item made of a seed that nobody named has an id of its own from now on."""
        ...


async def author_suite(
    context: NodeContext, reviewer: Reviewer, progress: SuiteProgress, *, jobs: int = 4
) -> AuthoringReport:
    """Author the context's suite, or go on where an earlier call was stopped, at most `jobs` items at once.

    Raises Busy, RunMismatch and AuthorError before anything is done. What fails one item later is in the report, and
    the others go on; a defect of ours is raised when they have ended.
    """
    with held_suite(context.paths):
        context = replace(context, spec=begin(context.paths, context.spec))
        async with open_checkpoints(context.paths) as saver:
            driver = Driver(SUITE, saver, context, reviewer, progress)
            plan = await driver.drive(PLAN_THREAD, State(kind="plan", item=context.spec.name))
            is_planned = plan.get("status") == "planned"
            if is_planned:
                context = await _with_items_called(context, progress)
                driver = Driver(SUITE, saver, context, reviewer, progress)
            endings = await _items(driver, context, jobs) if is_planned else []
            endings = without_near_duplicates(context, as_verified(context, endings))
            is_written = await _publish(driver, endings)
            if not is_written and _has_ended(plan, endings):
                end_fruitless(context.paths)
            parked = await pending_checkpoints(saver)
            return authoring_report(context, plan, endings, parked, is_written=is_written)


async def growth_cut_short(paths: SuitePaths) -> AuthoringSpec | None:
    """A growth that is in suite.yaml already and was killed before its end was noted; raises Busy."""
    if not (paths.authoring_spec.exists() and paths.checkpoints.exists()):
        return None
    spec = read_spec(paths)
    if not (spec.extends and is_published(paths, spec)):
        return None
    with held_suite(paths):
        async with open_checkpoints(paths) as saver:
            return spec if await is_cut_short(saver, PUBLISH_THREAD) else None


async def parked_checkpoints(paths: SuitePaths, *, has_drafts: bool) -> list[Checkpoint]:
    """Every checkpoint of a suite that waits for a decision; only read, so also while the suite is being authored.

    `has_drafts`: whether drafts of unfinished work lie there. Raises StorageFailed where there are some and the record
    of how far they are is missing or empty.
    """
    refuse_links(paths)
    pending = await read_pending(paths) if paths.checkpoints.exists() else None
    if pending is None and has_drafts:
        raise _record_lost(paths)
    return pending or []


def _record_lost(paths: SuitePaths) -> StorageFailed:
    return StorageFailed(
        f"{paths.checkpoints} is missing or empty, and drafts of unfinished work lie in {paths.authoring}: which of "
        "them wait for a decision is not known. Put the file back, or give the command again that began them "
        "(`benchwright author`, `grow` or `refresh`): it goes through them once more, and asks for no decision twice."
    )


async def _with_items_called(context: NodeContext, progress: SuiteProgress) -> NodeContext:
    """The context, with items called by the titles of their seeds where nobody named these.

    The titles of all are there before any item has a file or a thread, and one file keeps the ids, written at once: so
    they are the same however often the work is stopped, and do not depend on which title came first. A seed of which no
    item can be made keeps its own id, under which its thread says why.
    """
    spec, title = context.spec, context.title
    if spec.ids_by_title and not spec.ids and title is not None:
        plan = context.drafts.plan()

        async def titled(assignment: Assignment) -> str | None:
            try:
                return await title(assignment.seed, plan)
            except (SeedRefused, GivenUp):
                return None

        try:
            async with asyncio.TaskGroup() as group:
                asked = {one.id: group.create_task(titled(one)) for one in spec.assignments}
        except ExceptionGroup as errors:
            raise first_of(errors) from None
        found = {seed: task.result() for seed, task in asked.items()}
        ids = {seed: seed for seed, said in found.items() if said is None}
        for seed, said in found.items():
            if said is not None:
                ids[seed] = new_id(said, ids.values())
        spec = spec.model_copy(update={"ids": {one.id: ids[one.id] for one in spec.assignments}})
        write_record(context.paths.authoring_spec, spec)
        for seed, item in spec.ids.items():
            progress.called(seed, item)
    return replace(context, spec=spec.named())


async def _items(driver: Driver, context: NodeContext, jobs: int) -> list[Ending]:
    slots = asyncio.Semaphore(jobs)

    async def one(item: str) -> Ending:
        async with slots:
            try:
                return Ending(item, await driver.drive(f"item/{item}", State(kind="item", item=item)))
            except BenchwrightError as error:
                return Ending(item, State(), error)

    endings = await asyncio.gather(*(one(a.id) for a in context.spec.assignments), return_exceptions=True)
    return [_raised(ending) for ending in endings]


def _raised(ending: Ending | BaseException) -> Ending:
    if isinstance(ending, BaseException):
        raise ending
    return ending


def _has_ended(plan: State, endings: Sequence[Ending]) -> bool:
    """Whether nothing of this work can go on: each item has ended, or the plan was rejected."""
    return "status" in plan and all("status" in ending.state and not ending.error for ending in endings)


async def _publish(driver: Driver, endings: Sequence[Ending]) -> bool:
    """Publish once every item has ended, when there is something to publish; True when it is published."""
    if any("status" not in ending.state for ending in endings):
        return False
    released = [
        Released(item=ending.item, lineage=ending.state.get("lineage", {}))
        for ending in endings
        if ending.state.get("status") == "ready"
    ]
    if not released:
        return False
    state = await driver.drive(PUBLISH_THREAD, State(kind="publish", released=released))
    return state.get("status") == "published"


class FamilyProgress(Record):
    """How far a family has come."""

    family: str
    folder: str
    status: str
    """ready, not released, rejected; empty while it waits."""
    reasons: tuple[str, ...] = ()
    parked: tuple[Checkpoint, ...] = ()
    """What waits for a decision."""


async def author_family(
    context: FamilyContext, spec: FamilySpec, reviewer: Reviewer, progress: ProgressSink
) -> FamilyProgress:
    """Write the family, or go on where an earlier call was stopped.

    Raises Busy, RunMismatch and AuthorError before anything is done; GivenUp where a part was mended as often as may be
    and does not hold; and what a Model raises, after which the same command goes on.
    """
    paths = context.paths
    with held_suite(paths):
        begin_family(paths, spec)
        async with open_checkpoints(paths) as saver:
            driver = Driver(FAMILY, saver, context, reviewer, progress)
            state = await driver.drive(FAMILY_THREAD, State(item=spec.family))
            return FamilyProgress(
                family=spec.family,
                folder=str(paths.root),
                status=state.get("status", ""),
                reasons=tuple(state.get("reasons", ())),
                parked=tuple(await pending_checkpoints(saver)),
            )
