"""The working nodes: each asks one agent for one part, or tries what is there.

A killed node starts again from its first line, so all of them may be repeated: what a model said is not paid for twice.
"""

from typing import Protocol

from langgraph.runtime import Runtime
from langgraph.types import Command

from agents.families.folder import MODULES, PARTS, PLAN
from pipeline.graph.drafts import text_digests
from pipeline.graph.families.context import FamilyContext, FamilyState
from plans.records.review import Stage

FINDINGS = 20
"""Findings that a checkpoint shows; a state is kept small."""
LONGEST = 600
"""Letters of a finding."""
ORDER: tuple[Stage, ...] = tuple(PARTS)


class Node(Protocol):
    """A node that goes on where the graph says."""

    async def __call__(self, state: FamilyState, runtime: Runtime[FamilyContext]) -> FamilyState: ...


class Mover(Protocol):
    """A node that says itself where it goes on."""

    async def __call__(self, state: FamilyState, runtime: Runtime[FamilyContext]) -> Command[str]: ...


def after(stage: Stage) -> str:
    """The node that follows a stage whose code holds."""
    place = ORDER.index(stage) + 1
    return f"{ORDER[place]}_design" if place < len(ORDER) else "whole"


async def plan(state: FamilyState, runtime: Runtime[FamilyContext]) -> FamilyState:
    """Planning Agent: the family's plan; at a redo as the reviewer's notes say."""
    context, notes = runtime.context, state.get("notes", [])
    made = await context.author.plan(notes, context.drafts.text(PLAN) if notes else "")
    context.drafts.write_plan(made.value, made.uses)
    return shown_again(state, runtime.context, "plan", (PLAN,), notes)


def design(stage: Stage) -> Node:
    """The agent of a stage: in words, what its code is going to do."""

    async def node(state: FamilyState, runtime: Runtime[FamilyContext]) -> FamilyState:
        context, notes = runtime.context, state.get("notes", [])
        name = PARTS[stage].design
        there = context.drafts.before(stage, with_design=False)
        made = await context.author.design(stage, there, notes, context.drafts.text(name) if notes else "")
        context.drafts.write(name, made.value, made.uses)
        return shown_again(state, context, stage, (name,), notes)

    return node


def code(stage: Stage) -> Node:
    """The agent of a stage: its code, which is tried in the sandbox before anybody sees it."""

    async def node(state: FamilyState, runtime: Runtime[FamilyContext]) -> FamilyState:
        context, notes = runtime.context, state.get("notes", [])
        name = PARTS[stage].module
        there = context.drafts.before(stage, with_design=True)
        made = await context.author.code(stage, there, notes, context.drafts.text(name) if notes else "")
        context.drafts.write(name, made.value, made.uses)
        return shown_again(state, context, stage, (name,), notes)

    return node


def tried(stage: Stage) -> Mover:
    """Code that a developer edited is tried as a model's is, and shown again with what is wrong."""

    async def node(state: FamilyState, runtime: Runtime[FamilyContext]) -> Command[str]:
        context = runtime.context
        name = PARTS[stage].module
        there = context.drafts.before(stage, with_design=True)
        problems = await context.author.code_problems(stage, there, context.drafts.text(name))
        if not problems:
            return Command(goto=after(stage), update=FamilyState(notes=[], findings=[], is_unsound=False))
        again = shown_again(state, context, stage, (name,), problems)
        again["is_unsound"] = True
        return Command(goto=f"review_{stage}_code", update=again)

    return node


async def whole(state: FamilyState, runtime: Runtime[FamilyContext]) -> FamilyState:
    """The family as it would be released, tried once more: parts may have been edited after others were made."""
    context = runtime.context
    problems = [
        f"{PARTS[stage].module}: {problem}"
        for stage in ORDER
        for problem in await context.author.code_problems(
            stage, context.drafts.before(stage, with_design=True), context.drafts.text(PARTS[stage].module)
        )
    ]
    again = shown_again(state, context, "release", (PLAN, *MODULES), problems)
    again["is_unsound"] = bool(problems)
    return again


async def ready(state: FamilyState, runtime: Runtime[FamilyContext]) -> FamilyState:
    """The family is put where it is found."""
    del state
    runtime.context.drafts.release()
    return FamilyState(status="ready", reasons=[])


def shown_again(
    state: FamilyState, context: FamilyContext, stage: Stage, artifacts: tuple[str, ...], findings: list[str]
) -> FamilyState:
    """What the next checkpoint shows, and that it has not been shown yet; it is sound unless a trial said otherwise."""
    key = " ".join((stage, *artifacts))
    showings = state.get("showings", {})
    return FamilyState(
        showings={**showings, key: showings.get(key, 0) + 1},
        shown=text_digests(context.paths.family_draft, artifacts),
        findings=[one[:LONGEST] for one in findings[:FINDINGS]],
        is_unsound=False,
    )
