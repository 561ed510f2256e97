"""Near-duplicates: of two items of a suite that ask the same, the earlier one stays."""

from collections.abc import Sequence
from dataclasses import replace

from agents.authoring.verification.duplicates import TOO_ALIKE, share_in_common
from pipeline.graph.context import Context
from pipeline.graph.publish import described, earlier_items
from pipeline.graph.report import Ending
from pipeline.graph.state import Released, Size, State


def without_near_duplicates(context: Context, endings: Sequence[Ending]) -> list[Ending]:
    """The endings, near-duplicates turned into items that are not released; nothing while any item is unfinished."""
    if any("status" not in ending.state for ending in endings):
        return list(endings)
    kept = described(context.paths, earlier_items(context.paths, context.spec))
    judged: list[Ending] = []
    for ending in endings:
        entry = released_form(ending)
        other = _near_duplicate(entry, kept) if ending.state.get("status") == "ready" else None
        if other is not None:
            ending = replace(ending, state=_turned_down(ending.state, other))
        elif ending.state.get("status") == "ready":
            kept.append(entry)
        judged.append(ending)
    return judged


def released_form(ending: Ending) -> Released:
    """What the publish step needs to know of an item."""
    state = ending.state
    return Released(
        item=ending.item,
        graded=state.get("graded", ""),
        prose=state.get("prose", ""),
        lineage=state.get("lineage", {}),
        category=state.get("category", ""),
        domain=state.get("domain", ""),
        tasks=state.get("tasks", []),
        size=state.get("size", Size(outcomes=0, mutants=0)),
    )


def _near_duplicate(entry: Released, kept: Sequence[Released]) -> str | None:
    """The kept item that `entry` is too much like, with how much."""
    for other in kept:
        if other["domain"] == entry["domain"] and other["tasks"]:
            share = share_in_common(set(entry["tasks"]), set(other["tasks"]))
            if share >= TOO_ALIKE:
                return f"{other['item']!r}: the same domain, and {share:.0%} of the tasks are the same"
    return None


def _turned_down(state: State, other: str) -> State:
    reason = f"near-duplicate of {other}. Author it from another seed, or drop one of the two."
    return {**state, "status": "not released", "reasons": [reason]}
