"""A suite's folder with the scripted author at work in it."""

from collections.abc import Mapping
from pathlib import Path

from pipeline.cli.wiring.authors import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec, suite_canary
from pipeline.graph.state import NodeContext
from plans.contracts.authoring import Gate
from plans.paths import SuitePaths
from plans.records.seed import Assignment, Seed
from review.checkpoints import AutoReviewer, Reviewer
from tests.pipeline.graph.scripted import NoProgress, ScriptedGate, ScriptedGenerator

FINE = {"shop": "a shop for plants", "board": "a board for tasks", "quiz": "a quiz about stars"}


def assignments(queries: Mapping[str, str]) -> tuple[Assignment, ...]:
    return tuple(Assignment(seed=Seed(id=id, query=query)) for id, query in queries.items())


def spec(queries: Mapping[str, str], **changes: object) -> AuthoringSpec:
    chosen = assignments(queries)
    fields = {
        "name": "tried",
        "version": "1.0.0",
        "family": "webapp",
        "licence": "CC-BY-4.0",
        "canary": suite_canary("tried", "1.0.0", 0, chosen),
        "random_seed": 0,
        "gate": "scripted",
        "assignments": chosen,
        **changes,
    }
    return AuthoringSpec.model_validate(fields)


def context(
    folder: Path, queries: Mapping[str, str], gate: Gate | None = None, **changes: object
) -> NodeContext:
    return authoring_context(
        spec(queries, **changes), SuitePaths(folder), ScriptedGenerator(), gate or ScriptedGate()
    )


async def author(
    folder: Path,
    queries: Mapping[str, str] = FINE,
    reviewer: Reviewer | None = None,
    gate: Gate | None = None,
    **changes: object,
) -> AuthoringReport:
    return await author_suite(
        context(folder, queries, gate, **changes), reviewer or AutoReviewer(), NoProgress()
    )


def results(report: AuthoringReport) -> dict[str, str]:
    return {item.item: item.result for item in report.items}


def published(folder: Path) -> dict[str, bytes]:
    """Every published file but for the decisions, which name times."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {
        name: path.read_bytes()
        for name, path in files.items()
        if not name.startswith(".authoring/") and path.name != "review.jsonl"
    }
