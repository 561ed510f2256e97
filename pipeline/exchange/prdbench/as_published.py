"""What PRDBench's `score_cal` makes of one report, followed in all that it does, right or not.

It takes the mean of the scores that a report happens to hold, halved. It leaves out a project without a report, with
one that is no UTF-8, is cut off or holds a score that is no number; a report that is neither a list nor lines counts as
0 when it has fewer than five objects. It looks neither at what was planned nor at whether a score can be given.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from pipeline.exchange.prdbench.reports import pieces
from plans.plain_text import count_text

_FEWEST_PIECES = 5
"""Objects that a report in neither form has to have, or it counts as 0."""


class Counted(NamedTuple):
    """What score_cal makes of one report."""

    score: float | None
    """None where it leaves the project out."""
    why: str | None = None


def counted(data: bytes) -> Counted:
    """What score_cal makes of a report; it is followed in all that it does, right or not."""
    try:
        text = data.decode("utf-8").strip()
        if not text:
            return Counted(None, "its report is empty")
        if text.startswith("[") and text.endswith("]"):
            values: list[Any] = json.loads(text)
        else:
            lines = [line for line in text.splitlines() if line.strip()]
            values = _all_values(lines) or []
            if not values:
                parts = list(pieces(text))
                if len(parts) < _FEWEST_PIECES:
                    why = (
                        f"its report is neither a list nor lines, and has {count_text(len(parts), 'object')}"
                    )
                    return Counted(0.0, why)
                values = [value for part in parts for value in _piece(part)]
        objects = [cast("dict[str, Any]", value) for value in values if isinstance(value, dict)]
        scores = [one["score"] for one in objects if "score" in one]
        if not scores:
            return Counted(None, "its report has no score")
        total = 0
        for score in scores:
            total += score
        return Counted(float(total / len(scores) / 2))
    except UnicodeDecodeError:
        return Counted(None, "its report is not UTF-8")
    except (ValueError, RecursionError):
        return Counted(None, "its report is cut off, or otherwise no JSON")
    except (TypeError, OverflowError):
        return Counted(None, "its report has a score that is no number")


def _all_values(lines: Sequence[str]) -> list[Any] | None:
    """The JSON values of all lines; None where one is none."""
    try:
        return [json.loads(line) for line in lines]
    except json.JSONDecodeError:
        return None


def _piece(part: str) -> list[Any]:
    """The value of a part; nothing where it is no JSON, however it is none."""
    try:
        return [json.loads(part)]
    except (ValueError, RecursionError):
        return []
