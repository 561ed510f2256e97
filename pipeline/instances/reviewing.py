"""The checkpoint before anything is sampled: a developer looks at the plan."""

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pipeline.instances.sampling import checked_settings
from pipeline.instances.spec import SuiteOrder, keep_order, kept_order
from plans.digests import text_digest
from plans.errors import AuthorError
from plans.files import parse_record, read_lines, read_text, write_record, write_text
from plans.items import held_suite, refuse_links
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.review import Decision
from review.checkpoints import Checkpoint, CheckpointAnswer, decisions
from review.ledger import Ledger
from review.reviewers import Reviewer

SHOWN = "plan.yaml"


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
        write_text(paths.authoring / ".gitignore", "*\n")
        if not paths.plan_draft.exists():
            write_record(paths.plan_draft, plan)
        checkpoint = _checkpoint(paths, order)
        if (earlier := _earlier(paths, checkpoint)) is not None:
            if earlier.action == "reject":
                raise AuthorError(str(Rejected(earlier.note)))
            return _taken(paths, _text_after(paths, earlier))
        keep_order(paths, order)
        answer = await reviewer.review(checkpoint, paths.authoring)
        if answer is None:
            return None
        if answer.action == "redo":
            raise AuthorError(
                f"The plan of {plan.family} comes with the family, so a redo would give the same one. Edit plan.yaml "
                "where it should be another, or reject it."
            )
        if answer.action == "reject":
            _record(paths, checkpoint, answer)
            return Rejected(answer.note)
        text = answer.edits.get(SHOWN, read_text(paths.plan_draft))
        checked_settings(_plan(paths, text), order.settings)
        _record(paths, checkpoint, answer)
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
    return Checkpoint(item=order.name, stage="plan", showing=1, artifacts={SHOWN: digest})


def _earlier(paths: SuitePaths, checkpoint: Checkpoint) -> Decision | None:
    """What was decided about this text: as it was shown, or as an edit left it."""
    digest = checkpoint.artifacts[SHOWN]
    for one in read_lines(paths.review, Decision):
        if (one.item, one.stage) != (checkpoint.item, "plan"):
            continue
        if one.after_digest == digest or (one.before_digest == digest and _edit(paths, one).exists()):
            return one
    return None


def _text_after(paths: SuitePaths, decision: Decision) -> str:
    """The text that was decided on: an edit may not have come to its place before the process died."""
    edit = _edit(paths, decision)
    return read_text(edit if edit.exists() else paths.plan_draft)


def _edit(paths: SuitePaths, decision: Decision) -> Path:
    return paths.edit(decision.after_digest)


def _record(paths: SuitePaths, checkpoint: Checkpoint, answer: CheckpointAnswer) -> None:
    ledger = Ledger(paths)
    made = decisions(checkpoint, answer, paths.authoring, datetime.now(UTC))
    ledger.keep_edits((text_digest(edit), edit) for edit in answer.edits.values())
    ledger.record_all(made)


def _taken(paths: SuitePaths, text: str) -> Plan:
    """The plan, put in its place."""
    write_text(paths.plan_draft, text)
    return _plan(paths, text)


def _plan(paths: SuitePaths, text: str) -> Plan:
    return parse_record(text, Plan, paths.plan_draft)
