"""Items and suites on disk: a project as a folder that git can diff and a person can read."""

import os
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pydantic import JsonValue

from plans.digests import files_digest, graded_digest, prose_digest, record_digest, value_digest
from plans.errors import AuthorError, InvalidFile
from plans.files import clear, held, read_bytes, read_record, read_text, write_bytes, write_record, write_text
from plans.paths import ItemPaths, SuitePaths, inside
from plans.records.base import FileRecord, Problem, stays_inside
from plans.records.criteria import Criteria
from plans.records.evidence import Digests, Evidence
from plans.records.feedback import EvaluationPlan
from plans.records.plan import ItemParameters
from plans.records.project import (
    Alternative,
    Built,
    Files,
    Grader,
    Independent,
    IndependentImplementation,
    LaidOver,
    Mutant,
    PlantedMutant,
    Project,
    Provenance,
)
from plans.records.published import Imported
from plans.records.seed import ItemSeed
from plans.records.specification import PRD, Query
from plans.records.suite import Suite, SuiteItem
from plans.records.verdict import JudgeRequest
from plans.scratch import scratch

R = TypeVar("R", bound=FileRecord)
KEEP_LINE_ENDINGS = "* -text\n"
"""For git: digests, patches and grader files are of bytes, so a checkout must not change line endings."""
_HEAD = 4096
"""Bytes of a file in which its line endings are looked for."""
T = TypeVar("T")


def read_project(paths: ItemPaths) -> Project:
    """The project in a folder; raises InvalidFile with the problems of all its files.

    Where an entry of the folder is a link, or the folder itself, nothing is read: what lies elsewhere is no part of it.
    """
    if unfit := [*_links([paths.root]), *_unfit(paths.root).values()]:
        raise InvalidFile(unfit)
    require_line_endings(paths)
    reader = _Reader()
    seed = reader.record(paths.seed, ItemSeed)
    parameters = reader.record(paths.parameters, ItemParameters)
    prd = reader.record(paths.prd, PRD)
    query = reader.record(paths.query, Query)
    criteria = reader.record(paths.criteria, Criteria)
    provenance = reader.record(paths.provenance, Provenance) if paths.provenance.exists() else None
    imported = reader.record(paths.imported, Imported) if paths.imported.exists() else None
    built = reader.sealed(paths) if paths.imported.exists() else reader.built(paths)
    mutants = [
        PlantedMutant(mutant=mutant, patch=patch)
        for folder in _folders(paths.mutants)
        if (mutant := reader.record(folder / "mutant.yaml", Mutant)) is not None
        and (patch := reader.text(folder / "mutant.patch")) is not None
    ]
    independents = reader.independents(paths)
    if reader.problems:
        raise InvalidFile(reader.problems)
    assert seed is not None
    assert parameters is not None
    assert prd is not None
    assert query is not None
    assert criteria is not None
    assert built is not None
    return Project(
        id=paths.root.name,
        seed=seed,
        parameters=parameters,
        prd=prd,
        query=query,
        criteria=criteria,
        reference=built.reference if isinstance(built, Built) else None,
        mutants=tuple(mutants),
        alternatives=built.alternatives if isinstance(built, Built) else (),
        independents=independents,
        grader=built.grader if isinstance(built, Built) else built,
        provenance=provenance,
        imported=imported,
    )


def read_built(paths: ItemPaths) -> Built:
    """The reference of a project, and what goes with it; raises InvalidFile."""
    reader = _Reader()
    built = reader.built(paths)
    if built is None or reader.problems:
        raise InvalidFile(reader.problems)
    return built


def write_project(paths: ItemPaths, project: Project, prd_text: str) -> None:
    """Write a project's files; `prd_text` is the PRD's rendering. Evidence and reviews are written by others."""
    write_record(paths.seed, project.seed)
    write_record(paths.parameters, project.parameters)
    write_record(paths.prd, project.prd)
    write_text(paths.prd_text, prd_text)
    write_record(paths.query, project.query)
    write_record(paths.criteria, project.criteria)
    if project.provenance is not None:
        write_record(paths.provenance, project.provenance)
    if project.reference is None:
        assert project.imported is not None
        write_record(paths.imported, project.imported)
        clear(paths.grader)
        write_grader(paths.grader, project.grader)
        return
    write_built(
        paths,
        Built(reference=project.reference, alternatives=project.alternatives, grader=project.grader),
    )
    write_mutants(paths, project.mutants)
    write_independents(paths, project.independents)


