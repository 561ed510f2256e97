"""Fault drill: endpoints that fail, proxies, and money."""

import json
import shutil
from pathlib import Path

import pytest

from agents.gateway.journal import open_journal
from plans.files import read_own_record
from plans.paths import RunPaths, SuitePaths
from plans.records.marks import Mark, MarkCode
from plans.records.result import RunResult
from plans.records.run import RoundRecord
from plans.records.scored_run import ScoredResult
from tests.agents.gateway.model_endpoint import ModelEndpoint, completion, endpoint_saying, refused, sent
from tests.agents.scripted.endpoint import ScriptedEndpoint
from tests.drill.agents import LaterFailing, at_endpoint, installed_stand_in
from tests.drill.commands import at_once, benchwright, killed, tried
from tests.drill.conftest import MEETINGS, PAGE, PAGE_TASKS
from tests.pipeline.cli.test_models_verb import served

READY = sent(completion('{"word": "ready"}'))
SERVER = """import http.server, os
http.server.test(http.server.SimpleHTTPRequestHandler, port=int(os.environ["PORT"]), bind="127.0.0.1")
"""


def test_05_429_as_the_agents_answer_or_as_a_zero(meetings: Path, pages: SuitePaths, tmp_path: Path) -> None:
    """An endpoint that refuses leaves the round open, though the agent calls it a success; it is taken up later.

    An agent that did nothing is scored, and marked; so are answers that are an error's text.
    """
    run = RunPaths(tmp_path / "run")
    programs = ("claude-code-some-model", "codex-some-model")
    order = (
        *("run", pages.root, "--agent", "claude-code:some-model", "--agent", "codex:some-model"),
        *("--agent", "idle=command:sh -c 'echo HTTP 429; exit 0'"),
        *("--rounds", 1, "--jobs", 1, "--out", run.root),
    )
    environment = installed_stand_in(tmp_path / "programs", calls=4)
    endpoint = LaterFailing(good=0, later="429")

    def record(agent: str) -> RoundRecord:
        return read_own_record(run.trial(PAGE, agent, 1).round(1).record, RoundRecord)

    def unresolved() -> dict[str, int]:
        scores = read_own_record(run.result, RunResult).agents
        return {score.agent.name: score.rounds[0].unresolved for score in scores}

    with served(endpoint) as url:
        env = environment | at_endpoint(url)
        for good, later in ((0, "429"), (3, "401")):
            endpoint.case, endpoint.good, endpoint.later = "ok", len(endpoint.asked) + good, later
            benchwright(*order, env=env, code=4)
            assert [record(name).report.ended for name in programs] == ["endpoint failed"] * 2
            assert unresolved() == {**dict.fromkeys(programs, len(PAGE_TASKS)), "idle": 0}
        idle = record("idle")
        assert idle.report.ended == "done"
        assert idle.marks == (Mark(code=MarkCode.UNCHANGED),)
        endpoint.case = endpoint.later = "ok"
        benchwright(*order, env=env)
    assert [record(name).report.ended for name in programs] == ["done"] * 2
    assert record("idle") == idle

    said = json.dumps({"error": {"code": 429, "message": "Rate limit reached"}})
    nothing = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    with served(endpoint_saying(sent(completion(said, usage=nothing)))) as url:
        # Without it each call is tried again for a quarter of an hour.
        config = tmp_path / "benchwright.toml"
        config.write_text("[roles.solver]\ndeadline = 5\n")
        env = at_endpoint(url) | {"BENCHWRIGHT_CONFIG": str(config)}
        ended = tried("instances", "run", meetings, "--model", "m", "--out", tmp_path / "solved", env=env)
    scored = read_own_record(RunPaths(tmp_path / "solved").result, ScoredResult)
    (model,) = [one for one in scored.solvers if not one.solver.is_baseline]
    assert (ended.code, sum(split.failed for split in model.splits)) == (4, MEETINGS), "no plain zero"


