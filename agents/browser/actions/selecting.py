"""Choosing from a list: native select, custom combobox, radio group, chips, tabs, filter buttons."""

from collections import Counter
from collections.abc import Sequence

from agents.browser.actions.filling import fill_element, pick_option
from agents.browser.actions.finding import NotOperable, NotThere, candidates, locate, seen
from agents.browser.actions.pointing import click_element
from agents.browser.context import Context
from agents.browser.grounding.choices import (
    Choice,
    choices_in,
    chosen_now,
    is_choice,
    is_no_list,
    is_placeholder,
    is_turned,
    is_unnamed,
    loose_choices,
    means_order,
    named_choices,
    order_said,
    orders_said,
    sort_headers,
    wanted_order,
)
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import describe
from agents.browser.grounding.items import listed, listed_entries, without_numbers
from agents.browser.grounding.known import Lists
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.submits import pressed_in
from agents.browser.grounding.words import agreement, says
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Select
from plans.records.targets import Target

_AROUND = 5
"""Containers around a control in which the button stands that puts it into effect."""
_LONG = 30
"""Letters of its name at most."""
_FORMS = ("form", "dialog", "search")
_OPENS = frozenset({"expanded", "disabled", "pressed", "selected"})


async def put_into_effect(page: LivePage, control: int, context: Context) -> bool:
    """Press the one button that puts a control of the last look into effect; whether there is one."""
    snapshot = await page.look()
    button = applier(snapshot, control, context.known.lists) if control < len(snapshot.elements) else None
    if button is None:
        return False
    await click_element(page, button, "the button that puts it into effect")
    return True


async def leave_field(page: LivePage, context: Context) -> None:
    """Put into effect what was typed last, where leaving its field did nothing to the list."""
    if context.entered is None:
        return
    (field, before), context.entered = context.entered, None
    after = await page.look()
    if field >= len(after.elements) or after.elements[field].tokens != before.elements[field].tokens:
        return
    if listing(before, context.known.lists) == listing(after, context.known.lists):
        await put_into_effect(page, field, context)


def listing(snapshot: Snapshot, lists: Lists) -> list[str]:
    """The words of the page's entries, numbers and all."""
    return [snapshot.text(index) for index in listed(snapshot, lists)]


def applier(snapshot: Snapshot, control: int, lists: Lists) -> int | None:
    """The one button near a control that applies it; None if there is none, or more than one candidate."""
    entries = listed(snapshot, lists)
    things = {word for kind in lists.kinds for name in kind for word in stems(name)}
    for around in list(snapshot.ancestors(control))[:_AROUND]:
        if around in entries:
            return None
        pressed = _beside(snapshot, around, control, entries)
        named = [e for e in pressed if _applies(snapshot, e, things)]
        if named:
            return named[0].index if len(named) == 1 else None
        if snapshot.elements[around].role in _FORMS:
            # The one that does not set the form back.
            left = [e for e in pressed if not _takes_back(snapshot, e)]
            return left[0].index if len(left) == 1 and left[0].index > control else None
    return None


def _beside(snapshot: Snapshot, around: int, control: int, entries: Sequence[int]) -> list[Element]:
    """The pressable elements in a container that belong to the control's form and to no entry."""
    return [
        e
        for e in pressed_in(snapshot, around)
        if e.is_shown
        and not e.has_popup
        and not e.states & _OPENS
        and not any(snapshot.holds(entry, e.index) for entry in entries)
        and _is_of_its_form(snapshot, e, control)
    ]


def _applies(snapshot: Snapshot, element: Element, things: set[str]) -> bool:
    said = element.name or snapshot.text(element.index)
    words = [word for word in stems(said) if not word.isdigit()]
    known = lexicon().applies
    return (
        bool(words)
        and len(said) <= _LONG
        and element.role not in ("link", "tab", "option", "radio", "menuitem")
        and words[0] in known.begins
        and set(words[1:]) <= known.along | things
    )


def _takes_back(snapshot: Snapshot, element: Element) -> bool:
    """Whether it empties the form, or sets it back, rather than hand it in."""
    said = set(stems(element.name or snapshot.text(element.index)))
    return bool(
        said & lexicon().applies.everything or said & lexicon().doors.harms - lexicon().buttons.submits
    )


def _is_of_its_form(snapshot: Snapshot, element: Element, control: int) -> bool:
    """Whether it stands in no other form than the control."""
    form = next((i for i in snapshot.ancestors(element.index) if snapshot.elements[i].role in _FORMS), None)
    return form is None or snapshot.holds(form, control)


_AGREES = 0.72
_FILTERS = frozenset(stems("filter"))
_FEW = 3
"""Entries from which one of them is of a kind that a filter offers."""
_AGREES_LOOSE = 0.75
"""Outside of the control, above what the first word alone is worth: the link "Orders" is not "Order total: lowest"."""


