"""Performing one step of a task on a live page, and completing forms."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from agents.browser.actions import pointing
from agents.browser.actions.filling import fill_element, fill_target, pick_option, upload_to
from agents.browser.actions.pointing import NotOperable, NotThere, click_element, find
from agents.browser.actions.selecting import apply_filter, choose_first, is_placeholder, select_from
from agents.browser.grounding.buttons import PageQuestion
from agents.browser.grounding.ground import Knowledge
from agents.browser.grounding.names import finds_things, has_words, label_beside
from agents.browser.page import LivePage, bounded
from agents.browser.snapshot import Element, Snapshot
from plans.made_up import MadeUp
from plans.records import steps
from plans.records.steps import Complete, GeneratedKind, Target
from plans.records.values import written
from plans.step_words import describe

_MOST_FIELDS = 30
"""Fields of a form that are filled at most."""
_TICKED = ("checkbox", "switch")
_FIXED = {
    "tel": "+1 202 555 0143", "url": "https://example.com/", "password": "Correct-Horse-7", "color": "#336699",
    "week": "2026-W27",
}  # fmt: skip
_DECLARED: dict[str, GeneratedKind] = {
    "email": "email", "date": "future_date", "datetime-local": "future_date", "month": "future_date", "time": "time",
    "name": "person", "numeric": "integer", "decimal": "price", "textarea": "sentence",
}  # fmt: skip
"""`type`, `autocomplete`, `inputmode` or tag of a field → kind of value that it takes; any other takes a title."""
_LARGEST = 1e100
"""Limits beyond this are none, so that what is computed from them stays finite."""


_OF_A_SECOND = 0.02
"""Seconds in which an app does what a second asks of it."""
_TICKED_SECONDS = 3600.0
"""Seconds up to which every timer fires on the way; beyond, each fires once, as after a laptop's sleep."""


async def complete_form(page: LivePage, step: Complete, context: Knowledge, made_up: MadeUp) -> bool:
    """Fill what is empty in a form; whether values were made up for it. Raises NotThere when no form is open."""
    is_guess = False
    done: set[tuple[str, int]] = set()
    # The form is looked for again after each field: one answer may bring up the next question, or a hint before it.
    for number in range(_MOST_FIELDS):
        try:
            form = await _form(page, step, context)
        except NotThere:
            if number == 0:
                raise
            break
        snapshot = await page.look()
        alike = Counter[str]()
        for field in _fields(snapshot, form):
            called = _called(snapshot, field)
            alike[called] += 1
            key = called, alike[called]
            if key not in done and _wants_value(snapshot, field, form):
                break
        else:
            break
        done.add(key)
        is_guess |= field.role not in _TICKED
        if field.role in (*_TICKED, "radio"):
            await click_element(page, field.index, called)
        elif field.tag == "select":
            place = next((i for i, o in enumerate(field.options) if o.value != "" and not o.disabled), 0)
            await pick_option(page, field.index, place, called)
        elif _is_own_list(field):
            await choose_first(page, snapshot.elements[_control(snapshot, field)], called)
        else:
            await fill_element(page, field.index, _valid(field, made_up), called)
    return is_guess


async def _form(page: LivePage, step: Complete, context: Knowledge) -> int:
    """The form to complete: the one that is meant or has the focus, else a dialog, else the form with most fields."""
    if step.within is not None:
        return await find(page, step.within, context)
    snapshot = await page.look()
    focused = next((e for e in snapshot.elements if "focused" in e.states and e.is_field), None)
    around = () if focused is None else snapshot.ancestors(focused.index)
    if form := next((i for i in around if snapshot.elements[i].role in ("form", "dialog")), None):
        return form
    if not _fields(snapshot, 0):
        raise NotThere("a form to complete", "no field on the page", Target(role="textbox"))
    forms = [e for e in snapshot.elements if e.role in ("form", "dialog") and e.is_shown]
    size = {e.index: (e.role == "dialog", len(_fields(snapshot, e.index))) for e in forms}
    return max((form for form in size if size[form][1]), key=size.__getitem__, default=0)


