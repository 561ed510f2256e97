"""The graph. This file is the picture: it adds nodes and edges and nothing else."""

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from pipeline.graph import generation, nodes, reviews
from pipeline.graph.state import NodeContext, State

GRAPH_VERSION = 3
"""Raised whenever a node is renamed or removed, or what the state holds is called otherwise: a thread paused at a node
that is gone would end without a word."""

Graph = CompiledStateGraph[State, NodeContext, State, State]


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> Graph:
    """One graph for three kinds of thread: the suite's plan, one item, and the publish step."""
    graph = StateGraph(State, context_schema=NodeContext)
    graph.add_node("plan", nodes.plan)
    graph.add_node("review_plan", reviews.review_plan, destinations=("plan", END))
    graph.add_node("sample", nodes.sample, destinations=("prd", END))
    graph.add_node("prd", generation.prd, destinations=("query", "refine"))
    graph.add_node("query", generation.query, destinations=("criteria", "reference", "refine"))
    graph.add_node("criteria", generation.criteria, destinations=("reference", "refine"))
    graph.add_node("reference", generation.reference, destinations=("inspect", "refine"))
    graph.add_node("inspect", nodes.inspect, destinations=("review_inspection", "vary", "refine"))
    graph.add_node(
        "review_inspection", reviews.review_inspection, destinations=("vary", "inspect", "sample", END)
    )
    graph.add_node("vary", generation.vary)
    graph.add_node("mutants", generation.mutants, destinations=("review_generation", "refine"))
    graph.add_node(
        "review_generation",
        reviews.review_generation,
        destinations=("verify", "sample", *generation.AFTER_EDITS, END),
    )
    graph.add_node("verify", nodes.verify, destinations=("implement", "evaluate", "refine"))
    graph.add_node("implement", nodes.implement, destinations=("verify", "evaluate"))
    graph.add_node(
        "refine", nodes.refine, destinations=("sample", *generation.MENDED, "review_generation", END)
    )
    graph.add_node("evaluate", nodes.evaluate, destinations=("verify", "review_release"))
    graph.add_node("review_release", reviews.review_release, destinations=("ready", "verify", "sample", END))
    graph.add_node("ready", nodes.ready)
    graph.add_node("publish", nodes.publish)

    graph.add_conditional_edges(START, nodes.enter)
    graph.add_edge("plan", "review_plan")
    graph.add_edge("vary", "mutants")
    graph.add_edge("ready", END)
    graph.add_edge("publish", END)
    return graph.compile(checkpointer=checkpointer)
