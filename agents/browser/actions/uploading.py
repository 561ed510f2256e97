"""Giving a file to an app: to a field, or to what a button opens, and handing in the form that the field is part of."""

import asyncio

from playwright.async_api import FileChooser, FilePayload

from agents.browser.actions.finding import NotOperable, NotThere, locate
from agents.browser.actions.pointing import click_element
from agents.browser.bounded import bounded
from agents.browser.context import Context
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import describe
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.submits import pressed_in
from agents.browser.notices import new_texts
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Upload
from plans.records.targets import Target

_PRESSES = 2
"""Buttons pressed one after the other until there is a field, and until a file is handed in: "Check", then "Import"."""
_CLIMB = 5
"""Containers around a field in which the button is looked for that hands the file in."""
_OUTER = ("body", "html", "main")


async def upload_to(page: LivePage, step: Upload, context: Context) -> None:
    """Give a file to a file input, hidden or not, or to what a button opens that stands for one.

    Where the input is part of a form that has yet to be handed in, that is done too.
    """
    opener = ""
    index = _sole_field(await page.look())
    if index is None:
        index = await _file_control(page, step.target, context)
    for _ in range(_PRESSES + 1):
        snapshot = await page.look()
        if snapshot.elements[index].role == "file":
            await _give(page, index, step)
            await _hand_in(page, snapshot, step.filename, opener)
            return
        opener = _said(snapshot, snapshot.elements[index])
        opened = await _opened_by(page, index, step)
        if opened is None:
            return
        index = opened
    raise NotOperable(describe(step.target), "pressing it asked for no file")


async def _file_control(page: LivePage, target: Target, context: Context) -> int:
    """The file input of that name, else the button of that name, or what leads to one."""
    named = target.model_copy(update={"role": "file"})
    grounding = await locate(page, named, context, "act")
    snapshot = await page.look()
    if grounding.found is Found.FOUND:
        return grounding.index
    if (sole := _sole_field(snapshot)) is not None:
        # Looking for it has opened what it stands in.
        return sole
    button = await locate(page, target.model_copy(update={"role": "button"}), context, "act")
    if button.found is Found.MISSING:
        raise NotThere(describe(target), "nothing like it on the page", "button", target.within)
    return button.index


def _sole_field(snapshot: Snapshot) -> int | None:
    """The one file input that can be given a file now; None where there are several or none."""
    inputs = [e for e in snapshot.elements if e.role == "file"]
    return inputs[0].index if len(inputs) == 1 and not _is_shut(snapshot, inputs[0]) else None


async def _give(page: LivePage, index: int, step: Upload) -> None:
    page.touch()
    if (await page.operate("give", index, step.filename, _kind(step), step.content)).get("gone"):
        raise NotOperable(describe(step.target), "it went away before it could be given a file")


def _kind(step: Upload) -> str:
    return "text/csv" if step.filename.endswith(".csv") else "text/plain"


async def _opened_by(page: LivePage, index: int, step: Upload) -> int | None:
    """What a button opened to take the file: a field, or another button that asks for it; None where the browser's own
    dialog opened, which was given the file.
    """
    looked_for = describe(step.target)
    limit = page.settings.action_limit
    chooser: asyncio.Future[FileChooser] = asyncio.get_running_loop().create_future()

    def choose(asked: FileChooser) -> None:
        if not chooser.done():
            chooser.set_result(asked)

    window = page.page
    window.on("filechooser", choose)
    try:
        before = await page.look()
        await click_element(page, index, looked_for)
        opened = None if chooser.done() else _way_in(before, await page.look())
        if opened is None:
            try:
                asked = await asyncio.wait_for(chooser, limit)
            except TimeoutError as error:
                raise NotOperable(looked_for, "pressing it asked for no file") from error
            file = FilePayload(name=step.filename, mimeType=_kind(step), buffer=step.content.encode())
            await bounded(asked.set_files(file), limit, "a file was given")
        return opened
    finally:
        window.remove_listener("filechooser", choose)


