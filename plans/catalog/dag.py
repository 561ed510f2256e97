"""The order of evaluation tasks that a project has of its features."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter


def task_id(key: str) -> str:
    """`search.narrow` as the id of a task: `search-narrow`."""
    return key.replace(".", "-")


def prerequisites(written: Mapping[str, Sequence[str]], present: Collection[str]) -> dict[str, list[str]]:
    """Prerequisites of each present task; one that is left out is replaced by its own.

    `written`: `feature.task` → what it depends on, by `task` of the same feature or by `feature.task`.
    """

    def resolved(key: str) -> Iterator[str]:
        feature = key.partition(".")[0]
        for parent in (one if "." in one else f"{feature}.{one}" for one in written[key]):
            if parent in present:
                yield parent
            elif parent in written:
                yield from resolved(parent)

    return {key: list(dict.fromkeys(resolved(key))) for key in written if key in present}


def parents_first(places: Mapping[str, tuple[int, ...]], parents: Mapping[str, Sequence[str]]) -> list[str]:
    """The tasks of `places`, parents before children, and otherwise by their places."""
    sorter = TopologicalSorter({key: parents[key] for key in places})
    sorter.prepare()
    ordered: list[str] = []
    ready = list(sorter.get_ready())
    while ready:
        key = min(ready, key=lambda one: places[one])
        ready.remove(key)
        ordered.append(key)
        sorter.done(key)
        ready += sorter.get_ready()
    return ordered
