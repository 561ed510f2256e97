"""What an option of a sort control means: by what a list is put in order, and which way round."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.lexicon_parts import OrderKind, Way
from agents.browser.grounding.stemming import stem, stems
from agents.browser.grounding.words import agreement
from plans.records.targets import Target

_ALIKE = 0.72
_LETTERS = re.compile(r"(?i)(?<![^\W_])(a\W*(?:to\W*)?z|z\W*(?:to\W*)?a)(?![^\W_])")
_DIGITS = re.compile(r"(?<!\d)([01]\W*(?:to\W*)?9|9\W*(?:to\W*)?[01])(?!\d)")
_TURNED = re.compile(r"(?i)\brevers")
_ARROWS = {
    "↑": "ascending",
    "▲": "ascending",
    "⬆": "ascending",
    "↓": "descending",
    "▼": "descending",
    "⬇": "descending",
}


class Order(NamedTuple):
    """An order of a list."""

    by: str
    """Stems of what it goes by; empty where that is not said."""
    kind: OrderKind
    way: Way


@lru_cache(maxsize=4096)
def order_said(text: str) -> Order | None:
    """The order that a text speaks of; None where it speaks of none, or of one that can be read two ways."""
    if lexicon().orders.last.search(text):
        return None
    for arrow, word in _ARROWS.items():
        text = text.replace(arrow, f" {word} ")
    letters, digits = _LETTERS.search(text), _DIGITS.search(text)
    span = letters or digits
    words = stems(text.replace(span[0], " ") if span else text)
    known = lexicon().orders.words
    way: Way | None = None
    kind: OrderKind = ""
    if span is not None:
        way = "rising" if span[0][0] in "aA01" else "falling"
        kind = "letters" if letters else "amount"
    by: list[str] = []
    told_by: list[str] = []
    for word in words:
        told = known.get(word)
        if told is None:
            if word not in lexicon().orders.filling:
                by.append(word)
            continue
        way = way or told.way
        kind = told.kind if not kind or told.kind == "time" else kind
        told_by += [stem(told.by)] if told.by else []
    if way is None:
        return _given(text, words)
    if way != "given" and _TURNED.search(text):
        way = "falling" if way == "rising" else "rising"
    # "Cheap seats first" goes by price, whatever is cheap; "Duration, shortest first" says itself what it goes by.
    own = [word for word in by if any(word in _meant_by(told) for told in told_by)]
    named = " ".join(dict.fromkeys(w for w in own or told_by or by if not w.startswith("revers")))
    return (
        Order(named or ("title" if kind == "letters" else ""), kind, way)
        if way != "given"
        else _given(text, words)
    )


def orders_said(texts: Sequence[str]) -> list[Order | None]:
    """The orders that several texts speak of, which are offered side by side.

    Of two that go by the same, and of which one says no way that is known, that is the other way round: "Humidity,
    driest first" beside "Humidity, most humid first". "Reset" beside orders takes them away.
    """
    orders = [order_said(text) for text in texts]
    found = list(orders)
    for place, text in enumerate(texts):
        words = set(stems(text)) - lexicon().orders.filling
        if orders[place] is None and words and words <= lexicon().orders.undoes and any(orders):
            found[place] = Order("", "", "given")
        elif orders[place] is None and lexicon().orders.ends.search(text):
            others = [o for o in orders if o is not None and o.way != "given" and words & set(stems(o.by))]
            if len(others) == 1:
                way: Way = "falling" if others[0].way == "rising" else "rising"
                found[place] = others[0]._replace(way=way)
    return found


def wanted_order(target: Target, value: str | None) -> Order | None:
    """The order that is asked for, where a target is what puts a list in order."""
    named = {word for name in (target.name, *target.synonyms) if name for word in stems(name)}
    return order_said(value) if value and named & lexicon().orders.sorts else None


def means_order(wanted: Order, offered: Order) -> bool | None:
    """Whether an order that is offered is the one that is wanted; None where it may be."""
    if "given" in (wanted.way, offered.way) or wanted.way != offered.way:
        return wanted.way == offered.way
    if wanted.kind and offered.kind and wanted.kind != offered.kind:
        return False
    if wanted.by and offered.by:
        is_same = max(agreement(wanted.by, offered.by), agreement(offered.by, wanted.by)) >= _ALIKE
        return True if is_same or _is_implied(wanted.by, offered.by) else None
    return True if wanted.kind and wanted.kind == offered.kind else None


def is_unnamed(order: Order) -> bool:
    """Whether an order says by the word for its way alone what it goes by: "Most expensive first"."""
    return order.by in {stem(word.by) for word in lexicon().orders.words.values() if word.by}


def is_turned(wanted: Order, offered: Order) -> bool:
    """Whether an order that is offered is the one that is wanted, but for the way round."""
    if "given" in (wanted.way, offered.way) or wanted.way == offered.way:
        return False
    return means_order(wanted, offered._replace(way=wanted.way)) is True


def _is_implied(named: str, by: str) -> bool:
    """Whether what a word implies that an order goes by is what it was asked for by: "shortest" goes by duration."""
    return stems(named)[-1] in _meant_by(by) or stems(by)[-1] in _meant_by(named)


@lru_cache(maxsize=256)
def _meant_by(implied: str) -> frozenset[str]:
    """Stems of what goes by a word that orders imply: "length" is a duration, a time, and so on."""
    known = lexicon()
    if implied not in {stem(word.by) for word in known.orders.words.values() if word.by}:
        return frozenset()
    kinds = [words for words in known.values.words.values() if implied in words]
    return frozenset(word for words in kinds for word in words)


def _given(text: str, words: tuple[str, ...]) -> Order | None:
    """The order of old, where words say that there is none, or no more than that this is one."""
    known = lexicon().orders.words
    telling = [word for word in words if word not in lexicon().orders.filling]
    is_given = all(word in known and known[word].way == "given" for word in telling)
    return Order("", "", "given") if lexicon().orders.none.search(text) or (words and is_given) else None
