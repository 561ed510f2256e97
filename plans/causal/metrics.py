"""What an answer scores: which letter it names, and whether that is the right one (paper, BA-Causal)."""

import re
from functools import cache
from pathlib import Path

from pydantic import JsonValue

from plans.causal.puzzle import Puzzle, puzzle_of
from plans.dialect import load_yaml
from plans.files import read_text
from plans.records.base import Record
from plans.records.instance import AnswerMark

DRESS = re.compile(
    r"```[a-z]{2,}[ \t]*(?=\n)|\\(?:boxed|text|textbf|mathrm|mathbf)\b|[*_`$\\{}\"“”‘]|</?\w+>",
    re.IGNORECASE,
)
"""Marks of Markdown, LaTeX and HTML around a letter."""
BARE = re.compile(r"\W*([a-d])\W*", re.IGNORECASE)
"""A letter and no word beside it."""
WORD = re.compile(r"[^\W_]")
"""What a line that is more than marks has."""


class Words(Record):
    """What `words.yaml` holds; lower case."""

    final: tuple[str, ...]
    marks: tuple[str, ...]
    filling: tuple[str, ...]
    before_a_letter: tuple[str, ...]
    before_a_letter_anywhere: tuple[str, ...]
    joining: tuple[str, ...]
    reasons: tuple[str, ...]
    of_an_option: tuple[str, ...]


class _Patterns:
    def __init__(self, words: Words) -> None:
        self.final = _mark(words.final)
        self.marked = _mark(words.marks)
        before = rf"(?:(?:{_any((*words.filling, *words.before_a_letter))})\b\W*)*"
        joining = rf"(?:\s*(?:[/,;&+]|\b(?:{_any(words.joining)})\b)\s*)+"
        self.led = _ignoring_case(rf"(\W*{before})\(?([a-d])\b(?!['’]\w)")
        self.joined = _ignoring_case(rf"[^\w/,;&+]*{joining}{before}\(?([a-d])\b(?=\W*$|\)|\W*{joining})")
        after = _any((*words.reasons, *words.joining, *words.of_an_option))
        self.goes_on = _ignoring_case(rf"[^\w\s]|\s*$|\s+[^\w\s]|\s+(?:{after})\b")
        """What cannot follow the article."""
        self.named = _ignoring_case(
            rf"\b(?:{_any(words.before_a_letter_anywhere)})\s*\(?([a-d])\b(?!['’]\w)|\(([a-d])\)"
        )


def read_letter(answer: str) -> str:
    """The letter that the answer names; "" where it names none, or several.

    The last "Final Answer:" decides, else the last "Answer:"; else the whole text, or its last line, is one letter;
    else it names one option only, as in "option b" or "(b)".
    """
    text = DRESS.sub(" ", answer)
    patterns = _patterns()
    for mark in (patterns.final, patterns.marked):
        regions = [text[found.end() :] for found in mark.finditer(text)]
        if regions:
            return _told(next((line for line in regions[-1].split("\n") if WORD.search(line)), ""))
    last_line = text.strip().rpartition("\n")[2]
    if bare := BARE.fullmatch(last_line):
        return bare[1].lower()
    named = {(found[1] or found[2]).lower() for found in patterns.named.finditer(text)}
    return named.pop() if len(named) == 1 else ""


def _told(line: str) -> str:
    patterns = _patterns()
    led = patterns.led.match(line)
    if not led:
        return ""
    letter, rest = led[2].lower(), line[led.end() :]
    if letter == "a" and not _is_capital_within(led) and not patterns.goes_on.match(rest):
        # It may be the article: "Answer: a ball rolls on" names no option.
        return ""
    if (joined := patterns.joined.match(rest)) and joined[1].lower() != letter:
        return ""
    return letter


def _is_capital_within(led: re.Match[str]) -> bool:
    """Whether a letter is a capital that does not begin the line, where the article has one too."""
    return led[2].isupper() and WORD.search(led[1]) is not None


def _mark(words: tuple[str, ...]) -> re.Pattern[str]:
    """What announces an answer: the words with a colon, a dash, "is", the end of the line or a mere letter after."""
    return _ignoring_case(
        rf"\b(?:{_any(words)})\b[ \t]*(?:\bis\b[ \t]*:?|[:=–—-]|\n|(?=\(?[a-d]\b\W*(?:\n|$)))"
    )


def _ignoring_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _any(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in words)


@cache
def _patterns() -> _Patterns:
    return _Patterns(Words.model_validate(load_yaml(read_text(Path(__file__).with_name("words.yaml")))))


EXACT_MATCH = "exact_match"
COMPLEXITIES = (0.0, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99)
"""Borders of the buckets: most instances are near the upper end, and half of them would fall into one tenth."""
DIVERSITIES = (0.0, 0.4, 0.7, 1.0)
"""Borders of the buckets; what is all different has one of its own."""


def evaluate(instance: dict[str, JsonValue], answer: str) -> dict[str, JsonValue]:
    """The fields of plans.records.instance.Evaluated; what names no letter, or several, fails."""
    metadata = instance["metadata"]
    assert isinstance(metadata, dict)
    letter = read_letter(answer)
    return {
        "answer": letter,
        "checks": {EXACT_MATCH: AnswerMark.PASSED if letter == metadata["answer"] else AnswerMark.FAILED},
    }


def labels(instance: dict[str, JsonValue]) -> dict[str, str]:
    """Disaggregation of the plan → the bucket that the instance falls into."""
    puzzle = puzzle_of(instance)
    parameters = instance["parameters"]
    assert isinstance(parameters, dict)
    return {
        "number_of_objects": str(len(puzzle.scene.things)),
        "complexity": _bucket(puzzle.complexity, COMPLEXITIES),
        "material_diversity": _bucket(parameters["material_diversity"], DIVERSITIES),
        "shape_diversity": _bucket(parameters["shape_diversity"], DIVERSITIES),
        "presentation": puzzle.presentation,
        "distractors": puzzle.distractors,
        "collision": _met(puzzle),
        "start_offset": str(parameters["start_offset"]),
    }


def _bucket(value: JsonValue, borders: tuple[float, ...]) -> str:
    assert isinstance(value, int | float)
    for low, high in zip(borders, borders[1:], strict=False):
        if value < high:
            return f"{low:.2f} to {high:.2f}"
    return f"{borders[-1]:.2f}"


def _met(puzzle: Puzzle) -> str:
    if puzzle.collision is None:
        return "none"
    return "with a wall" if "wall" in puzzle.collision.between else "of objects"
