"""What is checked of a sum."""

from typing import Any

CHECKS = ("asked",)


def check(instance: dict[str, Any]) -> dict[str, str]:
    """Whether anything is asked."""
    return {"asked": "" if "?" in instance["prompt"] else "nothing is asked"}
