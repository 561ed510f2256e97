"""How much of a kind the things of a scene are."""

from collections.abc import Iterable


def diversity(kinds: Iterable[str]) -> float:
    """Different kinds over the number of things (paper, figures on BA-Causal): from nearly 0 to 1."""
    listed = list(kinds)
    return len(set(listed)) / len(listed)