def write_built(paths: ItemPaths, built: Built) -> None:
    """Write the reference and what goes with it, in the place of what lay there."""
    for folder in (paths.reference, paths.grader, paths.alternatives):
        clear(folder)
    write_files(paths.reference, built.reference)
    write_grader(paths.grader, built.grader)
    for laid_over in built.alternatives:
        folder = paths.alternative(laid_over.alternative.name)
        write_record(folder / "alternative.yaml", laid_over.alternative)
        write_files(folder / "files", laid_over.files)


def write_mutants(paths: ItemPaths, mutants: Iterable[PlantedMutant]) -> None:
    """Write the mutants, in the place of those that lay there."""
    clear(paths.mutants)
    for planted in mutants:
        folder = paths.mutant(planted.mutant.id)
        write_record(folder / "mutant.yaml", planted.mutant)
        write_text(folder / "mutant.patch", planted.patch)


def write_independents(paths: ItemPaths, independents: Iterable[IndependentImplementation]) -> None:
    """Write the independent implementations, in the place of those that lay there."""
    clear(paths.independents)
    for one in independents:
        folder = paths.independent(one.about.name)
        write_record(folder / "independent.yaml", one.about)
        write_files(folder / "files", one.files)


def read_files(folder: Path) -> Files:
    """The text files of a folder by relative path; raises InvalidFile, links and binaries refused."""
    reader = _Reader()
    files = reader.files(folder)
    if files is None or reader.problems:
        raise InvalidFile(reader.problems)
    return files


def write_files(folder: Path, files: Files) -> None:
    """Write text files under a folder; raises PathEscape for a path that leaves it."""
    for name, content in files.items():
        write_text(inside(folder, name), content)


def read_grader(folder: Path) -> Grader:
    """The files of a grader's folder by relative path, text or not; none where there is no folder.

    Raises InvalidFile for links, for names that could mean something else elsewhere, and for files that are too large.
    """
    reader = _Reader()
    files = reader.grader(folder)
    if reader.problems:
        raise InvalidFile(reader.problems)
    return files


def write_grader(folder: Path, files: Grader) -> None:
    """Write a grader's files under a folder, which is made where there is any; PathEscape for a path that leaves it."""
    for name, content in files.items():
        write_bytes(inside(folder, name), content)


def judged_by(request: JudgeRequest) -> str:
    """Digest of what decides the verdicts that are asked for; raises InvalidFile where the grader cannot be read."""
    return graded_digest(request.criteria, read_grader(request.grader) if request.grader else {})


def project_digests(project: Project, judge: str) -> Digests:
    """Digests of all that evidence depends on."""
    return Digests(
        graded=graded_digest(project.criteria, project.grader),
        reference="" if project.reference is None else files_digest(project.reference),
        mutants=value_digest([[record_digest(p.mutant), p.patch] for p in project.mutants]),
        alternatives=value_digest(
            [[record_digest(a.alternative), files_digest(a.files)] for a in project.alternatives]
        ),
        independents=independents_digest(project),
        prose=prose_digest(project.prd, project.query, project.criteria),
        judge=judge,
    )


def independents_digest(project: Project) -> str:
    """Digest of the independent implementations' files; empty where there is none."""
    digests: dict[str, JsonValue] = {one.about.name: files_digest(one.files) for one in project.independents}
    return value_digest(digests) if digests else ""


def suite_item(project: Project) -> SuiteItem:
    """The project's line in suite.yaml."""
    return SuiteItem(
        id=project.id,
        graded_digest=graded_digest(project.criteria, project.grader),
        prose_digest=prose_digest(project.prd, project.query, project.criteria),
    )


