"""Detection of leaks: words of a message that its leak policy keeps back."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, cast

from agents.browser.grounding.names import stem, stems
from plans.files import parse_record, read_text
from plans.plain_text import lines_of
from plans.records.base import FileRecord
from plans.records.criteria import Criteria
from plans.records.specification import PRD, Requirement

WORDS_FILE = Path(__file__).with_name("never_said.yaml")
LONGEST_RUN = 5
"""Words in a row, as they stand in what is kept back, from which they were taken from there."""
FEWEST_NEW = 3
"""Telling words of a statement that the message was not told, and has, from which it may say the statement."""
FEWEST_OF_A_TITLE = 2
"""Telling words of a title that the message was not told, and has, from which it says the title."""
MOST_OF_IT = 0.6
"""Share of a statement's telling words from which it is said."""
SHORTEST_DATUM = 3
TYPED = frozenset({"value", "filename", "content", "input", "line"})
"""Fields of a task's steps and commands that hold data."""
PATTERNS = {
    "an id of a requirement": re.compile(r"\bR\d+(?:\.\d+)+\b"),
    "an address": re.compile(r"\bhttps?://|\bwww\.", re.IGNORECASE),
    "code": re.compile(r"```|\{[a-z_]+\}|</?[a-z][a-z0-9-]*[^>]*>|\b[a-z]\w*\(\)", re.IGNORECASE),
    "a selector": re.compile(r"(?<![\w.])[.#][a-z][\w-]*[-_]\w+|\[[a-z-]+(?:[*^$~|]?=[^\]]*)?\]|(?<!\S)//\w"),
}
_SENTENCE_END = re.compile(r"(?<=[.!?;:\n])\s+")


class NeverSaid(FileRecord):
    """`never_said.yaml`."""

    SCHEMA: ClassVar[str] = "never-said"

    benchmark: tuple[str, ...]
    machinery: tuple[str, ...]
    player: tuple[str, ...]
    stop: tuple[str, ...]
    """Words that tell nothing by themselves."""


@dataclass(frozen=True)
class Secrets:
    """What a message may not say, and what it was told."""

    ids: tuple[str, ...]
    data: tuple[str, ...]
    statements: tuple[str, ...]
    titles: tuple[str, ...]
    told: str
    """All that it may say, in one text."""


def secrets_of(criteria: Criteria, prd: PRD, told: Sequence[str], given: Collection[str]) -> Secrets:
    """What is kept back of an item from a message that was `told` these lines; `given` are ids of requirements whose
    text is among them.
    """
    kept = [leaf for leaf in prd.leaves() if leaf.id not in given]
    statements = [outcome.statement for task in criteria.tasks for outcome in task.outcomes]
    statements += [sentence for leaf in kept for sentence in _SENTENCE_END.split(leaf.text)]
    data = {datum for task in criteria.tasks for datum in _typed(task.how.model_dump(mode="json"))}
    data |= {datum for leaf in kept for datum in leaf.data}
    return Secrets(
        ids=tuple(sorted(_ids(criteria))),
        data=tuple(sorted(datum for datum in data if _is_telling(datum))),
        statements=tuple(statements),
        titles=tuple(_titles(kept)),
        told=" ".join(" ".join(told).split()),
    )


def leaks_in(text: str, secrets: Secrets) -> list[str]:
    """What a text gives away, each with the words that do; empty where it keeps to what it was told."""
    return list(dict.fromkeys([*_foreign(text, secrets), *_given_away(text, secrets)]))


def telling_stems(text: str) -> frozenset[str]:
    """Stems of the words of a text that tell something."""
    return frozenset(stems(text)) - _stop_stems()


@cache
def read_never_said() -> NeverSaid:
    """The words."""
    return parse_record(read_text(WORDS_FILE), NeverSaid, WORDS_FILE)


