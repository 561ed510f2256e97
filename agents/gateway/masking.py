"""What is secret of an endpoint, taken out of all that it says: what it was shown it may repeat."""

import json
from collections.abc import Iterable
from urllib.parse import quote, urlsplit

from agents.gateway.model_route import ModelRoute

MASK = "[key]"
WORD_LENGTH = 16
"""Characters from which letters or digits alone are taken for a key; shorter ones, such as those that local endpoints
are given for want of a key, are words of many an answer."""
SHORTEST = 6
"""Characters of the shortest other key that is looked for in a model's answer."""


class Mask:
    """Puts a word in a secret's place, as it is and as JSON or an address would write it."""

    def __init__(self, *secrets: str) -> None:
        self._spelled = _spelled(secrets)
        self._everywhere = [form.encode(errors="replace") for form in self._spelled]
        self.in_answers = tuple(_spelled(secret for secret in secrets if not _is_word(secret)))
        """What no answer may hold, the longest first."""
        self._in_answers = [form.encode(errors="replace") for form in self.in_answers]

    def words(self, text: str) -> str:
        """Words of the endpoint about a failure."""
        for form in self._spelled:
            text = text.replace(form, MASK)
        return text

    def error(self, body: bytes) -> bytes:
        """The body of an error."""
        return _without(self._everywhere, body)

    def answer(self, body: bytes) -> bytes:
        """Whole events or the whole body of an answer; a key that could be any word of it stays."""
        return _without(self._in_answers, body)


def mask_of(model_route: ModelRoute) -> Mask:
    """A mask for the key, and for what may be secret in the address."""
    place = urlsplit(model_route.endpoint.url)
    return Mask(model_route.key, place.password or "", place.query)


def _is_word(secret: str) -> bool:
    is_plain = secret.isalpha() or secret.isdecimal()
    return len(secret) < (WORD_LENGTH if is_plain else SHORTEST)


def _spelled(secrets: Iterable[str]) -> list[str]:
    """The forms of the secrets, the longest first."""
    forms: set[str] = set()
    for secret in secrets:
        escaped = {json.dumps(secret, ensure_ascii=is_ascii)[1:-1] for is_ascii in (True, False)}
        forms |= {secret, quote(secret, safe=""), *escaped, *(one.replace("/", "\\/") for one in escaped)}
    return sorted(forms - {""}, key=len, reverse=True)


def _without(forms: Iterable[bytes], body: bytes) -> bytes:
    for form in forms:
        body = body.replace(form, MASK.encode())
    return body
