"""Whole tasks on five apps of different styles: the same words, other markup."""

from pathlib import Path
from typing import Any

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.conftest import clicks, criteria, expects, sees, task

pytestmark = pytest.mark.browser

APPS = Path(__file__).parents[1] / "browser" / "apps"
TOTAL = {"role": "text", "name": "Total"}


def items(kind: str, **more: Any) -> dict[str, Any]:
    return {"role": "item", "name": kind, **more}


def titles(kind: str) -> dict[str, Any]:
    return {"role": "heading", "within": items(kind)}


def remember(bind: str, read: str, **target: Any) -> dict[str, Any]:
    return {"do": "remember", "bind": bind, "read": read, "target": target}


def fill(value: str, **target: Any) -> dict[str, Any]:
    return {"do": "fill", "value": value, "target": target}


def counted(outcome: str, kind: str, that: str) -> dict[str, Any]:
    return expects(outcome, kind="reads", read="count", target=items(kind), that=that)


def deleting(kind: str, *, ask: bool, then: str | None = "confirm") -> dict[str, Any]:
    second = items(kind, nth=2)
    return task(
        "deletes",
        remember("before", "count", **items(kind)),
        remember("title", "text", role="heading", within=second),
        clicks("Delete", then=then, within=second),
        *([expects("asks", kind="asked")] if ask else []),
        counted("fewer", kind, "it == before - 1"),
        expects("gone", kind="absent", target=items(kind, containing="{title}")),
        outcomes=(*(["asks"] if ask else []), "fewer", "gone"),
    )


def searching(kind: str) -> dict[str, Any]:
    return task(
        "searches",
        remember("before", "count", **items(kind)),
        remember("title", "text", role="heading", within=items(kind, nth=2)),
        fill("{title}", role="textbox", name="Search"),
        expects("found", kind="reads", read="texts", target=titles(kind), that="any_contain(it, title)"),
        counted("fewer", kind, "1 <= it and it < before"),
        {"do": "generate", "bind": "junk", "kind": "nonsense"},
        fill("{junk}", role="textbox", name="Search"),
        counted("none", kind, "it == 0"),
    )


def adding(kind: str, field: str, *more: dict[str, Any], opens: str | None = None) -> dict[str, Any]:
    return task(
        "adds",
        remember("before", "count", **items(kind)),
        {"do": "generate", "bind": "title", "kind": "title"},
        *([clicks(opens)] if opens else []),
        fill("{title}", role="textbox", name=field, synonyms=["What", "Name", "Description", "habit"]),
        *more,
        {"do": "complete"},
        clicks("Save", synonyms=["Add"]),
        sees("listed", "text", "{title}"),
        counted("one-more", kind, "it == before + 1"),
    )


CASES: dict[str, tuple[dict[str, Any], ...]] = {
    "semantic": (
        searching("tea"),
        adding("tea", "Title", opens="Add tea"),
        deleting("tea", ask=True),
        task(
            "filters",
            remember("before", "count", **items("tea")),
            {"do": "select", "target": {"role": "combobox", "name": "Kind"}, "position": 1, "bind": "kind"},
            counted("fewer", "tea", "1 <= it and it < before"),
            expects("only", kind="reads", read="texts", target=items("tea"), that="all_contain(it, kind)"),
        ),
        task(
            "totals",
            remember("price", "number", role="text", name="Price", within=items("tea", nth=2)),
            clicks("Add to basket", within=items("tea", nth=2)),
            clicks("Cart", role="link"),
            expects("sum", kind="reads", read="number", target=TOTAL, that="close(it, price)"),
        ),
        task(
            "required",
            remember("before", "count", **items("tea")),
            clicks("Add tea"),
            clicks("Save"),
            expects("told", kind="notice", words=["fill", "required"]),
            sees("open", "textbox", "Title"),
        ),
    ),
    "soup": (
        searching("hike"),
        adding("hike", "Name", opens="Add hike"),
        deleting("hike", ask=True),
        task(
            "required",
            clicks("Add hike"),
            clicks("Save"),
            expects("told", kind="notice", words=["name", "required"]),
            sees("open", "textbox", "Name"),
        ),
        task(
            "declines",
            remember("before", "count", **items("hike")),
            clicks("Delete", then="decline", within=items("hike", nth=1)),
            expects("asks", kind="asked"),
            counted("kept", "hike", "it == before"),
        ),
    ),
    "icons": (searching("note"), adding("note", "Text", opens="Add note")),
    "table": (
        task(
            "adds",
            {"do": "generate", "bind": "title", "kind": "title"},
            fill("{title}", role="textbox", name="Title", synonyms=["Description"]),
            {"do": "complete"},
            clicks("Add"),
            sees("listed", "item", "expense", containing="{title}"),
        ),
        task(
            "deletes",
            remember("title", "text", role="heading", within=items("expense", nth=2)),
            clicks("Delete", within=items("expense", nth=2)),
            expects("gone", kind="absent", target=items("expense", containing="{title}")),
            counted("others", "expense", "it > 1"),
        ),
        task(
            "pages",
            remember("first", "text", **items("expense", nth=1)),
            clicks("Next page"),
            expects("other", kind="changed", since="first"),
            expects("page", kind="reads", read="number", target={"role": "text", "name": "Page"}, that="it == 2"),
        ),
        task(
            "sorts",
            clicks("Description"),
            expects("up", kind="reads", read="texts", target=titles("expense"), that="ascending(it)"),
            clicks("Description"),
            expects("down", kind="reads", read="texts", target=titles("expense"), that="descending(it)"),
        ),
        task(
            "exports",
            remember("title", "text", role="heading", within=items("expense", nth=1)),
            clicks("Export CSV"),
            expects("file", kind="downloaded", that="contains(it, title) and contains(filename, 'csv')"),
        ),
    ),
    "emoji": (
        adding("habit", "New habit"),
        deleting("habit", ask=False),
        task(
            "undoes",
            remember("before", "texts", **titles("habit")),
            clicks("Delete", within=items("habit", nth=1)),
            expects("gone", kind="reads", read="count", target=items("habit"), that="it == len(before) - 1"),
            clicks("Undo"),
            expects("back", kind="unchanged", since="before"),
        ),
        task(
            "keeps",
            {"do": "generate", "bind": "title", "kind": "title"},
            fill("{title}", role="textbox", name="New habit"),
            {"do": "press", "key": "Enter", "target": {"role": "textbox", "name": "New habit"}},
            sees("listed", "text", "{title}"),
            {"do": "reload"},
            sees("kept", "text", "{title}"),
        ),
        task(
            "darkens",
            sees("offered", "button", "Dark mode"),
            expects("light", kind="reads", read="brightness", that="it > 0.5"),
            clicks("Dark mode", synonyms=["Theme"]),
            expects("changed", kind="reads", read="number", target={"role": "text", "name": "watered"}, that="it == 0"),
        ),
    ),
    "unnamed": (searching("question"), adding("question", "Title"), deleting("question", ask=False)),
}  # fmt: skip


@pytest.mark.parametrize("app", CASES)
@pytest.mark.slow
async def test_tasks_pass_on_apps_that_do_them(app: str, judge: ProgrammaticJudge, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text((APPS / f"{app}.html").read_text(encoding="utf-8"), encoding="utf-8")
    judgement = await judge.judge(JudgeRequest(item=app, submission=tmp_path, criteria=criteria(*CASES[app])))
    assert {v.task: v.reason for v in judgement.tasks if v.status is not Status.PASSED} == {}
