"""Runs whose simulated user speaks by a model: what agents hear, what is recorded, and what marks the numbers."""

from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.gateway.faults import FailedTry
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.users.model_user import ModelUser
from agents.users.personas import read_persona
from pipeline.report.remarks import remarks
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, run_suite
from plans.errors import EndpointFailed, RunMismatch
from plans.files import read_record
from plans.paths import RunPaths
from plans.records.feedback import Feedback
from plans.records.marks import Mark, MarkCode
from plans.records.result import RunResult
from plans.records.run import RunSpec
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.agents.gateway.scripted import Scripted
from tests.agents.users.test_model_user import obliging
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop

OBLIGING = Scripted(lambda request: obliging(request.messages[1].text))


async def run(folder: Path, model: Scripted, persona: str = "plain", *, rounds: int = 3) -> RunResult:
    """The shop, played by a baseline that repairs what the feedback names."""
    judge, agent, paths = ReadingJudge(), make_agent(agent_spec("apprentice-skilled"), None), RunPaths(folder)
    settings = settings_for("http://127.0.0.1:1/v1")
    with open_journal(folder / "journal.sqlite") as journal:
        async with open_gateway(settings, lambda _: KEY, journal, lambda *_: model) as gateway:
            user = ModelUser(gateway, persona)
            spec = planned((shop(),), (agent.spec,), judge, user=user, rounds=rounds)
            services = Services(judge, user, JinjaPrompter())
            return await run_suite(spec, LineUp([shop()], [agent]), services, paths)


def rounds_of(folder: Path):
    return RunFolder(RunPaths(folder)).rounds("shop", "apprentice-skilled", 1)


async def test_an_agent_hears_the_models_words_and_each_round_says_where_they_come_from(
    tmp_path: Path,
) -> None:
    result = await run(tmp_path, OBLIGING)
    run_paths = RunPaths(tmp_path)
    first, second, *_ = rounds_of(tmp_path)
    assert first.feedback is not None
    assert first.feedback.wording is not None
    assert first.feedback.wording.by == "model"
    message = run_paths.trial("shop", "apprentice-skilled", 1).round(2).message.read_text()
    assert "> - It is not so that" in message
    assert second.record.marks == ()
    play = read_record(run_paths.spec, RunSpec).play
    assert (play.simulator, play.persona, play.faults.told) == ("model-1", "plain", "")
    prompts = read_record(run_paths.spec, RunSpec).tools.prompts
    assert {"users/user.md.jinja", "users/personas/plain.yaml", "users/never_said.yaml"} <= set(prompts)
    assert not [one for one in remarks(result) if "on purpose" in one.title]


@pytest.mark.parametrize("persona", ["noisy", "misleading"])
async def test_feedback_that_is_worse_on_purpose_marks_run_rounds_and_report(
    tmp_path: Path, persona: str
) -> None:
    result = await run(tmp_path, OBLIGING, persona)
    assert read_record(RunPaths(tmp_path).spec, RunSpec).play.faults == read_persona(persona).faults
    mark = Mark(code=MarkCode.FEEDBACK_WORSENED, detail=f"persona {persona}")
    marks = [one.record.marks for one in rounds_of(tmp_path)]
    assert marks[0] == ()
    assert all(mark in one for one in marks[1:])
    assert Mark(code=mark.code, detail=f"{mark.detail}, 2 rounds") in result.marks
    [told] = [one for one in remarks(result) if one.title.startswith("Feedback made worse")]
    assert told.weight == "warning"
    assert read_persona(persona).faults.told in told.text


async def test_words_of_a_template_in_the_models_place_are_marked(tmp_path: Path) -> None:
    result = await run(tmp_path, Scripted(["No JSON from me."]), rounds=2)
    assert Mark(code=MarkCode.FEEDBACK_REPLACED, detail="1 round") in result.marks
    assert any(MarkCode.FEEDBACK_REPLACED in remark.text for remark in remarks(result))


async def test_a_run_whose_user_has_no_endpoint_goes_on_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(EndpointFailed):
        await run(tmp_path, Scripted([FailedTry("unreachable", "no route")]))
    path = RunPaths(tmp_path).trial("shop", "apprentice-skilled", 1).round(1)
    assert path.record.exists()
    assert not path.feedback.exists()
    submitted = path.record.read_bytes()
    result = await run(tmp_path, OBLIGING)
    assert path.record.read_bytes() == submitted
    assert read_record(path.feedback, Feedback).wording is not None
    assert len(result.agents[0].rounds) == 3


async def test_a_run_is_gone_on_with_by_the_persona_that_it_began_with(tmp_path: Path) -> None:
    await run(tmp_path, OBLIGING, "plain", rounds=2)
    with pytest.raises(RunMismatch, match=r"play\.persona: was plain, is terse — say --user as before"):
        await run(tmp_path, OBLIGING, "terse", rounds=2)