async def select_from(page: LivePage, step: Select, context: Context) -> str:
    """Choose an option; returns its text. Raises NotThere and NotOperable."""
    if orders := _orders_here(await page.look(), step, context):
        return await _press_one_of(page, await page.look(), orders, step, context)
    grounding = await locate(page, step.target, context, "act")
    snapshot = await page.look()
    looked_for = describe(step.target)
    if is_no_list(snapshot, grounding) and (named := named_choices(snapshot, step.target, context.known)):
        return await _press_one_of(page, snapshot, named, step, context)
    if grounding.found is Found.AMBIGUOUS:
        raise NotOperable(looked_for, f"several fit equally well: {candidates(grounding)}")
    face = _face_again(snapshot, step.target, context) if grounding.found is Found.MISSING else None
    if face is not None:
        return await _choose_custom(page, face, step, context)
    if grounding.found is Found.MISSING:
        choices = _loose(snapshot, step, context)
        named = named_choices(snapshot, step.target, context.known)
        if not (named and _is_undoing(step, named)) and (
            not choices or not _offers(choices, step, _AGREES if named else _AGREES_LOOSE)
        ):
            if wanted_order(step.target, step.value) is not None and (heads := list(sort_headers(snapshot))):
                return await _press_one_of(page, snapshot, heads, step, context)
            option = await _option_elsewhere(page, step, context)
            if option is None:
                raise NotThere(looked_for, seen(grounding), step.target.role, step.target.within)
            return await _press(page, option, looked_for)
        return await _press_one_of(page, snapshot, choices, step, context)
    element = snapshot.elements[grounding.index]
    if element.tag == "select":
        return await _choose_native(page, element, step, context)
    inside = choices_in(snapshot, element.index)
    if len(inside) > 1:
        return await _press_one_of(page, snapshot, inside, step, context)
    return await _choose_custom(page, element, step, context)


def _orders_here(snapshot: Snapshot, step: Select, context: Context) -> Sequence[Choice]:
    """Orders that stand on the page without a control of their own, for which no menu needs to be opened."""
    if wanted_order(step.target, step.value) is None:
        return ()
    if context.recognise(snapshot, step.target).found is not Found.MISSING:
        return ()
    choices = _loose(snapshot, step, context)
    known = [order for order in orders_said([choice.text for choice in choices]) if order is not None]
    return choices if len(known) > 1 else ()


def _loose(snapshot: Snapshot, step: Select, context: Context) -> list[Choice]:
    loose = loose_choices(snapshot, step.target, context.known, step.value)
    context.keep(loose.learnt)
    return loose.choices


async def choose_first(page: LivePage, element: Element, looked_for: str) -> str:
    """Open a list of the app's own and choose its first real option; returns its text. Raises NotOperable."""
    step = Select(do="select", target=Target(role="combobox", name=looked_for), position=1)
    return await _choose_custom(page, element, step, Context())


async def _option_elsewhere(page: LivePage, step: Select, context: Context) -> Choice | None:
    """The option of an item by itself, where the item leads: its card shows no control, its page does."""
    within = step.target.within
    if step.value is None or within is None or within.role not in ("item", "row"):
        return None
    option = Target(role="option", name=step.value, within=within)
    grounding = await locate(page, option, context, "act")
    said = grounding.candidates[0].said if grounding.found is Found.FOUND else ""
    return Choice(said, grounding.index) if agreement(step.value, said) >= _AGREES_LOOSE else None


async def _choose_native(page: LivePage, element: Element, step: Select, context: Context) -> str:
    choices = [
        Choice(option.text, place) for place, option in enumerate(element.options) if not option.disabled
    ]
    real = [c for c in choices if element.options[c.place].value != "" or step.value is not None]
    now = next((c for c in choices if c.text == element.value), None)
    before = await page.look()
    chosen = _pick(_from_the_end(before, real, step, context), step, _first_chosen(step, now, context))
    await pick_option(page, element.index, chosen.place)
    await _apply_filter(page, before, element.index, step, context)
    return chosen.text


async def _choose_custom(page: LivePage, element: Element, step: Select, context: Context) -> str:
    looked_for = describe(step.target)
    before = await page.look()
    if (
        step.value is not None
        and agreement(step.value, element.name) >= _AGREES
        and element.role != "combobox"
    ):
        # The option itself was meant: a chip or a tab.
        await click_element(page, element.index, looked_for)
        return element.name
    if element.role == "textbox" and step.value is not None:
        await fill_element(page, element.index, step.value, looked_for)
        return step.value
    face = (element.tag, element.role, element.tokens)
    context.chosen = context.chosen.with_face(step.target, face)
    await click_element(page, element.index, looked_for)
    after = await page.look()
    choices = [Choice(after.text(e.index) or e.name, e.index) for e in _new_choices(before, after)]
    return await _press_one_of(page, after, choices, step, context, element.index)


