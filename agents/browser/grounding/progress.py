"""The steps of a form as a bar of them shows: a few words or numbers side by side, of which one is marked."""

from collections import defaultdict
from collections.abc import Iterable

from agents.browser.grounding.marked import stands_out
from agents.browser.grounding.stemming import stems
from agents.browser.snapshot import Element, Snapshot

_FEWEST, _MOST = 3, 7
"""Steps of a form that are shown in a bar."""
_LONG = 30
"""Letters of the name of a step."""
_MARKS = frozenset({"current", "selected"})
_FRAMES = frozenset({"navigation", "banner", "contentinfo", "tablist", "menu"})


def means_steps(names: Iterable[str]) -> bool:
    """Whether the steps of a form are looked for."""
    return any(stems(name) == ("step",) for name in names)


def find_steps(snapshot: Snapshot, scope: range) -> tuple[int, ...]:
    """The steps of the one bar of them, in reading order: an ordered list or numbered words, one of them marked.

    What leads elsewhere, or is chosen from, is no bar of steps.
    """
    bars: list[tuple[int, ...]] = []
    for container, children in snapshot.children.items():
        if container not in scope or _is_framed(snapshot, container):
            continue
        alike: dict[tuple[str, str], list[Element]] = defaultdict(list)
        for child in children:
            element = snapshot.elements[child]
            if element.is_shown and not element.is_field:
                alike[element.tag, element.role].append(element)
        bars += [tuple(e.index for e in group) for group in alike.values() if _is_bar(snapshot, group)]
    return bars[0] if len(bars) == 1 else ()


def _is_framed(snapshot: Snapshot, container: int) -> bool:
    return any(snapshot.elements[i].role in _FRAMES for i in (container, *snapshot.ancestors(container)))


def _is_bar(snapshot: Snapshot, group: list[Element]) -> bool:
    said = [snapshot.text(e.index) for e in group]
    if not _FEWEST <= len(group) <= _MOST or not all(0 < len(words) <= _LONG for words in said):
        return False
    is_ordered = snapshot.elements[group[0].parent].tag == "ol" and group[0].tag == "li"
    is_numbered = all(stems(words)[:1] == (str(place),) for place, words in enumerate(said, 1))
    if not (is_ordered or is_numbered) or any(_is_pressed(snapshot, e) for e in group):
        return False
    return sum(bool(_MARKS & e.states) or stands_out(snapshot, e) for e in group) == 1


def _is_pressed(snapshot: Snapshot, element: Element) -> bool:
    return any(snapshot.elements[i].clickable for i in snapshot.within(element.index))
