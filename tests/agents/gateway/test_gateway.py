"""One call in, one reply or one error out: the journal, the budget, and what a killed process leaves."""

import asyncio
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from agents.gateway.budget import Expected
from agents.gateway.journal import open_journal
from plans.errors import (
    EXIT_CODE,
    AuthorError,
    BudgetError,
    Busy,
    EndpointFailed,
    NotInJournal,
    StorageFailed,
)
from plans.records.model_call import KnownMessage, Message, ModelCall, ToolOffer, ToolUse
from plans.records.model_settings import Allowance, ModelBudget, Price, RoleSettings
from plans.records.usage import Tokens
from tests.agents.gateway.model_endpoint import (
    HANG,
    MODEL,
    ModelEndpoint,
    asking,
    completion,
    endpoint_saying,
    gateway_to,
    refused,
    sent,
    streamed,
)

ROOT = Path(__file__).resolve().parents[3]
SMALL = RoleSettings(max_output=50)
PRICE = Price(input=10, output=100)


def numbered() -> ModelEndpoint:
    """Says another thing each time, so that what is asked again would show."""
    return ModelEndpoint(lambda _, number: [0.05, *sent(completion(f"answer {number}"))])


async def test_what_was_paid_for_is_never_paid_for_again(tmp_path: Path) -> None:
    endpoint = numbered()
    with open_journal(tmp_path / "journal.db") as journal:
        async with gateway_to(endpoint, journal) as gateway:
            first = await gateway.reply(asking())
            assert await gateway.reply(asking()) == first
            assert (await gateway.reply(asking(salt="2"))).text == "answer 1", "a redo is another call"
    with open_journal(tmp_path / "journal.db") as journal:
        async with gateway_to(endpoint, journal) as gateway:
            assert await gateway.reply(asking(stage="elsewhere")) == first, (
                "who asks, and where, changes nothing"
            )
            assert gateway.usage().total.tokens.total == 240
    assert len(endpoint.asked) == 2
    assert list(tmp_path.glob("*.db*")) != []
    assert not (tmp_path / "journal.db-wal").exists(), "the closed file is whole by itself"


async def test_what_shows_another_date_each_time_is_known_by_what_it_shows(tmp_path: Path) -> None:
    """A judgement that was begun anew paid for every reply again whose question had the listing of a folder in it."""

    def shown(words: str, known_by: str) -> ModelCall:
        message = KnownMessage(role="user", text=words, known_by=known_by)
        return asking().model_copy(update={"messages": (message,)})

    endpoint, path = numbered(), tmp_path / "journal.db"
    with open_journal(path) as journal:
        async with gateway_to(endpoint, journal) as gateway:
            first = await gateway.reply(shown("README.md, Nov 27 21:07", "the submission's folder"))
    with open_journal(path, replay=True) as journal:
        async with gateway_to(endpoint, journal) as gateway:
            assert await gateway.reply(shown("README.md, Nov 27 21:12", "the submission's folder")) == first
            with pytest.raises(NotInJournal):
                await gateway.reply(shown("README.md, Nov 27 21:07", "another folder"))
            with pytest.raises(NotInJournal):
                await gateway.reply(asking("README.md, Nov 27 21:07"))
    assert [body["messages"][-1]["content"] for body in endpoint.asked] == ["README.md, Nov 27 21:07"]


async def test_identical_calls_in_flight_are_one_call() -> None:
    endpoint = numbered()
    async with gateway_to(endpoint) as gateway:
        replies = await asyncio.gather(*(gateway.reply(asking()) for _ in range(50)))
    assert len(endpoint.asked) == 1
    assert {reply.text for reply in replies} == {"answer 0"}


