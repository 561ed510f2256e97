"""What a family's code gives, in our process or in its own, held to the contract of plans/contracts/instances.py."""

import base64
import binascii
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from pydantic import JsonValue, TypeAdapter, ValidationError

from plans.contracts.instances import Wanted
from plans.errors import AuthorError
from plans.records.base import Record
from plans.records.instance import DrawnInstance, Evaluated

T = TypeVar("T")

PNG = b"\x89PNG\r\n\x1a\n"
"""How each file of a picture begins."""
PICTURES, PICTURE_BYTES, PICTURE_SIDE = 32, 4_000_000, 4_096
"""Of an instance; of a picture; pixels of its longer side."""
SHOWN = 300
"""Letters of parameters that a message shows; twice as many of what a family said."""
TEXTS = 100
"""Checks, questions and buckets that one instance has."""
_HEAD = struct.Struct(">8sI4sII")
_TEXTS = TypeAdapter(dict[str, str])


class ContractMismatch(Exception):
    """What was said is not what the contract has; the message says of what."""


class ProcessReport(Record):
    """What a family's process says of itself."""

    checks: tuple[str, ...]
    variants: tuple[str, ...]
    """Other ways to score."""
    asks: bool
    """Whether it has questions for a model."""


def held_told(said: object) -> ProcessReport:
    """What a family has; Misshapen."""
    told = _held(said, ProcessReport.model_validate)
    if not told.checks or len(set(told.checks)) != len(told.checks):
        raise ContractMismatch("CHECKS has to name the checks, at least one, each once")
    return told


def held_drawn(given: object) -> DrawnInstance:
    """A drawn instance; Misshapen."""
    drawn = _held(given, DrawnInstance.model_validate)
    if len(drawn.pictures) > PICTURES:
        raise ContractMismatch(f"gave what it may not: pictures: at most {PICTURES} are due")
    for number, picture in enumerate(drawn.pictures, 1):
        _refuse_other_than_png(picture, number)
    return drawn


def held_drawn_in_letters(said: JsonValue) -> DrawnInstance:
    """The same of one whose pictures come as base64."""
    pictures = said.get("pictures") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(pictures, list):
        return held_drawn(said)
    return held_drawn(
        {**said, "pictures": [_out_of_letters(one, place) for place, one in enumerate(pictures, 1)]}
    )


def held_checked(said: object, checks: Sequence[str]) -> Mapping[str, str]:
    """Check → what is wrong, for exactly these checks and in their order; Misshapen."""
    found = held_texts(said)
    if set(found) != set(checks):
        raise ContractMismatch(f"it speaks of {_names(found)}, and CHECKS names {_names(checks)}")
    return {name: found[name] for name in checks}


def held_texts(said: object) -> Mapping[str, str]:
    """Texts by name; Misshapen."""
    found = _held(said, _TEXTS.validate_python)
    if len(found) > TEXTS:
        raise ContractMismatch(f"gave what it may not: {len(found):,} entries, and at most {TEXTS} are read")
    return found


def held_evaluated(said: object) -> Evaluated:
    """A score; Misshapen."""
    return _held(said, Evaluated.model_validate)


def broken(family: str, verb: str, about: str, said: str) -> AuthorError:
    """What is raised where a family's code fails, or gives what it may not."""
    return AuthorError(
        f"`{verb}` of the family {family!r} failed for {about}: {_cut(said, 2 * SHOWN)}. Nothing can stand in for it: "
        "mend the family's code."
    )


def wanted_in_words(wanted: Wanted) -> str:
    """An instance that is to be drawn, as a message names it."""
    told = _cut(str(dict(wanted.parameters)), SHOWN)
    return f"the instance of random seed {wanted.random_seed} and parameters {told}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _held(said: object, shape: Callable[[object], T]) -> T:
    try:
        return shape(said)
    except ValidationError as error:
        told = (f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}" for one in error.errors())
        raise ContractMismatch(f"gave what it may not: {'; '.join(told)}") from None


def _out_of_letters(said: JsonValue, number: int) -> bytes:
    if not isinstance(said, str):
        raise ContractMismatch(f"picture {number} is no file")
    if len(said) > PICTURE_BYTES * 4 // 3 + 4:
        raise ContractMismatch(f"picture {number} has more than {PICTURE_BYTES:,} bytes")
    try:
        return base64.b64decode(said, validate=True)
    except binascii.Error:
        raise ContractMismatch(f"picture {number} is no file") from None


def _refuse_other_than_png(content: bytes, number: int) -> None:
    """By its head: what it is to whoever opens it is bounded by what that says."""
    if len(content) > PICTURE_BYTES:
        raise ContractMismatch(f"picture {number} has more than {PICTURE_BYTES:,} bytes")
    if len(content) < _HEAD.size or not content.startswith(PNG):
        raise ContractMismatch(f"picture {number} is no PNG file")
    _, _, kind, width, height = cast("tuple[bytes, int, bytes, int, int]", _HEAD.unpack_from(content))
    if kind != b"IHDR" or not 0 < width <= PICTURE_SIDE or not 0 < height <= PICTURE_SIDE:
        raise ContractMismatch(f"picture {number} is no PNG file of at most {PICTURE_SIDE:,} pixels a side")


def _names(names: Sequence[str] | Mapping[str, object]) -> str:
    return ", ".join(sorted(names)) or "none"
