"""What a condition shows: one that holds of nothing at all, or because nothing was done, shows nothing."""

from pathlib import Path
from typing import Any

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status, TaskVerdict
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task

PLANTS = "<h1>Shop</h1><button>Clear</button><ul><li>Fern</li><li>Ivy</li><li>Moss</li></ul>"
GROWS = PLANTS.replace("<button>", "<button onclick=\"document.querySelector('li').remove()\">")
PLANT = {"role": "item", "name": "plant"}
COUNTED = {"do": "remember", "bind": "n", "read": "count", "target": PLANT}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    ("read", "that"),
    [
        ("count", "it == n"),
        ("count", "it <= n"),
        ("count", "n >= it and it != 7"),
        ("texts", "len([one for one in it if 'zz' in one]) == 0"),
        ("texts", "'zz' not in it and not any_contain(it, 'yy')"),
    ],
)
async def test_what_holds_by_doing_nothing_is_no_evidence_alone(
    judge: ProgrammaticJudge, make_app: MakeApp, read: str, that: str
) -> None:
    """Each once passed on a page on which nothing works."""
    plan = task("t", COUNTED, clicks("Clear"), expects("o", kind="reads", read=read, target=PLANT, that=that))
    verdict = await _judged(judge, make_app(PLANTS), plan)
    assert verdict.status is Status.FAILED
    assert "holds where nothing works too" in verdict.outcomes[0].reason


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    ("html", "that"),
    [(GROWS, "it <= n"), (GROWS, "it == n - 1"), (PLANTS, "it == n and 2 <= it"), (PLANTS, "it == 3")],
)
async def test_what_has_moved_or_says_what_there_is_counts(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, that: str
) -> None:
    plan = task(
        "t", COUNTED, clicks("Clear"), expects("o", kind="reads", read="count", target=PLANT, that=that)
    )
    assert (await _judged(judge, make_app(html), plan)).status is Status.PASSED


@pytest.mark.slow
@pytest.mark.browser
async def test_that_less_is_left_than_there_was_shows_something_though_it_is_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """A greeting that was closed, and does not come back, on a page that is otherwise as it was."""
    greeting = {"role": "text", "name": "Welcome"}
    titles = {"role": "heading", "within": PLANT}
    list_of = "<ul>" + "".join(f"<li><h2>{name}</h2></li>" for name in ("Fern", "Ivy", "Moss")) + "</ul>"
    closes = f"<div><p>Welcome to Roots</p><button onclick='this.parentElement.remove()'>Got it</button></div>{list_of}"
    plan = task(
        "t",
        {"do": "remember", "bind": "titles", "read": "texts", "target": titles},
        {"do": "remember", "bind": "greetings", "read": "count", "target": greeting},
        clicks("Got it"),
        expects("closed", kind="reads", read="count", target=greeting, that="it < greetings"),
        expects("list", kind="reads", read="texts", target=titles, that="it == titles"),
    )
    assert (await _judged(judge, make_app(closes), plan)).status is Status.PASSED


@pytest.mark.browser
async def test_beside_what_does_show_something_it_counts(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    plan = task(
        "t", COUNTED, clicks("Clear"),
        expects("same", kind="reads", read="count", target=PLANT, that="it == n"),
        expects("three", kind="reads", read="count", target=PLANT, that="it == 3"),
    )  # fmt: skip
    assert (await _judged(judge, make_app(PLANTS), plan)).status is Status.PASSED


@pytest.mark.slow
@pytest.mark.browser
async def test_that_nothing_moves_shows_that_a_disabled_control_refuses(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    app = make_app(PLANTS.replace("<button>", "<button disabled>"))
    plan = task(
        "t", COUNTED, clicks("Clear"), expects("o", kind="reads", read="count", target=PLANT, that="it == n")
    )
    same = task("u", COUNTED, clicks("Clear"), expects("o", kind="unchanged", since="n"))
    assert (
        (await _judged(judge, app, plan)).status is (await _judged(judge, app, same)).status is Status.PASSED
    )


async def _judged(judge: ProgrammaticJudge, app: Path, plan: dict[str, Any]) -> TaskVerdict:
    request = JudgeRequest(item="shop", submission=app, criteria=criteria(plan))
    return (await judge.judge(request)).tasks[0]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    ("style", "that", "status"),
    [("", "it > 0.5", Status.FAILED), ("body { background: #123 }", "it < 0.5", Status.PASSED)],
)
async def test_a_light_page_alone_is_no_evidence_as_an_empty_one_is_light(
    judge: ProgrammaticJudge, make_app: MakeApp, style: str, that: str, status: Status
) -> None:
    plan = task("t", expects("o", kind="reads", read="brightness", that=that))
    verdict = await _judged(judge, make_app(f"<style>{style}</style>{PLANTS}"), plan)
    assert verdict.status is status
