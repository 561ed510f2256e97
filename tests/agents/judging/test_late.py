"""Honest apps that take a second or two are judged by what they show in the end, and no wait mends a broken one."""

from typing import Any

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.worker import page_seed
from plans.records.verdict import JudgeRequest, OutcomeCause, Status, TaskVerdict, World
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ADDING = task(
    "adding",
    clicks("Add to cart"),
    clicks("Add to cart"),
    expects("counted", kind="reads", read="number", target={"role": "link", "name": "Cart"}, that="it == 2"),
)
ADDING_ONE = {
    "kind": "reads",
    "read": "number",
    "target": {"role": "link", "name": "Cart"},
    "that": "it == 1",
}
SEARCHING = task(
    "searching",
    {"do": "fill", "target": {"role": "textbox", "name": "Search"}, "value": "pear"},
    expects("narrowed", kind="reads", read="count", target={"role": "item", "name": "fruit"}, that="it == 1"),
    {"do": "fill", "target": {"role": "textbox", "name": "Search"}, "value": ""},
    expects("back", kind="all_of", parts=[
        {"kind": "reads", "read": "count", "target": {"role": "item", "name": "fruit"}, "that": "it == 4"},
        {"kind": "absent", "target": {"role": "text", "name": "Filtered"}}]),
)  # fmt: skip
SHOP = (
    "<a href='#'>Cart (<b id=n>0</b>)</a> <button id=b>Add to cart</button><script>"
    "b.onclick = () => { b.disabled = true; setTimeout(() => { b.disabled = false; SAVE }, 1000) }</script>"
)
LIST = (
    "<label>Search <input id=q></label><p id=f></p><ul id=l></ul><script>"
    "const draw = (text) => { f.textContent = text && 'Filtered'; l.innerHTML = ['Pears', 'Plums', 'Figs', 'Dates']"
    ".filter((name) => name.toLowerCase().includes(text)).map((name) => `<li class=fruit>${name}</li>`).join('') };"
)
DEBOUNCED = (
    f"{LIST} draw(''); let d; q.oninput = () => {{ clearTimeout(d); d = setTimeout(() => draw(q.value), 900) }}"
    "</script>"
)
IN_A_WORKER = (
    f"{LIST} draw(''); const w = new Worker(URL.createObjectURL(new Blob(["
    "'onmessage = (e) => { const t = Date.now(); while (Date.now() - t < 350); postMessage(e.data) }'])));"
    "w.onmessage = (event) => draw(event.data); q.oninput = () => w.postMessage(q.value)</script>"
)
LOADING = (
    LIST
    + "f.textContent = 'Loading…'; q.oninput = () => draw(q.value); setTimeout(() => draw(''), {wait})</script>"
)
KEYS = (
    "<ul id=l></ul><p id=f>Loading…</p><script>setTimeout(() => { f.remove(); l.innerHTML = '<li>Pears<li>Plums';"
    "onkeydown = (event) => { if (event.key === 'j') l.firstChild.setAttribute('aria-current', 'true') } }, {wait})"
    "</script>"
)
MOVING = task(
    "moving",
    {"do": "press", "key": "j"},
    expects("first", kind="reads", read="state", target={"role": "item", "name": "fruit", "nth": 1},
            that="'current' in it"),
)  # fmt: skip
COUNTING = task(
    "counting",
    {"do": "remember", "bind": "before", "read": "count", "target": {"role": "item", "name": "fruit"}},
    {"do": "fill", "target": {"role": "textbox", "name": "Search"}, "value": "pear"},
    expects("narrowed", kind="reads", read="count", target={"role": "item", "name": "fruit"},
            that="it == before - 3"),
)  # fmt: skip


async def _verdict(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, asked: dict[str, Any]
) -> TaskVerdict:
    request = JudgeRequest(item="late", submission=make_app(html), criteria=criteria(asked))
    (verdict,) = (await judge.judge(request)).tasks
    return verdict


@pytest.mark.parametrize(
    ("html", "asked"),
    [
        (SHOP.replace("SAVE", "n.textContent = Number(n.textContent) + 1"), ADDING),
        (DEBOUNCED, SEARCHING),
        (IN_A_WORKER, SEARCHING),
        (LOADING.replace("{wait}", "1200"), SEARCHING),
        (LOADING.replace("{wait}", "2500"), SEARCHING),
        (LOADING.replace("{wait}", "2500"), COUNTING),
        (KEYS.replace("{wait}", "2500"), MOVING),
    ],
    ids=["an answer after a second", "a debounced search", "a worker", "loading 1.2 s", "loading 2.5 s",
         "counted while loading", "a key while loading"],
)  # fmt: skip
async def test_a_slow_app_that_works_passes_at_the_first_attempt(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, asked: dict[str, Any]
) -> None:
    verdict = await _verdict(judge, make_app, html, asked)
    assert (verdict.status, verdict.attempts) == (Status.PASSED, 1), verdict.reason


