"""Messages that the last action made appear: alerts, toasts, inline hints, native validation, native dialogs."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from agents.browser.events import Events
from agents.browser.grounding.names import added, lexicon, says
from agents.browser.snapshot import Snapshot, TextRun

_SENTENCE = 3
"""Words from which a text that nothing marks as a message may be one."""
_LONG = 160
"""Letters beyond which a container says more than one message."""
_CLIMB = 4
"""Containers around a run of text that may mark it as a message."""
_TYPED = ("textbox", "spinbutton", "combobox")
"""Roles of fields that are typed in."""


class _Said(NamedTuple):
    """A text that appeared."""

    whole: str
    fresh: str
    """Those of its words that are new; the form around it may say others."""
    is_marked: bool = True
    """A live region or a native dialog says it, or it stands beside one field that is marked as invalid."""


def new_messages(
    before: Snapshot, after: Snapshot, events: Events, words: tuple[str, ...], values: Iterable[str] = ()
) -> list[str]:
    """Texts that appeared with the last action and read as messages.

    With `words`, any new text that has one of them and does not merely repeat one of the `values` or of a field.
    """
    said = [*_native(after, events), *_appeared(before, after, any_text=bool(words))]
    if not words:
        return [one.whole for one in said]
    said += [_Said(text, text) for text in after.flashes if text not in before.content]
    typed = _typed(before, values)
    return [one.whole for one in said if _has_one(one.fresh, words, typed)]


def announced(
    before: Snapshot, after: Snapshot, words: tuple[str, ...], values: Iterable[str] = ()
) -> list[str]:
    """Messages that are marked as such and were not there `before`; with `words` as in `new_messages`."""
    typed = _typed(after, values)
    marked = (one for one in _appeared(before, after, any_text=False) if one.is_marked)
    return [one.whole for one in marked if not words or _has_one(one.fresh, words, typed)]


def in_other_words(
    before: Snapshot, after: Snapshot, events: Events, words: tuple[str, ...], values: Iterable[str] = ()
) -> list[str]:
    """New texts that have none of the `words` and may mean the same: what is marked as a message, and sentences.

    Unless the words say so too, a text that something was done means something else, as does any text when the form
    went away: what was typed was taken.
    """
    done, typed = lexicon().messages["done"], _typed(before, values)
    is_of_success = any(says(one, word) for one in done for word in words)
    fields = [sum(e.role in _TYPED and e.is_shown for e in s.elements) for s in (before, after)]
    if not is_of_success and fields[1] < fields[0]:
        return []
    return [
        one.fresh
        for one in (*_native(after, events), *_appeared(before, after, any_text=True))
        if sum(map(_has_letter, _without(typed, one.fresh).split())) >= (1 if one.is_marked else _SENTENCE)
        and (is_of_success or not any(says(word, one.fresh) for word in done))
    ]


def new_texts(before: Snapshot, after: Snapshot) -> list[str]:
    """Visible runs of text that were not there before."""
    return [piece.words for piece in _new_pieces(before, after)]


def _new_pieces(before: Snapshot, after: Snapshot) -> list[TextRun]:
    was, now = ([(p.words, p) for p in page.pieces if not p.hidden] for page in (before, after))
    return added(was, now)


def _typed(snapshot: Snapshot, values: Iterable[str]) -> set[str]:
    """Values of a task, and those that stand in the fields of a page, as one line of small letters each."""
    held = (e.value for e in snapshot.elements if e.role in _TYPED and e.value)
    return {" ".join(value.split()).casefold() for value in (*values, *held)} - {""}


def _without(values: Iterable[str], text: str) -> str:
    text = " ".join(text.split()).casefold()
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, "")
    return text


def _has_one(text: str, words: Iterable[str], typed: set[str]) -> bool:
    """Whether a text has one of some words other than by merely repeating what was typed."""
    for word in map(str.casefold, words):
        rest = _without((value for value in typed if word in value), text)
        begins = re.compile(rf"(?<!\w){re.escape(word)}")
        if begins.search(rest) or (word in typed and begins.search(text.casefold()) and _has_letter(rest)):
            return True
    return False


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _native(after: Snapshot, events: Events) -> list[_Said]:
    texts = [*(question.message for question in events.questions), *filter(None, after.invalid)]
    return [_Said(text, text) for text in texts]


def _appeared(before: Snapshot, after: Snapshot, *, any_text: bool) -> Iterator[_Said]:
    """New messages, or any new texts."""
    fresh = _new_pieces(before, after)
    texts, known, again = {piece.words for piece in fresh}, set(fresh), set(after.flashes)
    for piece in fresh:
        kind = _kind(after, piece)
        if any_text or kind:
            parent = after.elements[piece.owner].parent
            is_brief = parent >= 0 and len(after.text(parent)) <= _LONG
            block = after.elements[parent if is_brief else piece.owner]
            inside = after.pieces[block.first_text : block.last_text]
            new = " ".join(p.words for p in inside if not p.hidden and p.words in texts)
            yield _Said(after.text(block.index), new, kind == "marked")
    # The same message once more: it was written anew although it reads as before.
    for piece in after.pieces:
        is_again = not piece.hidden and piece.words in again and piece not in known
        if is_again and _kind(after, piece) == "marked":
            yield _Said(piece.words, piece.words)


def _kind(snapshot: Snapshot, piece: TextRun) -> Literal["marked", "message", ""]:
    """What markup says of a run of text: marked by a live region or an invalid field, or by a box or a class."""
    around = [snapshot.elements[i] for i in (piece.owner, *islice(snapshot.ancestors(piece.owner), _CLIMB))]
    if any(element.live for element in around):
        return "marked"
    for container in around[1:]:
        inside = (snapshot.elements[i] for i in snapshot.field_order if snapshot.holds(container.index, i))
        if fields := [e for e in inside if e.role in _TYPED]:
            is_label = around[0].clickable or around[0].role in ("heading", "label")
            if len(fields) == 1 and "invalid" in fields[0].states and not is_label:
                return "marked"
            break
    classes = lexicon().message_class
    is_message = any(e.fixed or e.role == "dialog" or classes.search(e.tokens) for e in around)
    return "message" if is_message else ""