async def test_a_replay_is_the_same_byte_for_byte_and_asks_nobody(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    endpoint = numbered()
    with open_journal(path) as journal:
        async with gateway_to(endpoint, journal) as gateway:
            made = await gateway.reply(asking())
    before = path.read_bytes()
    for _ in range(2):
        with open_journal(path, replay=True) as journal:
            async with gateway_to(endpoint, journal) as gateway:
                assert (await gateway.reply(asking())).model_dump_json() == made.model_dump_json()
                with pytest.raises(
                    NotInJournal, match="no reply to a call .* Either the work that made it stopped before"
                ):
                    await gateway.reply(asking("How many, though?"))
    assert len(endpoint.asked) == 1
    assert path.read_bytes() == before
    assert len(made.prompt_hash) == len(made.key) == 64


async def test_a_journal_that_cannot_be_used_is_told_before_anything_is_paid(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with pytest.raises(NotInJournal, match="no journal"), open_journal(path, replay=True):
        pass
    path.write_text("This is no database, but somebody's notes. " * 100)
    with pytest.raises(StorageFailed, match="cannot be used"), open_journal(path):
        pass
    with open_journal(tmp_path / "other.db"), pytest.raises(Busy), open_journal(tmp_path / "other.db"):
        pass


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE charges SET usage = 'nonsense'", "no Usage (Invalid JSON"),
        ("UPDATE charges SET role = 'nobody'", "no UsageLine ("),
        ("UPDATE calls SET answer = '{\"text\": '", "no EndpointAnswer (Invalid JSON"),
        ("UPDATE calls SET answer = NULL", "no EndpointAnswer ("),
    ],
)
async def test_a_row_that_is_damaged_is_told_as_a_torn_file_is(
    tmp_path: Path, damage: str, words: str
) -> None:
    """It was a traceback, which says neither which file it was nor what can be done."""
    path, endpoint = tmp_path / "journal.db", numbered()
    with open_journal(path) as journal:
        async with gateway_to(endpoint, journal) as gateway:
            await gateway.reply(asking())
    with closing(sqlite3.connect(path)) as rows:
        rows.execute(damage)
        rows.commit()
    with open_journal(path) as journal, pytest.raises(StorageFailed) as told:
        async with gateway_to(endpoint, journal) as gateway:
            await gateway.reply(asking())
    assert f"The journal {path} is damaged: a row of it holds {words}" in str(told.value)
    assert "Put a copy from before in its place" in str(told.value)
    assert EXIT_CODE[told.value.cause] == 4
    assert len(endpoint.asked) == 1, "nothing is paid for twice"


@pytest.mark.parametrize("held", [b"", b"no database " * 100])
def test_what_is_no_journal_answers_nothing_and_is_told_as_whoever_named_it_can_mend_it(
    held: bytes, tmp_path: Path
) -> None:
    place = tmp_path / "journal.sqlite"
    place.write_bytes(held)
    with (
        pytest.raises(NotInJournal, match="Name journal.sqlite, or the folder"),
        open_journal(place, replay=True),
    ):
        pass
    assert place.read_bytes() == held


@pytest.mark.parametrize("is_streamed", [False, True])
async def test_half_a_letter_anywhere_in_an_answer_is_kept_and_paid_for_once(
    tmp_path: Path, is_streamed: bool
) -> None:
    """The journal could not hold it: its row stayed open, and the call was made twice and charged once."""
    function = {"name": "sh\ud800ell", "arguments": '{"command": "\udfff"}'}
    uses = [{"index": 0, "id": "call-\udc00", "type": "function", "function": function}]
    half = "half \ud83d"
    whole = completion(half, tool_calls=uses)
    answer = streamed({"content": half, "tool_calls": uses}) if is_streamed else sent(whole)
    endpoint = endpoint_saying(answer)
    role = RoleSettings(is_streamed=is_streamed)
    with open_journal(tmp_path / "journal.db") as journal:
        async with gateway_to(endpoint, journal, role=role) as gateway:
            first = await gateway.reply(asking())
            assert await gateway.reply(asking()) == first
            assert gateway.usage().total.calls == 1
    (use,) = first.tool_uses
    assert (first.text, use.name, use.id) == ("half \ufffd", "sh\ufffdell", "call-\ufffd")
    assert use.arguments == '{"command": "\ufffd"}'
    assert len(endpoint.asked) == 1


async def test_who_stops_waiting_does_not_stop_what_is_being_paid_for(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(lambda _, number: [0.3, *sent(completion(f"answer {number}"))])
    with open_journal(tmp_path / "journal.db") as journal:
        async with gateway_to(endpoint, journal) as gateway:
            task = asyncio.create_task(gateway.reply(asking()))
            await endpoint.arrivals.acquire()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        async with gateway_to(endpoint, journal) as gateway:
            assert (await gateway.reply(asking())).text == "answer 0"
    assert len(endpoint.asked) == 1


KILLED = """
import asyncio, sys
from pathlib import Path
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from tests.agents.gateway.model_endpoint import asking, settings_for

async def main():
    with open_journal(Path(sys.argv[2])) as journal:
        async with open_gateway(settings_for(sys.argv[1]), lambda _: "key", journal) as gateway:
            await gateway.reply(asking("one"))
            await gateway.reply(asking("two"))

asyncio.run(main())
"""


@pytest.mark.slow
async def test_a_killed_process_pays_again_for_what_was_in_flight_alone(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(
        lambda body, number: [HANG if number == 1 else 0.0, *sent(completion(f"answer {number}"))]
    )
    path = tmp_path / "journal.db"
    async with endpoint.serving() as url:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", KILLED, url, str(path), cwd=ROOT, env=environment
        )
        for _ in range(2):
            await endpoint.arrivals.acquire()
        child.kill()
        await child.wait()
    with open_journal(path) as journal:
        async with gateway_to(endpoint, journal) as gateway:
            assert [(await gateway.reply(asking(text))).text for text in ("one", "two")] == [
                "answer 0",
                "answer 2",
            ]
            used = gateway.usage().total
    assert len(endpoint.asked) == 3
    assert used.failed == {"killed": 1}, "it may have been paid for, and nothing else tells of it"
    assert (used.unreported, used.cost) == (1, None)
    assert used.estimated > 20


async def test_usage_is_told_by_role_stage_project_and_round() -> None:
    endpoint = ModelEndpoint(
        lambda body, _: refused(500, "oh") if len(endpoint.asked) == 1 else sent(completion("Yes."))
    )
    async with gateway_to(endpoint, price=PRICE) as gateway:
        await gateway.reply(asking("a", stage="plan"))
        await gateway.reply(asking("b", stage="generate", project="plants", round=2))
        user = ModelCall(role="user", messages=(Message(role="user", text="c"),))
        await gateway.reply(user)
        usage = gateway.usage()
    lines = {(line.role, line.stage, line.project, line.round): line.usage for line in usage.lines}
    assert lines["planner", "plan", "", None].failed == {"500": 1}
    assert lines["planner", "generate", "plants", 2].calls == 1
    assert lines["planner", "plan", "", None].calls == 2
    assert usage.total.cost == pytest.approx(3 * (100 * 10 + 20 * 100) / 1_000_000)


async def test_a_call_that_could_go_beyond_the_budget_does_not_go_out() -> None:
    endpoint = numbered()
    budget = ModelBudget(author=Allowance(tokens=300))
    async with gateway_to(endpoint, budget=budget, role=SMALL) as gateway:
        await gateway.reply(asking("a"))
        await gateway.reply(asking("b"))
        with pytest.raises(BudgetError, match="240 of 300 tokens are used, and the next call may take"):
            await gateway.reply(asking("c"))
        assert (await gateway.reply(asking("a"))).text == "answer 0", "what was paid for costs nothing"
    assert len(endpoint.asked) == 2


async def test_calls_under_way_together_do_not_overdraw_it() -> None:
    endpoint = numbered()
    budget = ModelBudget(author=Allowance(calls=3))
    async with gateway_to(endpoint, budget=budget) as gateway:
        calls = (gateway.reply(asking(str(number))) for number in range(10))
        ended = await asyncio.gather(*calls, return_exceptions=True)
    assert len(endpoint.asked) == 3
    assert sum(isinstance(one, BudgetError) for one in ended) == 7


async def test_a_budget_holds_over_a_restart_and_for_one_role(tmp_path: Path) -> None:
    role = SMALL.model_copy(update={"budget": Allowance(cost=0.0075)})
    endpoint = numbered()
    for number in range(3):
        with open_journal(tmp_path / "journal.db") as journal:
            async with gateway_to(endpoint, journal, role=role, price=PRICE) as gateway:
                if number < 1:
                    await gateway.reply(asking(str(number)))
                else:
                    with pytest.raises(BudgetError, match=r"planner.*0\.00 of 0\.01 US dollars"):
                        await gateway.reply(asking(str(number)))
    assert len(endpoint.asked) == 1


async def test_dollars_bound_nothing_where_nobody_said_what_the_model_costs() -> None:
    endpoint = numbered()
    async with gateway_to(endpoint, budget=ModelBudget(author=Allowance(cost=1))) as gateway:
        with pytest.raises(AuthorError, match=f"no price for model '{MODEL}'"):
            await gateway.reply(asking())
    assert endpoint.asked == []


async def test_a_run_that_the_budget_cannot_pay_is_refused_before_it_begins() -> None:
    async with gateway_to(numbered(), budget=ModelBudget(author=Allowance(cost=1.0)), price=PRICE) as gateway:
        tokens = Tokens(input=50_000, output=4_000)
        gateway.purse.require_room([Expected("planner", 10, tokens, PRICE)])
        with pytest.raises(BudgetError, match=r"13 calls .* 1\.80"):
            gateway.purse.require_room(
                [Expected("planner", 10, tokens, PRICE), Expected("user", 3, tokens, PRICE)]
            )


async def test_an_endpoint_that_tells_no_usage_is_charged_by_what_was_said() -> None:
    endpoint = ModelEndpoint(lambda _, number: sent(completion("word " * 100, usage=None)))
    async with gateway_to(endpoint, budget=ModelBudget(author=Allowance(tokens=600)), role=SMALL) as gateway:
        for text in ("a", "b", "c"):
            reply = await gateway.reply(asking(text))
            assert reply.cost is None
        with pytest.raises(BudgetError):
            await gateway.reply(asking("d"))
        used = gateway.usage().total
    assert (used.unreported, used.tokens.total, used.cost) == (3, 0, None)
    assert used.estimated > 400


async def test_so_many_calls_are_under_way_at_once_and_no_more() -> None:
    endpoint = numbered()
    async with gateway_to(endpoint, at_once=3) as gateway:
        await asyncio.gather(*(gateway.reply(asking(str(number))) for number in range(12)))
    assert endpoint.most_at_once <= 3
    assert len(endpoint.asked) == 12


async def test_a_failed_call_stands_for_nothing_and_is_made_again_later(tmp_path: Path) -> None:
    """A dead endpoint became a benchmark of blanks elsewhere; here the same command goes on when it is back."""
    endpoint = endpoint_saying(refused(401, "no"), sent(completion("Back.")))
    with open_journal(tmp_path / "journal.db") as journal:
        async with gateway_to(endpoint, journal) as gateway:
            with pytest.raises(AuthorError):
                await gateway.reply(asking())
            assert (await gateway.reply(asking())).text == "Back."


@pytest.mark.slow
async def test_two_who_wait_for_the_same_failing_call_both_hear_of_it() -> None:
    async with gateway_to(endpoint_saying([0.1, *refused(501, "no")])) as gateway:
        ended = await asyncio.gather(*(gateway.reply(asking()) for _ in range(2)), return_exceptions=True)
    assert all(isinstance(one, EndpointFailed) for one in ended)


async def test_tools_and_pictures_go_out_as_the_protocol_has_them() -> None:
    use = {"id": "u1", "type": "function", "function": {"name": "look", "arguments": '{"at": "top"}'}}
    endpoint = endpoint_saying(sent(completion(None, tool_calls=[use], finish="tool_calls")))
    look = ToolOffer(name="look", description="Look at the page.", parameters='{"type": "object"}')
    messages = (
        Message(role="system", text="You judge."),
        Message(role="user", text="This page.", pictures=("data:image/png;base64,AAAA",)),
        Message(role="assistant", text="", tool_uses=(ToolUse(id="u0", name="look", arguments="{}"),)),
        Message(role="tool", text="A heading.", answers="u0"),
    )
    async with gateway_to(endpoint) as gateway:
        reply = await gateway.reply(ModelCall(role="ui_judge", messages=messages, tools=(look,)))
    assert [(one.name, json.loads(one.arguments)) for one in reply.tool_uses] == [("look", {"at": "top"})]
    (body,) = endpoint.asked
    assert body["tools"][0]["function"]["name"] == "look"
    assert body["messages"][1]["content"][1]["image_url"]["url"].startswith("data:image/png")
    assert body["messages"][2]["tool_calls"][0]["id"] == body["messages"][3]["tool_call_id"] == "u0"
