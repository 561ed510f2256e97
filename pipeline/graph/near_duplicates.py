"""Near-duplicates: of two items of a suite that ask the same, the earlier one stays."""

from collections.abc import Sequence
from dataclasses import replace

from agents.authoring.verification.duplicates import Compared, first_alike, sorted_words
from pipeline.graph.context import Context
from pipeline.graph.described import place_of
from pipeline.graph.publish import earlier_items
from pipeline.graph.report import Ending
from pipeline.graph.state import State
from plans.files import read_record
from plans.paths import ItemPaths
from plans.records.criteria import Criteria
from plans.records.project import Provenance
from plans.records.seed import ItemSeed
from plans.records.specification import PRD


def without_near_duplicates(context: Context, endings: Sequence[Ending]) -> list[Ending]:
    """The endings, near-duplicates turned into items that are not released; nothing while any item is unfinished."""
    if any("status" not in ending.state for ending in endings):
        return list(endings)
    paths = context.paths
    earlier = [item.id for item in earlier_items(paths, context.spec)]
    ready = [ending.item for ending in endings if ending.state.get("status") == "ready"]
    reads = any(_is_written(place_of(paths, item)) for item in (*earlier, *ready))
    kept = [_compared(paths.item(item), reads=reads) for item in earlier]
    judged: list[Ending] = []
    for ending in endings:
        if ending.state.get("status") == "ready":
            entry = _compared(place_of(paths, ending.item), reads=reads)
            other = first_alike(entry, kept)
            if other is None:
                kept.append(entry)
            else:
                ending = replace(ending, state=_turned_down(ending.state, other))
        judged.append(ending)
    return judged


def _compared(place: ItemPaths, *, reads: bool) -> Compared:
    """`reads`: texts are compared as well, since a model wrote some item."""
    return Compared(
        id=place.root.name,
        domain=read_record(place.seed, ItemSeed).coverage.domain,
        tasks={task.id for task in read_record(place.criteria, Criteria).tasks},
        words=sorted_words(read_record(place.prd, PRD)) if reads else "",
        is_written=_is_written(place),
    )


def _is_written(place: ItemPaths) -> bool:
    return place.provenance.exists() and read_record(place.provenance, Provenance).is_of_a_maker


def _turned_down(state: State, other: str) -> State:
    reason = f"near-duplicate of {other}. Author it from another seed, or drop one of the two."
    return {**state, "status": "not released", "reasons": [reason]}
