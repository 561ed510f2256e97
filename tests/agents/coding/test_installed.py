"""The runner of programs, with a small program of our own in place of those that people use."""

import sys
from pathlib import Path

import pytest

from agents.coding.installed import InstalledAgent
from agents.coding.installing import COMPLETE, installed
from agents.coding.model_access import ModelAccess
from agents.coding.program import Installation, ProgramStart, ProgramTurn, TurnMessage, TurnReport
from agents.gateway.budget import Account
from agents.gateway.retry import RetryNotices
from agents.gateway.transport import ModelRoute
from agents.sandbox.local_unsafe import LocalUnsafe
from plans.errors import BudgetError, InstallFailed
from plans.records.code_agent import AgentReport, AgentSpec, Brief, ToolCall, Trajectory
from plans.records.model_settings import Allowance, Endpoint, Price, WireProtocol
from plans.records.sandboxing import ExecResult
from plans.spend_log import SpendLog, booked
from tests.agents.scripted.endpoint import ScriptedEndpoint

pytestmark = pytest.mark.slow

PRICE = Price(input=10, output=100)
SCRIPT = f"""#!{sys.executable} -IS
import json, os, sys, urllib.error, urllib.request
relay, token, session, is_resumed = sys.argv[1:]
note = os.path.expanduser("~/.own/" + session)
if is_resumed == "True" and not os.path.exists(note):
    sys.exit("there is no session " + session)
os.makedirs(os.path.dirname(note), exist_ok=True)
asked = {{"model": "some-model", "messages": [{{"role": "user", "content": sys.stdin.read()}}]}}
request = urllib.request.Request(
    relay + "/v1/chat/completions", json.dumps(asked).encode(), {{"authorization": "Bearer " + token}}
)
try:
    said = json.load(urllib.request.build_opener(urllib.request.ProxyHandler({{}})).open(request))
except urllib.error.HTTPError as error:
    sys.exit("failed: " + error.read().decode())
with open(note, "a") as file:
    file.write("one round\\n")
with open("index.html", "a") as file:
    file.write(said["choices"][0]["message"]["content"])
print("done")
"""


