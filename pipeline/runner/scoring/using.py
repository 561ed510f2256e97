"""What agents used of models, added up over turns: what nobody told stays unknown, and is no nothing."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from plans.records.code_agent import AgentReport
from plans.records.usage import Refusal, Usage, Used

N = TypeVar("N", int, float)

_REFUSALS = frozenset(Refusal)


def used_in(reports: Iterable[AgentReport]) -> Used:
    """Of these turns together; a sum over turns of which some told nothing is a least amount, and says so."""
    turns = [_used(report) for report in reports]
    return Used(
        turns=len(turns),
        turns_told=sum(turn.turns_told for turn in turns),
        turns_priced=sum(turn.turns_priced for turn in turns),
        calls=_sum([turn.calls for turn in turns]),
        input_tokens=_sum([turn.input_tokens for turn in turns]),
        cached_input_tokens=_sum([turn.cached_input_tokens for turn in turns]),
        output_tokens=_sum([turn.output_tokens for turn in turns]),
        cost=_sum([turn.cost for turn in turns]),
    )


def _used(report: AgentReport) -> Used:
    """Of one turn: as the relay counted it, else as the agent itself reports it."""
    usage = report.usage
    if usage is None:
        is_told = report.input_tokens is not None and report.output_tokens is not None
        return Used(
            turns=1,
            turns_told=int(is_told),
            turns_priced=int(report.cost is not None),
            input_tokens=report.input_tokens,
            output_tokens=report.output_tokens,
            cost=report.cost,
        )
    # Endpoints that tell no usage are counted as none: only a turn without any answer surely used nothing.
    if usage.tokens.total == 0 and not _got_nothing(usage):
        return Used(turns=1, calls=usage.calls)
    is_priced = usage.cost is not None
    return Used(
        turns=1,
        turns_told=int(usage.unreported == 0),
        turns_priced=int(is_priced and usage.unreported == 0),
        calls=usage.calls,
        input_tokens=usage.tokens.input,
        cached_input_tokens=usage.tokens.cached_input,
        output_tokens=usage.tokens.output,
        cost=usage.cost,
    )


def _got_nothing(usage: Usage) -> bool:
    """Whether each call was refused, by the relay or by an HTTP status of the endpoint; one that broke off may have
    been answered in part.
    """
    refused = sum(n for reason, n in usage.failed.items() if reason.isdecimal() or reason in _REFUSALS)
    return refused == usage.calls


def _sum(numbers: Sequence[N | None]) -> N | None:
    """Of what is known; None where nothing is."""
    known = [number for number in numbers if number is not None]
    return sum(known[1:], known[0]) if known else None
