"""A checkpoint on a reviewer's desk: a PRD, a query and criteria in a folder."""

from datetime import UTC, datetime
from pathlib import Path

from plans.digests import text_digest
from plans.items import write_project
from plans.paths import ItemPaths, SuitePaths
from plans.records.seed import Recipe, Seed
from review.checkpoints import SHOWN, Checkpoint
from tests.pipeline.graph.scripted import PLAN, ScriptedGenerator

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def parked(folder: Path) -> tuple[SuitePaths, Checkpoint]:
    """The suite in `folder`, and its checkpoint after the generation of item `shop`."""
    paths = SuitePaths(folder)
    draft = paths.draft("shop")
    write_project(draft, ScriptedGenerator().project(recipe(), "canary"), "# shop\n\nIn blue.\n")
    return paths, checkpoint(draft)


def recipe() -> Recipe:
    return ScriptedGenerator().recipe(Seed(id="shop", query="a shop for plants"), PLAN, random_seed=0)


def checkpoint(draft: ItemPaths, showing: int = 1) -> Checkpoint:
    shown = {name: text_digest((draft.root / name).read_text()) for name in SHOWN["generation"]}
    return Checkpoint(item="shop", stage="generation", showing=showing, artifacts=shown)
