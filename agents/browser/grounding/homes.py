"""The way back to an app's start page, where no link says so: its name or logo at the top."""

from agents.browser.grounding.lexicon import content, lexicon
from agents.browser.grounding.stemming import split_words, stems
from agents.browser.snapshot import Element, Snapshot

_LONG = 40
"""Letters beyond which words are no app's name."""
_TOP = 200.0
"""CSS pixels from the top of the window within which an app's name stands."""


def means_home(names: tuple[str, ...]) -> bool:
    """Whether a link is looked for that leads to the start page, under any of its names."""
    return any(stems(name) == ("home",) for name in names)


def way_home(snapshot: Snapshot, scope: range) -> int | None:
    """What leads to the start page: the one thing to press at the top that is the app's name or is called its logo."""
    found = [e for i in scope if _is_brand(snapshot, e := snapshot.elements[i])]
    outer = [
        e for e in found if not any(o.index != e.index and snapshot.holds(o.index, e.index) for o in found)
    ]
    return outer[0].index if len(outer) == 1 else None


def first_of_bar(snapshot: Snapshot, scope: range) -> int | None:
    """The first link of the one bar of links at the top, which leads to the start page as a rule, whatever it says.

    None where that is the page that is open, or where several bars leave it open.
    """
    bars: dict[int, list[Element]] = {}
    for index in scope:
        element = snapshot.elements[index]
        if element.role in ("link", "tab") and element.is_shown and element.box.y <= _TOP:
            bar = element.parent
            if bar >= 0 and snapshot.elements[bar].role == "listitem":
                bar = snapshot.elements[bar].parent
            if bar >= 0 and snapshot.elements[bar].tag != "body":
                bars.setdefault(bar, []).append(element)
    firsts = [links[0] for links in bars.values() if len(links) > 1]
    if len(firsts) != 1 or {"current", "selected"} & firsts[0].states:
        return None
    return firsts[0].index


def _is_brand(snapshot: Snapshot, element: Element) -> bool:
    if not element.clickable or element.is_field or not element.is_shown or element.box.y > _TOP:
        return False
    if {"current", "selected"} & element.states:
        # The page that is open gives the window its title, and is no way away from it.
        return False
    text = snapshot.text(element.index) or element.name
    if len(text) > _LONG:
        return False
    said = content(text)
    is_title = bool(said) and said == content(snapshot.title)[: len(said)]
    return is_title or bool(lexicon().names.brand & set(split_words(element.tokens)))
