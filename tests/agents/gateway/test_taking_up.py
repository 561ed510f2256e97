"""What was spent, as a process knows it and as the next one does that takes the same work up."""

import asyncio
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from agents.gateway import gateway as gatewaying
from agents.gateway.budget import Account, prices_of, purse_of
from agents.gateway.gateway import Gateway
from agents.gateway.journal import open_journal
from plans.errors import EXIT_CODE, BudgetError, EndpointRefused, StorageFailed
from plans.files import write_record
from plans.records.model_settings import Allowance, ModelBudget, Price, RoleSettings
from plans.records.usage import ModelUsage, ModelUsageFile, Tokens, Usage, UsageLine
from tests.agents.gateway.model_endpoint import (
    HANG,
    Body,
    ModelEndpoint,
    Piece,
    asking,
    completion,
    endpoint_saying,
    gateway_to,
    refused,
    sent,
    settings_for,
)

PRICE = Price(input=10, output=100)
SMALL = RoleSettings(max_output=50)
SILENT = sent(completion("word " * 40, usage=None))
"""An answer of which the endpoint does not say what it used."""


def by_words(body: Body, _: int) -> Iterable[Piece]:
    """What is asked names what is answered."""
    match body["messages"][-1]["content"]:
        case "silent":
            return SILENT
        case "fails":
            return refused(401, "no")
        case _:
            return sent(completion("Seven."))


async def test_a_call_without_a_report_does_not_make_what_was_paid_before_forgotten() -> None:
    """One such call made the cost of the whole sum unknown, and unknown was charged as nothing."""
    told = Usage(calls=3, tokens=Tokens(input=300), cost=0.75, charged=0.75)
    untold = Usage(calls=1, unreported=1, estimated=100, cost=None, charged=0.25)
    both = told + untold
    assert (both.cost, both.charged) == (None, 1.0)
    account = Account(Allowance(cost=1.0))
    account.charge(both)
    assert account.used_up() == "1.00 of 1.00 US dollars"


def test_records_of_before_are_charged_by_their_cost() -> None:
    old = Usage(calls=1, tokens=Tokens(input=30), cost=0.5)
    account = Account()
    account.charge(old + Usage(calls=1, unreported=1, estimated=10, cost=None))
    assert account.cost == 0.5
    account.charge(Usage(calls=1, unreported=1, estimated=1_000_000, cost=None), PRICE)
    assert account.cost == pytest.approx(100.5), "no price was known then"


async def test_a_work_that_is_taken_up_knows_all_that_was_spent(tmp_path: Path) -> None:
    endpoint = ModelEndpoint(by_words)
    path = tmp_path / "journal.db"
    with open_journal(path) as journal:
        async with gateway_to(endpoint, journal, price=PRICE) as gateway:
            for text in ("told", "silent", "told again", "silent"):
                await gateway.reply(asking(text))
            with pytest.raises(EndpointRefused):
                await gateway.reply(asking("fails"))
            live = gateway.purse.run
            used = gateway.usage().total
    assert used.cost is None
    settings = settings_for("http://127.0.0.1:9/v1", price=PRICE)
    resumed = purse_of(settings)
    with open_journal(path) as journal:
        resumed.take_over(journal.usage(), prices_of(settings))
    assert (resumed.run.calls, resumed.run.tokens) == (live.calls, live.tokens)
    assert resumed.run.cost == pytest.approx(live.cost)
    assert live.cost > 2 * 120 * 10 / 1e6


async def test_a_budget_in_dollars_holds_over_a_restart_also_where_a_call_told_nothing(
    tmp_path: Path,
) -> None:
    endpoint = ModelEndpoint(by_words)
    budget = ModelBudget(author=Allowance(cost=0.02))
    asked: list[int] = []
    for texts in (["a", "b", "silent", *map(str, range(20))], ["c", "d", "e", "f"]):
        with open_journal(tmp_path / "journal.db") as journal:
            async with gateway_to(endpoint, journal, role=SMALL, budget=budget, price=PRICE) as gateway:
                with pytest.raises(BudgetError):
                    await _all_of(gateway, texts)
        asked.append(len(endpoint.asked))
    assert asked[0] > 3
    assert asked[1] == asked[0], "all was spent before it was taken up"


async def _all_of(gateway: Gateway, texts: Iterable[str]) -> None:
    for text in texts:
        await gateway.reply(asking(text))


DOLLAR = Price(input=0, output=1_000)
"""Of a model that writes a thousand tokens: a dollar a call."""
A_THOUSAND = RoleSettings(max_output=1_000)


def writing(tokens: int) -> list[Piece]:
    return sent(completion("Seven.", usage={"prompt_tokens": 10, "completion_tokens": tokens}))


async def many(gateway: Gateway, calls: int, begin: int = 0) -> list[object]:
    """What so many calls come to that are made at once."""
    asked = (gateway.reply(asking(str(one))) for one in range(begin, begin + calls))
    return await asyncio.gather(*asked, return_exceptions=True)


