"""The working nodes: each calls one agent, writes files, and returns what the thread has to remember.

A killed node starts again from its first line, so all of them may be repeated: what a model said is not paid for twice.
The nodes that make the parts of an item are in generation.py, those of reviews in reviews.py.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from agents.authoring.instances.author import FamilyAuthor
from agents.authoring.verification.faults import faults_of, rests_undecided, unfair_tasks, unruled_tasks
from agents.families.folder import MODULES, PLAN
from agents.families.folder import PARTS as FAMILY_PARTS
from pipeline.graph.publish import publish_suite
from pipeline.graph.state import (
    FINDINGS_KEPT,
    FamilyContext,
    NodeContext,
    State,
    as_state,
    item_of,
    shown_next,
    with_findings,
)
from plans.errors import GivenUp, SeedRefused
from plans.files import read_record
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import PARTS, MadeArtifact, PartFault, Project, SeenFailing
from plans.records.review import Stage

LONGEST = 600
"""Letters of a finding that a checkpoint of a family shows."""
FAMILY_STAGES: tuple[Stage, ...] = tuple(FAMILY_PARTS)
"""Stages of a family whose code is written one after the other."""


Node = Callable[[State, Runtime[FamilyContext]], Awaitable[State]]
"""A node of a family that goes on where the graph says."""
Mover = Callable[[State, Runtime[FamilyContext]], Awaitable[Command[str]]]
"""A node of a family that says itself where it goes on."""


def enter(state: State) -> Literal["plan", "sample", "publish"]:
    """Which part of the graph a thread runs through."""
    kind = state.get("kind", "item")
    return "sample" if kind == "item" else kind


async def plan(state: State, runtime: Runtime[NodeContext]) -> State:
    """Planning Agent: the suite's plan; a suite that is extended or refreshed keeps the one that was reviewed.

    At a redo it is changed as the reviewers' notes say, which it answers. What the seeds would become is told with it.
    """
    context, notes = runtime.context, state.get("notes", [])
    kept = context.spec.kept_plan(context.paths)
    begun = await context.planner.plan() if kept is None else MadeArtifact(read_record(kept, Plan))
    redone, answers = await context.planner.redone_plan(begun.value, notes)
    context.drafts.write_plan(redone.value, (*begun.uses, *redone.uses))
    foretold = await context.planner.foretold(context.spec.assignments, redone.value, begun.value, notes)
    findings = [*[*notes, *answers][-FINDINGS_KEPT:], *foretold]
    return {**shown_next(state, context.paths.authoring, "plan"), "findings": findings}


async def sample(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Planning Agent: what one item is made of; a seed that no category fits ends here."""
    context = runtime.context
    assignment = context.spec.assignment(item_of(state))
    attempt, findings, notes = state.get("attempt", 1), state.get("findings", []), state.get("notes", [])
    plan = context.drafts.plan()
    try:
        made = await context.planner.recipe(assignment, plan, attempt, findings, notes)
    except SeedRefused as refusal:
        return Command(goto=END, update=State(status="refused", reasons=[str(refusal)]))
    except GivenUp as error:
        return Command(goto=END, update=State(status="not released", reasons=list(error.reasons)))
    recipe = made.value
    context.drafts.write_recipe(recipe)
    context.drafts.note_uses(recipe.id, "parameters.yaml", made.uses)
    return Command(
        goto="prd",
        update=State(
            lineage=recipe.parent.model_dump(mode="json") if recipe.parent else {},
            is_edited=False,
            edited=[],
            stale=[],
            findings=list(recipe.findings)[-FINDINGS_KEPT:],
        ),
    )


