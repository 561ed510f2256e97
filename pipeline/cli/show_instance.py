"""`benchwright show` of a suite of instances: one of them, printed."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import click
from rich.console import Console
from rich.text import Text

from pipeline.cli.instances import refuse_others
from pipeline.cli.output import echo_json, open_console
from pipeline.cli.progress import say
from pipeline.cli.suggesting import meant
from pipeline.instances.reading import read_instances
from plans.errors import AuthorError
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.instance import Instance

TAKES = ("item", "id", "as_json")
"""Options of the verb that mean something for a suite of instances."""
LONGEST = 600
"""Letters of a value that are printed: of a simulation's states there are many thousands."""


def print_instance(ctx: click.Context, suite: Path, given: Mapping[str, object]) -> None:
    """Print the instance that is named, or the first; AuthorError with the id that may be meant."""
    refuse_others(ctx, TAKES, "an instance is printed, and nothing is served.")
    paths = SuitePaths(suite)
    split, instance = _named(paths, cast("str | None", given["id"]))
    if given["as_json"]:
        echo_json(instance)
        return
    _print(paths, split, instance, open_console())


def _named(paths: SuitePaths, id: str | None) -> tuple[str, Instance]:
    splits = read_instances(paths, read_suite(paths))
    every = {one.id: (split, one) for split, instances in splits.items() for one in instances}
    if id is None:
        return next(iter(every.values()))
    if id not in every:
        raise AuthorError(
            f"There is no instance {id!r} in {paths.root}. There are {len(every):,}, from {min(every)} to {max(every)}."
            f"{meant(id, every)}"
        )
    return every[id]


def _print(paths: SuitePaths, split: str, instance: Instance, console: Console) -> None:
    console.print(Text(instance.id, "bold"), Text(f"split {split}, random seed {instance.random_seed}"))
    _part(console, "Prompt", instance.prompt)
    for number, digest in enumerate(instance.media, 1):
        say(console, f"picture {number}: {paths.picture(digest)}")
    _part(console, "Parameters", _told(instance.parameters))
    _part(console, "Constraints", "\n".join(_value(one) for one in instance.constraints) or "none")
    _part(console, "Not shown to a model", _told(instance.metadata))


def _part(console: Console, title: str, text: str) -> None:
    console.print()
    console.print(Text(title, "bold"))
    say(console, text)


def _told(values: Mapping[str, object]) -> str:
    return "\n".join(f"{name}: {_value(value)}" for name, value in values.items()) or "none"


def _value(value: object) -> str:
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return told if len(told) <= LONGEST else f"{told[:LONGEST]}… ({len(told):,} letters; --json prints all)"
