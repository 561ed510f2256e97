"""Giving a file to an app, and submitting the form that its field is part of."""

from itertools import islice

from agents.browser.actions.finding import NotOperable, find, locate
from agents.browser.actions.pointing import click_element
from agents.browser.context import Context
from agents.browser.grounding.buttons import pressed_in, said_on
from agents.browser.grounding.candidates import Found
from agents.browser.grounding.ground import describe
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.notices import new_texts
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Upload
from plans.records.targets import Target

_PRESSES = 2
"""Buttons pressed one after the other until a file is submitted: "Check", then "Import"."""
_CLIMB = 5
"""Containers around a field in which the button is looked for that submits the file."""
_OUTER = ("body", "html", "main")


async def upload_to(page: LivePage, step: Upload, context: Context) -> None:
    """Give a file to a file input, hidden or not, and submit the form where that has yet to be done.

    Without a file input, press the button of that name first. Raises NotThere and NotOperable.
    """
    looked_for, opener = describe(step.target), ""
    index = await _file_input(page, step.target, context)
    if index is None:
        button = await find(page, step.target.model_copy(update={"role": "button"}), context)
        snapshot = await page.look()
        opener = said_on(snapshot, snapshot.elements[button])
        await click_element(page, button, looked_for)
        index = _sole_input(await page.look())
    if index is None:
        raise NotOperable(looked_for, "pressing it showed no field for a file")
    before = await page.look()
    if "disabled" in before.elements[index].states:
        raise NotOperable(looked_for, "its field for a file is disabled")
    page.touch()
    kind = "text/csv" if step.filename.endswith(".csv") else "text/plain"
    if (await page.operate("give", index, step.filename, kind, step.content)).get("gone"):
        raise NotOperable(looked_for, "it went away before it could be given a file")
    passed = {opener}
    for _ in range(_PRESSES):
        now = await page.look()
        submit = _submit_button(before, now, step.filename, passed)
        if submit is None or "disabled" in submit.states:
            return
        passed.add(said_on(now, submit))
        await click_element(page, submit.index, "the button that submits the file")
        before = now


async def _file_input(page: LivePage, target: Target, context: Context) -> int | None:
    """The one file input of the page, else the one of that name; looking for it may open what it stands in."""
    sole = _sole_input(await page.look())
    if sole is not None:
        return sole
    grounding = await locate(page, target.model_copy(update={"role": "file"}), context, "act")
    return grounding.index if grounding.found is Found.FOUND else _sole_input(await page.look())


def _sole_input(snapshot: Snapshot) -> int | None:
    """The one file input that can be given a file now; None where there are several or none."""
    inputs = [e for e in snapshot.elements if e.role == "file"]
    return inputs[0].index if len(inputs) == 1 and not _is_shut(snapshot, inputs[0]) else None


def _is_shut(snapshot: Snapshot, field: Element) -> bool:
    """Whether a field stands in what is not open: nothing around it that is pressed can be seen either."""
    if field.is_shown:
        return False
    for ancestor in snapshot.ancestors(field.index):
        if snapshot.elements[ancestor].tag in _OUTER:
            return False
        inside = (snapshot.elements[i] for i in snapshot.inside(ancestor))
        pressed = [e for e in inside if e.clickable and not e.is_field]
        if pressed:
            return not any(e.is_shown for e in pressed)
    return False


def _submit_button(before: Snapshot, now: Snapshot, filename: str, passed: set[str]) -> Element | None:
    """The button that has yet to be pressed for a file to be taken; None where there is none."""
    inputs = [e for e in now.elements if e.role == "file"]
    inputs = inputs if len(inputs) == 1 else [e for e in inputs if e.is_shown]
    if len(inputs) != 1:
        return None
    field, words = inputs[0], lexicon().files
    fresh = [text for text in new_texts(before, now) if filename not in text]

    def begins(element: Element, known: frozenset[str]) -> bool:
        return bool(known & set(stems(said_on(now, element))[:1]))

    for ancestor in islice(now.ancestors(field.index), _CLIMB):
        frame = now.elements[ancestor]
        if frame.tag in _OUTER:
            return None
        pressed = pressed_in(now, ancestor)
        if not pressed:
            continue
        is_form = frame.tag in ("form", "dialog") or frame.role in ("form", "dialog") or frame.fixed
        inside = now.text(ancestor) if is_form else ""
        if any(lexicon().file_taken.search(text) or text not in inside for text in fresh):
            # The app has answered already: it says that the file was taken, or more than the form does.
            return None
        takes = (
            words["takes"] | words["goes_on"] | lexicon().buttons["submits"] if is_form else words["takes"]
        )
        found = [e for e in pressed if begins(e, takes) and said_on(now, e) not in passed]
        has_opener = any(begins(e, words["chooses"]) for e in pressed if e not in found)
        if len(found) == 1 and not (field.is_shown or field.source == "label" or has_opener):
            # A field that cannot be seen is opened by a button of its own, which is called like that.
            continue
        if found:
            return found[-1]
    return None
