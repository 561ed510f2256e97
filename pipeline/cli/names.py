"""Names of items and agents as options, a wrong one told with the name that may be meant."""

from collections.abc import Collection
from typing import Any

import click

from agents.coding.roster import BUILT_IN, PROGRAMS, agent_spec
from plans.errors import AuthorError
from plans.items import chosen_items
from plans.model_settings import OWN_CODER
from plans.records.code_agent import AgentSpec
from plans.records.suite import Suite
from plans.slugs import did_you_mean


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
