"""Items that unfold in place: what one of them says is none of another's, though both stand open."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST, LAST = ({"role": "item", "name": "question", "nth": place} for place in (1, -1))
WORDS = {"role": "text", "name": "Kettle is on"}
OWN = task(
    "own",
    clicks("Comments", within=FIRST),
    {"do": "fill", "target": {"role": "textbox", "name": "Comment"}, "value": "Kettle is on"},
    clicks("Post"),
    expects("there", kind="visible", target=WORDS),
    clicks("Comments", within=LAST),
    expects("elsewhere", kind="all_of", parts=[
        {"kind": "visible", "target": {"role": "textbox", "name": "Comment"}}, {"kind": "absent", "target": WORDS},
    ]),
)  # fmt: skip
APP = """<div id=l></div><script>
const said = { a: [], b: [] }, asked = { a: "Who has a ladder?", b: "Whose cat is it?" };
const show = (k) => { document.getElementById(k).querySelector("div").innerHTML =
 said[WHOSE].map((t) => `<p>${t}</p>`).join("")
 + `<textarea aria-label=Comment></textarea><button onclick="post('${k}', this)">Post</button>`; };
const post = (k, button) => { said[k].push(button.previousSibling.value); show(k); };
l.innerHTML = Object.keys(said).map((k) => `<article class=question id=${k}><h3>${asked[k]}</h3>
 <button onclick="show('${k}')">Comments</button><div></div></article>`).join("");
</script>"""


@pytest.mark.parametrize(("whose", "status"), [("k", Status.UNRESOLVED), ("'a'", Status.FAILED)])
async def test_what_another_item_says_is_not_among_what_this_one_unfolds(
    judge: ProgrammaticJudge, make_app: MakeApp, whose: str, status: Status
) -> None:
    app = make_app(APP.replace("WHOSE", whose))
    verdict = (await judge.judge(JudgeRequest(item="street", submission=app, criteria=criteria(OWN)))).of(
        "own"
    )
    assert {o.outcome: o.status for o in verdict.outcomes} == {"there": Status.PASSED, "elsewhere": status}


ARCHIVED = task(
    "archived",
    expects("archive", kind="visible", target={"role": "button", "name": "Archive"}),
    clicks("Save"),
    expects("saved", kind="visible", target={"role": "text", "name": "Saved for good"}),
)
MENU = """<h1>Letter</h1><button id=more aria-haspopup=menu>More</button><div id=menu role=menu hidden
 style="position:absolute;background:#fff;width:300px;height:300px"><div role=menuitem tabindex=0>Print</div></div>
<p><button onclick="said.textContent = menu.hidden ? 'Saved for good' : 'Saved with a menu'">Save</button>
<b id=said></b>
<script>TOGGLE</script>"""


@pytest.mark.parametrize(
    "toggle",
    [
        "more.onclick = () => { menu.hidden = !menu.hidden; };",
        "more.onclick = () => { menu.hidden = false; };"
        "onkeydown = (e) => { if (e.key === 'Escape') menu.hidden = true; };",
    ],
    ids=["by a second press", "by Escape"],
)
async def test_a_menu_that_was_opened_in_vain_is_closed_again(
    judge: ProgrammaticJudge, make_app: MakeApp, toggle: str
) -> None:
    """It lay over the button that was pressed next."""
    app = make_app(MENU.replace("TOGGLE", toggle))
    verdict = (await judge.judge(JudgeRequest(item="mail", submission=app, criteria=criteria(ARCHIVED)))).of(
        "archived"
    )
    assert {o.outcome: o.status for o in verdict.outcomes} == {
        "archive": Status.FAILED,
        "saved": Status.PASSED,
    }
