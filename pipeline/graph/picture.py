"""The graph as a Mermaid picture for the guide on authoring, drawn from the graph itself."""

from langgraph.graph import END, START

from pipeline.graph.build import build_graph

PICTURE_BEGIN = "<!-- graph: begin (drawn by pipeline/graph/picture.py; a test keeps it true) -->"
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
    """The picture as a Mermaid code block between its markers."""
    graph = build_graph().get_graph()
    nodes = [f"    {_id(node)}{LABELS[node]}" for node in graph.nodes]
    order = {node: place for place, node in enumerate(graph.nodes)}
    edges = sorted(graph.edges, key=lambda edge: (order[edge.source], order[edge.target]))
    arrows = [f"    {_id(e.source)} {'-.->' if e.conditional else '-->'} {_id(e.target)}" for e in edges]
    picture = "\n".join(["```mermaid", "flowchart TD", *nodes, *arrows, "```"])
    return f"{PICTURE_BEGIN}\n{picture}\n{PICTURE_END}"


def _id(node: str) -> str:
    return node.strip("_")


if __name__ == "__main__":
    print(mermaid())
