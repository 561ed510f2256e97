"""A hand-in as the archive keeps it."""

from typing import ClassVar

from pydantic import Field

from plans.records.base import FileRecord


class HandIn(FileRecord):
    """`hand-in.json`: what a workspace held when it was handed in; its files lie beside."""

    SCHEMA: ClassVar[str] = "hand-in"

    digest: str
    """Over files, links and what was left out."""
    files: int = Field(ge=0)
    bytes: int = Field(ge=0)
    links: dict[str, str] = {}
    """Path → target of each symbolic link; links are recorded and never followed."""
    left_out: dict[str, str] = {}
    """Path → why it was not kept: too large, no ordinary file, tools' own folder."""
