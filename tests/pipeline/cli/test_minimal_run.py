"""`benchwright run --agent minimal`: three rounds on a shipped project, with a scripted model behind the gateway."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from pipeline.cli.cost_estimate import amounts
from pipeline.cli.run_setup import RunOrder, start
from pipeline.runner.driver import no_progress
from plans.errors import BudgetError, NotInJournal
from plans.files import read_own_record, read_record
from plans.items import read_files
from plans.paths import RunPaths, SuitePaths
from plans.records.code_agent import Trajectory
from plans.records.model_call import ModelUses
from plans.records.result import RunResult
from plans.records.run import RoundRecord, RunSpec
from tests.agents.coding.minimal_driving import BY_HAND, FINISH, Move, by_hand, doing, results
from tests.agents.gateway.model_endpoint import KEY, Body, ModelEndpoint, Piece

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(900)]
SAMPLE = Path(__file__).resolve().parents[3] / "generated" / "sample"
ITEM = "plant-shop"
REFERENCE = read_files(SuitePaths(SAMPLE).item(ITEM).reference)


def growing(body: Body, number: int) -> Iterable[Piece]:
    """In round 1 nothing but a title, in round 2 the reference without its scripts, in round 3 all of it."""
    round = [one["role"] for one in body["messages"]].count("user")
    if len(results(body)) and body["messages"][-1]["role"] == "tool":
        return doing(FINISH)
    files = {
        1: {"index.html": "<!doctype html><title>Leaf</title>"},
        2: {path: text for path, text in REFERENCE.items() if not path.endswith(".js")},
        3: dict(REFERENCE),
    }[round]
    moves: list[Move] = [("write_file", {"path": path, "text": text}) for path, text in files.items()]
    return doing(*moves, text=f"Round {round}.")


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STUB_KEY", KEY)
    # What somebody's shell says goes over the file.
    for name in ("ENDPOINT", "MODEL", "KEY", "CONFIG"):
        monkeypatch.delenv(f"BENCHWRIGHT_{name}", raising=False)
    return tmp_path / "benchwright.toml"


def order(out: str, **more: object) -> RunOrder:
    given = {"suite": SAMPLE, "items": (ITEM,), "agents": ("minimal:some-model",), "rounds": 3, **more}
    return RunOrder.model_validate({**given, "out": Path(out)})


def rates(result: RunResult) -> list[float]:
    return [one.task_pass_rate.low for one in result.agents[0].rounds]


async def test_three_rounds_are_played_counted_and_replayed(
    configured: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint = ModelEndpoint(growing)
    async with endpoint.serving() as url:
        configured.write_text(
            f'[endpoints.stub]\nurl = "{url}"\nprotocols = ["chat"]\nkey_variable = "STUB_KEY"\n'
            'prices."some-model" = { input = 10, output = 100 }\n[roles.coder]\ntemperature = 0.2\nmax_output = 1000\n'
            "[agents.minimal]\nsteps = 9\n"
        )
        with pytest.raises(BudgetError) as refusal:
            await start(order("run", max_cost=0.5), no_progress)
        turn = amounts().turn["browser"]
        dollars = 3 * (turn.input * 10 + turn.output * 100) / 1e6
        assert dollars > 0.5
        assert f"{dollars:.2f}" in str(refusal.value), "the budget that it takes"
        assert endpoint.asked == []
        made = await start(order("run", max_cost=3.0), no_progress)
        assert len(endpoint.asked) == 6
        assert await start(order("run", max_cost=4.0), no_progress) == made
        assert capsys.readouterr().err.count("Models will be asked") == 1, (
            "once, as nothing is left to be asked"
        )
        assert len(endpoint.asked) == 6, "what stands is not played again, and a budget may be raised"
    first, second, last = rates(made)
    assert (first, last) == (0.0, 1.0)
    assert first <= second < last

    paths = RunPaths(Path("run"))
    spec = read_record(paths.spec, RunSpec)
    (agent,) = spec.play.agents
    assert (agent.kind, agent.options["temperature"], agent.options["steps"]) == ("minimal", "0.2", "9")
    assert [(one.name, list(one.prices)) for one in spec.place.endpoints] == [("stub", ["some-model"])]
    assert spec.place.strength == "strong"
    for number in (1, 2, 3):
        round = paths.trial(ITEM, agent.name, 1).round(number)
        report = read_own_record(round.record, RoundRecord).report
        assert (report.ended, report.input_tokens, report.session) == (
            "done",
            200,
            "fresh" if number == 1 else "resumed",
        )
        assert len(read_own_record(round.uses, ModelUses).uses) == 2
        assert Trajectory.model_validate_json(round.trajectory.read_text()).steps[0].message == (
            round.message.read_text()
        )
    lines = {
        (line.role, line.stage, line.project, line.round): line.usage.calls for line in made.models.lines
    }
    assert lines == {("coder", agent.name, ITEM, number): 2 for number in (1, 2, 3)}
    assert made.models.total.cost == pytest.approx(6 * (100 * 10 + 20 * 100) / 1e6)
    assert made.agents[0].used.cost == pytest.approx(made.models.total.cost)

    replayed = await start(order("again", replay=Path("run")), no_progress)
    assert rates(replayed) == rates(made)
    assert replayed.run.models.is_replay
    assert replayed.models == made.models.model_copy(update={"is_replay": True}), "the same replies, unpaid"
    for file in ("transcript.txt", "trajectory.json", "uses.json", "feedback.json"):
        pair = [next(Path(run, "trials").rglob(file)).read_bytes() for run in ("run", "again")]
        assert pair[0] == pair[1], file
    with pytest.raises(NotInJournal):
        await start(order("other", replay=Path("run"), level="low"), no_progress)
    assert not [path for path in Path().rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()], (
        "the key is written nowhere"
    )


async def test_a_trial_whose_replies_were_written_by_hand_gets_better_from_round_to_round(
    configured: Path,
) -> None:
    """Real prose: a shop as a model would write it, and its answers to what the simulated user said of it."""
    endpoint = ModelEndpoint(by_hand(BY_HAND))
    async with endpoint.serving() as url:
        configured.write_text(f'[endpoints.stub]\nurl = "{url}"\nprotocols = ["chat"]\n')
        made = await start(order("run"), no_progress)
    assert len(endpoint.asked) == len(list(BY_HAND.glob("*.json")))
    first, second, last = rates(made)
    assert 0.3 < first <= second <= last
    assert first < last
    for number in (1, 2, 3):
        round = RunPaths(Path("run")).trial(ITEM, "minimal-some-model", 1).round(number)
        assert read_own_record(round.record, RoundRecord).report.ended == "done"
        assert "Nothing was" not in round.transcript.read_text(), "each of its wishes could be met"
