"""What a redo keeps of the project that was shown: every feature that the reviewer's note does not name."""

from collections.abc import Callable, Collection, Mapping, Sequence


def wanted_and_kept(
    before: Sequence[str], wanted: Sequence[str], features_with: Callable[[Sequence[str]], Collection[str]]
) -> list[str]:
    """The wanted features and those of `before` that can stay beside them, in the order in which they were told.

    `features_with` tells which features a project has that is asked for some and gets no others than these require. A
    feature stays unless a wanted one, or one that stays already, would have to go for it.
    """
    held = set(features_with(wanted)).intersection(wanted)
    kept: list[str] = []
    for id in before:
        if id not in wanted and {*held, *kept, id} <= set(features_with([*wanted, *kept, id])):
            kept.append(id)
    told = [id for id in before if id in wanted or id in kept]
    return [*told, *(id for id in wanted if id not in told)]


def told_change(before: Sequence[str], after: Sequence[str], titles: Mapping[str, str]) -> str:
    """Which features a redo added and which it removed: `added: “Comments”; removed: nothing`."""

    def named(ids: Sequence[str], others: Sequence[str]) -> str:
        return ", ".join(f"“{titles.get(id, id)}”" for id in ids if id not in others) or "nothing"

    return f"added: {named(after, before)}; removed: {named(before, after)}"
