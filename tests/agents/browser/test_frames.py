"""What a frame shows is part of the page when it can be read, and leaves the page open when it cannot."""

import html
import time

import pytest

from agents.browser.grounding.candidates import Found
from agents.browser.grounding.ground import ground
from agents.browser.snapshot import Snapshot
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp
from tests.agents.browser.test_actions import do, script

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def framed(body: str, more: str = "") -> str:
    """A frame of the page's own origin."""
    return f'<iframe {more} srcdoc="{html.escape(body)}"></iframe>'


def there(snapshot: Snapshot, role: str, name: str) -> bool:
    target = Target.model_validate({"role": role, "name": name})
    return ground(snapshot, target, purpose="see").found is Found.FOUND


async def test_what_a_frame_shows_stands_in_the_page(open_app: OpenApp) -> None:
    cards = "".join(f"<article class=plant><h2>{name}</h2><p>8 €</p></article>" for name in ("Fern", "Ivy"))
    page = await open_app(html=f"<h1>Plants</h1>{framed(cards, 'width=500 height=400')}<p>All of them</p>")
    snapshot = await page.look()
    assert snapshot.content == "Plants\nFern\n8 €\nIvy\n8 €\nAll of them"
    assert not snapshot.left_out
    plants = Target(role="item", name="plant")
    assert len(ground(snapshot, plants, purpose="see").matches) == 2


FORM = """<body style='margin:0'><div style='height:900px'></div><form onsubmit='return false'>
<label>Name <input id=n></label><label>Size <select id=s><option>Small<option>Large</select></label>
<label>Day <input id=d type=date></label><label>Photo <input id=f type=file></label>
<div id=e contenteditable aria-label=Story>old</div>
<button type=button onclick='parent.done = n.value'>Save</button></form>"""


async def test_a_frame_that_loads_when_somebody_scrolls_there_is_read(open_app: OpenApp) -> None:
    lazy = "<iframe loading=lazy style='margin-top:9000px' src='index.html?late'></iframe>"
    page = await open_app(
        html=f"<script>document.write(location.search ? 'Late' : `<h1>Shop</h1>{lazy}`)</script>"
    )
    snapshot = await page.look()
    assert (snapshot.content, snapshot.left_out) == ("Shop\nLate", frozenset())


async def test_a_form_in_a_frame_in_a_frame_is_filled_and_pressed(open_app: OpenApp) -> None:
    inner = framed(FORM, "style='width:600px; height:300px; border:7px solid; padding:11px'")
    outer = framed(f"<p style='height:500px'>x</p>{inner}", "style='width:800px; height:500px'")
    page = await open_app(html=f"<p style='height:700px'>x</p>{outer}")
    await do(page, "fill", target={"role": "textbox", "name": "Name"}, value="Ada")
    await do(page, "select", target={"role": "combobox", "name": "Size"}, value="Large")
    await do(page, "fill", target={"role": "textbox", "name": "Day"}, value="2026-06-20")
    await do(page, "fill", target={"role": "textbox", "name": "Story"}, value="new")
    await do(page, "upload", target={"role": "file", "name": "Photo"}, filename="a.csv", content="name")
    await do(page, "click", target={"role": "button", "name": "Save"})
    inside = "frames[0].frames[0]"
    fields = f"(({{n, s, d, e, f}}) => [n.value, s.value, d.value, e.textContent, f.files[0].name])({inside})"
    assert await script(page, fields) == ["Ada", "Large", "2026-06-20", "new", "a.csv"]
    assert await script(page, "frames[0].done") == "Ada"


async def test_a_frame_that_is_drawn_smaller_is_pressed_where_it_is_seen(open_app: OpenApp) -> None:
    small = "style='width:800px; height:600px; transform:scale(.5); transform-origin:0 0'"
    buttons = "".join(f"<button onclick='parent.parent.pressed = {n}'>Press {n}</button>" for n in range(9))
    page = await open_app(html=framed(framed(buttons, small), "width=900 height=700"))
    await do(page, "click", target={"role": "button", "name": "Press 7"})
    assert await script(page, "frames[0].parent.pressed") == 7


async def test_an_editor_that_is_a_whole_frame_takes_text(open_app: OpenApp) -> None:
    page = await open_app(html=f"<p>Story</p>{framed('<body contenteditable aria-label=Story>old')}")
    await do(page, "fill", target={"role": "textbox", "name": "Story"}, value="Once")
    assert await script(page, "frames[0].document.body.textContent") == "Once"


@pytest.mark.parametrize(
    "frame",
    [
        "<iframe></iframe>",
        "<iframe src='about:blank'></iframe>",
        "<iframe width=1 height=1 style='border:0' src='data:text/html,<img>'></iframe>",
        "<iframe width=6 height=90 style='border:0' src='data:text/html,ad'></iframe>",
        "<iframe style='visibility:hidden' src='data:text/html,words'></iframe>",
        "<iframe style='position:absolute; left:-900px' src='data:text/html,words'></iframe>",
        "<object data='data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' type=image/gif>A dot</object>",
    ],
)
async def test_a_frame_without_anything_to_see_leaves_nothing_open(open_app: OpenApp, frame: str) -> None:
    snapshot = await (await open_app(html=f"<h1>Shop</h1>{frame}")).look()
    assert (snapshot.left_out, snapshot.obstacles, snapshot.settled) == (frozenset(), (), True)


