"""`run` and `judge` with a model as judge, over real HTTP: what is paid for, remembered, recorded and replayed."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pipeline.cli.judge import judge
from pipeline.cli.run import run
from pipeline.report.remarks import remarks
from pipeline.runner.reader import RunFolder
from plans.errors import EXIT_CODE, Cause, Event, ModelError
from plans.paths import ItemPaths, RunPaths
from plans.records.code_agent import AgentReport, AgentSpec
from plans.records.verdict import BY_POINTING, Status
from tests.agents.gateway.model_endpoint import Body, ModelEndpoint, completion, sent
from tests.agents.judging.conftest import clicks, criteria, expects, sees, task
from tests.agents.judging.ui_model.conftest import concludes, is_walk, tries, unsure_of_all
from tests.pipeline.cli.test_models_verb import served
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.runner.stand_ins import shop

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGE = """<!doctype html><title>App</title><h1>Ferns</h1><ul><li><h2>Fern</h2><button>Zoom</button>
<button>Glow</button><button>Spin</button><button>Blip</button><button onclick="n++;draw()">Mine!</button></li></ul>
<p>Bag <b id=bag>0</b></p><script>let n = 0; function draw(){ bag.textContent = n }</script>"""
COUNTED = expects(
    "counted", kind="reads", read="number", target={"role": "text", "name": "Bag"}, that="it == 1"
)
TASKS = (
    task("there", sees("listed", "heading", "Ferns")),
    task("added", clicks("Reserve", role="link"), COUNTED, needs=("there",)),
    task("zoomed", clicks("Zoom"), COUNTED, needs=("there",)),
)
BINDS = tries(("Reserve", 'button "Mine!"'))
FAILS = concludes("fails")


class Builder:
    """Submits the same app every time, but for a comment."""

    def __init__(self, spec: AgentSpec) -> None:
        self.spec = spec

    async def work(self, brief: Any, workspace: Path, transcript: Path) -> AgentReport:
        (workspace / "index.html").write_text(f"{PAGE}<!-- round {brief.round} -->")
        transcript.write_text("built")
        return AgentReport(ended="done")


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite with one task that a program does not find its way in, and one that is not met."""
    monkeypatch.chdir(tmp_path)
    tasks = [{**one, "requirements": ["R1.1"]} for one in TASKS]
    tasks[0]["level"] = "presence"
    project = shop().model_copy(update={"criteria": criteria(*tasks), "mutants": ()})
    return suite_of(tmp_path / "suite", project)


def model() -> ModelEndpoint:
    """Binds nothing by the map; knows what *Reserve* is when it is asked about the task, and that Zoom does nothing."""

    def says(body: Body, number: int) -> Any:
        prompt = body["messages"][-1]["content"]
        if not is_walk(prompt):
            answer = unsure_of_all(prompt)
        else:
            answer = BINDS(prompt) if "Reserve" in prompt else FAILS(prompt)
        return sent(completion(answer.model_dump_json()))  # pyright: ignore[reportAttributeAccessIssue]

    return ModelEndpoint(says)


def call(verb: Any, url: str, *arguments: Any) -> Result:
    Path("benchwright.toml").write_text(
        f'model = "some-model"\n[endpoints.mine]\nurl = "{url}"\nprotocols = ["chat"]\n'
    )
    return CliRunner().invoke(verb, [str(a) for a in arguments], catch_exceptions=False)


