"""A filter that leaves the list as it was has listed nothing, however many entries stand there."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.judging import JudgeRequest
from plans.records.verdict import Status
from tests.agents.judging.conftest import MakeApp, criteria, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CHOOSES = task(
    "filter",
    {"do": "open"},
    {"do": "select", "target": {"role": "combobox", "name": "Stall", "synonyms": ["Filter by stall"]},
     "position": 1, "bind": "chosen"},
    {"do": "expect", "outcome": "offered", "that": {"kind": "holds", "that": "len(chosen) > 0"}},
    {"do": "expect", "outcome": "listed", "that": {
        "kind": "reads", "read": "count", "target": {"role": "item", "name": "thing"}, "that": "it >= 1"}},
)  # fmt: skip
MARKET = (
    "<label>Stall <select id=k><option value=''>All<option>Fruit<option>Bread</select></label><h2>Market</h2>"
    "<ul id=l></ul><script>const all = [['Pears', 'Fruit'], ['Rolls', 'Bread'], ['Plums', 'Fruit'],"
    "['Buns', 'Bread']]; const draw = (rows) => { l.innerHTML = rows.map((r) => `<li class=thing><b>${r[0]}</b>"
    " <i>${r[1]}</i></li>`).join('') }; draw(all); k.onchange = (event) => {"
)


@pytest.mark.parametrize(
    ("narrow", "status"),
    [
        ("draw(all.filter((r) => r[1] === k.value))", Status.PASSED),
        ("document.querySelector('h2').textContent = `${k.value}: 2`", Status.FAILED),
        ("if (!event.isTrusted) draw(all.filter((r) => r[1] === k.value))", Status.FAILED),
    ],
)
async def test_what_is_listed_counts_only_when_the_filter_did_it(
    judge: ProgrammaticJudge, make_app: MakeApp, narrow: str, status: Status
) -> None:
    app = make_app(f"{MARKET}{narrow}}};</script>")
    (verdict,) = (
        await judge.judge(JudgeRequest(item="market", hand_in=app, criteria=criteria(CHOOSES)))
    ).tasks
    assert {o.outcome: o.status for o in verdict.outcomes} == {"offered": Status.PASSED, "listed": status}


async def test_a_filter_that_has_nothing_to_leave_out_is_no_dead_one(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Each entry is open and offers "Done": the button was taken for what the entry is."""
    rows = "".join(
        f"<li class=thing><b>{name}</b> <button>Done</button></li>"
        for name in ("Sweep", "Bake", "Paint", "Post")
    )
    app = make_app(
        "<label>Stall <select><option value=''>All<option>Open<option>Done</select></label><h2>Market</h2>"
        f"<ul>{rows}</ul>"
    )
    (verdict,) = (
        await judge.judge(JudgeRequest(item="market", hand_in=app, criteria=criteria(CHOOSES)))
    ).tasks
    assert {o.outcome: o.status for o in verdict.outcomes}["listed"] is Status.PASSED
