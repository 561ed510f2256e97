"""Instances: from sampled parameters to a topic, to constraints one after another, to a prompt."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import Template
from pydantic import JsonValue

from plans.errors import AuthorError
from plans.text.conflicts import conflict
from plans.text.constraint import GROUPS, MOST, Constraint, Group
from plans.text.document import mentions
from plans.text.kinds import KINDS
from plans.text.language import asks_of, constraint_of, said
from plans.text.vocabulary_files import (
    Topic,
    TopicGroup,
    drawing_table,
    forms_of,
    phrases,
    topics,
    wording,
    world,
)
from plans.text.writer import written

Json = dict[str, JsonValue]
LEAST = 2
"""Constraints that an instance has at least, all groups together."""
JUDGED = "judged"
TRIES = 40
"""Draws of one constraint before one is taken that goes with no text, which the checks then refuse."""
AGAIN = 0.2
"""How often a word that an earlier constraint asks for is asked for again."""
_PROMPTS = Path(__file__).with_name("prompts")


def draw(parameters: Json, random_seed: int) -> Json:
    """An instance; the same parameters and seed give the same one.

    `parameters`: `user`, `role`, `task`, `constraints_are` and a number for each group, and `topic` if one is asked
    for. What comes back as parameters has the topic, its `domain`, and `constrainedness`: constraints by the most
    there could be. Where the groups have fewer than two constraints together, some are added, and `metadata` says of
    which groups. Raises AuthorError for a parameter that is missing or has no such value.
    """
    chance = Random(f"text {random_seed}")
    counts = _counts(parameters)
    added = _added(counts, random_seed)
    given = {name: _text(parameters, name) for name in ("user", "role", "task", "constraints_are")}
    name, topic = _topic(given["user"], given["task"], parameters.get("topic"), chance)
    wanted: list[Group] = [group for group in GROUPS for _ in range(counts[group] + added.count(group))]
    constraints = _constraints(
        wanted, given["constraints_are"] == JUDGED, topic, topics().domains[name], chance
    )
    told: list[Json] = []
    for constraint in constraints:
        number = 1 + sum(one["group"] == constraint.GROUP for one in told)
        told.append(
            {
                "name": f"{constraint.GROUP}-{number}",
                "group": constraint.GROUP,
                "kind": constraint.called(),
                "decided_by": "judge" if constraint.JUDGED else "program",
                "text": said(constraint, chance),
                "asks": asks_of(constraint),
            }
        )
    return {
        "prompt": _prompt(given, topic, [str(one["text"]) for one in told], chance),
        "split": "judged" if any(constraint.JUDGED for constraint in constraints) else "main",
        "parameters": {
            **given,
            **counts,
            "domain": name,
            "topic": topic.about,
            "constrainedness": round(len(told) / (MOST * len(GROUPS)), 4),
        },
        "constraints": [*told],
        "metadata": {"topic": topic.about, "topic_words": [*topic.words], "added": [*added]},
    }


def _text(parameters: Json, name: str) -> str:
    value = parameters.get(name)
    if not isinstance(value, str):
        raise AuthorError(f"The parameter {name!r} is {value!r}: a text of the plan's values is needed.")
    return value


def _counts(parameters: Json) -> dict[Group, int]:
    counts: dict[Group, int] = {}
    for group in GROUPS:
        count = parameters.get(group)
        if not isinstance(count, int) or not 0 <= count <= MOST:
            raise AuthorError(
                f"The parameter {group!r} is {count!r}: a whole number from 0 to {MOST} is needed."
            )
        counts[group] = count
    return counts


def _added(counts: dict[Group, int], random_seed: int) -> list[Group]:
    """Groups that get a constraint more than was sampled."""
    chance = Random(f"groups {random_seed}")
    return [chance.choice(GROUPS) for _ in range(LEAST - sum(counts.values()))]


def _topic(user: str, task: str, asked: JsonValue, chance: Random) -> tuple[str, Topic]:
    """The topic asked for; else one of a domain that task and user have in common, or that the task has."""
    there = world()
    users = {one.name: one.domains for one in there.users}
    tasks = {one.name: one.domains for one in there.tasks}
    if user not in users or task not in tasks:
        raise AuthorError(f"{user!r} or {task!r} is not in world.yaml: use users and tasks of the plan.")
    fitting = tasks[task] or tuple(topics().domains)
    common = [domain for domain in users[user] if domain in fitting]
    # Drawn also where a topic is asked for, so that the topic which comes back gives the same instance again.
    name = chance.choice(common or fitting)
    topic = chance.choice(topics().domains[name].topics)
    if asked is None:
        return name, topic
    known = {one.about: (name, one) for name, domain in topics().domains.items() for one in domain.topics}
    if not isinstance(asked, str) or asked not in known:
        raise AuthorError(f"The topic {asked!r} is not in topics.yaml: use a topic of the plan.")
    return known[asked]


def _constraints(
    wanted: list[Group], judged: bool, topic: Topic, domain: TopicGroup, chance: Random
) -> list[Constraint]:
    """Group after group; of judged instances one constraint for certain is left to a judge, and others by chance.

    Where no text is found for all of them, they are drawn again, and each is tried with the earlier ones.
    """
    certain, begin = chance.randrange(len(wanted)), chance.getstate()
    drawn: list[Constraint] = []
    for with_text in (False, True):
        chance.setstate(begin)
        view = View(topic, domain, chance)
        for place, group in enumerate(wanted):
            to_judge = judged and (place == certain or chance.random() < 0.2)
            view.add(drawn_constraint(view, group, to_judge, with_text))
        drawn = view.drawn
        if view.has_text():
            break
    return drawn


def _prompt(given: dict[str, Any], topic: Topic, texts: list[str], chance: Random) -> str:
    names = sorted(path.name for path in _PROMPTS.glob("*.md.jinja"))
    return _template(chance.choice(names)).render(about=topic.about, texts=texts, **given).strip() + "\n"


@cache
def _template(name: str) -> Template:
    environment = Environment(
        loader=FileSystemLoader(_PROMPTS),
        autoescape=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)


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


def drawn_asks(view: View, kind: str) -> Json:
    """The fields of a constraint of a kind, by drawing.yaml."""
    return _fields(view, drawing_table().kinds[kind])


def _fields(view: View, fields: Mapping[str, Any]) -> Json:
    asks: Json = {}
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
