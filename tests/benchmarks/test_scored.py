"""How much of the speed of bare calls a run of solvers reaches, all that it keeps and scores included.

Against an endpoint that takes 50 ms for each answer: at least 85% of what the bare `openai` package reaches from one
process at 8 calls in flight, and 60% at 32, where both are bound by the processor.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import openai
import pytest

from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.solving.roster import model_solver
from pipeline.solving.planning import Entrant, InstanceSuite
from pipeline.solving.run import score_suite
from plans.paths import RunPaths
from tests.agents.gateway.model_endpoint import MODEL, settings_for
from tests.benchmarks.figures import Figures
from tests.pipeline.solving.making import planned, sums_suite

ROOT = Path(__file__).resolve().parents[2]
TURNS = 3
"""Both are measured in turn, and the best of each stands: what else the machine does comes on top of both."""
SERVING = """
import asyncio, json, sys

ANSWER = json.dumps({
    "id": "c", "object": "chat.completion", "created": 1, "model": "some-model",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Answer: 7"}}],
    "usage": {"prompt_tokens": 40, "completion_tokens": 4, "total_tokens": 44},
}).encode()
HEAD = b"HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: %d\\r\\n\\r\\n" % len(ANSWER)

async def converse(reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\\r\\n\\r\\n")).decode().lower()
            await reader.readexactly(int(head.split("content-length: ")[1].split("\\r\\n")[0]))
            await asyncio.sleep(0.05)
            writer.write(HEAD + ANSWER)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()

async def main():
    server = await asyncio.start_server(converse, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""
"""An endpoint in a process of its own, so that its work is not taken for the client's."""


@asynccontextmanager
async def endpoint_of_50_ms() -> AsyncGenerator[str]:
    """Yields the address."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVING, stdin=pipe, stdout=pipe, cwd=ROOT, env=dict(os.environ)
    )
    assert process.stdout is not None
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.kill()
        await process.wait()


async def bare_rate(url: str, suite: InstanceSuite, at_once: int) -> float:
    """Calls a second of the package alone."""
    client = openai.AsyncOpenAI(api_key="key", base_url=url, max_retries=0)
    prompts = iter([one.prompt for one in suite.instances])

    async def work() -> None:
        for prompt in prompts:
            said = [{"role": "user", "content": prompt}]
            raw = await client.chat.completions.with_raw_response.create(model=MODEL, messages=said)
            raw.parse()

    # What is loaded on first use is not counted.
    await client.chat.completions.with_raw_response.create(
        model=MODEL, messages=[{"role": "user", "content": "?"}]
    )
    began = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(at_once)))
    spent = time.perf_counter() - began
    await client.close()
    return len(suite.instances) / spent


async def scored_rate(url: str, suite: InstanceSuite, at_once: int, folder: Path) -> float:
    """Answers a second of a whole run: asked, journaled, kept, scored and added up."""
    paths = RunPaths(folder)
    with open_journal(paths.journal) as journal:
        async with open_gateway(settings_for(url, at_once=at_once), lambda _: "key", journal) as model:
            entrants = [Entrant(*model_solver(MODEL, model, ()))]
            spec, scorers = planned(suite, *entrants, model=model)
            began = time.perf_counter()
            result = await score_suite(spec, suite, entrants, scorers, paths, jobs=at_once)
            spent = time.perf_counter() - began
    assert result.solvers[0].used.answers == len(suite.instances)
    return len(suite.instances) / spent


@pytest.mark.parametrize(("at_once", "count", "share"), [(8, 1200, 0.85), (32, 1600, 0.60)])
async def test_a_scored_run_beside_bare_calls(
    figures: Figures, tmp_path: Path, at_once: int, count: int, share: float
) -> None:
    # Of small numbers prompts would come again, whose replies are known.
    suite = sums_suite(tmp_path / "suite", count, sizes=(9,))
    assert len({one.prompt for one in suite.instances}) == count
    bare: list[float] = []
    ours: list[float] = []
    async with endpoint_of_50_ms() as url:
        for turn in range(TURNS):
            bare.append(await bare_rate(url, suite, at_once))
            ours.append(await scored_rate(url, suite, at_once, tmp_path / f"run-{turn}"))
    figures.note(f"bare calls a second, {at_once} in flight", max(bare), "/s")
    figures.note(f"scored answers a second, {at_once} in flight", max(ours), "/s")
    most = 1 / share
    slower = figures.note(
        f"bare over scored, {at_once} in flight", max(bare) / max(ours), "x", round(most, 3)
    )
    assert slower <= most
