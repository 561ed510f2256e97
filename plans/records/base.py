"""The base classes of every record, names that become folders and paths, the walk over records, and problems."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

ITEM_ID = r"^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$"
"""Shape of every id that becomes a folder name: no dots, slashes or upper case."""
VERSION = r"^[0-9]+\.[0-9]+\.[0-9]+$"
"""Shape of a suite's version."""
RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)
"""Names that Windows keeps for devices, so that no folder of a suite could be made there."""
RULE = (
    "use at most 64 lower-case letters, digits and dashes, and no name of a Windows device such as con or aux"
)
LARGEST_NUMBER = 1e12
"""Of the numbers that people write into records, for which no other bound is named: sums and products of larger ones
may outgrow what a number can hold."""
WEEK = 604_800.0
"""Seconds: the longest that anybody may set for one thing to take."""
T = TypeVar("T")


def stays_inside(path: str) -> bool:
    """Whether a POSIX path names something inside whatever folder it is resolved in, and nothing else could read it
    otherwise: no root or drive, no step up, no backslash, no character that cannot be printed.
    """
    plain = PurePosixPath(path)
    return (
        path not in ("", ".")
        and str(plain) == path
        and not plain.is_absolute()
        and ".." not in plain.parts
        and not any(character in path for character in "\\:")
        and path.isprintable()
    )


def _safe(path: str) -> str:
    if not stays_inside(path):
        raise ValueError(
            f"{path!r} is no path inside the folder; write it with slashes from the folder's own root, without `..`, "
            "`.`, a drive or a slash at its beginning or end"
        )
    return path


RelativePath = Annotated[str, Field(min_length=1), AfterValidator(_safe)]
"""Where a file lies in a folder, with slashes, from the folder's root; it never leads out of it."""
RelativePattern = RelativePath
"""The same with `*` and `?` for what is not known of the names, and `**` for any number of folders."""


def is_folder_name(name: str) -> bool:
    """Whether a folder of that name can be made anywhere."""
    return re.fullmatch(ITEM_ID, name) is not None and name not in RESERVED


def _not_reserved(name: str) -> str:
    if name in RESERVED:
        raise ValueError(
            f"{name!r} names a device on Windows, where no folder can be called so; choose another name"
        )
    return name


FolderName = Annotated[str, Field(pattern=ITEM_ID), AfterValidator(_not_reserved)]
"""An id that is a folder's name."""


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
    """Version that this code reads and writes; other files are refused. A record that raises it raises the default
    of `schema_version` too."""

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


def walked(value: object, field: str = "") -> Iterator[tuple[str, object]]:
    """The value and all that is within it, depth first, each with the name of the field that it stands in.

    What a tuple or a mapping holds stands in the field of the whole.
    """
    yield field, value
    if isinstance(value, Record):
        for name in type(value).model_fields:
            yield from walked(getattr(value, name), name)
    elif isinstance(value, tuple):
        for part in cast("tuple[object, ...]", value):
            yield from walked(part, field)
    elif isinstance(value, Mapping):
        for part in cast("Mapping[object, object]", value).values():
            yield from walked(part, field)


def found_in(value: object, kind: type[T]) -> Iterator[T]:
    """Everything of a kind in the value, itself included, in the order in which it stands there."""
    return (part for _, part in walked(value) if isinstance(part, kind))


class ProblemCode(StrEnum):
    """What kind of problem it is, for programs."""

    STATEMENT_DIFFERS = "statement_differs"
    """The steps of an outcome expect something that its statement does not say."""
    EXIT_NOT_TRIED = "exit_not_tried"
    """An exit code or a stream is named of a command of which nobody tries it."""
    NOT_KNOWABLE = "not_knowable"
    """A level of the query says a literal nowhere that is looked for, and withholds no requirement that states it."""
    RESTS_ON_EMPTY = "rests_on_empty"
    """That a task needs its prerequisite is shown by nothing but a mutant of which nothing is left."""
    BLOCKS_MORE_THAN_NEEDED = "blocks_more_than_needed"
    """A presence task keeps tasks from being tried that pass where it fails."""
    VALUE_AS_TEXT = "value_as_text"
    """A number, a day or a time of day is looked for letter by letter in a text, where apps write it otherwise."""


class Problem(Record):
    """Something wrong, where it is, and what mends it."""

    where: str
    """File, line where possible, and place in it."""
    message: str
    """What is wrong, with the offending value."""
    mend: str
    """What to do about it; empty where the message says it."""
    severity: Literal["error", "warning"] = "error"
    code: ProblemCode | None = None
    """What kind of problem it is, where programs tell it from others."""

    def __str__(self) -> str:
        return f"{self.where}: {self.message} {self.mend}".rstrip()
