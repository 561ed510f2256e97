"""How far a developer's edit moved a text."""

from rapidfuzz.distance import Levenshtein


def edit_distance(before: str, after: str) -> float:
    """Levenshtein distance of the texts over the length of the longer one: 0 unchanged, 1 nothing kept."""
    return Levenshtein.normalized_distance(before, after)
