"""Texts that are named by drawn values are read as they stand, and not as labels of what stands beside them."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task

pytestmark = pytest.mark.browser

OPTIONS = {"role": "text", "name": "{a}", "synonyms": ["{b}", "{c}"]}
STEPS = task(
    "options",
    *({"do": "generate", "bind": name, "kind": "title"} for name in "abc"),
    *(
        {"do": "fill", "target": {"role": "textbox", "name": f"Option {place}"}, "value": f"{{{name}}}"}
        for place, name in enumerate("abc", 1)
    ),
    clicks("Save"),
    expects(
        "order",
        kind="reads",
        read="texts",
        target=OPTIONS,
        that="[a if contains(t, a) else (b if contains(t, b) else c) for t in it] == [a, b, c]",
    ),
)
APP = """<h1>Poll</h1><form onsubmit="save(event)"><label>Option 1 <input></label><label>Option 2 <input></label>
<label>Option 3 <input></label><button>Save</button></form><form id=shown hidden></form>
<script>const save = (event) => {
  event.preventDefault();
  const options = [...event.target.querySelectorAll("input")].map((field) => field.value)ORDER;
  event.target.remove();
  shown.hidden = false;
  shown.innerHTML = options.map((one) => `<p><label><input type=radio name=choice> <span>${one}</span></label></p>`)
    .join("") + "<button>Cast vote</button>";
};</script>"""


@pytest.mark.parametrize(("order", "status"), [("", Status.PASSED), (".reverse()", Status.FAILED)])
async def test_the_order_of_options_is_read_off_their_texts(
    judge: ProgrammaticJudge, make_app: MakeApp, order: str, status: Status
) -> None:
    app = make_app(APP.replace("ORDER", order))
    verdict = (await judge.judge(JudgeRequest(item="poll", submission=app, criteria=criteria(STEPS)))).of(
        "options"
    )
    assert verdict.status is status, verdict.outcomes
