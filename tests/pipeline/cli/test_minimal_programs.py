"""`benchwright run --agent minimal --full-prd --debug`: two Python projects by hand, built once and debugged once."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from pipeline.cli.author import author
from pipeline.cli.cost_estimate import amounts
from pipeline.cli.run_setup import RunOrder, start
from pipeline.runner.driver import no_progress
from pipeline.runner.messages import scheme
from pipeline.runner.reader import RunFolder
from plans.digests import value_digest
from plans.files import read_own_record
from plans.items import read_project
from plans.paths import RunPaths, SuitePaths
from plans.prd_text import prd_text
from plans.records.run import RoundRecord
from plans.records.verdict import Status
from tests.agents.coding.minimal_driving import BY_HAND, by_hand
from tests.agents.gateway.model_endpoint import KEY, ModelEndpoint
from tests.agents.sandbox.providers import refusal

pytestmark = [
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
    pytest.mark.slow,
    pytest.mark.timeout(900),
]
AGENT = "minimal-some-model"
NEAR = 0.15
"""Share by which what a round takes may change before what is foreseen of it has to be renewed."""
PROJECTS = ("marks", "courier-depots")
SEEDS = Path(__file__).resolve().parents[3] / "plans" / "python_project" / "seeds.yaml"


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> SuitePaths:
    """Both projects, as the catalog makes them of the shipped seeds."""
    folder = tmp_path_factory.mktemp("programs")
    seeds = yaml.safe_load(SEEDS.read_text())
    chosen = [one for one in seeds["seeds"] if one["id"] in PROJECTS]
    (folder / "seeds.yaml").write_text(yaml.safe_dump({**seeds, "seeds": chosen}))
    asked = ["--family", "python_project", "--gate", "static", "--out", str(folder / "suite")]
    made = CliRunner().invoke(author, [str(folder / "seeds.yaml"), *asked])
    assert made.exit_code == 0, made.output
    return SuitePaths(folder / "suite")


async def test_what_was_built_by_hand_is_debugged_by_hand(suite: SuitePaths, here: None) -> None:
    """The second round was written from the report of what failed in the first, and from nothing else."""
    await plays(suite, "courier-depots")


@pytest.mark.long
async def test_its_journal_gives_the_same_verdicts_again_without_a_call(
    suite: SuitePaths, here: None
) -> None:
    built, debugged = await plays(suite, "marks")
    await start(order(suite, "marks", "again", replay=Path("run")), no_progress)
    assert verdicts(Path("again"), "marks") == [built, debugged]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without settings, and a shell that names no model."""
    monkeypatch.chdir(tmp_path)
    for name in ("ENDPOINT", "MODEL", "KEY", "CONFIG"):
        monkeypatch.delenv(f"BENCHWRIGHT_{name}", raising=False)
    monkeypatch.setenv("STUB_KEY", KEY)


async def plays(suite: SuitePaths, project: str) -> list[Mapping[str, Status]]:
    """Both rounds, in which what was noted fails, and then nothing."""
    endpoint = ModelEndpoint(by_hand(BY_HAND / project))
    async with endpoint.serving() as url:
        Path("benchwright.toml").write_text(
            f'[endpoints.stub]\nurl = "{url}"\nprotocols = ["chat"]\nkey_variable = "STUB_KEY"\n'
        )
        await start(order(suite, project, "run"), no_progress)
    replies = [file.read_text() for file in (BY_HAND / project).glob("*.json")]
    assert len(endpoint.asked) == len(replies), "each reply is asked for"
    asked = [json.dumps([body["messages"], body["tools"]], ensure_ascii=False) for body in endpoint.asked]
    foreseen = amounts().turn["commands"]
    assert foreseen.calls == len(replies) // 2
    used = {"input": tokens(asked) / 2, "output": tokens(replies) / 2}
    told = {"input": foreseen.input, "output": foreseen.output}
    assert told == pytest.approx(used, rel=NEAR), "a round in cost_estimate.yaml is another by now"
    built, debugged = verdicts(Path("run"), project)
    noted = yaml.safe_load((BY_HAND / project / "prompts.yaml").read_text())
    assert {task for task, status in built.items() if status is not Status.PASSED} == set(noted["failed"])
    assert set(debugged.values()) == {Status.PASSED}
    for number in (1, 2):
        round = RunPaths(Path("run")).trial(project, AGENT, 1).round(number)
        assert read_own_record(round.record, RoundRecord).report.ended == "done"
        assert "Nothing was" not in round.transcript.read_text(), "each of its wishes could be met"
    return [built, debugged]


def tokens(texts: Sequence[str]) -> float:
    """Some: four letters are one."""
    return sum(len(text) for text in texts) / 4


@pytest.mark.parametrize("project", PROJECTS)
def test_an_edit_of_what_the_coder_was_asked_lists_the_trial_to_be_renewed(
    suite: SuitePaths, project: str
) -> None:
    """Of the prompts around it, tests/pipeline/graph/test_prompts_by_hand.py says so."""
    made = read_project(suite.item(project))
    asked = value_digest([prd_text(made.prd, ""), *scheme(made.criteria, made.grader)])[:16]
    noted = yaml.safe_load((BY_HAND / project / "prompts.yaml").read_text())
    assert noted["specification"] == asked, (
        "The catalog says other words of it. Read each round against them, renew what no longer answers, and note the "
        "digest."
    )


def order(suite: SuitePaths, project: str, out: str, **more: object) -> RunOrder:
    """A round of development and one of debugging."""
    return RunOrder.model_validate(
        {
            "suite": suite.root,
            "items": (project,),
            "agents": ("minimal:some-model",),
            "rounds": 2,
            "full_prd": True,
            "is_debugged": True,
            "out": Path(out),
            **more,
        }
    )


def verdicts(folder: Path, project: str) -> list[Mapping[str, Status]]:
    """Task → status, of each round."""
    rounds = RunFolder(RunPaths(folder)).rounds(project, AGENT, 1)
    return [{one.task: one.status for one in played.judgement.tasks} for played in rounds if played.judgement]
