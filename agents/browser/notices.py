"""Messages that the last action made appear: alerts, toasts, inline hints, native validation, native dialogs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from agents.browser.events import Events
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.names import says
from agents.browser.snapshot import Element, Piece, Snapshot

_SENTENCE = 3
"""Words from which a run of text may be a message."""
_LONG = 160
"""Letters beyond which a container says more than one message."""
_CLIMB = 4
"""Containers around a run of text that may mark it as a message."""
_AT_FIELD = 2
"""Levels above a message within which the field stands that it is about."""
_TYPED = ("textbox", "spinbutton", "combobox")
"""Roles of fields that are typed in."""


def new_messages(before: Snapshot, after: Snapshot, events: Events, words: tuple[str, ...]) -> list[str]:
    """Texts that appeared with the last action and read as messages.

    With `words`, any new text that has one of them.
    """
    native = [question.message for question in events.questions] + [said for said in after.invalid if said]
    if not words:
        return [*native, *(message for message, _ in _appeared(before, after, any_text=False))]
    gone = [text for text in after.flashes if text not in before.content]
    said = [(text, text) for text in native]
    said += _appeared(before, after, any_text=True)
    said += [(text, text) for text in gone]
    return [message for message, fresh in said if _has_one(fresh, words)]


def announced(before: Snapshot, after: Snapshot, words: tuple[str, ...]) -> list[str]:
    """Texts of live regions, and at fields that are marked as invalid, that were not there `before`.

    With one of the `words` where there are any.
    """
    known = {piece.words for piece in before.pieces if not piece.hidden}
    fresh = (p for p in after.pieces if not p.hidden and p.words not in known)
    return [
        p.words
        for p in fresh
        if (not words or _has_one(p.words, words))
        and (_is_live(after, p.owner) or _is_of_invalid_field(after, p.owner))
    ]


def refusals(before: Snapshot, after: Snapshot, events: Events) -> list[str]:
    """New alerts, and new hints at fields, that may refuse what was typed, in whatever words.

    None where a form went away, and without those that say that something was done.
    """
    typed_in = [sum(e.role in _TYPED and e.is_shown for e in s.elements) for s in (before, after)]
    if typed_in[1] < max(typed_in[0], 1):
        return []
    said = [question.message for question in events.questions]
    for piece in _new_pieces(before, after):
        is_alert = any(e.role == "alert" for e in _around(after, piece.owner))
        if is_alert or _is_beside_field(after, piece.owner):
            said.append(piece.words)
    return [
        text
        for text in said
        if sum(any(map(str.isalpha, word)) for word in text.split()) >= _SENTENCE
        and not any(says(word, text) for word in lexicon().messages["done"])
    ]


def new_texts(before: Snapshot | None, after: Snapshot) -> list[str]:
    """Visible runs of text that were not there before; all of them where nothing was."""
    return [piece.words for piece in _new_pieces(before, after)]


def _new_pieces(before: Snapshot | None, after: Snapshot) -> list[Piece]:
    known = Counter(piece.words for piece in before.pieces if not piece.hidden) if before else Counter[str]()
    fresh: list[Piece] = []
    for piece in after.pieces:
        if piece.hidden:
            continue
        if known[piece.words] > 0:
            known[piece.words] -= 1
        else:
            fresh.append(piece)
    return fresh


def _has_one(text: str, words: Iterable[str]) -> bool:
    return any(word.casefold() in text.casefold() for word in words)


def _appeared(before: Snapshot, after: Snapshot, *, any_text: bool) -> Iterator[tuple[str, str]]:
    """New messages, each with those of its words that are new; the form around it may say others."""
    fresh = _new_pieces(before, after)
    texts = {piece.words for piece in fresh}
    for piece in fresh:
        if any_text or _is_message(after, piece):
            block = after.elements[_block(after, piece.owner)]
            inside = after.pieces[block.first_text : block.last_text]
            yield (
                after.text(block.index),
                " ".join(p.words for p in inside if not p.hidden and p.words in texts),
            )
    # The same message once more: it was written anew although it reads as before.
    known, again = set(fresh), set(after.flashes)
    for piece in after.pieces:
        is_again = not piece.hidden and piece.words in again and piece not in known
        if is_again and _is_live(after, piece.owner):
            yield piece.words, piece.words


def _is_message(snapshot: Snapshot, piece: Piece) -> bool:
    classes = lexicon().message_class
    for element in _around(snapshot, piece.owner):
        if element.live or element.fixed or element.role == "dialog" or classes.search(element.tokens):
            return True
    if len(piece.words.split()) < _SENTENCE:
        return False
    is_worded_so = any(says(word, piece.words) for word in lexicon().messages["words"])
    return is_worded_so or _is_beside_field(snapshot, piece.owner)


def _is_live(snapshot: Snapshot, owner: int) -> bool:
    return any(element.live for element in _around(snapshot, owner))


def _is_beside_field(snapshot: Snapshot, owner: int) -> bool:
    """Whether words stand right at a field of a form, as hints do that nothing else marks as such."""
    return _may_be_hint(snapshot, owner) and any(
        _typed_fields(snapshot, container) for container in islice(snapshot.ancestors(owner), _AT_FIELD)
    )


def _is_of_invalid_field(snapshot: Snapshot, owner: int) -> bool:
    """Whether words stand beside one field alone, and the page says that it is invalid."""
    if not _may_be_hint(snapshot, owner):
        return False
    for container in islice(snapshot.ancestors(owner), _CLIMB):
        fields = _typed_fields(snapshot, container)
        if fields:
            return len(fields) == 1 and "invalid" in fields[0].states
    return False


def _may_be_hint(snapshot: Snapshot, owner: int) -> bool:
    element = snapshot.elements[owner]
    return not element.clickable and element.role not in ("heading", "label")


def _typed_fields(snapshot: Snapshot, container: int) -> list[Element]:
    return [e for i in snapshot.inside(container) if (e := snapshot.elements[i]).role in _TYPED]


def _around(snapshot: Snapshot, owner: int) -> list[Element]:
    """The owner of a run of text, and the containers that may mark it as a message."""
    return [snapshot.elements[i] for i in (owner, *islice(snapshot.ancestors(owner), _CLIMB))]


def _block(snapshot: Snapshot, owner: int) -> int:
    """The container of a run of text, if it says little more than that."""
    parent = snapshot.elements[owner].parent
    return parent if parent >= 0 and len(snapshot.text(parent)) <= _LONG else owner
