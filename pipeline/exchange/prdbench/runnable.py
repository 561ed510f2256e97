"""Whether hand-ins of a published task can be tried with what a suite brings: its packages, and no service at all."""

import re
from collections.abc import Collection, Iterator

from pipeline.exchange.prdbench.needs import may_be_used
from pipeline.exchange.prdbench.signs import signs
from plans.paths import SuitePaths
from plans.records.published import Need, PublishedTask
from plans.runtimes import REQUIREMENTS, declared, is_declared

_LOCKED = re.compile(r"^([A-Za-z0-9][\w.-]*)\s*==", re.MULTILINE)
OWN = frozenset({"pytest"})
"""What the judge's own Python has, where a suite locks nothing."""


def locked_packages(paths: SuitePaths) -> frozenset[str]:
    """The packages that hand-ins of a suite find, by plain names; raises InvalidFile."""
    if not is_declared(paths.runtime):
        return OWN
    _, texts = declared(paths.runtime)
    return frozenset(_plain(name) for name in _LOCKED.findall(texts.get(REQUIREMENTS, "")))


def why_not(task: PublishedTask, packages: Collection[str]) -> tuple[str, ...]:
    """Why hand-ins of a task cannot be tried, with what tells of each thing that is missing; empty where they can."""
    return tuple(_missing(task.needs, packages))


def not_there(task: PublishedTask, packages: Collection[str]) -> tuple[str, ...]:
    """What a task's PRD names beside what it needs, and is not there: a hand-in that uses it fails here."""
    return tuple(
        f"{_names(need)[0]} ({need.because})"
        for need in may_be_used(task.prd, task.needs)
        if need.kind in ("service", "network") or not _is_locked(need, packages)
    )


def _missing(needs: Collection[Need], packages: Collection[str]) -> Iterator[str]:
    lacking: list[str] = []
    for need in needs:
        match need.kind:
            case "service":
                yield f"the service {need.name} ({need.because}), and none runs in the sandbox"
            case "network":
                yield f"the network ({need.because}), and the sandbox has none"
            case "package" | "heavy_package":
                if not _is_locked(need, packages):
                    lacking.append(f"{_names(need)[0]} ({need.because})")
    if lacking:
        yield f"packages that the suite does not lock: {', '.join(lacking)}"


def _names(need: Need) -> tuple[str, ...]:
    """The names under which registries have it."""
    return signs().distributions.get(need.name, (need.name,))


def _is_locked(need: Need, packages: Collection[str]) -> bool:
    return any(_plain(name) in packages for name in _names(need))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
