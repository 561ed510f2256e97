"""Holding a value against a record's JSON Schema: each complaint in words, with what to do."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, cast

import jsonschema
from jsonschema import validators
from pydantic import ValidationError

from plans.records.base import FileRecord
from plans.schema_words import Complaint, refused, worded

MENDS = {"finite_number": "Give an ordinary number, such as 1.5."}
"""Kind of refusal → mend, where the record's own word tells too little."""


def complaints(value: Any, kind: type[FileRecord], at_most: int) -> list[Complaint]:
    """What the schema has against the value; no more is looked for than `at_most`."""
    leaves = (leaf for error in _errors(value, kind) for leaf in _meant(error))
    return list(islice((told for leaf in leaves for told in worded(leaf)), at_most))


def refusals(error: ValidationError) -> list[Complaint]:
    """What the record itself has against a value that its schema lets pass."""
    found = error.errors(include_input=False, include_context=False, include_url=False)
    return [
        Complaint(one["loc"], refused(one["msg"]), MENDS.get(one["type"], "Correct the value."))
        for one in found
    ]


def json_schema(kind: type[FileRecord]) -> dict[str, Any]:
    """The JSON Schema of a record, as it is exported and as files are held against."""
    schema = kind.file_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema


def _errors(value: Any, kind: type[FileRecord]) -> Iterable[jsonschema.ValidationError]:
    return _validator(kind).iter_errors(value)


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


def _meant(error: jsonschema.ValidationError) -> Iterator[jsonschema.ValidationError]:
    """Of a union's complaints, those about the branch that the author meant: the one whose tag (`do`, `kind`) fits."""
    branches: dict[Any, list[jsonschema.ValidationError]] = {}
    for complaint in error.context or ():
        branches.setdefault(complaint.schema_path[0], []).append(complaint)
    meant = [cs for cs in branches.values() if not any(c.validator == "const" for c in cs)]
    # "A number or nothing", and it is a number: what is wrong with it is what the number's branch says.
    fitting = [cs for cs in meant if not any(_is_of_another_type(c, error) for c in cs)]
    if meant and not fitting:
        yield meant[0][0]
        return
    if len(meant := fitting) == 1:
        for complaint in meant[0]:
            yield from _meant(complaint)
    elif branches and not meant:
        yield _unknown_tag(error, [c for cs in branches.values() for c in cs if c.validator == "const"])
    else:
        yield error


def _is_of_another_type(complaint: jsonschema.ValidationError, union: jsonschema.ValidationError) -> bool:
    return complaint.validator == "type" and complaint.absolute_path == union.absolute_path


def _unknown_tag(
    error: jsonschema.ValidationError, constants: list[jsonschema.ValidationError]
) -> jsonschema.ValidationError:
    allowed = ", ".join(sorted({str(c.validator_value) for c in constants}))
    first = constants[0]
    first.message = f"{first.instance!r} is not one of: {allowed}"
    first.parent = error
    return first
