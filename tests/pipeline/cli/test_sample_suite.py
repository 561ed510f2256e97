"""The sample suite, made anew: what is the same is taken over, and nothing is half-written."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from pipeline.cli.demo import EarlierEvidence, make_sample
from pipeline.graph.spec import AuthoringSpec, suite_canary
from plans.files import write_record
from plans.items import project_digests, read_suite
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.seed import Assignment, Seed
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.runner.stand_ins import shop


class JudgingGate:
    """Takes over what speaks of the same item and judge, as the release gate does."""

    def __init__(self, judge: str = "j" * 64) -> None:
        self._judge_digest = judge

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        digests = project_digests(project, self._judge_digest)
        if known is not None and known.digests == digests:
            return known
        return Evidence(
            item=project.id, digests=digests, cells=(), mutants=(), edges=(), checks=(), released=True
        )


def sample_of(*queries: str) -> AuthoringSpec:
    assignments = tuple(
        Assignment(seed=Seed(id=f"seed-{number}", query=query)) for number, query in enumerate(queries)
    )
    return AuthoringSpec(
        name="sample",
        version="1.0.0",
        family="webapp",
        licence="MIT",
        canary=suite_canary("sample", "1.0.0", 0, assignments),
        random_seed=0,
        gate="static",
        assignments=assignments,
    )


def made(folder: Path, queries: Sequence[str]) -> tuple[bool, str]:
    told = Console(file=StringIO(), width=200)
    report = make_sample(sample_of(*queries), folder / "sample", folder / "runs" / "sample", told)
    assert isinstance(told.file, StringIO)
    return report.is_all_written, told.file.getvalue()


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "review.jsonl"
    }


SHOP = "a shop for house plants with a cart and a search"


def test_made_again_it_is_the_same_and_says_that_the_evidence_holds(tmp_path: Path) -> None:
    assert "seed-0: judged for the first time." in made(tmp_path, [SHOP])[1]
    before = files(tmp_path / "sample")
    assert not any(name.startswith(".authoring") for name in before)

    is_released, told = made(tmp_path, [SHOP])
    assert is_released
    assert "seed-0: the earlier evidence holds" in told
    assert files(tmp_path / "sample") == before
    assert list((tmp_path / "runs").iterdir()) == []


def test_a_sample_that_a_kill_left_beside_its_place_is_put_back(tmp_path: Path) -> None:
    """Killed between the two renames there was no sample, and the next call judged everything anew."""
    made(tmp_path, [SHOP])
    before = files(tmp_path / "sample")
    (tmp_path / "sample").rename(tmp_path / "runs" / "sample-before")

    assert "seed-0: the earlier evidence holds" in made(tmp_path, [SHOP])[1]
    assert files(tmp_path / "sample") == before


def test_an_item_that_may_not_be_released_leaves_the_sample_as_it_was(tmp_path: Path) -> None:
    made(tmp_path, [SHOP])
    before = files(tmp_path / "sample")
    is_released, _ = made(tmp_path, [SHOP, "zzz qqq xxyzzy"])
    assert not is_released
    assert files(tmp_path / "sample") == before
    assert [item.id for item in read_suite(SuitePaths(tmp_path / "sample")).items] == ["seed-0"]


@pytest.mark.parametrize(
    ("judge", "features", "said"),
    [
        ("j" * 64, ("cart", "search"), "the earlier evidence holds"),
        ("k" * 64, ("cart", "search"), "judged anew, because of another judge"),
        ("j" * 64, ("cart",), "judged anew, because of another graded, reference, mutants"),
    ],
)
async def test_another_item_or_another_judge_is_judged_anew(
    tmp_path: Path, judge: str, features: tuple[str, ...], said: str
) -> None:
    earlier = await JudgingGate().verify(shop(features=("cart", "search")), PLAN, None)
    write_record(SuitePaths(tmp_path).item("shop").evidence, earlier)
    told: list[str] = []
    gate = EarlierEvidence(JudgingGate(judge), SuitePaths(tmp_path), told.append)
    await gate.verify(shop(features=features), PLAN, None)
    assert said in told[0]
