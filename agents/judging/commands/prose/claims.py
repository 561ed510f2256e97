"""What a program says that it did, or refuses to do, in words of its own: of people who read it nobody asks for more.

A claim is a line of the response that tells of the deed that is asked for, in the past or as a success, and names the
thing that it is about, or what was typed. It is said to nobody who types nothing or garbage, asks for nothing and
denies nothing. What holds figures, lists or several things at once is more than a claim can show.
"""

import re
from collections.abc import Iterator, Sequence

from agents.judging.commands.decisions import Decision
from agents.judging.commands.phrases import says, single_words
from agents.judging.commands.prose.menus import is_entry
from agents.judging.commands.prose.nearness import is_said
from agents.judging.commands.prose.wording import Wanted, refusing, share_said, subjects_of, words_of
from agents.judging.commands.responses import brief

_DEEDS = ("create", "delete", "edit", "export", "import", "enter")
"""Of each, words.yaml has how it is asked for (`asks_to_…`) and how a program says that it was done (`tells_of_…`)."""
_LONGEST = 30
"""Words, at most, of a line that claims something."""
_SHORTEST = 3
"""Letters, at least, of something typed by which it is known again."""
_ASKED = re.compile(r"(?<=[:?])\s+(?=\S)")
"""Where a prompt ends that shares its line with what follows."""
_DIGIT = re.compile(r"\d")
_UNSAID = 2
"""Words of a description, at most, that are said nowhere: such as "interface" or "properly"."""


def by_claim(asked: Wanted, lines: Sequence[str], typed: Sequence[str]) -> Decision | None:
    """Two points where the program claims what is asked for; None where it does not, or where more is asked for.

    Args:
        asked: What the description says to look for.
        lines: What the program says to this alone.
        typed: The lines that were typed.
    """
    if (
        asked.values
        or asked.parts
        or says("asks_for_several", asked.expected)
        or _is_more_asked(asked, lines)
    ):
        return None
    if asked.refusal:
        found = next(_refusals(asked, lines, typed), None)
        return None if found is None else Decision(2.0, f"it refuses, and says what: {brief(found)!r}")
    if not says("asks_for_success", asked.expected) or refusing(lines):
        return None
    found = next(_claims(asked, lines, typed), None)
    return None if found is None else Decision(2.0, f"it says that it is done: {brief(found)!r}")


def _is_more_asked(asked: Wanted, lines: Sequence[str]) -> bool:
    """Whether a description speaks of things, beside the deed, most of which no line of the response names."""
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
    for line in refusing(lines):
        named = sum(bool(share_said([word], line)) for word in things)
        why = any(share_said([word], line) for word in asked.subjects if not says("tells_of_errors", word))
        if named >= min(2, len(things)) or (why and _names(typed, line)):
            yield line


def _claims(asked: Wanted, lines: Sequence[str], typed: Sequence[str]) -> Iterator[str]:
    """The lines that tell of a deed that is asked for, and of what."""
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
        if any(
            _tells_of(deeds, _without(typed, told))
            and (
                any(share_said([word], told) for word in things)
                or any(is_said(literal, [told]) for literal in asked.literals)
                or _names(typed, told)
            )
            for told in _told_in(line)
        ):
            yield line


def _told_in(line: str) -> Iterator[str]:
    """What a line says, without the prompts before it: the last part, and with it what names a thing after a colon."""
    parts = _ASKED.split(line)
    for told in (parts[-1], " ".join(parts[-2:])):
        is_asking = says("prompts", told) or told.endswith((":", "?"))
        if not is_asking and not says("not_done", told) and len(words_of(told)) <= _LONGEST:
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


def _names(typed: Sequence[str], text: str) -> bool:
    """Whether a text repeats something that was typed, and that is no choice of a menu."""
    return any(one.lower() in text.lower() for one in _known_again(typed))


def _without(typed: Sequence[str], text: str) -> str:
    """A text without what only repeats what was typed: that claims nothing."""
    for one in sorted(_known_again(typed), key=len, reverse=True):
        text = re.sub(re.escape(one), " ", text, flags=re.I)
    return text


def _known_again(typed: Sequence[str]) -> list[str]:
    return [one.strip() for one in typed if len(one.strip()) >= _SHORTEST]
