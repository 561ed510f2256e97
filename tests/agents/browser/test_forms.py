"""What submits a form stands in that form, and is still there when it is pressed."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Action, Click, Complete, Fill, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser


async def do(page: LivePage, context: Knowledge, *steps: Action) -> None:
    """Perform steps one after the other."""
    for step in steps:
        await perform(page, step, page.page.url, context, MadeUp(0, page.settings.today))


FORM = """
<style>span{cursor:pointer; padding:4px}</style><ul id=boats><li>Heron</li></ul>
<div id=bar><span id=newBoat onclick="form.hidden = !form.hidden">+ New boat</span>
<div id=form hidden><div><div>Name</div><input class=f-name></div>
<div><div>Sailing time</div><input class=f-min inputmode=numeric placeholder=minutes></div>
<div><span onclick="keep()">Keep it</span><span onclick="form.hidden = true">Cancel</span></div></div></div>
<script>function keep() {
  const [name, min] = document.querySelectorAll('input');
  if (!/^[0-9]+$/.test(min.value)) return;
  boats.innerHTML += `<li>${name.value}</li>`; form.hidden = true;
}</script>
"""


@pytest.mark.slow
async def test_the_button_that_opened_a_form_does_not_hand_it_in(open_app: OpenApp) -> None:
    """The opener was called "new boat" by its id, and was pressed again in place of "Keep it"."""
    page, context = await open_app(html=FORM), Knowledge()
    opener = Target(role="button", name="Add boat", synonyms=("New boat",))
    name = Target(role="textbox", name="Name")
    save = Target(role="button", name="Save", synonyms=("Add", "Add boat", "New boat"))
    await do(page, context, Click(do="click", target=opener), Fill(do="fill", target=name, value="Otter"))
    await do(page, context, Complete(do="complete"), Click(do="click", target=save))
    assert "Otter" in (await page.look()).content


SELECTS = """
<style>.box { cursor: pointer; width: 200px; min-height: 30px; border: 1px solid; position: relative }
.box input { position: absolute; inset: 0; opacity: 0; pointer-events: none } form { width: 240px }</style>
<form onsubmit="event.preventDefault(); document.title = [...new FormData(this).values()].join('|')">
<label for=kind>Industry</label><div class=box onmousedown="offer(this)">
<input id=kind role=combobox aria-haspopup=listbox readonly><span></span></div>
<div class=box role=combobox aria-haspopup=listbox onmousedown="offer(this)"><label for=where>Region</label>
<input id=where role=combobox inputmode=none><span>Choose…</span></div>
<div class=box role=combobox aria-haspopup=listbox onmousedown="offer(this)"><label for=kept>Term</label>
<input id=kept role=combobox readonly><span>Yearly</span></div>
<input name=mail aria-label="How we reach you" autocomplete="work email">
<input name=pieces type=number min=10 step=25 aria-label=Pieces><button>Save</button>
<input type=hidden name=kinds></form><div id=list></div>
<script>
function offer(box) {
  list.innerHTML = '<div role=option>Arts</div><div role=option>Food</div>';
  for (const option of list.children) option.onclick = () => {
    box.querySelector('span').textContent = option.textContent; list.innerHTML = '';
    document.querySelector('[name=kinds]').value =
      Array.from(document.querySelectorAll('.box span'), span => span.textContent);
  };
}
</script>
"""


async def test_a_form_is_completed_by_what_its_fields_declare(open_app: OpenApp) -> None:
    """A list in an input without letters was left empty, and so was one whose label stands inside of it."""
    page, context = await open_app(html=SELECTS), Knowledge()
    save = Click(do="click", target=Target(role="button", name="Save"))
    await do(page, context, Complete(do="complete"), save)
    mail, pieces, kinds = (await page.look()).title.split("|")
    assert kinds == "Arts,Arts,Yearly"
    assert "@" in mail
    assert (int(pieces) - 10) % 25 == 0


POLL = """
<div id=hints></div>
<form onsubmit="event.preventDefault(); document.title = [...new FormData(this).values()].join('|')">
<input name=what placeholder=Question onchange="hints.innerHTML = '<p>Well asked</p><p>Now two answers</p>'">
<input name=a class=option placeholder=Option><input name=b class=option placeholder=Option>
<button>Save</button></form>
"""


async def test_fields_called_alike_are_filled_each_and_a_hint_before_the_form_moves_none(
    open_app: OpenApp,
) -> None:
    """The second of two options was taken for the first, and after the hint all fields for others."""
    page, context = await open_app(html=POLL), Knowledge()
    save = Click(do="click", target=Target(role="button", name="Save"))
    await do(page, context, Complete(do="complete"), save)
    given = (await page.look()).title.split("|")
    assert len(given) == 3
    assert all(given)


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("type=month min=2027-01", "2027-01"),
        ("type=month max=2026-05", "2026-05"),
        ("type=date max=2026-05-01", "2026-05-01"),
        ("maxlength=-1", None),
        ("maxlength=Infinity", None),
        ("type=number max=Infinity", None),
        ("type=number min=NaN max=0.5", "0"),
        ("type=number min=abc step=-3", None),
        ("type=number min=-9007199254740991 max=1", "1"),
    ],
)
async def test_limits_that_a_page_declares_are_heeded_as_the_browser_heeds_them(
    open_app: OpenApp, attributes: str, expected: str | None
) -> None:
    """Some of them ended the judgement of the task."""
    html = f"<form><input name=x aria-label=Value {attributes}><button>Save</button></form>"
    page, context = await open_app(html=html), Knowledge()
    await do(page, context, Complete(do="complete"))
    field = next(e for e in (await page.look()).elements if e.tag == "input")
    assert field.value
    assert expected in (None, field.value)


FOOTED = """
<div role=dialog aria-label="New boat"><form id=boat onsubmit="event.preventDefault(); document.title = 'kept'">
<label>Name <input></label><div onclick="document.title = 'opened'"><span role=combobox tabindex=0>Sailing</span></div>
</form><button>Cancel</button><button form=boat>Save boat</button></div>
"""


async def test_a_list_to_choose_from_does_not_hand_its_form_in(open_app: OpenApp) -> None:
    """The button stood in the foot of the dialog, outside of the form, where the list was all that could be pressed."""
    page, context = await open_app(html=FOOTED), Knowledge()
    name, save = Target(role="textbox", name="Name"), Target(role="button", name="Save", synonyms=("Add",))
    await do(page, context, Fill(do="fill", target=name, value="Otter"), Click(do="click", target=save))
    assert (await page.look()).title == "kept"


STATES = """
<div role=dialog aria-label="New task"><form onsubmit="event.preventDefault()"><label>Title <input></label>
<label><input type=radio name=s checked><span style="cursor:pointer">To do</span></label>
<label><input type=radio name=s><span style="cursor:pointer">Done</span></label></form>
<footer><button>Cancel</button><button onclick="document.title = 'kept'">Add</button></footer></div>
"""


async def test_a_state_to_choose_hands_no_form_in_whatever_it_is_called(open_app: OpenApp) -> None:
    """It is called "Done", as a button that saves may be, and stands nearer to the field."""
    page, context = await open_app(html=STATES), Knowledge()
    title = Target(role="textbox", name="Title")
    save = Target(role="button", name="Save", synonyms=("Add", "Create", "Submit", "Done"))
    await do(page, context, Fill(do="fill", target=title, value="Otter"), Click(do="click", target=save))
    assert (await page.look()).title == "kept"


@pytest.mark.parametrize(
    "field",
    ["<input aria-label='E-mail'>", "<input aria-label='How we reach you' placeholder='name@company.com'>"],
)
async def test_a_plain_field_gets_an_address_where_its_label_or_its_example_is_one(
    open_app: OpenApp, field: str
) -> None:
    page, context = await open_app(html=f"<form>{field}<button>Save</button></form>"), Knowledge()
    await do(page, context, Complete(do="complete"))
    assert "@" in await page.page.input_value("input")
