"""Words of user interfaces (lexicon.yaml), what an element may be called, and how well two names agree."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import yaml
from pydantic import BeforeValidator

from agents.browser.snapshot import Element, Snapshot
from plans.records.base import Record

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_IRREGULAR = {"people": "person", "children": "child", "hrs": "hr", "pts": "pt"}


_SYNONYM = 0.92
"""Agreement of two words that the lexicon holds for synonyms."""
_SAME_PHRASE = 0.9
"""Agreement of two whole names that the lexicon holds for synonyms."""
_HEAD_ALONE = 0.74
"""Agreement of the first word of a name alone: "Save" for "Save plant"."""
_MOST = 0.75
"""Share of the words of a name from which it is more than its first word."""
_OTHER_ACTION = 0.6
"""Factor for a name that says another action."""
_GLUED = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
"""Between a number and its unit: 1h30m."""
NAMED, MARKED, GUESSED = 1.0, 0.95, 0.86
"""Trust in words that an element may be known by: its name or text, other words that markup gives it (a tooltip, a
placeholder, a heading), and what only its place or a sign tells."""
_LONG_NAME = 90
"""Letters beyond which a text is content rather than a name."""
_LONG_LABEL = 40
"""Letters beyond which words beside a field are content rather than its label."""
_LONG_SIGN = 6
_CLIMB = 3
"""Containers around a field in which its label is looked for."""


@cache
def stem(word: str) -> str:
    """A word without its plural ending; enough for the names of controls."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """Stems of the words of a text in lower case, in order; camelCase and snake_case are taken apart."""
    plain = _CAMEL.sub(" ", text).replace("_", " ").replace("’", "'")
    return tuple(stem(word.casefold()) for word in _WORD.findall(plain))


def content(text: str) -> tuple[str, ...]:
    """Stems that carry meaning; all of them when none does."""
    return _without(lexicon().empty, text)


def _without(stop_words: frozenset[str], text: str) -> tuple[str, ...]:
    every = stems(text)
    # "A to Z" begins with a letter, not with an article.
    kept = {"a"} if "z" in every else frozenset[str]()
    return tuple(word for word in every if word not in stop_words or word in kept) or every


OrderKind = Literal["", "amount", "time", "letters"]
"""What a list is sorted by; empty where a word fits any kind."""
Direction = Literal["rising", "falling", "given"]
"""given: the order that the entries had before they were sorted."""


class OrderWord(NamedTuple):
    """What a word says of a sort order."""

    way: Direction
    kind: OrderKind
    by: str = ""
    """The one thing that the word sorts by: "cheapest" sorts by price."""


def _order_words(ways: dict[Direction, dict[OrderKind, list[str | dict[str, str]]]]) -> dict[str, OrderWord]:
    return {
        stem(said): OrderWord(way, kind, by)
        for way, kinds in ways.items()
        for kind, words in kinds.items()
        for word in words
        for said, by in (word.items() if isinstance(word, dict) else [(word, "")])
    }


# How the lists of lexicon.yaml are kept, which explains the fields of the records below.
Stems = Annotated[frozenset[str], BeforeValidator(lambda words: frozenset(map(stem, words)))]
Names = Annotated[frozenset[str], BeforeValidator(lambda names: frozenset(" ".join(stems(n)) for n in names))]
"""Whole names, each as the stems of its words."""
Phrases = Annotated[tuple[tuple[str, ...], ...], BeforeValidator(lambda said: tuple(map(stems, said)))]
"""Stems of each phrase, in order."""
Written = tuple[str, ...]
"""Words as they are written."""
Pattern = re.Pattern[str]
Sets = dict[str, frozenset[int]]
"""Stems that carry meaning → numbers of the sets of synonyms that hold them."""


class OrderWords(Record):
    opposites: Phrases
    words: Annotated[dict[str, OrderWord], BeforeValidator(_order_words)]
    sorts: Stems
    filling: Stems
    none: Pattern
    last: Pattern


class Questions(Record):
    confirm: Written
    decline: Written
    keeps: Stems
    again: Stems


class ValueWords(Record):
    looks: dict[str, Pattern]
    words: dict[str, Stems]
    units: Pattern
    named: Pattern
    in_label: Pattern


class Roles(Record):
    suits: dict[str, dict[str, float]]
    clickable: dict[str, float]
    plain: dict[str, float]


class BrowserLexicon(Record):
    """What people and apps say, in parts by what it is for."""

    word_sets: Sets
    phrase_sets: Sets
    empty: Stems
    again: Stems
    symbols: dict[str, Written]
    finds: Names
    orders: OrderWords
    buttons: dict[Literal["deeds", "applies", "submits"], Stems]
    doors: dict[Literal["harms", "does", "begins", "back"], Stems]
    questions: Questions
    messages: dict[Literal["done", "late", "working"], Written]
    message_class: Pattern
    items: dict[Literal["side", "main"], Names]
    goes_on: Pattern
    item_state: Pattern
    placeholder: Pattern
    files: dict[Literal["chooses", "takes"], Stems]
    values: ValueWords
    roles: Roles


@cache
def lexicon() -> BrowserLexicon:
    """The lexicon that comes with the package."""
    text = files("agents.browser.grounding").joinpath("lexicon.yaml").read_text(encoding="utf-8")
    raw: dict[str, Any] = yaml.safe_load(text)
    stop_words = frozenset[str](raw["empty"])
    for kind in ("word_sets", "phrase_sets"):
        sets: dict[str, set[int]] = {}
        for number, line in enumerate(raw[kind]):
            for phrase in line:
                sets.setdefault(" ".join(_without(stop_words, phrase)), set()).add(number)
        raw[kind] = sets
    return BrowserLexicon.model_validate(raw)


T = TypeVar("T")


@lru_cache(maxsize=50_000)
def agreement(wanted: str, found: str) -> float:
    """Agreement of a wanted name with one found on the page, from 0 to 1; numbers on the page are no words."""
    want, have = content(wanted), content(_without_units(found, wanted))
    a, b = stems(wanted), stems(found)
    ends = [pair for pair in lexicon().orders.opposites if set(pair) <= set(a) & set(b)]
    # "low to high" is not "high to low".
    if any((a.index(low) < a.index(high)) != (b.index(low) < b.index(high)) for low, high in ends):
        return 0.0
    if not want or not have:
        return 1.0 if wanted.strip() and wanted.strip() == found.strip() else 0.0
    if want == have:
        return 1.0
    known = lexicon()
    met = [max(_alike(word, other) for other in have) for word in want]
    is_met = {other: any(_alike(word, other) for word in want) for other in have}
    missed = {word for word, agrees in zip(want, met, strict=True) if not agrees}
    called = [word for word in have if not word.isdigit()]
    recall = sum(met) / len(want)
    precision = min(sum(is_met[other] for other in have) / max(len(called), 1), 1.0)
    # A synonym of the first word counts alone only where at most one word is left out.
    says_head = met[0] == 1.0 or (met[0] > 0 and met.count(0.0) <= 1)
    if recall < _MOST and precision == 1.0 and says_head and not known.again & missed:
        score = _HEAD_ALONE
    else:
        score = recall * (0.72 + 0.28 * precision)
        if have[0] in known.buttons["deeds"] and not is_met[have[0]]:
            # "Add to cart" is not "Cart".
            score *= _OTHER_ACTION
    phrases = known.phrase_sets
    if phrases.get(" ".join(want), frozenset()) & phrases.get(" ".join(called), frozenset()):
        score = max(score, _SAME_PHRASE)
    is_counted = len(called) < len(have) and not any(map(str.isdigit, want))
    # "Comments 2" posts no comment.
    is_tally = is_counted and not met[0] and want[0] in known.buttons["submits"]
    return score * (_OTHER_ACTION if is_tally else 1.0)


@lru_cache(maxsize=8192)
def says(phrase: str, text: str) -> bool:
    """True where the words of `phrase` stand in `text` one after the other, whatever their case and plural."""
    want, have = stems(phrase), stems(_without_units(text, phrase))
    if not want:
        return bool(phrase.strip()) and phrase.strip() in text
    return f" {' '.join(want)} " in f" {' '.join(have)} "


@lru_cache(maxsize=8192)
def means_else(wanted: str, found: str) -> bool:
    """True for two names of which the lexicon knows different meanings: "Save" and "Save for later"."""
    sets = lexicon().phrase_sets
    want, have = (sets.get(" ".join(content(words)), frozenset[int]()) for words in (wanted, found))
    return bool(want) and bool(have) and not want & have


@lru_cache(maxsize=8192)
def finds_things(text: str) -> bool:
    """True for the name of a control that searches, filters or sorts: "Type to search"."""
    said = f" {' '.join(stems(text))} "
    return any(f" {phrase} " in said for phrase in lexicon().finds)


def has_words(text: str) -> bool:
    """True for a text with any letters or digits."""
    return bool(stems(text))


def added(before: Iterable[tuple[Hashable, T]], after: Iterable[tuple[Hashable, T]]) -> list[T]:
    """Of things by what they say: those that say something else, or say it once more, than there were before."""
    left = Counter(said for said, _ in before)
    found: list[T] = []
    for said, thing in after:
        left[said] -= 1
        if left[said] < 0:
            found.append(thing)
    return found


def _without_units(text: str, wanted: str) -> str:
    """A text without the units of its values, unless a value or a unit is wanted: "748 min" is nobody's "Min".

    Where a unit is wanted, it is set apart from its number: "2h" says "h".
    """
    if any(letter.isdigit() for letter in wanted):
        return text
    if lexicon().values.named.fullmatch(wanted):
        return _GLUED.sub(" ", text)
    return lexicon().values.units.sub(" ", text)


@lru_cache(maxsize=50_000)
def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    sets = lexicon().word_sets
    return _SYNONYM if sets.get(word, frozenset()) & sets.get(other, frozenset()) else 0.0


class KnownWords(NamedTuple):
    """Words that an element may be known by."""

    words: str
    trust: float
    """0 to 1."""


def known_as(snapshot: Snapshot, element: Element) -> Iterator[KnownWords]:
    """Words that an element may be known by, each with the trust put in them."""
    text = snapshot.text(element.index)
    if element.name:
        is_tooltip = element.source in ("alt", "title", "placeholder")
        yield KnownWords(element.name, MARKED if is_tooltip else NAMED)
    if element.title and element.source != "title":
        yield KnownWords(element.title, MARKED)
    if element.is_field and element.source in ("", "placeholder", "title"):
        yield KnownWords(label_beside(snapshot, element), GUESSED)
    if element.options and not element.options[0].value:
        # The placeholder of a list, "All categories" or "Category…", says what it is for.
        yield KnownWords(element.options[0].text, GUESSED)
    if has_words(element.name) and not has_words(text):
        # A cross that is called "Close" removes nothing.
        return
    if text and text != element.name and len(text) <= _LONG_NAME and not element.is_field:
        yield KnownWords(text, NAMED)
    said = text or element.name
    is_sign = len(said) <= _LONG_SIGN or not has_words(said)
    for sign, meanings in lexicon().symbols.items() if is_sign and element.clickable else ():
        before, found, behind = said.partition(sign)
        # A sign that joins two words says nothing by itself: "A→Z", "3-5".
        if found and not (has_words(before) and has_words(behind)):
            yield from (KnownWords(meaning, GUESSED) for meaning in meanings)


def label_beside(snapshot: Snapshot, field: Element) -> str:
    """The text right before a field, or right behind one that is ticked; empty where it belongs to another control."""
    place = field.last_text if field.role in ("checkbox", "radio", "switch") else field.first_text - 1
    if not 0 <= place < len(snapshot.pieces) or snapshot.pieces[place].hidden:
        return ""
    words, owner = snapshot.pieces[place].words.strip(), snapshot.pieces[place].owner
    around = [*islice(snapshot.ancestors(field.index), _CLIMB)]
    owners = [owner, *snapshot.ancestors(owner)]
    shared = next((level for level, index in enumerate(owners) if index in around), None)
    if shared is None or len(words) > _LONG_LABEL:
        return ""
    between = (snapshot.elements[index] for index in owners[:shared])
    return "" if any(e.is_field or (e.clickable and e.role != "label") for e in between) else words


def heading_of(snapshot: Snapshot, container: Element) -> str:
    """The first heading or legend in a container.

    Where others of the same level stand in it too, as on a board, each of them names a part and not the whole.
    """
    inner = (snapshot.elements[index] for index in snapshot.inside(container.index))
    headings = [e for e in inner if e.role in ("heading", "legend", "caption") and e.is_shown]
    if not headings or any(other.tag == headings[0].tag for other in headings[1:]):
        return ""
    return headings[0].name or snapshot.text(headings[0].index)


def column_header(snapshot: Snapshot, element: Element) -> str:
    """The header over a table cell; empty for anything else."""
    if element.role not in ("cell", "rowheader"):
        return ""
    roles = ("cell", "columnheader", "rowheader")
    cells = [i for i in snapshot.children.get(element.parent, []) if snapshot.elements[i].role in roles]
    around = snapshot.ancestors(element.parent)
    table = next((i for i in around if snapshot.elements[i].role == "table"), None)
    inner = snapshot.inside(table) if table is not None else ()
    headers = [i for i in inner if snapshot.elements[i].role == "columnheader"]
    return snapshot.text(headers[cells.index(element.index)]) if len(headers) >= len(cells) else ""
