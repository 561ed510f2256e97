"""The two base classes of every record."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

LARGEST_NUMBER = 1e12
"""Of the numbers that people write into records, for which no other bound is named: sums and products of larger ones
may outgrow what a number can hold."""

WEEK = 604_800.0
"""Seconds: the longest that anybody may set for one thing to take."""


class Record(BaseModel):
    """A frozen value that refuses fields it does not know, and numbers that are none: infinity and `nan`.

    Attribute docstrings become the descriptions in the exported JSON Schema, so units belong there.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True, allow_inf_nan=False)


class FileRecord(Record):
    """A record that is a file of its own, and so carries the version of its schema."""

    SCHEMA: ClassVar[str]
    """Short name of the schema, unique among the file records; also the schema's file name."""

    VERSION: ClassVar[int] = 1
    """Version that this code writes. Older files are migrated on reading (plans/migrations.py), newer ones refused. A
    record that raises it raises the default of `schema_version` too."""

    IS_SYNCED: ClassVar[bool] = False
    """Whether the file is on the disk before it gets its name. A power cut leaves others empty, and of one that nothing
    makes again work would be lost."""

    schema_version: int = 1
    """Version of the schema that the file was written with."""
