"""Bytes of others as text, whatever they were saved as."""

import codecs
from typing import NamedTuple

from plans.plain_text import well_formed

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OTHERS = ("utf-8", "gb18030")
"""What is tried where no mark says it: the data came from a Chinese desktop."""


class Decoded(NamedTuple):
    """A text, and how sure it is."""

    text: str
    encoding: str
    lost: bool = False
    """Whether some bytes could not be read, and have a replacement character in their place."""


def decoded(data: bytes) -> Decoded:
    """The text with its line ends as line feeds and without a byte order mark; never fails."""
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    for encoding in (marked,) if marked else _OTHERS:
        try:
            return Decoded(_lines(data.decode(encoding)), encoding)
        except UnicodeDecodeError:
            continue
    encoding = marked or "utf-8"
    return Decoded(_lines(data.decode(encoding, "replace")), encoding, lost=True)


def _lines(text: str) -> str:
    # Some files have a second mark after the first, where they were saved twice.
    return well_formed(text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
