"""What a task does not find on its screen is looked for in the rest of the app, which is explored once."""

import pytest

from agents.browser.charting.charting import ChartBounds
from agents.judging.deciding import MAPPED
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.settings import JudgeSettings
from plans.records.judging import JudgeRequest
from plans.records.verdict import Judgement, Status
from plans.settings import read_settings
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOP = """<nav>NAV</nav><main></main><script>
const main = document.querySelector("main");
const show = (html) => { main.innerHTML = html; };
const products = `<h2>Products</h2><ul><li>Tea</li><li>Rice</li></ul>`;
const account = () => { show(`<h2>Account</h2>MORE<div id=place></div>`);
  more.onclick = () => { place.innerHTML = `<p>Points: <b id=n>0</b></p>PREFERENCES`; WIRE }; };
a.onclick = () => show(products);
b.onclick = account;
c.onclick = () => { localStorage.setItem("gone", 1); document.body.innerHTML = "gone"; };
show(products);
</script>"""
NAVS = {
    "buttons": "<button id=a>Products</button><button id=b>Account</button><button id=c>Delete account</button>",
    "links": "<a id=a href='#a'>Products</a><a id=b href='#b'>Account</a><a id=c href='#c'>Log out</a>",
    "tabs": """<div role=tablist><span role=tab id=a aria-selected=true>Products</span>
    <span role=tab id=b>Account</span></div><button id=c>Clear all</button>""",
}
MORE = {
    "button": "<button id=more>Preferences</button>",
    "link": "<a id=more href='#more'>Preferences</a>",
    "menu": "<button id=more aria-haspopup=menu>Preferences</button>",
}
BUTTON = "<button id=redeem>Collect points</button>"
WORKS = "redeem.onclick = () => { n.textContent = 5; };"


def shop(nav: str = "buttons", more: str = "button", preferences: str = BUTTON, wire: str = WORKS) -> str:
    page = SHOP.replace("NAV", NAVS[nav]).replace("MORE", MORE[more])
    return page.replace("PREFERENCES", preferences).replace("WIRE", wire)


@pytest.mark.parametrize(("nav", "more"), [("buttons", "button"), ("links", "menu"), ("tabs", "link")])
async def test_what_stands_two_presses_away_is_gone_to_and_its_children_know_the_way(
    judge: ProgrammaticJudge, make_app: MakeApp, nav: str, more: str
) -> None:
    seen = await judged(judge, make_app, shop(nav, more), collects("points"), collects("again", ("points",)))

    points, again = seen.tasks
    assert points.status is Status.PASSED, points.reason
    assert MAPPED in points.marks
    assert "preference" in points.reason, "the verdict says by which way"
    assert "screens" in points.reason, "and what was explored"
    assert (again.status, again.attempts) == (Status.PASSED, 1), again.reason


