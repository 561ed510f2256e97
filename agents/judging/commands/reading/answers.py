"""The shape of a score, and what is wrong with one that cannot be gone by."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from agents.judging.commands.reading.quoting import is_of_weight, printed_rows, rows, stands_in, weight
from agents.judging.commands.transcripts import Transcript
from plans.records.model_call import Shape

POINTS = {"two": 2.0, "one": 1.0, "zero": 0.0}
SHOWING = ("two", "one")
"""Points that something has to show."""
FEWEST_MISSING = 8
"""Signs of a sentence that says what is missing."""


class Quote(Shape):
    """Words that a command printed, or that the written file holds."""

    source: str
    """`command 1`, `command 2` and so on, `file`, or the name of a file that the task names."""
    words: str
    """Copied letter by letter, within one line."""


class Score(Shape):
    """What a reader found."""

    observed: list[Quote]
    """The places that show what was done of what is expected; empty where nothing shows it."""
    missing: str
    """What is expected and not shown, in one sentence; empty where nothing is missing."""
    points: Literal["two", "one", "zero", "cannot tell"]
    """By the rubric; `cannot tell` where what you were shown does not decide it."""


def flaws_of(
    score: Score,
    transcript: Transcript,
    controls: Sequence[Transcript],
    product: str | None,
    files: Mapping[str, str] = {},
    *,
    is_start: bool = False,
) -> list[str]:
    """Why a score cannot be gone by, in words that a model can go by; empty where it can.

    Args:
        score: What was answered.
        transcript: What the score is of.
        controls: The same commands when something else was typed, or nothing.
        product: What the written file holds, as it was shown; None: no text was.
        files: Name → what it holds, of further files that may be quoted.
        is_start: Whether it is about what the program starts with, which it prints whatever is typed.
    """
    compared = () if is_start else controls
    texts = dict(files) if product is None else {**files, "file": product}
    return [*_contradictions(score), *_misquotes(score, transcript, compared, texts)]


def _contradictions(score: Score) -> Iterator[str]:
    if score.points in SHOWING and not score.observed:
        yield f"You give {score.points}, and quote nothing that shows it."
    if score.points == "two" and score.missing.strip():
        yield "You give two, and say that something is missing."
    if score.points in ("one", "zero") and weight(score.missing) < FEWEST_MISSING:
        yield f"You give {score.points}, and do not say what is missing."


def _misquotes(
    score: Score, transcript: Transcript, controls: Sequence[Transcript], texts: Mapping[str, str]
) -> Iterator[str]:
    shown = {name: rows(text) for name, text in texts.items()}
    # Whatever a hand-in calls its files: what a command printed is called so.
    shown |= {f"command {number}": printed_rows(ran.output) for number, ran in enumerate(transcript.ran, 1)}
    known = [row for ran in transcript.ran for row in rows(ran.input)]
    known += [row for control in controls for row in printed_rows(control.output)]
    found: list[str] = []
    for quote in score.observed:
        if (flaw := _flaw_of(quote, shown)) is not None:
            yield flaw
        else:
            found.append(quote.words)
    # Of what was misquoted nobody knows whether it would show anything.
    if found and score.points in SHOWING and all(stands_in(words, known) for words in found):
        yield "All that you quote was typed, or is printed whatever is typed, so it shows nothing."


def _flaw_of(quote: Quote, shown: Mapping[str, Sequence[str]]) -> str | None:
    if quote.source not in shown:
        return f"There is no {quote.source!r}, but: {', '.join(shown)}."
    if len(rows(quote.words)) > 1:
        return f"{quote.words!r} is more than a line of {quote.source}: quote each line by itself."
    if not stands_in(quote.words, shown[quote.source]):
        return f"{quote.words!r} does not stand in {quote.source}."
    if not is_of_weight(quote.words, shown[quote.source]):
        return f"{quote.words!r} is too little, or begins or ends within a word: quote more of its line."
    return None
