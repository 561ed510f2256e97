"""Items and agents that are asked for by name."""

from collections.abc import Collection

from agents.coding.roster import BUILT_IN, PROGRAMS, agent_spec
from pipeline.cli.suggesting import meant
from plans.errors import AuthorError
from plans.items import chosen_items
from plans.model_settings import OWN_CODER
from plans.records.code_agent import AgentSpec
from plans.records.suite import Suite


def asked_items(suite: Suite, wanted: Collection[str]) -> list[str]:
    """The ids that are wanted, in the suite's order; all where none is named.

    Raises AuthorError for unknown ones, with those that may have been meant.
    """
    try:
        return chosen_items(suite, wanted)
    except AuthorError as error:
        ids = [item.id for item in suite.items]
        told = dict.fromkeys(meant(one, ids) for one in sorted(wanted) if one not in ids)
        raise AuthorError(f"{error}{''.join(told)}") from None


def asked_agent(text: str) -> AgentSpec:
    """What `--agent TEXT` means; AuthorError shows the forms that are understood, and the name that may be meant."""
    try:
        return agent_spec(text)
    except AuthorError as error:
        raise AuthorError(
            f"{error}{meant(text.partition(':')[0], (*BUILT_IN, OWN_CODER, *PROGRAMS))}"
        ) from None
