"""Authors one item or several by a model's endpoint, in a process of its own, which a test kills."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from plans.paths import SuitePaths
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.pipeline.graph.test_author_by_model import Reading, author


def work(folder: Path, url: str, queries: Mapping[str, str], jobs: int) -> None:
    """Until the suite is published."""
    asyncio.run(_work(folder, url, queries, jobs))


async def _work(folder: Path, url: str, queries: Mapping[str, str], jobs: int) -> None:
    with open_journal(SuitePaths(folder).journal) as journal:
        async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
            report = await author(folder, gateway, Reading(), queries=queries, jobs=jobs)
    assert report.is_written, report.items
