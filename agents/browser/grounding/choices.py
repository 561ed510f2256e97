"""What can be chosen: options of a control, groups of buttons without one, and the orders of a list."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from agents.browser.grounding.contract import Found, Grounding
from agents.browser.grounding.ground import ground
from agents.browser.grounding.items import all_listed
from agents.browser.grounding.known import Learnt, Prior
from agents.browser.grounding.lexicon import OrderKind, Way, lexicon, split_words, stem, stems
from agents.browser.grounding.places import section_of
from agents.browser.grounding.words import agreement, says, word_agreement
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Target

_ALIKE = 0.72
_LETTERS = re.compile(r"(?i)(?<![^\W_])(a\W*(?:to\W*)?z|z\W*(?:to\W*)?a)(?![^\W_])")
_DIGITS = re.compile(r"(?<!\d)([01]\W*(?:to\W*)?9|9\W*(?:to\W*)?[01])(?!\d)")
_TURNED = re.compile(r"(?i)\brevers")
_ARROW_WORDS = {
    "↑": "ascending",
    "▲": "ascending",
    "⬆": "ascending",
    "↓": "descending",
    "▼": "descending",
    "⬇": "descending",
}


class Order(NamedTuple):
    """An order of a list."""

    by: str
    """Stems of what it goes by; empty where that is not said."""
    kind: OrderKind
    way: Way


@lru_cache(maxsize=4096)
def order_said(text: str) -> Order | None:
    """The order that a text speaks of; None where it speaks of none, or of one that can be read two ways."""
    if lexicon().orders.last.search(text):
        return None
    for arrow, word in _ARROW_WORDS.items():
        text = text.replace(arrow, f" {word} ")
    letters, digits = _LETTERS.search(text), _DIGITS.search(text)
    span = letters or digits
    words = stems(text.replace(span[0], " ") if span else text)
    known = lexicon().orders.words
    way: Way | None = None
    kind: OrderKind = ""
    if span is not None:
        way = "rising" if span[0][0] in "aA01" else "falling"
        kind = "letters" if letters else "amount"
    by: list[str] = []
    told_by: list[str] = []
    for word in words:
        told = known.get(word)
        if told is None:
            if word not in lexicon().orders.filling:
                by.append(word)
            continue
        way = way or told.way
        kind = told.kind if not kind or told.kind == "time" else kind
        told_by += [stem(told.by)] if told.by else []
    if way is None:
        return _given(text, words)
    if way != "given" and _TURNED.search(text):
        way = "falling" if way == "rising" else "rising"
    # "Cheap seats first" goes by price, whatever is cheap; "Duration, shortest first" says itself what it goes by.
    own = [word for word in by if any(word in _meant_by(told) for told in told_by)]
    named = " ".join(dict.fromkeys(w for w in own or told_by or by if not w.startswith("revers")))
    return (
        Order(named or ("title" if kind == "letters" else ""), kind, way)
        if way != "given"
        else _given(text, words)
    )


def orders_said(texts: Sequence[str]) -> list[Order | None]:
    """The orders that several texts speak of, which are offered side by side.

    Of two that go by the same, and of which one says no way that is known, that is the other way round: "Humidity,
    driest first" beside "Humidity, most humid first". "Reset" beside orders takes them away.
    """
    orders = [order_said(text) for text in texts]
    found = list(orders)
    for place, text in enumerate(texts):
        words = set(stems(text)) - lexicon().orders.filling
        if orders[place] is None and words and words <= lexicon().orders.undoes and any(orders):
            found[place] = Order("", "", "given")
        elif orders[place] is None and lexicon().orders.ends.search(text):
            others = [o for o in orders if o is not None and o.way != "given" and words & set(stems(o.by))]
            if len(others) == 1:
                way: Way = "falling" if others[0].way == "rising" else "rising"
                found[place] = others[0]._replace(way=way)
    return found


def wanted_order(target: Target, value: str | None) -> Order | None:
    """The order that is asked for, where a target is what puts a list in order."""
    named = {word for name in target.names if name for word in stems(name)}
    return order_said(value) if value and named & lexicon().orders.sorts else None


def means_order(wanted: Order, offered: Order) -> bool | None:
    """Whether an order that is offered is the one that is wanted; None where it may be."""
    if "given" in (wanted.way, offered.way) or wanted.way != offered.way:
        return wanted.way == offered.way
    if wanted.kind and offered.kind and wanted.kind != offered.kind:
        return False
    if wanted.by and offered.by:
        is_same = max(agreement(wanted.by, offered.by), agreement(offered.by, wanted.by)) >= _ALIKE
        # What a word implies may be what it was asked for by: "shortest" goes by duration.
        last = stems(wanted.by)[-1], stems(offered.by)[-1]
        return (
            True if is_same or last[0] in _meant_by(offered.by) or last[1] in _meant_by(wanted.by) else None
        )
    return True if wanted.kind and wanted.kind == offered.kind else None


def is_unnamed(order: Order) -> bool:
    """Whether an order says by the word for its way alone what it goes by: "Most expensive first"."""
    return order.by in {stem(word.by) for word in lexicon().orders.words.values() if word.by}


def is_turned(wanted: Order, offered: Order) -> bool:
    """Whether an order that is offered is the one that is wanted, but for the way round."""
    if "given" in (wanted.way, offered.way) or wanted.way == offered.way:
        return False
    return means_order(wanted, offered._replace(way=wanted.way)) is True


@lru_cache(maxsize=256)
def _meant_by(implied: str) -> frozenset[str]:
    """Stems of what goes by a word that orders imply: "length" is a duration, a time, and so on."""
    known = lexicon()
    if implied not in {stem(word.by) for word in known.orders.words.values() if word.by}:
        return frozenset()
    kinds = [words for words in known.values.words.values() if implied in words]
    return frozenset(word for words in kinds for word in words)


def _given(text: str, words: tuple[str, ...]) -> Order | None:
    """The order of old, where words say that there is none, or no more than that this is one."""
    known = lexicon().orders.words
    telling = [word for word in words if word not in lexicon().orders.filling]
    is_given = all(word in known and known[word].way == "given" for word in telling)
    return Order("", "", "given") if lexicon().orders.none.search(text) or (words and is_given) else None


_CHOICE_ROLES = frozenset({"option", "menuitem", "radio", "tab", "button", "link", "checkbox"})
_FRAMES = frozenset({"navigation", "banner", "contentinfo"})
_LABEL_AGREES = 0.8
_CODE_AGREES = 0.8
_SHORT = 40
"""Letters of a label, or of an option."""
_MOST = 0.5
"""Share of the options of a group that must say what the group is for."""
_CHOSEN = frozenset({"selected", "pressed", "checked", "current"})


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen."""

    text: str
    place: int
    """Index of the element, or place among the options of a native select."""


