"""Names, structure and the keyboard: an app that can be used, apps that each lack one thing, and hostile pages."""

import time

import pytest

from agents.browser.accessibility import Examined, examine, try_keyboard
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser

GOOD = """<html lang=en><title>Plants</title><style>
.sr{position:absolute;opacity:0} .sr:focus+span{outline:2px solid red}
.bare:focus{outline:none} .late{background:gold} .own:focus{outline:none;box-shadow:0 0 0 3px blue}</style>
<header><a href="#/">Fern &amp; Pot</a></header><main><h1>Plants</h1>
<label>Search <input name=q></label><input type=date aria-label="From">
<label><input class=sr type=checkbox><span>In stock</span></label>
<fieldset><legend>Size</legend>
<label><input type=radio name=s checked>S</label><label><input type=radio name=s>L</label></fieldset>
<div role=tablist aria-label=Views>
<button role=tab aria-selected=true>List</button><button role=tab tabindex=-1>Map</button></div>
<ul><li><h2>Fern</h2><button class=own aria-label="Delete Fern"><svg aria-hidden=true width=9 height=9></svg></button>
<div role=button tabindex=0 onclick="this.textContent='Added'"
 onkeydown="if(event.key==='Enter')this.click()">Add</div></li></ul>
<ul><li><div style="cursor:pointer" onclick="location='#f'"><svg width=20 height=20></svg>New</div>
<a href=#f>Ivy</a></ul>
<div role=spinbutton tabindex=0 aria-label=Rain aria-valuenow=1><span><button tabindex=-1>−</button></span></div>
<div><button class=bare onfocus="this.append(Object.assign(document.createElement('i'),{textContent:'o'}))"
 onblur="this.lastChild.remove()">Rate</button></div>
<div><button class=bare onfocus="setTimeout(()=>this.classList.add('late'),90)"
 onblur="setTimeout(()=>this.classList.remove('late'),90)">Reset</button></div>
<div><button class=bare onfocus="edge.style.color='red'" onblur="edge.style.color=''">Sort</button><i></i>
<b id=edge>v</b></div>
<label id=kind style="cursor:pointer" onclick="box.focus()">Kind</label>
<div id=box role=combobox tabindex=0 aria-labelledby=kind aria-expanded=false aria-controls=box>All</div>
<details><summary>More</summary><p>text</p></details>
<table><tr><th scope=col>Day<tr><td id=cell>Monday</table><script>cell.addEventListener("click", () => {})</script>
<p id=help style="cursor:pointer"><a href=#help>Help</a></p></main>"""


async def test_an_app_with_names_and_keys_passes_all(open_app: OpenApp) -> None:
    page = await open_app(html=GOOD)
    for aspect in ("names", "structure"):
        assert (found := await examine(page, aspect)).holds, found
    for aspect in ("reaches", "shows", "leaves", "operates"):
        assert (found := await try_keyboard(page, aspect)).holds, found


PAGE = "<html lang=en><title>App</title><h1>Plants</h1><button>First</button>{}<a href='#x'>Last</a>"


@pytest.mark.parametrize(
    ("part", "aspect"),
    [
        ("<button><svg width=9 height=9></svg></button>", "names"),
        ("<input>", "names"),
        ("<img src='data:,' width=9 height=9>", "names"),
        ("<ul><div>Fern</div></ul>", "structure"),
        ("<div role=buton>Add</div>", "structure"),
        ("<button><a href='#y'>Fern</a></button>", "structure"),
    ],
)
async def test_a_missing_name_or_role_is_named(open_app: OpenApp, part: str, aspect: str) -> None:
    page = await open_app(html=PAGE.format(part))
    found = await examine(page, "names" if aspect == "names" else "structure")
    assert not found.holds
    assert not found.undecided


FAULTS = {
    "<div onclick=\"this.textContent='Added'\">Add to cart</div>": "reaches",
    "<div id=d>Add</div><script>d.addEventListener('click', () => { d.textContent += '!' })</script>": "reaches",
    "<div role=button>Add</div>": "reaches",
    "<button tabindex=-1>Add</button>": "reaches",
    "<label style='cursor:pointer'>Upload<input type=file hidden></label>": "reaches",
    "<style>a:focus{outline:none}</style>": "shows",
    "<style>a:focus{outline:2px solid transparent}</style>": "shows",
    "<button style='outline:none'>Add</button><button>Next</button>": "shows",
    "<style>nav a{outline:none}</style><nav><a href='#y'>Shop</a></nav>": "shows",
    "<label><input type=checkbox style='opacity:0'><span>In stock</span></label>": "shows",
    "<input aria-label=Trap onkeydown=\"if(event.key==='Tab')event.preventDefault()\">": "leaves",
    "<button id=t onblur='setTimeout(()=>t.focus())'>Trap</button>": "leaves",
    "<div role=button tabindex=0 onclick=\"this.textContent='Added'\">Add</div>": "operates",
}


