"""The nodes of generation: each has one part of a project made, from the parts before it, and writes it down.

A killed node starts again from its first line, and finds the parts before it as they lie in the draft. What cannot be
made well goes back with the reasons, as what the gate refuses does.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from langgraph.runtime import Runtime
from langgraph.types import Command

from pipeline.graph.context import Context
from pipeline.graph.drafts import text_digests
from pipeline.graph.nodes import next_showing, with_findings
from pipeline.graph.state import State, item_of
from plans.errors import GivenUp
from plans.records.criteria import Criteria
from plans.records.draft import Specified
from plans.records.recipe import Recipe
from plans.records.suite import Lineage
from review.checkpoints import SHOWN

AFTER_EDITS = ("query", "criteria", "reference", "mutants")
"""Nodes from which an item is made on after a developer edited what stands before them, in their order."""


def stale_after(edits: Collection[str], edited: Collection[str], before: Collection[str]) -> list[str]:
    """The nodes whose parts have to be made anew after `edits`, in their order: all that is made from an edited PRD.

    Of them, and of those that were stale `before` and are still, what a developer ever `edited` stands as it is. Other
    edits are the gate's to judge: an edited query changes no part, and edited criteria may well be passed.
    """
    stale = AFTER_EDITS if "prd.yaml" in edits else before
    return [node for node in AFTER_EDITS if node in stale and _text_of(node) not in edited]


async def prd(state: State, runtime: Runtime[Context]) -> Command[str]:
    """Generation Agent: the clarified specification."""
    context = runtime.context
    recipe = _recipe(state, context)
    try:
        made = await context.maker.prd(recipe)
    except GivenUp as error:
        return _back(error)
    context.drafts.write_prd(recipe.id, made)
    return _on(state, "prd")


async def query(state: State, runtime: Runtime[Context]) -> Command[str]:
    """Generation Agent: the underspecified request, at every level."""
    context = runtime.context
    recipe = _recipe(state, context)
    try:
        made = await context.maker.query(recipe, context.drafts.prd(recipe.id))
    except GivenUp as error:
        return _back(error)
    context.drafts.write_query(recipe.id, made)
    return _on(state, "query")


async def criteria(state: State, runtime: Runtime[Context]) -> Command[str]:
    """Generation Agent: the criteria DAG."""
    context = runtime.context
    recipe, drafts = _recipe(state, context), context.drafts
    try:
        made = await context.maker.criteria(recipe, drafts.prd(recipe.id), drafts.query(recipe.id))
    except GivenUp as error:
        return _back(error)
    drafts.write_scheme(recipe.id, made)
    return _on(state, "criteria")


async def reference(state: State, runtime: Runtime[Context]) -> Command[str]:
    """Generation Agent: a project that passes; the criteria too, where building it showed that they are wrong.

    These are put in place by a later node: a call that is killed here has to find the same criteria again, or models
    would be asked other things. Criteria that a developer edited stand all the same: what they would have become is
    told at the next checkpoint.
    """
    context = runtime.context
    specified = _specified(state, context)
    try:
        made = await context.maker.reference(specified, context.spec.canary)
    except GivenUp as error:
        return _back(error)
    context.drafts.write_built(specified.recipe.id, made)
    wanted = made.value.criteria
    if wanted is not None and _text_of("criteria") in state.get("edited", []):
        return _inspected(_on(state, "reference", findings=_unheeded(specified.criteria, wanted)))
    corrected = "" if wanted is None else context.drafts.keep_correction(wanted)
    return _inspected(_on(state, "reference", corrected=corrected))


async def vary(state: State, runtime: Runtime[Context]) -> State:
    """Generation Agent: what else has to pass, where the maker of the reference makes nothing else."""
    context, item = runtime.context, item_of(state)
    if context.varier is not None:
        if corrected := state.get("corrected"):
            context.drafts.correct(item, corrected)
        specified, built = _specified(state, context), context.drafts.built(item)
        context.drafts.write_varied(item, await context.varier.varied(specified, built, context.spec.canary))
    return State()


async def mutants(state: State, runtime: Runtime[Context]) -> Command[str]:
    """Generation Agent: the reference with defects planted; then a developer looks at it all."""
    context, item = runtime.context, item_of(state)
    if corrected := state.get("corrected"):
        context.drafts.correct(item, corrected)
    try:
        made = await context.maker.mutants(_specified(state, context), context.drafts.built(item))
    except GivenUp as error:
        return _back(error)
    context.drafts.write_mutants(item, made)
    shown = text_digests(context.paths.draft(item).root, SHOWN["generation"])
    return Command(
        goto="review_generation",
        update=State(showings=next_showing(state, "generation"), shown=shown, stale=[], corrected=""),
    )


def _recipe(state: State, context: Context) -> Recipe:
    lineage = state.get("lineage")
    parent = Lineage.model_validate(lineage) if lineage else None
    return context.drafts.recipe(item_of(state), parent, tuple(state.get("findings", [])))


def _specified(state: State, context: Context) -> Specified:
    recipe, drafts = _recipe(state, context), context.drafts
    scheme = drafts.scheme(recipe.id)
    return Specified(
        recipe=recipe,
        prd=drafts.prd(recipe.id),
        query=drafts.query(recipe.id),
        criteria=scheme.criteria,
        grader=scheme.grader,
    )


def _on(state: State, done: str, *, corrected: str = "", findings: Sequence[str] = ()) -> Command[str]:
    """To the next part that no developer edited; what is `done` is stale no more."""
    behind = AFTER_EDITS[AFTER_EDITS.index(done) + 1 :] if done in AFTER_EDITS else AFTER_EDITS
    stale = [node for node in state.get("stale", []) if node != done]
    update = State(stale=stale, corrected=corrected)
    if findings:
        update["findings"] = with_findings(state, findings)
    return Command(
        goto=next(node for node in behind if _text_of(node) not in state.get("edited", [])), update=update
    )


def _inspected(command: Command[str]) -> Command[str]:
    """What was built is inspected before the next part is made from it."""
    return replace(command, goto="inspect")


def _text_of(node: str) -> str:
    """The artifact that a developer would have edited."""
    return f"{node}.yaml"


def _unheeded(edited: Criteria, wanted: Criteria) -> list[str]:
    """Where building the reference asked for other criteria than those that a developer wrote, in words to them."""
    before = {task.id: task for task in edited.tasks}
    return [
        f"Building the reference asked for other steps or outcomes in task {task.id!r} than those you edited. Yours "
        "stand, and the gate says whether it passes them."
        for task in wanted.tasks
        if task != before.get(task.id)
    ]


def _back(error: GivenUp) -> Command[str]:
    return Command(goto="refine", update=State(reasons=list(error.reasons), corrected=""))
