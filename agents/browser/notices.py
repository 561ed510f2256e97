"""Messages that the last action made appear: alerts, toasts, inline hints, native validation, native dialogs."""

from collections import Counter
from collections.abc import Container, Iterator
from itertools import islice

from agents.browser.events import Events
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.words import says
from agents.browser.senses import says_the_same
from agents.browser.snapshot import Element, Snapshot

_SENTENCE = 3
"""Words from which a run of text may be a message."""
_AT_FIELD = 2
"""Containers around a message that a field stands in which it is about."""
_WRITTEN_IN = ("textbox", "spinbutton", "combobox")


def new_messages(before: Snapshot, after: Snapshot, events: Events, words: tuple[str, ...]) -> list[str]:
    """Texts that appeared with the last action and read as messages.

    With `words`, any new text that has one of them, or that says the same in other words.
    """
    native = [question.message for question in events.questions] + [said for said in after.invalid if said]
    appeared = _appeared(before, after, any_text=bool(words))
    if not words:
        return [*native, *(message for message, _ in appeared)]
    gone = [text for text in after.flashes if text not in before.content]
    said = [*((text, text) for text in native), *appeared, *((text, text) for text in gone)]
    told = [text for text, fresh in said if any(word.casefold() in fresh.casefold() for word in words)]
    fresh = dict.fromkeys((*native, *new_texts(before, after), *gone))
    return told or [text for text in fresh if says_the_same(words, text)]


def announced(before: Snapshot, after: Snapshot, words: tuple[str, ...]) -> list[str]:
    """Texts of live regions, and at fields that are marked as invalid, that were not there `before`.

    With one of the `words` where there are any.
    """
    known = Counter(piece.words for piece in before.pieces if not piece.hidden)
    said = (
        piece.words
        for piece in after.pieces
        if not piece.hidden
        and not known[piece.words]
        and (_is_announced(after, piece.owner) or _is_of_invalid_field(after, piece.owner))
    )
    return [text for text in said if not words or any(word.casefold() in text.casefold() for word in words)]


def refusals(before: Snapshot, after: Snapshot, events: Events) -> list[str]:
    """Alerts, and hints at fields, that appeared where what was typed is still open to be mended.

    In whatever words, they may refuse it; what says that something was done does not.
    """
    if _typed_in(after) < max(_typed_in(before), 1):
        return []
    fresh = set(new_texts(before, after))
    said = [question.message for question in events.questions]
    said += [p.words for p in after.pieces if p.words in fresh and not p.hidden and _warns(after, p.owner)]
    return [
        text
        for text in said
        if sum(any(map(str.isalpha, word)) for word in text.split()) >= _SENTENCE
        and not any(says(word, text) for word in lexicon().messages.done)
    ]


def _warns(snapshot: Snapshot, owner: int) -> bool:
    around = (snapshot.elements[i] for i in (owner, *_near_ancestors(snapshot, owner)))
    return any(e.role == "alert" for e in around) or _is_beside_field(snapshot, owner)


def _typed_in(snapshot: Snapshot) -> int:
    return sum(e.is_field and e.role in _WRITTEN_IN and e.is_shown for e in snapshot.elements)


def new_texts(before: Snapshot | None, after: Snapshot) -> list[str]:
    """Visible runs of text that were not there before; all of them where nothing was."""
    known = Counter(piece.words for piece in before.pieces if not piece.hidden) if before else Counter[str]()
    fresh: list[str] = []
    for piece in after.pieces:
        if piece.hidden:
            continue
        if known[piece.words] > 0:
            known[piece.words] -= 1
        else:
            fresh.append(piece.words)
    return fresh


def _appeared(before: Snapshot, after: Snapshot, *, any_text: bool) -> Iterator[tuple[str, str]]:
    """Messages, and of each the words that are new: what stands around it in a form is none of the message."""
    known = Counter(piece.words for piece in before.pieces if not piece.hidden)
    fresh = set(new_texts(before, after))
    for piece in after.pieces:
        if piece.hidden:
            continue
        if known[piece.words] > 0:
            known[piece.words] -= 1
            is_new = False
        else:
            is_new = True
        if is_new and (any_text or _is_message(after, piece.owner, piece.words)):
            block = _block(after, piece.owner)
            yield after.text(block), _text_of(after, block, fresh)
        elif not is_new and piece.words in after.flashes and _is_announced(after, piece.owner):
            # The same message once more: it was written anew although it reads as before.
            yield piece.words, piece.words


def _text_of(snapshot: Snapshot, block: int, fresh: Container[str]) -> str:
    """The words of a container that are new, in their order."""
    within = {block, *snapshot.inside(block)}
    return " ".join(
        p.words for p in snapshot.pieces if not p.hidden and p.owner in within and p.words in fresh
    )


def _is_message(snapshot: Snapshot, owner: int, words: str) -> bool:
    if any(_speaks(snapshot.elements[i]) for i in (owner, *_near_ancestors(snapshot, owner))):
        return True
    if len(words.split()) < _SENTENCE:
        return False
    return any(says(word, words) for word in lexicon().messages.words) or _is_beside_field(snapshot, owner)


def _is_beside_field(snapshot: Snapshot, owner: int) -> bool:
    """Whether words stand right at a field of a form, as hints do that nothing else marks as such."""
    if snapshot.elements[owner].clickable or snapshot.elements[owner].role in ("heading", "label"):
        return False
    around = islice(snapshot.ancestors(owner), _AT_FIELD)
    return any(_written_in(snapshot, ancestor) for ancestor in around)


def _is_of_invalid_field(snapshot: Snapshot, owner: int) -> bool:
    """Whether words stand beside one field alone, and the page says that it is invalid."""
    if snapshot.elements[owner].clickable or snapshot.elements[owner].role in ("heading", "label"):
        return False
    around = (_written_in(snapshot, ancestor) for ancestor in _near_ancestors(snapshot, owner))
    nearest = next(filter(None, around), [])  # pyright: ignore[reportUnknownArgumentType]
    return len(nearest) == 1 and "invalid" in nearest[0].states


def _written_in(snapshot: Snapshot, container: int) -> list[Element]:
    inner = (snapshot.elements[i] for i in snapshot.inside(container))
    return [e for e in inner if e.is_field and e.role in _WRITTEN_IN]


def _is_announced(snapshot: Snapshot, owner: int) -> bool:
    return any(snapshot.elements[i].live for i in (owner, *_near_ancestors(snapshot, owner)))


def _speaks(element: Element) -> bool:
    return (
        element.live
        or element.fixed
        or element.role == "dialog"
        or bool(lexicon().messages.classes.search(element.tokens))
    )


def _near_ancestors(snapshot: Snapshot, index: int) -> Iterator[int]:
    for level, ancestor in enumerate(snapshot.ancestors(index)):
        if level >= 4:
            return
        yield ancestor


def _block(snapshot: Snapshot, owner: int) -> int:
    """The smallest container of a run of text that says a little more than it, as a message would."""
    parent = snapshot.elements[owner].parent
    if parent >= 0 and len(snapshot.text(parent)) <= 160:
        return parent
    return owner
