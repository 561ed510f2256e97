"""By what a submission may be started: what its README and pyproject name, and the files that programs
usually are in.
"""

import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple, cast

from agents.judging.commands.adapting.meaning import calls, word_set, words_of
from agents.sandbox.beneath import read_beneath
from plans.errors import FileRefused
from plans.records.base import stays_inside

MOST_STARTS = 6
"""Starts that are tried."""
MOST_READ = 200_000
"""Bytes of a file of the submission that are read for them."""
_READMES = ("README.md", "README.rst", "README.txt", "README", "readme.md")
_USUAL = ("src/main.py", "main.py", "app.py", "cli.py", "src/app.py", "src/cli.py", "run.py")
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)^[ \t]*(?:```|~~~)", re.M | re.S)
_IN_CODE = re.compile(r"`([^`\n]+)`")
_PROMPT = re.compile(r"^\s*(?:\$|>|%)\s+")
_COMMENT = " #"
_LONGEST = 500
"""Letters of a row of a README that may be a command."""
_INTO = re.compile(r"^cd\s+([\w./-]+)\s*&&\s*(.*)$")
_OF_TESTS = re.compile(r"(?:^|/)tests?/|(?:^|/)test_[^/]*$")


class StartCommand(NamedTuple):
    """How a program of the submission is started from its root."""

    line: str
    program: str
    """The file that it runs, or `-m` and a module; of a script of pyproject its name."""
    is_bare: bool = True
    """Whether it is found without being told where to look."""


class ReadmeCommand(NamedTuple):
    """A command that a README shows."""

    start: StartCommand
    words: tuple[str, ...]
    """What the program is given."""
    comment: str
    """What stands beside it."""


def starts_of(root: Path, asked: Sequence[str]) -> list[StartCommand]:
    """The starts of the programs that are there, the likeliest first: as asked, by the README, by pyproject, as usual.

    Args:
        root: The submission, which is only read.
        asked: The programs that the criteria start.
    """
    named = [found for program in asked if (found := _start(root, program)) is not None]
    named += [one.start for one in shown_in_readme(root)]
    named += scripts_of(root)
    named += [StartCommand(f"python {name}", name) for name in _USUAL if (root / name).is_file()]
    named += [found for module in _packages(root) if (found := _start(root, f"-m {module}")) is not None]
    return list(dict.fromkeys(named))[:MOST_STARTS]


def shown_in_readme(root: Path) -> list[ReadmeCommand]:
    """The commands of a README that start a program which is there, in its fenced blocks and in code within its lines.

    A README is read and nothing of it is run: other commands that stand in it are no starts.
    """
    text = next((said for name in _READMES if (said := _text(root, name)) is not None), "")
    rows = [row for block in _FENCED.findall(text) for row in block.splitlines()]
    rows += _IN_CODE.findall(_FENCED.sub("", text))
    scripts = {one.program: one for one in scripts_of(root)}
    return [found for row in rows if (found := _named(root, row, scripts)) is not None]


def _named(root: Path, row: str, scripts: dict[str, StartCommand]) -> ReadmeCommand | None:
    if len(row) > _LONGEST:
        return None
    row, _, comment = (part.strip() for part in _PROMPT.sub("", row).partition(_COMMENT))
    folder = ""
    if match := _INTO.match(row):
        folder, row = match[1].strip("/"), match[2]
    found = calls(row)
    if found:
        start = _start(root, found[0].program, folder)
        return (
            None
            if start is None
            else ReadmeCommand(start, tuple(word.text for word in found[0].words), comment)
        )
    words = words_of(row) or []
    if words and words[0] in scripts:
        return ReadmeCommand(scripts[words[0]], tuple(words[1:]), comment)
    return None


def _start(root: Path, program: str, folder: str = "") -> StartCommand | None:
    """How a program is started from the root; None where it is not there."""
    if not program.startswith("-m "):
        name = str(PurePosixPath(folder, program))
        is_there = stays_inside(name) and _is_file(root / name)
        return (
            StartCommand(f"python {shlex.quote(name)}", name)
            if is_there and not _is_no_program(name)
            else None
        )
    module = program.removeprefix("-m ")
    if not re.fullmatch(r"\w+(?:\.\w+)*", module):
        return None
    for above in dict.fromkeys((folder, *_tops(root))):
        place = root / above / module.replace(".", "/")
        if _is_file(place / "__main__.py") or _is_file(place.with_suffix(".py")):
            return StartCommand(f"{_seeing(above)}python -m {module}", program, is_bare=not above)
    return None


def _tops(root: Path) -> Iterator[str]:
    """The folders in which its packages may lie: the root, those that pyproject names, and the usual one."""
    yield ""
    text = _text(root, "pyproject.toml")
    if text is not None:
        tool = _table(_parsed(text).get("tool"))
        setuptools = _table(tool.get("setuptools"))
        named: list[object] = list(_table(setuptools.get("package-dir")).values())
        named += _listed(_table(_table(setuptools.get("packages")).get("find")).get("where"))
        named += [_table(one).get("from") for one in _listed(_table(tool.get("poetry")).get("packages"))]
        for one in named:
            if isinstance(one, str) and (folder := one.strip("./")) and stays_inside(folder):
                yield folder
    yield "src"


def _table(found: object) -> Mapping[str, object]:
    """A table of TOML; an empty one of what is none, which is its author's fault and names no folder."""
    return cast("Mapping[str, object]", found) if isinstance(found, Mapping) else {}


def _listed(found: object) -> list[object]:
    return cast("list[object]", found) if isinstance(found, list) else []


def _is_file(place: Path) -> bool:
    """Whether a file is there; a name that is too long for one names none."""
    try:
        return place.is_file()
    except OSError:
        return False


def _is_no_program(name: str) -> bool:
    return _OF_TESTS.search(name) is not None or PurePosixPath(name).name in word_set("no_programs")


def scripts_of(root: Path) -> list[StartCommand]:
    """The scripts that a pyproject.toml declares; they are not installed, so their function is called."""
    text = _text(root, "pyproject.toml")
    if text is None:
        return []
    found: list[StartCommand] = []
    for name, target in sorted(_declared(text).items()):
        match = re.fullmatch(r"(\w+(?:\.\w+)*):(\w+)", str(target))
        if match is None:
            continue
        for above in dict.fromkeys(_tops(root)):
            place = root / above / match[1].replace(".", "/")
            if _is_file(place.with_suffix(".py")) or _is_file(place / "__init__.py"):
                code = f"import sys; from {match[1]} import {match[2]}; sys.exit({match[2]}())"
                found.append(StartCommand(f"{_seeing(above)}python -c {shlex.quote(code)}", str(name)))
                break
    return found


def _declared(text: str) -> Mapping[str, object]:
    """The scripts in a pyproject.toml; none where it is no TOML, which is its author's fault and starts nothing."""
    return _table(_table(_parsed(text).get("project")).get("scripts"))


def _parsed(text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _packages(root: Path) -> Iterator[str]:
    for above in dict.fromkeys(_tops(root)):
        for path in sorted((root / above).glob("*/__main__.py")):
            if not path.parent.is_symlink() and path.parent.name.isidentifier():
                yield path.parent.name


def _seeing(above: str) -> str:
    return f"PYTHONPATH={shlex.quote(above)} " if above else ""


def _text(root: Path, name: str) -> str | None:
    try:
        return read_beneath(root, name, MOST_READ).decode("utf-8", "replace")
    except (FileNotFoundError, IsADirectoryError, FileRefused):
        return None  # There is none that can be read.
