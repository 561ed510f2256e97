"""Composed apps in a real browser: every view of every feature, in both kits, at phone width, without an error."""

import asyncio
import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import ConsoleMessage, Page, async_playwright

from plans.catalog.contents import with_requirements
from plans.items import write_files
from plans.records.plan import ItemParameters
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.settings import read_settings
from plans.webapp.catalog.domain import WebDomain
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.catalog.sampling import selection_for
from tests.plans.webapp.composing import compose

NARROW = {"width": 360, "height": 740}
TODAY = "2026-06-15T10:00:00"
ROUTES = "[...document.querySelectorAll('a[href^=\"#/\"]')].map(link => link.getAttribute('href'))"
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
NAMELESS = """
[...document.querySelectorAll('button, a, input, select, textarea')]
  .filter(e => e.checkVisibility())
  .filter(e => !(e.textContent.trim() || e.title || e.ariaLabel || e.placeholder || e.value || e.labels?.length))
  .map(e => e.outerHTML)
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "app"


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    folder.mkdir()
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def everything(library: WebCatalog, domain: WebDomain) -> tuple[str, ...]:
    """As many features as the domain can have at once."""
    chosen = [feature.id for feature in library.base]
    for id in library.features:
        chosen += with_requirements(library, domain, id, chosen)
    return tuple(chosen[1:])


def write_app(library: WebCatalog, domain: WebDomain, folder: Path, kit: str) -> tuple[str, ...]:
    features = everything(library, domain)
    selection = selection_for(library, domain, features, 1)
    coverage = SeedCoverage(scores={}, category=domain.category, domain=domain.id)
    parameters = ItemParameters(
        family="webapp", random_seed=1, values=selection.values(domain.category), complexity=1
    )
    seed = ItemSeed(seed=Seed(id="all", query="everything"), coverage=coverage)
    project = compose(library, Recipe(id="all", seed=seed, parameters=parameters), "canary")
    overlay = next((a.files for a in project.alternatives if a.alternative.name == kit), {})
    write_files(folder, {**project.reference, **overlay})
    return features


async def visit(page: Page, address: str) -> tuple[list[str], list[str]]:
    """Views that were seen, and what was wrong in them."""
    wrong: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            wrong.append(f"console: {message.text}")

    page.on("console", heard)
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    await page.clock.set_fixed_time(TODAY)
    await page.goto(address)
    open_views, seen = ["#/"], list[str]()
    while open_views:
        view = open_views.pop()
        seen.append(view)
        await page.evaluate("hash => { location.hash = hash }", view)
        await page.wait_for_timeout(60)
        found: list[str] = await page.evaluate(ROUTES)
        items = [link for link in found if link.count("/") > 1][:1]
        open_views += [
            link for link in {*found, *items} if link not in (*seen, *open_views) and link.count("/") == 1
        ]
        open_views += [link for link in items if link not in seen and link not in open_views]
        if await page.evaluate(TOO_WIDE):
            wrong.append(f"{view}: scrolls sideways")
        wrong += [f"{view}: has no name: {html[:200]}" for html in await page.evaluate(NAMELESS)]
    return seen, wrong


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("kit", ["reference", "restyled"])
@pytest.mark.parametrize("domain", ["houseplants", "team-tasks", "guesthouses", "vocabulary"])
async def test_an_app_with_every_feature_works_on_a_phone(
    library: WebCatalog, folder: Path, address: str, domain: str, kit: str
):
    chromium = read_settings().chromium
    assert chromium is not None
    features = write_app(library, library.domains[domain], folder, kit)
    assert len(features) >= 12
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium)
        page = await browser.new_page(viewport=NARROW)  # pyright: ignore[reportArgumentType]
        seen, wrong = await asyncio.wait_for(visit(page, address), 60)
        await browser.close()
    assert len(seen) >= 3
    assert not wrong
