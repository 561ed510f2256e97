"""What a published task needs beyond Python: packages, services, the network; and what its PRD names beside that."""

from collections.abc import Iterator
from typing import NamedTuple

from pipeline.exchange.prdbench.demands import Named, named_in
from pipeline.exchange.prdbench.signs import NeedKind, needs_by_module, signs
from plans.plain_text import folded
from plans.records.published import Need


class Used(NamedTuple):
    """What a task's own files and commands use."""

    modules: frozenset[str]
    """Top-level names of modules that its tests, scripts and given files import."""
    programs: frozenset[str]
    """Programs and modules that its commands run."""


def needs_of(prd: str | None, used: Used) -> tuple[Need, ...]:
    """What nobody can do without: what the task's own files import or its commands run, and what its PRD demands."""
    found: dict[tuple[str, str], Need] = {}
    known = needs_by_module()
    for module in sorted(used.modules):
        if module in known:
            kind, name = known[module]
            found[kind, name] = Need(name=name, kind=kind, because=f"its tests import {module}")
    for program in sorted(used.programs):
        if program in known and known[program] not in found:
            kind, name = known[program]
            found[kind, name] = Need(name=name, kind=kind, because=f"a command of it runs {program}")
    for kind, name, named in _named(prd):
        if named.is_demanded and (kind, name) not in found:
            found[kind, name] = Need(name=name, kind=kind, because=f"its PRD demands {folded(named.word)!r}")
    return _sorted(found)


def may_be_used(prd: str | None, needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """What the PRD names beside what is needed: a hand-in may use it, and does without where it is not there."""
    needed = {(need.kind, need.name) for need in needs}
    return _sorted(
        {
            (kind, name): Need(name=name, kind=kind, because=f"its PRD names {folded(named.word)!r}")
            for kind, name, named in _named(prd)
            if (kind, name) not in needed
        }
    )


def _named(prd: str | None) -> Iterator[tuple[NeedKind, str, Named]]:
    for kind, things in signs().needs.items():
        for name, words in things.items():
            if prd is not None and (named := named_in(prd, words)) is not None:
                yield kind, name, named


def _sorted(found: dict[tuple[str, str], Need]) -> tuple[Need, ...]:
    return tuple(sorted(found.values(), key=lambda need: (need.kind, need.name)))
