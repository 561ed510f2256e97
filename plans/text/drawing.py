"""Constraints drawn one after another, each with the earlier ones in view."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pydantic import JsonValue

from plans.text.conflicts import conflict
from plans.text.document import mentions
from plans.text.kinds import KINDS, Constraint, Group
from plans.text.language import constraint_of
from plans.text.vocabulary_files import Topic, TopicGroup, drawing_table, forms_of, phrases, wording
from plans.text.writer import written

Asks = dict[str, JsonValue]
TRIES = 40
"""Draws of one constraint before one is taken that goes with no text, which the checks then refuse."""
AGAIN = 0.2
"""How often a word that an earlier constraint asks for is asked for again."""


class View:
    """What a constraint is drawn from: the topic's words, and the earlier constraints."""

    def __init__(self, topic: Topic, domain: TopicGroup, chance: Random) -> None:
        self.topic = topic
        self.domain = domain
        self.chance = chance
        self.drawn: list[Constraint] = []
        self._wanted: list[tuple[str, ...]] = []
        self._quoted: list[str] = []
        nouns = [forms_of(noted) for noted in dict.fromkeys((*topic.words, *domain.words))]
        chance.shuffle(nouns)
        # A noun that is part of another's inflection would be found wherever the other stands.
        self._nouns = [forms for forms in nouns if not mentions(topic.about, forms)]

    def add(self, constraint: Constraint) -> None:
        """Take a constraint in; its words are no longer fresh."""
        self.drawn.append(constraint)
        self._quoted = [text.casefold() for one in self.drawn for text in _texts(one.model_dump())]
        if constraint.GROUP != "negative":
            self._wanted += [
                forms for forms in self._nouns if forms[0] in self._quoted and forms not in self._wanted
            ]

    def has_text(self, *more: Constraint) -> bool:
        """Whether a text was found that keeps to all that are drawn, and to these."""
        return not written([*self.drawn, *more], self.topic.about).missed

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

    def singles(self, low: int, high: int) -> list[JsonValue]:
        """Different nouns without their inflections."""
        return [forms[0] for forms in self.nouns(self.count(low, high))]

    def members(self) -> tuple[str, ...]:
        """Members of a category of the domain."""
        return self.chance.choice([*self.domain.categories.values()])

    def count(self, low: int, high: int, step: int = 1) -> int:
        """A number between, both included."""
        return low + step * self.chance.randint(0, (high - low) // step)

    def place(self, most: int = 3) -> int:
        """First, second, …, or last."""
        return self.chance.choice([*range(1, most + 1), -1])


def drawn_constraint(view: View, group: Group, judged: bool, with_text: bool) -> Constraint:
    """A constraint of the group that conflicts with none in view, if one was found in time.

    It is of a kind that is not in view yet, as long as there are others. `with_text` asks for a text that keeps to it
    and to those in view.
    """
    there = {constraint.called() for constraint in view.drawn}
    kinds = [
        name for name in drawing_table().kinds if (group, judged) == (KINDS[name].GROUP, KINDS[name].JUDGED)
    ]
    kinds = [kind for kind in kinds if kind not in there] or kinds
    constraint = _drawn(view, kinds)
    for _ in range(TRIES):
        if not any(conflict(constraint, earlier) for earlier in view.drawn) and (
            not with_text or view.has_text(constraint)
        ):
            break
        constraint = _drawn(view, kinds)
    return constraint


def _drawn(view: View, kinds: Sequence[str]) -> Constraint:
    kind = view.one_of(kinds)
    return constraint_of(kind, drawn_asks(view, kind))


def _texts(value: object) -> list[str]:
    """All texts within a dumped constraint, names of kinds among them."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for inner in value.values() for text in _texts(inner)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return [text for inner in value for text in _texts(inner)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return []


def drawn_asks(view: View, kind: str) -> Asks:
    """The fields of a constraint of a kind, by drawing.yaml."""
    return _fields(view, drawing_table().kinds[kind])


def _fields(view: View, fields: Mapping[str, Any]) -> Asks:
    asks: Asks = {}
    for name, how in fields.items():
        if name.startswith("two"):
            first, second = view.nouns(2)
            is_whole = name == "two_inflected"
            asks |= {how[0]: [*first] if is_whole else first[0], how[1]: [*second] if is_whole else second[0]}
        else:
            asks[name] = _value(view, how)
    return asks


def _value(view: View, how: Any) -> JsonValue:
    table = drawing_table()
    match how:
        case "noun":
            return [*view.noun()]
        case "unwanted":
            return [*view.unwanted()]
        case "named":
            return view.some(view.members(), 2, 3) if view.chance.random() < 0.5 else view.singles(2, 3)
        case "subject":
            return view.one_of(phrases().angles).replace("{thing}", view.noun()[-1])
        case "matter":
            return view.one_of(phrases().matters).replace("{thing}", view.noun()[-1])
        case "mark":
            return view.one_of([mark for mark in wording().marks if mark != "full_stop"])
        case "pattern":
            return view.one_of([*wording().patterns])
        case "condition" | "consequence":
            facts = table.conditions if how == "condition" else table.consequences
            fact = view.one_of([*facts])
            return {"fact": fact, **_fields(view, facts[fact])}
        case {"claims": options}:
            return _fields(view, table.claims[view.one_of(options)])
        case {"one_of": options}:
            return view.one_of(options)
        case {"always": text}:
            return text
        case {"members": [low, high]}:
            return view.some(view.members(), low, high)
        case {"nouns": [low, high]}:
            return view.singles(low, high)
        case [low, high, *step]:
            return view.count(low, high, *step)
        case int():
            return view.place(how)
        case str():
            return view.one_of(getattr(phrases(), how))
        case _:
            ((listed, (low, high)),) = how.items()
            return view.some(getattr(phrases(), listed), low, high)