async def inspect(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Verification Agent: each criterion run on the scaffold, for a developer to look at; where one does not pass, the
    item goes back with the reasons, until nothing is open.

    What a developer edited is not made anew: it is shown again, with what is open. Families whose tasks no command
    tries are passed by, and so is an item of which nothing is judged while it is authored.
    """
    context, item = runtime.context, item_of(state)
    if context.inspector is None:
        return Command(goto="vary")
    drafts = context.drafts
    if corrected := state.get("corrected"):
        drafts.correct(item, corrected)
    inspection = await context.inspector.inspect(item, drafts.criteria(item), drafts.built(item))
    drafts.write_inspection(inspection)
    left = [f"{one.task} is {one.status.value} on the scaffold: {one.reason}" for one in inspection.open]
    update = State(corrected="")
    if left and not state.get("is_edited", False):
        faults = [
            PartFault(
                part="reference",
                element=one.task,
                message=f"is {one.status.value} on the scaffold: {one.reason}",
            )
            for one in inspection.open
        ]
        return Command(goto="refine", update={**update, "reasons": left, "faults": as_state(faults)})
    if left:
        update["findings"] = with_findings(state, left)
    update |= shown_next(state, context.paths.draft(item).root, "inspection")
    return Command(goto="review_inspection", update=update)


async def verify(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Verification Agent: the release gate."""
    context = runtime.context
    item = item_of(state)
    project = context.drafts.project(item)
    evidence = await context.gate.verify(project, context.drafts.plan(), context.drafts.evidence(item))
    context.drafts.write_evidence(evidence)
    if not (evidence.released or _is_all_that_was_asked(evidence, context.spec.gate)):
        context.drafts.keep_refused(evidence, state.get("attempt", 1))
        seen = context.drafts.seen_of_alternatives(item)
        faults = [_with_seen(fault, seen) for fault in faults_of(evidence, project)]
        reasons = [*evidence.reasons, *map(str, seen)]
        update = State(reasons=reasons, faults=as_state(faults), is_undecided=rests_undecided(evidence))
        return Command(goto="refine", update=update)
    if evidence.released and context.implement is not None and not project.independents:
        return Command(goto="implement", update=State(reasons=[], ruled=state.get("refinements", 0)))
    if _is_unruled(state, context, project, evidence):
        return Command(goto="implement", update=State(reasons=[], ruled=state.get("refinements", 0)))
    unfair = unfair_tasks(project, evidence)
    told = [f"Task {fault}" for fault in unfair]
    if unfair and _may_mend(state, context):
        return Command(goto="refine", update=State(reasons=told, faults=as_state(unfair)))
    return Command(goto="evaluate", update=State(reasons=[], findings=with_findings(state, told)))


async def implement(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """A hand that sees neither criteria nor reference implements the item; the gate judges what it submits. What was
    implemented before is kept, and ruled on where criteria have become others.
    """
    context, item = runtime.context, item_of(state)
    assert context.implement is not None
    project = context.drafts.project(item)
    evidence = context.drafts.evidence(item)
    if not project.independents or (evidence and unruled_tasks(project, evidence)):
        try:
            made = await context.implement(project)
        except GivenUp as error:
            # Nothing is shown of the item's fairness then, and nothing against it: it goes on without.
            return Command(goto="evaluate", update=State(findings=with_findings(state, error.reasons)))
        context.drafts.write_independent(item, made)
    return Command(goto="verify")


async def refine(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Sends a refused item back with what was found, a bounded number of times: to the first part that is at fault,
    where somebody can put it right, else to be sampled and made anew. Where readings that do not agree are all that is
    against it, it ends: no part is known to be wrong, and another item would be paid for and read by the same model.

    What mutants show of weak criteria is counted apart from that. A developer's edit is never thrown away by making the
    item anew: it goes back to the developer.
    """
    context, item = runtime.context, item_of(state)
    used, is_stronger = state.get("refinements", 0), state.get("has_stronger", False)
    if corrected := state.get("corrected"):
        context.drafts.correct(item, corrected)
    if _ends_undecided(state):
        told = (
            "undecided: readings of the item do not agree, and nothing else is against it, so it is not made anew. "
            "Give the role verifier another model, or ask for more samples in checks.yaml. Then delete "
            f"{context.paths.checkpoints} and give the same command again: what models answered and what was decided "
            "is kept."
        )
        return Command(
            goto=END, update=State(status="not released", reasons=[told, *state.get("reasons", [])])
        )
    if is_stronger:
        update = State(strengthened=state.get("strengthened", 0) + 1)
    elif used >= context.spec.refinements:
        return Command(goto=END, update=State(status="not released"))
    else:
        update = State(refinements=used + 1)
    update["findings"] = with_findings(state, state.get("reasons", []))
    update["attempt"] = state.get("attempt", 1) + 1
    update["corrected"] = ""
    faults = [PartFault.model_validate(one) for one in state.get("faults", [])]
    if faults and context.mender is not None and (is_stronger or not state.get("is_edited", False)):
        first = PARTS[min(PARTS.index(fault.part) for fault in faults)]
        is_mending = context.drafts.has(item, first)
        if is_mending:
            context.drafts.without_rulings(item, {one.element for one in faults if one.part == "criteria"})
            context.drafts.begin_mending(item)
        return Command(goto=first, update={**update, "is_mending": is_mending})
    update |= State(faults=[], is_mending=False)
    if not state.get("is_edited", False):
        return Command(goto="sample", update=update)
    update["attempt"] = state.get("attempt", 1)
    update |= shown_next(state, context.paths.draft(item).root, "generation")
    return Command(goto="review_generation", update=update)


class TryRefusal(NamedTuple):
    """Why a try at an item does not do."""

    item: str
    attempt: int
    """From 1."""
    reasons: tuple[str, ...]
    evidence: Path | None
    """All of it; None where it never came to the gate."""
    follows: Literal["made anew", "put right", "back to its developer", "given up"]


def refusal(state: State, context: NodeContext) -> TryRefusal:
    """What is told of a try as its item comes to `refine`."""
    item, attempt = item_of(state), state.get("attempt", 1)
    evidence = context.paths.refused_evidence(item, attempt)
    is_stronger = state.get("has_stronger", False)
    is_last = not is_stronger and state.get("refinements", 0) >= context.spec.refinements
    is_last = is_last or _ends_undecided(state)
    anew = "put right" if context.mender is not None and state.get("faults") else "made anew"
    again = "back to its developer" if state.get("is_edited", False) and not is_stronger else anew
    return TryRefusal(
        item,
        attempt,
        tuple(state.get("reasons", [])),
        evidence if evidence.exists() else None,
        "given up" if is_last else again,
    )


async def evaluate(state: State, runtime: Runtime[NodeContext]) -> Command[str]:
    """Evaluation Agent: weights and feedback policy; other weights than those that were verified are verified first."""
    context = runtime.context
    item = item_of(state)
    drafts = context.drafts
    made = await context.evaluator.evaluate(
        item, drafts.prd(item), drafts.query(item), drafts.criteria(item), drafts.evaluation(item)
    )
    drafts.write_evaluation(item, made)
    drafts.apply_weights(item)
    # Not whether that changed anything: it may have been done already, by a call that was killed after it.
    if drafts.changed_since_verified(item):
        return Command(goto="verify")
    return Command(goto="review_release", update=shown_next(state, context.paths.draft(item).root, "release"))


async def ready(state: State) -> State:
    """The item may be published."""
    del state
    return State(status="ready", reasons=[])


async def publish(state: State, runtime: Runtime[NodeContext]) -> State:
    """Moves what was released into the suite, and writes its table, card and changelog."""
    context = runtime.context
    publish_suite(context.paths, context.spec, state.get("released", []))
    return State(status="published", reasons=[])


def _may_mend(state: State, context: NodeContext) -> bool:
    is_left = state.get("refinements", 0) < context.spec.refinements
    return context.mender is not None and is_left and not state.get("is_edited", False)


def _ends_undecided(state: State) -> bool:
    """What a developer edited goes back to them instead."""
    return state.get("is_undecided", False) and not state.get("is_edited", False)


def _with_seen(fault: PartFault, seen: Sequence[SeenFailing]) -> PartFault:
    """The fault, with what alternatives showed in place of the outcomes of its task, and what their author says."""
    told = [str(one) for one in seen if fault.part == "criteria" and one.task == fault.element]
    return fault.model_copy(update={"message": " ".join((f"{fault.message}.", *told))}) if told else fault


def _is_unruled(state: State, context: NodeContext, project: Project, evidence: Evidence) -> bool:
    """Whether criteria were put right since the failures of independent implementations were ruled on, and some of
    these still fail.
    """
    is_new = state.get("refinements", 0) > state.get("ruled", 0)
    return context.implement is not None and is_new and bool(unruled_tasks(project, evidence))


def _is_all_that_was_asked(evidence: Evidence, gate: str) -> bool:
    """Whether an item goes on without being proved: its author asked for the static checks alone, and all hold."""
    return gate == "static" and all(check.passed for check in evidence.checks)


def after(stage: Stage) -> str:
    """The node that follows a stage of a family whose code holds."""
    place = FAMILY_STAGES.index(stage) + 1
    return f"{FAMILY_STAGES[place]}_design" if place < len(FAMILY_STAGES) else "whole"


async def plan_family(state: State, runtime: Runtime[FamilyContext]) -> State:
    """Planning Agent: the family's plan; at a redo as the reviewer's notes say."""
    context, notes = runtime.context, state.get("notes", [])
    made = await context.author.plan(notes, context.drafts.text(PLAN) if notes else "")
    context.drafts.write_plan(made.value, made.uses)
    return family_shown(state, context, "plan", (PLAN,), notes)


def design(stage: Stage) -> Node:
    """The agent of a stage: in words, what its code is going to do."""
    return _writer(stage, FAMILY_PARTS[stage].design, FamilyAuthor.design)


def code(stage: Stage) -> Node:
    """The agent of a stage: its code, which is tried in the sandbox before anybody sees it."""
    return _writer(stage, FAMILY_PARTS[stage].module, FamilyAuthor.code)


def _writer(
    stage: Stage,
    artifact: str,
    write: Callable[
        [FamilyAuthor, Stage, Mapping[str, str], Sequence[str], str], Awaitable[MadeArtifact[str]]
    ],
) -> Node:
    async def node(state: State, runtime: Runtime[FamilyContext]) -> State:
        drafts, notes = runtime.context.drafts, state.get("notes", [])
        there, now = drafts.preceding(artifact), drafts.text(artifact) if notes else ""
        made = await write(runtime.context.author, stage, there, notes, now)
        drafts.write(artifact, made.value, made.uses)
        return family_shown(state, runtime.context, stage, (artifact,), notes)

    return node


def tried(stage: Stage) -> Mover:
    """Code that a developer edited is tried as a model's is, and shown again with what is wrong."""

    async def node(state: State, runtime: Runtime[FamilyContext]) -> Command[str]:
        problems = await _code_problems(runtime.context, stage)
        if not problems:
            return Command(goto=after(stage), update=State(notes=[], findings=[], is_unsound=False))
        shown = family_shown(state, runtime.context, stage, (FAMILY_PARTS[stage].module,), problems)
        return Command(goto=f"review_{stage}_code", update={**shown, "is_unsound": True})

    return node


async def whole(state: State, runtime: Runtime[FamilyContext]) -> State:
    """The family as it would be released, tried once more: parts may have been edited after others were made."""
    context = runtime.context
    problems = [
        f"{FAMILY_PARTS[stage].module}: {problem}"
        for stage in FAMILY_STAGES
        for problem in await _code_problems(context, stage)
    ]
    shown = family_shown(state, context, "release", (PLAN, *MODULES), problems)
    return {**shown, "is_unsound": bool(problems)}


async def release_family(state: State, runtime: Runtime[FamilyContext]) -> State:
    """The family is put where it is found."""
    del state
    runtime.context.drafts.release()
    return State(status="ready", reasons=[])


async def _code_problems(context: FamilyContext, stage: Stage) -> list[str]:
    module = FAMILY_PARTS[stage].module
    return await context.author.code_problems(
        stage, context.drafts.preceding(module), context.drafts.text(module)
    )


def family_shown(
    state: State, context: FamilyContext, stage: Stage, part: Sequence[str], findings: Sequence[str]
) -> State:
    """What the next checkpoint of a family shows; it is sound unless a trial said otherwise."""
    shown = shown_next(state, context.paths.family_draft, stage, part)
    told = [one[:LONGEST] for one in findings[:FINDINGS_KEPT]]
    return {**shown, "findings": told, "is_unsound": False}
