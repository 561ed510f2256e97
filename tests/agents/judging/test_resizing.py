"""A list is found again in a window of another width, also where it is drawn otherwise there."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status, World
from tests.agents.judging.conftest import MakeApp, criteria, expects, task

pytestmark = pytest.mark.browser

PLANT = {"role": "item", "name": "plant", "synonyms": ["plants"]}
COUNTED = task(
    "fits",
    {"do": "remember", "bind": "before", "read": "count", "target": PLANT},
    expects("wide", kind="holds", that="before == 3"),
    {"do": "resize", "width": 375, "height": 740},
    expects("narrow", kind="reads", read="count", target=PLANT, that="it == before"),
    {"do": "resize", "width": 1280, "height": 800},
    expects("again", kind="reads", read="count", target=PLANT, that="it == before"),
)


def responsive(narrow: str) -> str:
    """A table of plants, and in a narrow window what the script's function says."""
    return f"""<h1>Plants</h1><main id=m></main><script>
const plants = ['Aloe vera', 'Boston fern', 'Calathea'];
const rows = () => '<table aria-label=Plants><tr><th>Name</th></tr>'
  + plants.map((p) => `<tr><td>${{p}}</td></tr>`).join('') + '</table>';
const narrow = () => {narrow};
const wide = matchMedia('(min-width: 600px)');
const draw = () => {{ m.innerHTML = wide.matches ? rows() : narrow(); }};
wide.addEventListener('change', draw); draw();
</script>"""


LIST = "'<ul aria-label=Plants>' + plants.map((p) => `<li>${p}</li>`).join('') + '</ul>'"


@pytest.mark.parametrize("world", World)
async def test_a_table_that_becomes_a_list_holds_the_same_entries(
    judge: ProgrammaticJudge, make_app: MakeApp, world: World
) -> None:
    request = JudgeRequest(
        item="plants", submission=make_app(responsive(LIST)), criteria=criteria(COUNTED), world=world
    )
    found = (await judge.judge(request)).of("fits")
    assert found.status is Status.PASSED, found.reason


async def test_a_list_that_a_narrow_window_lacks_has_failed_in_a_closed_world(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    app = make_app(responsive("'<p>Use a larger window.</p>'"))
    request = JudgeRequest(item="plants", submission=app, criteria=criteria(COUNTED), world=World.CLOSED)
    found = (await judge.judge(request)).of("fits")
    assert found.status is Status.FAILED, found.reason
