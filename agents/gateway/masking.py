"""What is secret of an endpoint, taken out of all that it says: what it was shown it may repeat."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import parse_qsl, unquote, urlsplit

from agents.gateway.model_route import ModelRoute

MASK = "[key]"
WORD_LENGTH = 16
"""Characters from which letters or digits alone are taken for a key; shorter ones, such as those that local endpoints
are given for want of a key, are words of many an answer."""
SHORTEST = 6
"""Characters of the shortest other key that is looked for in a model's answer."""
BACKSLASHES = r"\\{1,8}+"
"""Before an escape: JSON within JSON within JSON has seven."""
HALF_ESCAPE = re.compile(rf"{BACKSLASHES}(?:u[0-9a-fA-F]{{0,3}})?|%[0-9a-fA-F]?")
"""What may become another character with the next letters."""


class Secret:
    """A secret in whatever way JSON or an address may write it: any of its characters may be escaped, at any depth."""

    def __init__(self, text: str) -> None:
        letters = [_spelled(letter) for letter in text]
        self._letters = [re.compile(letter) for letter in letters]
        whole = "".join(letters)
        self._whole = re.compile(whole)
        self._whole_bytes = re.compile(whole.encode(errors="replace"))
        self.size = len(text) * 12
        """Characters of its longest spelling, roughly."""

    def without(self, text: str) -> str:
        """The text with the mask in its place."""
        return self._whole.sub(MASK, text)

    def without_bytes(self, body: bytes) -> bytes:
        """The same of bytes."""
        return self._whole_bytes.sub(MASK.encode(), body)

    def across(self, text: str, border: int) -> tuple[int, int] | None:
        """Begin and end of the first one that begins before the border and ends behind it."""
        for at in range(max(border - self.size, 0), border):
            end = self._end(text, at)
            if end is not None and end > border:
                return at, end
        return None

    def beginning(self, text: str) -> int:
        """How many characters at the text's end are the beginning of one, and not all of it."""
        begin = max(len(text) - self.size, 0)
        return next((len(text) - at for at in range(begin, len(text)) if self._is_begun(text, at)), 0)

    def _end(self, text: str, at: int) -> int | None:
        found = self._whole.match(text, at)
        return found.end() if found else None

    def _is_begun(self, text: str, at: int) -> bool:
        for letter in self._letters:
            if at == len(text):
                return True
            found = letter.match(text, at)
            if found is None:
                return text[at] in "\\%" and HALF_ESCAPE.fullmatch(text, at) is not None
            at = found.end()
        return False


class Mask:
    """Puts a word in a secret's place, as it is and as JSON or an address would write it."""

    def __init__(self, *secrets: str) -> None:
        # The longest first: another may be a part of it.
        known = sorted({secret for secret in secrets if secret}, key=len, reverse=True)
        self._everywhere = [Secret(secret) for secret in known]
        self.in_answers = [Secret(secret) for secret in known if not _is_word(secret)]
        """What no answer may hold."""

    def words(self, text: str) -> str:
        """Words of the endpoint about a failure."""
        for secret in self._everywhere:
            text = secret.without(text)
        return text

    def error(self, body: bytes) -> bytes:
        """The body of an error."""
        return _without(self._everywhere, body)

    def answer(self, body: bytes) -> bytes:
        """Whole events or the whole body of an answer; a key that could be any word of it stays."""
        return _without(self.in_answers, body)


def mask_of(model_route: ModelRoute) -> Mask:
    """A mask for the key, and for what may be secret in the address."""
    place = urlsplit(model_route.endpoint.url)
    user, password = unquote(place.username or ""), unquote(place.password or "")
    shown = b64encode(f"{user}:{password}".encode()).decode() if user or password else ""
    values = [value for _, value in parse_qsl(place.query) if len(value) >= WORD_LENGTH]
    # Some endpoints take a token for the name, and no password.
    return Mask(model_route.key, password or user, shown, place.query, *values)


def _is_word(secret: str) -> bool:
    is_plain = secret.isalpha() or secret.isdecimal()
    return len(secret) < (WORD_LENGTH if is_plain else SHORTEST)


def _spelled(letter: str) -> str:
    """Every way to write a character, as a pattern."""
    units = letter.encode("utf-16-be", errors="surrogatepass").hex()
    escaped = "".join(f"{BACKSLASHES}u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4))
    in_addresses = "".join(f"%(?i:{byte:02x})" for byte in letter.encode(errors="replace"))
    if letter == "\\":
        return f"(?:{escaped}|{in_addresses}|{BACKSLASHES})"
    forms = [re.escape(letter), escaped, in_addresses]
    short = "\\/" if letter == "/" else json.dumps(letter, ensure_ascii=False)[1:-1]
    if len(short) == 2 and short.startswith("\\"):
        forms.append(BACKSLASHES + re.escape(short[1:]))
    return f"(?:{'|'.join(forms)})"


def _without(secrets: Iterable[Secret], body: bytes) -> bytes:
    for secret in secrets:
        body = secret.without_bytes(body)
    return body
