"""What a redo keeps of the project that was shown: every feature that the reviewer's note does not name."""

from collections.abc import Callable, Collection, Sequence

from plans.catalog.contents import Feature, Library
from plans.catalog.wording import listed


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


def told_change(before: Sequence[str], after: Sequence[str], library: Library[Feature]) -> str:
    """Which features a redo took out and which it put in."""

    def titles(ids: Sequence[str], others: Sequence[str]) -> list[str]:
        return [f"“{library.features[id].title}”" for id in ids if id not in others]

    changes = {"out": titles(before, after), "in": titles(after, before)}
    told = "; ".join(f"{where}: {listed(those)}" for where, those in changes.items() if those)
    return f"Before → after: {told or 'no feature came or went'}; all other features stay as they were."
