"""The scripts and tests that a criterion's commands name: whether they are there, parse, hold what is named, and can
fail.
"""

import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from pipeline.exchange.prdbench.drafting import Draft
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.python_tests import Nature, Source, Unparseable
from plans.errors import InvalidFile
from plans.records.published import Defect
from plans.shell import Target

SHIPPED = ("evaluation/", "evaluation")
"""Where the grader's own files lie; what lies elsewhere the hand-in brings."""


class Scripts(NamedTuple):
    """What a criterion's commands run, as far as it is shipped."""

    defects: tuple[Defect, ...]
    written_by_agent: tuple[str, ...]
    """Tests that the hand-in has to bring."""
    timed: tuple[str, ...]
    """Tests that read a clock."""
    modules: frozenset[str]
    """Top-level names of the modules that they import."""
    files: tuple[str, ...] = ()
    """The scripts and files of tests themselves."""


class Library:
    """The Python files of one task, each read and parsed once."""

    def __init__(self, folder: PublishedFolder) -> None:
        self.folder = folder
        self._known: dict[str, Source | str] = {}

    def source(self, file: str) -> Source | str:
        """A file as Python reads it, or why it does not."""
        if file not in self._known:
            self._known[file] = self._read(file)
        return self._known[file]

    def _read(self, file: str) -> Source | str:
        try:
            return Source(self.folder.read(file))
        except InvalidFile as error:
            return error.problems[0].message
        except Unparseable as error:
            return str(error)


def scripts_of(draft: Draft, library: Library) -> Scripts:
    """What is known of a criterion's scripts and tests without running them."""
    folder = library.folder
    defects: list[Defect] = []
    agents: list[str] = []
    timed: list[str] = []
    modules: set[str] = set()
    files: list[str] = []
    for command in draft.commands:
        for call, target in command.targets:
            if target.kind in ("module", "code"):
                continue
            place = folder.place(target.name, call.folder or ".")
            if place is None or (place not in folder.files and not place.startswith(SHIPPED)):
                if target.kind != "script" and place is not None:
                    agents.append(_id(place, target))
                continue
            found = _shipped(place, target, library)
            defects += found.defects
            timed += found.timed
            modules |= found.modules
            files += _files(place, target, folder)
    unique = tuple({(one.kind, one.message): one for one in defects}.values())
    return Scripts(
        unique,
        tuple(dict.fromkeys(agents)),
        tuple(dict.fromkeys(timed)),
        frozenset(modules),
        tuple(dict.fromkeys(files)),
    )


def _shipped(place: str, target: Target, library: Library) -> Scripts:
    """What a script or test file that belongs to the task says of itself."""
    files = _files(place, target, library.folder)
    if not files:
        thing = "script" if target.kind == "script" else "test"
        message = f"the {thing} {place!r} is not there, so the command fails whatever is handed in."
        kind = "script_missing" if target.kind == "script" else "test_missing"
        return Scripts((Defect(kind=kind, message=message, blocks=True),), (), (), frozenset())
    sources = {file: library.source(file) for file in files}
    broken = [_unparseable(file, source) for file, source in sources.items() if isinstance(source, str)]
    broken += [
        _unparseable(file, source)
        for file in _configurations(place, target, library.folder)
        if isinstance(source := library.source(file), str)
    ]
    whole = {file: source for file, source in sources.items() if not isinstance(source, str)}
    modules = frozenset(name for source in whole.values() for name in source.modules)
    if broken or target.kind == "script":
        return Scripts(tuple(broken), (), (), modules)
    return _tests(whole, target, modules)


def _tests(sources: dict[str, Source], target: Target, modules: frozenset[str]) -> Scripts:
    """What the tests that are named can do, over all the files that the command names."""
    natures: list[Nature] = []
    names: list[str] = []
    for file, source in sources.items():
        found = source.tests(target.parts)
        if found:
            natures.append(source.nature(found))
            names.append(_id(file, target))
    if not natures:
        named = "::".join(target.parts)
        what = f"has no {named!r}" if named else "holds no test"
        message = f"{', '.join(sources)} {what}, so the command fails whatever is handed in."
        return Scripts((Defect(kind="test_missing", message=message, blocks=True),), (), (), modules)
    name = names[0] if len(names) == 1 else f"each of {', '.join(names)}"
    timed = tuple(name for name, nature in zip(names, natures, strict=True) if nature.is_timed)
    return Scripts(tuple(_weaknesses(name, natures)), (), timed, modules)


def _weaknesses(name: str, natures: list[Nature]) -> Iterator[Defect]:
    if not any(nature.asserts for nature in natures):
        yield Defect(kind="no_assertion", message=f"{name} asserts nothing, so passing it says little.")
    elif not any(nature.asserts_more for nature in natures):
        yield Defect(
            kind="trivial_assertion",
            message=f"{name} asserts only that there is something, or what always holds.",
        )
    if any(nature.may_skip for nature in natures):
        yield Defect(kind="may_skip", message=f"{name} may skip itself, which must not count as passed.")


def _files(place: str, target: Target, folder: PublishedFolder) -> list[str]:
    """The Python files that a path stands for: itself, or the tests of a folder or of a module's dotted name."""
    if place in folder.files:
        return [place] if place.endswith(".py") or target.kind == "script" else []
    if target.kind == "script":
        return []
    if place in folder.folders:
        return [
            file
            for file in sorted(folder.files)
            if file.startswith(f"{place}/")
            and file.endswith(".py")
            and (posixpath.basename(file).startswith("test_") or file.endswith("_test.py"))
        ]
    dotted = f"{place.replace('.', '/')}.py"
    return [dotted] if target.kind == "unittest" and dotted in folder.files else []


def _configurations(place: str, target: Target, folder: PublishedFolder) -> list[str]:
    """The files that pytest reads first, from the tests upwards."""
    above: list[str] = []
    at: str = place
    while target.kind == "pytest" and at:
        at = posixpath.dirname(at)
        above.append(posixpath.join(at, "conftest.py"))
    return [file for file in above if file in folder.files]


def _unparseable(file: str, reason: str) -> Defect:
    message = f"Python cannot parse {file!r} ({reason}), so the command fails whatever is handed in."
    return Defect(kind="script_unparseable", message=message, blocks=True)


def _id(place: str, target: Target) -> str:
    return "::".join((place, *target.parts))
