"""Authors a Python project by a model's endpoint, in a process of its own, which a test kills."""

import asyncio
from pathlib import Path

from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from plans.paths import SuitePaths
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.pipeline.graph.test_author_programs import author, spec


def work(folder: Path, url: str) -> None:
    """Until the suite is published."""
    asyncio.run(_work(folder, url))


async def _work(folder: Path, url: str) -> None:
    with open_journal(SuitePaths(folder).journal) as journal:
        async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
            report = await author(folder, gateway, spec())
    assert report.is_written, report.items
