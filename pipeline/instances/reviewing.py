"""The checkpoint before anything is sampled: a developer looks at the plan."""

from datetime import UTC, datetime

from plans.digests import text_digest
from plans.errors import AuthorError
from plans.files import read_lines, read_text, write_record, write_text
from plans.items import held_suite
from plans.paths import SuitePaths
from plans.records.decision import Decision
from plans.records.plan import Plan
from review.checkpoints import Checkpoint, decisions, edited_record
from review.ledger import Ledger
from review.reviewers import Reviewer

SHOWN = "plan.yaml"


async def reviewed_plan(paths: SuitePaths, name: str, plan: Plan, reviewer: Reviewer) -> Plan | None:
    """The plan as it was decided; None where the reviewer leaves it waiting, in `.authoring/plan.yaml`.

    `name`: of the suite. What was decided stands in review.jsonl, and is not asked twice. Raises AuthorError where it
    is rejected, InvalidFile for an edit that makes no sense, and Busy.
    """
    with held_suite(paths):
        write_text(paths.authoring / ".gitignore", "*\n")
        if not paths.plan_draft.exists():
            write_record(paths.plan_draft, plan)
        text = read_text(paths.plan_draft)
        if (earlier := _earlier(paths, name, text)) is not None:
            if earlier.action == "reject":
                raise _rejected(earlier.note)
            return _plan(paths, text)
        checkpoint = Checkpoint(item=name, stage="plan", showing=1, artifacts={SHOWN: text_digest(text)})
        answer = await reviewer.review(checkpoint, paths.authoring)
        if answer is None:
            return None
        if answer.action == "redo":
            raise AuthorError(
                f"The plan of {plan.family} comes with the family, so a redo would give the same one. Edit plan.yaml "
                "where it should be another, or reject it."
            )
        ledger = Ledger(paths)
        made = decisions(checkpoint, answer, paths.authoring, datetime.now(UTC))
        ledger.keep_edits((text_digest(edit), edit) for edit in answer.edits.values())
        ledger.record_all(made)
        if answer.action == "reject":
            raise _rejected(answer.note)
        text = answer.edits.get(SHOWN, text)
        write_text(paths.plan_draft, text)
        return _plan(paths, text)


def plan_waits(paths: SuitePaths) -> bool:
    """Whether a plan was parked in this folder and nothing was decided about it as it stands."""
    if paths.authoring_spec.exists() or paths.suite.exists() or not paths.plan_draft.exists():
        return False
    digest = text_digest(read_text(paths.plan_draft))
    return not any(one.after_digest == digest for one in read_lines(paths.review, Decision))


def _earlier(paths: SuitePaths, name: str, text: str) -> Decision | None:
    """What was decided about this text, as it was shown or as it was edited."""
    about = (one for one in read_lines(paths.review, Decision) if one.item == name and one.stage == "plan")
    return next((one for one in about if one.after_digest == text_digest(text)), None)


def _rejected(note: str) -> AuthorError:
    why = f": {note}" if note else ""
    return AuthorError(
        f"The plan was rejected{why}. Nothing is sampled from it; to begin again, choose another --out."
    )


def _plan(paths: SuitePaths, text: str) -> Plan:
    plan = edited_record(SHOWN, text, paths.plan_draft)
    assert isinstance(plan, Plan)
    return plan
