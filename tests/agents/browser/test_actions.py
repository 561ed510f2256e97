"""What a step does to a page: values arrive in fields of every make, and nothing else is touched."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.browser.actions.perform import ActionResult, perform
from agents.browser.actions.pointing import NotOperable, NotThere
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Step
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser

_STEP: TypeAdapter[Any] = TypeAdapter(Step)


async def do(page: LivePage, verb: str, **said: Any) -> ActionResult:
    """One step, on a page that is open."""
    step = _STEP.validate_python({"do": verb, **said})
    return await perform(page, step, page.page.url, Knowledge(), MadeUp(0, page.settings.today))


async def script(page: LivePage, expression: str) -> Any:
    """What the page's own script says."""
    return await page.page.evaluate(expression)


MASKED = """<label for=d>Date</label><input id=d placeholder='DD/MM/YYYY'><script>
const parts = ['DD', 'MM', 'YYYY']; let at = 0; const lengths = [2, 2, 4];
d.onfocus = () => { at = 0; parts.splice(0, 3, '', '', ''); };
d.onkeydown = (event) => { if (!/^[0-9]$/.test(event.key)) { event.preventDefault(); return; }
  event.preventDefault(); if (at > 2) return; parts[at] += event.key;
  if (parts[at].length === lengths[at]) at += 1; d.value = parts.join('/'); };
</script>"""


@pytest.mark.slow
async def test_a_date_is_typed_in_the_form_that_its_field_spells(open_app: OpenApp) -> None:
    page = await open_app(html=MASKED)
    await do(page, "fill", target={"role": "textbox", "name": "Date"}, value="2026-06-20")
    assert await script(page, "d.value") == "20/06/2026"


async def test_a_date_that_the_field_does_not_take_decides_nothing(open_app: OpenApp) -> None:
    page = await open_app(
        html="<label>Date <input placeholder='MM/DD/YYYY' oninput=\"this.value = ''\"></label>"
    )
    with pytest.raises(NotOperable, match="06/20/2026"):
        await do(page, "fill", target={"role": "textbox", "name": "Date"}, value="2026-06-20")


async def test_a_slider_is_a_field_for_a_number(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p id=l>Highest price: any</p><div style='position:relative'><input id=s type=range min=10 max=90 "
        "aria-labelledby=l style='width:200px'><i style='position:absolute;inset:0;background:tan'></i></div>"
    )
    limit = {"role": "spinbutton", "name": "Maximum price", "synonyms": ["Highest price"]}
    await do(page, "fill", target=limit, value="30")
    assert await script(page, "s.value") == "30"
    with pytest.raises(NotOperable, match="no number"):
        await do(page, "fill", target=limit, value="")


async def test_completing_a_form_leaves_what_was_chosen(open_app: OpenApp) -> None:
    page = await open_app(
        html="<form><fieldset><legend>Time</legend><label><input type=radio name=t value=9> 9:00</label>"
        "<label><input type=radio name=t value=10> 10:00</label></fieldset>"
        "<div role=combobox tabindex=0 aria-label=Room>Blue</div><input style='opacity:0'>"
        "<label>Name <input id=n></label><button>Book</button></form>"
    )
    await do(page, "select", target={"role": "combobox", "name": "Time"}, position=1)
    await do(page, "fill", target={"role": "textbox", "name": "Name"}, value="Ada")
    await do(page, "complete")
    assert await script(page, "new FormData(document.forms[0]).get('t')") == "9"
    assert await script(page, "n.value") == "Ada"


async def test_completing_a_form_chooses_from_a_list_of_its_own(open_app: OpenApp) -> None:
    page = await open_app(
        html="<form><div id=c role=combobox tabindex=0 aria-label=Room onclick='o.hidden=false'>\u200b</div>"
        "<ul id=o role=listbox hidden><li role=option onclick='c.textContent=this.textContent;o.hidden=true'>Blue</li>"
        "<li role=option>Red</li></ul><label>Name <input id=n></label><button>Book</button></form>"
    )
    await do(page, "fill", target={"role": "textbox", "name": "Name"}, value="Ada")
    await do(page, "complete")
    assert await script(page, "[c.textContent, n.value]") == ["Blue", "Ada"]


