"""Instances: from sampled parameters to a topic, to constraints one after another, to a prompt."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import Template
from pydantic import JsonValue

from plans.errors import AuthorError
from plans.text.constraints.base import GROUPS, MOST, BaseConstraint, Group
from plans.text.constraints.language import asks_of, said
from plans.text.drawing import View, drawn_constraint
from plans.text.vocabulary_files import Domain, Topic, topics, world

Json = dict[str, JsonValue]
LEAST = 2
"""Constraints that an instance has at least, all groups together."""
JUDGED, DECIDED = "judged", "decided by program"
_PROMPTS = Path(__file__).with_name("prompts")


def draw(parameters: Json, random_seed: int) -> Json:
    """An instance; the same parameters and seed give the same one.

    `parameters`: `user`, `role`, `task`, `constraints_are` and a number for each group. What comes back as parameters
    has besides `domain` and `topic`, and `constrainedness`: constraints by the most there could be. Where the groups
    have fewer than two constraints together, some are added. Raises AuthorError for a parameter that is missing or
    has no such value.
    """
    chance = Random(f"text {random_seed}")
    counts = _counts(parameters, random_seed)
    name, topic = _topic(_text(parameters, "user"), _text(parameters, "task"), chance)
    constraints = _constraints(
        counts, _text(parameters, "constraints_are") == JUDGED, topic, topics().domains[name], chance
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
    given = {key: parameters[key] for key in ("user", "role", "task", "constraints_are")}
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
        "metadata": {"topic": topic.about, "topic_words": [*topic.words]},
    }


def _text(parameters: Json, name: str) -> str:
    value = parameters.get(name)
    if not isinstance(value, str):
        raise AuthorError(f"The parameter {name!r} is {value!r}: a text of the plan's values is needed.")
    return value


def _counts(parameters: Json, random_seed: int) -> dict[Group, int]:
    counts: dict[Group, int] = {}
    for group in GROUPS:
        count = parameters.get(group)
        if not isinstance(count, int) or not 0 <= count <= MOST:
            raise AuthorError(
                f"The parameter {group!r} is {count!r}: a whole number from 0 to {MOST} is needed."
            )
        counts[group] = count
    # Drawn apart from all else, so that the numbers which come back give the same instance again.
    chance = Random(f"groups {random_seed}")
    while sum(counts.values()) < LEAST:
        counts[chance.choice(GROUPS)] += 1
    return counts


def _topic(user: str, task: str, chance: Random) -> tuple[str, Topic]:
    """A domain that task and user have in common, or that the task has, and one of its topics."""
    there = world()
    users = {one.name: one.domains for one in there.users}
    tasks = {one.name: one.domains for one in there.tasks}
    if user not in users or task not in tasks:
        raise AuthorError(f"{user!r} or {task!r} is not in world.yaml: use users and tasks of the plan.")
    fitting = tasks[task] or tuple(topics().domains)
    common = [domain for domain in users[user] if domain in fitting]
    name = chance.choice(common or fitting)
    return name, chance.choice(topics().domains[name].topics)


def _constraints(
    counts: dict[Group, int], judged: bool, topic: Topic, domain: Domain, chance: Random
) -> list[BaseConstraint]:
    """Group after group; of judged instances one constraint for certain is left to a judge, and others by chance."""
    wanted: list[Group] = [group for group in GROUPS for _ in range(counts[group])]
    certain = chance.randrange(len(wanted))
    view = View(topic, domain, chance)
    for place, group in enumerate(wanted):
        to_judge = judged and (place == certain or chance.random() < 0.2)
        view.add(drawn_constraint(view, group, to_judge))
    return view.drawn


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
