"""What a family's process said, held to the contract of plans/contracts/instances.py."""

import base64
import binascii
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from pydantic import JsonValue, TypeAdapter, ValidationError

from plans.records.base import Record
from plans.records.instance import Drawn, Evaluated

T = TypeVar("T")

PNG = b"\x89PNG\r\n\x1a\n"
"""How each file of a picture begins."""
PICTURES, PICTURE_BYTES, PICTURE_SIDE = 32, 4_000_000, 4_096
"""Of an instance; of a picture; pixels of its longer side."""
TEXTS = 100
"""Checks, questions and buckets that one instance has."""
_HEAD = struct.Struct(">8sI4sII")
_TEXTS = TypeAdapter(dict[str, str])


class Misshapen(Exception):
    """What was said is not what the contract has; the message says of what."""


class Told(Record):
    """What a family's process says of itself."""

    checks: tuple[str, ...]
    variants: tuple[str, ...]
    """Other ways to score."""
    asks: bool
    """Whether it has questions for a model."""


def held_told(said: JsonValue) -> Told:
    """What a family has; Misshapen."""
    told = _held(said, Told.model_validate)
    if not told.checks or len(set(told.checks)) != len(told.checks):
        raise Misshapen("CHECKS has to name the checks, at least one, each once")
    return told


def held_drawn(said: JsonValue) -> Drawn:
    """A drawn instance, its pictures out of base64; Misshapen."""
    if not isinstance(said, dict):
        raise Misshapen("gave what it may not: no dictionary")
    pictures = said.get("pictures", [])
    if not isinstance(pictures, list) or len(pictures) > PICTURES:
        raise Misshapen(f"gave what it may not: pictures: a list of at most {PICTURES} is due")
    files = [_picture(one, number) for number, one in enumerate(pictures, 1)]
    return _held({**said, "pictures": files}, Drawn.model_validate)


def held_checked(said: JsonValue, checks: Sequence[str]) -> Mapping[str, str]:
    """Check → what is wrong, for exactly these checks and in their order; Misshapen."""
    found = held_texts(said)
    if set(found) != set(checks):
        raise Misshapen(f"it speaks of {_names(found)}, and CHECKS names {_names(checks)}")
    return {name: found[name] for name in checks}


def held_texts(said: JsonValue) -> Mapping[str, str]:
    """Texts by name; Misshapen."""
    found = _held(said, _TEXTS.validate_python)
    if len(found) > TEXTS:
        raise Misshapen(f"gave what it may not: {len(found):,} entries, and at most {TEXTS} are read")
    return found


def held_evaluated(said: JsonValue) -> Evaluated:
    """A score; Misshapen."""
    return _held(said, Evaluated.model_validate)


def _held(said: object, shape: Callable[[object], T]) -> T:
    try:
        return shape(said)
    except ValidationError as error:
        told = (f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}" for one in error.errors())
        raise Misshapen(f"gave what it may not: {'; '.join(told)}") from None


def _picture(said: JsonValue, number: int) -> bytes:
    """A PNG file, by its head: what it is to whoever opens it is bounded by what that says."""
    if not isinstance(said, str):
        raise Misshapen(f"picture {number} is no file")
    if len(said) > PICTURE_BYTES * 4 // 3 + 4:
        raise Misshapen(f"picture {number} has more than {PICTURE_BYTES:,} bytes")
    try:
        content = base64.b64decode(said, validate=True)
    except binascii.Error:
        raise Misshapen(f"picture {number} is no file") from None
    if len(content) < _HEAD.size or not content.startswith(PNG):
        raise Misshapen(f"picture {number} is no PNG file")
    _, _, kind, width, height = cast("tuple[bytes, int, bytes, int, int]", _HEAD.unpack_from(content))
    if kind != b"IHDR" or not 0 < width <= PICTURE_SIDE or not 0 < height <= PICTURE_SIDE:
        raise Misshapen(f"picture {number} is no PNG file of at most {PICTURE_SIDE:,} pixels a side")
    return content


def _names(names: Sequence[str] | Mapping[str, object]) -> str:
    return ", ".join(sorted(names)) or "none"
