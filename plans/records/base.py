"""The two base classes of every record."""

from typing import Any, ClassVar

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

    INLINE: ClassVar[frozenset[str]] = frozenset()
    """Keys of its YAML file whose entries are written in one line each, where they fit."""

    IS_SYNCED: ClassVar[bool] = False
    """Whether the file is on the disk before it gets its name. A power cut leaves others empty, and of one that nothing
    makes again work would be lost."""

    schema_version: int = 1
    """Version of the schema that the file was written with."""

    @classmethod
    def from_file(cls, value: dict[str, Any]) -> dict[str, Any]:
        """The fields of the record, from what its file holds.

        A malformed value is returned unchanged, so that the schema can name every problem. Raises ValueError, with one
        argument a problem, for what no schema can name, such as an id that is defined nowhere.
        """
        return value

    @classmethod
    def to_file(cls, value: dict[str, Any]) -> dict[str, Any]:
        """What the file holds, of the record's fields."""
        return value

    @classmethod
    def file_schema(cls) -> dict[str, Any]:
        """JSON Schema of the file."""
        return cls.model_json_schema()
