"""Our own code agent: tools in a sandbox, a model behind our gateway, and every way in which a turn can end."""

import os
from pathlib import Path

import pytest

from agents.coding.minimal.agent import LEFT_OUT, Conversation
from agents.coding.minimal.tools import KEPT, TOOLS, offers
from agents.coding.model_access import Models
from agents.coding.roster import TurnLimits, agent_spec, asks_by_gateway, own_coder, runs_programs
from agents.gateway import retry
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.sandbox.local_unsafe import LocalUnsafe
from plans.errors import AuthorError, BudgetError, EndpointRefused, InvalidFile
from plans.model_settings import read_model_settings
from plans.records.model_call import Message
from plans.records.model_settings import Allowance, ModelBudget, Price
from tests.agents.coding.minimal_driving import (
    FINISH,
    Move,
    doing,
    driven,
    page,
    results,
    saying,
    tool_calls,
    turns_of,
)
from tests.agents.gateway.model_endpoint import (
    HANG,
    KEY,
    ModelEndpoint,
    completion,
    refused,
    sent,
    settings_for,
)
from tests.agents.sandbox.providers import each_provider

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def without_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two tries of a call."""
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)


@pytest.mark.parametrize("sandbox", each_provider())
async def test_every_tool_works_in_the_sandbox(tmp_path: Path, sandbox: str) -> None:
    moves: list[Move] = [
        ("write_file", {"path": "src/one.txt", "text": "first\nsecond\nthird\u2028\x0cof\x85three\r\n"}),
        ("edit_file", {"path": "src/one.txt", "old": "second", "new": "2nd"}),
        ("read_file", {"path": "src/one.txt", "first_line": 2, "lines": 1}),
        ("read_file", {"path": "src/one.txt", "first_line": 3}),
        ("shell", {"command": "cat src/one.txt | wc -l; echo oh >&2; exit 3"}),
        ("python", {"code": "import pathlib; print(pathlib.Path('src/one.txt').read_text()[:5])"}),
        ("shell", {"command": "sleep 30", "seconds": 0.3}),
    ]
    endpoint = ModelEndpoint(turns_of(doing(*moves), doing(FINISH)))
    async with driven(tmp_path, endpoint, sandbox=sandbox) as played:
        report = await played.plays()
        assert report.ended == "done", report
        written, changed, read, last, shell, python, slow = played.told
    assert (written, changed) == ("Written: 3 lines.", "Changed.")
    assert read == "(lines 2 to 2 of 3)\n2nd"
    assert last == "(lines 3 to 3 of 3)\nthird\u2028\x0cof\x85three\r", (
        "as it stands, or no edit of it would fit"
    )
    assert shell.split("\n") == ["3", "[standard error]", "oh", "[exit code 3]"]
    assert python == "first\n[exit code 0]"
    assert slow == "[stopped after 0.3 s]"
    assert (tmp_path / "work/src/one.txt").read_text() == "first\n2nd\nthird\u2028\x0cof\x85three\n"


async def test_a_round_ends_only_when_the_check_of_finish_succeeds(tmp_path: Path) -> None:
    """So that files, a check and the end fit into one answer, and a mistake still shows."""
    written: Move = ("write_file", {"path": "sum.py", "text": "print(1 + 1)\n"})
    mended: Move = ("write_file", {"path": "sum.py", "text": "print(1 + 2)\n"})
    checked: Move = ("finish", {"check": "python3 sum.py | grep -qx 3"})
    endpoint = ModelEndpoint(turns_of(doing(written, checked), doing(mended, checked)))
    async with driven(tmp_path, endpoint, sandbox="local-unsafe") as played:
        report = await played.plays()
        assert report.ended == "done", report
        assert len(endpoint.asked) == 2
        assert "[exit code 1]" in played.told[1]


async def test_what_cannot_be_done_is_told_to_the_model_and_nothing_is_done(tmp_path: Path) -> None:
    moves: list[Move] = [
        ("write_file", {"path": "twice.txt", "text": "one\none\n\ud83d"}),
        ("edit_file", {"path": "twice.txt", "old": "one", "new": "two"}),
        ("edit_file", {"path": "twice.txt", "old": "zero", "new": "two"}),
        ("read_file", {"path": "missing.txt"}),
        ("read_file", {"path": "src"}),
        ("read_file", {"path": "/etc/passwd"}),
        ("write_file", {"path": "../outside.txt", "text": "x"}),
        ("write_file", {"path": "no-text.txt"}),
        ("browse", {"url": "http://example.com"}),
        ("read_file", {"path": "twice.txt", "first_line": 40}),
    ]
    broken = {"id": "call-x", "type": "function", "function": {"name": "shell", "arguments": '{"command": '}}
    asking = completion(None, tool_calls=[*tool_calls(*moves), broken], finish="tool_calls")
    endpoint = ModelEndpoint(turns_of(sent(asking), doing(FINISH)))
    async with driven(tmp_path, endpoint) as played:
        (played.workspace / "src").mkdir(parents=True)
        assert (await played.plays()).ended == "done"
        told = played.told
    assert "stands in the file 2 times" in told[1]
    assert "does not stand in the file" in told[2]
    assert told[3] == "There is no such file."
    assert told[4].startswith("That is a folder")
    assert "/etc/passwd" in told[5]
    assert "root:" not in told[5]
    assert "text" in told[7]
    assert told[8].startswith("There is no tool 'browse'. There are: read_file, write_file")
    assert told[9] == "The file has only 3 lines."
    assert not (tmp_path / "outside.txt").exists()
    assert "no JSON" in told[10]
    assert (tmp_path / "work/twice.txt").read_text() == "one\none\n\ufffd"


@pytest.mark.parametrize("sandbox", each_provider())
async def test_no_wish_however_odd_ends_the_trial(tmp_path: Path, sandbox: str) -> None:
    """Each ended it as "harness failed", so that a model that played badly had no score, instead of a bad one."""
    digits = "1" * 5000
    odd = {
        "shell": [
            f'{{"command": "true", "seconds": {digits}}}',
            '{"command": "echo a\\u0000b"}',
            '{"command": "echo fine", "seconds": 1e999}',
        ],
        "write_file": [f'{{"path": "{"n" * 300}", "text": "x"}}', '{"path": "a\\u0000b", "text": "x"}'],
        "read_file": [f'{{"path": "{"n" * 300}"}}', f'{{"path": "page", "first_line": {digits[:4000]}}}'],
    }
    wishes = [
        {"id": f"{name}-{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for name, all_of_it in odd.items()
        for number, arguments in enumerate(all_of_it)
    ]
    asking = sent(completion(None, tool_calls=wishes, finish="tool_calls"))
    endpoint = ModelEndpoint(turns_of(doing(page("x")), asking, doing(FINISH)))
    async with driven(tmp_path, endpoint, sandbox=sandbox) as played:
        assert (await played.plays()).ended == "done"
        assert len(played.trajectory.steps) == 4
        _, number, nul, endless, long, zero, unread, far = played.told
    assert number.startswith("Nothing was done: the arguments of shell are no JSON that can be read")
    assert "NUL" in nul
    assert endless.startswith("Nothing was done: shell cannot be used so.")
    assert "finite number" in endless
    assert "too long" in long
    assert "too long" in unread
    assert "no path within" in zero
    assert far == "There is no such file."


@pytest.mark.skipif(os.geteuid() == 0, reason="to root no file is closed")
async def test_a_file_that_a_model_closed_to_itself_is_told_to_it(tmp_path: Path) -> None:
    moves: list[Move] = [
        ("shell", {"command": "mkdir shut; echo x > shut/it; chmod 0 shut"}),
        ("read_file", {"path": "shut/it"}),
        ("write_file", {"path": "shut/it", "text": "y"}),
        ("shell", {"command": "chmod 755 shut"}),
    ]
    endpoint = ModelEndpoint(turns_of(doing(*moves), doing(FINISH)))
    async with driven(tmp_path, endpoint) as played:
        assert (await played.plays()).ended == "done"
        assert ["Permission denied" in told for told in played.told] == [False, True, True, False]


async def test_long_output_keeps_its_beginning_and_its_end(tmp_path: Path) -> None:
    loud: Move = ("python", {"code": "print('begin'); print('x' * 100_000); print('end')"})
    endpoint = ModelEndpoint(turns_of(doing(loud), doing(FINISH)))
    async with driven(tmp_path, endpoint) as played:
        await played.plays()
        (told,) = played.told
    assert told.startswith("begin\nx")
    assert told.endswith("x\nend\n[exit code 0]")
    assert "characters left out" in told
    assert len(told) < KEPT


async def test_three_rounds_are_one_conversation_and_are_counted_once(tmp_path: Path) -> None:
    def says(body: dict[str, object], number: int) -> list[bytes | float]:
        return doing(page(f"round {number // 2 + 1}"), text="On it.") if number % 2 == 0 else doing(FINISH)

    endpoint = ModelEndpoint(says)
    async with driven(tmp_path, endpoint) as played:
        for number in (1, 2, 3):
            report = await played.plays(f"ROUND={number}")
            assert report.ended == "done"
            assert f"round {number}" in played.page
            assert report.usage is not None
            assert (report.usage.calls, report.usage.tokens.input, report.usage.tokens.output) == (2, 200, 40)
            assert report.cost == pytest.approx(200e-6 + 400e-6)
            steps = played.trajectory.steps
            assert (steps[0].message, steps[1].message) == (f"ROUND={number}", "On it.")
            assert steps[1].tool_calls
            assert steps[1].tool_calls[0].function_name == "write_file"
            assert steps[1].observation
            assert steps[1].observation.results[0].content == "Written: 1 lines."
    assert [report.session for report in played.reports] == ["fresh", "resumed", "resumed"]
    last = endpoint.asked[-1]["messages"]
    assert [one["content"] for one in last if one["role"] == "user"] == ["ROUND=1", "ROUND=2", "ROUND=3"]
    assert [one["role"] for one in last].count("system") == 1
    assert "> write_file" in played.transcript
    assert len(played.uses.uses) == 2
    assert {use.role for use in played.uses.uses} == {"coder"}
    assert all(use.key and use.prompt_hash and use.template_hash for use in played.uses.uses)


async def test_a_fresh_session_knows_of_earlier_rounds_by_the_workspace_alone(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(turns_of(doing(page("one"), FINISH)))
    async with driven(tmp_path, endpoint, session="fresh") as played:
        await played.plays("ROUND=1")
        report = await played.plays("ROUND=2")
    assert report.session == "fresh"
    assert "ROUND=1" not in str(endpoint.asked[-1])
    assert not (tmp_path / "memory").exists()


async def test_words_alone_are_answered_by_a_nudge_and_at_last_end_the_turn(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(turns_of(saying("I shall write a page."), doing(page("x")), saying("All done!")))
    async with driven(tmp_path, endpoint) as played:
        report = await played.plays()
    assert report.ended == "gave up"
    assert "said nothing to be done 3 times" in report.detail
    assert len(endpoint.asked) == 5
    assert "You used no tool" in endpoint.asked[1]["messages"][-1]["content"]
    assert "<title>x" in played.page, "what it left is there to be judged"


async def test_an_answer_that_was_cut_off_is_told_and_not_followed(tmp_path: Path) -> None:
    half = sent(completion(None, tool_calls=[], finish="length"))
    endpoint = ModelEndpoint(turns_of(half, doing(page("x"), FINISH)))
    async with driven(tmp_path, endpoint) as played:
        report = await played.plays()
    assert report.ended == "done"
    assert "cut off" in endpoint.asked[1]["messages"][-1]["content"]
    assert report.usage is not None
    assert (report.usage.calls, report.usage.unreported) == (2, 0)
    assert report.usage.tokens.total == 240, "what was cut off was paid for too"


@pytest.mark.parametrize(
    ("limits", "ended"),
    [(TurnLimits(tokens=2_000), "gave up"), (TurnLimits(budget=Allowance(cost=0.01)), "out of budget")],
    ids=["tokens", "cost"],
)
async def test_an_endpoint_that_tells_no_usage_is_held_to_the_limits_by_the_gateways_estimate(
    tmp_path: Path, limits: TurnLimits, ended: str
) -> None:
    """Nothing was charged for its answers, so that it could go on for a hundred steps of any size."""
    silent = sent(completion(None, tool_calls=tool_calls(page("x" * 900)), finish="tool_calls", usage=None))
    endpoint = ModelEndpoint(turns_of(silent))
    async with driven(tmp_path, endpoint, limits=limits) as played:
        report = await played.plays()
    assert report.ended == ended
    assert 1 < len(endpoint.asked) < 10
    assert report.usage is not None
    assert (report.usage.unreported, report.cost) == (len(endpoint.asked), None)
    assert report.usage.estimated > 900


@pytest.mark.parametrize(
    ("limits", "ended", "words", "asked"),
    [
        (TurnLimits(steps=3), "gave up", "3 of 3 steps", 3),
        (TurnLimits(tokens=200), "gave up", "240 of 200 tokens", 2),
        (TurnLimits(budget=Allowance(calls=1)), "out of budget", "1 of 1 calls", 1),
        (TurnLimits(budget=Allowance(cost=0.0004)), "out of budget", "0.00 of 0.00 US dollars", 2),
    ],
    ids=["steps", "tokens", "calls", "cost"],
)
async def test_a_turn_ends_at_its_limits_and_what_it_has_stays(
    tmp_path: Path, limits: TurnLimits, ended: str, words: str, asked: int
) -> None:
    def says(body: dict[str, object], number: int) -> list[bytes | float]:
        return doing(page(f"{number}"))

    endpoint = ModelEndpoint(says)
    async with driven(tmp_path, endpoint, limits=limits) as played:
        report = await played.plays()
    assert (report.ended, len(endpoint.asked)) == (ended, asked)
    assert words in report.detail
    assert f"<title>{asked - 1}<" in played.page
    assert played.agent.spec.options["steps"] == str(limits.steps)


async def test_out_of_time_is_said_and_what_was_written_stays(tmp_path: Path) -> None:
    slow: Move = ("shell", {"command": "sleep 60", "seconds": 60})
    endpoint = ModelEndpoint(turns_of(doing(page("half"), slow)))
    async with driven(tmp_path, endpoint) as played:
        report = await played.plays(time_limit=1.5)
    assert (report.ended, report.detail) == ("out of time", "after 1 steps")
    assert "<title>half" in played.page
    assert "(not done)" in played.transcript
    assert report.usage is not None
    assert report.usage.calls == 1


async def test_an_endpoint_that_fails_is_no_doing_of_the_agents(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(turns_of(doing(page("half")), refused(400, "insufficient_quota")))
    async with driven(tmp_path, endpoint) as played:
        with pytest.raises(BudgetError, match="insufficient_quota"):
            await played.plays()
    endpoint = ModelEndpoint(lambda _, number: doing(page("x")) if not number else [HANG])
    async with driven(tmp_path, endpoint) as played:
        report = await played.plays(time_limit=1)
        assert report.ended == "out of time"
    html = ModelEndpoint(turns_of(doing(page("half")), sent("<html>A proxy's page</html>")))
    async with driven(tmp_path, html) as played:
        report = await played.plays()
    assert report.ended == "endpoint failed"
    assert "A proxy's page" in report.detail
    assert report.usage is not None
    assert report.usage.tokens.total == 120, "what it had used is not forgotten"


@pytest.mark.parametrize("text", ['{"error": {"code": 503, "message": "no"}}', "HTTP 429: too many requests"])
async def test_an_error_as_the_models_text_is_the_endpoints(tmp_path: Path, text: str) -> None:
    """The agent was nudged three times, gave up and was scored 0; the same command asks again now."""
    nothing = {"prompt_tokens": 0, "completion_tokens": 0}
    endpoint = ModelEndpoint(lambda _, __: sent(completion(text, usage=nothing)))
    async with driven(tmp_path, endpoint) as played:
        report = await played.plays()
        asked = len(endpoint.asked)
        again = await played.plays()
    assert (report.ended, again.ended) == ("endpoint failed", "endpoint failed")
    assert len(endpoint.asked) == 2 * asked


async def test_a_model_that_declines_has_given_up(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(turns_of(sent(completion(None, refusal="I would rather not."))))
    async with driven(tmp_path, endpoint) as played:
        report = await played.plays()
    assert report.ended == "gave up"
    assert "I would rather not" in report.detail


async def test_the_budget_of_the_run_stops_the_run(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(turns_of(doing(page("x"))))
    async with driven(tmp_path, endpoint, budget=ModelBudget(author=Allowance(calls=2))) as played:
        with pytest.raises(BudgetError, match="2 of 2 calls"):
            await played.plays()


async def test_a_turn_that_is_bounded_in_dollars_asks_for_a_price(tmp_path: Path) -> None:
    """Without one the bound was never met, and nobody said so."""
    bounded = ModelBudget(turn=Allowance(cost=1))
    endpoint = ModelEndpoint(turns_of(doing(FINISH)))
    async with endpoint.serving() as url:
        for price in (None, Price(input=1, output=1)):
            settings = settings_for(url, budget=bounded, price=price)
            async with open_gateway(settings, lambda _: KEY) as gateway:
                if price is None:
                    with pytest.raises(AuthorError):
                        own_coder(LocalUnsafe(), Models(settings), gateway)
                else:
                    own_coder(LocalUnsafe(), Models(settings), gateway)
    assert endpoint.asked == []


async def test_a_conversation_that_its_model_cannot_read_loses_its_oldest_results(tmp_path: Path) -> None:
    """Whoever's model reads little would else never finish a project of some size."""
    loud: Move = ("python", {"code": "print('x' * 9_000)"})

    def says(body: dict[str, object], number: int) -> list[bytes | float]:
        if len(str(body)) > 60_000:
            return refused(
                400, "This model's maximum context length is 8192 tokens", code="context_length_exceeded"
            )
        return doing(FINISH) if number > 12 else doing(loud)

    endpoint = ModelEndpoint(says)
    async with driven(tmp_path, endpoint) as played:
        report = await played.plays()
    assert report.ended == "done"
    told = results(endpoint.asked[-1])
    assert told[0] == LEFT_OUT
    assert told[-1].startswith("xxx")


