"""Whether a choice did to the list what choices of its kind do.

An app whose orders change nothing has none. This is said only where nothing else can be made of it: two different
orders that both leave three or more entries where they were. A filter that leaves the list as it was, although its
entries show other values, may wait for a button beside it; if it does not, what the task expects tells, for a page may
well hold a list besides that the filter does not concern. What is then read off that very list shows nothing that the
filter did (agents/judging/expecting.py).
"""

from collections.abc import Sequence
from dataclasses import replace

from agents.browser.actions.applying import listing, put_into_effect
from agents.browser.actions.outcome import NotWorking
from agents.browser.grounding.choices import is_placeholder
from agents.browser.grounding.ground import describe
from agents.browser.grounding.listing import listed_entries, without_numbers
from agents.browser.grounding.orders import wanted_order
from agents.browser.grounding.stemming import stems
from agents.browser.grounding.words import says
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from plans.records.steps import Select

_FEW = 3
"""Entries from which two different orders cannot both be the one that was there."""
_SHOWN = 0.8
"""Share of the entries that must show a value of a filter before it is expected of them."""
_FILTERS = frozenset(stems("filter"))


async def check_effect(
    page: LivePage,
    before: Snapshot,
    control: int,
    step: Select,
    offered: Sequence[str],
    chosen: str,
    context: Context,
) -> None:
    """See what a choice did to the list; where it waits for a button beside it, press that.

    `before` is the page as it was, `control` what was chosen from. Raises NotWorking where the choice has no effect.
    """
    after = await page.look()
    if (
        listed_entries(after, context.known.lists) == listed_entries(before, context.known.lists)
        and await page.patience.outlast()
    ):
        after = await page.look()
    if wanted_order(step.target, step.value) is not None:
        _check_order(before, after, step, chosen, context)
    elif is_filter(step) and listing(after, context.known.lists) == listing(before, context.known.lists):
        if await put_into_effect(page, control, context):
            after = await page.look()
        else:
            context.effects = replace(context.effects, idle_at=control)
        others = [text for text in offered if text != chosen and not is_placeholder(text)]
        if not is_placeholder(chosen) and _is_idle(before, after, others, chosen, context):
            unmoved = tuple(listed_entries(after, context.known.lists))
            context.effects = replace(context.effects, unmoved=unmoved)


def is_filter(step: Select) -> bool:
    """Whether a choice leaves some of a list out."""
    return any(_FILTERS & set(stems(name)) for name in (step.target.name, *step.target.synonyms) if name)


def _check_order(before: Snapshot, after: Snapshot, step: Select, chosen: str, context: Context) -> None:
    wanted = wanted_order(step.target, step.value)
    if wanted is None or wanted.way == "given":
        return
    lists = context.known.lists
    effects = context.effects.with_listed(step.target, tuple(listed_entries(before, lists)))
    first = effects.listed[step.target]
    is_idle = len(set(first)) >= _FEW and first == tuple(listed_entries(after, lists))
    context.effects = effects.with_idle(step.target, chosen) if is_idle else effects.with_moved(step.target)
    idle = context.effects.idle[step.target]
    if len(idle) > 1:
        saw = f"{' and '.join(sorted(map(repr, idle)))} leave the list as it was"
        raise NotWorking(f"{describe(step.target)} that works", saw, step.target.role)


def _is_idle(before: Snapshot, after: Snapshot, others: Sequence[str], chosen: str, context: Context) -> bool:
    """Whether the list is as it was, and surely holds what the filter should leave out."""
    if listed_entries(after, context.known.lists) != listed_entries(before, context.known.lists):
        return False
    entries = listed_entries(after, context.known.lists, without_buttons=True)
    if len(entries) < _FEW:
        return False
    value, rest = _value(chosen), [_value(other) for other in others]
    foreign = [text for text in entries if not says(value, text) and any(says(r, text) for r in rest)]
    showing = [text for text in entries if says(value, text) or any(says(r, text) for r in rest)]
    return bool(foreign) and len(showing) >= len(entries) * _SHOWN


def _value(option: str) -> str:
    """An option without how many there are of it: "Tea (4)"."""
    return without_numbers(option)
