"""Which tests failed and at which assertion, as a transcript of pytest or unittest has them."""

import re
from collections.abc import Iterator

_HEADING = re.compile(r"^_{3,} (?P<name>\S.*?) _{3,}$", re.M)
"""Begins what pytest says of one test that failed."""
_CLASSES = re.compile(r"^(?:\w+\.)+")
"""In which a test stands, before its name."""
_ASSERTED = re.compile(r"^>[ \t]+(?P<text>.+)$", re.M)
_ERROR = re.compile(r"^E[ \t]+(?P<text>\S.*)$", re.M)
_END = re.compile(r"^={3,} ", re.M)
_SUMMARY = re.compile(r"^(?:FAILED|ERROR) (?P<path>\S+?\.py)(?:::(?P<name>\S+))?(?: - (?P<text>.+))?$", re.M)
"""A line of pytest's in the end; all that is left where the rest was cut out."""
_OF_UNITTEST = re.compile(r"^(?:FAIL|ERROR): (?P<name>\w+) \(.*\)$", re.M)
_RULE = re.compile(r"^[=-]{20,}$", re.M)
_CALLED = re.compile(r"^ {4}(?P<text>self\.(?:assert|fail)\w*\(.*)$", re.M)
_RAISED = re.compile(r"^(?P<text>\w+(?:\.\w+)*(?:Error|Exception|Failure)\b.*)$", re.M)


def failed_tests(transcript: str) -> list[str]:
    """A line for each test that a transcript tells to have failed: its name, its assertion, and what came of that.

    What is tested prints there too, so that the lines are what somebody wrote, and show nothing.
    """
    told: dict[str, str] = {}
    for name, said in (*_by_pytest(transcript), *_by_summary(transcript), *_by_unittest(transcript)):
        told.setdefault(name, said)
    return [f"{name}: {said}" if said else name for name, said in told.items()]


def _by_pytest(transcript: str) -> Iterator[tuple[str, str]]:
    headings = list(_HEADING.finditer(transcript))
    ends = [*(heading.start() for heading in headings[1:]), len(transcript)]
    for heading, end in zip(headings, ends, strict=False):
        part = transcript[heading.end() : end]
        part = part[: over.start()] if (over := _END.search(part)) else part
        yield _CLASSES.sub("", heading["name"]), _joined(_ASSERTED.search(part), _ERROR.search(part))


def _by_summary(transcript: str) -> Iterator[tuple[str, str]]:
    for line in _SUMMARY.finditer(transcript):
        yield (line["name"] or line["path"]).rpartition("::")[2], line["text"] or ""


def _by_unittest(transcript: str) -> Iterator[tuple[str, str]]:
    for heading in _OF_UNITTEST.finditer(transcript):
        rest = transcript[heading.end() :].lstrip("\n-=")
        part = rest[: end.start()] if (end := _RULE.search(rest)) else rest
        yield heading["name"], _joined(_CALLED.search(part), _RAISED.search(part))


def _joined(*found: re.Match[str] | None) -> str:
    return "; ".join(one["text"].strip() for one in found if one is not None)
