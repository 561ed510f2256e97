"""File comparisons: whether the commands wrote the file, and how alike it is to the expected one."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from agents.judging.commands.controls import runs_program
from agents.judging.commands.decisions import Decision
from agents.judging.commands.phrases import pattern
from agents.judging.commands.products.comparing import is_comparable, likeness
from agents.judging.commands.products.equality import are_equal
from agents.judging.commands.responses import brief, crash, kept_from_running
from agents.judging.commands.transcripts import Transcript
from plans.errors import FileRefused
from plans.records.task_modes import FileComparison

_ALIKE = 0.6
"""Likeness from which a file that may differ is supposed to be right (measured on six projects of PRDBench)."""
MOST_PRODUCTS = 10
"""Files that are read of all that were written where one should be."""


def by_product(how: FileComparison, transcript: Transcript, expected: bytes | None, most: int) -> Decision:
    """Points for a task that has to write a file.

    A file that holds what is expected earns all, and so does one of which nothing is expected but that it comes about,
    under the name that it is to have, and that is what it is called. Where it has to be equal, any difference earns
    nothing; where it is to be alike, its rubric says what a difference costs, and whoever reads decides it: without one
    it earns nothing. Where several were written, nobody says which is meant, and only what all of them come to is sure.

    Args:
        how: Which file, and by which rubric.
        transcript: What came of its commands.
        expected: What is expected; None: that it can be read is all that a program can say.
        most: The largest file that is read, in bytes.
    """
    found = products_of(how.product, transcript)
    if not found:
        return _none_of(how, transcript)
    if (made := _made_as_named(how, found, transcript, most)) is not None:
        return made
    decisions = [_of_one(how, name, transcript, expected, most) for name in found[:MOST_PRODUCTS]]
    return decisions[0] if len(found) == 1 else _of_several(found, decisions)


def products_of(pattern: str, transcript: Transcript) -> list[str]:
    """The files that were written where it should be, by name; without the empty ones, where others have anything."""
    found = [name for name in sorted(transcript.written) if fnmatchcase(name, pattern)]
    return [name for name in found if transcript.written[name]] or found


def _none_of(how: FileComparison, transcript: Transcript) -> Decision:
    """The decision where nothing was written there: no sure one where it may be called otherwise, or lie elsewhere."""
    why = f"nothing was written to {how.product}{_why_none(transcript)}"
    if not any(runs_program(ran.line) for ran in transcript.ran):
        return Decision(0.0, f"{why}, and the commands only look at what was handed in", is_sure=False)
    if how.is_supposed:
        return Decision(0.0, f"{why}, and whether that is where it has to lie, nobody says", is_sure=False)
    base = PurePosixPath(how.product).name
    if other := next((name for name in sorted(transcript.written) if PurePosixPath(name).name == base), None):
        return Decision(0.0, f"{why}, but to {other}", is_sure=False)
    return Decision(0.0, why)


def _made_as_named(
    how: FileComparison, found: Sequence[str], transcript: Transcript, most: int
) -> Decision | None:
    """The decision where it is all that a file of a name comes about, and one did; None where more is expected."""
    asked = pattern("asks_for_creation_alone").match(how.expected.strip())
    if asked is None or how.demands == "equal":
        return None
    for name in found:
        is_named_so = fnmatchcase(PurePosixPath(name).name, PurePosixPath(asked["name"]).name)
        data = transcript.content(name, most) if is_named_so and is_comparable(name) else None
        if data and (read := _readable(name, data)).points:
            return read._replace(why=f"{read.why}, and no more is expected", is_sure=True)
    return None


def _of_several(found: Sequence[str], decisions: Sequence[Decision]) -> Decision:
    best = max(decisions, key=lambda one: one.points)
    why = f"{len(found)} files were written there ({', '.join(found[:3])}{', …' if len(found) > 3 else ''})"
    if len(decisions) == len(found) and all(one.is_sure and one.points == best.points for one in decisions):
        return best._replace(why=f"{why}, and of each: {best.why}")
    return best._replace(
        why=f"{why}, and nothing says which is meant; of the best: {best.why}", is_sure=False
    )


def _of_one(
    how: FileComparison, found: str, transcript: Transcript, expected: bytes | None, most: int
) -> Decision:
    size = transcript.written[found]
    if (data := transcript.content(found, most)) is None:
        limit = f"and {most:,} are read" if size > most else "and was tidied up with more than is kept"
        return Decision(0.0, f"{found} has {size:,} bytes, {limit}", is_sure=False)
    if expected is not None and how.demands == "equal":
        return _held_against(found, data, expected)
    if expected is not None and is_comparable(found):
        return _compared(how, found, data, expected)
    return _readable(found, data)


def _held_against(found: str, data: bytes, expected: bytes) -> Decision:
    try:
        if are_equal(found, data, expected):
            return Decision(2.0, f"{found} holds what is expected")
    except FileRefused as refused:
        return Decision(0.0, f"what {found} is held against cannot be read: {refused}", is_sure=False)
    return Decision(0.0, f"{found} holds something else than what is expected")


def _compared(how: FileComparison, found: str, data: bytes, expected: bytes) -> Decision:
    try:
        if are_equal(found, data, expected):
            return Decision(2.0, f"{found} holds what is expected")
        share = likeness(found, data, expected)
    except FileRefused as refused:
        return Decision(0.0, f"{found} cannot be read: {refused}", is_sure=False)
    if share == 1.0:
        # What was left out may be just what is asked for: an id, a day, or records in an order.
        why = f"{found} is like what is expected, but for ids, marks of time, order or signs that likeness leaves out"
        return Decision(2.0, why, is_sure=False)
    why = f"{found} is like what is expected by {share:.0%}"
    if how.rubric is None:
        return Decision(0.0, why)
    return Decision(2.0 if share >= _ALIKE else 1.0, why, is_sure=False)


def _readable(found: str, data: bytes) -> Decision:
    if not is_comparable(found):
        return Decision(2.0, f"{found} was written, and no program says what it holds", is_sure=False)
    try:
        likeness(found, data, data)
    except FileRefused as refused:
        return Decision(0.0, f"{found} cannot be read: {refused}")
    return Decision(2.0, f"{found} was written and can be read", is_sure=False)


def _why_none(transcript: Transcript) -> str:
    output = transcript.output
    why = kept_from_running(output) or crash(output)
    return f": {brief(why)}" if why else ""