async def test_a_message_that_its_model_cannot_read_at_all_stops_the_run(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(
        turns_of(refused(400, "maximum context length is 10 tokens", code="context_length_exceeded"))
    )
    async with driven(tmp_path, endpoint) as played:
        with pytest.raises(EndpointRefused, match="Name a model for the role that reads more"):
            await played.plays()


def test_what_is_left_out_is_old_and_is_left_out_at_once() -> None:
    """One result at each step would change the conversation's beginning each time, and no cache would know it."""
    messages = [Message(role="tool", text="x" * 3_000, answers=str(n)) for n in range(100)]
    conversation = Conversation(messages=tuple(messages))
    fitted = conversation.fitted(60_000)
    assert fitted.size <= 36_000
    assert [one.text for one in fitted.messages[-4:]] == ["x" * 3_000] * 4
    assert fitted.fitted(60_000) == fitted
    assert conversation.fitted(200_000) is conversation


async def test_a_turn_that_was_cut_short_is_not_paid_for_twice(tmp_path: Path) -> None:
    """As after a kill: the turn begins anew in the workspace of the round before, by the journal's replies."""

    def says(body: dict[str, object], number: int) -> list[bytes | float]:
        told = results(body)
        return doing(FINISH) if len(told) == 3 else doing(page(f"{len(told)}"))

    endpoint = ModelEndpoint(says)
    with open_journal(tmp_path / "journal.sqlite") as journal:
        async with driven(
            tmp_path / "first", endpoint, journal=journal, limits=TurnLimits(steps=2)
        ) as played:
            (tmp_path / "first").mkdir()
            await played.plays()
        # More steps are told to the model, so the limit that cuts it short is the turn's budget.
        paid = len(endpoint.asked)
        for name in ("second", "third"):
            (tmp_path / name).mkdir()
            limits = TurnLimits(steps=2) if name == "second" else TurnLimits(steps=2, tokens=10)
            async with driven(tmp_path / name, endpoint, journal=journal, limits=limits) as played:
                report = await played.plays()
                assert report.usage is not None
                assert report.usage.calls == (2 if name == "second" else 1)
    assert len(endpoint.asked) == paid
    first, second = (
        [(tmp_path / name / file).read_bytes() for file in ("transcript.txt", "uses.json")]
        for name in ("first", "second")
    )
    assert first == second


async def test_the_key_is_nowhere_in_reach_of_what_a_model_writes(tmp_path: Path) -> None:
    look: Move = ("shell", {"command": "env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'"})
    endpoint = ModelEndpoint(turns_of(doing(look), doing(FINISH)))
    async with driven(
        tmp_path, endpoint, sandbox="bubblewrap" if os.geteuid() == 0 else "local-unsafe"
    ) as played:
        await played.plays()
        assert KEY not in str(endpoint.asked)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


@pytest.mark.parametrize(
    ("text", "name", "model"),
    [
        ("minimal", "minimal", None),
        ("minimal:some-model", "minimal-some-model", "some-model"),
        ("mine=minimal:vendor/Model-7", "mine", "vendor/Model-7"),
        ("mine=minimal", "mine", None),
    ],
)
def test_it_is_named_like_any_other_agent(text: str, name: str, model: str | None) -> None:
    spec = agent_spec(text)
    assert (spec.name, spec.kind, spec.options.get("model")) == (name, "minimal", model)
    assert runs_programs(spec)
    assert asks_by_gateway(spec)
    with pytest.raises(AuthorError, match="minimal, or minimal:MODEL"):
        agent_spec("minimum")


def test_tools_are_offered_with_a_schema_that_says_what_each_argument_is() -> None:
    assert [one.name for one in offers()] == list(TOOLS)
    assert all(one.description for one in offers())
    (edit,) = (one for one in offers() if one.name == "edit_file")
    assert "Word for word" in edit.parameters


def test_what_the_file_says_for_another_agent_is_told(tmp_path: Path) -> None:
    """A model named there would have been passed over."""
    file = tmp_path / "benchwright.toml"
    file.write_text('[agents.minimal]\nmodel = "m"\nsteps = 50\n[agents.codex]\nsteps = 5\n')
    with pytest.raises(InvalidFile) as raised:
        read_model_settings(file)
    assert f"{file}:2: agents.minimal.model: minimal does not read it here" in str(raised.value)
    assert "[roles.coder]" in str(raised.value)
    assert f"{file}:5: agents.codex.steps" in str(raised.value)
    assert str(raised.value).count("\n") == 1