async def test_the_next_round_begins_with_the_way_that_was_found(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    (first,) = (await judged(judge, make_app, shop(), collects("points"))).tasks
    assert first.finding is not None

    asked = JudgeRequest(
        item="app",
        hand_in=make_app(shop()),
        criteria=criteria(collects("points"), named()),
        only=frozenset({"points"}),
        before={"points": first.finding},
    )
    (points,) = (await judge.judge(asked)).tasks
    assert (points.status, points.attempts) == (Status.PASSED, 2), (
        "a way of another round counts when it comes twice"
    )
    assert MAPPED not in points.marks


async def test_a_control_that_is_only_to_be_there_may_be_elsewhere_and_the_rest_is_looked_for_here(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    plan = task("there", sees("collect", "button", "Collect points"), sees("tea", "text", "Tea"))
    (there,) = (await judged(judge, make_app, shop(), plan)).tasks
    assert there.status is Status.PASSED, there.reason


async def test_what_does_nothing_there_fails_as_it_would_here(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    (points,) = (await judged(judge, make_app, shop(wire=""), collects("points"))).tasks
    assert points.status is Status.FAILED
    assert "explored" in points.reason, "that it was tried elsewhere is told"


async def test_what_is_nowhere_in_an_app_that_was_seen_whole_failed(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    (points,) = (await judged(judge, make_app, shop(preferences="", wire=""), collects("points"))).tasks
    assert points.status is Status.FAILED
    assert "nothing like it in the rest of the app (2 screens, 3 presses explored)" in points.reason


async def test_what_is_nowhere_in_the_part_that_was_seen_is_open(make_app: MakeApp) -> None:
    settings = JudgeSettings(chart=ChartBounds(presses=1))
    async with ProgrammaticJudge(read_settings().chromium, workers=1, settings=settings) as judge:
        (points,) = (await judged(judge, make_app, shop(), collects("points"))).tasks
    assert points.status is Status.UNRESOLVED
    assert "in the part of the app that was explored" in points.reason


async def test_what_is_nowhere_is_open_where_another_screen_was_not_seen_whole(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """The look takes 6000 elements; the button might be among the others."""
    many = "${'<button>Products</button>'.repeat(7000)}"
    (points,) = (await judged(judge, make_app, shop(preferences=many, wire=""), collects("points"))).tasks
    assert points.status is Status.UNRESOLVED, points.reason


async def test_an_app_with_a_new_screen_behind_each_is_left_open(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    page = """<main></main><script>
    const word = () => Math.random().toString(36).replace(/[^a-z]/g, "");
    const next = () => { const main = document.querySelector("main"); main.innerHTML = `<h2>${word()}</h2>`;
      for (let n = 0; n < 3; n++) { const link = document.createElement("a"); link.href = "#" + word();
        link.textContent = `Read the story of how ${word()} ${word()} came to ${word()}`;
        link.onclick = next; main.append(link, " "); } };
    next();</script>"""
    (points,) = (await judged(judge, make_app, page, collects("points"))).tasks
    assert points.status is Status.UNRESOLVED, points.reason
    assert "controls were left" in points.reason


async def test_what_undoes_sends_or_buys_is_not_pressed(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    names = (
        "Delete account",
        "Clear all",
        "Log out",
        "Sign out",
        "Buy now",
        "Send",
        "Reset",
        "Empty the basket",
    )
    buttons = "".join(f"<button onclick='document.body.innerHTML=GONE'>{name}</button>" for name in names)
    page = f"<script>const GONE = '<button>Collect points</button>';</script>{buttons}<ul><li>Tea</li></ul>"
    words = task("words", *(clicks(name) for name in names), outcomes=("any",))
    (points,) = (await judged(judge, make_app, page, collects("points"), words=words)).tasks
    assert "(1 screen, 0 presses explored)" in points.reason


async def test_nothing_is_explored_while_everything_is_found(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    here = "<p>Points: <b id=n>0</b></p><button onclick='n.textContent = 5'>Collect points</button>"
    (points,) = (await judged(judge, make_app, here, collects("points"))).tasks
    assert (points.status, points.attempts, points.marks) == (Status.PASSED, 1, ())


@pytest.mark.parametrize(
    "page",
    [
        "<ul><li>Tea</li><li>Rice</li></ul>",
        "<section><h2>Points</h2><p>You have none.</p></section>",
    ],
)
async def test_nothing_is_explored_for_what_its_place_is_here_without(
    judge: ProgrammaticJudge, make_app: MakeApp, page: str
) -> None:
    within = (
        {"role": "item", "name": "product", "nth": 1}
        if "<ul>" in page
        else {"role": "region", "name": "Points"}
    )
    plan = task("points", clicks("Collect points", within=within), sees("five", "text", "5"))
    (points,) = (await judged(judge, make_app, page, plan)).tasks
    assert points.status is Status.FAILED
    assert "explored" not in points.reason


async def test_tasks_share_one_exploration(make_app: MakeApp) -> None:
    """An app with another number of links at each visit: tasks that were told the same saw it in the same one."""
    page = """<nav></nav><script>
    const links = 1 + crypto.getRandomValues(new Uint8Array(1))[0] % 8;
    for (let n = 0; n < links; n++)
      document.querySelector("nav").innerHTML += `<a href="#${n}">${"Products ".repeat(n + 5)}</a> `;</script>"""
    plans = [task(verb, clicks(verb), sees("done", "text", "Done")) for verb in ("redeem", "gather", "spend")]
    async with ProgrammaticJudge(read_settings().chromium, workers=2) as judge:
        seen = await judged(judge, make_app, page, *plans)
    assert all(
        "presses explored)" in verdict.reason or "1 press explored" in verdict.reason
        for verdict in seen.tasks
    )
    assert len({verdict.reason.split("rest of the app")[1] for verdict in seen.tasks}) == 1
    assert [verdict.attempts for verdict in seen.tasks] == [2] * 3, "to explore is no attempt"


def collects(id: str, needs: tuple[str, ...] = ()) -> dict[str, object]:
    points = {"role": "text", "name": "Points"}
    return task(
        id,
        clicks("Collect points"),
        expects("five", kind="reads", read="number", target=points, that="it == 5"),
        needs=needs,
    )


def named() -> dict[str, object]:
    """Words for the app's other controls, so that none goes unexplained."""
    names = ("Products", "Account", "Preferences", "Delete account", "Log out", "Clear all")
    return task("words", *(clicks(name) for name in names), outcomes=("any",))


async def judged(
    judge: ProgrammaticJudge,
    make_app: MakeApp,
    html: str,
    *tasks: dict[str, object],
    words: dict[str, object] | None = None,
) -> Judgement:
    """The verdicts of tasks; the criteria speak of the app's other controls too."""
    asked = frozenset(str(one["id"]) for one in tasks)
    plan = criteria(*tasks, words or named())
    return await judge.judge(JudgeRequest(item="app", hand_in=make_app(html), criteria=plan, only=asked))


async def test_choices_elsewhere_that_offer_nothing_asked_for_are_not_the_control_that_was_missed(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """A list without its order control was left open: a chart on another screen had "Number of orders" to choose."""
    chart = "<label>Order figures <select><option>Number of orders</option><option>Average</option></select></label>"
    asked = task(
        "sorted",
        {"do": "select", "target": {"role": "combobox", "name": "Sort by", "synonyms": ["Order"]},
         "value": "Title: A to Z"},
        sees("there", "heading", "Products"),
    )  # fmt: skip
    seen = await judged(judge, make_app, shop(preferences=chart, wire=""), asked)

    (verdict,) = seen.tasks
    assert verdict.status is Status.FAILED, verdict.reason
    assert "tried too where the rest of the app shows it" in verdict.reason


async def test_where_it_is_called_so_comes_before_where_it_may_be_meant(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """The "Play again" of a game was pressed for "Reset data", which stood on a screen of its own."""
    html = """<nav><button id=a>Game</button><button id=b>Account</button></nav><main></main><script>
        const main = document.querySelector("main");
        a.onclick = () => { main.innerHTML = "<h2>Game</h2><button>Play again</button>"; };
        b.onclick = () => { main.innerHTML = "<h2>Account</h2><button id=r>Reset data</button>";
          r.onclick = () => { main.innerHTML = "<p>All is new</p>"; }; };</script>"""
    reset = {"role": "button", "name": "Reset data", "synonyms": ["Start over"]}
    asked = task("reset", {"do": "click", "target": reset}, sees("new", "text", "All is new"))
    (verdict,) = (await judged(judge, make_app, html, asked)).tasks
    assert verdict.status is Status.PASSED, verdict.reason
    assert "account" in verdict.reason
    assert verdict.attempts <= 4, "the other screen was not gone to first"