CHIPS = """<style>.g > * {display: inline-block; padding: 9px; cursor: pointer}</style>
<div class=g onclick='order = event.target.textContent'><span>All</span><span>Newest</span><span>Cheapest</span></div>
<div><b>Time</b><div class=g onclick='hour = event.target.textContent'><i>17:00</i><i title=Taken>18:30</i></div></div>
<ul><li><b>Mill</b><p>Wood, 80 a night</p><div class=g onclick='rated = 1'><i>★</i><i>★</i><i>★</i></div></li>
<li><b>Yard</b><p>Sea, 90 a night</p><div class=g><i>★</i><i>★</i><i>★</i></div></li></ul>"""


async def test_a_choice_without_a_control_is_known_by_its_label(open_app: OpenApp) -> None:
    page = await open_app(html=CHIPS)
    done = await do(
        page, "select", target={"role": "combobox", "name": "Slot", "synonyms": ["Time"]}, position=2
    )
    assert (done.chosen, await script(page, "hour")) == ("18:30", "18:30")
    assert await script(page, "typeof order + typeof rated") == "undefinedundefined"


async def test_another_choice_is_not_taken_for_one_that_is_missing(open_app: OpenApp) -> None:
    """Two groups that nothing names, and neither says what the items say: which is meant cannot be told."""
    page = await open_app(
        html="<div><button>All</button><button>Newest</button><button>Oldest</button></div>"
        "<div><button>All</button><button>Mine</button><button>Yours</button></div>"
        "<ul><li><b>Mill</b> 80<li><b>Yard</b> 90</ul>"
    )
    with pytest.raises(NotThere):
        await do(page, "select", target={"role": "combobox", "name": "Setting"}, position=1)


async def test_a_hidden_choice_is_pressed_by_its_label(open_app: OpenApp) -> None:
    hidden = "position:absolute;width:1px;height:1px;clip:rect(0 0 0 0);overflow:hidden"
    page = await open_app(
        html="<div style='height:2000px'></div>".join(
            f"<p><label style='padding:9px;display:inline-block'>★<input type=radio name=s style='{hidden}' "
            f"aria-label='{n} stars' onchange='given = scrollY'></label></p>"
            for n in (2, 3, 2)
        )
    )
    await do(page, "click", target={"role": "button", "name": "2 stars"})
    assert await script(page, "given") == 0


WRAPPED = """<style>div {position:relative; width:200px; padding:9px} .through {pointer-events:none}
.bare {position:absolute; width:0; height:0; opacity:0; margin:0}</style>
<label for=i>Industry</label><div id=b><select hidden></select>
<input id=i class=through role=combobox aria-expanded=false readonly></div>
<ul role=listbox hidden id=l><li role=option onclick="i.value = 'Food'">Food</ul>
<div id=w><input id=s class=bare type=checkbox role=switch aria-label="Dark mode">&#9680;</div>
<div><input class=through type=checkbox role=switch aria-label=Sound>off</div>
<script>b.onclick = () => { l.hidden = false; i.ariaExpanded = 'true'; };
w.onclick = () => { s.checked = !s.checked; };</script>"""


async def test_a_covered_field_is_pressed_by_the_box_around_it(open_app: OpenApp) -> None:
    page = await open_app(html=WRAPPED)
    await do(page, "select", target={"role": "combobox", "name": "Industry"}, position=1)
    await do(page, "click", target={"role": "switch", "name": "Dark mode"})
    assert await script(page, "[i.value, s.checked]") == ["Food", True]
    with pytest.raises(NotOperable):
        await do(page, "click", target={"role": "switch", "name": "Sound"})


async def test_a_question_is_answered_by_its_button_and_not_by_the_box_around_it(open_app: OpenApp) -> None:
    page = await open_app(
        html="<button onclick='setTimeout(() => { d.hidden = false }, 900)'>Delete</button>"
        "<div id=d role=dialog hidden><div tabindex=0>"
        "<h2>Delete this lead?</h2><button aria-label=Close>x</button><button>Keep</button>"
        "<button onclick='gone = 1'>Delete</button></div></div>"
    )
    await do(page, "click", target={"role": "button", "name": "Delete"}, then="confirm")
    assert await script(page, "gone") == 1


