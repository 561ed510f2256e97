"""The interface that criteria use: their program, its commands and their meaning, and command lines taken apart."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple, cast

import yaml

from agents.judging.commands.working_copies import how_of
from plans.records.criteria import EvaluationTask
from plans.records.specification import PRD
from plans.shell import PYTHON, ShellToken, tokens_of, unwrapped

Kind = Literal["actions", "options"]


_WORD = re.compile(r"[a-z0-9]+")
_MOST_WORDS = 3
"""Words of the longest phrase."""
_HALF = 0.5
_BEYOND = re.compile(r"`|\$\(|\$\{")
"""What makes of a line more than commands one after the other: nobody rewrites that without a shell of his own."""
_SINGLE = re.compile(r"'[^']*'|\\.")
"""What a shell takes as it stands."""
_OPTIONS = re.compile(r"-[bBdEIOPqsSuv]+")
"""Options of Python that take no value and leave what is run as it is."""
_ENTRY = re.compile(r"(?<![\w.])(\d{1,2})[.)]\s+([^;\n`]{2,80})")
_SEGMENT = re.compile(r"[;\n]")
_SIGNATURE = re.compile(r"([a-z][\w-]*)((?:\s+(?:[A-Z][A-Z_0-9]*(?:…|\.{3})?|<[\w -]+>|\[[\w -]+\]))*)$")
_END = frozenset({"quit"})
_IN_CODE = re.compile(r"`([^`\n]+)`")


@cache
def phrases(kind: Kind) -> Mapping[str, str]:
    """Phrase → what it is called here."""
    table = cast("Mapping[str, Sequence[str]]", _table()[kind])
    return {phrase: name for name, phrases in table.items() for phrase in phrases}


@cache
def word_set(name: str) -> frozenset[str]:
    """The words or phrases of a list."""
    return frozenset(cast("Sequence[str]", _table()[name]))


@cache
def _table() -> Mapping[str, object]:
    return yaml.safe_load(Path(__file__).with_name("words.yaml").read_text("utf-8"))


def words(text: str) -> list[str]:
    """Its words in small letters; `listAll`, `list-all` and `list_all` have two."""
    return _WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())


def meaning(text: str, things: Collection[str] = (), kind: Kind = "actions") -> frozenset[str]:
    """What a text means; nothing where it has no word that says anything.

    Args:
        text: A name, or a title of a few words.
        things: Stems of what all of it is about, such as `plant`, which part nothing from anything else.
        kind: Of what it is the name.
    """
    said = words(text)
    known = phrases(kind)
    found: set[str] = set()
    left = [word for word in said if stem(word) not in things and word not in word_set("silent")]
    at = 0
    while at < len(left):
        for size in range(min(_MOST_WORDS, len(left) - at), 0, -1):
            if (meant := known.get(" ".join(left[at : at + size]))) is not None:
                found.add(meant)
                at += size
                break
        else:
            found.add(stem(left[at]))
            at += 1
    if "show" in found and _is_many(said, things):
        found = found - {"show"} | {"list"}
    return frozenset(found)


def common_things(titles: Sequence[str]) -> frozenset[str]:
    """Stems that stand in at least half of the titles, and are no action: what a program is about."""
    counted = Counter(one for title in titles for one in {stem(word) for word in words(title)})
    known = phrases("actions")
    return frozenset(
        one
        for one, number in counted.items()
        if number >= 2
        and number / len(titles) >= _HALF
        and one not in known
        and one not in word_set("silent")
    )


def stem(word: str) -> str:
    """A noun in the singular, as well as letters tell."""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def is_misused(text: str) -> bool:
    """Whether a program says that it was called otherwise than it can be."""
    low = text.lower()
    return any(phrase in low for phrase in word_set("misused"))


def _is_many(said: Iterable[str], things: Collection[str]) -> bool:
    """Whether several of the things are spoken of: whoever shows plants lists them."""
    own = [word for word in said if stem(word) in things]
    return bool(own) and all(word != stem(word) for word in own)


class Called(NamedTuple):
    """Something by its name, by what is said of it, and by how many values it takes."""

    name: str = ""
    title: str = ""
    takes: tuple[int, int] | None = None
    """At least and at most; None: not known."""


def paired(
    asked: Sequence[Called], found: Sequence[Called], things: Collection[str], kind: Kind = "actions"
) -> Mapping[int, int]:
    """Place in `asked` → place in `found`, of those that surely are the same.

    Equal names go before equal meanings. Where two could be meant, or one could mean two, neither is taken.
    """
    made: dict[int, int] = {}
    made |= _only_pairs(asked, found, made, _has_same_name)

    def means_same(one: Called, other: Called) -> bool:
        return _means_same(one, other, things, kind)

    return made | _only_pairs(asked, found, made, means_same)


def _only_pairs(
    asked: Sequence[Called],
    found: Sequence[Called],
    made: Mapping[int, int],
    is_alike: Callable[[Called, Called], bool],
) -> dict[int, int]:
    """Pairs of those that are alike, each of which is like no other that is left."""
    open_ones = [n for n in range(len(asked)) if n not in made]
    free = [n for n in range(len(found)) if n not in made.values()]
    alike = [
        (one, other)
        for one in open_ones
        for other in free
        if is_alike(asked[one], found[other]) and _takes_as_many(asked[one], found[other])
    ]
    return {
        one: other
        for one, other in alike
        if sum(left == one for left, _ in alike) == 1 and sum(right == other for _, right in alike) == 1
    }


def _has_same_name(one: Called, other: Called) -> bool:
    if one.name and other.name:
        return words(one.name) == words(other.name)
    return bool(one.title) and words(one.title) == words(other.title)


def _means_same(one: Called, other: Called, things: Collection[str], kind: Kind) -> bool:
    return not _meanings(one, things, kind).isdisjoint(_meanings(other, things, kind))


def _meanings(one: Called, things: Collection[str], kind: Kind) -> set[frozenset[str]]:
    found = {meaning(text, things, kind) for text in (one.name, one.title) if text}
    return {said for said in found if said}


def _takes_as_many(one: Called, other: Called) -> bool:
    if one.takes is None or other.takes is None:
        return True
    return other.takes[0] <= one.takes[0] and one.takes[1] <= other.takes[1]


class ProgramCall(NamedTuple):
    """A program that a line starts."""

    program: str
    """A file such as `src/main.py`, or `-m` and a module."""
    head: tuple[ShellToken, ...]
    """The words that start it: `python`, its file."""
    words: tuple[ShellToken, ...]
    """What it is given."""


def calls(line: str) -> list[ProgramCall] | None:
    """The Python programs that a line starts, in order; None for a line that is more than commands one after the other.

    Runs of tests are none.
    """
    commands = _commands(line)
    if commands is None:
        return None
    return [call for words in commands if (call := _call(words)) is not None]


def is_moving(line: str) -> bool:
    """Whether it changes the folder in which the commands after it are run."""
    return any(words and words[0].text in ("cd", "pushd") for words in _commands(line) or [])


def replaced(line: str, changes: Sequence[tuple[ProgramCall, str]]) -> str:
    """The line with other words in place of some of its calls."""
    for call, text in sorted(changes, key=lambda change: change[0].head[0].begin, reverse=True):
        end = (call.words or call.head)[-1].end
        line = f"{line[: call.head[0].begin]}{text}{line[end:]}"
    return line


def words_of(line: str) -> list[str] | None:
    """All words of a line, without quotation marks; None as for `calls`."""
    commands = _commands(line)
    return None if commands is None else [word.text for words in commands for word in words]


def plain_words(text: str) -> list[str] | None:
    """The words of a text that is nothing but words; None where a shell would do anything with it."""
    tokens = _tokens(text)
    if tokens is None or any(token.is_operator for token in tokens):
        return None
    return [token.text for token in tokens]


def _commands(line: str) -> list[list[ShellToken]] | None:
    """The words of each command, those to which something is redirected left out."""
    tokens = _tokens(line)
    if tokens is None:
        return None
    found: list[list[ShellToken]] = [[]]
    waiting = iter(tokens)
    for token in waiting:
        if not token.is_operator:
            found[-1].append(token)
        elif "<" in token.text or ">" in token.text:
            next(waiting, None)
        else:
            found.append([])
    return [words for words in found if words]


def _tokens(line: str) -> list[ShellToken] | None:
    try:
        tokens = tokens_of(line)
    except ValueError:
        return None  # Bash refuses it, and nobody knows what was meant.
    is_beyond = any(_is_beyond(line[token.begin : token.end]) for token in tokens if not token.is_operator)
    is_document = any(token.is_operator and token.text in ("<<", "<<-") for token in tokens)
    return None if is_beyond or is_document else tokens


def _is_beyond(word: str) -> bool:
    return _BEYOND.search(_SINGLE.sub("", word)) is not None


def _call(words: Sequence[ShellToken]) -> ProgramCall | None:
    own = words[len(words) - len(unwrapped([word.text for word in words])) :]
    if not own or not PYTHON.fullmatch(own[0].text):
        return None
    at = next((n for n, word in enumerate(own[1:], 1) if not _OPTIONS.fullmatch(word.text)), len(own))
    program, module = ([word.text for word in own[at : at + 2]] + ["", ""])[:2]
    if program.endswith(".py"):
        return ProgramCall(_file(program), tuple(own[: at + 1]), tuple(own[at + 1 :]))
    if program == "-m" and module and module not in word_set("modules_of_others"):
        return ProgramCall(f"-m {module}", tuple(own[: at + 2]), tuple(own[at + 2 :]))
    return None


def _file(text: str) -> str:
    return text.removeprefix("./")


def sources(lines: Sequence[str]) -> Iterator[str]:
    """The programs that lines start, each once."""
    seen: set[str] = set()
    for line in lines:
        for call in calls(line) or ():
            if call.program not in seen:
                seen.add(call.program)
                yield call.program


@dataclass(frozen=True)
class Signature:
    """A command, and the names of the values that it takes."""

    name: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class PresumedInterface:
    """What the criteria take for granted of a submission's interface."""

    programs: tuple[str, ...]
    """What they start; of nearly all projects it is one program."""
    commands: tuple[Signature, ...] = ()
    """In the order of the PRD; none where it does not say."""
    menu: Mapping[str, str] = field(default_factory=dict[str, str])
    """Choice → title, in order; none where the PRD states none."""
    of_entries: Mapping[str, Signature] = field(default_factory=dict[str, Signature])
    """Choice → the command that does the same, which says what the entry asks for."""

    @property
    def things(self) -> frozenset[str]:
        """What all of it is about."""
        return common_things(tuple(self.menu.values()))

    def command(self, name: str) -> Signature | None:
        """The command of that name, if the PRD has it."""
        return next((one for one in self.commands if one.name == name), None)

    def title_of(self, command: Signature) -> str:
        """How the menu calls it; empty where it does not."""
        found = (self.menu[choice] for choice, own in self.of_entries.items() if own == command)
        return next(found, "")

    def is_end(self, choice: str) -> bool:
        """Whether a choice ends the program."""
        return choice in self.menu and meaning(self.menu[choice]) == _END


