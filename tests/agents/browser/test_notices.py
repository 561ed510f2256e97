"""What an action made the page say: toasts, inline hints, native validation, native dialogs, and nothing at all."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.events import in_other_words, new_messages
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Click, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def said_after_click(page: LivePage, name: str, *words: str) -> list[str]:
    before = await page.look()
    step = Click(do="click", target=Target(role="button", name=name))
    await perform(page, step, page.page.url, Knowledge(), MadeUp(1, page.settings.today))
    return new_messages(before, await page.look(), page.events, words)


@pytest.mark.parametrize(
    "html",
    [
        "<div id=t></div><button onclick=\"t.className='toast';t.textContent='Saved it'\">Go</button>",
        "<p role=alert id=t></p><button onclick=\"t.textContent='Saved it'\">Go</button>",
        "<div><label for=f>Title</label><div><div><input id=f aria-invalid=true></div></div>"
        "<div><div><p id=t></p></div></div></div><button onclick=\"t.textContent='Saved it'\">Go</button>",
        "<button onclick=\"alert('Saved it')\">Go</button>",
        "<div id=t style='position:fixed;bottom:0'></div><button onclick=\"t.textContent='Saved it'\">Go</button>",
    ],
)
async def test_a_message_is_noticed_however_it_comes(html: str, open_app: OpenApp) -> None:
    messages = await said_after_click(await open_app(html=html), "Go")
    assert any("aved it" in message for message in messages)


async def test_the_browsers_own_validation_is_a_message(open_app: OpenApp) -> None:
    page = await open_app(html="<form><input required aria-label=Title><button>Go</button></form>")
    assert await said_after_click(page, "Go", "fill", "required")


async def test_a_message_that_is_gone_again_was_there(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p id=t></p>"
        "<button onclick=\"t.textContent='Just saved';setTimeout(()=>t.textContent='',300)\">Go</button>"
    )
    assert await said_after_click(page, "Go", "saved")


@pytest.mark.parametrize(
    "hidden",
    [
        "display:none", "visibility:hidden", "opacity:0", "color:white", "clip-path:inset(50%)", "font-size:0",
        "position:absolute;left:-9999px", "position:absolute;width:1px;height:1px;overflow:hidden",
        "text-indent:-9999px",
    ],
)  # fmt: skip
async def test_what_nobody_can_see_is_no_message(hidden: str, open_app: OpenApp) -> None:
    """Neither while it is there, nor when it is gone again."""
    for lasts in (300, 60_000):
        page = await open_app(
            html=f"<p role=alert class=toast id=t style='{hidden}'></p><button onclick=\"t.textContent='Just saved';"
            f"setTimeout(() => t.textContent = '', {lasts})\">Go</button>"
        )
        assert await said_after_click(page, "Go", "saved") == []
        assert await said_after_click(page, "Go") == []


async def test_a_message_that_is_put_in_first_and_shown_later_was_there(open_app: OpenApp) -> None:
    page = await open_app(
        html="<style>.toast {opacity:0; transition:opacity .2s} .on {opacity:1}</style><button>Go</button><script>"
        "document.querySelector('button').onclick = () => { const t = document.createElement('div');"
        "t.className = 'toast'; t.textContent = 'Just saved'; document.body.append(t);"
        "setTimeout(() => t.classList.add('on'), 30); setTimeout(() => t.remove(), 400) }</script>"
    )
    assert await said_after_click(page, "Go", "saved")


async def test_the_same_alert_twice_is_a_message_twice(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p role=alert id=t></p><button onclick=\"t.textContent='Wrong code'\">Go</button>"
    )
    assert await said_after_click(page, "Go")
    assert await said_after_click(page, "Go")


async def test_a_new_item_in_a_list_is_no_message(open_app: OpenApp) -> None:
    page = await open_app(
        html="<ul id=l><li>One old thing</li></ul><button onclick=\"l.innerHTML+='<li>One new thing</li>'\">Go</button>"
    )
    assert await said_after_click(page, "Go") == []


async def test_a_page_that_says_nothing_has_no_message(open_app: OpenApp) -> None:
    page = await open_app(html="<p role=alert>Old news</p><button onclick=0>Go</button>")
    assert await said_after_click(page, "Go") == []


@pytest.mark.parametrize(
    "html",
    [
        "<p id=t></p>",
        "<div><input aria-label=Name><small id=t></small></div>",
        "<div><input aria-label=Name aria-invalid=true><h4 id=t></h4></div>",
        "<div><input aria-label=Name aria-invalid=true><input aria-label=Colour><small id=t></small></div>",
    ],
)
async def test_what_nothing_marks_is_no_message_but_may_be_one(html: str, open_app: OpenApp) -> None:
    page = await open_app(
        html=f"{html}<button onclick=\"t.textContent='Give your boat something'\">Go</button>"
    )
    before = await page.look()
    assert await said_after_click(page, "Go") == []
    others = in_other_words(before, await page.look(), page.events, ("title",))
    assert others == ["Give your boat something"]


@pytest.mark.parametrize(
    ("says", "words", "is_said"),
    [
        ("At least once", "at least", False),
        ("Not At least once: say it twice at least", "at least", True),
        ("At least once", "at least once", False),
        ("At least once €0", "at least once", False),
        ("Line 3: At least once", "at least once", True),
    ],
)
async def test_what_repeats_the_input_is_no_message(
    open_app: OpenApp, says: str, words: str, is_said: bool
) -> None:
    """The new entry passed for the message that should have refused it."""
    page = await open_app(
        html="<input aria-label=Title value='At least  once'><ul id=l></ul>"
        f"<button onclick=\"l.innerHTML='<li>{says}</li>'\">Go</button>"
    )
    assert bool(await said_after_click(page, "Go", words)) is is_said
