"""A filter that is a slider: what is expected holds of the limit that its steps allow."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.conftest import MakeApp, criteria, expects, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PRICE = {"role": "text", "name": "€", "within": {"role": "item", "name": "jar"}}
JARS = {"role": "item", "name": "jar"}
LIMIT = {"role": "spinbutton", "name": "Maximum price"}
STEPS = task(
    "limit",
    {"do": "compute", "bind": "middle", "expression": "5 + 4"},
    {"do": "compute", "bind": "low", "expression": "2 - 1"},
    {"do": "fill", "target": LIMIT, "value": "{middle}"},
    expects("below", kind="reads", read="numbers", target=PRICE, that="len(it) >= 1 and max(it) <= middle"),
    expects("all", kind="reads", read="count", target=JARS, that="it == 3"),
    {"do": "fill", "target": LIMIT, "value": "{low}"},
    expects("none", kind="reads", read="count", target=JARS, that="it == 0"),
)
APP = """<label>Maximum price <input id=s type=range min=LOW max=12 step=4 value=12></label><ul id=l></ul><script>
const draw = () => { l.innerHTML = [4, 6, 8, 12].filter((n) => n KEEPS s.value)
 .map((n) => `<li class=jar><b>Jam ${"abcdefghijklm"[n]}</b> <i>${n} €</i></li>`).join(""); };
s.oninput = draw; draw();</script>"""


@pytest.mark.parametrize(
    ("keeps", "low", "said"),
    [
        ("<=", "0", {"below": Status.PASSED, "all": Status.PASSED, "none": Status.PASSED}),
        ("<", "0", {"below": Status.PASSED, "all": Status.FAILED, "none": Status.PASSED}),
        ("<=", "4", {"below": Status.PASSED, "all": Status.PASSED, "none": Status.FAILED}),
    ],
)
async def test_a_limit_between_the_steps_of_a_slider_is_the_nearest_step(
    judge: ProgrammaticJudge, make_app: MakeApp, keeps: str, low: str, said: dict[str, Status]
) -> None:
    app = make_app(APP.replace("KEEPS", keeps).replace("LOW", low))
    verdict = (await judge.judge(JudgeRequest(item="jam", submission=app, criteria=criteria(STEPS)))).of(
        "limit"
    )
    assert {o.outcome: o.status for o in verdict.outcomes} == said, verdict.outcomes