def read_suite(paths: SuitePaths) -> Suite:
    """suite.yaml, with its ids held against the folders; raises InvalidFile, also where a link leads elsewhere."""
    if linked := _links([paths.suite, paths.plan, paths.items, paths.seeds, paths.review]):
        raise InvalidFile(linked)
    require_line_endings(paths)
    suite = read_record(paths.suite, Suite)
    problems = _links([paths.item(item.id).root for item in suite.items])
    seen: set[str] = set()
    for item in suite.items:
        if item.id in seen:
            problems.append(
                _problem(paths.suite, f"item {item.id!r} is listed twice.", "Delete one of the lines.")
            )
        seen.add(item.id)
        if not paths.item(item.id).root.is_dir():
            problems.append(
                _problem(
                    paths.suite, f"item {item.id!r} has no folder in {paths.items}.", "Restore or unlist it."
                )
            )
    if problems:
        raise InvalidFile(problems)
    return suite


def write_suite(paths: SuitePaths, suite: Suite) -> None:
    """Write suite.yaml, and where git is told nothing about the folder yet, that it keeps line endings as they are.

    Written last, so that a suite that has one is whole.
    """
    if not paths.git_attributes.exists():
        write_text(paths.git_attributes, KEEP_LINE_ENDINGS)
    write_record(paths.suite, suite)


def require_line_endings(paths: SuitePaths | ItemPaths) -> None:
    """Raise InvalidFile where a checkout by git has changed the line endings of a suite or an item to CRLF.

    We write line feeds. An editor may have saved one of these files otherwise, which does no harm; git changes all.
    """
    if isinstance(paths, SuitePaths):
        written = (paths.suite, paths.plan, paths.card, paths.changelog)
    else:
        written = (paths.seed, paths.parameters, paths.prd, paths.prd_text, paths.query, paths.criteria)
    there = [path for path in written if path.is_file()]
    if len(there) > 1 and all(b"\r\n" in read_bytes(path)[:_HEAD] for path in there):
        message = (
            "git changed the line endings here to CRLF, so digests, patches and grader files are no longer those that "
            "were proved."
        )
        mend = (
            "Run `git config core.autocrlf false`, delete the folder and restore it with `git checkout -- FOLDER`; "
            "commit a .gitattributes with `* -text` in the suite, so that no checkout changes them."
        )
        raise InvalidFile([_problem(paths.root, message, mend)])


@contextmanager
def held_suite(paths: SuitePaths) -> Generator[None]:
    """Hold a suite's lock; raises Busy, and InvalidFile as refuse_links."""
    refuse_links(paths)
    with held(paths.lock):
        yield


def refuse_links(paths: SuitePaths) -> None:
    """Raise InvalidFile where a link stands in the place of `.authoring` or of what lies in it: work would be written,
    and in the end removed, where it leads.
    """
    if linked := _links([paths.authoring, *_entries(paths.authoring), *_entries(paths.drafts)]):
        raise InvalidFile(linked)


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() and not folder.is_symlink() else []


def chosen_items(suite: Suite, wanted: Collection[str]) -> list[str]:
    """The ids that are wanted, in the suite's order; all where none is named. Raises AuthorError for unknown ones."""
    ids = [item.id for item in suite.items]
    if unknown := sorted(set(wanted) - set(ids)):
        raise AuthorError(
            f"The suite has no item {', '.join(map(repr, unknown))}, so nothing was begun. Name some of: "
            f"{', '.join(ids)}."
        )
    return [id for id in ids if not wanted or id in wanted]


def read_evaluation(paths: ItemPaths) -> EvaluationPlan | None:
    """How the item is to be scored and tried, or None where nothing is said; raises InvalidFile."""
    return _read_own(paths.evaluation, EvaluationPlan)


def read_evidence(paths: ItemPaths) -> Evidence | None:
    """The item's evidence, or None when it has none yet; raises InvalidFile."""
    return _read_own(paths.evidence, Evidence)


