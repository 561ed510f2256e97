"""Shell interactions without a pattern: decided by what their description says to look for, held against a response."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from agents.judging.commands.decisions import PointsDecision
from agents.judging.commands.prose.wording import (
    WantedText,
    are_listed,
    by_menu,
    confirms,
    has_chinese,
    is_entry,
    is_said,
    is_said_anywhere,
    refusing,
    share_said,
    share_together,
    subjects_of,
    unquoted,
    words_of,
)
from agents.judging.commands.responses import (
    brief,
    pattern,
    plain,
    printed_lines,
    response,
    says,
    single_words,
    takes_arguments,
)
from agents.judging.commands.running import Transcript
from agents.judging.commands.working_copies import files_in
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


_FULL, _HALF = 0.75, 0.34
"""Shares of the literals, or of the words, for two points and for one."""
_SUBJECTS, _NEARLY_ALL = 3, 0.8
"""How many words a description has to have that mean something, and which share of them has to be printed."""
_HEADING = 3
"""Lines of a menu, at most, that are no entries of it."""
_MOSTLY = 0.5
"""Share of a description's words from which on an output has to do with it."""
_SENTENCE = 4
"""Words from which on a text is printed by nobody who means something else."""
_FILE_IN_CLAIM = re.compile(r"[\w./*-]+\.[A-Za-z]\w{0,4}|[\w.-]+/[\w./-]*")
"""A text that names a file or a folder."""
_FIGURE = re.compile(r"(?<![\w.-])\d+(?:[.,]\d+)*%?(?![\w-])")
"""A number that is no part of a name: no id, no date."""


def by_claim(
    asked: WantedText, lines: Sequence[str], transcript: Transcript, controls: Iterable[Transcript]
) -> PointsDecision | None:
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
        return None if found is None else PointsDecision(2.0, f"it refuses, and says what: {brief(found)!r}")
    if not says("asks_for_success", asked.expected) or refusing(own):
        return None
    found = next(_claims(asked, own, typed), None)
    return None if found is None else PointsDecision(2.0, f"it says that it is done: {brief(found)!r}")


def _is_more_asked(asked: WantedText, lines: Sequence[str], transcript: Transcript) -> bool:
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


def _refusals(asked: WantedText, lines: Sequence[str], typed: Sequence[str]) -> Iterator[str]:
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


def _claims(asked: WantedText, lines: Sequence[str], typed: Sequence[str]) -> Iterator[str]:
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


class _Response(NamedTuple):
    """What is held against a description."""

    lines: Sequence[str]
    """What the program says to this alone."""
    typed: str
    """What was typed, in small letters: repeated, it shows nothing."""
    transcript: Transcript

    def has(self, literal: str) -> bool:
        """Whether it is said, or is a file that was written."""
        return is_said(literal, self.lines) or _is_among(literal, self._written)

    @property
    def _written(self) -> list[str]:
        return [name for name, size in self.transcript.written.items() if size]

    def is_printed(self, literal: str) -> bool:
        """Whether it is printed at all, be it to whoever types nothing, as a menu is."""
        return is_said_anywhere(literal, plain(self.transcript.output).splitlines())

    def lacks(self, literal: str) -> bool:
        """Whether it is surely nowhere: neither said in any way, nor a file that lies there without a word of it."""
        if is_said_anywhere(literal, self.lines):
            return False
        if self.transcript.is_of_start and self.is_printed(literal):
            return False
        if _is_among(literal, self.transcript.written):
            return False
        lying = files_in(self.transcript.root) if _FILE_IN_CLAIM.fullmatch(literal) else ()
        return not _is_among(literal, lying)


