"""Near-duplicates: of two items of a suite that ask the same, the earlier one stays."""

from collections.abc import Sequence
from dataclasses import replace

from agents.authoring.verification.duplicates import Compared, first_alike, sorted_words
from pipeline.graph.context import Context
from pipeline.graph.publish import described, earlier_items
from pipeline.graph.report import Ending
from pipeline.graph.state import Released, Size, State
from plans.files import read_record
from plans.paths import ItemPaths, SuitePaths
from plans.records.prd import PRD
from plans.records.provenance import Provenance


def without_near_duplicates(context: Context, endings: Sequence[Ending]) -> list[Ending]:
    """The endings, near-duplicates turned into items that are not released; nothing while any item is unfinished."""
    if any("status" not in ending.state for ending in endings):
        return list(endings)
    paths = context.paths
    earlier = described(paths, earlier_items(paths, context.spec))
    ready = [released_form(ending) for ending in endings if ending.state.get("status") == "ready"]
    reads = any(_is_written(_place(paths, entry)) for entry in (*earlier, *ready))
    kept = [_compared(paths, entry, reads=reads) for entry in earlier]
    judged: list[Ending] = []
    for ending in endings:
        if ending.state.get("status") == "ready":
            entry = _compared(paths, released_form(ending), reads=reads)
            other = first_alike(entry, kept)
            if other is None:
                kept.append(entry)
            else:
                ending = replace(ending, state=_turned_down(ending.state, other))
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


def _compared(paths: SuitePaths, entry: Released, *, reads: bool) -> Compared:
    """`reads`: texts are compared as well, since a model wrote some item."""
    place = _place(paths, entry)
    return Compared(
        id=entry["item"],
        domain=entry["domain"],
        tasks=set(entry["tasks"]),
        words=sorted_words(read_record(place.prd, PRD)) if reads else "",
        is_written=_is_written(place),
    )


def _place(paths: SuitePaths, entry: Released) -> ItemPaths:
    """Where it lies: the publish step moves drafts, and may have been killed in between."""
    draft = paths.draft(entry["item"])
    return draft if draft.prd.exists() else paths.item(entry["item"])


def _is_written(place: ItemPaths) -> bool:
    return place.provenance.exists() and read_record(place.provenance, Provenance).is_of_a_maker


def _turned_down(state: State, other: str) -> State:
    reason = f"near-duplicate of {other}. Author it from another seed, or drop one of the two."
    return {**state, "status": "not released", "reasons": [reason]}
