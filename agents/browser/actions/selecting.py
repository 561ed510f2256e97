"""Choosing from a list: native select, custom combobox, radio group, chips, tabs, filter buttons, sort orders."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from agents.browser.actions.filling import pick_option
from agents.browser.actions.pointing import NotOperable, NotThere, click_element, find
from agents.browser.grounding.buttons import fresh, pressed_in, said_on
from agents.browser.grounding.candidates import Presence, Prior
from agents.browser.grounding.ground import Knowledge, ground, section_of
from agents.browser.grounding.lists import listed_entries, page_entries, without_numbers
from agents.browser.grounding.names import (
    Direction,
    OrderKind,
    OrderWord,
    agreement,
    lexicon,
    says,
    stem,
    stems,
)
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.moments import place_meant
from plans.records.steps import Select, Target
from plans.step_words import describe

_SAME_KEY = 0.72
"""Agreement from which two orders go by the same thing."""
_LETTERS = re.compile(r"(?i)(?<![^\W_])(a\W*(?:to\W*)?z|z\W*(?:to\W*)?a)(?![^\W_])")
_ARROWS = re.compile("([↑▲⬆])|[↓▼⬇]")
_OPPOSITE: dict[Direction, Direction] = {"rising": "falling", "falling": "rising"}


_CHOICE_ROLES = frozenset({"option", "menuitem", "radio", "tab", "button", "link", "checkbox"})
_NO_LABELS = frozenset({"link", "button", "tab", "cell", "columnheader", "rowheader"})
"""Roles of what is pressed or stands in a table, where no word labels choices."""
_LABEL_AGREES = 0.8
_SHORT = 40
"""Letters of the longest label, and of the longest option beneath one."""
_AGREES = 0.72
"""Agreement from which an option is the one that is asked for."""
_AROUND = 5
"""Containers around a control in which the button stands that applies it."""


class ListOrder(NamedTuple):
    """An order of a list."""

    by: str
    """Stems of the sort key, as said or as a word implies it ("cheapest": price); empty where neither tells it."""
    kind: OrderKind
    way: Direction


@lru_cache(maxsize=4096)
def order_said(text: str) -> ListOrder | None:
    """The order that a text names ("Price: low to high", "weight ↑", "A–Z"); None where it names none or is unclear."""
    known = lexicon().orders
    if known.last.search(text):
        return None
    text = _ARROWS.sub(lambda arrow: " ascending " if arrow[1] else " descending ", text)
    letters = _LETTERS.search(text)
    words = stems(text.replace(letters[0], " ") if letters else text)
    told = [known.words[word] for word in words if word in known.words and word not in known.filling]
    if letters is not None:
        told.insert(0, OrderWord("rising" if letters[0][0] in "aA" else "falling", "letters"))
    keys = [word for word in words if word not in known.words and word not in known.filling]
    if not told or told[0].way == "given":
        is_given = bool(words) and not keys and all(word.way == "given" for word in told)
        return ListOrder("", "", "given") if is_given or known.none.search(text) else None
    kinds: list[OrderKind] = [word.kind for word in told if word.kind]
    kind: OrderKind = "time" if "time" in kinds else kinds[0] if kinds else ""
    said = [word for word in keys if not word.startswith("revers")]
    way = told[0].way if said == keys else _OPPOSITE[told[0].way]
    # "Cheap seats first" goes by price, whatever is cheap; "Duration, shortest first" names its key itself.
    implied = [stem(word.by) for word in told if word.by]
    named = [word for word in said if any(word in _named_by(key) for key in implied)]
    by = " ".join(dict.fromkeys(named or implied or said))
    return ListOrder(by or ("title" if kind == "letters" else ""), kind, way)


def wanted_order(target: Target, value: str | None) -> ListOrder | None:
    """The order that is asked for, where the target is a sort control."""
    named = {word for name in target.names for word in stems(name)}
    return order_said(value) if value and named & lexicon().orders.sorts else None


def means_order(wanted: ListOrder, offered: ListOrder) -> bool | None:
    """True if an offered order is the one that is wanted; None where it may be."""
    if "given" in (wanted.way, offered.way) or wanted.way != offered.way:
        return wanted.way == offered.way
    if wanted.kind and offered.kind and wanted.kind != offered.kind:
        return False
    if not wanted.by or not offered.by:
        return True if wanted.kind and wanted.kind == offered.kind else None
    is_same = max(agreement(wanted.by, offered.by), agreement(offered.by, wanted.by)) >= _SAME_KEY
    # "Shortest" implies a length, and may be meant by "Duration".
    ends = ((wanted.by, offered.by), (offered.by, wanted.by))
    is_implied = any(stems(said)[-1] in _named_by(implied) for said, implied in ends)
    return True if is_same or is_implied else None


@lru_cache(maxsize=256)
def _named_by(implied: str) -> frozenset[str]:
    """Stems that name a sort key which order words imply: a length is a duration, a time, and so on."""
    known = lexicon()
    if implied not in {stem(word.by) for word in known.orders.words.values() if word.by}:
        return frozenset()
    return frozenset[str]().union(*(words for words in known.values.words.values() if implied in words))


@dataclass(frozen=True, slots=True)
class Choosable:
    """Something that can be chosen."""

    text: str
    place: int
    """Index of the element, or place among the options of a native select."""


def is_placeholder(said: str) -> bool:
    """True for an option that stands for no choice, or for all of them."""
    return lexicon().placeholder.match(said) is not None


def is_choice(snapshot: Snapshot, element: Element) -> bool:
    """True for an element that may be an option of something."""
    if element.role in _CHOICE_ROLES:
        return True
    is_plain = element.role in ("", "listitem") and not element.is_field
    return is_plain and element.clickable and bool(snapshot.text(element.index))


def choices_in(snapshot: Snapshot, index: int) -> list[Choosable]:
    """The options inside of an element, in reading order, without containers that only delegate clicks."""
    found: list[Choosable] = []
    for inner in snapshot.inside(index):
        element = snapshot.elements[inner]
        if is_choice(snapshot, element) and (element.is_shown or element.role == "radio"):
            text = snapshot.text(inner)
            # A tooltip says something about an option, and does not name it.
            found.append(
                Choosable(text if element.source == "title" and text else element.name or text, inner)
            )
    holding = {outer for choice in found for outer in snapshot.ancestors(choice.place)}
    plain = {i for i in holding if snapshot.elements[i].role in ("", "listitem")}
    return [choice for choice in found if choice.place not in plain]


def loose_choices(snapshot: Snapshot, target: Target, known: Prior, value: str | None) -> list[Choosable]:
    """Choices without a control of their own: by the label beside them, or the option that is asked for by itself.

    An order is taken from labelled choices alone: "Orders" may be a link to what was ordered.
    """
    scope = range(len(snapshot.elements))
    if target.within is not None:
        outer = ground(snapshot, target.within, known, "see")
        scope = snapshot.within(outer.index) if outer.found is not Presence.MISSING else range(0)
    for element in map(snapshot.elements.__getitem__, scope):
        words = snapshot.own_text(element.index)
        if not element.is_shown or element.clickable or not 0 < len(words) <= _SHORT:
            continue
        if all(agreement(name, words) < _LABEL_AGREES for name in target.names):
            continue
        around = {snapshot.elements[i].role for i in (element.index, *snapshot.ancestors(element.index))}
        if around & _NO_LABELS:
            continue
        choices = choices_in(snapshot, section_of(snapshot, element.index))
        if len(choices) > 1 and all(len(choice.text) <= _SHORT for choice in choices):
            return choices
    if value is None or wanted_order(target, value) is not None:
        return []
    option = ground(snapshot, Target(role="option", name=value, within=target.within), known)
    return [Choosable(option.candidates[0].said, option.index)] if option.found is Presence.FOUND else []


async def select_from(page: LivePage, step: Select, context: Knowledge) -> str:
    """Choose an option; returns its text. Raises NotThere and NotOperable."""
    try:
        index = await find(page, step.target, context)
    except NotThere:
        loose = loose_choices(await page.look(), step.target, context.known, step.value)
        if not _offers(loose, step):
            raise
        return await _choose(page, loose, step, context)
    snapshot = await page.look()
    control = snapshot.elements[index]
    if control.tag == "select":
        if "disabled" in control.states:
            raise NotOperable(describe(step.target), "it is disabled")
        choices = [
            Choosable(option.text, place)
            for place, option in enumerate(control.options)
            if not option.disabled and (option.value != "" or step.value is not None)
        ]
        return await _choose(page, choices, step, context, control)
    inside = choices_in(snapshot, control.index)
    if len(inside) > 1 or (inside and not control.clickable and not control.is_field):
        return await _choose(page, inside, step, context)
    return await _choose_custom(page, control, step, context)


def _offers(choices: Sequence[Choosable], step: Select) -> bool:
    """True where choices without a control hold what is asked for, or orders where an order is.

    Others are of something else: the chips "All", "Nordics" beside "Orders" sort nothing.
    """
    if step.value is None:
        return bool(choices)
    if wanted_order(step.target, step.value) and any(order_said(choice.text) for choice in choices):
        return True
    return any(agreement(step.value, choice.text) >= _AGREES for choice in choices)


async def choose_first(page: LivePage, element: Element, looked_for: str) -> str:
    """Open a custom list and choose its first real option; returns its text. Raises NotOperable."""
    step = Select(do="select", target=Target(role="combobox", name=looked_for), position=1)
    return await _choose_custom(page, element, step, Knowledge())


async def _choose_custom(page: LivePage, element: Element, step: Select, context: Knowledge) -> str:
    before = await page.look()
    await click_element(page, element.index, describe(step.target))
    after = await page.look()
    appeared = fresh(
        before, after, lambda page: [e for e in page.elements if e.is_shown and is_choice(page, e)]
    )
    choices = [Choosable(said_on(after, e), e.index) for e in appeared]
    return await _choose(page, choices, step, context, element)


async def _choose(
    page: LivePage,
    choices: Sequence[Choosable],
    step: Select,
    context: Knowledge,
    control: Element | None = None,
) -> str:
    """Choose what is asked for; `control` is the list that offers it, where there is one."""
    snapshot, looked_for = await page.look(), describe(step.target)
    chosen = _pick(_from_the_end(snapshot, choices, step, context), step)
    if control is not None and control.tag == "select":
        await pick_option(page, control.index, chosen.place, looked_for)
    else:
        await click_element(page, chosen.place, f"{chosen.text!r} of {looked_for}")
    if _is_filter(step):
        await apply_filter(page, chosen.place if control is None else control.index, snapshot, context)
    return chosen.text


def _from_the_end(
    snapshot: Snapshot, choices: Sequence[Choosable], step: Select, context: Knowledge
) -> Sequence[Choosable]:
    """Of a filter that is counted from its end, the choices that items say, where they say more than one.

    After its kinds a filter may offer something else ("Favourites"), or a kind without items.
    """
    if step.value is not None or (step.position or 1) > 0 or not _is_filter(step):
        return choices
    entries = listed_entries(snapshot, context.known.lists)
    said = [c for c in choices if any(says(without_numbers(c.text), entry) for entry in entries)]
    return said if len(said) > 1 else choices


def _pick(choices: Sequence[Choosable], step: Select) -> Choosable:
    """The choice that is asked for; raises NotOperable naming those there are, or for a place beyond the last."""
    looked_for = describe(step.target)
    if step.value is None:
        real = [choice for choice in choices if not is_placeholder(choice.text.strip())]
        position = step.position or 1
        if not 1 <= abs(position) <= len(real):
            raise NotOperable(looked_for, f"it offers {len(real)} options, no number {position}")
        return real[position - 1 if position > 0 else position]
    fitting = choices
    if wanted := wanted_order(step.target, step.value):
        orders = [(choice, order_said(choice.text)) for choice in choices]
        verdicts = [(choice, means_order(wanted, order) if order else None) for choice, order in orders]
        if meant := [choice for choice, is_meant in verdicts if is_meant]:
            return _best(meant, step.value) or meant[0]
        fitting = [choice for choice, is_meant in verdicts if is_meant is None]
    best = _best(fitting, step.value)
    if best is None:
        offered = ", ".join(repr(choice.text[:30]) for choice in choices[:8]) or "nothing"
        raise NotOperable(looked_for, f"it offers no {step.value!r}, only {offered}")
    return best


def _best(choices: Sequence[Choosable], value: str) -> Choosable | None:
    if (place := place_meant([choice.text for choice in choices], value)) is not None:
        return choices[place]
    best = max(choices, key=lambda choice: agreement(value, choice.text), default=None)
    return best if best is not None and agreement(value, best.text) >= _AGREES else None


def _is_filter(step: Select) -> bool:
    return any("filter" in stems(name) for name in step.target.names)


async def apply_filter(page: LivePage, control: int, before: Snapshot, context: Knowledge) -> None:
    """Press the one button that applies a filter, by its name or its type, where the list is as it was `before`.

    Another one beside the control may apply it, or show all again ("Show everything"): it is left alone.
    """
    lists = context.known.lists

    async def is_as_before() -> bool:
        now = await page.look()
        return [now.text(i) for i in page_entries(now, lists)] == [
            before.text(i) for i in page_entries(before, lists)
        ]

    if not await is_as_before() or (await page.patience.outlast() and not await is_as_before()):
        return
    snapshot, known = await page.look(), lexicon()
    resets = known.doors["harms"] - known.buttons["submits"]
    entries = page_entries(snapshot, lists)
    around = snapshot.ancestors(control) if control < len(snapshot.elements) else ()
    for container in islice(around, _AROUND):
        if container in entries:
            return
        inside = [e for e in pressed_in(snapshot, container) if e.is_shown]
        buttons = [e for e in inside if not any(snapshot.holds(entry, e.index) for entry in entries)]
        words = {e.index: set(stems(said_on(snapshot, e))) for e in buttons}
        named = [e for e in buttons if words[e.index] and words[e.index] <= known.buttons["applies"]]
        if named or snapshot.elements[container].role in ("form", "dialog", "search"):
            found = named or [e for e in buttons if e.input_type == "submit"]
            if len(found) == 1:
                await click_element(page, found[0].index, "the button that applies the filter")
            elif found or any(e.index > control and not resets & words[e.index] for e in buttons):
                context.note_guess("the button that applies the filter", "none")
            return