class Loose(NamedTuple):
    """Choices that stand on the page without a control of their own."""

    choices: list[Choice]
    learnt: Learnt = Learnt()
    """What looking for the option that is asked for has taught."""


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


def is_placeholder(said: str) -> bool:
    """Whether an option says that it stands for no choice, or for all of them."""
    return lexicon().choices.placeholder.match(said) is not None


def is_no_list(snapshot: Snapshot, grounding: Grounding) -> bool:
    """Whether what was found is merely pressed and called alike, as a way to the same kind of thing is."""
    if grounding.found is Found.MISSING:
        return False
    element = snapshot.elements[grounding.index]
    return (
        element.role in ("", "link", "tab")
        and not element.has_popup
        and not choices_in(snapshot, element.index)
    )


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


def named_choices(snapshot: Snapshot, target: Target, known: Prior) -> list[Choice]:
    """Choices without a control of their own, by the label beside them or what the program calls their container."""
    names = tuple(name for name in target.names if name)
    labelled = list(_labelled(snapshot, target, names))
    if labelled:
        # A word that stands by the way in a larger part of the page is no label of all that is pressed there.
        return next((group for group in labelled if _are_alike(snapshot, group)), labelled[0])
    for row in _rows(snapshot, target, known):
        code = " ".join(split_words(row.container.tokens))
        if any(word_agreement(name, code) >= _CODE_AGREES for name in names):
            return row.choices
    return []