async def test_each_fault_of_the_keyboard_is_found_and_no_other(open_app: OpenApp) -> None:
    page = await open_app(html=PAGE.format(""))
    for part, aspect in FAULTS.items():
        await page.page.set_content(f"<!doctype html>{PAGE.format(part)}")
        page.touch()
        found = {one: await try_keyboard(page, one) for one in ("reaches", "shows", "leaves")}
        found["operates"] = await try_keyboard(page, "operates")
        assert not found[aspect].holds, part
        assert not found[aspect].undecided, part
        if aspect != "leaves":
            assert [one for one, finding in found.items() if not finding.holds] == [aspect], (part, found)
    for nothing in ("<h1>Nothing to press</h1>", "<h1>Boxes</h1><div onclick='go()'>Add</div>"):
        await page.page.set_content(f"<!doctype html>{nothing}")
        page.touch()
        for aspect in ("reaches", "shows", "leaves", "operates"):
            assert not (await try_keyboard(page, aspect)).holds, "nothing was done, and nothing is passed"


HOSTILE = {
    "steals the focus": "<script>setInterval(()=>document.querySelector('button').focus(),1)</script>",
    "steals it at random": "<button>B</button><button>C</button><script>const b=document.querySelectorAll('button');"
    "addEventListener('focusin',()=>setTimeout(()=>b[Math.random()*3|0].focus()))</script>",
    "grows": "<script>addEventListener('focusin',()=>"
    "document.querySelector('a').insertAdjacentHTML('beforebegin','<button>X</button>'))</script>",
    "leads elsewhere": "<button onfocus=\"location='?'+Math.random()\">B</button>",
    "has thousands": "<button>B</button>" * 3000,
    "forges what is asked": "<script>window.axe={run:async()=>({violations:[],passes:[1]})};document.querySelectorAll="
    "()=>[];Element.prototype.matches=()=>true;Document.prototype.querySelectorAll=()=>[];"
    "HTMLElement.prototype.focus=()=>{}</script><button></button><div onclick='this.append(1)'>Add</div>",
    "hides behind names": "<form><input name=tagName><input name=attributes><input name=querySelectorAll></form>"
    "<img name=createElement><img name=querySelector>",
}


async def test_a_listener_that_does_nothing_makes_no_control(open_app: OpenApp) -> None:
    """The chips of a library have one, and failed an app whose keys did all."""
    chips = "<span class=chip>8 in stock</span><span class=chip>3 in stock</span>"
    script = "<script>for (const chip of document.querySelectorAll('.chip')) chip.onclick = () => {}</script>"
    page = await open_app(html=PAGE.format(chips + script))
    found = await try_keyboard(page, "reaches")
    assert found.holds, found


async def test_what_only_shows_a_hand_decides_nothing(open_app: OpenApp) -> None:
    """Words of a select without an own key failed an app whose keys did all."""
    page = await open_app(html=PAGE.format("<span style='cursor:pointer'>★</span>"))
    found = await try_keyboard(page, "reaches")
    assert found.undecided
    assert "span ★" in found.saw


BARE = "<style>.bare:focus{outline:none}</style><button class=bare>Add</button>"
TICKS = "<i id=i>0</i><script>setInterval(()=>{i.textContent=+i.textContent+1},30)</script>"
COMPLAINS = (
    "<p id=p></p><script>document.querySelector('.bare').onblur=()=>{p.textContent='Required'}</script>"
)


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (f"<div style='height:3000px'></div>{BARE}<div style='height:3000px'></div>", "fails"),
        (f"{BARE}{COMPLAINS}", "fails"),
        (f"{BARE}{TICKS}", "is open"),
        (BARE.replace(":focus", ":focus{color:red}.none"), "holds"),
    ],
    ids=["far down", "a complaint once the focus has left", "a page that ticks", "another colour"],
)
async def test_what_comes_and_goes_with_the_focus_shows_it(open_app: OpenApp, part: str, told: str) -> None:
    found = await try_keyboard(await open_app(html=PAGE.format(part)), "shows")
    assert ("holds" if found.holds else "is open" if found.undecided else "fails") == told, found


async def test_a_focus_that_leads_elsewhere_when_it_comes_back_decides_nothing(open_app: OpenApp) -> None:
    """The control shows no focus, and leaves the page once it has had it twice."""
    away = "<button style='outline:none' onfocus=\"if(window.once)location='about:blank';once=1\">B</button>"
    page = await open_app(html=PAGE.format(away))
    found = await try_keyboard(page, "shows")
    assert not found.holds
    assert found.undecided


async def test_a_frame_that_was_not_seen_is_the_reason_that_is_told(open_app: OpenApp) -> None:
    page = await open_app(html=PAGE.format("<iframe sandbox srcdoc='<p>Hello</p>' title=Hello></iframe>"))
    found = await examine(page, "names")
    assert found.undecided
    assert found.saw.endswith("; ".join((await page.look()).obstacles))


@pytest.mark.slow
async def test_hostile_pages_stay_bounded_and_earn_nothing(open_app: OpenApp) -> None:
    for what, part in HOSTILE.items():
        page = await open_app(html=PAGE.format(part))
        began = time.monotonic()
        named, reached = await examine(page, "names"), await try_keyboard(page, "reaches")
        left: Examined = await try_keyboard(page, "leaves")
        assert time.monotonic() - began < 60, what
        assert not (named.holds and reached.holds and left.holds), (what, named, reached, left)
        if what == "forges what is asked":
            assert not any(one.holds or one.undecided for one in (named, reached))