@pytest.mark.parametrize(
    "frame",
    [
        "<iframe src='data:text/html,<button>Export</button>'></iframe>",
        "<iframe sandbox srcdoc='<button>Export</button>'></iframe>",
        framed("<iframe sandbox=allow-scripts srcdoc='<button>Export</button>'></iframe>"),
        "<iframe src='https://www.openstreetmap.org/export/embed.html' width=300 height=160></iframe>",
        "<iframe src='file:///x'></iframe><iframe sandbox srcdoc='<button>Export</button>'></iframe>",
        "<embed src='data:text/html,<button>Export</button>.png' width=300 height=90>",
        "<embed src='index.html?logo.png' width=300 height=90>",
        "<embed src='index.html' type=image/svg+xml width=300 height=90>",
        "<object data='data:text/html,<button>Export</button>' width=300 height=90></object>",
    ],
)
async def test_a_frame_that_cannot_be_read_leaves_the_page_open(open_app: OpenApp, frame: str) -> None:
    snapshot = await (await open_app(html=f"<h1>Shop</h1>{frame}")).look()
    assert snapshot.left_out == {"frame"}
    assert "a frame" in snapshot.obstacles[0]


async def test_beyond_what_one_look_takes_in_anything_may_stand(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html="<p>line</p>" * 7000 + framed("<button>Export</button>"))).look()
    assert snapshot.left_out == {"any"}


async def test_work_under_way_in_a_frame_is_waited_for(open_app: OpenApp) -> None:
    late = "<p id=p>Loading</p><script>setTimeout(() => { p.textContent = 'Here' }, 600)</script>"
    page = await open_app(
        html=f"<button onclick='add()'>Show</button>{framed(late)}<script>const add = () => {{"
        "const frame = document.createElement('iframe'); document.body.append(frame);"
        "frame.contentDocument.open(); frame.contentDocument.write("
        "'<p id=p>Loading</p><script>setTimeout(() => p.textContent = \"Written\", 500)</' + 'script>');"
        "frame.contentDocument.close() }</script>"
    )
    assert (await page.look()).content == "Show\nHere"
    await do(page, "click", target={"role": "button", "name": "Show"})
    assert (await page.look()).content == "Show\nHere\nWritten"


async def test_a_frame_is_waited_for_until_it_shows_what_it_was_led_to(open_app: OpenApp) -> None:
    page = await open_app(
        html="<script>document.write(location.search ? 'Second page' : "
        "\"<a href='?2' target=view>Go on</a><iframe name=view srcdoc='First page'></iframe>\")</script>"
    )
    assert (await page.look()).content == "Go on\nFirst page"
    await do(page, "click", target={"role": "link", "name": "Go on"})
    assert (await page.look()).content == "Go on\nSecond page"


async def test_what_went_away_with_its_frame_is_gone(open_app: OpenApp) -> None:
    page = await open_app(html=f"{framed('<button>Save</button>')}<p>Shop</p>")
    found = ground(await page.look(), Target(role="button", name="Save"))
    await script(page, "document.querySelector('iframe').remove()")
    assert await page.operate("aim", found.index) == {"gone": True}


async def test_messages_in_a_frame_are_heard(open_app: OpenApp) -> None:
    flash = "<button onclick=\"m.textContent = 'Saved'; setTimeout(() => { m.textContent = '' }, 60)\">Save</button>"
    form = "<form><input required aria-label=Name><button>Send</button></form>"
    page = await open_app(html=framed(f"{flash}<p id=m></p>{form}"))
    await do(page, "click", target={"role": "button", "name": "Save"})
    assert "Saved" in (await page.look()).flashes
    await do(page, "click", target={"role": "button", "name": "Send"})
    assert any((await page.look()).invalid)


NESTED = """<p id=p></p><script>const depth = Number(location.hash.slice(1)); p.textContent = 'Level ' + depth;
if (depth < 30) { const frame = document.createElement('iframe'); frame.style = 'width:95%;height:95%;border:0';
frame.src = 'index.html?' + (depth + 1) + '#' + (depth + 1); document.body.append(frame) }
else document.body.insertAdjacentHTML('beforeend', '<button>Deepest</button>')</script>"""


async def test_thirty_frames_in_each_other_are_looked_into(open_app: OpenApp) -> None:
    page = await open_app(html=NESTED)
    snapshot = await page.look()
    assert snapshot.content.count("Level") == 31
    assert there(snapshot, "button", "Deepest")


@pytest.mark.parametrize(
    "hostile",
    [
        "<p>Frame</p><script>setTimeout(() => location.reload(), 30)</script>",
        "<p id=p>Frame</p><script>setInterval(() => { p.textContent = performance.now() }, 5)</script>",
        "<p>Frame</p><script>setInterval(() => document.body.append(document.createElement('iframe')), 5)</script>",
        "<p>Frame</p><script>setInterval(() => { frameElement.replaceWith(frameElement.cloneNode()) }, 20)</script>",
    ],
)
async def test_a_frame_that_never_rests_is_looked_at_as_it_is(open_app: OpenApp, hostile: str) -> None:
    page = await open_app(html=f"<h1>Shop</h1>{framed(hostile)}")
    began = time.monotonic()
    snapshot = await page.look()
    assert time.monotonic() - began < page.settings.settle_cap + page.settings.step_limit
    assert not snapshot.settled
    assert there(snapshot, "heading", "Shop")
