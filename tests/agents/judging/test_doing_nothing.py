"""What need not be done is not done, and what is there and does nothing has failed rather than being left open."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task

pytestmark = pytest.mark.browser

GUEST = {"role": "text", "name": "Ada Berg"}
LINK = {"role": "link", "name": "Bookings"}
LISTED = task(
    "listed",
    clicks("Book"),
    {"do": "click", "target": LINK, "unless": {"kind": "visible", "target": GUEST}},
    expects("who", kind="visible", target=GUEST),
)
BESIDE = "<button onclick=\"list.textContent = 'Ada Berg'\">Book</button><h2>Your seats</h2><p id=list></p>"
AWAY = (
    "<button onclick=\"kept = 'Ada Berg'\">Book</button>"
    '<a href="#b" onclick="list.textContent = kept">Bookings</a><p id=list></p>'
)
SORT = """<h1>Shows</h1><p><a href="#a">Programme</a></p><p>Order: <a href="#up">price ↑</a> <a href="#down">price ↓</a>
</p><ul><li><h2>Fado</h2> €9</li><li><h2>Macbeth</h2> €7</li><li><h2>Choir</h2> €8</li></ul>"""
ORDER = {"role": "combobox", "name": "Sort by", "synonyms": ["Order"]}
SORTED = task(
    "sorted",
    {"do": "select", "target": ORDER, "value": "Price: lowest first"},
    {"do": "select", "target": ORDER, "value": "Price: highest first"},
    expects("turned", kind="visible", target={"role": "heading", "name": "Fado"}),
)


@pytest.mark.slow
@pytest.mark.parametrize("html", [BESIDE, AWAY], ids=["beside", "away"])
async def test_what_is_there_already_is_not_gone_to(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str
) -> None:
    request = JudgeRequest(item="shows", submission=make_app(html), criteria=criteria(LISTED))
    assert (await judge.judge(request)).of("listed").status is Status.PASSED
