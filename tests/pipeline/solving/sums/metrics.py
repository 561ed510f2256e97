"""What an answer to a sum scores."""

import re
from typing import Any

KIND = "Is the answer kind?"


def evaluate(instance: dict[str, Any], answer: str) -> dict[str, Any]:
    """By the last line that names an answer; a text that says `kind` is left to a judge."""
    found = re.findall(r"Answer: (\d+|none)", answer)
    said = found[-1] if found else ""
    due = instance["metadata"]["sum"]
    kinds = {one["kind"] for one in instance["constraints"]}
    is_open = "kind" in answer
    return {
        "answer": said,
        "checks": {
            "format": "passed" if said else "failed",
            "sum": "passed" if said == ("none" if due is None else str(due)) else "failed",
            "short": ("passed" if len(answer) < 60 else "failed") if "short" in kinds else "not applied",
            "kind": "unresolved" if is_open else "not applied",
        },
        "groups": {"sum": "right", "format": "right", "short": "style", "kind": "style"},
        "apart": {"numeral": "passed" if said.isdigit() else "failed"},
        "is_refusal": said == "none",
        "open": [{"check": "kind", "question": KIND}] if is_open else [],
    }


def labels(instance: dict[str, Any]) -> dict[str, str]:
    """Size, and how constrained it is."""
    size = instance["parameters"]["size"]
    return {
        "number of participants": str(size + 8),
        "number of days": str(len(instance["constraints"])),
        "constrainedness": f"{(size - 1) / 3:.1f} to {size / 3:.1f}",
    }


def lenient(instance: dict[str, Any], answer: str) -> dict[str, Any]:
    """The right sum anywhere is enough."""
    due = str(instance["metadata"]["sum"])
    return {
        "answer": due if due in answer else "",
        "checks": {"sum": "passed" if due in answer else "failed"},
    }


VARIANTS = {"lenient": lenient}