def _foreign(text: str, secrets: Secrets) -> Iterator[str]:
    """Words that no user would use."""
    words = read_never_said()
    for what, pattern in PATTERNS.items():
        for match in pattern.finditer(text):
            if match.group() not in secrets.told:
                yield f"{match.group()!r} is {what}, which a user does not know"
    kinds = {
        "of those who test products": words.benchmark,
        "of those who build products": words.machinery,
        "of somebody who plays a user": words.player,
    }
    for whose, listed in kinds.items():
        for word in listed:
            if _has(text, word) and not _has(secrets.told, word):
                yield f"{word!r} is a word {whose}"
    for id in secrets.ids:
        if _has(text, id) and not _has(secrets.told, id):
            yield f"{id!r} is an id"


def _given_away(text: str, secrets: Secrets) -> Iterator[str]:
    """What is kept back."""
    for datum in secrets.data:
        if _says_datum(text, datum) and not _has(secrets.told, datum):
            yield f"{datum!r} is a datum that you were not told"
    for title in secrets.titles:
        if _has(text, title) and len(telling_stems(title) - telling_stems(secrets.told)) >= FEWEST_OF_A_TITLE:
            yield f"{title!r} is something else that is wished for, of which you were not told"
    for statement in secrets.statements:
        if said := _said_of(statement, text, secrets.told):
            yield f"{said!r} says more of what is wished for than you were told"


def _said_of(statement: str, text: str, told: str) -> str:
    """The words by which a text says a statement; empty where it does not, beyond what was told."""
    if run := _run(statement, text, told):
        return run
    new = telling_stems(statement) - telling_stems(told)
    found = new & telling_stems(text)
    if len(found) < max(FEWEST_NEW, MOST_OF_IT * len(new)):
        return ""
    words = [word for word in re.findall(r"[\w'’-]+", text) if telling_stems(word) & found]
    return " … ".join(dict.fromkeys(words))


def _run(statement: str, text: str, told: str) -> str:
    """Words in a row that stand in both, and not in what was told."""
    ours, theirs = list(stems(text)), list(stems(statement))
    known = f" {' '.join(stems(told))} "
    held = f" {' '.join(theirs)} "
    for place in range(len(ours) - LONGEST_RUN + 1):
        run = " ".join(ours[place : place + LONGEST_RUN])
        if f" {run} " in held and f" {run} " not in known and telling_stems(run) - telling_stems(told):
            return run
    return ""


def _ids(criteria: Criteria) -> Iterator[str]:
    """Ids that are no words of a language."""
    for task in criteria.tasks:
        yield from (id for id in (task.id, *(one.id for one in task.outcomes)) if re.search("[-_0-9]", id))


def _titles(leaves: Sequence[Requirement]) -> Iterator[str]:
    """Titles that could not be said by chance."""
    yield from (leaf.title for leaf in leaves if len(telling_stems(leaf.title)) >= FEWEST_OF_A_TITLE)


def _typed(value: object) -> Iterator[str]:
    """Data in steps and commands; what is bound in a run is known to nobody before."""
    if isinstance(value, Mapping):
        for name, inner in cast("Mapping[str, object]", value).items():
            if name in TYPED and isinstance(inner, str):
                yield from (row.strip() for row in lines_of(inner) if "{" not in row)
            else:
                yield from _typed(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _typed(inner)


def _is_telling(datum: str) -> bool:
    return len(datum.strip()) >= SHORTEST_DATUM and bool(telling_stems(datum))


def _says_datum(text: str, datum: str) -> bool:
    """A single word counts where it is quoted: else anybody may use it."""
    if datum.isalpha():
        return re.search(rf"[\"'“‘«`]{re.escape(datum)}[\"'”’»`]", text, re.IGNORECASE) is not None
    return _has(text, datum)


def _has(text: str, phrase: str) -> bool:
    """Whether the phrase stands in a text by itself, in whatever case."""
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None


@cache
def _stop_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in read_never_said().stop)
