"""PRDBench's five steps: specified, a scaffold, inspection, mending until nothing is open, the scaffold gone."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from agents.authoring.verification.gate import JudgeInspector
from agents.judging.commands.judge import CommandJudge
from agents.sandbox.roster import make_sandbox
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from plans.files import read_record
from plans.paths import SuitePaths
from plans.records.criteria import Criteria
from plans.records.project import Built, MadeArtifact, Mutant, PlantedMutant, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query
from plans.records.verdict import Inspection, Status
from review.checkpoints import Checkpoint, CheckpointAnswer
from review.terminal import show
from tests.agents.judging.commands.programs import TEST_TOTAL, TILL, by_tests, shell, task
from tests.agents.sandbox.providers import refusal
from tests.pipeline.graph.scripted import NoProgress, ScriptedGenerator
from tests.pipeline.graph.studio import context, results

pytestmark = [
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
    pytest.mark.slow,
]

Decides = Callable[[Checkpoint], CheckpointAnswer]
RIGHT, WRONG = r"total is 3\.50", r"total is 4\.50"
YES = CheckpointAnswer(action="approve", reviewer="ada")


class TillMaker(ScriptedGenerator):
    """Makes a till; the scaffold of attempts before `sound_from` breaks down."""

    def __init__(self, sound_from: int = 1, pattern: str = RIGHT) -> None:
        self._sound_from = sound_from
        self._pattern = pattern

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> MadeArtifact[Scheme]:
        adds = shell("1\n1 2.5\n0\n", "the total of both", self._pattern)
        tasks = (task("adds", adds), task("tested", by_tests(), "adds"))
        return MadeArtifact(Scheme(criteria=Criteria(tasks=tasks)))

    async def reference(self, specified: Specified, canary: str) -> MadeArtifact[Built]:
        attempt = specified.recipe.parameters.values["attempt"]
        assert isinstance(attempt, int)
        till = TILL if attempt >= self._sound_from else "raise SystemExit('not today')\n"
        built = Built(reference={"src/main.py": till}, grader={"tests/test_total.py": TEST_TOTAL.encode()})
        return MadeArtifact(built)

    async def mutants(self, specified: Specified, built: Built) -> MadeArtifact[tuple[PlantedMutant, ...]]:
        patch = "--- a/src/main.py\n+++ b/src/main.py\n@@ -1 +1 @@\n-\n+import nothing\n"
        mutant = Mutant(id="no-start", description="does not start", kills=("adds", "tested"))
        return MadeArtifact((PlantedMutant(mutant=mutant, patch=patch),))


class Reviewer:
    """Answers at the inspection as it is told, approves all else, and keeps what it was shown."""

    def __init__(
        self, decide: Decides = lambda checkpoint: YES, edits: Mapping[int, tuple[str, str]] | None = None
    ) -> None:
        """`edits`: number of the showing → what is replaced in the criteria there, and by what."""
        self._decide = decide
        self._edits = edits or {}
        self.shown: list[Inspection] = []
        self.findings: list[tuple[str, ...]] = []

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        if checkpoint.stage != "inspection":
            return YES
        assert show(checkpoint, folder) is not None
        self.shown.append(read_record(folder / "inspection.json", Inspection))
        self.findings.append(checkpoint.findings)
        if (edit := self._edits.get(checkpoint.showing)) is None:
            return self._decide(checkpoint)
        text = (folder / "criteria.yaml").read_text()
        assert edit[0] in text
        return CheckpointAnswer(action="edit", reviewer="ada", edits={"criteria.yaml": text.replace(*edit)})


async def authored(folder: Path, maker: TillMaker, reviewer: Reviewer) -> AuthoringReport:
    async with CommandJudge(make_sandbox("bubblewrap")) as judge:
        services = replace(context(folder, {"till": "a till"}), maker=maker, inspector=JudgeInspector(judge))
        return await author_suite(services, reviewer, NoProgress())


async def test_a_developer_sees_what_came_of_each_criterion(tmp_path: Path) -> None:
    reviewer = Reviewer()
    report = await authored(tmp_path, TillMaker(), reviewer)
    assert results(report) == {"till": "released"}
    [inspection] = reviewer.shown
    adds, tested = inspection.tasks
    assert (adds.task, adds.commands, adds.status) == ("adds", ("python src/main.py",), Status.PASSED)
    assert "The total is 3.50" in adds.came_out
    assert adds.expected == "the total of both"
    assert tested.status is Status.PASSED
    assert inspection.open == ()


async def test_a_released_item_has_no_scaffold_but_its_sealed_reference(tmp_path: Path) -> None:
    await authored(tmp_path, TillMaker(), Reviewer())
    item = SuitePaths(tmp_path).item("till")
    assert not item.inspection.exists()
    assert (item.reference / "src" / "main.py").exists()
    decided = item.review.read_text()
    assert '"stage":"inspection"' in decided.replace(" ", "")


async def test_what_is_open_is_mended_before_anybody_looks(tmp_path: Path) -> None:
    reviewer = Reviewer()
    report = await authored(tmp_path, TillMaker(sound_from=2), reviewer)
    assert results(report) == {"till": "released"}
    assert [one.open for one in reviewer.shown] == [()]
    [findings] = reviewer.findings
    assert any("adds is failed on the scaffold" in finding for finding in findings)


async def test_what_stays_open_is_not_released(tmp_path: Path) -> None:
    reviewer = Reviewer()
    report = await authored(tmp_path, TillMaker(sound_from=99), reviewer)
    assert results(report) == {"till": "not released"}
    assert reviewer.shown == []
    [ended] = report.items
    assert any("on the scaffold" in reason for reason in ended.reasons)


async def test_edited_criteria_are_run_again_and_what_is_open_goes_back_to_who_edited_them(
    tmp_path: Path,
) -> None:
    reviewer = Reviewer(edits={1: (RIGHT, WRONG), 2: (WRONG, RIGHT)})
    report = await authored(tmp_path, TillMaker(), reviewer)
    assert results(report) == {"till": "released"}
    assert [[one.task for one in seen.open] for seen in reviewer.shown] == [[], ["adds"], []]
    assert any("adds is failed on the scaffold" in finding for finding in reviewer.findings[1])


async def test_criteria_that_no_scaffold_meets_reach_no_developer(tmp_path: Path) -> None:
    reviewer = Reviewer()
    report = await authored(tmp_path, TillMaker(pattern=WRONG), reviewer)
    assert results(report) == {"till": "not released"}
    assert reviewer.shown == []


async def test_a_rejected_inspection_ends_the_item(tmp_path: Path) -> None:
    no = CheckpointAnswer(action="reject", reviewer="ada", note="this is no till")
    report = await authored(tmp_path, TillMaker(), Reviewer(lambda checkpoint: no))
    assert results(report) == {"till": "rejected"}


async def test_a_redo_makes_another_scaffold(tmp_path: Path) -> None:
    def decide(checkpoint: Checkpoint) -> CheckpointAnswer:
        return (
            CheckpointAnswer(action="redo", reviewer="ada", note="again") if checkpoint.showing == 1 else YES
        )

    reviewer = Reviewer(decide)
    report = await authored(tmp_path, TillMaker(), reviewer)
    assert results(report) == {"till": "released"}
    assert len(reviewer.shown) == 2
