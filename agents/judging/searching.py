"""Which other meanings of a task's targets are tried when what it expects was not observed.

Outcomes are specific: this total, this count, this row gone. A wrong element rarely satisfies them all, so the meaning
under which every outcome of a task is observed is taken for the right one. A meaning that brings about some of them
only decides nothing.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from agents.browser.grounding.contract import Look
from agents.judging.attempt import Attempt
from plans.records.targets import Target

Meaning = Mapping[Target, Look]


def other_meanings(first: Attempt, most: int) -> Iterator[Meaning]:
    """At most `most` other meanings, one target changed at a time: the best of each target before the next best.

    What was looked for last comes first, for it is there that the attempt went wrong, or soon before.
    """
    return islice(_ranked(first), most)


def _ranked(first: Attempt) -> Iterator[Meaning]:
    latest = [(target, looks) for target, looks in reversed(first.doubts.items()) if looks]
    for place in range(max((len(looks) for _, looks in latest), default=0)):
        for target, looks in latest:
            if place < len(looks):
                yield dict([(target, looks[place])])
