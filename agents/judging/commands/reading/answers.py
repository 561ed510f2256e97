"""The shape of a score, and what is wrong with one that cannot be gone by."""

from collections.abc import Iterator, Sequence
from typing import Literal

from agents.judging.commands.transcripts import Transcript
from plans.records.model_shape import Shape

POINTS = {"two": 2.0, "one": 1.0, "zero": 0.0}
FEWEST = 2
"""Letters of a quotation."""


class Quote(Shape):
    """Words that a command printed, or that the written file holds."""

    source: str
    """`command 1`, `command 2` and so on, or `file`."""
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
    score: Score, transcript: Transcript, controls: Sequence[Transcript], product: str | None
) -> list[str]:
    """Why a score cannot be gone by, in words that a model can go by; empty where it can.

    Args:
        score: What was answered.
        transcript: What the score is of.
        controls: The same commands when something else was typed, or nothing.
        product: What the written file holds, as it was shown; None: no text was.
    """
    return [*_contradictions(score), *_misquotes(score, transcript, controls, product)]


def _contradictions(score: Score) -> Iterator[str]:
    if score.points in ("two", "one") and not score.observed:
        yield f"You give {score.points}, and quote nothing that shows it."
    if score.points == "two" and score.missing.strip():
        yield "You give two, and say that something is missing."
    if score.points in ("one", "zero") and not score.missing.strip():
        yield f"You give {score.points}, and do not say what is missing."


def _misquotes(
    score: Score, transcript: Transcript, controls: Sequence[Transcript], product: str | None
) -> Iterator[str]:
    shown = {f"command {number}": _plain(ran.output) for number, ran in enumerate(transcript.ran, 1)}
    if product is not None:
        shown["file"] = _plain(product)
    typed = "\n".join(_plain(ran.input) for ran in transcript.ran)
    told_to_all = [_plain(control.output) for control in controls]
    shows = False
    for quote in score.observed:
        words = _plain(quote.words)
        if quote.source not in shown:
            yield f"There is no {quote.source!r}, but: {', '.join(shown)}."
        elif len(words) < FEWEST or words not in shown[quote.source]:
            yield f"{quote.words!r} does not stand in {quote.source}."
        elif words not in typed and not any(words in told for told in told_to_all):
            shows = True
    if score.observed and score.points == "two" and not shows:
        yield "All that you quote was typed, or is printed whatever is typed, so it shows nothing."


def _plain(text: str) -> str:
    return " ".join(text.split())