def _fields(snapshot: Snapshot, form: int) -> list[Element]:
    """The fields of a form that a visitor can fill.

    Left out are transparent text fields, which hold the choice of a custom list, and comboboxes around an input, which
    are filled through it.
    """
    return [
        e
        for i in snapshot.within(form)
        if (e := snapshot.elements[i]).is_field
        and not e.unseen
        and not snapshot.elements[_control(snapshot, e)].covered
        and not (e.faint and e.role in ("textbox", "spinbutton"))
        and not (e.role == "combobox" and snapshot.holds_field(i))
    ]


def _control(snapshot: Snapshot, field: Element) -> int:
    """The element to press for a field: for a custom list in a read-only input, the control around it."""
    if field.tag != "input" or not _is_own_list(field):
        return field.index
    around = (snapshot.elements[i] for i in snapshot.ancestors(field.index))
    outer = next((e for e in around if e.clickable and e.role != "label"), field)
    others = (i for i in snapshot.field_order if i != field.index and i in snapshot.inside(outer.index))
    return field.index if any(others) else outer.index


def _wants_value(snapshot: Snapshot, field: Element, form: int) -> bool:
    if "disabled" in field.states or field.role in ("file", "slider"):
        return False
    if "readonly" in field.states and not _is_own_list(field):
        return False
    if field.role in _TICKED:
        return "required" in field.states and "checked" not in field.states
    if field.role == "radio":
        radios = (f for f in _fields(snapshot, form) if f.role == "radio")
        # Only one of those with the same name can be chosen; without names, of those side by side.
        group = [f for f in radios if (f.group == field.group if f.group else f.parent == field.parent)]
        return not any("checked" in f.states for f in group) and field is group[0]
    called = _called(snapshot, field)
    if (finds_things(called) or "optional" in called.casefold()) and "required" not in field.states:
        return False
    if field.tag == "select":
        chosen = next((o for o in field.options if o.text == field.value), None)
        return chosen is None or chosen.value == "" or chosen.disabled
    if _is_own_list(field):
        # Its label may stand inside of it.
        shown = field.value or snapshot.text(_control(snapshot, field)).removeprefix(field.name).strip()
        return not has_words(shown) or shown == field.name or is_placeholder(shown)
    return not field.value


def _is_own_list(field: Element) -> bool:
    """Whether it is a list of the app's own making, which shows what is chosen and takes no letters."""
    is_typed = "readonly" not in field.states and ("inputmode", "none") not in field.limits
    takes_letters = field.tag in ("input", "textarea") and is_typed
    return field.role in ("combobox", "listbox") and field.tag != "select" and not takes_letters


def _called(snapshot: Snapshot, field: Element) -> str:
    return " ".join((field.name, field.placeholder, label_beside(snapshot, field), field.tokens))


def _valid(field: Element, made_up: MadeUp) -> str:
    """A value that the field should take by what it declares."""
    limits = dict(field.limits)
    autocomplete = limits.get("autocomplete", "").split()[-1:]
    # Many forms ask for an address in a plain field, and say so by its label or an example.
    asked = "email" if "@" in field.placeholder or "mail" in field.name.casefold() else ""
    declared = (field.input_type, *autocomplete, limits.get("inputmode", ""), asked, field.tag)
    if fixed := next((_FIXED[said] for said in declared if said in _FIXED), None):
        return fixed
    low, high, step, longest = (_limit(limits, name) for name in ("min", "max", "step", "maxlength"))
    if field.role == "spinbutton":
        low, step = low or 0.0, max(step or 1.0, 1.0)
        # No negative number where it takes others.
        number = (low if low > 0 else low % step) + step * float(made_up.value("integer"))
        return f"{number if high is None or number <= high else high - (high - low) % step:.12g}"
    kind = _DECLARED.get(next((said for said in declared if said in _DECLARED), ""), "title")
    value = written(made_up.value(kind))
    if kind == "future_date":
        # Days and months compare as text.
        length = len("2026-06" if field.input_type == "month" else "2026-06-15")
        value = max(value[:length], limits.get("min", "")[:length])
        value = min(value, limits.get("max", "")[:length] or value)
    return value[: int(longest)] if longest and longest > 0 else value


