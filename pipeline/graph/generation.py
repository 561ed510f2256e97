"""The nodes of generation: each has one part of a project made, from the parts before it, and writes it down.

A killed node starts again from its first line, and finds the parts before it as they lie in the draft. What cannot be
made well goes back with the reasons, as what the gate refuses does.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeVar

from langgraph.runtime import Runtime
from langgraph.types import Command

from agents.authoring.writing import NotPassing, Unwritten
from pipeline.graph.drafts import ItemReader
from pipeline.graph.state import NodeContext, State, as_state, item_of, shown_next, with_findings
from plans.contracts.authoring import Mender
from plans.errors import GivenUp
from plans.records.criteria import Criteria
from plans.records.project import PARTS, MadeArtifact, PartFault, PlantedBefore, ProjectPart, Specified
from plans.records.seed import Recipe
from plans.records.suite import Lineage

AFTER_EDITS = ("query", "criteria", "reference", "mutants")
"""Nodes from which an item is made on after a developer edited what stands before them, in their order."""


MENDED = PARTS
"""Nodes to which an item goes back whose part is at fault."""
STRENGTHENED = 2
"""How often mutants may lead to stronger criteria of an item."""
T = TypeVar("T")


def stale_after(edits: Collection[str], edited: Collection[str], before: Collection[str]) -> list[str]:
    """The nodes whose parts have to be made anew after `edits`, in their order: all that is made from an edited PRD.

    Of them, and of those that were stale `before` and are still, what a developer ever `edited` stands as it is. Other
    edits are the gate's to judge: an edited query changes no part, and edited criteria may well be passed.
    """
    stale = AFTER_EDITS if "prd.yaml" in edits else before
    return [node for node in AFTER_EDITS if node in stale and _text_of(node) not in edited]


async def prd(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Generation Agent: the clarified specification."""
    context = runtime.context
    recipe, drafts = _recipe(state, context), context.drafts
    try:
        if mender := _mender(state, context, "prd"):
            made = await mender.mended_prd(recipe, drafts.aside.prd(recipe.id), _faults(state, "prd"))
            made = _with_uses(context, recipe.id, "prd.yaml", made)
        else:
            made = await context.maker.prd(recipe)
    except GivenUp as error:
        return _back(state, error, "prd")
    context.drafts.write_prd(recipe.id, made)
    return _on(state, "prd")