async def test_calls_at_once_do_not_overdraw_a_budget() -> None:
    endpoint = endpoint_saying(writing(1_000))
    budget = ModelBudget(author=Allowance(cost=3))
    async with gateway_to(endpoint, role=A_THOUSAND, price=DOLLAR, budget=budget) as gateway:
        ended = await many(gateway, 8)
    assert sum(isinstance(one, BudgetError) for one in ended) == 5
    assert (len(endpoint.asked), gateway.purse.run.cost) == (3, 3)


async def test_a_budget_learns_of_calls_that_take_more_than_they_ask_for() -> None:
    """An endpoint that counts more than `max_output` took the budget beyond with every call that was under way."""
    endpoint = endpoint_saying(writing(3_000))
    budget = ModelBudget(author=Allowance(cost=10))
    async with gateway_to(endpoint, role=A_THOUSAND, price=DOLLAR, budget=budget, at_once=2) as gateway:
        await many(gateway, 2)
        await many(gateway, 8, begin=2)
    assert (len(endpoint.asked), gateway.purse.run.cost) == (3, 9)


async def test_kills_between_reply_and_booking_do_not_overdraw_a_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was under way was charged by what was sent alone, so that each kill and resume could spend it all anew."""
    monkeypatch.setattr(gatewaying, "GRACE", 0.05)
    endpoint = endpoint_saying([HANG])
    budget = ModelBudget(author=Allowance(cost=3))
    left = tmp_path / "journal.db"
    for killed in range(5):
        # What a kill leaves is what lies on the disk at that moment.
        before, left = left, tmp_path / f"killed-{killed}.db"
        with open_journal(before) as journal:
            async with gateway_to(endpoint, journal, role=A_THOUSAND, price=DOLLAR, budget=budget) as gateway:
                calls = [asyncio.create_task(gateway.reply(asking(str(one)))) for one in range(8)]
                if not killed:
                    for _ in range(3):
                        await endpoint.arrivals.acquire()
                for end in ("", "-wal", "-shm"):
                    shutil.copy(f"{before}{end}", f"{left}{end}")
                for call in calls:
                    call.cancel()
                ended = await asyncio.gather(*calls, return_exceptions=True)
        if killed:
            assert gateway.purse.run.cost == 3
    assert len(endpoint.asked) == 3, "each may have been paid for"
    assert not any(isinstance(one, Exception) and not isinstance(one, BudgetError) for one in ended)


@pytest.mark.parametrize("lost", ["emptied", "missing", "older copy"])
async def test_a_journal_that_lost_its_calls_is_missed_before_any_call_goes_out(
    lost: str, tmp_path: Path
) -> None:
    """Paid replies were asked for again, and the budget began anew, after a copy of a run without `*.sqlite`."""
    endpoint, path = ModelEndpoint(by_words), tmp_path / "journal.sqlite"
    earlier = b""
    for text in ("one", "two"):
        with open_journal(path) as journal:
            async with gateway_to(endpoint, journal) as gateway:
                await gateway.reply(asking(text))
        earlier = earlier or path.read_bytes()
    whole = path.read_bytes()

    path.unlink()
    if lost != "missing":
        path.write_bytes(b"" if lost == "emptied" else earlier)
    for _ in "ab":
        with pytest.raises(StorageFailed, match="journal.sqlite"), open_journal(path):
            pass
    assert EXIT_CODE[StorageFailed.cause] == 4
    assert path.exists() == (lost != "missing")

    path.write_bytes(whole)
    with open_journal(path) as journal:
        assert journal.usage().total.calls == 2


async def test_a_journal_is_missed_also_after_a_session_that_was_killed(tmp_path: Path) -> None:
    path, record = tmp_path / "journal.sqlite", tmp_path / "models.json"
    seen: list[bool] = []

    def while_asked(body: Body, _: int) -> Iterable[Piece]:
        seen.append(record.exists())
        return sent(completion("Seven."))

    with open_journal(path) as journal:
        async with gateway_to(ModelEndpoint(while_asked), journal) as gateway:
            await gateway.reply(asking("one"))
    assert seen == [True], "the record is there before the first call goes out"
    record.write_text("{")
    with open_journal(path):
        """A record that cannot be read is no reason to stop while the journal is there."""
    path.unlink()
    with pytest.raises(StorageFailed), open_journal(path):
        pass


def test_no_replay_is_taken_for_calls_of_this_journal(tmp_path: Path) -> None:
    """A replayed run, judged again by a model, asks it by a journal of its own."""
    line = UsageLine(role="solver", usage=Usage(calls=3))
    record = ModelUsageFile(usage=ModelUsage(lines=(line,), is_replay=True))
    write_record(tmp_path / "models.json", record)
    with open_journal(tmp_path / "journal.sqlite") as journal:
        assert journal.usage() == ModelUsage()
    with open_journal(tmp_path / "journal.sqlite", replay=True) as journal:
        assert journal.usage().is_replay
