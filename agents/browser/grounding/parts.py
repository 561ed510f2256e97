"""Parts of a page that are built alike, one of which holds its list: they are no entries."""

from collections.abc import Sequence

from agents.browser.grounding.groups import Group, is_main_list
from agents.browser.snapshot import Snapshot


def hold_the_list(snapshot: Snapshot, group: Group, groups: Sequence[Group]) -> bool:
    """Whether a list that has more entries than the group, and that the others have not, stands in one of its members.

    Entries that hold lists, as recipes do, hold all the same kind of list.
    """
    most = len(group.members)
    inner = (
        other
        for other in groups
        if len(other.members) > most
        and _home(snapshot, group, other) is not None
        and is_main_list(snapshot, other)
    )
    return most > 1 and any(_is_alone(snapshot, group, other, groups) for other in inner)


def _is_alone(snapshot: Snapshot, group: Group, inner: Group, groups: Sequence[Group]) -> bool:
    home = _home(snapshot, group, inner)
    return not any(
        other.shape.signature == inner.shape.signature and _home(snapshot, group, other) not in (None, home)
        for other in groups
    )


def _home(snapshot: Snapshot, group: Group, inner: Group) -> int | None:
    """The member that holds another group."""
    return next((m for m in group.members if snapshot.holds(m, inner.container)), None)
