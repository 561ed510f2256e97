"""What answers score, by the family's metrics; an answer that could not be had scores nothing and is unresolved."""

from collections.abc import Mapping, Sequence

from plans.contracts.instances import Answered, InstanceFamily
from plans.records.instance import Evaluated, Instance, Mark, Response


async def evaluated(
    family: InstanceFamily, instances: Mapping[str, Instance], responses: Sequence[Response], variant: str
) -> list[Evaluated]:
    """Of each response, in order; raises what InstanceFamily does."""
    asked = [
        Answered(instances[one.instance], "" if one.failed or one.declined else one.text) for one in responses
    ]
    found = await family.evaluate(asked, variant)
    return [
        _unresolved(score) if response.failed else score
        for response, score in zip(responses, found, strict=True)
    ]


def _unresolved(score: Evaluated) -> Evaluated:
    """The same checks, with none of those that apply decided."""
    return Evaluated(
        answer="",
        checks={check: _open(mark) for check, mark in score.checks.items()},
        groups=score.groups,
        apart={check: _open(mark) for check, mark in score.apart.items()},
    )


def _open(mark: Mark) -> Mark:
    return mark if mark is Mark.NOT_APPLIED else Mark.UNRESOLVED
