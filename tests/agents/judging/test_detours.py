"""What a task does not find on its screen is looked for in the rest of the app, which is explored once."""

import pytest

from agents.judging.deciding import MAPPED
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.judging import JudgeRequest
from plans.records.verdict import Judgement, Status
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
    atlas = await judge.explored(JudgeRequest(item="app", hand_in=make_app(page), criteria=criteria(words)))
    assert (len(atlas.screens), atlas.presses) == (1, 0)


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