async def test_a_decimal_is_typed_into_a_field_that_writes_numbers_back(open_app: OpenApp) -> None:
    page = await open_app(
        html="<label>Highest price <input id=p type=number step=any></label><script>let model = 41; p.value = 41;"
        "p.oninput = () => { if (parseFloat(p.value) !== model) p.value = model = parseFloat(p.value); };</script>"
    )
    await do(page, "fill", target={"role": "spinbutton", "name": "Highest price"}, value="37.5")
    assert await script(page, "[p.value, model]") == ["37.5", 37.5]


async def test_what_opens_beneath_the_pointer_does_not_disturb_what_is_typed(open_app: OpenApp) -> None:
    page = await open_app(
        html="<style>i {display:none; position:absolute; top:60px; width:300px; height:90px; z-index:9}"
        "input:focus + i {display:block}</style><input id=d aria-label=Date placeholder=YYYY-MM-DD>"
        "<i onmouseenter=\"d.value = '2026-07-09'\"></i><button style='position:absolute; top:80px'>Book</button>"
    )
    await do(page, "click", target={"role": "button", "name": "Book"})
    await do(page, "fill", target={"role": "textbox", "name": "Date"}, value="2026-06-20")
    assert await script(page, "d.value") == "2026-06-20"


async def test_a_drag_on_a_tall_board_scrolls_before_it_presses(open_app: OpenApp) -> None:
    page = await open_app(
        html="<style>.c {position:absolute; width:200px; height:2000px} #t {margin-top:900px}</style>"
        "<script>at = []; addEventListener('pointerdown', () => at.push(scrollY), true);"
        "addEventListener('pointerup', (e) => { at.push(scrollY); landed = e.target.closest('section')?.id }, true)"
        "</script><section id=a class=c aria-label='To do'><h2>To do</h2><p id=t>Paint the fence</p></section>"
        "<section id=b class=c style='left:300px' aria-label=Done><h2>Done</h2></section>"
    )
    goal = {"role": "region", "name": "Done"}
    await do(page, "drag", target={"role": "text", "name": "Paint the fence"}, to=goal)
    pressed, released = await script(page, "at")
    assert (await script(page, "landed"), released - pressed) == ("b", 0)


COVERED = "position:fixed; left:0; top:0; width:300px; height:90px; background:tan"


async def test_a_dialog_over_a_button_keeps_it_from_being_pressed(open_app: OpenApp) -> None:
    page = await open_app(html=f"<button>Save</button><div role=dialog style='{COVERED}'>Sure?</div>")
    with pytest.raises(NotOperable, match="covered"):
        await do(page, "click", target={"role": "button", "name": "Save"})


async def test_a_bar_over_the_edge_is_scrolled_away_from(open_app: OpenApp) -> None:
    page = await open_app(
        html=f"<header style='{COVERED}'>Shop</header><div style='height:1300px'></div>"
        "<button onclick='done = 1'>Save</button><div style='height:1300px'></div>"
    )
    await script(page, "scrollTo(0, document.querySelector('button').offsetTop - 20)")
    await do(page, "click", target={"role": "button", "name": "Save"})
    assert await script(page, "done") == 1


async def test_a_link_over_two_lines_is_not_covered(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p style='width:260px; font:20px monospace'>Look at our <a href='#a'>very long terms</a></p>"
    )
    link = next(e for e in (await page.look()).elements if e.role == "link")
    assert not link.covered
    await do(page, "click", target={"role": "link", "name": "very long terms"})
    assert await script(page, "location.hash") == "#a"


async def test_a_hidden_file_field_is_given_a_file_by_its_label(open_app: OpenApp) -> None:
    page = await open_app(
        html="<label for=a>Import plants</label><input id=a type=file hidden><div hidden>"
        "<input id=b type=file></div><button>Attach a photo</button><input id=c type=file>"
    )
    give = {"filename": "some.csv", "content": "name"}
    await do(page, "upload", target={"role": "file", "name": "Import plants"}, **give)
    assert await script(page, "[a, b, c].map((field) => field.files.length)") == [1, 0, 0]
    with pytest.raises(NotOperable, match="no field for a file"):
        await do(page, "upload", target={"role": "file", "name": "Attach a photo"}, **give)
