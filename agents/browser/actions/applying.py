"""Putting a choice, or what was typed, into effect where the list waits for a button beside it.

An app may list what a filter leaves as soon as it is set, or when a button says so: "Search", "Show", "Use filter".
Where the list is as it was, and one button beside the control can only mean that, it is pressed, as people do.
"""

from collections.abc import Sequence

from agents.browser.actions.pointing import click_element
from agents.browser.grounding.items import listed
from agents.browser.grounding.known import Lists
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.submits import pressed_in
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot

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
    """The one button around a control that puts it into effect; None where there is none, or several may be it."""
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
            return _last_left(snapshot, pressed, control)
    return None


def _beside(snapshot: Snapshot, around: int, control: int, entries: Sequence[int]) -> list[Element]:
    """What can be pressed in a container of a control, is of its form, and is no entry's own."""
    return [
        e
        for e in pressed_in(snapshot, around)
        if e.is_shown
        and not e.has_popup
        and not e.states & _OPENS
        and not any(snapshot.holds(entry, e.index) for entry in entries)
        and _is_of_its_form(snapshot, e, control)
    ]


def _last_left(snapshot: Snapshot, pressed: Sequence[Element], control: int) -> int | None:
    """The one button of a form that stands behind a control and does not set the form back."""
    left = [e for e in pressed if not _takes_back(snapshot, e)]
    return left[0].index if len(left) == 1 and left[0].index > control else None


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
