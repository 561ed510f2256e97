"""Models write a family part after part, each tried in the sandbox and shown to a developer; killed work goes on."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from agents.authoring.instances.author import FamilyAuthor
from agents.authoring.instances.trials import FamilyTrials
from agents.families.sandboxed import open_elsewhere
from agents.sandbox.roster import make_sandbox
from pipeline.graph.authoring import FamilyProgress, author_family
from pipeline.graph.drafts import FamilyDrafts
from pipeline.graph.nodes import TryRefusal
from pipeline.graph.spec import FamilySpec
from pipeline.graph.state import FamilyContext
from plans.errors import AuthorError, GivenUp, RunMismatch
from plans.families import is_family_folder
from plans.files import read_lines, read_record, read_text
from plans.paths import FamilyPaths
from plans.records.plan import TaskSpecification
from plans.records.project import Provenance
from plans.records.review import Decision
from review.checkpoints import AutoReviewer, Checkpoint, CheckpointAnswer, DeferringReviewer, Reviewer
from tests.agents.families.by_length import CHECKS, FILES, GENERATOR, METRICS
from tests.agents.families.writing import PLANNED, TASK, asked_for, asking, family_writer
from tests.agents.gateway.model_endpoint import ModelEndpoint
from tests.agents.sandbox.attacking import MARKS

pytestmark = [MARKS[1], pytest.mark.slow]

PARTS = [
    ("WrittenFamilyPlan", ""),
    ("WrittenDesign", "generator.py"),
    ("WrittenModule", "generator.py"),
    ("WrittenDesign", "checks.py"),
    ("WrittenModule", "checks.py"),
    ("WrittenDesign", "metrics.py"),
    ("WrittenModule", "metrics.py"),
]
LACKING = CHECKS.partition('"completeness": ')[2].partition(",\n")[0]
PASSING = METRICS.replace("said == right", "True").replace("sorted(said) == sorted(right)", "True")


class Quiet:
    """Hears what the graph does."""

    def __init__(self) -> None:
        self.nodes: list[str] = []

    def begun(self, thread: str, node: str) -> None:
        pass

    def left(self, thread: str, node: str) -> None:
        self.nodes.append(node)

    def refused(self, refusal: TryRefusal) -> None:
        pass

    def ended(self, thread: str, status: str) -> None:
        self.nodes.append("end")


class Answering:
    """Answers by artifact, once; approves all else, as a person."""

    def __init__(self, answers: Mapping[str, Sequence[CheckpointAnswer]]) -> None:
        self._answers = {artifact: list(given) for artifact, given in answers.items()}
        self.seen: list[Checkpoint] = []

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        self.seen.append(checkpoint)
        queue = self._answers.get(next(iter(checkpoint.artifacts)), [])
        return queue.pop(0) if queue else CheckpointAnswer(action="approve", reviewer="ada")


async def authored(
    folder: Path,
    endpoint: ModelEndpoint,
    reviewer: Reviewer,
    task: TaskSpecification = TASK,
    heard: Quiet | None = None,
) -> FamilyProgress:
    paths = FamilyPaths(folder / "by_length")
    async with asking(endpoint, paths) as model:
        author = FamilyAuthor(model, "by_length", task, FamilyTrials(make_sandbox()), mends=1)
        context = FamilyContext(paths, FamilyDrafts(paths), author)
        spec = FamilySpec(family="by_length", task=task, mends=1)
        return await author_family(context, spec, reviewer, heard or Quiet())


async def test_a_family_is_written_part_by_part_and_released(tmp_path: Path) -> None:
    endpoint = family_writer()
    report = await authored(tmp_path, endpoint, AutoReviewer())
    assert (report.status, report.parked) == ("ready", ())
    assert [asked_for(body) for body in endpoint.asked] == PARTS
    paths = FamilyPaths(tmp_path / "by_length")
    assert is_family_folder(paths.root)
    assert (paths.design / "checks.md").read_text().startswith("- completeness")
    made = read_record(paths.provenance, Provenance)
    assert [one.artifact for one in made.outputs][:3] == ["plan.yaml", "generator.md", "generator.py"]
    assert [use.role for one in made.outputs for use in one.uses][-2:] == ["evaluator", "evaluator"]

    decisions = read_lines(paths.review, Decision)
    assert [(one.stage, one.artifact) for one in decisions[:5]] == [
        ("plan", "plan.yaml"),
        ("generation", "generator.md"),
        ("generation", "generator.py"),
        ("verification", "checks.md"),
        ("verification", "checks.py"),
    ]
    assert {one.stage for one in decisions[7:]} == {"release"}
    async with open_elsewhere(paths.root, make_sandbox()) as family:
        assert family.checks == ("completeness", "feasibility")
    # What later agents are shown is what developers approved.
    told = endpoint.asked[-1]["messages"][1]["content"]
    assert "def check(instance)" in told
    assert "The answer is parted" in told


async def test_what_does_not_hold_is_mended_and_what_is_not_mended_is_given_up(tmp_path: Path) -> None:
    unstable = GENERATOR.replace("random.Random(random_seed)", "random.Random()")
    endpoint = family_writer({("WrittenModule", "generator.py"): [unstable]})
    report = await authored(tmp_path / "mended", endpoint, AutoReviewer())
    assert report.status == "ready"
    shown = endpoint.asked[3]["messages"][-1]["content"]
    assert "something else in another process" in shown

    endpoint = family_writer({("WrittenModule", "generator.py"): [unstable, unstable]})
    with pytest.raises(GivenUp, match="something else in another process"):
        await authored(tmp_path / "given-up", endpoint, AutoReviewer())
    assert not is_family_folder(tmp_path / "given-up" / "by_length")


async def test_an_edit_is_tried_and_recorded_with_its_distance(tmp_path: Path) -> None:
    better = GENERATOR.replace("and nothing else.", "and nothing more.")
    broken = GENERATOR.replace("random.Random(random_seed)", "random.Random()")
    ada = Answering(
        {
            "generator.py": [
                CheckpointAnswer(action="edit", reviewer="ada", edits={"generator.py": broken}),
                CheckpointAnswer(action="edit", reviewer="ada", edits={"generator.py": better}),
            ],
            "checks.md": [
                CheckpointAnswer(action="redo", reviewer="ada", note="Say what is read of the prompt.")
            ],
        }
    )
    endpoint = family_writer()
    report = await authored(tmp_path, endpoint, ada)
    assert report.status == "ready"
    shown = [(one.showing, one.findings) for one in ada.seen if [*one.artifacts] == ["generator.py"]]
    assert [showing for showing, _ in shown] == [1, 2]
    assert "something else in another process" in shown[1][1][0]
    paths = FamilyPaths(tmp_path / "by_length")
    assert read_text(paths.root / "generator.py") == better
    edited = [one for one in read_lines(paths.review, Decision) if one.action == "edit"]
    assert [0 < one.edit_distance < 0.1 for one in edited] == [True, True]
    redone = [body for body in endpoint.asked if asked_for(body) == ("WrittenDesign", "checks.py")]
    assert "Say what is read of the prompt." in redone[1]["messages"][1]["content"]


async def test_broken_code_that_is_approved_all_the_same_is_written_anew(tmp_path: Path) -> None:
    broken = GENERATOR.replace("random.Random(random_seed)", "random.Random()")
    ada = Answering(
        {"generator.py": [CheckpointAnswer(action="edit", reviewer="ada", edits={"generator.py": broken})]}
    )
    endpoint = family_writer()
    report = await authored(tmp_path, endpoint, ada)
    assert report.status == "ready"
    assert read_text(tmp_path / "by_length" / "generator.py") == GENERATOR
    anew = [body for body in endpoint.asked if asked_for(body) == ("WrittenModule", "generator.py")][1]
    told = anew["messages"][1]["content"]
    assert "something else in another process" in told
    assert "random.Random()" in told


async def test_code_that_was_written_anew_is_no_longer_unsound(tmp_path: Path) -> None:
    """An edit did not hold, the agent wrote it anew, and what the developer then approved was thrown away: the agent
    was asked once more, and what it wrote took its place unseen.
    """
    broken = GENERATOR.replace("random.Random(random_seed)", "random.Random()")
    second = GENERATOR.replace("and nothing else.", "and nothing more.")
    ada = Answering(
        {
            "generator.py": [
                CheckpointAnswer(action="edit", reviewer="ada", edits={"generator.py": broken}),
                CheckpointAnswer(action="redo", reviewer="ada", note="By its seed alone."),
                CheckpointAnswer(action="approve", reviewer="ada"),
            ],
            "checks.md": [CheckpointAnswer(action="reject", reviewer="ada", note="Enough.")],
        }
    )
    endpoint = family_writer({("WrittenModule", "generator.py"): [GENERATOR, second]})
    report = await authored(tmp_path, endpoint, ada)
    assert report.status == "rejected"
    modules = [body for body in endpoint.asked if asked_for(body) == ("WrittenModule", "generator.py")]
    assert len(modules) == 2
    assert read_text(FamilyPaths(tmp_path / "by_length").family_draft / "generator.py") == second


async def test_killed_work_goes_on_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match="expired"):
        await authored(tmp_path, family_writer(silent_at=("WrittenModule", "checks.py")), AutoReviewer())
    endpoint = family_writer()
    report = await authored(tmp_path, endpoint, AutoReviewer())
    assert report.status == "ready"
    assert [asked_for(body) for body in endpoint.asked] == PARTS[4:]
    assert (await authored(tmp_path, family_writer(), AutoReviewer())).status == "ready"
    with pytest.raises(RunMismatch, match="another task"):
        await authored(tmp_path, family_writer(), AutoReviewer(), TaskSpecification(task="Other."))


async def test_parked_checkpoints_wait_one_after_the_other(tmp_path: Path) -> None:
    endpoint = family_writer()
    report = await authored(tmp_path, endpoint, DeferringReviewer())
    assert report.status == ""
    assert [(one.stage, [*one.artifacts]) for one in report.parked] == [("plan", ["plan.yaml"])]
    assert len(endpoint.asked) == 1
    rejecting = Answering(
        {"plan.yaml": [CheckpointAnswer(action="reject", reviewer="ada", note="Too easy.")]}
    )
    report = await authored(tmp_path, family_writer(), rejecting)
    assert (report.status, report.reasons) == ("rejected", ("Too easy.",))
    assert not is_family_folder(tmp_path / "by_length")


async def test_a_plan_that_is_edited_into_another_familys_is_shown_again(tmp_path: Path) -> None:
    other = CheckpointAnswer(
        action="edit", reviewer="ada", edits={"plan.yaml": PLANNED.replace("by_length", "by_size")}
    )
    mended = CheckpointAnswer(action="edit", reviewer="ada", edits={"plan.yaml": PLANNED})
    ada = Answering(
        {
            "plan.yaml": [other, mended],
            "generator.md": [CheckpointAnswer(action="reject", reviewer="ada", note="No.")],
        }
    )
    report = await authored(tmp_path, family_writer(), ada)
    assert report.status == "rejected"
    assert [(one.stage, one.showing, one.findings) for one in ada.seen] == [
        ("plan", 1, ()),
        ("plan", 2, ("`family` is 'by_size', and has to be 'by_length', as the folder is.",)),
        ("generation", 1, ()),
    ]


@pytest.mark.parametrize(
    ("module", "text", "said"),
    [
        (
            "checks.py",
            CHECKS.replace(LACKING, '""'),
            "With an empty prompt",
        ),
        ("checks.py", CHECKS.replace('"feasibility"', '"possible"'), "CHECKS names completeness, possible"),
        ("checks.py", CHECKS.replace('"feasibility": ""', '"feasibility": "no"'), "only 0 pass every check"),
        (
            "metrics.py",
            PASSING,
            "passes for",
        ),
        ("metrics.py", METRICS.replace("said == right", "said != right"), "does not pass"),
        ("metrics.py", METRICS.replace('"order": instance', '"first": instance'), "differ in first, order"),
    ],
)
async def test_checks_and_metrics_that_prove_nothing_are_told(module: str, text: str, said: str) -> None:
    trials = FamilyTrials(make_sandbox())
    stage = "verification" if module == "checks.py" else "evaluation"
    assert await trials.problems(FILES, stage) == []
    problems = await trials.problems({**FILES, module: text}, stage)
    assert any(said in problem for problem in problems), problems
