"""YAML that this process wrote itself, and so knows the value of."""

from collections import OrderedDict
from threading import Lock


class WrittenTexts:
    """The latest texts, each with its value as JSON; safe to use from several threads."""

    def __init__(self, most: int) -> None:
        """`most`: texts that are kept; of more, those that were written and read longest ago are forgotten."""
        self._most = most
        self._json: OrderedDict[str, str] = OrderedDict()
        self._lock = Lock()

    def add(self, text: str, json: str) -> None:
        """Remember that `text` says the same in YAML as `json` in JSON."""
        with self._lock:
            self._json[text] = json
            self._json.move_to_end(text)
            while len(self._json) > self._most:
                self._json.popitem(last=False)

    def json_of(self, text: str) -> str | None:
        """The value of a text as JSON; None when it is not among those that are kept."""
        with self._lock:
            if text in self._json:
                self._json.move_to_end(text)
            return self._json.get(text)
