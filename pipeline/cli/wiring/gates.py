"""Which release gate there is for what is authored, and what judges for it."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import NamedTuple

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.gate import Progress, ReleaseGate, no_progress
from agents.authoring.verification.reading.reader import ModelReader
from agents.authoring.verification.static import StaticGate
from agents.authoring.ways import way_of
from agents.sandbox.roster import USUAL, make_sandbox
from pipeline.cli.wiring.judging import judge_for
from pipeline.cli.wiring.sandboxes import with_runtime
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.parents import ParentFails, parents_of
from plans.contracts.authoring import Gate, Reader
from plans.contracts.judging import Judge
from plans.contracts.models import Model
from plans.paths import SuitePaths
from plans.records.evidence import REFERENCE_RUNS
from plans.records.project import Files
from plans.records.runtime import BuiltRuntime
from plans.settings import read_settings


def release_gate(
    judge: Judge,
    family: str,
    canary: str,
    *,
    repeats: int = REFERENCE_RUNS,
    progress: Progress = no_progress,
    runtime: BuiltRuntime | None = None,
    reader: Reader | None = None,
) -> Gate:
    """The release gate of a family's suites whose files carry `canary`; `runtime`: what hand-ins find with `judge`;
    `reader`: who decides what no program can tell.
    """
    digest = runtime.digest if runtime else ""
    checks = every_check(family, canary)
    return ReleaseGate(judge, checks, repeats=repeats, progress=progress, runtime=digest, reader=reader)


def reader_by(model: Model | None, family: str) -> Reader | None:
    """Who reads items of the family for the release gate; nobody without a model."""
    return None if model is None else ModelReader(model, way_of(family))


def with_parents(gate: Gate, judge: Judge, parents: Mapping[str, Files | None]) -> Gate:
    """The gate that also hands in, for each variant, the reference that it was made from."""
    return ParentFails(gate, judge, parents) if parents else gate


class Judging(NamedTuple):
    """The judge of what is authored, and the packages that hand-ins find with it."""

    judge: Judge
    runtime: BuiltRuntime | None


@asynccontextmanager
async def open_judging(spec: AuthoringSpec, paths: SuitePaths) -> AsyncGenerator[Judging | None]:
    """Who judges what is authored in `paths`, with the packages that the suite locks.

    None where nothing of it is judged: a catalog is composed as it is, and the static gate judges nothing.
    """
    if spec.gate == "static" and spec.author == "catalog":
        yield None
        return
    sandbox = await with_runtime(make_sandbox(USUAL), spec.kept_runtime(paths))
    async with judge_for(spec.family, read_settings(), sandbox) as judge:
        yield Judging(judge, sandbox.runtime)


@asynccontextmanager
async def open_gate(
    spec: AuthoringSpec,
    paths: SuitePaths,
    progress: Progress = no_progress,
    judging: Judging | None = None,
    model: Model | None = None,
) -> AsyncGenerator[Gate]:
    """The gate that `spec`, authored in `paths`, asks for; `judging` is opened for it where none is open, and `model`
    is who plays the roles of ours in it.

    live: the whole matrix in a real browser, and with the parent's row where an item has a parent. static: the
    program-decided checks alone.
    """
    reader = reader_by(model, spec.family) if spec.with_model else None
    if spec.gate == "static":
        yield StaticGate(every_check(spec.family, spec.canary), spec.runtime, reader)
        return
    if judging is None:
        async with (
            open_judging(spec, paths) as opened,
            open_gate(spec, paths, progress, opened, model) as gate,
        ):
            yield gate
        return
    judge, runtime = judging
    gate = release_gate(judge, spec.family, spec.canary, progress=progress, runtime=runtime, reader=reader)
    yield with_parents(gate, judge, parents_of(spec))
