"""Records as files: written whole, checked against their JSON Schema when read, every problem listed at once."""

import errno
import json
import os
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import jsonschema
import yaml
from jsonschema import validators
from pydantic import ValidationError

from plans.errors import InvalidFile, StorageFailed
from plans.records.base import FileRecord
from plans.records.problem import Problem

R = TypeVar("R", bound=FileRecord)

TEXT_LIMIT = 20_000_000
"""Bytes of the largest record file that is read."""


def read_text(path: Path) -> str:
    """The text of a file; raises InvalidFile when it is missing, too large or not UTF-8."""
    try:
        size = path.stat().st_size
        if size > TEXT_LIMIT:
            raise InvalidFile(
                [_problem(path, f"has {size:,} bytes.", f"Files of at most {TEXT_LIMIT:,} are read.")]
            )
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise InvalidFile([_problem(path, "is missing.", "Restore it, or name another file.")]) from None
    except IsADirectoryError:
        raise InvalidFile([_problem(path, "is a folder.", "Name the file.")]) from None
    except PermissionError:
        raise InvalidFile([_problem(path, "may not be read.", "Change its permissions.")]) from None
    except UnicodeDecodeError as error:
        place = f"at byte {error.start}"
        raise InvalidFile([_problem(path, f"is not UTF-8 text {place}.", "Save it as UTF-8.")]) from None


def read_record(path: Path, kind: type[R]) -> R:
    """The record in a YAML or JSON file; raises InvalidFile with all problems, each with its line."""
    return parse_record(read_text(path), kind, path)


def read_own_record(path: Path, kind: type[R]) -> R:
    """`read_record` for JSON that programs write and nobody edits, at a fraction of the time when it is sound.

    The record itself checks the file; only when it refuses is the JSON Schema asked what is wrong, and where.
    """
    text = read_text(path)
    try:
        return kind.model_validate_json(text)
    except ValidationError:
        return parse_record(text, kind, path)


def parse_record(text: str, kind: type[R], path: Path) -> R:
    """The record in `text`, which came from `path`; a text that was parsed lately gives the same record again."""
    return cast("R", _parsed(text, kind, path))


@lru_cache(maxsize=256)
def _parsed(text: str, kind: type[FileRecord], path: Path) -> FileRecord:
    if not text.strip():
        raise InvalidFile([_problem(path, "is empty.", f"It should hold a {kind.SCHEMA} record.")])
    try:
        value = _load(text) if path.suffix != ".json" else json.loads(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InvalidFile([_unreadable(path, error)]) from None
    errors = list(_validator(kind).iter_errors(value))
    if errors:
        raise InvalidFile(_schema_problems(errors, _compose(text), path))
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        node = _compose(text)
        raise InvalidFile(
            [
                _problem(
                    path, f"{_dotted(e['loc'])}: {e['msg']}.", "Correct the value.", _line(node, e["loc"])
                )
                for e in error.errors()
            ]
        ) from None


def json_schema(kind: type[FileRecord]) -> dict[str, Any]:
    """The JSON Schema of a record, as it is exported and as files are held against."""
    schema = kind.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema


def write_record(path: Path, record: FileRecord) -> None:
    """Write a record as YAML or JSON, by the file's suffix, without fields at their default; whole or not at all."""
    value = {"schema_version": record.schema_version, **record.model_dump(mode="json", exclude_defaults=True)}
    if path.suffix == ".json":
        write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")
    else:
        write_text(path, yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110))


def write_text(path: Path, text: str) -> None:
    """Write a text file: under a temporary name first, then renamed."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises StorageFailed when the disk refuses."""
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            temporary.chmod(0o644)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def append_line(path: Path, record: FileRecord) -> None:
    """Append one record as a line of JSON."""
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(record.model_dump_json() + "\n")


