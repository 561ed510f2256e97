"""The report that pytest writes of its tests, in JUnit's form; it is read once and within bounds, since what is tested
shares pytest's process and can write there whatever it likes.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple
from xml.etree import ElementTree

MOST_BYTES = 2_000_000
"""Of a report: some ten thousand tests that pass."""
_MOST_ELEMENTS = 50_000
_DEEPEST = 8
"""How deep elements lie in each other; pytest's own go down to five."""


class Counts(NamedTuple):
    """Of one command."""

    passed: int
    failed: int
    """Those that ended in an error among them."""
    skipped: int

    @property
    def is_all_well(self) -> bool:
        """Whether some passed and none failed."""
        return self.passed > 0 and self.failed == 0


class Reported(NamedTuple):
    """A test by its report; one with parameters has several."""

    module: str
    """Dotted, with the class behind it."""
    name: str
    """Of the function."""
    state: Literal["passed", "failed", "skipped"]

    @property
    def is_passed(self) -> bool:
        """Whether it is neither failed nor skipped."""
        return self.state == "passed"


@dataclass(frozen=True, slots=True)
class Report:
    """What one command's report says."""

    counts: Counts | None = None
    """None where it is refused."""
    tests: tuple[Reported, ...] = ()
    """In order."""
    troubles: tuple[str, ...] = ()
    """How each failure and each error begins."""
    refused: str = ""
    """Why it is none of pytest's own, in words that follow upon it; empty where it is taken as one."""
    named: Counts = Counts(0, 0, 0)
    """Of the tests that it names; `counts` has each part of a test, too, that pytest tells of apart."""


class _Unlikely(ValueError):
    """What stands in it is nothing that pytest writes."""


def report_of(data: bytes) -> Report:
    """The report in a file; one that says why it is refused where pytest cannot have written it."""
    if len(data) > MOST_BYTES:
        return Report(refused=f"has {len(data):,} bytes, and at most {MOST_BYTES:,} are read")
    if b"<!" in data:
        return Report(refused="declares entities, which could make a small file huge")
    try:
        return _read(data)
    except _Unlikely as unlikely:
        return Report(refused=str(unlikely))
    except (ElementTree.ParseError, ValueError, LookupError):
        return Report(refused="cannot be read")


def _read(data: bytes) -> Report:
    parser = ElementTree.XMLParser(target=_Bounded())
    parser.feed(data)
    root = parser.close()
    suites = list(root.iter("testsuite"))
    if not suites:
        raise _Unlikely("counts no tests")
    total, failures, errors, skipped = (
        sum(int(suite.get(name, "0")) for suite in suites)
        for name in ("tests", "failures", "errors", "skipped")
    )
    counts = Counts(total - failures - errors - skipped, failures + errors, skipped)
    tests = tuple(map(_test, root.iter("testcase")))
    if counts.passed > 0 and not tests:
        raise _Unlikely("names none of the tests that it counts")
    troubles = tuple(one.get("message", "") for kind in ("failure", "error") for one in root.iter(kind))
    return Report(counts, tests, troubles, named=_counted(tests))


def _counted(tests: Sequence[Reported]) -> Counts:
    found = Counter(test.state for test in tests)
    return Counts(found["passed"], found["failed"], found["skipped"])


def _test(case: ElementTree.Element) -> Reported:
    is_failed = any(case.find(kind) is not None for kind in ("failure", "error"))
    return Reported(
        module=case.get("classname", ""),
        name=case.get("name", "").partition("[")[0],
        state="failed" if is_failed else "skipped" if case.find("skipped") is not None else "passed",
    )


class _Bounded(ElementTree.TreeBuilder):
    """Builds a tree that is neither deep nor of many elements."""

    def __init__(self) -> None:
        """A builder of one tree."""
        super().__init__()
        self._depth = self._elements = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        """An element begins; ValueError for one too many."""
        self._depth += 1
        self._elements += 1
        if self._elements > _MOST_ELEMENTS:
            raise _Unlikely(f"has more than {_MOST_ELEMENTS:,} elements")
        if self._depth > _DEEPEST:
            raise _Unlikely(f"has elements more than {_DEEPEST} deep in each other")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ElementTree.Element:
        """An element ends."""
        self._depth -= 1
        return super().end(tag)