def asked_of(tasks: Iterable[EvaluationTask], prd: PRD | None) -> PresumedInterface:
    """What tasks that are not tests ask for, as a PRD states it; without one, no more than their program is known."""
    lines = [
        command.line for task in tasks for how in (how_of(task),) if not how.runs_tests for command in how.act
    ]
    laid = {one.to for task in tasks for one in how_of(task).arrange.files}
    programs = tuple(program for program in sources(lines) if program not in laid)
    if prd is None:
        return PresumedInterface(programs)
    stated = [text for leaf in prd.leaves() for text in (leaf.text, *leaf.data)]
    used = " ".join(lines).split()
    commands = _commands_in_prd(stated, used)
    menu = _menu(prd)
    return PresumedInterface(programs, commands, menu, _linked(menu, commands))


def _menu(prd: PRD) -> dict[str, str]:
    """The longest list of numbered titles in a place that speaks of a menu: others list requirements, or steps."""
    places = [(leaf.title, leaf.text, *leaf.data) for leaf in prd.leaves()]
    stated = [text for place in places if "menu" in " ".join(place).lower() for text in place]
    lists = [{number: title.strip(" .") for number, title in _ENTRY.findall(text)} for text in stated]
    return max([{}, *(found for found in lists if len(found) > 1)], key=len)


