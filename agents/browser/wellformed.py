"""Text as it may be written down: pages may hold halves of a letter that no file and no message can."""

import json
import re
from typing import Any

from pydantic import JsonValue

_HALF = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def well_formed(text: str) -> str:
    """The text with each lone surrogate replaced, as a browser shows it."""
    return _HALF.sub(_REPLACEMENT, text)


def read_json(text: str) -> Any:
    """What a page's JSON says, with every text in it well formed."""
    value = json.loads(text)
    # JSON.stringify escapes surrogates only where they stand alone.
    return _mended(value) if "\\ud" in text else value


def _mended(value: JsonValue) -> JsonValue:
    match value:
        case str():
            return well_formed(value)
        case list():
            return [_mended(part) for part in value]
        case dict():
            return {well_formed(key): _mended(part) for key, part in value.items()}
        case _:
            return value