class Own:
    """Implements agents.coding.program.Program."""

    name = "own"
    version = "1.0"
    protocols: tuple[WireProtocol, ...] = ("chat",)
    keeps = (".own",)
    redirects = (".own",)

    def installation(self, version: str) -> Installation:
        return Installation(manager="pip", packages=(f"own=={version}",), executable="bin/own")

    def start(self, turn: ProgramTurn) -> ProgramStart:
        arguments = (turn.relay, turn.token, turn.session, str(turn.is_resumed))
        return ProgramStart(arguments=arguments, input=turn.message)

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        return TurnReport(ended="done" if "done" in result.stdout else "nothing")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache in which the program is installed."""
    folder = tmp_path / "cache" / "own-1.0"
    (folder / "bin").mkdir(parents=True)
    (folder / COMPLETE).touch()
    (folder / "bin/own").write_text(SCRIPT)
    (folder / "bin/own").chmod(0o755)
    return tmp_path / "cache"


class Odd(Own):
    """Tells what no file can hold."""

    def __init__(self, *steps: TurnMessage) -> None:
        self._steps = steps

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        ended = super().told(result, home).ended
        return TurnReport(ended=ended, detail="half \ud83d", session="s\ud83d", steps=self._steps)


async def played(
    folder: Path,
    case: str = "ok",
    rounds: int = 1,
    run: Account | None = None,
    turn: Allowance | None = None,
    program: Own | None = None,
    book: SpendLog | None = None,
    notices: RetryNotices | None = None,
) -> list[AgentReport]:
    endpoint = ScriptedEndpoint(case=case)
    (folder / "work").mkdir(exist_ok=True)
    async with endpoint.serving() as url:
        model_route = ModelRoute(
            Endpoint(name="scripted", url=url, protocols=("chat",), prices={"some-model": PRICE}),
            "some-model",
            "the real key",
        )
        means = ModelAccess(
            model_route,
            "chat",
            turn or Allowance(),
            run or Account(),
            folder / "cache",
            book or SpendLog(),
            notices or RetryNotices(),
        )
        spec = AgentSpec(name="own", kind="own", version="1.0")
        agent = InstalledAgent(spec, program or Own(), LocalUnsafe(), means)
        return [
            await agent.work(
                Brief(message="hello", round=n, time_limit=20, random_seed=1, memory=folder / "memory"),
                folder / "work",
                folder / f"transcript-{n}.txt",
            )
            for n in range(1, rounds + 1)
        ]


async def test_a_session_goes_on_in_a_home_that_is_new(tmp_path: Path, cache: Path) -> None:
    first, second = await played(tmp_path, rounds=2)
    assert (first.ended, first.session, first.input_tokens) == ("done", "fresh", 1200)
    assert (second.ended, second.session, second.input_tokens) == ("done", "resumed", 1200)
    assert (tmp_path / "work/index.html").read_text() == "A title.A title."
    trajectory = Trajectory.model_validate_json((tmp_path / "trajectory.json").read_text())
    assert trajectory.notes == "Continues the session of the round before."
    assert "exit code 0" in (tmp_path / "transcript-2.txt").read_text()


async def test_a_session_that_is_gone_does_not_cost_the_round(tmp_path: Path, cache: Path) -> None:
    """An agent that removed its own session could have kept a round from being scored."""
    await played(tmp_path)
    for kept in (tmp_path / "memory").rglob("*"):
        if kept.is_file() and kept.name != "session.json":
            kept.unlink()
    (report,) = await played(tmp_path)
    assert (report.ended, report.session) == ("done", "fresh")


async def test_the_endpoints_failure_is_told_with_its_reason(tmp_path: Path, cache: Path) -> None:
    said: list[str] = []
    (report,) = await played(tmp_path, "429", notices=RetryNotices(said.append))
    assert (report.ended, report.usage and report.usage.failed) == ("endpoint failed", {"429": 1})
    (notice,) = said
    assert all(part in notice for part in ("'scripted'", "(own)", "429")), "while it happens"
    await played(tmp_path, notices=RetryNotices(said.append))
    assert said == [notice]


async def test_half_a_letter_that_a_model_says_undoes_no_turn(tmp_path: Path, cache: Path) -> None:
    """The trajectory could not be written, and the round stayed unresolved for ever."""
    deep: dict[str, object] = {}
    for _ in range(500):
        deep = {"\ud83d": deep}
    call = ToolCall(
        tool_call_id="\ud83d", function_name="f\ud83d", arguments={"deep": deep, "said": ["\udc00"]}
    )
    said = TurnMessage(text="Hello \ud83d world", calls=(call,), results={"\ud83d": "a\udcff"})
    (report,) = await played(tmp_path, program=Odd(said))
    assert report.ended == "done"
    trajectory = Trajectory.model_validate_json((tmp_path / "trajectory.json").read_text())
    assert trajectory.session_id == "s\ufffd"
    step = trajectory.steps[1]
    assert step.message == "Hello \ufffd world"
    assert step.tool_calls
    assert step.tool_calls[0].arguments["said"] == ["\ufffd"]
    (report,) = await played(tmp_path, "500", program=Odd())
    assert report.ended == "endpoint failed"


async def test_a_step_that_cannot_be_written_is_told_in_its_place(tmp_path: Path, cache: Path) -> None:
    """What a program tells of itself is for people; its turn is judged by what it leaves."""
    call = ToolCall(tool_call_id="1", function_name="f", arguments={"said": object()})
    (report,) = await played(tmp_path, program=Odd(TurnMessage(text="Hello", calls=(call,))))
    assert report.ended == "done"
    trajectory = Trajectory.model_validate_json((tmp_path / "trajectory.json").read_text())
    assert trajectory.steps[1].message.startswith("What it did cannot be written down: Pydantic")


async def test_the_runs_budget_stops_the_run_and_a_turns_ends_the_turn(tmp_path: Path, cache: Path) -> None:
    run = Account(Allowance(calls=1))
    (report,) = await played(tmp_path, run=run)
    assert report.ended == "done"
    with pytest.raises(BudgetError, match="1 of 1 calls"):
        await played(tmp_path, run=run)
    used_up = Account(Allowance(tokens=1), tokens=1)
    with pytest.raises(BudgetError):
        await played(tmp_path, run=used_up)


def asking_often(cache: Path) -> None:
    """The program asks its model nine times."""
    (cache / "own-1.0/bin/own").write_text(SCRIPT.replace("said = json", "for _ in range(9): said = json"))


async def test_a_run_that_its_budget_stopped_pays_nothing_when_it_is_given_again(
    tmp_path: Path, cache: Path
) -> None:
    """Nothing but a round's record told what was used, and a turn that the budget stops has none: each time that the
    command was given again the whole budget was spent anew.
    """
    asking_often(cache)
    run, book = Account(Allowance(calls=3)), SpendLog(tmp_path / "spending.jsonl")
    with pytest.raises(BudgetError, match="3 of 3 calls"):
        await played(tmp_path, run=run, book=book)
    again = Account(run.allowance)
    again.charge(booked(tmp_path / "spending.jsonl"))
    assert (again.calls, again.tokens) == (run.calls, run.tokens) == (3, 3 * 1255)
    with pytest.raises(BudgetError, match="3 of 3 calls"):
        await played(tmp_path, run=again, book=book)
    assert again.calls == 3


async def test_what_was_spent_is_known_of_calls_that_told_it_that_did_not_and_that_failed(
    tmp_path: Path, cache: Path
) -> None:
    run, book = Account(), SpendLog(tmp_path / "spending.jsonl")
    for case in ("ok", "no usage", "500", "cut off"):
        await played(tmp_path, case, run=run, book=book, turn=Allowance(calls=2))
    again = Account()
    again.charge(booked(tmp_path / "spending.jsonl"))
    assert (again.calls, again.tokens) == (run.calls, run.tokens)
    assert again.cost == pytest.approx(run.cost)
    assert again.cost > 0


async def test_an_installation_that_fails_says_why(tmp_path: Path) -> None:
    """The package index is out of reach in a test, as it is for a user without a network."""
    with pytest.raises(InstallFailed, match="own could not be installed"):
        await installed(Own(), "1.0", tmp_path / "cache")
    assert not (tmp_path / "cache/own-1.0" / COMPLETE).exists()