def _commands_in_prd(stated: Sequence[str], used: Sequence[str]) -> tuple[Signature, ...]:
    """The signatures of a place that has several, and of code in prose those whose names are run."""
    word_set = [_signatures(_SEGMENT.split(text)) for text in stated]
    lists = [found for found in word_set if len(found) > 1 and any(one.name in used for one in found)]
    whole = max(lists, key=len) if lists else []
    in_code = _signatures(chain.from_iterable(_IN_CODE.findall(text) for text in stated), is_strict=False)
    named = {one.name: one for one in in_code if one.name in used}
    return tuple(({one.name: one for one in whole} or named).values())


def _signatures(segments: Iterable[str], *, is_strict: bool = True) -> list[Signature]:
    """Those of the segments that are commands; none at all, if strict, where any is something else."""
    found: list[Signature] = []
    for segment in filter(None, (segment.strip(" .") for segment in segments)):
        if (match := _SIGNATURE.match(segment)) is not None:
            found.append(Signature(match[1], tuple(_values(match[2]))))
        elif is_strict:
            return []
    return found


def _values(text: str) -> Iterator[str]:
    yield from (word.strip("<>[]… .").lower() for word in re.findall(r"<[^>]+>|\[[^\]]+\]|\S+", text))


def _linked(menu: Mapping[str, str], commands: Sequence[Signature]) -> dict[str, Signature]:
    """Entry → command: in their order where there are as many, else by what they mean."""
    entries = [choice for choice, title in menu.items() if meaning(title) != _END]
    if len(entries) == len(commands):
        return dict(zip(entries, commands, strict=True))
    things = common_things(tuple(menu.values()))
    pairs = paired(
        [Called(title=menu[choice]) for choice in entries], [Called(one.name) for one in commands], things
    )
    return {entries[one]: commands[other] for one, other in pairs.items()}
