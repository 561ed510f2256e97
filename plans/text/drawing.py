"""Constraints drawn one after another, each with the earlier ones in view."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from pydantic import JsonValue

from plans.text.constraints.base import BaseConstraint, Group
from plans.text.constraints.language import KINDS, conflict, constraint_of
from plans.text.document import mentions
from plans.text.vocabulary_files import Topic, TopicGroup, forms_of, phrases, wording

Asks = dict[str, JsonValue]
TRIES = 40
"""Draws of one constraint before one that conflicts is taken, which the check of consistency then refuses."""
AGAIN = 0.2
"""How often a word that an earlier constraint asks for is asked for again."""


class View:
    """What a constraint is drawn from: the topic's words, and the earlier constraints."""

    def __init__(self, topic: Topic, domain: TopicGroup, chance: Random) -> None:
        self.topic = topic
        self.domain = domain
        self.chance = chance
        self.drawn: list[BaseConstraint] = []
        self._wanted: list[tuple[str, ...]] = []
        self._quoted: list[str] = []
        nouns = [forms_of(noted) for noted in dict.fromkeys((*topic.words, *domain.words))]
        chance.shuffle(nouns)
        # A noun that is part of another's inflection would be found wherever the other stands.
        self._nouns = [forms for forms in nouns if not mentions(topic.about, forms)]

    def add(self, constraint: BaseConstraint) -> None:
        """Take a constraint in; its words are no longer fresh."""
        self.drawn.append(constraint)
        self._quoted = [text.casefold() for one in self.drawn for text in _texts(one.model_dump())]
        if constraint.GROUP != "negative":
            self._wanted += [
                forms for forms in self._nouns if forms[0] in self._quoted and forms not in self._wanted
            ]

    def noun(self) -> tuple[str, ...]:
        """A noun with its inflections: one that no constraint names, now and then one that is asked for already."""
        if self._wanted and self.chance.random() < AGAIN:
            return self.chance.choice(self._wanted)
        return self.nouns(1)[0]

    def nouns(self, count: int) -> list[tuple[str, ...]]:
        """Different nouns, fresh ones as far as there are any."""
        fresh = [forms for forms in self._nouns if not any(form in self._quoted for form in forms)]
        pool = fresh if len(fresh) >= count else self._nouns
        return self.chance.sample(pool, count)

    def unwanted(self) -> tuple[str, ...]:
        """A word to leave out: one of those that people are tired of, or a noun."""
        if self.chance.random() < 0.5:
            return self.noun()
        return forms_of(self.chance.choice([*phrases().banned]))

    def one_of(self, texts: Sequence[str]) -> str:
        """Any of them."""
        return self.chance.choice(texts)

    def some(self, texts: Sequence[str], low: int, high: int) -> list[JsonValue]:
        """Some of them, different ones."""
        return [*self.chance.sample(list(texts), min(self.chance.randint(low, high), len(texts)))]

    def members(self) -> tuple[str, ...]:
        """Members of a category of the domain."""
        return self.chance.choice([*self.domain.categories.values()])

    def count(self, low: int, high: int, step: int = 1) -> int:
        """A number between, both included."""
        return low + step * self.chance.randint(0, (high - low) // step)

    def place(self, most: int = 3) -> int:
        """First, second, …, or last."""
        return self.chance.choice([*range(1, most + 1), -1])

    def subject(self) -> str:
        """What could be said of one of the topic's nouns."""
        return self.one_of(phrases().angles).replace("{thing}", self.noun()[-1])

    def matter(self) -> str:
        """What could be touched upon."""
        return self.one_of(phrases().matters).replace("{thing}", self.noun()[-1])


def drawn_constraint(view: View, group: Group, judged: bool) -> BaseConstraint:
    """A constraint of the group that conflicts with none in view, if one was found in time.

    It is of a kind that is not in view yet, as long as there are others.
    """
    there = {constraint.called() for constraint in view.drawn}
    kinds = [name for name, kind in KINDS.items() if group == kind.GROUP and judged == kind.JUDGED]
    kinds = [kind for kind in kinds if kind not in there] or kinds
    constraint = _drawn(view, kinds)
    for _ in range(TRIES):
        if not any(conflict(constraint, earlier) for earlier in view.drawn):
            break
        constraint = _drawn(view, kinds)
    return constraint


def _drawn(view: View, kinds: Sequence[str]) -> BaseConstraint:
    kind = view.one_of(kinds)
    return constraint_of(kind, DRAWS[kind](view))


def _texts(value: object) -> list[str]:
    """All texts within a dumped constraint, names of kinds among them."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for inner in value.values() for text in _texts(inner)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return [text for inner in value for text in _texts(inner)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return []


def _forms(view: View) -> Asks:
    return {"forms": [*view.noun()]}


def _placed(view: View, most: int = 3) -> Asks:
    return {"place": view.place(most), **_forms(view)}


def _singles(view: View, low: int, high: int) -> list[JsonValue]:
    return [forms[0] for forms in view.nouns(view.count(low, high))]


def _named(view: View) -> list[JsonValue]:
    """Members of a category, or nouns of the topic."""
    return view.some(view.members(), 2, 3) if view.chance.random() < 0.5 else _singles(view, 2, 3)


def _pair(view: View, one: str, other: str) -> Asks:
    first, second = view.nouns(2)
    return {one: first[0], other: second[0]}


def _some_of(view: View) -> Asks:
    members = view.some(view.members(), 4, 6)
    return {"options": members, "count": view.count(2, 3)}


def _claim(view: View, *options: str) -> Asks:
    return {"claim": CLAIMS_DRAWN[view.one_of(options)](view)}


def _condition(view: View) -> JsonValue:
    fact = view.one_of([*CONDITIONS_DRAWN])
    return {"fact": fact, **CONDITIONS_DRAWN[fact](view)}


def _consequence(view: View) -> JsonValue:
    fact = view.one_of([*CONSEQUENCES_DRAWN])
    return {"fact": fact, **CONSEQUENCES_DRAWN[fact](view)}


def _if_then(view: View) -> Asks:
    return {"condition": _condition(view), "consequence": _consequence(view)}


def _two_nouns(view: View) -> Asks:
    trigger, forms = view.nouns(2)
    return {"trigger": [*trigger], "forms": [*forms]}


Draws = Mapping[str, Callable[[View], Asks]]
CONDITIONS_DRAWN: Draws = {
    "text_mentions": _forms,
    "text_omits": _forms,
    "longer_than": lambda view: {"count": view.count(100, 200, 10)},
    "has_bullets": lambda view: {},
    "has_numbered": lambda view: {},
    "has_headings": lambda view: {},
    "has_title": lambda view: {},
    "more_paragraphs": lambda view: {"count": view.count(2, 4)},
}
CONSEQUENCES_DRAWN: Draws = {
    "text_mentions": _forms,
    "text_omits": _forms,
    "headings_at_least": lambda view: {"count": view.count(2, 3)},
    "bullets_at_most": lambda view: {"count": view.count(4, 7)},
    "bullets_at_least": lambda view: {"count": view.count(2, 4)},
    "title_mentions": _forms,
    "opening_mentions": _forms,
    "last_paragraph_mentions": _forms,
    "closes_with_question": lambda view: {},
}
CLAIMS_DRAWN: Draws = {
    "mentions": lambda view: {"claim": "mentions", **_forms(view)},
    "omits": lambda view: {"claim": "omits", "forms": [*view.unwanted()]},
    "short": lambda view: {"claim": "most_words", "count": view.count(18, 30)},
    "few_words": lambda view: {"claim": "most_words", "count": view.count(6, 8)},
    "long": lambda view: {"claim": "least_words", "count": view.count(20, 40, 5)},
    "some_words": lambda view: {"claim": "least_words", "count": view.count(5, 10)},
    "most_words": lambda view: {"claim": "most_words", "count": view.count(60, 120, 10)},
    "most_sentences": lambda view: {"claim": "most_sentences", "count": view.count(4, 7)},
    "begins": lambda view: {"claim": "begins", "text": view.one_of(phrases().openers)},
    "ends": lambda view: {"claim": "ends", "mark": view.one_of(("question", "exclamation"))},
    "item_ends": lambda view: {
        "claim": "ends",
        "mark": view.one_of(("semicolon", "exclamation", "full_stop")),
    },
    "has_number": lambda view: {"claim": "has_number"},
}
DRAWS: Draws = {
    "term": _forms,
    "term_times": lambda view: {**_forms(view), "count": view.count(2, 4)},
    "phrase": lambda view: {"text": view.one_of(phrases().expressions)},
    "some_of": _some_of,
    "written": lambda view: {"pattern": view.one_of([*wording().patterns])},
    "numbered_items": lambda view: {"count": view.count(3, 7)},
    "bullet_points": lambda view: {"count": view.count(2, 6)},
    "heading": lambda view: {"text": view.one_of(phrases().headings)},
    "title": _forms,
    "least_words": lambda view: {"count": view.count(100, 300, 25)},
    "least_paragraphs": lambda view: {"count": view.count(2, 5)},
    "questions": lambda view: {"count": view.count(2, 4)},
    "quotation": lambda view: {"count": view.count(4, 8)},
    "discuss": lambda view: {"subject": view.subject()},
    "compare": lambda view: _pair(view, "first", "second"),
    "no_term": lambda view: {"forms": [*view.unwanted()]},
    "none_of": lambda view: {"options": view.some(view.members(), 3, 5)},
    "no_digits": lambda view: {},
    "no_mark": lambda view: {"mark": view.one_of([mark for mark in wording().marks if mark != "full_stop"])},
    "no_first_person": lambda view: {},
    "no_bullets": lambda view: {},
    "no_numbered_list": lambda view: {},
    "no_headings": lambda view: {},
    "most_words": lambda view: {"count": view.count(300, 600, 50)},
    "most_paragraphs": lambda view: {"count": view.count(3, 7)},
    "most_sentences": lambda view: {"count": view.count(30, 60, 5)},
    "no_hint": lambda view: {"subject": view.matter()},
    "no_tone": lambda view: {"subject": view.one_of(phrases().tones)},
    "in_paragraph": _placed,
    "in_sentence": _placed,
    "in_section": _placed,
    "in_item": _placed,
    "paragraph_begins": lambda view: {"place": view.place(), "text": view.one_of(phrases().openers)},
    "first_line": lambda view: {"text": view.one_of(phrases().first_lines)},
    "last_line": lambda view: {"text": view.one_of(phrases().last_lines)},
    "only_in": _placed,
    "heading_at": lambda view: {"place": view.place(), "text": view.one_of(phrases().headings)},
    "just_before": lambda view: _pair(view, "first", "second"),
    "closing_question": lambda view: {},
    "introduction_tells": lambda view: {"subject": view.subject()},
    "ends_with_call": lambda view: {"subject": view.one_of(phrases().aims)},
    "terms_in_order": lambda view: {"texts": _singles(view, 2, 4)},
    "not_before": lambda view: _pair(view, "later", "earlier"),
    "headings_in_order": lambda view: {"texts": view.some(phrases().headings, 2, 3)},
    "bullets_in_order": lambda view: {"texts": _singles(view, 2, 4)},
    "steps_in_order": lambda view: {"texts": _singles(view, 2, 4)},
    "steps_counted": lambda view: {"count": view.count(3, 6)},
    "years_rising": lambda view: {"count": view.count(2, 4)},
    "times_rising": lambda view: {"count": view.count(2, 4)},
    "bullets_alphabetical": lambda view: {"count": view.count(3, 6)},
    "paragraphs_grow": lambda view: {"count": view.count(2, 4)},
    "paragraphs_shrink": lambda view: {"count": view.count(2, 4)},
    "actions_in_order": lambda view: {"texts": view.some(phrases().actions, 3, 4)},
    "if_then": _if_then,
    "if_then_else": lambda view: {**_if_then(view), "otherwise": _consequence(view)},
    "whenever_paragraph": _two_nouns,
    "never_together": _two_nouns,
    "if_meant": lambda view: {
        "subject": view.matter(),
        "aim": view.one_of(("an example", "a warning", "a source")),
    },
    "each_paragraph": lambda view: _claim(
        view, "mentions", "omits", "long", "most_words", "most_sentences", "begins", "ends"
    ),
    "each_sentence": lambda view: _claim(view, "omits", "short"),
    "each_section": lambda view: _claim(view, "mentions", "omits", "long", "has_number"),
    "each_bullet": lambda view: _claim(
        view, "mentions", "omits", "short", "some_words", "begins", "item_ends", "has_number"
    ),
    "each_step": lambda view: _claim(
        view, "mentions", "omits", "short", "some_words", "begins", "item_ends", "has_number"
    ),
    "each_heading": lambda view: _claim(view, "mentions", "few_words", "begins"),
    "each_named": lambda view: {"texts": _named(view), **_forms(view)},
    "each_told": lambda view: {"texts": _named(view), "subject": "who should know about it"},
}
"""Kind → its fields, drawn; ranges are such that all of them can stand in one text."""
