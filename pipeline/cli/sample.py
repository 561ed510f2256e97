"""The shipped sample suite, made anew: what `make sample` does."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console

from pipeline.cli.gated import AuthoringWork, author_gated
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Gate
from plans.digests import text_digest
from plans.errors import GivenUp
from plans.files import storage_errors
from plans.items import read_evidence, read_project
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import IndependentImplementation, Made, Project
from plans.records.specification import Underspecification


def make_sample(spec: AuthoringSpec, sample: Path, work: Path, console: Console) -> AuthoringReport:
    """Author `spec` anew in `work` and put it in the place of `sample` when every item may be released.

    Evidence of the sample that is there is taken over where the item and the judge are the same to the digest, and
    what was taken over is said. An item that the gate refuses is not tried in another form: the sample shows what the
    catalog makes at once. Raises StorageFailed; `sample` is whole before and after, and where a kill fell between,
    the next call begins by putting back the one that was there.
    """
    with storage_errors(work):
        if not sample.exists() and _aside(work).exists():
            _aside(work).rename(sample)
        shutil.rmtree(work, ignore_errors=True)
    report = author_gated(
        AuthoringWork(spec.model_copy(update={"refinements": 0}), SuitePaths(work), jobs=2),
        console,
        "auto",
        through=lambda gate: EarlierEvidence(gate, SuitePaths(sample), console.print),
        implement=partial(_earlier_independent, SuitePaths(sample)),
    )
    if report.is_all_written:
        _put_in_place(work, sample)
    return report


class EarlierEvidence:
    """A gate that knows the evidence of an earlier suite, and says where that still holds."""

    def __init__(self, gate: Gate, earlier: SuitePaths, tell: Callable[[str], None]) -> None:
        self._gate = gate
        self._earlier = earlier
        self._tell = tell

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        """The gate's evidence; the gate itself takes what it knows only for the same item and the same judge."""
        earlier = known or read_evidence(self._earlier.item(project.id))
        evidence = await self._gate.verify(project, plan, earlier)
        if earlier is None:
            self._tell(f"{project.id}: judged for the first time.")
        elif evidence == earlier:
            self._tell(f"{project.id}: the earlier evidence holds, to the digest of item and judge.")
        else:
            self._tell(f"{project.id}: judged anew, because of another {_what_differs(earlier, evidence)}.")
        return evidence


async def _earlier_independent(earlier: SuitePaths, project: Project) -> Made[IndependentImplementation]:
    """The independent implementation that lies there; GivenUp where there is none for the same request."""
    place = earlier.item(project.id)
    found = read_project(place).independents if place.root.exists() else ()
    seen = text_digest(project.query.at(Underspecification.LOW).text)
    for one in found:
        if one.about.seen_digest == seen:
            return Made(one)
    reason = f"{project.id}: " + ("it is of another request" if found else "nobody has written one")
    raise GivenUp("There is no independent implementation", [reason])


def _what_differs(earlier: Evidence, evidence: Evidence) -> str:
    before, now = earlier.digests.model_dump(), evidence.digests.model_dump()
    return ", ".join(name for name in now if before[name] != now[name]) or "result"


def _put_in_place(work: Path, sample: Path) -> None:
    """Swap by renaming, so that at no time half a suite lies there."""
    aside = _aside(work)
    with storage_errors(sample):
        shutil.rmtree(SuitePaths(work).authoring)
        shutil.rmtree(aside, ignore_errors=True)
        sample.parent.mkdir(parents=True, exist_ok=True)
        if sample.exists():
            sample.rename(aside)
        work.rename(sample)
        shutil.rmtree(aside, ignore_errors=True)


def _aside(work: Path) -> Path:
    """Where the old sample lies while the new one takes its place."""
    return work.with_name(f"{work.name}-before")
