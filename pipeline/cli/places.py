"""Places that verbs write to: an empty name is no place, and what holds something else is not written into."""

from pathlib import Path
from typing import Literal, cast

import click

from pipeline.cli.kinds import NOUN, kinds_of
from plans.errors import AuthorError

Held = Literal["suite", "run"]
"""What a folder is to hold."""
PAGES = (".html", ".htm")
"""Names by which an earlier report is known."""


class NewFolder(click.Path):
    """The type of an option that names a folder to write to, there or not.

    One that is to hold a suite or a run has to be a free place for it: not inside a suite, not an item's folder, and no
    suite's for a run or the other way round.
    """

    def __init__(self, holds: Held | None = None) -> None:
        super().__init__(file_okay=False, path_type=Path)
        self._holds: Held | None = holds

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        folder = cast("Path", super().convert(cast("Path", value), param, ctx))
        return free_place(folder, self._holds) if self._holds else folder


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


def free_place(folder: Path, holds: Held) -> Path:
    """The folder; AuthorError where a suite or a run written there would mix with another thing of ours."""
    if there := _occupant(folder, holds):
        raise AuthorError(
            f"{folder} {there}, and a {holds} written there would mix with it. Choose another folder with --out."
        )
    return folder


def _occupant(folder: Path, holds: Held) -> str | None:
    """What lies in a folder, or around it, that what it is to hold would mix with."""
    for kind in kinds_of(folder):
        if kind != holds:
            return f"is {NOUN[kind]}"
    if around := next((one for one in folder.resolve().parents if "suite" in kinds_of(one)), None):
        return f"lies inside the suite {around}"
    return None
