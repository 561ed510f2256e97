"""The graph. This file is the picture: it adds nodes and edges and nothing else."""

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from pipeline.graph.families import nodes, reviews
from pipeline.graph.families.context import FamilyContext, FamilyState

VERSION = 1
"""Raised whenever a node is renamed or removed: a thread paused at a node that is gone would end without a word."""

FamilyGraph = CompiledStateGraph[FamilyState, FamilyContext, FamilyState, FamilyState]


def build_family_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> FamilyGraph:
    """One thread for a family: its plan, then for each part its plan in words and its code, then its release."""
    graph = StateGraph(FamilyState, context_schema=FamilyContext)
    graph.add_node("plan", nodes.plan)
    graph.add_node(
        "review_plan", reviews.review_plan, destinations=("generation_design", "plan", "review_plan", END)
    )
    for stage in nodes.ORDER:
        graph.add_node(f"{stage}_design", nodes.design(stage))
        graph.add_node(
            f"review_{stage}_design",
            reviews.review_design(stage),
            destinations=(f"{stage}_code", f"{stage}_design", END),
        )
        graph.add_node(f"{stage}_code", nodes.code(stage))
        graph.add_node(
            f"review_{stage}_code",
            reviews.review_code(stage),
            destinations=(nodes.after(stage), f"{stage}_try", f"{stage}_code", END),
        )
        graph.add_node(
            f"{stage}_try", nodes.tried(stage), destinations=(nodes.after(stage), f"review_{stage}_code")
        )
        graph.add_edge(f"{stage}_design", f"review_{stage}_design")
        graph.add_edge(f"{stage}_code", f"review_{stage}_code")
    graph.add_node("whole", nodes.whole)
    graph.add_node("review_release", reviews.review_release, destinations=("ready", "whole", "plan", END))
    graph.add_node("ready", nodes.ready)

    graph.add_edge(START, "plan")
    graph.add_edge("plan", "review_plan")
    graph.add_edge("whole", "review_release")
    graph.add_edge("ready", END)
    return graph.compile(checkpointer=checkpointer)
