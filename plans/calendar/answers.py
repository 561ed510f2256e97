"""Reading answers: `[Day] HH:MM-HH:MM`, or that there is no common slot.

A response that has "Final Answer:" is read tolerantly behind the last one: marks around and between day and times, one
digit for the hour, any case. One without it is taken as an answer that was extracted already, and is read strictly, as
the published metric does, but for marks around it. That there is no slot may be said in a sentence: right behind these
words, but for marks, else on the last line.
"""

import re

from plans.calendar.clock import WEEK, block, minute_of
from plans.calendar.problem import Slot

NO_SLOT = "No common time slot available"
_MARKS = " \t\r\n\f\v\u00a0\"'`"
"""What may surround an answer and says nothing."""
_TIME = r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]|24:00"
_STRICT = re.compile(rf"({'|'.join(WEEK)}) ({_TIME})-({_TIME})")
_MARKER = re.compile(r"final\s+answer[\s*_`\"#]*[:\uff1a]", re.IGNORECASE)
_BETWEEN = (
    r"(?:```[a-z]+(?=[ \t]*\n)|</?[a-z_]+>|\\[\[\]()]|\\boxed|\\(?:text|math)(?:bf|rm|tt)?"
    r"|[\s\"'`*_\[\](){}<>|#$,:;\u2018\u2019\u201c\u201d])*"
)
"""Brackets, quotes, markup and commas, the longest first; no words, as these may change what is meant."""
_TOLERANT = re.compile(
    rf"{_BETWEEN}(?P<day>{'|'.join(WEEK)})(?![a-z]){_BETWEEN}(?P<start>{_TIME}){_BETWEEN}[-\u2010-\u2015\u2212~]"
    rf"{_BETWEEN}(?P<end>{_TIME})(?![0-9:])(?!\s*[ap]\.?m\b)",
    re.IGNORECASE,
)
_MARKUP = re.compile(_BETWEEN, re.IGNORECASE)
_ANY_TIME = re.compile(r"[0-9]:[0-9]")


def final_answer(response: str | None) -> str:
    """What a response ends with: `Day HH:MM-HH:MM` (start before end or not), NO_SLOT, or "" where neither is there."""
    text = response or ""
    behind = _behind_marker(text)
    if behind is None:
        return NO_SLOT if _refuses(text.strip().rpartition("\n")[2]) else ""
    slot = _TOLERANT.match(behind)
    if slot:
        start, end = minute_of(slot["start"]), minute_of(slot["end"])
        return f"{slot['day'].capitalize()} {block(start, end)}"
    return NO_SLOT if _refuses(_MARKUP.sub("", behind, count=1).partition("\n")[0]) else ""


def read_answer(response: str | None) -> Slot | str | None:
    """The slot that a response names, NO_SLOT where it says that there is none, None where it can be read as neither.

    A slot that ends before it begins, or has no length, is none.
    """
    text = (response or "").strip(_MARKS)
    if _MARKER.search(text):
        text = final_answer(text)
    named = _STRICT.fullmatch(text)
    if named:
        slot = Slot(named[1], minute_of(named[2]), minute_of(named[3]))
        return slot if slot.start < slot.end else None
    return NO_SLOT if text == NO_SLOT or final_answer(text) == NO_SLOT else None


def _behind_marker(response: str) -> str | None:
    """What stands behind the last marker, None where there is none."""
    marks = list(_MARKER.finditer(response))
    return response[marks[-1].end() :] if marks else None


def _refuses(line: str) -> bool:
    """Whether a line says that there is no slot, and names none."""
    return NO_SLOT.lower() in line.lower() and not _ANY_TIME.search(line)
