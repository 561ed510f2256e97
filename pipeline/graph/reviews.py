"""The review nodes. Each one's first statement is the interrupt: all before it would run again on every resume.

The driver records a decision in the ledger before it resumes, so what comes back here is decided; applying it may be
repeated.
"""

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from agents.families.folder import PLAN
from pipeline.graph.generation import stale_after
from pipeline.graph.nodes import Mover, after, family_shown
from pipeline.graph.state import FamilyContext, NodeContext, Reply, State, ask, item_of
from plans.records.review import Stage


def review_plan(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Whether items may be sampled from this plan."""
    reply = ask(state, "plan")
    redo = State(notes=_with_note(state.get("notes", []), reply))
    if (refused := _refused(reply, "plan", redo)) is not None:
        return refused
    runtime.context.drafts.replace(runtime.context.paths.authoring, reply["edits"])
    return Command(goto=END, update=State(status="planned", reasons=[]))


def review_inspection(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Whether the criteria try what they should, by what came of each on the scaffold; edited ones are run again."""
    reply = ask(state, "inspection")
    if (refused := _refused(reply, "sample", _anew(state, reply))) is not None:
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
    reply = ask(state, "generation")
    if (refused := _refused(reply, "sample", _anew(state, reply))) is not None:
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
    reply = ask(state, "release")
    if (refused := _refused(reply, "sample", _anew(state, reply))) is not None:
        return refused
    drafts, folder = runtime.context.drafts, runtime.context.paths.draft(item_of(state)).root
    drafts.replace(folder, reply["edits"])
    if reply["edits"]:
        drafts.apply_weights(item_of(state))
    if drafts.changed_since_verified(item_of(state)):
        return Command(goto="verify", update=State(is_edited=True))
    return Command(goto="ready")


def _refused(reply: Reply, maker: str, redo: State) -> Command[str] | None:
    """Where the thread goes with what is not taken: back to its `maker`, or to the end; None where it is taken, edited
    or not.
    """
    if reply["action"] == "redo":
        return Command(goto=maker, update=redo)
    if reply["action"] == "reject":
        why = [reply["note"] or "Rejected without a reason."]
        return Command(goto=END, update=State(status="rejected", reasons=why))
    return None


def _anew(state: State, reply: Reply) -> State:
    """What an item that is sampled and made anew has to remember."""
    attempt = state.get("attempt", 1) + 1
    findings = _with_note(state.get("findings", []), reply)
    notes = _with_note(state.get("notes", []), reply)
    return State(attempt=attempt, findings=findings, notes=notes)


def _with_note(before: list[str], reply: Reply) -> list[str]:
    return [*before, *([reply["note"]] if reply["note"] else [])]


async def review_family_plan(state: State, runtime: Runtime[FamilyContext]) -> Command[str]:
    """Whether code may be written for this plan; one that an edit gave another family's name is shown again."""
    reply = ask(state, "plan", in_parts=True)
    if (refused := _refused(reply, "plan", _written_anew(state, reply))) is not None:
        return refused
    context = runtime.context
    context.drafts.replace(reply["edits"])
    family, due = context.drafts.plan().family, context.paths.family_draft.name
    if family != due:
        said = f"`family` is {family!r}, and has to be {due!r}, as the folder is."
        return Command(goto="review_plan", update=family_shown(state, context, "plan", (PLAN,), [said]))
    return Command(goto="generation_design", update=_taken())


def review_design(stage: Stage) -> Mover:
    """Whether the code of a stage is to do what its plan in words says."""

    async def review(state: State, runtime: Runtime[FamilyContext]) -> Command[str]:
        reply = ask(state, stage, in_parts=True)
        if (refused := _refused(reply, f"{stage}_design", _written_anew(state, reply))) is not None:
            return refused
        runtime.context.drafts.replace(reply["edits"])
        return Command(goto=f"{stage}_code", update=_taken())

    return review


def review_code(stage: Stage) -> Mover:
    """Whether the code of a stage is right; edited code is tried before anything goes on.

    Where it does not hold, whoever approves it all the same has the agent write it anew, with what is wrong.
    """

    async def review(state: State, runtime: Runtime[FamilyContext]) -> Command[str]:
        reply = ask(state, stage, in_parts=True)
        if (refused := _refused(reply, f"{stage}_code", _written_anew(state, reply))) is not None:
            return refused
        if reply["edits"]:
            runtime.context.drafts.replace(reply["edits"])
            return Command(goto=f"{stage}_try", update=_taken())
        if state.get("is_unsound", False):
            notes = list(state.get("findings", []))
            return Command(goto=f"{stage}_code", update=State(notes=notes, is_unsound=False))
        return Command(goto=after(stage), update=_taken())

    return review


async def review_family(state: State, runtime: Runtime[FamilyContext]) -> Command[str]:
    """Whether the family may be used; what does not hold when it is tried is not released, whoever approves it."""
    reply = ask(state, "release", in_parts=True)
    if (refused := _refused(reply, "plan", _written_anew(state, reply))) is not None:
        return refused
    if reply["edits"]:
        runtime.context.drafts.replace(reply["edits"])
        return Command(goto="whole", update=_taken())
    if state.get("is_unsound", False):
        return Command(goto=END, update=State(status="not released", reasons=list(state.get("findings", []))))
    return Command(goto="ready", update=_taken())


def _written_anew(state: State, reply: Reply) -> State:
    """What whoever writes a part of a family anew is told."""
    said = reply["note"] or "Write it otherwise: as it is it was not taken."
    return State(notes=[*state.get("notes", []), said])


def _taken() -> State:
    return State(notes=[], findings=[])
