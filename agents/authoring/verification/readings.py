"""The checks that a model decides, within the release gate: asked for once programs found no fault, and kept."""

from collections.abc import Sequence

from plans.contracts.authoring import Reader
from plans.records.evidence import CheckResult, Digests, Evidence
from plans.records.project import Project

_READ = ("graded", "prose", "plan")
"""Digests of what is read: where they are the same, what was found of it stands."""


async def readings(
    reader: Reader | None,
    project: Project,
    checks: Sequence[CheckResult],
    known: Evidence | None,
    digests: Digests,
) -> list[CheckResult]:
    """What a model found, to be added to the program-decided `checks`.

    What is known of exactly these words stands, where nobody is to read now, or would ask the same. An item with a
    fault that a program finds is not read: it will be another when that is mended.
    """
    kept = kept_readings(known, digests)
    if reader is None or reader.stands(kept):
        return kept
    if not all(check.passed for check in checks):
        return []
    return list(await reader.read(project))


def kept_readings(known: Evidence | None, digests: Digests) -> list[CheckResult]:
    """What a model found of exactly these words; nothing where they are others by now, or none was asked."""
    if known is None or any(getattr(known.digests, name) != getattr(digests, name) for name in _READ):
        return []
    return [check for check in known.checks if check.decided_by == "model"]
