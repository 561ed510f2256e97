"""The review nodes. Each one's first statement is the interrupt: all before it would run again on every resume."""

from typing import cast

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt

from pipeline.graph.families.context import FamilyContext, FamilyState
from pipeline.graph.families.nodes import Mover, after, shown_again
from pipeline.graph.reviews import Reply
from plans.records.review import Stage


async def review_plan(state: FamilyState, runtime: Runtime[FamilyContext]) -> Command[str]:
    """Whether code may be written for this plan; one that an edit gave another family's name is shown again."""
    reply = _ask(state, "plan")
    if (refused := _refused(state, reply, "plan")) is not None:
        return refused
    context = runtime.context
    context.drafts.replace(reply["edits"])
    family, due = context.drafts.plan().family, context.paths.family_draft.name
    if family != due:
        said = f"`family` is {family!r}, and has to be {due!r}, as the folder is."
        return Command(goto="review_plan", update=shown_again(state, context, "plan", ("plan.yaml",), [said]))
    return Command(goto="generation_design", update=_taken())


def review_design(stage: Stage) -> Mover:
    """Whether the code of a stage is to do what its plan in words says."""

    async def review(state: FamilyState, runtime: Runtime[FamilyContext]) -> Command[str]:
        reply = _ask(state, stage)
        if (refused := _refused(state, reply, f"{stage}_design")) is not None:
            return refused
        runtime.context.drafts.replace(reply["edits"])
        return Command(goto=f"{stage}_code", update=_taken())

    return review


def review_code(stage: Stage) -> Mover:
    """Whether the code of a stage is right; edited code is tried before anything goes on.

    Where it does not hold, whoever approves it all the same has the agent write it anew, with what is wrong.
    """

    async def review(state: FamilyState, runtime: Runtime[FamilyContext]) -> Command[str]:
        reply = _ask(state, stage)
        if (refused := _refused(state, reply, f"{stage}_code")) is not None:
            return refused
        if reply["edits"]:
            runtime.context.drafts.replace(reply["edits"])
            return Command(goto=f"{stage}_try", update=_taken())
        if state.get("is_unsound", False):
            notes = list(state.get("findings", []))
            return Command(goto=f"{stage}_code", update=FamilyState(notes=notes, is_unsound=False))
        return Command(goto=after(stage), update=_taken())

    return review


async def review_release(state: FamilyState, runtime: Runtime[FamilyContext]) -> Command[str]:
    """Whether the family may be used; what does not hold when it is tried is not released, whoever approves it."""
    reply = _ask(state, "release")
    if (refused := _refused(state, reply, "plan")) is not None:
        return refused
    if reply["edits"]:
        runtime.context.drafts.replace(reply["edits"])
        return Command(goto="whole", update=_taken())
    if state.get("is_unsound", False):
        return Command(
            goto=END, update=FamilyState(status="not released", reasons=list(state.get("findings", [])))
        )
    return Command(goto="ready", update=_taken())


def _ask(state: FamilyState, stage: Stage) -> Reply:
    shown = state.get("shown", {})
    payload = {
        "item": state.get("item", ""),
        "stage": stage,
        "showing": state.get("showings", {}).get(" ".join((stage, *shown)), 1),
        "artifacts": shown,
        "findings": state.get("findings", []),
    }
    return cast("Reply", interrupt(payload))


def _refused(state: FamilyState, reply: Reply, maker: str) -> Command[str] | None:
    """Where a part goes that is not taken as it is; None where it is taken, edited or not."""
    note = reply["note"]
    if reply["action"] == "redo":
        said = note or "Write it otherwise: as it is it was not taken."
        return Command(goto=maker, update=FamilyState(notes=[*state.get("notes", []), said]))
    if reply["action"] == "reject":
        why = [note or "Rejected without a reason."]
        return Command(goto=END, update=FamilyState(status="rejected", reasons=why))
    return None


def _taken() -> FamilyState:
    return FamilyState(notes=[], findings=[])
