"""How much words say of a subject, and what that is as a score."""

import math

OWN, RELATED = 2.0, 1.0
"""Worth of a keyword of a subject's own, and of a word beside it."""
HALF = 2.5
"""Worth that scores 63 of 100; a keyword of a subject's own scores 55."""


def score(worth: float) -> float:
    """Worth as a score from 0 to 100."""
    return round(100 * (1 - math.exp(-worth / HALF)), 1)


def longer(words: int) -> float:
    """By how much more a phrase of several words says than a single one."""
    return 1 + 0.5 * (words - 1)