def read_lines(path: Path, kind: type[R]) -> list[R]:
    """The records of a JSON-lines file; a missing file has none, a torn last line is refused by name."""
    if not path.exists():
        return []
    records: list[R] = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        try:
            records.append(kind.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            message = f"{_dotted(first['loc'])}: {first['msg']}."
            raise InvalidFile([_problem(path, message, "Mend or delete the line.", number)]) from None
    return records


@contextmanager
def storage_errors(path: Path) -> Generator[None]:
    """Turns what a disk says into StorageFailed, with what to do."""
    mends = {
        errno.ENOSPC: "The disk is full: free some space and run the same command again; finished work is kept.",
        errno.EDQUOT: "The quota is used up: free some space and run the same command again; finished work is kept.",
        errno.EROFS: "The disk is read-only: choose another folder.",
        errno.EACCES: "Choose a folder that you may write to.",
        errno.EPERM: "Choose a folder that you may write to.",
        errno.ENOTDIR: "A file stands where a folder is needed: choose another place.",
        errno.EEXIST: "A file stands where a folder is needed: choose another place.",
    }
    try:
        yield
    except OSError as error:
        if error.errno not in mends:
            raise
        raise StorageFailed(f"{path} could not be written: {error.strerror}. {mends[error.errno]}") from error


# libyaml's are twelve times as fast, and part of every wheel of PyYAML.
_FastLoader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FastDumper: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Loader(_FastLoader):
    """SafeLoader without implicit dates: records hold them as text."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class _Dumper(_FastDumper):
    """SafeDumper that writes several lines of text as a block, so that a person can read and diff them."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)


def _load(text: str) -> Any:
    loader = _Loader(text)
    try:
        return loader.get_single_data()
    finally:
        loader.dispose()


def _compose(text: str) -> yaml.Node | None:
    """The text's nodes, which know their lines; made for files with problems alone, since it costs a second parse."""
    return yaml.compose(text, Loader=_Loader)


@cache
def _validator(kind: type[FileRecord]) -> jsonschema.Draft202012Validator:
    return _ByTag(json_schema(kind))


def _one_of(
    validator: Any, branches: Any, instance: Any, schema: Any
) -> Iterator[jsonschema.ValidationError]:
    """`oneOf`, but of a tagged union only the branch that the tag names: a step has twenty-five, each with more."""
    tag = schema.get("discriminator")
    if tag and validator.is_type(instance, "object"):
        named = instance.get(tag["propertyName"])
        if isinstance(named, str) and named in tag["mapping"]:
            yield from validator.descend(instance, {"$ref": tag["mapping"][named]})
            return
    yield from jsonschema.Draft202012Validator.VALIDATORS["oneOf"](validator, branches, instance, schema)


_ByTag = cast(
    "type[jsonschema.Draft202012Validator]",
    validators.extend(jsonschema.Draft202012Validator, {"oneOf": _one_of}),
)


def _schema_problems(
    errors: Sequence[jsonschema.ValidationError], node: yaml.Node | None, path: Path
) -> list[Problem]:
    found: list[Problem] = []
    for error in errors:
        for leaf in _meant(error):
            location = tuple(leaf.absolute_path)
            message = f"{_dotted(location) or 'the file'}: {_short(leaf.message)}."
            found.append(_problem(path, message, _mend(leaf), _line(node, location)))
    return found


def _meant(error: jsonschema.ValidationError) -> Iterator[jsonschema.ValidationError]:
    """Of a union's complaints, those about the branch that the author meant: the one whose tag (`do`, `kind`) fits."""
    branches: dict[Any, list[jsonschema.ValidationError]] = {}
    for complaint in error.context or ():
        branches.setdefault(complaint.schema_path[0], []).append(complaint)
    meant = [cs for cs in branches.values() if not any(c.validator == "const" for c in cs)]
    if len(meant) == 1:
        for complaint in meant[0]:
            yield from _meant(complaint)
    elif branches and not meant:
        yield _unknown_tag(error, [c for cs in branches.values() for c in cs if c.validator == "const"])
    else:
        yield error


def _unknown_tag(
    error: jsonschema.ValidationError, constants: list[jsonschema.ValidationError]
) -> jsonschema.ValidationError:
    allowed = ", ".join(sorted({str(c.validator_value) for c in constants}))
    first = constants[0]
    first.message = f"{first.instance!r} is not one of: {allowed}"
    first.parent = error
    return first


def _mend(error: jsonschema.ValidationError) -> str:
    match error.validator:
        case "required":
            return "Add the missing field."
        case "additionalProperties":
            return "Remove or rename the field."
        case "enum" | "const":
            return "Use one of the allowed values."
        case "type":
            return f"Give a value of type {error.validator_value}."
        case _:
            return "Correct the value."


def _problem(path: Path, message: str, mend: str, line: int | None = None) -> Problem:
    where = f"{path}:{line}" if line else str(path)
    return Problem(where=where, message=message, mend=mend)


def _unreadable(path: Path, error: Exception) -> Problem:
    mark = getattr(error, "problem_mark", None)
    line = mark.line + 1 if mark is not None else getattr(error, "lineno", None)
    reason = getattr(error, "problem", None) or getattr(error, "msg", None) or type(error).__name__
    return _problem(path, f"cannot be read: {reason}.", "Correct the syntax.", line)


def _line(node: yaml.Node | None, location: Sequence[str | int]) -> int | None:
    for step in location:
        if isinstance(node, yaml.MappingNode):
            following = next((v for k, v in node.value if k.value == str(step)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            following = node.value[step]
        else:
            following = None
        if following is None:
            break
        node = following
    return node.start_mark.line + 1 if node is not None else None


def _dotted(location: Sequence[str | int]) -> str:
    return ".".join(str(step) for step in location)


def _short(message: str) -> str:
    return message if len(message) <= 300 else f"{message[:297]}..."
