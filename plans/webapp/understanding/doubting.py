"""Whether a reading is thin because of what was matched to nothing, however well its subject was named."""

from collections.abc import Collection, Sequence

from plans.catalog.reading.phrases import Hit, tokens
from plans.catalog.reading.plain_words import plain_words
from plans.records.seed import Reading
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.subjects import CHOOSE

MANY = 12
"""Phrases that are matched to nothing from which on a seed was hardly understood."""
LOST = 2
"""Wishes that are matched to nothing from which on a seed may ask for another app than it gets."""
_SHOWN = 3
"""Such wishes that are named."""


def doubted(
    reading: Reading, uncovered: Sequence[str], hits: Sequence[Hit], served: Collection[str], library: Library
) -> Reading:
    """The reading, thin where much of a long seed, or most of what it says that people do, was matched to nothing.

    `served`: features that the seed gets of those that its `hits` ask for.
    """
    if reading.thin:
        return reading
    if len(uncovered) >= MANY:
        why = (
            f"{len(uncovered)} phrases of it were matched to nothing, so it may well be another app; {CHOOSE}"
        )
        return reading.model_copy(update={"thin": why})
    told = {hit.text for hit in hits if hit.meaning.kind in ("feature", "unsupported")}
    lost = [phrase for phrase in uncovered if phrase not in told and is_done(phrase)]
    had = {
        hit.meaning.id
        for hit in hits
        if hit.meaning.kind == "feature"
        and hit.meaning.id in served
        and not library.features[hit.meaning.id].base
    }
    if len(lost) < LOST or len(lost) <= len(had):
        return reading
    named = ", ".join(f"“{phrase}”" for phrase in lost[:_SHOWN])
    more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
    why = f"most of what people are to do was matched to nothing ({named}{more}); say it in words of `--catalog`"
    return reading.model_copy(update={"thin": why})


def is_done(phrase: str) -> bool:
    """Whether a phrase says what somebody does: it holds a verb for that, and what it is done to."""
    words = tokens(phrase)
    doing = {token.stem for word in plain_words().wishing.doing for token in tokens(word)}
    return len(words) > 1 and any(token.stem in doing for token in words[:-1])
