"""What an agent keeps beside its workspace, from round to round and over a run that is taken up again."""

from pathlib import Path

from agents.coding.prompting import JinjaPrompter
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import Services
from pipeline.runner.run import LineUp, run_suite
from pipeline.runner.run_folder import spent_in
from plans.files import read_own_record
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.run import RoundRecord
from plans.records.usage import Tokens, Usage
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop


class Rememberer:
    """Writes down each round that it plays, and a link out of its folder; in round 2 its endpoint may fail."""

    def __init__(self, *, fails: bool = False, kind: str = "rememberer") -> None:
        self.spec = AgentSpec(name="mine", kind=kind, version="1")
        self.found: list[str] = []
        self._fails = fails

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        assert brief.memory is not None
        notes = brief.memory / "notes" / "rounds.txt"
        notes.parent.mkdir(exist_ok=True)
        before = notes.read_text() if notes.exists() else ""
        self.found.append(before)
        notes.write_text(f"{before}{brief.round} ")
        (brief.memory / "link").unlink(missing_ok=True)
        (brief.memory / "link").symlink_to("/etc/passwd")
        (workspace / "index.html").write_text("<h1>nothing</h1>")
        transcript.with_name("trajectory.json").write_text("{}")
        ended = "endpoint failed" if self._fails and brief.round == 2 else "done"
        return AgentReport(ended=ended, usage=Usage(calls=1, tokens=Tokens(input=10, output=1)))


async def run(folder: Path, agent: Rememberer) -> None:
    judge = ReadingJudge()
    spec = planned((shop(),), (agent.spec,), judge, rounds=3)
    services = Services(judge, TemplateUser(), JinjaPrompter())
    await run_suite(spec, LineUp([shop()], [agent]), services, RunPaths(folder), jobs=1)


async def test_memory_goes_from_round_to_round_and_is_no_part_of_the_submission(tmp_path: Path) -> None:
    agent = Rememberer()
    await run(tmp_path, agent)
    assert agent.found == ["", "1 ", "1 2 "]
    trial = RunPaths(tmp_path).trial("shop", "mine", 1)
    records = [read_own_record(trial.round(number).record, RoundRecord) for number in (1, 2, 3)]
    assert len({record.submission_digest for record in records}) == 1
    assert len({record.memory_digest for record in records}) == 3
    assert trial.round(1).trajectory.read_text() == "{}"
    kept = RunPaths(tmp_path).archived(records[-1].memory_digest or "").files
    assert [path.relative_to(kept).as_posix() for path in kept.rglob("*") if path.is_file()] == [
        "notes/rounds.txt"
    ]


async def test_a_round_that_is_played_again_begins_with_what_was_kept_before_it(tmp_path: Path) -> None:
    """Otherwise a session would have heard the same message twice, the second time after its own answer."""
    await run(tmp_path, Rememberer(fails=True))
    agent = Rememberer()
    await run(tmp_path, agent)
    assert agent.found == ["1 ", "1 2 "]


async def test_what_rounds_used_can_be_added_up_from_the_folder(tmp_path: Path) -> None:
    await run(tmp_path, Rememberer())
    assert spent_in(RunPaths(tmp_path)) == Usage(calls=3, tokens=Tokens(input=30, output=3))


async def test_what_our_own_agent_used_is_charged_by_the_journal_alone(tmp_path: Path) -> None:
    """Judging a run again by a model named no agents, so all that `minimal` had used was charged twice."""
    await run(tmp_path, Rememberer(kind="minimal"))
    assert spent_in(RunPaths(tmp_path)) == Usage()
