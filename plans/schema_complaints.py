"""Holding a value against a record's JSON Schema: each complaint in words, with what to do."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, cast

import jsonschema
from jsonschema import validators
from pydantic import ValidationError

from plans.records.base import ITEM_ID, VERSION, FileRecord

MOST_NAMED = 12
"""Fields that a mend names."""
LONGEST = 300
"""Characters of a message."""
LONGEST_VALUE = 60
"""Characters that are repeated of a value, which may be a whole table."""
TYPES = {
    "array": "a list",
    "object": "a table of named fields",
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "nothing",
}
"""Type of a JSON Schema → what a person writes who gives one."""
_EXPONENT = re.compile(r"([-+]?)(\d+)(\.\d*)?[eE]([-+]?)(\d+)")
"""A number as other languages write it, which in YAML is a text for want of a point and a sign."""
BOUNDS = {
    "minimum": "Give a number of at least {}.",
    "exclusiveMinimum": "Give a number above {}.",
    "maximum": "Give a number of at most {}.",
    "exclusiveMaximum": "Give a number below {}.",
}
"""Keyword → mend, with its bound."""
PATTERNS = {
    ITEM_ID: "Use lower-case letters and digits, with dashes between them, at most 64.",
    "^https?://": "Begin it with http:// or https://.",
    VERSION: "Write three numbers with points between them, such as 1.0.0.",
}
"""Pattern → what it asks for, of those that people meet who write files by hand."""


MENDS = {"finite_number": "Give an ordinary number, such as 1.5."}
"""Kind of refusal → mend, where the record's own word tells too little."""


class SchemaComplaint(NamedTuple):
    """One thing that a record's schema has against a value."""

    location: tuple[str | int, ...]
    """Keys and indices that lead to it."""
    message: str
    mend: str


def worded(error: jsonschema.ValidationError) -> Iterator[SchemaComplaint]:
    """The complaint in words: of fields that there are not one for each, at its own place."""
    place = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = list(cast("dict[str, Any]", error.schema).get("properties", {}))
        for field in cast("dict[str, Any]", error.instance):
            if field not in known:
                yield SchemaComplaint((*place, field), "there is no such field", _renaming(field, known))
    else:
        yield SchemaComplaint(place, _short(_message(error)), _mend(error))


def shown(value: object) -> str:
    """The value as it is repeated in a complaint, clipped."""
    told = repr(value)
    return told if len(told) <= LONGEST_VALUE else f"{told[: LONGEST_VALUE - 1]}…"


def refused(message: str) -> str:
    """What a record's own check said, without the word for the exception by which it said so."""
    return message.removeprefix("Value error, ").removeprefix("Assertion failed, ")


def close_to(word: object, known: Iterable[object]) -> str:
    """`Did you mean 'this'?`, or nothing where nothing is near."""
    near = get_close_matches(str(word), [str(one) for one in known], 1)
    return f"Did you mean {near[0]!r}?" if near else ""


def _renaming(field: str, known: list[str]) -> str:
    if meant := close_to(field, known):
        return meant
    more = ", …" if len(known) > MOST_NAMED else ""
    return f"Remove it; there are {', '.join(known[:MOST_NAMED])}{more}." if known else "Remove it."


def _message(error: jsonschema.ValidationError) -> str:
    """What is wrong, with no more of the value than tells which it is."""
    keyword, said = str(error.validator), error.validator_value
    if keyword == "type" and error.instance is None:
        return f"it is empty, and has to be {_types(said)}"
    if keyword == "type":
        return f"{shown(error.instance)} is not {_types(said)}"
    if keyword == "pattern" and said in PATTERNS:
        return f"{shown(error.instance)} is not written as it has to be"
    return error.message.replace(repr(error.instance), shown(error.instance), 1)


def _types(said: object) -> str:
    named = cast("list[object]", said) if isinstance(said, list) else [said]
    return " or ".join(TYPES.get(str(name), str(name)) for name in named)


def _as_yaml_has_it(value: object, said: object) -> str | None:
    """A text that was meant for a number, as YAML reads it as one; None for any other."""
    found = _EXPONENT.fullmatch(value) if isinstance(value, str) and said in ("number", "integer") else None
    if found is None:
        return None
    sign, whole, fraction, direction, exponent = found.groups()
    return f"{sign}{whole}{fraction or '.0'}e{direction or '+'}{exponent}"


def _mend(error: jsonschema.ValidationError) -> str:
    keyword, said = str(error.validator), error.validator_value
    match keyword:
        case "required":
            return "Add the missing field."
        case "enum" | "const":
            allowed = cast("list[object]", said) if isinstance(said, list) else [said]
            return close_to(error.instance, allowed) or "Use one of the allowed values."
        case "type":
            number = _as_yaml_has_it(error.instance, said)
            return f"Give {_types(said)}." if number is None else f"YAML takes it for a text; write {number}."
        case "pattern":
            return PATTERNS.get(str(said), "Write it as the pattern says, which is a regular expression.")
        case _ if keyword in BOUNDS:
            return BOUNDS[keyword].format(said)
        case _:
            return "Correct the value."


def _short(message: str) -> str:
    return message if len(message) <= LONGEST else f"{message[: LONGEST - 3]}..."


def complaints(value: Any, kind: type[FileRecord], at_most: int) -> list[SchemaComplaint]:
    """What the schema has against the value; no more is looked for than `at_most`."""
    leaves = (leaf for error in _errors(value, kind) for leaf in _meant(error))
    return list(islice((told for leaf in leaves for told in worded(leaf)), at_most))


def refusals(error: ValidationError) -> list[SchemaComplaint]:
    """What the record itself has against a value that its schema lets pass."""
    found = error.errors(include_input=False, include_context=False, include_url=False)
    return [
        SchemaComplaint(one["loc"], refused(one["msg"]), MENDS.get(one["type"], "Correct the value."))
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
