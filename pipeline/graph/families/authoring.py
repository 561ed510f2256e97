"""Writing a family: its thread runs until it has ended or waits for a developer."""

from pipeline.graph.driver import Driver, Keeping, ProgressSink, open_checkpoints, pending_checkpoints
from pipeline.graph.families.build import VERSION, build_family_graph
from pipeline.graph.families.context import FamilyContext, FamilyState
from pipeline.graph.families.spec import FamilySpec, begin_family
from plans.items import held_suite
from plans.records.base import Record
from review.checkpoints import Checkpoint
from review.ledger import FamilyLedger
from review.reviewers import Reviewer

THREAD = "family"


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
            keeping = Keeping(FamilyLedger(paths), lambda checkpoint: paths.family_draft, VERSION, spec.mends)
            driver = Driver(build_family_graph(saver), context, reviewer, progress, keeping)
            state = await driver.drive(THREAD, FamilyState(item=spec.family))
            return FamilyProgress(
                family=spec.family,
                folder=str(paths.root),
                status=state.get("status", ""),
                reasons=tuple(state.get("reasons", ())),
                parked=tuple(await pending_checkpoints(saver)),
            )
