"""The files of the reference: one program, with a module for each of its features."""

from collections.abc import Sequence

from plans.python_project.catalog.grader import shipped_files
from plans.python_project.catalog.library import Library
from plans.python_project.catalog.marking import marked
from plans.python_project.catalog.part import Part
from plans.python_project.catalog.vocabulary import render
from plans.records.project import Files

PACKAGE = "package/"
"""The folder of the shell whose files go into the package."""


def reference_files(library: Library, parts: Sequence[Part], canary: str) -> Files:
    """The project as it is handed in by the oracle; raises InvalidFile."""
    words = parts[0].words
    package = words["package"]
    files: Files = {}
    for path, template in library.shell.items():
        home = path.removesuffix(".j2").replace(PACKAGE, f"src/{package}/")
        files[home] = render(template, words, f"shell/{path}")
    for part in parts:
        template = library.modules[part.feature.id]
        where = f"features/{part.feature.id}/module.py.j2"
        files[module_path(package, part.feature.module)] = render(template, part.words, where)
    return dict(sorted({**marked(files, canary), **shipped_files(parts)}.items()))


def module_path(package: str, module: str) -> str:
    """Where a module of the package lies."""
    return f"src/{package}/{module}.py"