class _Reader:
    """Reads on after a problem, so that all of them can be told at once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def record(self, path: Path, kind: type[R]) -> R | None:
        return self._try(lambda: read_record(path, kind))

    def text(self, path: Path) -> str | None:
        return self._try(lambda: read_text(path))

    def files(self, folder: Path) -> Files | None:
        if not folder.is_dir():
            self.problems.append(_problem(folder, "is missing.", "Restore the folder."))
            return None
        unfit = _unfit(folder)
        self.problems.extend(unfit.values())
        files: Files = {}
        for path in sorted(folder.rglob("*")):
            if path not in unfit and path.is_file() and (text := self.text(path)) is not None:
                files[path.relative_to(folder).as_posix()] = text
        return files

    def built(self, paths: ItemPaths) -> Built | None:
        """None where no reference can be read."""
        reference = self.files(paths.reference)
        grader = self.grader(paths.grader)
        alternatives = [
            LaidOver(alternative=alternative, files=files)
            for folder in _folders(paths.alternatives)
            if (alternative := self.record(folder / "alternative.yaml", Alternative)) is not None
            and (files := self.files(folder / "files")) is not None
        ]
        if reference is None:
            return None
        return Built(reference=reference, alternatives=tuple(alternatives), grader=grader)

    def independents(self, paths: ItemPaths) -> tuple[IndependentImplementation, ...]:
        """Those that can be read; a folder that is not called as its record says is a problem."""
        found: list[IndependentImplementation] = []
        for folder in _folders(paths.independents):
            about = self.record(folder / "independent.yaml", Independent)
            files = self.files(folder / "files")
            if about is not None and about.name != folder.name:
                message = f"says that it is called {about.name!r}, and its folder is {folder.name!r}."
                self.problems.append(_problem(folder / "independent.yaml", message, "Rename one of them."))
            elif about is not None and files is not None:
                found.append(IndependentImplementation(about=about, files=files))
        return tuple(found)

    def sealed(self, paths: ItemPaths) -> Grader:
        """The grader of an imported item, which has nothing else that anybody built."""
        for folder in (paths.reference, paths.alternatives, paths.independents, paths.mutants):
            if folder.exists():
                mend = f"Remove it, or {paths.imported.name} where the item is your own."
                self.problems.append(_problem(folder, "belongs to no imported item.", mend))
        return self.grader(paths.grader)

    def grader(self, folder: Path) -> Grader:
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            self.problems.append(_problem(folder, "is no folder.", "Put the folder itself there."))
            return {}
        unfit = _unfit(folder)
        self.problems.extend(unfit.values())
        files: Grader = {}
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path in unfit or path.is_dir():
                continue
            if not stays_inside(name):
                self.problems.append(
                    _problem(
                        path,
                        "has a name that no task can name.",
                        "Use no backslash, colon or control character.",
                    )
                )
            elif (data := self._try(lambda path=path: read_bytes(path))) is not None:
                files[name] = data
        return files

    def _try(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InvalidFile as error:
            self.problems.extend(error.problems)
            return None


def _read_own(path: Path, kind: type[R]) -> R | None:
    """What an item may have beside the project; None when it is not there."""
    if linked := _links([path]):
        raise InvalidFile(linked)
    return read_record(path, kind) if path.exists() else None


def _unfit(folder: Path) -> dict[Path, Problem]:
    """Entries at any depth that cannot be part of an item: links, and names that are no text."""
    entries = sorted(folder.rglob("*"))
    links = {path: problem for path in entries for problem in _links([path])}
    mend = "Give it a name in UTF-8."
    named = {
        path: _problem(path, "has a name that is not UTF-8 text.", mend) for path in entries if _is_odd(path)
    }
    return links | named


def _links(paths: Iterable[Path]) -> list[Problem]:
    mend = "Put the file or folder itself there: what a link leads to is no part of the suite."
    return [_problem(path, "is a link.", mend) for path in paths if path.is_symlink()]


def _is_odd(path: Path) -> bool:
    """Whether the name holds bytes that are no UTF-8, which stand in it as lone surrogates."""
    return any(0xD800 <= ord(character) <= 0xDFFF for character in path.name)


def _folders(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []


def _problem(path: Path, message: str, mend: str) -> Problem:
    where = os.fsencode(path).decode("utf-8", "backslashreplace")
    return Problem(where=where, message=message, mend=mend)


@contextmanager
def sealed(grader: Grader) -> Generator[Path | None]:
    """A copy for one judgement, in a folder that is gone afterwards and that nobody else knows; None without files.

    Raises StorageFailed where none can be made.
    """
    if not grader:
        yield None
        return
    with scratch("grader") as folder:
        write_grader(folder, grader)
        yield folder