def test_a_run_pays_once_for_what_a_model_pointed_out_and_its_replay_pays_nothing(suite: Path) -> None:
    endpoint, out = model(), Path("out")
    agent = f"mine={__name__}:Builder"
    asked = [suite, "--agent", agent, "--rounds", 2, "--judge", "hybrid", "--out"]
    with served(endpoint) as url:
        assert call(run, url, *asked, out).exit_code == 0
    assert len(endpoint.asked) == 3, "for the map, and for each of two tasks; none in round 2"
    reader = RunFolder(RunPaths(out))
    first, second = reader.rounds("shop", "mine", 1)
    assert first.judgement is not None
    assert second.judgement is not None
    assert first.judgement.of("added").status is second.judgement.of("added").status is Status.PASSED
    assert BY_POINTING in first.judgement.of("added").marks
    assert not second.judgement.of("added").uses, "the next round begins with what was bound"
    assert first.judgement.of("zoomed").status is Status.FAILED
    result = reader.result()
    assert result.run.judge.name == "hybrid"
    assert result.run.judge.model is not None
    assert result.run.judge.model.model == "some-model"
    assert result.by_model is not None
    assert (result.by_model.asked, result.by_model.pointed_out) == (3, 1)
    assert [one.role for one in result.run.models.roles] == ["ui_judge"]
    assert result.models.total.calls == 3
    told = [remark.text for remark in remarks(result) if remark.title.startswith("Judged by")]
    assert "Of 6 verdicts it was asked for 3." in told[0]

    again = call(run, "http://127.0.0.1:9/v1", *asked, "again", "--replay", out)
    assert again.exit_code == 0
    for number, before in enumerate((first, second)):
        now = RunFolder(RunPaths(Path("again"))).rounds("shop", "mine", 1)[number].judgement
        assert now is not None
        assert before.judgement is not None
        assert [one.uses for one in now.tasks] == [one.uses for one in before.judgement.tasks]
        assert [one.reason for one in now.tasks] == [one.reason for one in before.judgement.tasks]


def test_a_judgement_by_a_model_alone_goes_on_where_its_endpoint_failed(suite: Path) -> None:
    Path("app").mkdir()
    Path("app/index.html").write_text(PAGE)
    item = ItemPaths(suite / "items" / "shop").root
    asked = ["app", "--item", item, "--task", "added", "--judge", "model", "--evidence", "seen", "--json"]
    endpoint = model()
    good = endpoint.says

    def broken(body: Body, number: int) -> Any:
        return good(body, number) if number < 1 else sent("<html>no</html>", 404)

    endpoint.says = broken
    with served(endpoint) as url, pytest.raises(Exception, match="endpoint 'mine'"):
        call(judge, url, *asked)
    endpoint = model()
    with served(endpoint) as url:
        done = call(judge, url, *asked)
    assert done.exit_code == 0, done.output
    assert len(endpoint.asked) == 1, "the bindings of the map were paid for before"
    judgement = json.loads(done.stdout)
    assert judgement["judge"] == "model"
    assert judgement["tasks"][-1]["status"] == "passed"
    assert len(judgement["tasks"][-1]["uses"]) == 1


def test_no_usable_answer_of_the_judges_model_is_the_models_fault_and_is_asked_for_again(suite: Path) -> None:
    """Its tasks stayed unresolved for good, and the run ended with 0 as if they had been looked at."""
    asked = [suite, "--agent", f"mine={__name__}:Builder", "--rounds", 1, "--judge", "model", "--out", "out"]
    Path("app").mkdir()
    Path("app/index.html").write_text(PAGE)
    item = ItemPaths(suite / "items" / "shop").root
    endpoint = model()
    good, endpoint.says = endpoint.says, lambda body, number: sent(completion("I cannot say."))
    with served(endpoint) as url:
        assert call(run, url, *asked).exit_code == EXIT_CODE[Cause.MODEL] == 8
        (fault,) = RunFolder(RunPaths(Path("out"))).result().faults
        assert (fault.event, fault.is_trial_lost, len(fault.tasks)) == (Event.ANSWER_UNUSABLE, True, 3)
        with pytest.raises(ModelError):
            call(judge, url, "app", "--item", item, "--task", "there", "--judge", "model")
        endpoint.says = good
        assert call(run, url, *asked).exit_code == 0
        assert RunFolder(RunPaths(Path("out"))).result().faults == ()


def test_a_program_alone_records_no_model(suite: Path) -> None:
    Path("app").mkdir()
    Path("app/index.html").write_text(PAGE.replace("Mine!", "Reserve"))
    item = ItemPaths(suite / "items" / "shop").root
    done = CliRunner().invoke(judge, ["app", "--item", str(item), "--task", "added", "--json"])
    judgement = json.loads(done.stdout)
    assert judgement["model"] is None
    assert judgement["judge"] == "programmatic"
