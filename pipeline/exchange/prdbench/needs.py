"""Needs of a published task beyond Python, packages that its PRD merely names, and those that a suite has.

PRDs name libraries by the dozen, as examples or as what their authors would take. Somebody who does without is judged
like everybody else, so that only what is demanded keeps a task from being tried where it is not there.
"""

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal

from pipeline.exchange.prdbench.files import ParsedFile, Scripts, TaskFiles, Unparseable
from pipeline.exchange.prdbench.plan import EntryDraft
from plans.files import read_record
from plans.paths import SuitePaths
from plans.plain_text import folded, lines_of
from plans.records.base import FileRecord
from plans.records.published import Need, PublishedTask
from plans.runtimes import REQUIREMENTS, declared, is_declared

NeedKind = Literal["package", "service", "network"]
_VERSION = re.compile(r"[\s`'\"*(]*(?:(?:[=~<>!]=|[<>])\s*v?\d|v?\d+(?:\.\d+)+|\d+(?:\.\d+)*\+)")
"""A version behind a name: `Flask==1.0.2`, `MySQL 8.0+`. Who names one, means that one."""
_OR = re.compile(r"[\s`'\"*]*(?:/\s*[\w(]|(?:or|或)\b)", re.IGNORECASE)
_OR_BEFORE = re.compile(r"(?:[\w)]\s*/|\b(?:or|或))[\s`'\"*]*$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;!?。；])\s+")
_HEADING = re.compile(r"\s*#{1,6}\s|\s*\*\*[^*]+\*\*:?\s*$")
_LOCKED = re.compile(r"^([A-Za-z0-9][\w.-]*)\s*==", re.MULTILINE)
OWN = frozenset({"pytest"})
"""What the judge's own Python has, where a suite locks nothing."""


class _Words(FileRecord):
    """`needs.yaml`; a star at the end of a word stands for any ending, and one within a phrase for one word."""

    SCHEMA: ClassVar[str] = "prdbench-needs"

    demanding: tuple[str, ...]
    """Words by which a sentence demands what it names."""
    headings: tuple[str, ...]
    """Words by which a heading demands what is named beneath it."""
    choosing: tuple[str, ...]
    """Words by which a sentence makes a choice of what it names, whatever else it says."""
    needs: dict[NeedKind, dict[str, tuple[str, ...]]]
    """Kind → package or service → words that name it, besides its own name as an import."""
    imports: dict[str, str]
    """Names of modules and programs that are not those of what they belong to."""
    distributions: dict[str, tuple[str, ...]]
    """Package → names under which registries have it, any of which will do; left out, its own."""

    @property
    def by_module(self) -> Mapping[str, tuple[NeedKind, str]]:
        """Module or program → what it belongs to."""
        own: dict[str, tuple[NeedKind, str]] = {
            name: (kind, name) for kind, named in self.needs.items() for name in named
        }
        return own | {module: own[name] for module, name in self.imports.items()}


@cache
def _words() -> _Words:
    return read_record(Path(__file__).with_name("needs.yaml"), _Words)


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    parts = [
        r"\w*".join(map(re.escape, word.removesuffix("*").split("*"))) + r"\w*" * word.endswith("*")
        for word in words
    ]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])" if parts else r"(?!)", re.IGNORECASE)


def needs_of(
    prd: str | None,
    drafts: Sequence[EntryDraft],
    scripts: Sequence[Scripts],
    library: TaskFiles,
    given: Sequence[str],
) -> tuple[Need, ...]:
    """What nobody can do without: what the task's own files import or its commands run, and what its PRD demands.

    Args:
        prd: Its text, where it could be read.
        drafts: The criteria.
        scripts: What is known of the scripts and tests of each.
        library: The task's Python files.
        given: The data that its code agent is given, among which scripts may be.
    """
    found: dict[str, Need] = {}
    known = _words().by_module

    def use(name: str, because: str) -> None:
        if name in known:
            kind, need = known[name]
            found.setdefault(need, Need(name=need, kind=kind, because=because))

    for module in sorted(_modules(drafts, scripts, library, given)):
        use(module, f"its tests import {module}")
    for program in sorted(_programs(drafts)):
        use(program, f"a command of it runs {program}")
    for need, word, is_demanded in _named(prd):
        if is_demanded:
            use(need, f"its PRD demands {folded(word)!r}")
    return _in_order(found)


