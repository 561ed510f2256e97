"""The process in which a family's code runs, inside a sandbox: a request a line, a reply a line.

    python -I -B server.py FAMILY PORT

It is started as it stands, where nothing else of ours lies, so it uses the standard library alone. The family lies
beside it as the package `plans.<family>`, by which name it is found too once it has been moved into `plans/`. Requests
are {"id", "verb", …}, replies {"id", "value"} or {"id", "error"}, over a connection that this process opens to
127.0.0.1:PORT. Whatever the family prints goes to standard output, which is no reply.
"""

import base64
import importlib
import json
import socket
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

LONGEST = 1_000
"""Letters of an error that are told."""


def main(name: str, port: str) -> None:
    """Import the family, tell what it has, and answer until the line ends."""
    with socket.create_connection(("127.0.0.1", int(port))) as line, line.makefile("rb") as requests:
        verbs = _Verbs()
        line.sendall(_replied(0, verbs.take, name))
        for request in requests:
            asked = json.loads(request)
            line.sendall(_replied(asked["id"], verbs.do, asked))
            if asked["verb"] == "end":
                return


class _Verbs:
    """What a family can be asked."""

    def take(self, name: str) -> dict[str, Any]:
        """Import the family's three modules; tells names alone."""
        sys.path.insert(0, str(Path(__file__).parent))
        parts = (
            importlib.import_module(f"plans.{name}.{part}") for part in ("generator", "checks", "metrics")
        )
        self._generator, self._checks, self._metrics = parts
        functions = (self._generator.draw, self._checks.check, self._metrics.evaluate, self._metrics.labels)
        if not all(map(callable, functions)):
            raise TypeError("draw, check, evaluate and labels have to be functions")
        variants = getattr(self._metrics, "VARIANTS", {})
        return {
            "checks": list(self._checks.CHECKS),
            "variants": list(variants),
            "asks": hasattr(self._checks, "questions"),
        }

    def do(self, asked: dict[str, Any]) -> Any:
        """What the family gives for a request."""
        match asked["verb"]:
            case "draw":
                return _in_letters(self._generator.draw(asked["parameters"], asked["random_seed"]))
            case "check":
                return self._checks.check(asked["instance"])
            case "questions":
                return self._checks.questions(asked["instance"])
            case "evaluate":
                scores = (
                    self._metrics.VARIANTS[asked["variant"]] if asked["variant"] else self._metrics.evaluate
                )
                return scores(asked["instance"], asked["answer"])
            case "labels":
                return self._metrics.labels(asked["instance"])
            case _:
                return None


def _in_letters(drawn: dict[str, Any]) -> dict[str, Any]:
    """With its pictures as base64."""
    if "pictures" not in drawn:
        return drawn
    return {**drawn, "pictures": [base64.b64encode(bytes(one)).decode() for one in drawn["pictures"]]}


def _replied(number: int, function: Callable[[Any], Any], asked: Any) -> bytes:
    """The line that answers a request; a family may fail of anything, and end the process if it likes."""
    try:
        told = {"id": number, "value": function(asked)}
        return json.dumps(told, allow_nan=False, default=_unwritten).encode() + b"\n"
    except BaseException as error:
        return json.dumps({"id": number, "error": _told(error)}).encode() + b"\n"


def _unwritten(value: object) -> None:
    raise TypeError(f"it gave a {type(value).__name__}, which JSON cannot hold")


def _told(error: BaseException) -> str:
    places = [one for one in traceback.extract_tb(error.__traceback__) if one.filename != __file__]
    where = f" ({Path(places[-1].filename).name}, line {places[-1].lineno})" if places else ""
    return f"{type(error).__name__}: {error}"[:LONGEST] + where


if __name__ == "__main__":
    main(*sys.argv[1:])
