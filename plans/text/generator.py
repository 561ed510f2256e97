"""Instances: from sampled parameters to a topic, to constraints one after another, to a prompt."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import Template
from pydantic import JsonValue

from plans.errors import AuthorError
from plans.text.drawing import View, drawn_constraint
from plans.text.kinds import GROUPS, MOST, Constraint, Group
from plans.text.language import asks_of, said
from plans.text.vocabulary_files import Topic, TopicGroup, topics, world

Json = dict[str, JsonValue]
LEAST = 2
"""Constraints that an instance has at least, all groups together."""
JUDGED = "judged"
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
