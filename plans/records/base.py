"""The two base classes of every record."""

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

LARGEST_NUMBER = 1e12
"""Of the numbers that people write into records, for which no other bound is named: sums and products of larger ones
may outgrow what a number can hold."""

WEEK = 604_800.0
"""Seconds: the longest that anybody may set for one thing to take."""


class Record(BaseModel):
    """A frozen value that refuses fields it does not know, and numbers that are none: infinity and `nan`.

    Attribute docstrings become the descriptions in the exported JSON Schema, so units belong there.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    # Pydantic's `use_attribute_docstrings` parses the source of every record at import, which took a quarter of the
    # start of a command. Only a JSON Schema needs the docstrings, so only that reads them.
    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        for base in cls.__mro__:
            if base is not Record and issubclass(base, Record):
                for name, docstring in _attribute_docstrings(base).items():
                    if name in properties:
                        properties[name].setdefault("description", docstring)
        return schema


def _attribute_docstrings(record: type[Record]) -> dict[str, str]:
    """The docstring beneath each annotated attribute in the source of `record`; inherited ones are not included."""
    return _docstrings_of_module(record.__module__)[record.__qualname__]


@cache
def _docstrings_of_module(name: str) -> dict[str, dict[str, str]]:
    """Attribute docstrings of every class in a module, by the qualified name of the class."""
    found: dict[str, dict[str, str]] = {}

    def visit(node: ast.AST, within: str) -> None:
        for statement in ast.iter_child_nodes(node):
            match statement:
                case ast.ClassDef():
                    found[within + statement.name] = _docstrings_in(statement.body)
                    visit(statement, f"{within}{statement.name}.")
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    visit(statement, f"{within}{statement.name}.<locals>.")
                case ast.stmt() | ast.excepthandler() | ast.match_case():
                    visit(statement, within)
                case _:
                    pass

    visit(ast.parse(inspect.getsource(sys.modules[name])), "")
    return found


def _docstrings_in(body: list[ast.stmt]) -> dict[str, str]:
    return {
        attribute.target.id: inspect.cleandoc(below.value.value)
        for attribute, below in pairwise(body)
        if isinstance(attribute, ast.AnnAssign)
        and isinstance(attribute.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }


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
