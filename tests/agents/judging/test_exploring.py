"""An app is explored where something is not found; what stands on another screen is not absent."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, OutcomeCause, Status, World
from tests.agents.judging.conftest import MakeApp, clicks, criteria, sees, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOP = """<nav><button id=a>Products</button><button id=b>Account</button></nav><main></main><script>
const main = document.querySelector("main");
const show = (html) => { main.innerHTML = html; };
a.onclick = () => show("<h2>Products</h2><ul><li>Tea</li><li>Rice</li></ul>");
b.onclick = () => show("<h2>Account</h2>BUTTON");
a.onclick();
</script>"""
COLLECTS = task("points", clicks("Collect points"), sees("five", "text", "5"))


@pytest.mark.parametrize("button", ["<button>Collect points</button>", ""])
async def test_a_button_is_not_absent_while_other_screens_have_buttons(
    judge: ProgrammaticJudge, make_app: MakeApp, button: str
) -> None:
    request = JudgeRequest(
        item="app",
        submission=make_app(SHOP.replace("BUTTON", button)),
        criteria=criteria(COLLECTS),
        world=World.OPEN,
    )
    (points,) = (await judge.judge(request)).tasks
    assert (points.status, points.outcomes[0].cause) == (Status.UNRESOLVED, OutcomeCause.NOT_BOUND)


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
    atlas = await judge.explored(
        JudgeRequest(item="app", submission=make_app(page), criteria=criteria(words))
    )
    assert (len(atlas.screens), atlas.presses) == (1, 0)