def loose_choices(snapshot: Snapshot, target: Target, known: Prior, value: str | None) -> Loose:
    """Choices without a control of their own, to choose from.

    Where none are named, orders of a list are known by what they say, and `value`, the option that is asked for, by
    itself; else a group is taken that nothing else names, when it is the only one, or the only one whose options are
    what the items of the page say.
    """
    named = named_choices(snapshot, target, known)
    if named:
        return Loose(named)
    if wanted_order(target, value) is not None and (orders := _only_orders(snapshot, target, known)):
        return Loose(orders)
    learnt = Learnt()
    if value is not None:
        option = ground(snapshot, Target(role="option", name=value, within=target.within), known)
        if option.found is Found.FOUND:
            return Loose([Choice(option.candidates[0].said, option.index)], option.learnt)
        learnt = option.learnt
    rows = _rows(snapshot, target, known)
    facets = [row.choices for row in rows if not row.label and _is_facet(snapshot, row)]
    return Loose(_only(snapshot, facets), learnt)


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
        if not element.is_shown or element.clickable or element.role in ("cell", "columnheader", "rowheader"):
            continue
        if any(snapshot.elements[i].role in ("link", "button", "tab") for i in snapshot.ancestors(index)):
            # It names what it is a part of, and nothing beside it.
            continue
        words = snapshot.own_text(index)
        if not words or len(words) > _SHORT or lexicon().values.looks["count"].search(snapshot.text(index)):
            continue
        if max((agreement(name, words) for name in names), default=0.0) < _LABEL_AGREES:
            continue
        choices = choices_in(snapshot, section_of(snapshot, index))
        if len(choices) > 1 and all(len(choice.text) <= _SHORT for choice in choices):
            yield choices


def _are_alike(snapshot: Snapshot, group: list[Choice]) -> bool:
    elements = [snapshot.elements[choice.place] for choice in group]
    return len({(e.parent, e.tag, e.role, _base_class(e)) for e in elements}) == 1


def _rows(snapshot: Snapshot, target: Target, known: Prior, *, icons: bool = False) -> Iterator[_Row]:
    """Groups of two or more short buttons that are neither navigation nor part of an item.

    With `icons`, one that shows nothing else is said by what the program calls its icon.
    """
    items = () if target.within is not None else all_listed(snapshot, known.lists)
    scope = _scope(snapshot, target)
    for container, children in snapshot.children.items():
        if container < 0 or container not in scope:
            continue
        around = (container, *snapshot.ancestors(container))
        if any(snapshot.elements[i].role in _FRAMES for i in around):
            continue
        if any(i in items for i in around) and not _is_one_of_a_kind(snapshot, container):
            continue
        pressed = [e for i in children if (e := snapshot.elements[i]).clickable and e.is_shown]
        pressed = [e for e in pressed if not _labels_a_field(snapshot, e)]
        for buttons in _built_alike(pressed):
            choices = [Choice(_said(snapshot, b, icons=icons), b.index) for b in buttons]
            if len(choices) > 1 and all(0 < len(choice.text) <= _SHORT for choice in choices):
                yield _Row(snapshot.elements[container], _label_of(snapshot, container, buttons[0]), choices)


def _said(snapshot: Snapshot, button: Element, *, icons: bool) -> str:
    said = snapshot.text(button.index) or button.name
    return said or " ".join(split_words(button.icon)) if icons else said


