"""The answers to choose from under a question: what can be pressed there and is built alike, whatever it is called."""

from collections import defaultdict
from collections.abc import Iterable

from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import stems
from agents.browser.snapshot import Element, Snapshot

_CLIMB = 3
"""Containers around a question in which its answers are looked for."""
_FEWEST, _MOST = 2, 8
"""Answers of one question."""
_LONG = 300
"""Letters of the longest question."""


def means_answers(names: Iterable[str]) -> bool:
    """Whether the answers of a question are looked for."""
    return any(lexicon().items.answers & set(stems(name)) for name in names)


def find_answers(snapshot: Snapshot, scope: range, *, begun: bool = False) -> tuple[int, ...]:
    """The answers of the first question that has any, in reading order.

    In a quiz that has `begun` a question need not end as one: its heading asks, the last one first.
    """
    for question in _questions(snapshot, scope, begun=begun):
        for level, ancestor in enumerate(snapshot.ancestors(question.index)):
            if level >= _CLIMB:
                break
            answers = _behind(snapshot, question, ancestor)
            if answers:
                return answers
    return ()


def _questions(snapshot: Snapshot, scope: range, *, begun: bool) -> list[Element]:
    """What asks something, or is to be completed, and is nothing to press; a legend asks for what is in its group."""
    texts = [e for i in scope if (e := snapshot.elements[i]).is_shown and not e.clickable and not e.is_field]
    for ends in ("?", ("…", "...", "__")):
        asking = [e for e in texts if snapshot.own_text(e.index).rstrip().endswith(ends)]
        if asking:
            return [e for e in asking if _is_short(snapshot, e)]
    legends = [e for e in texts if e.role == "legend"]
    headings = [e for e in reversed(texts) if e.role == "heading"] if begun else []
    return [e for e in legends or headings if _is_short(snapshot, e)]


def _is_short(snapshot: Snapshot, element: Element) -> bool:
    return len(snapshot.text(element.index)) <= _LONG


def _behind(snapshot: Snapshot, question: Element, container: int) -> tuple[int, ...]:
    alike: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for index in range(question.end, snapshot.elements[container].end):
        element = snapshot.elements[index]
        if _is_choice(snapshot, element):
            alike[element.parent, element.tag, element.role].append(index)
            continue
        inner = [i for i in snapshot.inside(index) if _is_choice(snapshot, snapshot.elements[i])]
        if len(inner) == 1 and _holds_one(snapshot, element, inner[0]):
            # Each answer stands in an entry of a list, in a row of a table, or with its radio button in a box.
            alike[element.parent, element.tag, "entry"].append(inner[0])
    for choices in alike.values():
        answers = _without_way_on(snapshot, choices)
        if _FEWEST <= len(answers) <= _MOST:
            return tuple(answers)
    return ()


def _holds_one(snapshot: Snapshot, element: Element, choice: int) -> bool:
    """Whether it may be the box of one answer."""
    is_direct = choice in snapshot.children.get(element.index, [])
    return snapshot.elements[choice].role == "label" or (element.role == "listitem" and is_direct)


def _is_choice(snapshot: Snapshot, element: Element) -> bool:
    if not element.clickable or element.is_field or not element.is_shown or element.role in ("link", "tab"):
        return False
    if element.role == "label":
        around = snapshot.within(element.parent if element.parent >= 0 else element.index)
        return any(snapshot.elements[i].role in ("radio", "checkbox") for i in around)
    return bool(snapshot.text(element.index))


def _without_way_on(snapshot: Snapshot, choices: list[int]) -> list[int]:
    """Without a last one that leads on, by what it says or by a class of its own."""
    if len(choices) <= _FEWEST:
        return choices
    *answers, last = choices
    said = stems(snapshot.text(last))
    made = {_make(snapshot, index) for index in answers}
    is_other = len(made) == 1 and "" not in made and _make(snapshot, last) not in made
    return answers if is_other or (said and said[0] in lexicon().leads.onward) else choices


def _make(snapshot: Snapshot, index: int) -> str:
    """The first thing that programs call it: what comes behind it is the state of one."""
    return next(iter(snapshot.elements[index].tokens.split()), "")