def by_words(asked: WantedText, transcript: Transcript, controls: Sequence[Transcript]) -> PointsDecision:
    """Points by the literal texts of a description, by its words, by the parts that it lists, by what the program
    claims, or by its menu.

    Args:
        asked: What the description says to look for.
        transcript: What came of the commands.
        controls: The same commands with nothing to read, and with garbage; none where they read nothing.
    """
    nothing, garbage = (control.output for control in controls) if controls else ("", "")
    # What is refused is refused of garbage too, and a start is the same for everybody.
    is_start = asked.is_start and transcript.is_of_start
    compared = () if is_start else (nothing,) if asked.refusal else (nothing, garbage)
    typed = "\n".join(f"{ran.line}\n{ran.input}" for ran in transcript.ran).lower()
    said = unquoted(response(transcript.output, *compared), asked.description)
    told = _Response(said, typed, transcript)
    if not told.lines:
        why = "the program answers nothing to what is typed, that it would not print to anybody"
        return PointsDecision(0.0, why, is_sure=_is_nothing_of(asked, transcript))
    literals = tuple(literal for literal in asked.literals if literal.lower() not in typed)
    if asked.refusal and not refusing(told.lines):
        why = "a refusal is expected, and nothing that was printed is one"
        return PointsDecision(0.0, why, is_sure=bool(literals) and _is_lacking(literals, asked, told))
    decision = _found(literals, asked, told, controls)
    is_said_to_all = bool(garbage) and not response(transcript.output, nothing, garbage)
    return _doubted(decision, literals, asked, told, is_said_to_all=is_said_to_all)


def _found(
    literals: Sequence[str], asked: WantedText, told: _Response, controls: Sequence[Transcript]
) -> PointsDecision:
    """The first way to look at it that is sure of what it finds; else what the texts, or the words, make of it."""
    decision = _by_literals(literals, asked, told) if literals else _by_subjects(asked, told)
    if decision.is_sure:
        return decision
    listed = _by_parts(asked, told) if decision.points else None
    return (
        listed
        or by_claim(asked, told.lines, told.transcript, controls)
        or by_menu(asked, told.lines)
        or decision
    )


def _doubted(
    decision: PointsDecision,
    literals: Sequence[str],
    asked: WantedText,
    told: _Response,
    *,
    is_said_to_all: bool,
) -> PointsDecision:
    """The decision with all that speaks against it: each doubt makes it unsure, and some lessen its points."""
    output, refusals = told.transcript.output, refusing(told.lines)
    if asked.values and decision.is_sure and decision.points and not _are_figures_said(literals, told):
        decision = _unsure(decision, "; but whether the values are right, no program compares")
    if asked.refusal and decision.is_sure and is_said_to_all:
        decision = _unsure(decision, ", and so it says to whatever is typed")
    if not asked.refusal and refusals:
        why = f"printed unexpectedly: {brief(refusals[0])!r}"
        decision = _lessened(decision, why, wholly=decision.points < 2)
    if asked.chinese and not has_chinese(output):
        decision = _lessened(decision, "no Chinese character is printed")
    if asked.confirmation and not confirms(plain(output)):
        decision = _lessened(decision, "nobody is asked to confirm")
    return decision


def _by_literals(literals: Sequence[str], asked: WantedText, told: _Response) -> PointsDecision:
    """By the texts and numbers that have to be printed; none of them decides, all of several, and one among the words
    of the description.
    """
    hits = [literal for literal in literals if told.has(literal)]
    points = _points(len(hits) / len(literals))
    missed = [literal for literal in literals if literal not in hits]
    if missed:
        named = ", ".join(map(repr, missed[:4]))
        how = (
            "printed, but to whoever types nothing too"
            if all(map(told.is_printed, missed))
            else "not printed"
        )
        why = f"{how}: {named} ({len(hits)} of {len(literals)} as an answer)"
        # Who refuses what is to be refused may do it in other words.
        return PointsDecision(points, why, is_sure=not asked.refusal and _is_lacking(literals, asked, told))
    why = f"printed: {', '.join(map(repr, hits[:4]))}"
    # What a statement names may be laid or typed before, if it is no more than a word.
    least = 2 if asked.is_in_statement else 1
    telling = [hit for hit in hits if len(subjects_of(hit)) >= least or not hit.isalpha()]
    if len(telling) > 1 or any(_is_sentence(hit, told) for hit in hits):
        return PointsDecision(points, why)
    words = dict.fromkeys(word for hit in hits for word in words_of(hit))
    others = [word for word in _untyped(asked.subjects, told) if word not in words]
    is_sure = len(others) + 1 >= _SUBJECTS and share_together([*words, *others], told.lines) >= _NEARLY_ALL
    return PointsDecision(points, why, is_sure=is_sure)