async def _apply_filter(
    page: LivePage, before: Snapshot, control: int, step: Select, context: Context
) -> None:
    """Press the button that puts a filter into effect, where the choice alone left the list as it was."""
    if not is_filter(step):
        return
    lists = context.known.lists
    if listing(await page.look(), lists) == listing(before, lists) and await page.patience.outlast():
        await page.look()
    if listing(await page.look(), lists) == listing(before, lists):
        await put_into_effect(page, control, context)


def is_filter(step: Select) -> bool:
    """Whether a choice leaves some of a list out."""
    return any(_FILTERS & set(stems(name)) for name in step.target.names if name)


def _face_again(snapshot: Snapshot, target: Target, context: Context) -> Element | None:
    """A list of the app's own that was chosen from before, and now shows that choice in place of what it is called."""
    face = context.chosen.faces.get(target)
    alike = [e for e in snapshot.elements if e.is_shown and (e.tag, e.role, e.tokens) == face]
    return alike[0] if len(alike) == 1 and alike[0].clickable else None


def _new_choices(before: Snapshot, after: Snapshot) -> list[Element]:
    """The choices that have appeared since `before`; one that only moved is not new."""
    known = Counter(
        (e.role, before.text(e.index)) for e in before.elements if e.is_shown and is_choice(before, e)
    )
    fresh: list[Element] = []
    for element in after.elements:
        if not element.is_shown or not is_choice(after, element):
            continue
        said = (element.role, after.text(element.index))
        if known[said] > 0:
            known[said] -= 1
        else:
            fresh.append(element)
    return fresh


async def _press_one_of(
    page: LivePage,
    snapshot: Snapshot,
    choices: Sequence[Choice],
    step: Select,
    context: Context,
    control: int | None = None,
) -> str:
    """Press the choice that is asked for; `control` is what had to be opened to choose."""
    first = _first_chosen(step, chosen_now(snapshot, choices), context)
    if step.value is None and is_filter(step):
        choices = _kinds(snapshot, choices, step, context)
    undone = _marked(snapshot, choices) if control is None and _is_undoing(step, choices) else None
    chosen = undone or _pick(_from_the_end(snapshot, choices, step, context), step, first)
    await _press(page, chosen, describe(step.target))
    if undone is not None:
        after = await page.look()
        shown = [e for e in after.elements if e.is_shown and is_choice(after, e)]
        said = {choice.text for choice in choices}
        group = [Choice(after.text(e.index), e.index) for e in shown if after.text(e.index) in said]
        if len(group) != len(choices) or _marked(after, group) is not None:
            raise NotOperable(describe(step.target), _offered(choices, step.value or ""))
    await _apply_filter(page, snapshot, chosen.place if control is None else control, step, context)
    return chosen.text


def _marked(snapshot: Snapshot, choices: Sequence[Choice]) -> Choice | None:
    """The choice that is made now: it says so, or it alone differs in its classes from all others."""
    classes = [snapshot.elements[choice.place].tokens for choice in choices]
    odd = [choice for choice, own in zip(choices, classes, strict=True) if classes.count(own) == 1]
    return chosen_now(snapshot, choices) or (odd[0] if len(odd) == 1 and len(set(classes)) == 2 else None)


def _is_undoing(step: Select, choices: Sequence[Choice]) -> bool:
    """Whether all are asked for and no choice stands for them, so that the one that is made has to be taken back."""
    asks_all = step.value is not None and is_placeholder(step.value)
    return asks_all and not any(is_placeholder(choice.text.strip()) for choice in choices)


def _kinds(snapshot: Snapshot, choices: Sequence[Choice], step: Select, context: Context) -> Sequence[Choice]:
    """The choices of a filter without its own buttons, such as "Clear"; raises NotOperable where no entry says any.

    A kind that none of the entries says at the moment may be one all the same, beside others that are said.
    """
    entries = listed_entries(snapshot, context.known.lists, without_buttons=True)
    said = _said_of(entries, choices)
    kinds = [c for c in choices if c in said or not set(stems(c.text)[:1]) & lexicon().buttons.deeds]
    real = [c for c in kinds if not is_placeholder(c.text.strip())]
    if len(entries) >= _FEW and not said:
        offered = ", ".join(repr(c.text[:30]) for c in real[:8]) or "nothing"
        raise NotOperable(describe(step.target), f"no entry is of a kind that it offers: {offered}")
    return kinds


def _said_of(entries: Sequence[str], choices: Sequence[Choice]) -> list[Choice]:
    return [c for c in choices if any(says(without_numbers(c.text), entry) for entry in entries)]


