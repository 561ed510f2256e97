"""What the sandbox costs: the same command bare and inside, in turn; opening one; eight at once."""

import asyncio
import time
from statistics import median

from agents.sandbox.roster import try_sandbox
from plans.contracts.sandboxing import Sandbox
from plans.records.sandboxing import SandboxNeeds
from tests.benchmarks.figures import Figures

CALLS = 100
AT_ONCE = 8


async def bare() -> float:
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        "true", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    await process.communicate()
    return 1000 * (time.perf_counter() - begun)


async def inside(sandbox: Sandbox) -> float:
    begun = time.perf_counter()
    result = await sandbox.exec(["true"], timeout=60)
    assert result.success
    return 1000 * (time.perf_counter() - begun)


async def test_a_command_inside(figures: Figures) -> None:
    async with try_sandbox().open(SandboxNeeds()) as sandbox:
        await inside(sandbox)
        pairs = [(await bare(), await inside(sandbox)) for _ in range(CALLS)]
    outside, within = (median(times) for times in zip(*pairs, strict=True))
    figures.note("bare command, median", outside, "ms")
    over = figures.note("what the sandbox adds, median", within - outside, "ms", 15)
    assert over <= 15


async def test_opening_one(figures: Figures) -> None:
    provider = try_sandbox()
    times: list[float] = []
    for _ in range(20):
        begun = time.perf_counter()
        async with provider.open(SandboxNeeds()):
            pass
        times.append(1000 * (time.perf_counter() - begun))
    figures.note("opening and closing a sandbox, median", median(times), "ms")


async def test_eight_at_once(figures: Figures) -> None:
    """None is kept waiting for the others: each gets through about as much as the next."""
    done = [0] * AT_ONCE
    until = time.perf_counter() + 5

    async def work(number: int) -> None:
        async with try_sandbox().open(SandboxNeeds()) as sandbox:
            while time.perf_counter() < until:
                await inside(sandbox)
                done[number] += 1

    await asyncio.gather(*(work(number) for number in range(AT_ONCE)))
    figures.note(f"commands a second, {AT_ONCE} sandboxes at once", sum(done) / 5, "/s")
    share = figures.note(
        "the busiest one's commands to the idlest one's", max(done) / max(min(done), 1), "", 2
    )
    assert share <= 2