async def test_a_slow_app_that_saves_nothing_fails(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    verdict = await _verdict(judge, make_app, SHOP.replace("SAVE", ""), ADDING)
    assert verdict.status is Status.FAILED


async def test_an_app_that_never_stops_loading_fails(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    verdict = await _verdict(judge, make_app, "<p>Loading…</p>", SEARCHING)
    assert verdict.status is Status.FAILED
    assert OutcomeCause.OUT_OF_TIME not in {outcome.cause for outcome in verdict.outcomes}


async def test_what_goes_away_late_is_left_open(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    """A complaint that fades was there, and an entry that is drawn out for a second was removed."""
    html = (
        "<button id=b>Save</button><p id=p></p><script>b.onclick = () => { p.textContent = 'Saving failed';"
        " setTimeout(() => p.remove(), 1500) }</script>"
    )
    asked = task(
        "saving",
        clicks("Save"),
        expects("quiet", kind="absent", target={"role": "text", "name": "Saving failed"}),
        sees("there", "button", "Save"),
    )
    assert (await _verdict(judge, make_app, html, asked)).status is Status.UNRESOLVED


@pytest.mark.parametrize(
    ("work", "status"),
    [
        ("const on = setInterval(() => { clearInterval(on); n.textContent = 1 }, 1200)", Status.UNRESOLVED),
        (
            "let k = 70; (function tick() { k-- ? requestAnimationFrame(tick) : (n.textContent = 1) })()",
            Status.UNRESOLVED,
        ),
        ("n.textContent = 2", Status.FAILED),
    ],
    ids=["an interval", "frames", "it never comes"],
)
async def test_late_work_that_leaves_no_sign_fails_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp, work: str, status: Status
) -> None:
    """Both attempts looked equally early, so that the second confirmed what the first had not waited for."""
    html = f'<a href="#">Cart (<b id=n>0</b>)</a> <button onclick="{work}">Add to cart</button>'
    asked = task("adding", clicks("Add to cart"), ADDING["how"]["steps"][-1] | {"that": ADDING_ONE})
    request = JudgeRequest(item="shop", submission=make_app(html), criteria=criteria(asked), world=World.OPEN)
    verdict = (await judge.judge(request)).of("adding")
    assert verdict.status is status, verdict.reason


async def test_what_is_no_script_error_fails_nothing(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    """A progressive web app failed by the judge's own stand-in for service workers, and one by a missing picture."""
    html = (
        "<h1>Boats</h1><img src=missing.png alt=''><script>if ('serviceWorker' in navigator) navigator.serviceWorker"
        ".register('sw.js').then((found) => found.addEventListener('updatefound', () => {}))</script>"
    )
    asked = task("opens", sees("title", "heading", "Boats"), expects("clean", kind="no_console_error"))
    verdict = await _verdict(judge, make_app, html, asked)
    assert verdict.status is Status.PASSED, verdict.reason
    broken = task("opens", sees("title", "heading", "Boats"), expects("clean", kind="no_console_error"))
    lost = "<h1>Boats</h1><script src=missing.js></script>"
    verdict = await _verdict(judge, make_app, lost, broken)
    assert verdict.status is Status.FAILED, verdict.reason


def test_the_luck_of_a_page_is_that_of_its_attempt() -> None:
    assert page_seed(7) == page_seed(7)
    assert len({page_seed(attempt) for attempt in range(100)}) == 100


async def test_a_page_that_was_only_slow_to_answer_has_not_failed(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """What hangs does so for any time; a press that takes three seconds is answered where there is time for it."""
    wait = "const end = Date.now() + {}; while (Date.now() < end) {{}}"
    html = """<h1>Boats</h1><p>Bag <b id=bag>0</b></p><button onclick="{} bag.textContent = 1">Buy</button>"""
    bought = task(
        "bought",
        clicks("Buy"),
        expects(
            "counted", kind="reads", read="number", target={"role": "text", "name": "Bag"}, that="it == 1"
        ),
    )
    statuses: list[Status] = []
    for name, milliseconds in (("slow", 3000), ("hangs", 600_000)):
        app = make_app(html.format(wait.format(milliseconds)), name)
        request = JudgeRequest(item="shop", submission=app, criteria=criteria(bought))
        statuses.append((await judge.judge(request)).of("bought").status)
    assert statuses == [Status.UNRESOLVED, Status.FAILED]