def _labels_a_field(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is the label of a field that is worked itself; that of a hidden radio button is what is chosen."""
    if element.role != "label":
        return False
    inner = (snapshot.elements[i] for i in snapshot.inside(element.index))
    return any(e.is_field and not e.unseen and e.role not in ("radio", "checkbox") for e in inner)


def _is_one_of_a_kind(snapshot: Snapshot, container: int) -> bool:
    """Whether nothing else on the page is built so: what one item alone has is the form that was opened in it."""
    own = snapshot.elements[container]
    return bool(own.tokens) and all(
        e.index == container or (e.tag, e.tokens) != (own.tag, own.tokens) for e in snapshot.elements
    )


def _built_alike(buttons: list[Element]) -> list[list[Element]]:
    """Buttons side by side, apart from the fields and other buttons between them."""
    if not any(b.is_field and b.role != "radio" for b in buttons):
        return [buttons]
    kinds: dict[tuple[str, str, str], list[Element]] = {}
    for button in buttons:
        if not button.is_field:
            kinds.setdefault((button.tag, button.role, _base_class(button)), []).append(button)
    return list(kinds.values())


def _base_class(element: Element) -> str:
    return next(
        (token for token in element.tokens.split() if not lexicon().states.of_options.search(token)), ""
    )


def _scope(snapshot: Snapshot, target: Target) -> range:
    if target.within is None:
        return range(len(snapshot.elements))
    outer = ground(snapshot, target.within, purpose="see")
    return snapshot.within(outer.index) if outer.found is not Found.MISSING else range(0)


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
    # A number of things found is no name of what can be chosen.
    return words if len(words) <= _SHORT and not any(letter.isdigit() for letter in words) else ""


def _only_orders(snapshot: Snapshot, target: Target, known: Prior) -> list[Choice]:
    """The one group of buttons of which two or more, and most, put a list in order."""
    rows = _rows(snapshot, target, known, icons=True)
    found = [row.choices for row in rows if _is_of_orders(row.choices)]
    return found[0] if len(found) == 1 else []


def _is_of_orders(choices: list[Choice]) -> bool:
    orders = [order for order in orders_said([choice.text for choice in choices]) if order is not None]
    return sum(order.way != "given" for order in orders) >= 2 and len(orders) >= len(choices) * _MOST


def chosen_now(snapshot: Snapshot, choices: Sequence[Choice]) -> Choice | None:
    """The choice of a group that is made now: it says so, or it alone has a class of that sense."""
    elements = [snapshot.elements[choice.place] for choice in choices]
    for marked in (
        [
            any(_CHOSEN & snapshot.elements[i].states for i in (e.index, *snapshot.inside(e.index)))
            for e in elements
        ],
        [any(lexicon().states.of_options.search(token) for token in e.tokens.split()) for e in elements],
    ):
        places = [place for place, mark in enumerate(marked) if mark]
        if len(places) == 1:
            return choices[places[0]]
    return None


def _is_facet(snapshot: Snapshot, row: _Row) -> bool:
    """Whether three or more stand for one choice: the first means "all", or one is chosen."""
    if len(row.choices) < 3:
        return False
    states = (snapshot.elements[choice.place].states for choice in row.choices)
    if is_placeholder(row.choices[0].text) or any({"selected", "pressed", "checked"} & s for s in states):
        return True
    return chosen_now(snapshot, row.choices) is not None and _is_of_items(row.choices, _main_texts(snapshot))


def _only(snapshot: Snapshot, groups: list[list[Choice]]) -> list[Choice]:
    if len(groups) > 1:
        items = _main_texts(snapshot)
        groups = [group for group in groups if _is_of_items(group, items)]
    return groups[0] if len(groups) == 1 else []


def _main_texts(snapshot: Snapshot) -> list[str]:
    return [snapshot.text(i) for i in all_listed(snapshot)]


def _is_of_items(group: list[Choice], items: list[str]) -> bool:
    """Whether an item says each of most options: a value that no item has at the moment may be among them."""
    real = [choice for choice in group if not is_placeholder(choice.text)]
    said = sum(any(says(choice.text, text) for text in items) for choice in real)
    return said >= 1 and said > len(real) * _MOST


_ARROW_SIGNS = " ↑↓▲▼⬆⬇⇅↕▴▾△▽⌃⌄"


def sort_headers(snapshot: Snapshot) -> Iterator[Choice]:
    """The heads that can be pressed, themselves or a button in them, without their arrows."""
    for head in snapshot.elements:
        if head.role != "columnheader" or not head.is_shown:
            continue
        inside = (snapshot.elements[i] for i in snapshot.within(head.index))
        pressed = [e.index for e in inside if e.clickable and not e.is_field]
        words = snapshot.text(head.index).strip(_ARROW_SIGNS)
        if pressed and words:
            yield Choice(words, pressed[0])
