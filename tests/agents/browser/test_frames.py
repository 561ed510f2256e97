"""Nothing is read in a frame: one that may show something leaves the page open, and proves nothing."""

import html

import pytest

from agents.browser.accessibility import try_keyboard
from tests.agents.browser.conftest import OpenApp
from tests.agents.browser.test_actions import script

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def framed(body: str, more: str = "") -> str:
    """A frame of the page's own origin."""
    return f'<iframe {more} srcdoc="{html.escape(body)}"></iframe>'


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
    assert (snapshot.left_out, snapshot.obstacles) == (frozenset(), ())


@pytest.mark.parametrize(
    "frame",
    [
        "<iframe src='data:text/html,<button>Export</button>'></iframe>",
        "<iframe sandbox srcdoc='<button>Export</button>'></iframe>",
        framed("<button>Export</button>"),
        "<iframe name=view></iframe>",
        "<iframe src='index.html?late' loading=lazy></iframe>",
        "<iframe srcdoc='<frameset>'></iframe>",
        "<iframe id=f></iframe><script>f.contentDocument.body.innerHTML = '<button>Export</button>'</script>",
        "<iframe id=f></iframe><script>const d = f.contentDocument; d.open(); d.write('Export'); d.close()</script>",
        "<div><template shadowrootmode=open><iframe srcdoc='<button>Export</button>'></iframe></template></div>",
        framed("<iframe sandbox=allow-scripts srcdoc='<button>Export</button>'></iframe>"),
        "<iframe src='https://www.openstreetmap.org/export/embed.html' width=300 height=160></iframe>",
        "<iframe src='file:///x'></iframe><iframe sandbox srcdoc='<button>Export</button>'></iframe>",
        "<embed src='data:text/html,<button>Export</button>.png' width=300 height=90>",
        "<embed src='index.html?logo.png' width=300 height=90>",
        "<embed src='index.html' type=image/svg+xml width=300 height=90>",
        "<object data='data:text/html,<button>Export</button>' width=300 height=90></object>",
    ],
)
async def test_a_frame_leaves_the_page_open(open_app: OpenApp, frame: str) -> None:
    snapshot = await (await open_app(html=f"<h1>Shop</h1>{frame}")).look()
    assert snapshot.left_out == {"frame"}
    assert "a frame" in snapshot.obstacles[0]
    assert snapshot.content == "Shop"


async def test_beyond_what_one_look_takes_in_anything_may_stand(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html="<p>line</p>" * 7000 + framed("<button>Export</button>"))).look()
    assert snapshot.left_out == {"any"}


async def test_what_a_frame_lies_over_is_not_pressed(open_app: OpenApp) -> None:
    over = framed(
        "<button>Export</button>", "style='position:absolute; left:0; top:0; width:600px; height:400px'"
    )
    page = await open_app(html=f"<button onclick='window.pressed = 1'>Save</button>{over}")
    (button,) = [element for element in (await page.look()).elements if element.role == "button"]
    assert (await page.operate("aim", button.index))["cover"] == "iframe"


async def test_what_was_moved_into_a_frame_is_gone(open_app: OpenApp) -> None:
    page = await open_app(html="<button>Save</button><iframe></iframe>")
    (button,) = [element for element in (await page.look()).elements if element.role == "button"]
    await script(page, "frames[0].document.body.append(document.querySelector('button'))")
    assert await page.operate("aim", button.index) == {"gone": True}


async def test_the_keyboard_decides_nothing_on_a_page_with_a_frame(open_app: OpenApp) -> None:
    """Its controls are not among those that were walked over."""
    page = await open_app(html=f"<h1>Shop</h1><button>Save</button>{framed('<a onclick=1>Export</a>')}")
    found = await try_keyboard(page, "reaches")
    assert (found.holds, found.undecided) == (False, True)


@pytest.mark.parametrize(
    "hostile",
    [
        "<p>Frame</p><script>setTimeout(() => location.reload(), 30)</script>",
        "<p>Frame</p><script>setInterval(() => { frameElement.replaceWith(frameElement.cloneNode()) }, 20)</script>",
    ],
)
async def test_a_frame_that_never_rests_leaves_the_page_open(open_app: OpenApp, hostile: str) -> None:
    snapshot = await (await open_app(html=f"<h1>Shop</h1>{framed(hostile)}")).look()
    assert (snapshot.content, snapshot.left_out) == ("Shop", {"frame"})