def test_13_set_but_empty_variables_and_proxies(pages: SuitePaths, tmp_path: Path) -> None:
    """A variable that is set to nothing is one that is not set, and what is on this machine is asked by no proxy."""
    names = ("ENDPOINT", "PROTOCOLS", "KEY", "MODEL", "WORKERS", "CHROMIUM", "CONFIG", "PROGRAMS", "IMAGE")
    empty = {f"BENCHWRIGHT_{name}": "" for name in names}
    reference = pages.item(PAGE).reference
    app = tmp_path / "app"
    shutil.copytree(reference, app)
    (app / "package.json").write_text(json.dumps({"scripts": {"start": "python3 server.py"}}))
    (app / "server.py").write_text(SERVER)
    proxy = endpoint_saying(refused(502, "This proxy leads nowhere."))
    with (
        served(proxy) as proxied,
        served(endpoint_saying(READY)) as url,
        served(ScriptedEndpoint()) as scripted,
    ):
        address = proxied.removesuffix("/v1")
        names = ("http_proxy", "https_proxy", "all_proxy")
        proxies = {case(name): address for name in names for case in (str.upper, str.lower)}
        proxies |= {"NO_PROXY": "", "no_proxy": ""}
        socks = proxies | {"ALL_PROXY": "socks5://127.0.0.1:9", "all_proxy": "socks5://127.0.0.1:9"}
        local = at_endpoint(url.replace("127.0.0.1", "localhost"), "chat")
        program = installed_stand_in(tmp_path / "programs") | at_endpoint(scripted)
        run = RunPaths(tmp_path / "run")
        order = ("run", pages.root, "--agent", "claude-code:some-model", "--rounds", 1, "--out", run.root)
        ended = at_once(
            lambda: tried("models", "check", env=at_endpoint(url, "chat") | proxies),
            lambda: tried("models", "check", env=local | socks),
            lambda: tried("judge", app, "--item", pages.item(PAGE).root, env=empty | proxies),
            lambda: tried(*order, env=program | proxies),
            lambda: tried("doctor", env=empty),
        )
    assert [one.code for one in ended] == [0] * len(ended), "\n".join(one.said for one in ended)
    assert proxy.targets == []
    report = read_own_record(run.trial(PAGE, "claude-code-some-model", 1).round(1).record, RoundRecord).report
    assert report.ended == "done"


DEAR = """model = "some-model"
[endpoints.mine]
url = "{url}"
protocols = ["chat", "messages"]
at_once = 8
{prices}
[roles.solver]
max_output = 1000
[budget.run]
cost = 3
[budget.turn]
calls = 2
"""
PRICES = 'prices."some-model" = { input = 0, output = 1000 }'
"""A dollar for each answer of 1,000 tokens, which is the longest one."""


def test_14_budget(meetings: Path, pages: SuitePaths, tmp_path: Path) -> None:
    """A budget holds over calls side by side, kills and resumes; nothing is bounded by a price that nobody knows; and a
    turn that its budget ends is no zero.
    """
    settings = tmp_path / "benchwright.toml"
    run = RunPaths(tmp_path / "run")
    order = ("instances", "run", meetings, "--model", "some-model", "--jobs", 8, "--out", run.root)
    used = {"prompt_tokens": 100, "completion_tokens": 1000, "total_tokens": 1100}
    answer = sent(completion("Final Answer: No common time slot available", usage=used))
    endpoint = ModelEndpoint(lambda body, number: [1.0, *answer])
    with served(endpoint) as url:
        settings.write_text(DEAR.format(url=url, prices=""))
        benchwright(*order, cwd=tmp_path, code=3)
        assert endpoint.asked == [], "without a price the budget would hold for nothing"
        settings.write_text(DEAR.format(url=url, prices=PRICES))
        assert killed(lambda: len(endpoint.asked) >= 1, *order, cwd=tmp_path)
        for _ in range(2):
            benchwright(*order, cwd=tmp_path, code=6)
            assert len(endpoint.asked) <= 3
            with open_journal(run.journal) as journal:
                spent = journal.usage().total
            # A call is on record before it is sent, so that a kill in between counts it as asked.
            assert len(endpoint.asked) <= spent.calls <= 3
            assert spent.dollars == pytest.approx(spent.calls)

    played = RunPaths(tmp_path / "played")
    environment = installed_stand_in(tmp_path / "programs", calls=4) | {"BENCHWRIGHT_KEY": ""}
    endpoint = ScriptedEndpoint(case="no usage")
    with served(endpoint) as url:
        settings.write_text(DEAR.format(url=url, prices=PRICES))
        order = ("run", pages.root, "--agent", "claude-code:some-model", "--rounds", 1, "--out", played.root)
        benchwright(*order, env=environment, cwd=tmp_path)
    assert len(endpoint.asked) == 2
    record = read_own_record(played.trial(PAGE, "claude-code-some-model", 1).round(1).record, RoundRecord)
    assert record.report.ended == "out of budget"
    assert Mark(code=MarkCode.OUT_OF_BUDGET) in record.marks
    assert record.report.usage is not None
    assert record.report.usage.unreported == 2
    assert record.report.usage.estimated > 0
    assert record.report.cost is None
