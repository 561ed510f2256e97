"""The grader's files: tests, what is laid beside a hand-in, and what products are held against.

tests/test_<module>.py      laid at the same place
laid/<path>                 laid for every task
inputs/<task>/<path>        laid for one task
expected/<task>/<name>      what its product is held against
"""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from plans.python_project.catalog.feature import TaskTemplate
from plans.python_project.catalog.library import Library
from plans.python_project.catalog.marking import marked
from plans.python_project.catalog.part import Part
from plans.python_project.catalog.vocabulary import Vocabulary, render, with_given
from plans.records.project import Files, Grader
from plans.records.task_modes import Laid


def grader_files(library: Library, parts: Sequence[Part], canary: str) -> Grader:
    """Everything that tasks name; tests carry the canary. Raises InvalidFile."""
    files: Files = {f"laid/{path}": text for path, text in _laid_always(parts).items()}
    for part in parts:
        tests = library.tests.get(part.feature.id)
        if tests is not None:
            path = f"features/{part.feature.id}/tests.py.j2"
            files |= marked({tests_path(part.feature.module): render(tests, part.words, path)}, canary)
        for template in part.tasks():
            files |= dict(_own_files(part, template))
    return {path: text.encode() for path, text in sorted(files.items())}


def tests_path(module: str) -> str:
    """Where the tests of a module lie, in the grader and in the hand-in."""
    return f"tests/test_{module}.py"


def reference_path(task: str, product: str) -> str:
    """Where the grader has what a product is held against."""
    return f"expected/{task}/{PurePosixPath(product).name}"


def arranged_files(parts: Sequence[Part], part: Part, template: TaskTemplate, task: str) -> Iterator[Laid]:
    """What is laid for a task, its own files last; where it brings one for a place, the usual one gives way."""
    where = f"{part.where}: tasks.{template.id}.files"
    own = [render(path, part.words, where) for path in template.files]
    yield from (Laid(file=f"laid/{path}", to=path) for path in _laid_always(parts) if path not in own)
    yield from (Laid(file=f"inputs/{task}/{path}", to=path) for path in own)


def _laid_always(parts: Sequence[Part]) -> Files:
    """The records, and what features keep beside them."""
    words = parts[0].words
    files = {words["data_file"]: data_text(words, words["records"])}
    for part in parts:
        for path, text in part.feature.lays.items():
            files[path] = render(text, part.words, f"{part.where}: lays.{path}")
    return files


def data_text(words: Vocabulary, records: Sequence[object]) -> str:
    """The data file with these records."""
    return render("{{ made | json }}\n", {"made": [words["plain"](entry) for entry in records]}, "data file")


def _own_files(part: Part, template: TaskTemplate) -> Iterator[tuple[str, str]]:
    task = f"{part.feature.id}-{template.id}"
    where = f"{part.where}: tasks.{template.id}"
    words = with_given(template.given, part.words, where)
    for path, text in template.files.items():
        yield f"inputs/{task}/{render(path, words, where)}", render(text, words, f"{where}.files")
    if template.file is not None:
        product = render(template.file.product, words, f"{where}.file.product")
        yield reference_path(task, product), render(template.file.reference, words, f"{where}.file.reference")


def shipped_files(parts: Sequence[Part]) -> Files:
    """Data files that the reference brings."""
    words = parts[0].words
    files = {words["data_file"]: data_text(words, words["shipped"])}
    for part in parts:
        for path, text in part.feature.ships.items():
            files[path] = render(text, part.words, f"{part.where}: ships.{path}")
    return files
