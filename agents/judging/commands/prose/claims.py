"""What a program says that it did, or refuses to do, in words of its own: of people who read it nobody asks for more.

A claim is a line of the response that tells of the deed that is asked for, in the past or as a success, and names the
thing that it is about, or what was typed. It is said to nobody who types nothing or garbage, whatever it repeats of
that; it asks for nothing, denies nothing and lists nothing. Who claims all deeds at once has done none. What holds
figures, lists or several things is more than a claim can show.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from agents.judging.commands.decisions import Decision
from agents.judging.commands.phrases import pattern, says, single_words
from agents.judging.commands.prose.nearness import is_entry, is_said
from agents.judging.commands.prose.wording import Wanted, refusing, share_said, subjects_of, words_of
from agents.judging.commands.responses import brief, printed_lines
from agents.judging.commands.running import Transcript
from plans.plain_text import lines_of

_DEEDS = ("create", "delete", "edit", "export", "import", "enter")
"""Of each, words.yaml has how it is asked for (`asks_to_…`) and how a program says that it was done (`tells_of_…`)."""
_MOST_DEEDS = 3
"""Kinds of deeds, at most, of which an honest response tells."""
_MOST_FAULTS = 3
"""Words, at most, by which a line refuses something: who names every fault names none."""
_LONGEST, _COMMAS = 30, 3
"""Words and commas, at most, of a line that claims something: what has more is a list."""
_SHORTEST = 3
"""Letters, at least, of something typed by which it is known again."""
_UNSAID = 2
"""Words of a description, at most, that are said nowhere: such as "interface" or "properly"."""
_ASKED = re.compile(r"(?<=[:?])\s+(?=\S)")
"""Where a prompt ends that shares its line with what follows."""
_DIGIT = re.compile(r"\d")
_FILE = re.compile(r"[\w./-]+\.[A-Za-z]\w{0,4}")
_REPEATED = "\0"
"""What stands for something typed, where two lines are held against each other."""


def by_claim(
    asked: Wanted, lines: Sequence[str], transcript: Transcript, controls: Iterable[Transcript]
) -> Decision | None:
    """Two points where the program claims what is asked for; None where it does not, or where more is asked for.

    Args:
        asked: What the description says to look for.
        lines: What the program says to what was typed.
        transcript: What came of the commands.
        controls: The same commands with nothing to read, and with garbage.
    """
    typed = _typed(transcript)
    known = {_masked(line, _typed(control)) for control in controls for line in printed_lines(control.output)}
    own = [line for line in lines if _masked(line, typed) not in known]
    if _is_more_asked(asked, own, transcript):
        return None
    if asked.refusal:
        found = next(_refusals(asked, own, typed), None)
        return None if found is None else Decision(2.0, f"it refuses, and says what: {brief(found)!r}")
    if not says("asks_for_success", asked.expected) or refusing(own):
        return None
    found = next(_claims(asked, own, typed), None)
    return None if found is None else Decision(2.0, f"it says that it is done: {brief(found)!r}")


def _is_more_asked(asked: Wanted, lines: Sequence[str], transcript: Transcript) -> bool:
    """Whether a description asks for more than a deed: figures, parts, several things, files that nobody wrote, or
    things beside the deed, most of which no line names; or whether all deeds are claimed at once.
    """
    if asked.values or asked.parts or says("asks_for_several", asked.expected):
        return True
    written = {PurePath(name).name for name, size in transcript.written.items() if size}
    files = (PurePath(literal).name for literal in asked.literals if _FILE.fullmatch(literal))
    if not all(name in written for name in files) or _kinds_told(lines) > _MOST_DEEDS:
        return True
    kinds = single_words("said_of_deeds") | single_words("said_of_refusals")
    things = [word for word in asked.subjects if word not in kinds and not _asked_deeds(word)]
    text = "\n".join(lines)
    unsaid = sum(not share_said([word], text) for word in things)
    return unsaid > _UNSAID or (len(things) > _UNSAID and unsaid * 2 > len(things))


def _refusals(asked: Wanted, lines: Sequence[str], typed: Sequence[str]) -> Iterator[str]:
    """The lines that refuse what the description says has to be refused, and say what that is; none where anything was
    done all the same.
    """
    is_done = any(_tells_of(_DEEDS, line) and not says("not_done", line) for line in lines)
    if is_done or not says("asks_for_an_error", asked.expected):
        return
    things = [word for word in asked.subjects if word not in single_words("said_of_refusals")]
    reasons = [word for word in asked.subjects if not says("tells_of_errors", word)]
    for line in refusing(lines):
        if len({match.group().lower() for match in pattern("refuses").finditer(line)}) > _MOST_FAULTS:
            continue
        named = sum(bool(share_said([word], line)) for word in things)
        if named >= min(2, len(things)) or (_is_named(reasons, line) and _repeats(typed, line)):
            yield line


def _claims(asked: Wanted, lines: Sequence[str], typed: Sequence[str]) -> Iterator[str]:
    """The lines that tell of a deed that is asked for, and of what; none where a number that is named is missing."""
    deeds = _asked_deeds(asked.expected) or _asked_deeds(asked.title)
    if not all(is_said(literal, lines) for literal in asked.literals if _DIGIT.search(literal)):
        return
    things = [
        word
        for word in subjects_of(f"{asked.title} {asked.expected}")
        if word not in single_words("said_of_deeds") and not _asked_deeds(word)
    ]
    for line in lines:
        if is_entry(line) and not says("tells_of_success", line):
            continue
        for told in _told_in(line):
            is_of_it = (
                _is_named(things, told)
                or any(is_said(literal, [told]) for literal in asked.literals)
                or _repeats(typed, told)
            )
            if is_of_it and _tells_of(deeds, _without(typed, told)):
                yield line


def _told_in(line: str) -> Iterator[str]:
    """What a line says, without the prompts before it: the last part, and with it what names a thing after a colon."""
    parts = _ASKED.split(line)
    for told in (parts[-1], " ".join(parts[-2:])):
        is_asking = says("prompts", told) or told.endswith((":", "?"))
        is_list = told.count(",") > _COMMAS or len(words_of(told)) > _LONGEST
        if not is_asking and not is_list and not says("not_done", told):
            yield told


def _asked_deeds(text: str) -> list[str]:
    return [deed for deed in _DEEDS if says(f"asks_to_{deed}", text)]


def _tells_of(deeds: Sequence[str], text: str) -> bool:
    """Whether a text says of one of the deeds that it was done.

    Who changes something makes nothing new, and who cancels something does nothing.
    """
    if ("create" not in deeds and says("tells_of_new", text)) or (
        "delete" not in deeds and says("tells_of_delete", text)
    ):
        return False
    is_success = says("tells_of_success", text)
    return any(
        says(f"tells_of_{deed}", text) or (is_success and says(f"asks_to_{deed}", text)) for deed in deeds
    )


def _kinds_told(lines: Sequence[str]) -> int:
    """Of how many kinds of deeds lines tell, each by words that tell of no other."""
    shared = single_words("told_of_several_deeds")
    text = "\n".join(lines)
    return sum(
        any(match.group().lower() not in shared for match in pattern(f"tells_of_{deed}").finditer(text))
        for deed in _DEEDS
    )


def _is_named(words: Iterable[str], text: str) -> bool:
    return any(share_said([word], text) for word in words)


def _typed(transcript: Transcript) -> list[str]:
    """The lines that were typed by which they are known again, the longest first."""
    lines = {line.strip() for ran in transcript.ran for line in lines_of(ran.input)}
    return sorted((line for line in lines if len(line) >= _SHORTEST), key=len, reverse=True)


def _repeats(typed: Sequence[str], text: str) -> bool:
    """Whether a text repeats something that was typed."""
    return any(one.lower() in text.lower() for one in typed)


def _without(typed: Sequence[str], text: str, mark: str = " ") -> str:
    """A text without what only repeats what was typed: that claims nothing."""
    for one in typed:
        text = re.sub(re.escape(one), mark, text, flags=re.I)
    return text


def _masked(line: str, typed: Sequence[str]) -> str:
    """A line as it would be said to anybody, whatever was typed."""
    return " ".join(_without(typed, line, _REPEATED).split())