def may_be_used(prd: str | None, needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """What the PRD names beside what is needed: a submission may use it, and does without where it is not there."""
    known, needed = _words().by_module, {need.name for need in needs}
    return _in_order(
        {
            name: Need(name=name, kind=known[name][0], because=f"its PRD names {folded(word)!r}")
            for name, word, _ in _named(prd)
            if name not in needed
        }
    )


def _in_order(found: Mapping[str, Need]) -> tuple[Need, ...]:
    return tuple(sorted(found.values(), key=lambda need: (need.kind, need.name)))


def _named(prd: str | None) -> Iterator[tuple[str, str, bool]]:
    """Each package or service that a PRD names: its name, the word there, whether it is demanded.

    It demands what it gives a version of, what stands in a sentence of demand ("must", "relying on", "install") or in a
    list of dependencies; unless that very sentence makes it a choice ("optional", "e.g.", "Flask or FastAPI").
    """
    sentences = list(_sentences(prd or ""))
    for things in _words().needs.values():
        for name, words in things.items():
            pattern = _pattern(words)
            places = [(*where, match) for where in sentences for match in pattern.finditer(where[1])]
            demands = (match for heading, said, match in places if _is_demand(said, heading, match))
            if (demand := next(demands, None)) is not None:
                yield name, demand[0], True
            elif places:
                yield name, places[0][2][0], False


def _sentences(prd: str) -> Iterator[tuple[str, str]]:
    """Each sentence behind the heading that it stands under."""
    heading = ""
    for line in lines_of(prd):
        if _HEADING.match(line):
            heading = line
        for sentence in _SENTENCE.split(line):
            yield heading, sentence


def _is_demand(sentence: str, heading: str, name: re.Match[str]) -> bool:
    before, behind = sentence[: name.start()], sentence[name.end() :]
    words = _words()
    if _pattern(words.choosing).search(sentence) or _OR.match(behind) or _OR_BEFORE.search(before):
        return False
    is_said = _pattern(words.demanding).search(sentence) or _pattern(words.headings).search(heading)
    return bool(_VERSION.match(behind) or is_said)


def _modules(
    drafts: Sequence[EntryDraft], scripts: Sequence[Scripts], library: TaskFiles, given: Sequence[str]
) -> set[str]:
    """Top-level names of the modules that tests, their configuration, scripts and given files import."""
    modules = {module for one in scripts for module in one.modules}
    folders = {posixpath.dirname(file) for one in scripts for file in one.files}
    configurations = (
        file
        for file in library.folder.files
        if posixpath.basename(file) == "conftest.py"
        and any(f"{folder}/".startswith(f"{posixpath.dirname(file)}/") for folder in folders)
    )
    for file in (*configurations, *(name for name in given if name.endswith(".py"))):
        # One that is not there, or that Python cannot parse, is told as a problem, and uses nothing.
        if isinstance(source := library.source(file), ParsedFile):
            modules |= source.modules
    for _, target in (one for draft in drafts for command in draft.commands for one in command.targets):
        if target.kind == "code":
            # `python -c` may be given what is no Python, which uses nothing.
            with suppress(Unparseable):
                modules |= ParsedFile(target.name.encode("utf-8", "replace")).modules
    return modules


def _programs(drafts: Sequence[EntryDraft]) -> Iterator[str]:
    """The programs and modules that commands run."""
    for command in (command for draft in drafts for command in draft.commands):
        yield from (posixpath.basename(call.words[0]) for call in command.calls if call.words)
        yield from (target.name.partition(".")[0] for _, target in command.targets if target.kind == "module")


def locked_packages(paths: SuitePaths) -> frozenset[str]:
    """The packages that submissions of a suite find, by plain names; raises InvalidFile."""
    if not is_declared(paths.runtime):
        return OWN
    _, texts = declared(paths.runtime)
    return frozenset(_plain(name) for name in _LOCKED.findall(texts.get(REQUIREMENTS, "")))


def why_not(task: PublishedTask, packages: Collection[str]) -> tuple[str, ...]:
    """Why submissions of a task cannot be tried, with what tells of each missing thing; empty where they can."""
    return tuple(_missing(task.needs, packages))


def not_there(task: PublishedTask, packages: Collection[str]) -> tuple[str, ...]:
    """What a task's PRD names beside what it needs, and is not there: a submission that uses it fails here."""
    return tuple(
        f"{_names(need)[0]} ({need.because})"
        for need in may_be_used(task.prd, task.needs)
        if need.kind in ("service", "network") or not _is_locked(need, packages)
    )


def _missing(needs: Collection[Need], packages: Collection[str]) -> Iterator[str]:
    lacking: list[str] = []
    for need in needs:
        match need.kind:
            case "service":
                yield f"the service {need.name} ({need.because}), and none runs in the sandbox"
            case "network":
                yield f"the network ({need.because}), and the sandbox has none"
            case "package":
                if not _is_locked(need, packages):
                    lacking.append(f"{_names(need)[0]} ({need.because})")
    if lacking:
        yield f"packages that the suite does not lock: {', '.join(lacking)}"


def _names(need: Need) -> tuple[str, ...]:
    """The names under which registries have it."""
    return _words().distributions.get(need.name, (need.name,))


def _is_locked(need: Need, packages: Collection[str]) -> bool:
    return any(_plain(name) in packages for name in _names(need))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
