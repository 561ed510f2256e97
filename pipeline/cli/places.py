"""Places that verbs write to: an empty name is no place, and what holds something else is not written into."""

from pathlib import Path
from typing import Literal, cast

import click

from plans.errors import AuthorError
from plans.paths import ItemPaths, RunPaths, SuitePaths

Held = Literal["suite", "run"]
"""What a folder is to hold."""
PAGES = (".html", ".htm")
"""Names by which an earlier report is known."""


class NewFolder(click.Path):
    """The type of an option that names a folder to write to, there or not.

    One that is to hold a suite or a run is refused with AuthorError where it would mix with another thing of ours:
    inside a suite, in an item's folder, or a suite in a run's.
    """

    def __init__(self, holds: Held | None = None) -> None:
        super().__init__(file_okay=False, path_type=Path)
        self._holds: Held | None = holds

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        folder = cast("Path", super().convert(cast("Path", value), param, ctx))
        if self._holds and (there := _occupant(folder, self._holds)):
            raise AuthorError(
                f"{folder} {there}, and a {self._holds} written there would mix with it. Choose another folder."
            )
        return folder


class NewPage(click.Path):
    """The type of an option that names the file of a page to write; of files that are there only pages are replaced."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        file = cast("Path", super().convert(cast("Path", value), param, ctx))
        if file.exists() and not (file.is_file() and file.suffix.lower() in PAGES):
            raise AuthorError(
                f"{file} is there and no HTML page, so it is not replaced. Choose another file."
            )
        return file


def refuse_nameless(
    kind: click.Path, value: object, param: click.Parameter | None, ctx: click.Context | None
) -> None:
    """An empty name, as a shell makes of a variable that is not set, would be the working directory."""
    if not str(value).strip():
        kind.fail("it is empty, and would be the working directory. Write '.' if you mean that.", param, ctx)


def _occupant(folder: Path, holds: Held) -> str | None:
    """What lies in a folder, or around it, that what it is to hold would mix with."""
    if ItemPaths(folder).criteria.is_file():
        return "is an item of a suite"
    if holds == "suite" and RunPaths(folder).spec.is_file():
        return "is a run"
    if holds == "run" and SuitePaths(folder).suite.is_file():
        return "is a suite"
    if around := next((one for one in folder.resolve().parents if SuitePaths(one).suite.is_file()), None):
        return f"lies inside the suite {around}"
    return None