async def query(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Generation Agent: the underspecified request, at every level."""
    context = runtime.context
    recipe, drafts = _recipe(state, context), context.drafts
    prd = drafts.prd(recipe.id)
    try:
        if mender := _mender(state, context, "query"):
            before = drafts.aside.query(recipe.id)
            made = await mender.mended_query(recipe, prd, before, _faults(state, "query"))
            made = _with_uses(context, recipe.id, "query.yaml", made)
        else:
            made = await context.maker.query(recipe, prd)
    except GivenUp as error:
        return _back(state, error, "query")
    context.drafts.write_query(recipe.id, made)
    return _on(state, "query")


async def criteria(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Generation Agent: the criteria DAG."""
    context = runtime.context
    recipe, drafts = _recipe(state, context), context.drafts
    prd, query = drafts.prd(recipe.id), drafts.query(recipe.id)
    try:
        if mender := _mender(state, context, "criteria"):
            if state.get("has_stronger", False):
                made = MadeArtifact(drafts.stronger(recipe.id))
            else:
                before, faults = drafts.aside.scheme(recipe.id), _faults(state, "criteria")
                made = await mender.mended_criteria(recipe, prd, query, before, faults)
            made = _with_uses(context, recipe.id, "criteria.yaml", made)
        else:
            made = await context.maker.criteria(recipe, prd, query)
    except GivenUp as error:
        return _back(state, error, "criteria")
    drafts.write_scheme(recipe.id, made)
    return _on(state, "criteria")


async def reference(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Generation Agent: a project that passes; the criteria too, where building it showed that they are wrong.

    These are put in place by a later node: a call that is killed here has to find the same criteria again, or models
    would be asked other things. Criteria that a developer edited stand all the same: what they would have become is
    told at the next checkpoint. One that does not pass is kept as it stands: the next try goes on from there.
    """
    context = runtime.context
    specified, canary = _specified(state, context), context.spec.canary
    item, given_up = specified.recipe.id, None
    try:
        if mender := _mender(state, context, "reference"):
            before = context.drafts.aside.built(item)
            made = await mender.mended_reference(specified, before, canary, _faults(state, "reference"))
            made = _with_uses(context, item, "reference", made)
        else:
            made = await context.maker.reference(specified, canary)
    except NotPassing as error:
        made, given_up = error.standing, error
    except GivenUp as error:
        return _back(state, error, "reference")
    context.drafts.write_built(specified.recipe.id, made)
    wanted = made.value.criteria
    is_unheeded = wanted is not None and _is_edited(state, "criteria")
    corrected = "" if wanted is None or is_unheeded else context.drafts.keep_correction(wanted)
    if given_up is not None:
        return _back(state, given_up, "reference", corrected=corrected)
    if wanted is not None and is_unheeded:
        return _inspected(_on(state, "reference", findings=_unheeded(specified.criteria, wanted)))
    return _inspected(_on(state, "reference", corrected=corrected))


async def vary(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Generation Agent: what else has to pass, where the maker of the reference makes nothing else.

    Where a rendering does not pass a task and its author says why it is met, the criteria are put right at once: the
    gate would refuse the item for it, after every mutant was judged.
    """
    context, item = runtime.context, item_of(state)
    onwards: Command[str] = Command(goto="mutants")
    if context.varier is None:
        return onwards
    if corrected := state.get("corrected"):
        context.drafts.correct(item, corrected)
    specified, built = _specified(state, context), context.drafts.built(item)
    if state.get("is_mending", False) and context.drafts.keep_varied(item, specified.prd, built):
        return onwards
    context.drafts.write_varied(item, await context.varier.varied(specified, built, context.spec.canary))
    disputed = [
        PartFault(
            part="criteria",
            element=one.task,
            message=f"its outcome {one.outcome!r} is not seen in another rendering of the app "
            f"({one.saw or 'nothing'}), whose author says that it is met: {one.said}",
        )
        for one in context.drafts.seen_of_alternatives(item)
        if one.said
    ]
    is_open = state.get("refinements", 0) < context.spec.refinements and not _is_edited(state, "criteria")
    if disputed and is_open and context.mender is not None:
        reasons = [f"The criterion of task {fault}" for fault in disputed]
        return Command(goto="refine", update=State(reasons=reasons, faults=as_state(disputed), corrected=""))
    return onwards


async def mutants(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Generation Agent: the reference with defects planted; then a developer looks at it all.

    Where a defect shows that a criterion is weak, the stronger one is kept, and the item goes back to the criteria: a
    call that is killed here has to find the same criteria again.
    """
    context, item = runtime.context, item_of(state)
    drafts = context.drafts
    if corrected := state.get("corrected"):
        drafts.correct(item, corrected)
    specified, built = _specified(state, context), drafts.built(item)
    try:
        if context.mender is None:
            made = await context.maker.mutants(specified, built)
        else:
            is_mended = _mender(state, context, "mutants") is not None
            planted = await context.mender.planted(
                specified,
                built,
                _planted_before(drafts.aside, item) if is_mended else None,
                _faults(state, "mutants"),
                may_strengthen=state.get("strengthened", 0) < STRENGTHENED
                and not _is_edited(state, "criteria"),
            )
            made = MadeArtifact(planted.value.mutants, planted.uses)
            if is_mended:
                made = _with_uses(context, item, "mutants", made)
            if planted.value.scheme is not None:
                drafts.keep_stronger(item, planted.value.scheme)
                drafts.write_mutants(item, made)
                return Command(
                    goto="refine",
                    update=State(
                        reasons=[f"The criterion of task {fault}" for fault in planted.value.weak],
                        faults=as_state(planted.value.weak),
                        has_stronger=True,
                        corrected="",
                    ),
                )
    except GivenUp as error:
        return _back(state, error, "mutants")
    drafts.write_mutants(item, made)
    shown = shown_next(state, context.paths.draft(item).root, "generation")
    done = State(stale=[], corrected="", faults=[], is_mending=False)
    return Command(goto="review_generation", update={**shown, **done})


def _planted_before(aside: ItemReader, item: str) -> PlantedBefore:
    return PlantedBefore(
        scheme=aside.scheme(item),
        reference=aside.built(item).reference,
        mutants=aside.project(item).mutants,
    )


def _mender(state: State, context: NodeContext, part: ProjectPart) -> Mender | None:
    """Who puts the part right; None where it is made anew."""
    is_mended = state.get("is_mending", False) and context.drafts.aside.has(item_of(state), part)
    return context.mender if is_mended else None


def _faults(state: State, part: ProjectPart) -> list[PartFault]:
    faults = (PartFault.model_validate(one) for one in state.get("faults", []))
    return [fault for fault in faults if fault.part == part]


def _with_uses(context: NodeContext, item: str, artifact: str, made: MadeArtifact[T]) -> MadeArtifact[T]:
    """What was put right is made of the replies that it was made of before, too."""
    return made._replace(uses=(*context.drafts.aside.uses(item, artifact), *made.uses))


def _is_edited(state: State, node: str) -> bool:
    return _text_of(node) in state.get("edited", [])


def _recipe(state: State, context: NodeContext) -> Recipe:
    lineage = state.get("lineage")
    parent = Lineage.model_validate(lineage) if lineage else None
    return context.drafts.recipe(item_of(state), parent, tuple(state.get("findings", [])))


def _specified(state: State, context: NodeContext) -> Specified:
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
    if done == "criteria":
        update["has_stronger"] = False
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


def _back(state: State, error: GivenUp, part: ProjectPart, *, corrected: str = "") -> Command[str]:
    """What could not be made, or put right, is the fault of this part, or of one before it; what it and later ones
    were to be mended for stays. `corrected`: digest of criteria that are to stand then.
    """
    left = [fault for one in PARTS[PARTS.index(part) :] for fault in _faults(state, one)]
    own, elsewhere = (error.own, error.elsewhere) if isinstance(error, Unwritten) else (error.reasons, ())
    new = [*elsewhere, *(PartFault(part=part, message=reason) for reason in own)]
    faults = as_state(list(dict.fromkeys([*left, *new])))
    update = State(reasons=list(error.reasons), faults=faults, has_stronger=False, corrected=corrected)
    return Command(goto="refine", update=update)