def _is_sentence(literal: str, told: _Response) -> bool:
    """Whether a text of several words is printed word for word: nobody does that by chance."""
    return len(words_of(literal)) >= _SENTENCE and any(literal.lower() in line.lower() for line in told.lines)


def _points(share: float) -> float:
    return 2.0 if share >= _FULL else 1.0 if share >= _HALF else 0.0


def _is_lacking(literals: Sequence[str], asked: WantedText, told: _Response) -> bool:
    """Whether none of them is there, though the program is to print them, and what it says is about something else.

    Whoever calls a function, or what happened, by words of their own has it all the same: so it is of numbers and of
    files alone, and where fewer words are printed than that takes.
    """
    is_named_alike = all(
        _FIGURE.fullmatch(literal) or _FILE_IN_CLAIM.fullmatch(literal) for literal in literals
    )
    if not is_named_alike and len(words_of("\n".join(told.lines))) >= len(words_of(" ".join(literals))):
        return False
    is_elsewhere = share_said(asked.subjects, "\n".join(told.lines)) < _MOSTLY
    is_foreign = has_chinese("\n".join(told.lines))
    return is_elsewhere and not is_foreign and not asked.is_in_statement and all(map(told.lacks, literals))


def _is_nothing_of(asked: WantedText, transcript: Transcript) -> bool:
    """Whether nothing of what is expected is said at all, and it is nothing that comes without being typed: when the
    program starts, or leaves in silence; nor an answer to its arguments.
    """
    is_told_otherwise = any(takes_arguments(ran.line) for ran in transcript.ran)
    lines = printed_lines(transcript.output)
    is_elsewhere = share_said(asked.subjects, "\n".join(lines)) < _MOSTLY
    # Who prints more than a menu may do all that is asked for whatever is typed.
    is_menu = sum(not is_entry(line) and not says("prompts", line) for line in lines) <= _HEADING
    return is_elsewhere and is_menu and not asked.is_end and not is_told_otherwise


def _by_subjects(asked: WantedText, told: _Response) -> PointsDecision:
    """By the words of a description that names nothing literally; lines beside each other with nearly all decide."""
    wanted = _untyped(asked.subjects, told)
    share = share_said(asked.subjects, "\n".join(told.lines))
    why = f"of what it is to say, {share:.0%} of the words are printed"
    if len(wanted) >= _SUBJECTS and share_together(wanted, told.lines) >= _NEARLY_ALL:
        return PointsDecision(2.0, why)
    return PointsDecision(_points(share), why, is_sure=False)


def _by_parts(asked: WantedText, told: _Response) -> PointsDecision | None:
    """By the parts that a description lists: each of them printed as a label, an entry or a heading decides."""
    if len(_untyped(asked.parts, told)) < len(asked.parts) or not are_listed(asked.parts, told.lines):
        return None
    return PointsDecision(2.0, f"each of {len(asked.parts)} parts is printed: {', '.join(asked.parts[:4])}")


def _are_figures_said(literals: Sequence[str], told: _Response) -> bool:
    """Whether a number that the description names for what is printed is there."""
    return any(_FIGURE.search(literal) and told.has(literal) for literal in literals)


def _untyped(texts: Sequence[str], told: _Response) -> list[str]:
    return [text for text in texts if share_said(words_of(text), told.typed) < 1]


def _is_among(literal: str, names: Iterable[str]) -> bool:
    return any(f"/{name}".endswith(f"/{literal.strip('/')}") for name in names)


def _unsure(decision: PointsDecision, why: str) -> PointsDecision:
    return decision._replace(why=f"{decision.why}{why}", is_sure=False)


def _lessened(decision: PointsDecision, why: str, *, wholly: bool = False) -> PointsDecision:
    points = 0.0 if wholly else min(decision.points, 1.0)
    return PointsDecision(points, f"{decision.why}; {why}", is_sure=False)
