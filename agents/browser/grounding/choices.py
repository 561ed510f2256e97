"""What can be chosen: options inside of a control, and groups of buttons that stand on the page without one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.browser.grounding.contract import Context, Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.items import find_items
from agents.browser.grounding.lexicon import split_words
from agents.browser.grounding.places import section_of
from agents.browser.grounding.words import agreement, says, word_agreement
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Target

PLACEHOLDER = re.compile(r"(?i)^(?:all|any|every|none|choose|select|pick|please|no |–|-|—|\.\.\.|…|$)")
"""What an option says that stands for no choice, or for all of them."""
_CHOICE_ROLES = frozenset({"option", "menuitem", "radio", "tab", "button", "link", "checkbox"})
_FRAMES = frozenset({"navigation", "banner", "contentinfo"})
_LABEL_AGREES = 0.8
_CODE_AGREES = 0.8
_SHORT = 40
"""Letters of a label, or of an option."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen."""

    text: str
    place: int
    """Index of the element, or place among the options of a native select."""


def choices_in(snapshot: Snapshot, index: int) -> list[Choice]:
    """The options inside of an element, in reading order."""
    found: list[Choice] = []
    for inner in snapshot.inside(index):
        element = snapshot.elements[inner]
        if is_choice(snapshot, element) and (element.is_shown or element.role == "radio"):
            text = snapshot.text(inner)
            # A tooltip says something about an option, it does not name it.
            found.append(Choice(text if element.source == "title" and text else element.name or text, inner))
    return [choice for choice in found if not _is_shell(snapshot, choice, found)]


def _is_shell(snapshot: Snapshot, choice: Choice, all_of_them: list[Choice]) -> bool:
    """Whether a clickable container merely holds the choices, and hears of a press on any."""
    outer = snapshot.elements[choice.place]
    return outer.role in ("", "listitem") and any(
        other.place != choice.place and snapshot.holds(choice.place, other.place) for other in all_of_them
    )


def is_choice(snapshot: Snapshot, element: Element) -> bool:
    """Whether an element may be an option of something."""
    if element.role in _CHOICE_ROLES:
        return True
    return (
        element.clickable
        and not element.is_field
        and element.role in ("", "listitem")
        and bool(snapshot.text(element.index))
    )


def named_choices(snapshot: Snapshot, target: Target, context: Context) -> list[Choice]:
    """Choices without a control of their own, by the label beside them or what the program calls their container."""
    names = tuple(name for name in (target.name, *target.synonyms) if name)
    for group in _labelled(snapshot, target, names):
        return group
    for row in _rows(snapshot, target, context):
        code = " ".join(split_words(row.container.tokens))
        if any(word_agreement(name, code) >= _CODE_AGREES for name in names):
            return row.choices
    return []


def loose_choices(snapshot: Snapshot, target: Target, context: Context, value: str | None) -> list[Choice]:
    """Choices without a control of their own, to choose from.

    Where none are named, `value`, the option that is asked for, is known by itself; else a group is taken that
    nothing else names, when it is the only one, or the only one whose options are what the items of the page say.
    """
    named = named_choices(snapshot, target, context)
    if named:
        return named
    if value is not None:
        option = ground(snapshot, Target(role="option", name=value, within=target.within), context)
        if option.found is Found.FOUND:
            return [Choice(option.candidates[0].said, option.index)]
    rows = _rows(snapshot, target, context)
    return _only(snapshot, [row.choices for row in rows if not row.label and _is_facet(snapshot, row)])


@dataclass(frozen=True, slots=True)
class _Row:
    """Short buttons side by side."""

    container: Element
    label: str
    """What stands before them or names their container; empty when nothing does."""
    choices: list[Choice]


def _labelled(snapshot: Snapshot, target: Target, names: Sequence[str]) -> Iterator[list[Choice]]:
    for index in _scope(snapshot, target):
        element = snapshot.elements[index]
        if not element.is_shown or element.clickable or element.role in ("cell", "columnheader"):
            continue
        words = snapshot.own_text(index)
        if not words or len(words) > _SHORT:
            continue
        if max((agreement(name, words) for name in names), default=0.0) < _LABEL_AGREES:
            continue
        choices = choices_in(snapshot, section_of(snapshot, index))
        if len(choices) > 1 and all(len(choice.text) <= _SHORT for choice in choices):
            yield choices


def _rows(snapshot: Snapshot, target: Target, context: Context) -> Iterator[_Row]:
    """Groups of two or more short buttons that are neither navigation nor part of an item."""
    items = () if target.within is not None else _main_items(snapshot, context)
    scope = _scope(snapshot, target)
    for container, children in snapshot.children.items():
        if container < 0 or container not in scope:
            continue
        around = (container, *snapshot.ancestors(container))
        if any(snapshot.elements[i].role in _FRAMES for i in around) or any(i in items for i in around):
            continue
        buttons = [e for i in children if (e := snapshot.elements[i]).clickable and e.is_shown]
        if len(buttons) < 2 or any(b.is_field and b.role != "radio" for b in buttons):
            continue
        choices = [Choice(snapshot.text(b.index) or b.name, b.index) for b in buttons]
        if all(0 < len(choice.text) <= _SHORT for choice in choices):
            yield _Row(snapshot.elements[container], _label_of(snapshot, container, buttons[0]), choices)


def _scope(snapshot: Snapshot, target: Target) -> range:
    if target.within is None:
        return range(len(snapshot.elements))
    outer = ground(snapshot, target.within, Context(), "see")
    return snapshot.within(outer.index) if outer.found is not Found.MISSING else range(0)


def _main_items(snapshot: Snapshot, context: Context) -> frozenset[int]:
    known = Context(dict(context.item_shapes))
    names = [tuple(key.split("|")) for key in context.item_shapes] or [()]
    everywhere = range(len(snapshot.elements))
    return frozenset(i for kind in names for i in find_items(snapshot, kind, known, everywhere).members)


def _label_of(snapshot: Snapshot, container: int, first: Element) -> str:
    """A name of the container, or short words right before the first of its buttons."""
    element = snapshot.elements[container]
    if element.name and element.source != "text":
        return element.name
    siblings = snapshot.children.get(container, [])
    before = [i for i in siblings if i < first.index]
    if not before:
        before = [i for i in snapshot.children.get(element.parent, []) if i < container]
    if not before or any(snapshot.elements[i].clickable for i in snapshot.within(before[-1])):
        return ""
    words = snapshot.text(before[-1])
    return words if len(words) <= _SHORT else ""


def _is_facet(snapshot: Snapshot, row: _Row) -> bool:
    """Whether three or more stand for one choice: the first means "all", or one is chosen."""
    states = (snapshot.elements[choice.place].states for choice in row.choices)
    is_one_chosen = any({"selected", "pressed", "checked"} & state for state in states)
    return len(row.choices) >= 3 and (bool(PLACEHOLDER.match(row.choices[0].text)) or is_one_chosen)


def _only(snapshot: Snapshot, groups: list[list[Choice]]) -> list[Choice]:
    if len(groups) > 1:
        items = [snapshot.text(i) for i in _main_items(snapshot, Context())]
        groups = [group for group in groups if all(_is_said(choice, items) for choice in group)]
    return groups[0] if len(groups) == 1 else []


def _is_said(choice: Choice, items: list[str]) -> bool:
    return bool(PLACEHOLDER.match(choice.text)) or any(says(choice.text, text) for text in items)