def _limit(limits: Mapping[str, str], name: str) -> float | None:
    """A limit that a field declares; None where it is no number that the browser would heed."""
    try:
        said = float(limits.get(name, ""))
    except ValueError:
        return None
    return said if abs(said) <= _LARGEST else None


@dataclass(frozen=True, slots=True)
class ActionResult:
    """Result of an action."""

    chosen: str = ""
    """Text of the option that was chosen."""
    asked: PageQuestion | None = None
    """The question that the page asked before it acted."""
    slid: float | None = None
    """The position of a slider that does not take the given value."""
    refused: bool = False
    """The pressed control is disabled, or says so (aria-disabled); in the latter case the page heard the press."""
    is_guess: bool = False
    """Values were made up for fields that the step does not name, or a button that it may need was not known."""


async def perform(
    page: LivePage, step: steps.Action, start: str, context: Knowledge, made_up: MadeUp
) -> ActionResult:
    """Do what a step says. Raises NotThere, NotOperable and PageUnresponsive."""
    page.begin_action(step.then if isinstance(step, steps.Click) else None)
    if not isinstance(step, steps.Press):
        context.entered = None
    match step:
        case steps.Open():
            await pointing.open_app(page, start)
        case steps.Click():
            question, is_disabled = await pointing.click_and_answer(page, step, context)
            return ActionResult(asked=question, refused=is_disabled)
        case steps.Fill():
            return ActionResult(slid=await fill_target(page, step, context))
        case steps.Select():
            return ActionResult(chosen=await select_from(page, step, context))
        case steps.SetChecked():
            index = await find(page, step.target, context)
            states = (await page.look()).elements[index].states
            # What already is as wanted is left alone.
            if step.on is states.isdisjoint({"checked", "pressed", "selected"}):
                await click_element(page, index, describe(step.target))
        case steps.Press():
            await _press(page, step, context)
        case steps.Drag():
            await pointing.drag_target(page, step, context)
        case steps.Upload():
            return ActionResult(is_guess=await upload_to(page, step, context))
        case steps.Hover():
            if not await pointing.point_at(page, await find(page, step.target, context)):
                raise NotOperable(describe(step.target), "it is covered or gone")
        case steps.Complete():
            return ActionResult(is_guess=await complete_form(page, step, context, made_up))
        case steps.Reload():
            await page.reload()
            await pointing.outwait_splash(page)
        case steps.Back():
            await page.back()
        case steps.SetClock():
            page.touch()
            clock, passed = page.page.context.clock, round(step.advance * 1000)
            work = clock.run_for(passed) if step.advance <= _TICKED_SECONDS else clock.fast_forward(passed)
            # An app that draws itself anew every second has as much to do as in all of that time.
            limit = page.settings.step_limit * 2 + min(step.advance, _TICKED_SECONDS) * _OF_A_SECOND
            await bounded(work, limit, "time passed")
        case steps.Resize():
            await page.resize(step.width, step.height)
            context.resized(await page.look())
    return ActionResult()


async def _press(page: LivePage, step: steps.Press, context: Knowledge) -> None:
    if step.target is not None:
        await page.operate("attend", await find(page, step.target, context))
    else:
        await page.call("bench.mark()")
    page.touch()
    await page.key(step.key)
    if step.key == "Tab" and context.entered is not None:
        (field, before), context.entered = context.entered, None
        after = (await page.look()).elements
        if field < len(after) and after[field].tokens == before.elements[field].tokens:
            await apply_filter(page, field, before, context)
