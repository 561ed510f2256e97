"""What the gateway costs beside the bare `openai` package, and how fast a journal answers without asking anybody."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import openai

from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from plans.records.model_call import Message, ModelCall, Shape
from tests.agents.gateway.model_endpoint import MODEL, settings_for
from tests.agents.gateway.scripted import Scripted
from tests.benchmarks.figures import Figures

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 32
CALLS = 320
TURNS = 3
"""Both are measured in turn, and the best of each stands: what else the machine does comes on top of both."""
REPLAYED = 5_000
PROMPT = "What does a shop for plants have to do? " * 50


class Answered(Shape):
    """An answer."""

    text: str
    """A sentence."""


SERVING = """
import asyncio, sys
from tests.agents.scripted.endpoint import ScriptedEndpoint

async def main():
    async with ScriptedEndpoint().serving() as url:
        print(url, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""
"""An endpoint in a process of its own, so that its work is not taken for the client's."""


@asynccontextmanager
async def endpoint_apart() -> AsyncGenerator[str]:
    """Yields the address."""
    pipe = asyncio.subprocess.PIPE
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVING, stdin=pipe, stdout=pipe, cwd=ROOT, env=environment
    )
    assert process.stdout is not None
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.kill()
        await process.wait()


async def processor_milliseconds(ask: Callable[[str], Awaitable[object]], calls: int, mark: str) -> float:
    """Of this process, for each call, with so many under way at once."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with slots:
            await ask(f"{mark} {number}: {PROMPT}")

    begun = time.process_time()
    await asyncio.gather(*(one(number) for number in range(calls)))
    return 1000 * (time.process_time() - begun) / calls


async def test_a_call_by_way_of_the_gateway(figures: Figures, tmp_path: Path) -> None:
    """32 under way, each journaled on disk, against `with_raw_response` and its `parse` alone."""
    bare: list[float] = []
    ours: list[float] = []
    async with endpoint_apart() as url:
        client = openai.AsyncOpenAI(api_key="key", base_url=f"{url}/v1", max_retries=0)
        settings = settings_for(url, at_once=AT_ONCE)

        async def alone(text: str) -> object:
            said = [{"role": "user", "content": text}]
            raw = await client.chat.completions.with_raw_response.create(model=MODEL, messages=said)
            return raw.parse()

        with open_journal(tmp_path / "journal.db") as journal:
            async with open_gateway(settings, lambda _: "key", journal) as gateway:

                async def by_gateway(text: str) -> object:
                    return await gateway.reply(call_of(text))

                for turn in range(TURNS + 1):
                    # The first turn loads what is loaded on first use, and is not counted.
                    calls = CALLS if turn else AT_ONCE
                    mine = await processor_milliseconds(by_gateway, calls, f"turn {turn}")
                    its = await processor_milliseconds(alone, calls, f"turn {turn}")
                    if turn:
                        ours.append(mine)
                        bare.append(its)
        await client.close()
    figures.note("call by the bare package, 32 at once, processor", min(bare), "ms")
    figures.note("call by the gateway, journaled, 32 at once, processor", min(ours), "ms")
    ratio = figures.note("gateway over the bare package, processor", min(ours) / min(bare), "x", 1.6)
    assert ratio <= 1.6


async def test_replies_from_the_journal(figures: Figures, tmp_path: Path) -> None:
    """As a replay has them, nobody asked: each a plain reply, and each checked against its shape."""
    said = Answered(text="It has to show plants, and take orders for them. " * 20).model_dump_json()
    calls = [call_of(f"{number}: {PROMPT}") for number in range(REPLAYED)]
    settings = settings_for("http://127.0.0.1:9/v1", at_once=AT_ONCE)
    with open_journal(tmp_path / "journal.db") as journal:
        async with open_gateway(settings, lambda _: "", journal, lambda *_: Scripted([said])) as gateway:
            for call in calls:
                await gateway.filled(call, Answered)
    with open_journal(tmp_path / "journal.db", replay=True) as journal:
        async with open_gateway(settings, lambda _: "", journal) as gateway:
            begun = time.process_time()
            for call in calls:
                await gateway.filled(call, Answered)
            each = 1_000_000 * (time.process_time() - begun) / REPLAYED
    # 5,000 in a second.
    assert figures.note("reply from the journal, in a shape, processor", each, "us", 200) <= 200


def call_of(text: str) -> ModelCall:
    """A call of the planner's."""
    return ModelCall(role="planner", messages=(Message(role="user", text=text),))