def _from_the_end(
    snapshot: Snapshot, choices: Sequence[Choice], step: Select, context: Context
) -> Sequence[Choice]:
    """Of a filter that is counted from its end, the choices that entries say, where they say more than one.

    After its kinds a filter may offer something else ("Favourites"), or a kind without entries.
    """
    if step.value is not None or (step.position or 1) > 0 or not is_filter(step):
        return choices
    said = _said_of(listed_entries(snapshot, context.known.lists, without_buttons=True), choices)
    return said if len(said) > 1 else choices


def _first_chosen(step: Select, now: Choice | None, context: Context) -> str:
    """What was chosen in a control before the task chose anything there; empty where that cannot be told."""
    context.chosen = context.chosen.with_first(step.target, now.text if now is not None else "")
    return context.chosen.first[step.target]


async def _press(page: LivePage, choice: Choice, looked_for: str) -> str:
    await click_element(page, choice.place, f"{choice.text!r} of {looked_for}")
    return choice.text


def _pick(choices: Sequence[Choice], step: Select, first: str) -> Choice:
    """The choice that is asked for; `first` is what was chosen before anybody chose.

    Raises NotOperable naming those there are, or for a place beyond the last, and NotThere where it is clear
    that none of them is meant.
    """
    looked_for = describe(step.target)
    if step.value is not None:
        if wanted_order(step.target, step.value) is not None:
            return _pick_order(choices, step, step.value, first)
        best = _best(choices, step.value) or _none_of_them(choices, step.value)
        if best is None:
            raise NotOperable(looked_for, _offered(choices, step.value))
        return best
    real = [c for c in choices if not is_placeholder(c.text.strip())]
    position = step.position or 1
    if not 1 <= abs(position) <= len(real):
        raise NotOperable(looked_for, f"it offers {len(real)} options, no number {position}")
    return real[position - 1 if position > 0 else position]


def _none_of_them(choices: Sequence[Choice], value: str) -> Choice | None:
    """The one option that stands for no choice, where all are asked for: "All" is "-" in some apps."""
    blank = [choice for choice in choices if is_placeholder(choice.text.strip())]
    return blank[0] if len(blank) == 1 and is_placeholder(value) else None


def _pick_order(choices: Sequence[Choice], step: Select, value: str, first: str) -> Choice:
    """The order that is asked for, known by what the options mean."""
    wanted = wanted_order(step.target, value)
    said = list(zip(choices, orders_said([choice.text for choice in choices]), strict=True))
    verdicts = [
        (choice, None if wanted is None or order is None else means_order(wanted, order))
        for choice, order in said
    ]
    meant = [choice for choice, is_meant in verdicts if is_meant]
    if meant:
        return _best(meant, value) or meant[0]
    if wanted is not None and wanted.way == "given":
        meant = [choice for choice in choices if first and choice.text == first]
        undoing = [choice for choice in choices if set(stems(choice.text)) & lexicon().orders.undoes]
        if meant or len(undoing) == 1:
            return (meant or undoing)[0]
    turned = [choice for choice, order in said if wanted and order and is_turned(wanted, order)]
    if len(turned) == 1:
        # It says which way the list goes now, and turns it round.
        return turned[0]
    best = _best([choice for choice, is_meant in verdicts if is_meant is None], value)
    if best is not None:
        return best
    unnamed = [
        c
        for (c, is_meant), (_, o) in zip(verdicts, said, strict=True)
        if is_meant is None and o and is_unnamed(o)
    ]
    if len(unnamed) == 1:
        return unnamed[0]
    # "Reset" beside two ways to sort takes something back, and is no order.
    harms = lexicon().doors.harms
    orders = [v for c, v in verdicts if order_said(c.text) or not harms & set(stems(c.text)[:1])]
    if len(orders) > 1 and all(is_meant is False for is_meant in orders):
        raise NotThere(describe(step.target), _offered(choices, value), step.target.role)
    raise NotOperable(describe(step.target), _offered(choices, value))


def _best(choices: Sequence[Choice], value: str) -> Choice | None:
    best = max(choices, key=lambda choice: agreement(value, choice.text), default=None)
    return best if best is not None and agreement(value, best.text) >= _AGREES else None


def _offered(choices: Sequence[Choice], value: str) -> str:
    offered = ", ".join(repr(c.text[:30]) for c in choices[:8]) or "nothing"
    return f"it offers no {value!r}, only {offered}"


def _offers(choices: Sequence[Choice], step: Select, agrees: float) -> bool:
    """Whether loose choices hold what is asked for: without the control, others on the page are none of its own."""
    wanted = wanted_order(step.target, step.value)
    # "Orders" may be where the orders are: the word alone offers no other order than the one that is there.
    if wanted is not None and any(
        said.way != "given" or wanted.way == "given" for c in choices if (said := order_said(c.text))
    ):
        return True
    return step.value is None or any(agreement(step.value, choice.text) >= agrees for choice in choices)
