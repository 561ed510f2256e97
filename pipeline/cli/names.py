"""Names of items, agents and suites as options, and what may have been meant by a wrong one."""

import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import click
from rapidfuzz import fuzz, process, utils

from agents.coding.roster import BUILT_IN, PROGRAMS, agent_spec
from pipeline.graph.spec import under_way
from pipeline.instances.spec import SuiteOrder, kept_spec
from plans.errors import AuthorError
from plans.files import read_own_record
from plans.items import chosen_items, read_suite
from plans.model_settings import OWN_CODER
from plans.paths import SuitePaths
from plans.records.base import RULE, is_folder_name
from plans.records.code_agent import AgentSpec
from plans.records.suite import Suite

ALIKE = 70
"""Percent of likeness (rapidfuzz's ratio) from which on a name may have been meant by another."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence with the known name that is most like this one, to be put behind an error; empty where none is."""
    found = process.extractOne(
        name, list(known), scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=ALIKE
    )
    return f" Did you mean {found[0]!r}?" if found else ""


class NameOf(click.Choice[str]):
    """The type of an option that is one of several names; a misspelt one is told with that which may be meant."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        return super().get_invalid_choice_message(value, ctx) + did_you_mean(str(value), self.choices)


def asked_items(suite: Suite, wanted: Collection[str]) -> list[str]:
    """The ids that are wanted, in the suite's order; all where none is named.

    Raises AuthorError for unknown ones, with those that may have been meant.
    """
    try:
        return chosen_items(suite, wanted)
    except AuthorError as error:
        ids = [item.id for item in suite.items]
        told = dict.fromkeys(did_you_mean(one, ids) for one in sorted(wanted) if one not in ids)
        raise AuthorError(f"{error}{''.join(told)}") from None


def parse_agent(text: str) -> AgentSpec:
    """What `--agent TEXT` means; AuthorError shows the forms that are understood, and the name that may be meant."""
    try:
        return agent_spec(text)
    except AuthorError as error:
        raise AuthorError(
            f"{error}{did_you_mean(text.partition(':')[0], (*BUILT_IN, OWN_CODER, *PROGRAMS))}"
        ) from None


LONGEST = 64
"""Characters of the longest name."""


def suite_name(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """A name that may be a folder's; anything else is a usage error."""
    if value is not None and not is_folder_name(value):
        raise click.BadParameter(f"{value!r} cannot be a suite's name: {RULE}.", ctx, parameter)
    return value


def suite_version(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Three numbers; anything else is a usage error."""
    if value is not None and not re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", value):
        raise click.BadParameter(f"{value!r} is no version; use three numbers such as 1.0.0.", ctx, parameter)
    return value


def suite_licence(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    """An SPDX name or expression, as it stands in the suite's card; anything else is a usage error."""
    if not re.fullmatch(r"[A-Za-z0-9.+:()-]+( [A-Za-z0-9.+:()-]+)*", value):
        raise click.BadParameter(f"{value!r} is no SPDX name; use one such as CC-BY-4.0.", ctx, parameter)
    return value


def usual_name(folder: Path) -> str:
    """The name of a suite in this folder where nobody gives one: as it was begun, whatever the folder is called by
    now; of a new suite the folder's name, with whatever a suite's name may not hold turned into dashes.
    """
    paths = SuitePaths(folder)
    if paths.suite.exists():
        return read_suite(paths).name
    ordered = read_own_record(paths.order, SuiteOrder) if paths.order.exists() else None
    if (begun := under_way(paths) or ordered or kept_spec(paths)) is not None:
        return begun.name
    words = re.findall(r"[a-z0-9]+", folder.resolve().name.lower())
    return "-".join(words)[:LONGEST].strip("-") or "suite"
