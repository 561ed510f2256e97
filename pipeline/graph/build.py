"""The graphs: what nodes and edges a thread of a suite has, and one of a family; and the picture of the first."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from pipeline.graph import generation, nodes, reviews
from pipeline.graph.state import FamilyContext, NodeContext, State
from plans.records.review import Stage

Graph = CompiledStateGraph[State, Any, State, State]
Step = tuple[Callable[..., Any], str | tuple[str, ...]]
"""What a node does, and the node that always follows, or those of which it names one itself."""


@dataclass(frozen=True)
class ThreadGraph:
    """The graph of one kind of thread."""

    version: int
    """Raised whenever a node is renamed or removed, or what the state holds is called otherwise: a thread paused at a
    node that is gone would end without a word."""
    context: type[NodeContext] | type[FamilyContext]
    steps: Mapping[str, Step]
    entry: str | Callable[[State], str]
    """The first node, or what tells it."""
    refusals: Mapping[str, Callable[[State, Any], nodes.TryRefusal]]
    """Node that an item comes to when a try at it does not do → what is told of the try."""


SUITE = ThreadGraph(
    version=3,
    context=NodeContext,
    entry=nodes.enter,
    refusals={"refine": nodes.refusal},
    steps={
        "plan": (nodes.plan, "review_plan"),
        "review_plan": (reviews.review_plan, ("plan", END)),
        "sample": (nodes.sample, ("prd", END)),
        "prd": (generation.prd, ("query", "refine")),
        "query": (generation.query, ("criteria", "reference", "refine")),
        "criteria": (generation.criteria, ("reference", "refine")),
        "reference": (generation.reference, ("inspect", "refine")),
        "inspect": (nodes.inspect, ("review_inspection", "vary", "refine")),
        "review_inspection": (reviews.review_inspection, ("vary", "inspect", "sample", END)),
        "vary": (generation.vary, ("mutants", "refine")),
        "mutants": (generation.mutants, ("review_generation", "refine")),
        "review_generation": (
            reviews.review_generation,
            ("verify", "sample", *generation.AFTER_EDITS, END),
        ),
        "verify": (nodes.verify, ("implement", "evaluate", "refine")),
        "implement": (nodes.implement, ("verify", "evaluate")),
        "refine": (nodes.refine, ("sample", *generation.MENDED, "review_generation", END)),
        "evaluate": (nodes.evaluate, ("verify", "review_release")),
        "review_release": (reviews.review_release, ("ready", "verify", "sample", END)),
        "ready": (nodes.ready, END),
        "publish": (nodes.publish, END),
    },
)
"""Three kinds of thread: the suite's plan, one item, and the publish step."""


def _stage_steps(stage: Stage) -> dict[str, Step]:
    """A part of a family: its plan in words, then its code, which is tried once more where a developer edited it."""
    after = nodes.after(stage)
    return {
        f"{stage}_design": (nodes.design(stage), f"review_{stage}_design"),
        f"review_{stage}_design": (
            reviews.review_design(stage),
            (f"{stage}_code", f"{stage}_design", END),
        ),
        f"{stage}_code": (nodes.code(stage), f"review_{stage}_code"),
        f"review_{stage}_code": (
            reviews.review_code(stage),
            (after, f"{stage}_try", f"{stage}_code", END),
        ),
        f"{stage}_try": (nodes.tried(stage), (after, f"review_{stage}_code")),
    }


FAMILY = ThreadGraph(
    version=1,
    context=FamilyContext,
    entry="plan",
    refusals={},
    steps={
        "plan": (nodes.plan_family, "review_plan"),
        "review_plan": (reviews.review_family_plan, ("generation_design", "plan", "review_plan", END)),
        **{name: step for stage in nodes.FAMILY_STAGES for name, step in _stage_steps(stage).items()},
        "whole": (nodes.whole, "review_release"),
        "review_release": (reviews.review_family, ("ready", "whole", "plan", END)),
        "ready": (nodes.release_family, END),
    },
)
"""One thread for a family: its plan, then for each part its plan in words and its code, then its release."""


def build_graph(thread: ThreadGraph, checkpointer: BaseCheckpointSaver[str] | None = None) -> Graph:
    """The graph that runs a kind of thread."""
    graph = StateGraph(State, context_schema=thread.context)
    for name, (node, following) in thread.steps.items():
        if isinstance(following, str):
            graph.add_node(name, node)
            graph.add_edge(name, following)
        else:
            graph.add_node(name, node, destinations=following)
    if isinstance(thread.entry, str):
        graph.add_edge(START, thread.entry)
    else:
        graph.add_conditional_edges(START, thread.entry)
    return graph.compile(checkpointer=checkpointer)


PICTURE_BEGIN = "<!-- graph: begin (drawn by pipeline/graph/build.py; a test keeps it true) -->"
PICTURE_END = "<!-- graph: end -->"

LABELS = {
    START: '(["seeds"])',
    END: '(["end of the thread"])',
    "plan": '["Planning: plan"]',
    "sample": '["Planning: sample parameters"]',
    "prd": '["Generation: PRD"]',
    "query": '["Generation: query"]',
    "criteria": '["Generation: criteria"]',
    "reference": '["Generation: reference"]',
    "inspect": '["Verification: inspection, where tasks are commands"]',
    "vary": '["Generation: other data and other markup, where a model makes items"]',
    "mutants": '["Generation: mutants"]',
    "verify": '["Verification: release gate"]',
    "implement": '["Verification: independent implementation, where an agent is named"]',
    "refine": '["refine, at most k times"]',
    "evaluate": '["Evaluation: weights, feedback policy"]',
    "review_plan": '{{"review the plan"}}',
    "review_inspection": '{{"review the inspection"}}',
    "review_generation": '{{"review the generation"}}',
    "review_release": '{{"review before release"}}',
    "ready": '["ready"]',
    "publish": '["publish: suite.yaml, card, changelog"]',
}
"""Node → shape and label; agents are boxes, developers hexagons."""


def mermaid() -> str:
    """The picture of a suite's threads as a Mermaid code block between its markers."""
    graph = build_graph(SUITE).get_graph()
    boxes = [f"    {_id(node)}{LABELS[node]}" for node in graph.nodes]
    order = {node: place for place, node in enumerate(graph.nodes)}
    edges = sorted(graph.edges, key=lambda edge: (order[edge.source], order[edge.target]))
    arrows = [f"    {_id(e.source)} {'-.->' if e.conditional else '-->'} {_id(e.target)}" for e in edges]
    picture = "\n".join(["```mermaid", "flowchart TD", *boxes, *arrows, "```"])
    return f"{PICTURE_BEGIN}\n{picture}\n{PICTURE_END}"


def _id(node: str) -> str:
    return node.strip("_")


if __name__ == "__main__":
    print(mermaid())
