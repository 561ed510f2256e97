"""The review nodes. Each one's first statement is the interrupt: all before it would run again on every resume.

The driver records a decision in the ledger before it resumes, so what comes back here is decided; applying it may be
repeated.
"""

from typing import Any, TypedDict, cast

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt

from pipeline.graph.generation import stale_after
from pipeline.graph.state import NodeContext, State, item_of
from plans.records.review import Stage, Verb
from review.checkpoints import Checkpoint


class Reply(TypedDict):
    """What a review node is resumed with; texts are named by digest."""

    action: Verb
    note: str
    edits: dict[str, str]
    """Artifact → digest under which the edited text is kept."""


def checkpoint_of(payload: dict[str, Any]) -> Checkpoint:
    """The checkpoint that an interrupt's payload describes."""
    return Checkpoint.model_validate(payload)


def review_plan(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Whether items may be sampled from this plan."""
    reply = _ask(state, "plan")
    if reply["action"] == "redo":
        return Command(goto="plan", update=State(notes=_with_note(state.get("notes", []), reply)))
    if reply["action"] == "reject":
        return Command(goto=END, update=_rejection(reply))
    runtime.context.drafts.replace(runtime.context.paths.authoring, reply["edits"])
    return Command(goto=END, update=State(status="planned", reasons=[]))


def review_inspection(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Whether the criteria try what they should, by what came of each on the scaffold; edited ones are run again."""
    reply = _ask(state, "inspection")
    if (refused := _refused(state, reply)) is not None:
        return refused
    context, edits = runtime.context, reply["edits"]
    if not edits:
        return Command(goto="vary")
    context.drafts.replace(context.paths.draft(item_of(state)).root, edits)
    edited = sorted(set(state.get("edited", [])) | set(edits))
    return Command(goto="inspect", update=State(is_edited=True, edited=edited))


def review_generation(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Whether PRD, query and criteria say what the seed's author meant.

    Where they are made from each other, what stands behind an edited PRD is made anew, and shown again; nothing goes
    on to the gate while any of it is stale.
    """
    reply = _ask(state, "generation")
    if (refused := _refused(state, reply)) is not None:
        return refused
    context, edits = runtime.context, reply["edits"]
    context.drafts.replace(context.paths.draft(item_of(state)).root, edits)
    is_edited = bool(edits) or state.get("is_edited", False)
    edited = sorted(set(state.get("edited", [])) | set(edits))
    stale = stale_after(edits, edited, state.get("stale", [])) if context.maker.follows_edits else []
    return Command(
        goto=stale[0] if stale else "verify", update=State(is_edited=is_edited, edited=edited, stale=stale)
    )


def review_release(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Whether the item may be released; what is not as it was verified, by an edit here or of its files, is verified
    first.
    """
    reply = _ask(state, "release")
    if (refused := _refused(state, reply)) is not None:
        return refused
    drafts, folder = runtime.context.drafts, runtime.context.paths.draft(item_of(state)).root
    drafts.replace(folder, reply["edits"])
    if reply["edits"]:
        drafts.apply_weights(item_of(state))
    if drafts.changed_since_verified(item_of(state)):
        return Command(goto="verify", update=State(is_edited=True))
    return Command(goto="ready")


def _ask(state: State, stage: Stage) -> Reply:
    payload = {
        "item": state.get("item", ""),
        "stage": stage,
        "showing": state.get("showings", {}).get(stage, 1),
        "artifacts": state.get("shown", {}),
        "findings": state.get("findings", []),
    }
    return cast("Reply", interrupt(payload))


def _refused(state: State, reply: Reply) -> Command[Any] | None:
    """Where an item goes that is not taken as it is; None where it is taken, edited or not."""
    if reply["action"] == "redo":
        return _again(state, reply)
    return Command(goto=END, update=_rejection(reply)) if reply["action"] == "reject" else None


def _again(state: State, reply: Reply) -> Command[Any]:
    attempt = state.get("attempt", 1) + 1
    findings = _with_note(state.get("findings", []), reply)
    notes = _with_note(state.get("notes", []), reply)
    return Command(goto="sample", update=State(attempt=attempt, findings=findings, notes=notes))


def _with_note(before: list[str], reply: Reply) -> list[str]:
    return [*before, *([reply["note"]] if reply["note"] else [])]


def _rejection(reply: Reply) -> State:
    return State(status="rejected", reasons=[reply["note"] or "Rejected without a reason."])
