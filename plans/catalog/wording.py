"""Words of ours that are told to people."""

from collections.abc import Sequence

from pydantic import JsonValue

from plans.catalog.contents import Domain


def listed(words: Sequence[JsonValue], last: str = "and") -> str:
    """`a, b and c`."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def goal_of(domain: Domain) -> str:
    """What a project about the domain is for, as a sentence."""
    goal = f"{domain.purpose}, for {domain.audience}."
    return f"{goal[0].upper()}{goal[1:]}"