def _way_in(before: Snapshot, after: Snapshot) -> int | None:
    """The field for a file that is there now, else the new button that asks for one; None where there is neither."""
    inputs = [e for e in after.elements if e.role == "file" and not _is_shut(after, e)]
    known = sum(e.role == "file" and not _is_shut(before, e) for e in before.elements)
    if len(inputs) > known:
        return next((e.index for e in inputs if e.is_shown), inputs[-1].index)
    said = {_said(before, e) for e in before.elements if e.clickable and e.is_shown}
    fresh = [e for e in after.elements if e.clickable and e.is_shown and _said(after, e) not in said]
    names = lexicon().files.asks
    return next((e.index for e in fresh if any(stems(_said(after, e))[: len(n)] == n for n in names)), None)


def _is_shut(snapshot: Snapshot, field: Element) -> bool:
    """Whether a field stands in what is not open: nothing around it that is pressed can be seen either."""
    if field.is_shown:
        return False
    for ancestor in snapshot.ancestors(field.index):
        if snapshot.elements[ancestor].tag in _OUTER:
            return False
        around = [
            e for i in snapshot.inside(ancestor) if (e := snapshot.elements[i]).clickable and not e.is_field
        ]
        if around:
            return not any(e.is_shown for e in around)
    return False


async def _hand_in(page: LivePage, before: Snapshot, filename: str, opener: str) -> None:
    """Press what hands in the file that was given, until the form is gone, the app says that it was taken, or nothing
    in the form hands in anything.
    """
    passed = {opener}
    for _ in range(_PRESSES):
        now = await page.look()
        button = _hands_in(before, now, filename, passed)
        if button is None:
            return
        passed.add(_said(now, now.elements[button]))
        await click_element(page, button, "the button that hands in the file")
        before = now


def _hands_in(before: Snapshot, now: Snapshot, filename: str, passed: set[str]) -> int | None:
    """The button that has yet to be pressed for a file to be taken; None where there is none."""
    inputs = [e for e in now.elements if e.role == "file"]
    if len(inputs) != 1:
        inputs = [e for e in inputs if e.is_shown]
    if len(inputs) != 1:
        return None
    fresh = [text for text in new_texts(before, now) if filename not in text]
    for level, ancestor in enumerate(now.ancestors(inputs[0].index)):
        frame = now.elements[ancestor]
        if level >= _CLIMB or frame.tag in _OUTER:
            return None
        pressed = pressed_in(now, ancestor)
        if not pressed:
            continue
        is_form = frame.tag in ("form", "dialog") or frame.role in ("form", "dialog") or frame.fixed
        if _is_over(now, fresh, ancestor, is_form=is_form):
            return None
        words = lexicon().files
        takes = words.takes | lexicon().buttons.submits | words.goes_on if is_form else words.takes
        found = [e for e in pressed if _begins(now, e, takes) and _said(now, e) not in passed]
        if not _is_seen(inputs[0]) and not any(
            _begins(now, e, words.chooses) for e in pressed if e not in found
        ):
            # A field that cannot be seen is opened by a button of its own, which is called like that.
            found = found if len(found) > 1 else []
        if found:
            return found[-1].index if "disabled" not in found[-1].states else None
    return None


def _is_over(snapshot: Snapshot, fresh: list[str], form: int, *, is_form: bool) -> bool:
    """Whether an app took or refused the file as soon as it was given: it says more than a form would by itself."""
    inside = snapshot.text(form)
    if any(lexicon().files.taken.search(text) for text in fresh):
        return True
    return bool(fresh) if not is_form else any(text not in inside for text in fresh)


def _begins(snapshot: Snapshot, element: Element, words: frozenset[str]) -> bool:
    return bool(set(stems(_said(snapshot, element))[:1]) & words)


def _is_seen(field: Element) -> bool:
    """Whether a file can be dropped on or chosen by a field itself or the label that stands for it."""
    return field.is_shown or field.source == "label"


def _said(snapshot: Snapshot, element: Element) -> str:
    return snapshot.text(element.index) or element.name
