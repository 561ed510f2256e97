"""A judge, and short ways to write what it is to decide."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.criteria import Criteria
from plans.settings import read_settings
from tests.sharing import share_loops

MakeApp = Callable[..., Path]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    share_loops(items, Path(__file__).parent)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def judge() -> AsyncIterator[ProgrammaticJudge]:
    """A judge with one warm worker, which keeps nothing from one judgement to the next."""
    async with ProgrammaticJudge(read_settings().chromium, workers=1) as warm:
        yield warm


@pytest.fixture
def make_app(tmp_path: Path) -> MakeApp:
    """Writes a submission with one page."""

    def make(html: str, name: str = "app") -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        page = f"<!doctype html><meta charset=utf-8><title>App</title>{html}"
        (folder / "index.html").write_text(page, encoding="utf-8")
        return folder

    return make


def task(
    id: str, *steps: dict[str, Any], needs: tuple[str, ...] = (), outcomes: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A task that begins with `open`; its outcomes are those that its steps expect."""
    named = outcomes or tuple(dict.fromkeys(step["outcome"] for step in steps if step["do"] == "expect"))
    return {
        "id": id, "title": id, "level": "functionality", "weight": 1, "depends_on": needs, "requirements": ["R1"],
        "outcomes": [{"id": name, "statement": name} for name in named],
        "how": {"kind": "browser", "steps": [{"do": "open"}, *steps]},
    }  # fmt: skip


def criteria(*tasks: dict[str, Any]) -> Criteria:
    return Criteria.model_validate({"tasks": tasks})


def sees(outcome: str, role: str, name: str = "", **more: Any) -> dict[str, Any]:
    """Expect that something is visible."""
    return {
        "do": "expect",
        "outcome": outcome,
        "that": {"kind": "visible", "target": {"role": role, "name": name, **more}},
    }


def expects(outcome: str, **that: Any) -> dict[str, Any]:
    return {"do": "expect", "outcome": outcome, "that": that}


def clicks(name: str, role: str = "button", then: str | None = None, **more: Any) -> dict[str, Any]:
    return {"do": "click", "target": {"role": role, "name": name, **more}, "then": then}
