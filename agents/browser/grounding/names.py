"""Names: what an element may be called, and how well two names agree (1: they say the same, 0: nothing)."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from agents.browser.grounding.lexicon import content, lexicon, stems
from agents.browser.snapshot import Element, Snapshot

_SYNONYM = 0.92
"""Agreement of two words that the lexicon holds for synonyms."""
_SAME_PHRASE = 0.9
"""Agreement of two whole names that the lexicon holds for synonyms."""
_HEAD_ALONE = 0.74
"""Agreement of the first word of a name alone: "Save" for "Save plant"."""
_OTHER_ACTION = 0.6
"""Factor for a name that says another action."""
_LABEL_ENDS = re.compile(r"[:\d]")
_GLUED = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
"""Between a number and its unit: 1h30m."""


@lru_cache(maxsize=50_000)
def agreement(wanted: str, found: str) -> float:
    """Agreement of a wanted name with one found on the page, from 0 to 1."""
    want, have = content(wanted), content(_without_units(found, wanted))
    if _is_reversed(stems(wanted), stems(found)):
        return 0.0
    if not want or not have:
        return 1.0 if wanted.strip() and wanted.strip() == found.strip() else 0.0
    if want == have:
        return 1.0
    recall, precision = _recall(want, have), _precision(want, have)
    if recall < 0.75 and precision == 1.0 and _says_head(want, have):
        score = _HEAD_ALONE
    else:
        score = recall * (0.72 + 0.28 * precision)
        if have[0] in lexicon().buttons.deeds and not any(_alike(word, have[0]) for word in want):
            # "Add to cart" is not "Cart".
            score *= _OTHER_ACTION
    phrases = lexicon().names.phrases
    called = " ".join(word for word in have if not word.isdigit())
    if phrases.get(" ".join(want), frozenset()) & phrases.get(called, frozenset()):
        score = max(score, _SAME_PHRASE)
    return score * (_OTHER_ACTION if _is_tally(want, have) else 1.0)


@lru_cache(maxsize=8192)
def says(phrase: str, text: str) -> bool:
    """True where the words of `phrase` stand in `text` one after the other, whatever their case and plural."""
    want, have = stems(phrase), stems(_without_units(text, phrase))
    if not want:
        return bool(phrase.strip()) and phrase.strip() in text
    width = len(want)
    return any(have[i : i + width] == want for i in range(len(have) - width + 1))


@lru_cache(maxsize=8192)
def means_else(wanted: str, found: str) -> bool:
    """True for two names of which the lexicon knows different meanings: "Save" and "Save for later"."""
    sets = lexicon().names.phrases
    want, have = (sets.get(" ".join(content(words)), frozenset[int]()) for words in (wanted, found))
    return bool(want) and bool(have) and not want & have


def same_label(wanted: str, found: str) -> bool:
    """True where a text is labelled by the same words or synonyms, in order: "Your stars", "Your rating: 4".

    Every word counts: your own rating is not the rating.
    """
    want, have = stems(wanted), stems(_LABEL_ENDS.split(found, maxsplit=1)[0])
    return (
        len(want) >= 2
        and len(want) == len(have)
        and all(_alike(word, other) >= _SYNONYM for word, other in zip(want, have, strict=True))
    )


@lru_cache(maxsize=8192)
def finds_things(text: str) -> bool:
    """True for the name of a control that searches, filters or sorts: "Type to search"."""
    said = stems(text)
    return any(
        said[place : place + len(phrase)] == phrase
        for place in range(len(said))
        for phrase in lexicon().finds
    )


def has_words(text: str) -> bool:
    """True for a text with any letters or digits."""
    return bool(stems(text))


def _is_tally(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    """True for a count where an action is wanted: "Comments 2" posts no comment."""
    is_counted = any(word.isdigit() for word in have) and not any(word.isdigit() for word in want)
    return (
        is_counted
        and want[0] in lexicon().buttons.submits
        and not any(_alike(want[0], word) for word in have)
    )


def _says_head(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    """True where the first word is said; a synonym of it counts only where at most one word is left out."""
    head = max(_alike(want[0], other) for other in have)
    missed = [word for word in want if not any(_alike(word, other) for other in have)]
    if lexicon().names.again & set(missed):
        return False
    return head == 1.0 or (head > 0 and len(missed) <= 1)


def _is_reversed(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    """True where two ends stand the other way round: "low to high" and "high to low"."""
    return any(
        {low, high} <= set(want) & set(have)
        and (want.index(low) < want.index(high)) != (have.index(low) < have.index(high))
        for low, high in lexicon().orders.opposites
    )


def _without_units(text: str, wanted: str) -> str:
    """A text without the units of its values, unless a value or a unit is wanted: "748 min" is nobody's "Min".

    Where a unit is wanted, it is set apart from its number: "2h" says "h".
    """
    if any(letter.isdigit() for letter in wanted):
        return text
    if lexicon().values.named.fullmatch(wanted):
        return _GLUED.sub(" ", text)
    return lexicon().values.units.sub(" ", text)


def _recall(want: tuple[str, ...], have: tuple[str, ...]) -> float:
    return sum(max(_alike(word, other) for other in have) for word in want) / len(want)


def _precision(want: tuple[str, ...], have: tuple[str, ...]) -> float:
    """Share of the words found that were wanted; numbers are no words ("Cart 2")."""
    matched = sum(1 for other in have if max(_alike(word, other) for word in want) > 0)
    counted = sum(1 for other in have if not other.isdigit()) or 1
    return min(matched / counted, 1.0)


@lru_cache(maxsize=50_000)
def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    sets = lexicon().names.words
    if sets.get(word, frozenset()) & sets.get(other, frozenset()):
        return _SYNONYM
    return 0.0


_NAME, _TOOLTIP, _BESIDE, _SIGN = 1.0, 0.95, 0.9, 0.86
"""Trust in what an element is called by: its accessible name or text, a tooltip or placeholder, words beside it, and a
sign."""
_LONG_NAME = 90
"""Letters beyond which a text is content rather than a name."""
_LONG_LABEL = 40
"""Letters beyond which words beside a field are content rather than its label."""
_LONG_SIGN = 6
_CLIMB = 3
"""Containers around a field in which its label is looked for."""
_TICKED = frozenset({"checkbox", "radio", "switch"})


class Known(NamedTuple):
    """Words that an element may be known by."""

    words: str
    trust: float
    """0 to 1."""


def known_as(snapshot: Snapshot, element: Element) -> Iterator[Known]:
    """Words that an element may be known by, each with the trust put in them."""
    text = snapshot.text(element.index)
    if element.name:
        is_tooltip = element.source in ("alt", "title", "placeholder")
        yield Known(element.name, _TOOLTIP if is_tooltip else _NAME)
    if element.title and element.source != "title":
        yield Known(element.title, _TOOLTIP)
    if element.is_field:
        if element.source in ("", "placeholder", "title"):
            yield Known(label_beside(snapshot, element), _BESIDE)
        if element.options and not element.options[0].value:
            # "All categories" or "Category…" says what a list is for, whatever its label asks.
            yield Known(element.options[0].text, _BESIDE)
    if has_words(element.name) and not has_words(text):
        # A cross that is called "Close" removes nothing.
        return
    if text and text != element.name and len(text) <= _LONG_NAME and not element.is_field:
        yield Known(text, _NAME)
    said = text or element.name
    is_sign = len(said) <= _LONG_SIGN or not has_words(said)
    for sign, meanings in lexicon().symbols.says.items() if is_sign and element.clickable else ():
        before, found, behind = said.partition(sign)
        # A sign that joins two words says nothing by itself: "A→Z", "3-5".
        if found and not (has_words(before) and has_words(behind)):
            yield from (Known(meaning, _SIGN) for meaning in meanings)


def label_beside(snapshot: Snapshot, field: Element) -> str:
    """The text right before a field, or right behind one that is ticked; empty where another field stands between."""
    is_behind = field.role in _TICKED
    place = field.last_text if is_behind else field.first_text - 1
    if not 0 <= place < len(snapshot.pieces):
        return ""
    piece = snapshot.pieces[place]
    around = list(islice(snapshot.ancestors(field.index), _CLIMB))
    outer = next((i for i in around if snapshot.holds(i, piece.owner)), None)
    if outer is None or piece.hidden or not has_words(piece.words) or len(piece.words) > _LONG_LABEL:
        return ""
    owners = (piece.owner, *snapshot.ancestors(piece.owner))
    if any(
        (e := snapshot.elements[i]).is_field or (e.clickable and e.role != "label")
        for i in owners
        if i > outer
    ):
        return ""
    fields = snapshot.field_order
    here = bisect_left(fields, field.index)
    other = here + 1 if is_behind else here - 1
    if 0 <= other < len(fields):
        between = snapshot.elements[fields[other]]
        edge = between.first_text if is_behind else between.last_text
        if edge == (field.last_text if is_behind else field.first_text):
            return ""
    return piece.words.strip()


def given_name(element: Element) -> str:
    """What an element is called; its own text is no name, since a report may mention anything."""
    return "" if element.source == "text" else element.name


def heading_before(snapshot: Snapshot, container: Element) -> str:
    """The heading that stands right before a container, among its siblings."""
    siblings = snapshot.children.get(container.parent, [])
    if container.index not in siblings:
        return ""
    for index in reversed(siblings[: siblings.index(container.index)]):
        if snapshot.elements[index].role == "heading":
            return snapshot.text(index)
    return ""


def heading_of(snapshot: Snapshot, element: Element) -> str:
    """What a container is called: its first heading or legend, else a heading of which it is the only content.

    Where others of the same level stand in it too, as on a board, each of them names a part and not the whole.
    """
    inner = (snapshot.elements[index] for index in snapshot.inside(element.index))
    headings = [e for e in inner if e.role in ("heading", "legend", "caption") and e.is_shown]
    if headings:
        first, *others = headings
        is_of_part = any(other.tag == first.tag for other in others)
        return "" if is_of_part else first.name or snapshot.text(first.index)
    siblings = [i for i in snapshot.children.get(element.parent, []) if snapshot.elements[i].box.area > 0]
    if element.index not in siblings:
        return ""
    place = siblings.index(element.index)
    roles = [snapshot.elements[i].role for i in siblings]
    is_alone = roles[place + 1 : place + 2] in ([], ["heading"])
    is_headed = place > 0 and roles[place - 1] == "heading"
    return snapshot.text(siblings[place - 1]) if is_headed and is_alone else ""


def column_header(snapshot: Snapshot, element: Element) -> str:
    """The header over a table cell; empty for anything else."""
    if element.role not in ("cell", "rowheader"):
        return ""
    roles = ("cell", "columnheader", "rowheader")
    cells = [i for i in snapshot.children.get(element.parent, []) if snapshot.elements[i].role in roles]
    table = next(
        (i for i in snapshot.ancestors(element.parent) if snapshot.elements[i].role == "table"), None
    )
    if table is None:
        return ""
    headers = [i for i in snapshot.inside(table) if snapshot.elements[i].role == "columnheader"]
    return snapshot.text(headers[cells.index(element.index)]) if len(headers) >= len(cells) else ""
